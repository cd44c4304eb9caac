"""From texts to notebooks: `build`, `build --check`, and the way back."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbformat import NotebookNode

from grader import text
from grader.course import Course
from grader.errors import CourseError
from grader.notebooks import read, write
from grader.release import release
from grader.run import CellOutcome, Limits, Runner

WORKERS = 2
LESSON_LIMITS = Limits(cell=60, run=180)

Progress = Callable[[str], None]


def build_assignment(course: Course, name: str, into: Course) -> list[Path]:
    """Write the solution notebook and the exercise notebook of an assignment.

    Args:
        course: where the text is read.
        name: the assignment.
        into: where the notebooks are written; the same course, or a temporary one.

    Returns:
        The paths written.

    Raises:
        CourseError: the text has a wrong mark, or nbgrader refuses it.
    """
    notebook = _notebook_of(course.solution_text(name))
    solution, exercise = into.solution_notebook(name), into.exercise_notebook(name)
    solution.parent.mkdir(parents=True, exist_ok=True)
    solution.write_text(write(notebook), encoding="utf-8")
    release(solution, exercise)
    return [solution, exercise]


def build_lesson(course: Course, name: str, into: Course, runner: Runner) -> Path:
    """Write the notebook of a lesson, executed, with its outputs.

    Raises:
        CourseError: a cell fails; the message names the cell and what it asserted.
    """
    notebook = _notebook_of(course.lesson_text(name))
    run = runner.run(notebook)
    for outcome in run.cells:
        if outcome.status != "ok":
            raise CourseError(_lesson_failure(name, notebook, outcome))
    target = into.lesson_notebook(name)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(write(run.notebook), encoding="utf-8")
    return target


def build(
    course: Course,
    lessons: Sequence[str],
    assignments: Sequence[str],
    runner: Runner,
    into: Course | None = None,
    progress: Progress = print,
) -> list[Path]:
    """Build notebooks, lessons two at a time.

    Args:
        course: where texts are read.
        lessons: names of lessons.
        assignments: names of assignments.
        runner: runs the lessons.
        into: where notebooks are written; the course itself when None.
        progress: told a line for each notebook done.

    Returns:
        The paths written, sorted.

    Raises:
        CourseError: something did not build; all that failed is named.
    """
    if into is None:
        _refuse_to_lose(course, lessons, assignments)
        into = course
    written, failed = [], []
    for name in assignments:
        written += build_assignment(course, name, into)
        progress(f"exercises and solutions of {name}")
    with ThreadPoolExecutor(WORKERS) as pool:
        running = {pool.submit(build_lesson, course, name, into, runner): name for name in lessons}
        for done in as_completed(running):
            error = done.exception()
            if isinstance(error, CourseError):
                failed.append(str(error))
            else:
                written.append(done.result())
                progress(f"lesson {running[done]}")
    if failed:
        raise CourseError("\n".join(sorted(failed)))
    return sorted(written)


def _refuse_to_lose(course: Course, lessons: Sequence[str], assignments: Sequence[str]) -> None:
    """Stop before a notebook is overwritten that holds what is nowhere else.

    Raises:
        CourseError: somebody has edited or worked in one of the notebooks since the last build.
    """
    found = []
    edited = [*map(course.lesson_notebook, lessons), *map(course.solution_notebook, assignments)]
    for notebook in edited:
        if notebook.exists() and not _is_as_built(read(notebook)):
            path = notebook.relative_to(course.root)
            found.append(
                f"{path} was edited after it was built. Carry that into the text by "
                f"`python3 grader unbuild {path}`, or delete the notebook, and build again."
            )
    for exercise in map(course.exercise_notebook, assignments):
        if exercise.exists() and not _is_as_built(read(exercise)):
            found.append(
                f"{exercise.relative_to(course.root)} is not as it was built: somebody has worked "
                "in it. Move it away to keep it, or delete it, and build again."
            )
    if found:
        raise CourseError("\n".join(found))


def _notebook_of(text_path: Path) -> NotebookNode:
    where = f"{text_path.parent.name}/{text_path.name}"
    return text.to_notebook(text_path.read_text(encoding="utf-8"), where)


def _is_as_built(notebook: NotebookNode) -> bool:
    return notebook.metadata.get(text.AS_BUILT) == text.fingerprint(notebook)


def check(course: Course, runner: Runner, progress: Progress = print) -> list[str]:
    """Build everything into a temporary folder and compare.

    Returns:
        One sentence for each file that differs, is missing or should not be there; outputs of
        lessons may differ, nothing else.
    """
    with TemporaryDirectory() as folder:
        fresh = Course(Path(folder))
        names = course.lesson_names, course.assignment_names
        written = build(course, *names, runner, fresh, progress)
        found = _differences(course, fresh, written)
        expected = {path.relative_to(fresh.root) for path in written}
    strays = [path for path in _built_files(course) if path not in expected]
    return found + [f"{path} comes from no text. Remove it, or write its text." for path in strays]


def check_assignment(course: Course, name: str) -> list[str]:
    """As `check`, for one assignment's solution and exercise notebooks."""
    with TemporaryDirectory() as folder:
        fresh = Course(Path(folder))
        return _differences(course, fresh, build_assignment(course, name, fresh))


def _differences(course: Course, fresh: Course, written: list[Path]) -> list[str]:
    names = [path.relative_to(fresh.root) for path in written]
    found = [_difference(name, fresh.root / name, course.root / name) for name in names]
    return [problem for problem in found if problem]


def _built_files(course: Course) -> list[Path]:
    """Every file that only `build` should have put there."""
    files = [*course.lessons.glob("*.ipynb")]
    for folder in (*course.solutions.glob("*/"), course.exercises):
        files += [path for path in folder.rglob("*") if path.is_file()]
    return sorted(
        path.relative_to(course.root) for path in files if ".ipynb_checkpoints" not in path.parts
    )


def unbuild(course: Course, notebook: Path) -> Path:
    """Carry the edits made in a built notebook back to its text, which is overwritten.

    The notebook becomes what its text gives now; outputs stay.

    Returns:
        The text's path.

    Raises:
        CourseError: the notebook can't be read, or is no lesson or solution of this course; or
            the text has changed too.
    """
    path = notebook.resolve()
    texts = {course.lesson_notebook(name): course.lesson_text(name) for name in course.lesson_names}
    texts |= {
        course.solution_notebook(name): course.solution_text(name)
        for name in course.assignment_names
    }
    if path not in texts:
        raise CourseError(
            f"{notebook} is neither a lesson nor a solution notebook of this course. "
            "Name one such as solutions/01_chain_rule/01_chain_rule.ipynb."
        )
    kept = read(path)
    edited = text.to_text(kept)
    fresh = text.to_notebook(edited, str(notebook))
    now = text.fingerprint(_notebook_of(texts[path]))
    if kept.metadata.get(text.AS_BUILT, now) != now:
        raise CourseError(
            f"{texts[path].relative_to(course.root)} was edited after {notebook} was built from "
            "it, so one edit would undo the other. Put the notebook's edit into the text by hand, "
            "delete the notebook, and build again."
        )
    texts[path].write_text(edited, encoding="utf-8")
    if len(fresh.cells) == len(kept.cells):
        for new, old in zip(fresh.cells, kept.cells, strict=True):
            if new.cell_type == old.cell_type == "code":
                new.outputs, new.execution_count = old.outputs, old.execution_count
    path.write_text(write(fresh), encoding="utf-8")
    return texts[path]


def _difference(name: Path, fresh: Path, kept: Path) -> str | None:
    if not kept.exists():
        return f"{name} is missing. Run `python3 grader build`."
    if _comparable(fresh) != _comparable(kept):
        return f"{name} is not what its text gives. Run `python3 grader build`, or `unbuild`."
    return None


def _comparable(path: Path) -> str:
    """The bytes of a notebook; of a lesson, without what a run writes."""
    if path.parent.name != "lessons":
        return path.read_text(encoding="utf-8")
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            cell.metadata.pop("execution", None)
    return nbformat.writes(notebook)


def _lesson_failure(name: str, notebook: NotebookNode, outcome: CellOutcome) -> str:
    cell = notebook.cells[outcome.index]
    asserted = [line.strip() for line in cell.source.split("\n") if line.startswith("assert ")]
    detail = f"{outcome.ename}: {outcome.evalue}" if outcome.ename else outcome.reason
    return f"lessons/{name}.py, cell '{cell.id}', failed: {detail.strip().rstrip(':')}." + (
        f" It asserts: {'; '.join(asserted)}" if asserted else ""
    )
