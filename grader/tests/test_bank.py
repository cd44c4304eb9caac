"""The answer bank's files: names and headers."""

import pytest

from grader import bank
from grader.errors import CourseError


def add(course, name, text):
    folder = course.answers / "01_double" / "double"
    (folder / name).write_text(text)


def test_an_answer_is_what_stands_below_its_header(small):
    found = {answer.name: answer for answer in bank.answers(small, "01_double")}
    assert found["wrong_fixed"].source == "def double(x):\n    return 6"
    assert found["wrong_fixed"].belief == "paths-multiply"
    assert found["wrong_fixed"].said == "it should be -23"
    assert found["wrong_fixed"].passes_visible
    assert found["wrong_same"].said == "[value-is-slope]"
    assert found["right_add"].right
    assert not found["wrong_same"].right


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("other.py", "x", "must be called right_"),
        ("wrong_a.py", "x", "holds the belief 'None'"),
        ("wrong_a.py", "# belief: no-such-belief\nx", "does not know"),
        ("wrong_a.py", "# belief: value-is-slope\n# passes: all\nx", "may only say"),
        ("right_a.py", "# belief: value-is-slope\nx", "Drop its header"),
    ],
)
def test_a_file_against_the_rules_is_named(small, name, text, words):
    add(small, name, text)
    with pytest.raises(CourseError, match=words) as caught:
        bank.answers(small, "01_double")
    assert name in str(caught.value)


def test_every_belief_of_the_course_is_in_some_wrong_answer(course):
    held = {
        answer.belief for name in course.assignment_names for answer in bank.answers(course, name)
    }
    assert set(bank.BELIEFS) <= held
