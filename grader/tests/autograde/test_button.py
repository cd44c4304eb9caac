"""nbgrader's own converter, which its command and formgrader's button use, scores the same."""

from functools import partial

import pytest
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.preprocessors import Execute, SaveAutoGrades
from traitlets.config import Config

from grader.autograde.button import ExecuteAndScore, SaveScores, make_sound
from grader.notebooks import read, write
from grader.run import Limits


@pytest.fixture
def press(classroom):
    """Presses formgrader's button for a student."""
    config = classroom.config
    stock = Autograde.autograde_preprocessors.default()
    ours = {Execute: ExecuteAndScore, SaveAutoGrades: SaveScores}
    config.Autograde.autograde_preprocessors = [ours.get(step, step) for step in stock]
    config.Autograde.pre_convert_hook = partial(make_sound, classroom.course.root)
    config.ExecuteAndScore.sandbox = False

    def press(student):
        result = NbGraderAPI(config=config).autograde(classroom.assignment, student)
        assert result["success"], result["log"]

    return press


def test_the_button_gives_the_same_gradebook(classroom, press):
    classroom.hand_in_answers()
    classroom.grade()
    expected = {
        student: [(g.name, g.auto_score, g.needs_manual_grade) for g in grades]
        for student, grades in rows(classroom).items()
    }
    classroom.forget()
    for student in classroom.points:
        press(student)
    assert classroom.scores() == classroom.points
    assert {
        student: [(g.name, g.auto_score, g.needs_manual_grade) for g in grades]
        for student, grades in rows(classroom).items()
    } == expected


def rows(classroom):
    """Rows of grades, by student."""
    with classroom.gradebook() as gradebook:
        return {
            submission.student_id: sorted(
                (grade for notebook in submission.notebooks for grade in notebook.grades),
                key=lambda grade: grade.name,
            )
            for submission in gradebook.assignment_submissions(classroom.assignment)
        }


def test_the_button_grades_a_check_that_was_added_later(classroom, press):
    classroom.hand_in("ada", "double = lambda x: x + x")
    classroom.grade()
    classroom.add_check()
    classroom.grade(students=[])  # brings the gradebook up to date, as `grader gradebook` does
    press("ada")
    assert classroom.scores() == {"ada": 6}


def test_the_button_lets_no_old_score_survive(classroom, press):
    classroom.hand_in("ada", "double = lambda x: x + x")
    press("ada")
    assert classroom.scores() == {"ada": 4}
    with classroom.grade_row("ada") as row:
        row.manual_score = 2
    classroom.hand_in("ada", "double = lambda x: x")
    press("ada")
    assert classroom.scores() == {"ada": 2}


def test_the_button_puts_a_hand_in_in_order_first(classroom, press):
    classroom.hand_in("ada", "double = lambda x: x + x")
    notebook = read(classroom.notebook("ada"))
    notebook.cells = [cell for cell in notebook.cells if cell.id != "double_held_out"]
    copy = classroom.folder("ada") / "Copy of 01_double (2).ipynb"
    copy.write_text(write(notebook))
    classroom.notebook("ada").unlink()
    press("ada")
    assert classroom.scores() == {"ada": 4}


def test_an_assignment_of_another_course_is_left_as_it_is(tmp_path):
    path = tmp_path / "submitted" / "ada" / "99_other" / "99_other.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    notebooks = [str(path)]
    make_sound(tmp_path, assignment="99_other", student="ada", notebooks=notebooks)
    assert notebooks == [str(path)]
    assert path.read_text() == "{}"


def test_what_the_button_graded_is_looked_at_once_more(classroom, press):
    classroom.hand_in("ada", "double = lambda x: x + x")
    press("ada")
    assert classroom.grade()[0].entered == 1
    assert classroom.grade()[0].unchanged == 1


def test_what_is_not_run_waits_for_a_person(classroom, press):
    classroom.hand_in("ada", "double = lambda x: x + x")
    press("ada")
    assert classroom.scores() == {"ada": 4}
    classroom.config.Execute.enabled = False  # as --no-execute does
    press("ada")
    grades = rows(classroom)["ada"]
    assert {(grade.auto_score, grade.needs_manual_grade) for grade in grades} == {(None, True)}


def test_limits_are_set_in_the_configuration():
    config = Config({"Execute": {"timeout": 5}, "ExecuteAndScore": {"memory": 0.5}})
    step = ExecuteAndScore(config=config, notebook_timeout=20)
    assert step.limits == Limits(cell=5, run=20, memory=2**29)
    for endless in (None, -1):
        step.timeout = endless
        assert step.limits.cell == 20
