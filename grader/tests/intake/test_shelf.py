"""Hand-ins made sound where they lie: every case, twice, and by nbgrader's own command."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from grader.config import course_config
from grader.gradebook import bring_up_to_date, scores
from grader.intake import Intake
from grader.notebooks import read
from grader.text import BEGIN_HELD_OUT

ASSIGNMENT = "01_chain_rule"


@pytest.fixture
def intake(tmp_path, released):
    return Intake(tmp_path / "submitted", tmp_path / "originals", {ASSIGNMENT: released})


def everything(folder):
    """What is below a folder, without following links: contents and times, or the kind."""
    found = {}
    for place, folders, names in os.walk(folder):
        for path in (Path(place, name) for name in folders + names):
            status = path.lstat()
            is_file = stat.S_ISREG(status.st_mode)
            kind = stat.S_IFMT(status.st_mode)
            found[path] = (path.read_bytes(), status.st_mtime_ns) if is_file else kind
    return found


def only(statuses):
    (status,) = statuses
    return status


def test_each_broken_hand_in_is_sound_afterwards(case, hand_in, intake, tmp_path, released):
    path = hand_in(case)
    before = everything(path.parents[1])
    *renamed, status = intake.normalise_all(ASSIGNMENT)
    assert bool(renamed) == (status.student != case.student)
    assert case.says in str(status)
    assert bool(status.fatal) == case.fatal
    assert str(status).isprintable()
    folder = tmp_path / "submitted" / status.student / ASSIGNMENT
    for place, content in everything(folder).items():
        assert content == stat.S_IFDIR or isinstance(content, tuple), place
    notebook = read(folder / f"{ASSIGNMENT}.ipynb")
    nbformat.validate(notebook)
    assert not any(BEGIN_HELD_OUT in cell.source for cell in notebook.cells)
    kept = [one[0] for one in everything(tmp_path / "originals").values() if isinstance(one, tuple)]
    originals = [one for one in before.values() if isinstance(one, tuple)]
    assert [data for data, _ in originals if data not in kept] == []


def test_a_second_time_changes_nothing(case, hand_in, intake, tmp_path):
    hand_in(case)
    first = list(intake.normalise_all(ASSIGNMENT))[-1]
    before = everything(tmp_path)
    assert only(intake.normalise_all(ASSIGNMENT)) == first
    assert everything(tmp_path) == before


def test_the_link_itself_is_kept_and_its_target_untouched(hand_in, cases, intake, tmp_path):
    (tmp_path / "gradebook.db").write_text("everybody's grades")
    hand_in(cases["notebook_is_a_link"])
    assert "link" in only(intake.normalise_all(ASSIGNMENT)).fatal
    kept = tmp_path / "originals" / "ada" / ASSIGNMENT / "aside" / f"{ASSIGNMENT}.ipynb"
    assert kept.is_symlink()
    assert (tmp_path / "gradebook.db").read_text() == "everybody's grades"


def place(tmp_path, notebook, name=ASSIGNMENT, student="ada"):
    path = tmp_path / "submitted" / student / ASSIGNMENT / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook))
    return path


def answer_in(path):
    return next(cell.source for cell in read(path).cells if cell.id == "num_grad")


def test_a_hand_in_again_is_seen_by_its_content(intake, work, tmp_path):
    path = place(tmp_path, work())
    intake.normalise("ada", ASSIGNMENT)
    again = place(tmp_path, work(first_is_right=False))
    os.utime(again, (1, 1))
    assert not intake.normalise("ada", ASSIGNMENT).warnings
    assert answer_in(path) == "def num_grad(f, x, eps):\n    return x"
    originals = list((tmp_path / "originals" / "ada" / ASSIGNMENT).glob("*.ipynb"))
    assert len(originals) == 2


def test_no_old_warning_survives_a_hand_in_again(intake, work, tmp_path):
    broken = place(tmp_path, work())
    broken.write_bytes(b"")
    assert intake.normalise("ada", ASSIGNMENT).fatal
    place(tmp_path, work())
    status = intake.normalise("ada", ASSIGNMENT)
    assert str(status) == f"ada, {ASSIGNMENT}: As released."


def test_the_newest_readable_notebook_counts(intake, work, tmp_path):
    path = place(tmp_path, work(first_is_right=False))
    newer = place(tmp_path, work(), f"{ASSIGNMENT} (1)")
    newest = place(tmp_path, work(), f"{ASSIGNMENT} (2)")
    newest.write_bytes(b"{")
    for number, one in enumerate([path, newer, newest]):
        os.utime(one, (1000 + number, 1000 + number))
    status = intake.normalise("ada", ASSIGNMENT)
    assert status.fatal is None
    assert f"The notebook was named '{ASSIGNMENT} (1).ipynb'." in status.warnings
    assert answer_in(path) != "def num_grad(f, x, eps):\n    return x"
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    assert len(list((tmp_path / "originals" / "ada" / ASSIGNMENT).glob("*.ipynb"))) == 3


def test_a_changed_exercise_is_put_in_from_the_original(intake, work, tmp_path, released):
    path = place(tmp_path, work())
    intake.normalise("ada", ASSIGNMENT)
    changed = nbformat.from_dict(released)
    changed.cells[1].source += "\n# new"
    later = Intake(tmp_path / "submitted", tmp_path / "originals", {ASSIGNMENT: changed})
    later.normalise("ada", ASSIGNMENT)
    assert read(path).cells[1].source.endswith("# new")
    changed.cells[1].source = changed.cells[1].source.removesuffix("\n# new")
    assert len(list((tmp_path / "originals" / "ada" / ASSIGNMENT).glob("*.ipynb"))) == 1


@pytest.mark.parametrize("steps", range(1, 12))
def test_a_kill_at_any_step_is_mended_by_the_next_run(
    steps, hand_in, cases, intake, tmp_path, monkeypatch
):
    """Each call that changes the disk is counted; the one after `steps` kills."""
    for student, name in enumerate(["name_with_a_number", "notebook_is_a_link", "a_pdf"]):
        hand_in(cases[name], f"student{student}")

    class Killed(BaseException):
        pass

    left = [steps]

    def counted(original):
        def call(*arguments, **more):
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return original(*arguments, **more)

        return call

    with monkeypatch.context() as patched:
        for name in ("replace", "rename", "unlink", "write_bytes"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        for student in range(3):
            try:
                intake.normalise(f"student{student}", ASSIGNMENT)
            except Killed:
                left[0] = steps
    statuses = list(intake.normalise_all(ASSIGNMENT))
    assert [bool(status.fatal) for status in statuses] == [False, True, True]
    assert list(intake.normalise_all(ASSIGNMENT)) == statuses
    for student in range(3):
        folder = tmp_path / "submitted" / f"student{student}" / ASSIGNMENT
        assert [path.name for path in folder.iterdir()] == [f"{ASSIGNMENT}.ipynb"]


def test_nbgraders_own_command_gives_every_case_what_is_honest(
    copy_course, tmp_path_factory, work, cases
):
    course = copy_course(tmp_path_factory.mktemp("stock"))
    for other in set(course.solutions.glob("*.py")) - {course.solution_text(ASSIGNMENT)}:
        other.unlink()
    config = course_config(course)
    submitted = course.root / "grader" / "submitted"
    for case in cases.values():
        student = case.name if case.student == "ada" else case.student
        notebook = work(bool(case.honest[0]) or case.fatal)
        case.write(notebook, submitted / student / ASSIGNMENT, ASSIGNMENT)
    statuses = list(Intake.of(course, config).normalise_all(ASSIGNMENT))
    bring_up_to_date(course, config)
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", "autograde", ASSIGNMENT],
        cwd=course.root / "grader",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    got = {
        student: tuple(
            int(sum(got for name, got in checks.items() if name.startswith(exercise)) == 4)
            for exercise in ("num_grad", "check_grad", "predictions")
        )
        for student, checks in scores(config, ASSIGNMENT).items()
    }
    assert got == {
        status.student: cases[status.student].honest if status.student in cases else (1, 1, 1)
        for status in statuses
        if status.assignment
    }
    assert len(got) == len(cases)
