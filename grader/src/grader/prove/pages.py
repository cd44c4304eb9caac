"""Every lesson and exercise carries what a reader needs: objectives, minutes, hints, alt text."""

import re
from collections.abc import Iterator

from nbformat import NotebookNode

from grader.course import Course
from grader.notebooks import read
from grader.prove.kill_table import exercises

LESSON_HEADER = ("After this lesson you can", "You need", "Minutes")
CARD = ("**Write**", "**Why**", "**Difficulty**", "**Minutes**")
HINTS = ("Hint 1: a question", "Hint 2: a pointer", "Hint 3: almost the code")
MOST_VISIBLE = 1 / 3
_BARE_IMAGE = re.compile(r"!\[\s*\]\(|<img(?![^>]*\balt=\"[^\"]+\")[^>]*>")


def lesson_problems(course: Course, lesson: str) -> list[str]:
    """A sentence for each thing that a lesson's page lacks."""
    notebook = read(course.lesson_notebook(lesson))
    header = notebook.cells[0].source
    problems = [f"lesson {lesson} has no '{part}'." for part in LESSON_HEADER if part not in header]
    if "Predict" not in "\n".join(cell.source for cell in notebook.cells):
        problems.append(f"lesson {lesson} never asks the reader to predict.")
    problems += [f"lesson {lesson} shows a picture without alt text." for _ in _bare(notebook)]
    return problems


def exercise_problems(course: Course, assignment: str) -> list[str]:
    """A sentence for each thing that an assignment's page lacks."""
    notebook = read(course.solution_notebook(assignment))
    sections = _sections(notebook)
    problems = []
    for name in exercises(notebook):
        section = next((text for text in sections if f"`{_called(notebook, name)}`" in text), "")
        lacking = [part for part in (*CARD, *HINTS) if part not in section]
        problems += [f"{assignment} {name} has no '{part}'." for part in lacking]
        points = {
            cell.id: cell.metadata.nbgrader.points
            for cell in notebook.cells
            if cell.id in (f"{name}_check", f"{name}_held_out")
        }
        if len(points) != 2:
            problems.append(f"{assignment} {name} needs a visible and a held-out check.")
        elif points[f"{name}_check"] > MOST_VISIBLE * sum(points.values()):
            problems.append(f"{assignment} {name}: the visible check carries too many points.")
    return problems


def _called(notebook: NotebookNode, name: str) -> str:
    """What the exercise's heading calls it: predictions are kept in `answers`."""
    cell = next(cell for cell in notebook.cells if cell.id == name)
    return "answers" if "### BEGIN ANSWERS" in cell.source else name


def _sections(notebook: NotebookNode) -> list[str]:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return re.split(r"^## ", text, flags=re.M)[1:]


def _bare(notebook: NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield from _BARE_IMAGE.findall(cell.source)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if any(kind.startswith("image/") for kind in data) and not (
                output.metadata.get("image/png", {}).get("alt")
            ):
                yield cell.id
            yield from _BARE_IMAGE.findall(data.get("text/html", ""))
