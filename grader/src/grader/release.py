"""nbgrader's release steps, run inside this process and without a gradebook."""

import shutil
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.preprocessors import SaveCells

from grader.config import course_config
from grader.errors import CourseError
from grader.notebooks import read, write


def release(solution: Path, target: Path) -> None:
    """Write the learners' notebook of a solution notebook, as formgrader's Generate would.

    The steps are those that nbgrader is configured with, less the one that opens the gradebook.

    Args:
        solution: a notebook in nbgrader's source directory.
        target: the notebook to write; its folder is made anew.

    Raises:
        CourseError: a step refuses the solution notebook.
    """
    notebook = released(solution)
    shutil.rmtree(target.parent, ignore_errors=True)
    target.parent.mkdir(parents=True)
    target.write_text(write(notebook), encoding="utf-8")


def released(solution: Path) -> NotebookNode:
    """The learners' notebook of a solution notebook, whatever somebody did to the one on disk.

    Raises:
        CourseError: a step refuses the solution notebook.
    """
    return _after_steps(solution, to_the_end=True)


def as_gradebook_sees(solution: Path) -> NotebookNode:
    """The notebook at the step where nbgrader enters its cells into the gradebook.

    Solutions are gone by then, and held-out checks are still there.

    Raises:
        CourseError: a step refuses the solution notebook.
    """
    return _after_steps(solution, to_the_end=False)


def _after_steps(solution: Path, *, to_the_end: bool) -> NotebookNode:
    config = course_config()
    steps = config.GenerateAssignment.preprocessors
    saving = steps.index(SaveCells)
    notebook, resources = read(solution), {}
    for step in steps[:saving] + (steps[saving + 1 :] if to_the_end else []):
        try:
            notebook, resources = step(config=config).preprocess(notebook, resources)
        except (RuntimeError, ValueError) as error:
            raise CourseError(
                f"solutions/{solution.stem}.py can't be released: {error}. "
                "Mend the text and build again."
            ) from error
    return notebook
