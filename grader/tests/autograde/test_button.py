"""nbgrader's own converter, which its command and formgrader's button use, scores the same."""

import pytest
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.preprocessors import Execute, SaveAutoGrades

from grader.autograde.button import ExecuteAndScore, SaveScores
from grader.intake import Intake
from grader.notebooks import read, write


@pytest.fixture
def press(classroom):
    """Presses formgrader's button for a student."""
    config = classroom.config
    stock = Autograde.autograde_preprocessors.default()
    ours = {Execute: ExecuteAndScore, SaveAutoGrades: SaveScores}
    config.Autograde.autograde_preprocessors = [ours.get(step, step) for step in stock]
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
    Intake.of(classroom.course, classroom.config).normalise("ada", classroom.assignment)
    press("ada")
    assert classroom.scores() == {"ada": 6}


def test_the_button_lets_no_old_score_survive(classroom, press):
    classroom.hand_in("ada", "double = lambda x: x + x")
    classroom.grade()
    notebook = read(classroom.notebook("ada"))
    notebook.cells = [cell for cell in notebook.cells if cell.id != "double_held_out"]
    classroom.notebook("ada").write_text(write(notebook))
    press("ada")
    assert classroom.scores() == {"ada": 1}  # intake would have put the check back
    with classroom.grade_row("ada") as row:
        row.manual_score = 2
    press("ada")
    assert classroom.scores() == {"ada": 3}


def test_what_the_button_graded_is_looked_at_once_more(classroom, press):
    classroom.hand_in("ada", "double = lambda x: x + x")
    press("ada")
    assert classroom.grade()[0].entered == 1
    assert classroom.grade()[0].unchanged == 1
