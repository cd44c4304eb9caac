"""This grader and nbgrader's own, on every odd hand-in, counted alike and printed side by side.

    python grader/hostile/compare.py [--without-nbgrader]

Three contenders grade the class of `everybody`: `grader autograde`; `nbgrader autograde` with this
course's configuration, which formgrader's button runs too; and nbgrader by itself. Exits with
status 1 unless the first two get every hand-in right.

nbgrader by itself keeps nothing from what students' code does, so it gets one hand-in at a time, in
a sandbox that lets it change the course folder alone.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import everybody
from rich.console import Console
from rich.progress import track
from rich.table import Table

from grader.autograde.batch import grade_class
from grader.autograde.engine import Here
from grader.config import course_config, put_environment_first
from grader.course import Course
from grader.gradebook import bring_up_to_date
from grader.intake import Intake

LONG = 120  # seconds after which nbgrader is stopped
BY_ITSELF = "nbgrader by itself"
STOCK = """
from pathlib import Path
root = Path(__file__).resolve().parent.parent
c = get_config()
c.CourseDirectory.root = str(root)
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.submitted_directory = "grader/submitted"
c.CourseDirectory.autograded_directory = "grader/autograded"
c.CourseDirectory.db_url = f"sqlite:///{root / 'grader' / 'gradebook.db'}"
"""
TIMEOUT = f"\nc.Execute.timeout = {everybody.LIMITS.cell}\n"
NBGRADER = [sys.executable, "-m", "nbgrader", "autograde", everybody.ASSIGNMENT]


def ours(course: Course) -> None:
    """Grade the class by this grader."""
    with Here(everybody.LIMITS, sandbox=True) as engine:
        grade_class(course, course_config(course), everybody.ASSIGNMENT, engine)


def configured(course: Course) -> None:
    """Grade the class by nbgrader's command, with this course's configuration, after intake."""
    with (course.root / "grader" / "nbgrader_config.py").open("a") as file:
        file.write(TIMEOUT)
    config = course_config(course)
    bring_up_to_date(course, config)
    for _ in Intake.of(course, config).normalise_all(everybody.ASSIGNMENT):
        pass
    subprocess.run(NBGRADER, cwd=course.root / "grader", capture_output=True, check=False)


def stock(course: Course) -> None:
    """Grade the class by nbgrader with its own steps, one student after the other."""
    bring_up_to_date(course, course_config(course))
    (course.root / "grader" / "nbgrader_config.py").write_text(STOCK + TIMEOUT)
    (course.root / "home").mkdir()
    walls = [shutil.which("bwrap"), "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    walls += ["--bind", course.root, course.root, "--unshare-pid", "--die-with-parent"]
    for name in ("HOME", "TMPDIR"):
        walls += ["--setenv", name, course.root / "home"]
    students = sorted((course.root / "grader" / "submitted").iterdir())
    for folder in track(students, BY_ITSELF, console=Console(stderr=True)):
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                [*walls, "--", *NBGRADER, f"--student={folder.name}"],
                cwd=course.root / "grader",
                capture_output=True,
                timeout=LONG,
                check=False,
            )


def judge(course: Course) -> dict[str, list[str]]:
    """Sort the students by what they got, against what they deserve."""
    got = everybody.points(course, course_config(course))
    kinds: dict[str, list[str]] = {"right": [], "too much": [], "too little": [], "lost": []}
    for student, deserved in everybody.honest().items():
        points = got.get(student)
        if points == deserved:
            kind = "right"
        elif points is None:
            kind = "lost"
        elif any(one > other for one, other in zip(points, deserved, strict=True)):
            kind = "too much"
        else:
            kind = "too little"
        kinds[kind].append(student)
    return kinds


def main() -> int:
    """Grade, count, print; return the exit status."""
    put_environment_first()
    contenders: dict[str, Callable[[Course], None]] = {
        "grader autograde": ours,
        "nbgrader, so configured": configured,
        BY_ITSELF: stock,
    }
    if "--without-nbgrader" in sys.argv:
        del contenders[BY_ITSELF]
    found = {}
    with tempfile.TemporaryDirectory(prefix="odd", ignore_cleanup_errors=True) as name:
        for number, (title, grade) in enumerate(contenders.items()):
            course = everybody.make(Path(name) / str(number))
            grade(course)
            found[title] = judge(course)
    _print(found)
    wrong = {
        title for title, kinds in found.items() for kind in kinds if kind != "right" and kinds[kind]
    }
    return 1 if wrong - {"nbgrader by itself"} else 0


def _print(found: dict[str, dict[str, list[str]]]) -> None:
    table = Table(title=f"{len(everybody.honest())} odd hand-ins")
    table.add_column("graded by")
    for kind in next(iter(found.values())):
        table.add_column(kind, justify="right")
    for title, kinds in found.items():
        table.add_row(title, *(str(len(students)) for students in kinds.values()))
    console = Console()
    console.print(table)
    for title, kinds in found.items():
        for kind, students in kinds.items():
            if kind != "right" and students:
                console.print(f"{title}, {kind}: {', '.join(students)}", markup=False)


if __name__ == "__main__":
    raise SystemExit(main())
