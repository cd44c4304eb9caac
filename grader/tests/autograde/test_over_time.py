"""Hand-ins, checks and grades change after the first grading."""

import logging
import os
import shutil
import stat
from types import SimpleNamespace

import pytest
from nbgrader.plugins import LateSubmissionPlugin

from grader.errors import CourseError
from grader.intake.names import safe_student

RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return x\n"


@pytest.fixture
def ada(classroom):
    """The class after a right hand-in of Ada's was graded."""
    classroom.hand_in("ada", RIGHT)
    classroom.grade()
    assert classroom.scores() == {"ada": 4}
    return classroom


def test_what_has_not_changed_is_left_alone(ada):
    before = ada.everything()
    result, status = ada.grade()
    assert (result.unchanged, result.entered, status) == (1, 0, {})
    assert ada.everything() == before


def test_nothing_is_run_for_what_has_not_changed(ada):
    class Unused:
        workers = 1

    assert ada.grade(Unused())[0].unchanged == 1


def test_again_grades_what_has_not_changed(ada):
    assert ada.grade(again=True)[0].entered == 1


def test_changed_work_is_graded_again_without_a_newer_timestamp(ada):
    ada.hand_in("ada", WRONG)
    assert ada.grade()[0].entered == 1
    assert ada.scores() == {"ada": 0}


@pytest.mark.parametrize("source", ["import os; os._exit(0)", "import sys; sys.exit(0)", ""])
def test_no_old_score_survives(ada, source):
    ada.hand_in("ada", source)
    ada.grade()
    assert ada.scores() == {"ada": 0}


def test_no_old_score_survives_a_file_that_can_not_be_read(ada):
    ada.notebook("ada").write_text('{"cells": [')
    result, status = ada.grade()
    assert ada.scores() == {"ada": 0}
    assert result.left == []
    assert status["ada"]
    text = ada.notebook("ada", "autograded").read_text()
    assert "could not be graded" in text
    assert "return 2 * x" not in text
    assert ada.grade()[0].unchanged == 1


def test_a_folder_without_a_notebook_scores_nothing(classroom):
    classroom.folder("ada").mkdir(parents=True)
    _, status = classroom.grade()
    assert classroom.scores() == {"ada": 0}
    assert status["ada"].startswith("There is no notebook '01_double.ipynb' in it.")


def test_a_persons_points_are_kept_and_marked_for_another_look(ada):
    with ada.grade_row("ada") as row:
        row.manual_score, row.extra_credit, row.needs_manual_grade = 2.5, 1.0, False
    with ada.grade_row("ada", "double_check") as row:
        row.extra_credit = 0.5
        row.needs_manual_grade = False
    ada.grade()
    with ada.grade_row("ada") as row:
        assert not row.needs_manual_grade  # the work has not changed
    ada.hand_in("ada", WRONG)
    ada.grade()
    with ada.grade_row("ada") as row:
        assert (row.manual_score, row.extra_credit, row.auto_score) == (2.5, 1.0, 0.0)
        assert row.needs_manual_grade
    with ada.grade_row("ada", "double_check") as row:
        assert (row.manual_score, row.extra_credit) == (None, 0.5)
        assert row.needs_manual_grade
    assert ada.scores() == {"ada": 4.0}


def test_a_comment_of_a_person_is_kept(ada):
    with ada.gradebook() as gradebook:
        comment = gradebook.find_comment("double", ada.assignment, ada.assignment, "ada")
        assert comment.auto_comment is None
        comment.manual_comment = "Well done."
        gradebook.db.commit()
    ada.hand_in("ada")
    ada.grade()
    with ada.gradebook() as gradebook:
        comment = gradebook.find_comment("double", ada.assignment, ada.assignment, "ada")
        assert (comment.auto_comment, comment.comment) == ("No response.", "Well done.")


def test_a_check_added_later_grades_old_hand_ins(ada):
    ada.hand_in("ben", WRONG)
    ada.grade()
    ada.add_check()
    result, _ = ada.grade()
    assert result.entered == 2
    assert ada.scores() == {"ada": 6, "ben": 0}
    with ada.grade_row("ada", "twice_check") as row:
        assert (row.auto_score, row.needs_manual_grade) == (2, False)
    assert "twice_check" in ada.notebook("ada", "autograded").read_text()


def test_graded_files_that_are_gone_or_changed_come_back(ada):
    graded = ada.notebook("ada", "autograded")
    before = graded.read_text()
    graded.unlink()
    ada.grade()
    assert graded.read_text() == before
    graded.chmod(0o644)
    graded.write_text("{}")
    ada.grade()
    assert graded.read_text() == before


def test_graded_files_are_as_nbgrader_writes_them(ada):
    folder = ada.folder("ada")
    (folder / "data").mkdir()
    (folder / "data" / "mine.csv").write_text("1, 2")
    (folder / "scratch.ipynb").write_text("{}")
    (folder / "timestamp.txt").write_text("2025-03-01 12:00:00 UTC")
    (folder / "secret.txt").symlink_to("/etc/passwd")
    (folder / "gone").symlink_to("nowhere")
    (folder / "root").symlink_to("/", target_is_directory=True)
    old = ada.folder("ada", "autograded") / "old" / "file.txt"
    old.parent.mkdir()
    old.write_text("from the last hand-in")
    _, status = ada.grade()
    graded = ada.folder("ada", "autograded")
    files = {str(p.relative_to(graded)): p for p in graded.rglob("*") if not p.is_dir()}
    assert set(files) == {"data/mine.csv", "timestamp.txt", f"{ada.assignment}.ipynb"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files.values()} == {0o444}
    assert not any(path.is_symlink() for path in graded.rglob("*"))
    assert not old.parent.exists()
    assert status["ada"].count("links are not followed") == 3


def test_the_teachers_files_lie_there_and_win(ada):
    teachers = ada.course.solution_notebook(ada.assignment).parent / "points.txt"
    teachers.write_text("teacher's")
    (ada.folder("ada") / "points.txt").write_text("mine")
    source = "from pathlib import Path\nassert Path('points.txt').read_text() == \"teacher's\"\n"
    ada.hand_in("ada", source + RIGHT)
    ada.grade()
    assert ada.scores() == {"ada": 4}
    assert (ada.folder("ada", "autograded") / "points.txt").read_text() == "teacher's"
    ada.config.Autograde.exclude_overwriting = {ada.assignment: ["points.txt"]}
    ada.grade(again=True)
    assert (ada.folder("ada", "autograded") / "points.txt").read_text() == "mine"


@pytest.mark.parametrize("text", ["", "yesterday", "2025-99-99 12:00:00 UTC", "9" * 400, "\0\xff"])
def test_a_bad_timestamp_is_named_and_the_work_graded(ada, text):
    ada.hand_in("ada", WRONG, timestamp=text or "\n")
    _, status = ada.grade()
    assert ada.scores() == {"ada": 0}
    assert status["ada"].startswith("timestamp.txt holds no date")


class HalfOff(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        assert (student_id, total_seconds_late) == ("ada", 3600)
        return score / 2


class TooMuch(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score + 5


@pytest.mark.parametrize(("plugin", "penalty"), [(HalfOff, 2), (TooMuch, 4), (None, None)])
def test_late_penalties_are_those_of_nbgraders_plugin(ada, plugin, penalty, caplog):
    caplog.set_level(logging.CRITICAL)
    with ada.gradebook() as gradebook:
        gradebook.update_or_create_assignment(ada.assignment, duedate="2025-03-01 11:00:00 UTC")
    if plugin:
        ada.config.AssignLatePenalties.plugin_class = plugin
    ada.hand_in("ada", RIGHT, timestamp="2025-03-01 12:00:00 UTC")
    ada.grade()
    with ada.gradebook() as gradebook:
        submission = gradebook.find_submission(ada.assignment, "ada")
        assert submission.total_seconds_late == 3600
        assert submission.notebooks[0].late_submission_penalty == penalty
    ada.hand_in("ada", RIGHT, timestamp="2025-03-01 10:00:00 UTC")
    ada.grade()
    with ada.gradebook() as gradebook:
        submission = gradebook.find_submission(ada.assignment, "ada")
        assert submission.notebooks[0].late_submission_penalty is None


def test_a_submission_that_nbgrader_removed_is_graded_anew(ada):
    with ada.gradebook() as gradebook:
        gradebook.remove_submission(ada.assignment, "ada")
    assert ada.scores() == {}
    ada.grade()
    assert ada.scores() == {"ada": 4}


def test_students_with_odd_names_are_graded(classroom):
    names = ["a b", "[x]*", 'it\'s "q"', "$(touch x)", "ü-ñ", "%s{}", os.fsdecode(b"caf\xe9")]
    for name in names:
        classroom.hand_in(name, RIGHT)
    classroom.hand_in(".hidden", RIGHT)
    result, status = classroom.grade()
    assert classroom.scores() == {safe_student(name): 4 for name in [*names, ".hidden"]}
    assert result.left == []
    assert status["a b"] == ""
    assert status[safe_student("[x]*")].startswith("'[x]*' is called ")


def test_one_hand_in_that_can_not_be_graded_does_not_stop_the_others(classroom):
    for name in ("ada", "[x]", safe_student("[x]"), "zoe"):
        classroom.hand_in(name, RIGHT)
    result, status = classroom.grade()
    assert classroom.scores() == {"ada": 4, safe_student("[x]"): 4, "zoe": 4}
    assert result.left == ["[x]"]
    assert status["[x]"].startswith("Not graded: It should be called")
    (classroom.folder("[x]")).rename(classroom.course.root / "away")
    assert classroom.grade()[0].left == []


def test_a_student_who_handed_in_nothing_is_named(ada):
    with pytest.raises(CourseError, match="There is no hand-in of ben for 01_double"):
        ada.grade(students=["ada", "ben"])


def test_only_the_students_asked_for_are_graded(ada):
    ada.hand_in("ben", RIGHT)
    ada.hand_in("cid", RIGHT)
    ada.grade(students=["cid"])
    assert set(ada.scores()) == {"ada", "cid"}


def test_a_hand_in_that_goes_while_another_is_graded_keeps_its_points(ada):
    ada.hand_in("bob", RIGHT)
    ada.grade()
    for student in ("ada", "bob"):
        ada.hand_in(student, f"{RIGHT}# again")

    def grade(notebook, files):
        shutil.rmtree(ada.folder("bob"), ignore_errors=True)
        return ada.engine.grade(notebook, files)

    one_by_one = SimpleNamespace(workers=1, grade=grade, close=lambda: None)
    result, status = ada.grade(one_by_one)
    assert "the folder of the hand-in has gone" in status["bob"]
    assert result.left == ["bob"]
    assert ada.scores() == {"ada": 4, "bob": 4}
