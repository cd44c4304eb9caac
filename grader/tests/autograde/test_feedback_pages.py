"""A class's feedback pages: nbgrader's own, several at a time."""

import pytest
from nbgrader.apps import NbGraderAPI

from grader.errors import CourseError
from grader.feedback.batch import give_feedback


def pages(classroom):
    """All that lies in feedback/, by path."""
    folder = classroom.course.root / "grader" / "feedback"
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_pages_are_those_of_nbgraders_command(classroom):
    classroom.hand_in_answers()
    classroom.grade()
    assert NbGraderAPI(config=classroom.config).generate_feedback(classroom.assignment)["success"]
    expected = pages(classroom)
    assert len(expected) == len(classroom.points)
    for path in classroom.course.root.glob("grader/feedback/*/*/*.html"):
        path.unlink()
    told = []
    assert give_feedback(classroom.config, classroom.assignment, progress=told.append) == []
    assert pages(classroom) == expected
    assert sorted(step.student for step in told) == sorted(classroom.points)
    assert [step.number for step in told] == list(range(1, len(told) + 1))


def test_one_page_that_can_not_be_written_does_not_stop_the_others(classroom):
    for student in ("ada", "bob", "eve"):
        classroom.hand_in(student, "double = lambda x: x + x")
    classroom.grade()
    classroom.notebook("bob", "autograded").chmod(0o600)
    classroom.notebook("bob", "autograded").write_text("{")
    told = {}
    left = give_feedback(
        classroom.config,
        classroom.assignment,
        workers=1,
        progress=lambda step: told.update({step.student: step.status}),
    )
    assert left == ["bob"]
    assert told["ada"] == told["eve"] == ""
    assert "JSON" in told["bob"]
    assert sorted(path.split("/")[-3] for path in pages(classroom)) == ["ada", "eve"]


def test_only_the_students_asked_for_get_a_page(classroom):
    for student in ("ada", "bob"):
        classroom.hand_in(student, "double = lambda x: x + x")
    with pytest.raises(CourseError, match=r"No work is graded for 01_double.*autograde"):
        give_feedback(classroom.config, classroom.assignment)
    classroom.grade()
    give_feedback(classroom.config, classroom.assignment, students=["bob"])
    assert [path.split("/")[-3] for path in pages(classroom)] == ["bob"]
    with pytest.raises(CourseError, match="No work of eve is graded"):
        give_feedback(classroom.config, classroom.assignment, students=["eve", "ada"])
