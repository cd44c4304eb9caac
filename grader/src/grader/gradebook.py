"""Bring nbgrader's gradebook up to date with the released notebooks, and read scores from it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from nbgrader import utils
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import DBAPIError
from traitlets.config import Config

from grader.course import Course
from grader.errors import CourseError
from grader.release import as_gradebook_sees


@contextmanager
def open_gradebook(config: Config) -> Iterator[Gradebook]:
    """The gradebook that `config` names, made where there is none.

    Raises:
        CourseError: the database can't be used, now or in the block.
    """
    directory = CourseDirectory(config=config)
    try:
        with Gradebook(directory.db_url, directory.course_id) as gradebook:
            yield gradebook
    except DBAPIError as error:
        raise CourseError(
            f"The gradebook can't be used ({error.orig}). Close what else uses it; if it is "
            "damaged, put back a copy. Then run the same command again."
        ) from error


def bring_up_to_date(course: Course, config: Config) -> list[str]:
    """Enter every assignment, notebook and cell of the course into the gradebook.

    nbgrader's own release does this too, but throws a notebook's cells away first, and refuses
    once there are submissions. Here cells are only added or changed, so no submission is lost.

    Returns:
        The assignments, in order.
    """
    with open_gradebook(config) as gradebook:
        for name in course.assignment_names:
            gradebook.update_or_create_assignment(name)
            _enter_notebook(gradebook, course, name)
    return course.assignment_names


def scores(config: Config, assignment: str) -> dict[str, dict[str, float]]:
    """Scores by student and by check, in points, of the last grading of each submission."""
    with open_gradebook(config) as gradebook:
        return {
            submission.student_id: {
                grade.name: grade.score
                for notebook in submission.notebooks
                for grade in notebook.grades
            }
            for submission in gradebook.assignment_submissions(assignment)
        }


def _enter_notebook(gradebook: Gradebook, course: Course, name: str) -> None:
    notebook = as_gradebook_sees(course.solution_notebook(name))
    kernelspec = json.dumps(notebook.metadata.get("kernelspec", {}))
    gradebook.update_or_create_notebook(name, name, kernelspec=kernelspec)
    for cell in notebook.cells:
        meta = cell.metadata.get("nbgrader")
        if not meta:
            continue
        key = (meta["grade_id"], name, name)
        if utils.is_grade(cell):
            gradebook.update_or_create_grade_cell(
                *key, max_score=float(meta["points"]), cell_type=cell.cell_type
            )
        if utils.is_solution(cell):
            gradebook.update_or_create_solution_cell(*key)
        gradebook.update_or_create_source_cell(
            *key,
            cell_type=cell.cell_type,
            locked=utils.is_locked(cell),
            source=cell.source,
            checksum=meta["checksum"],
        )
