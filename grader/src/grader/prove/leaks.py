"""Nothing that learners get may hold a solution or a held-out check, or repeat a visible value."""

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from grader.build import read
from grader.course import Course
from grader.prove.kill_table import only
from grader.run import Runner
from grader.stubs import solution_region
from grader.text import held_out_region

SHORTEST = 16  # characters: shorter lines, such as `return total`, stand in many programs

_RECORD = """
from gradflow.checks import Check as _Check
_recorded, _call = [], _Check.call
def _recording(self, *args, shown, of=None, **kwargs):
    plain = [a for a in args if not callable(a)]
    _recorded.append((self.held_out, repr(plain)))
    return _call(self, *args, shown=shown, of=of, **kwargs)
_Check.call = _recording
"""
_COMPARE = """
_visible = {text for held_out, text in _recorded if not held_out and text != "[]"}
_held_out = [text for held_out, text in _recorded if held_out]
_same = [text for text in _held_out if text in _visible]
assert not _same, "a held-out call repeats a visible one: " + _same[0]
"""


def find_leaks(course: Course, assignment: str) -> list[str]:
    """A sentence for each line of a solution or a held-out check in the learners' notebook."""
    solution = read(course.solution_notebook(assignment))
    released = read(course.exercise_notebook(assignment))
    exercise = "\n".join(str(cell) for cell in released.cells)
    shown = "\n".join(cell.source for cell in released.cells)
    problems = []
    for cell in solution.cells:
        for kind, region in (
            ("a held-out check", held_out_region(cell.source)),
            ("a solution", solution_region(cell.source)),
        ):
            public = _outside(cell.source, region)
            for line in {line.strip() for line in region}:
                if len(line) < SHORTEST or line in public or line in _visible_checks(solution):
                    continue
                if line in shown or line in exercise:
                    problems.append(
                        f"exercises/{assignment} shows a line of {kind} ({cell.id}): {line}"
                    )
    return problems


def find_repeats(course: Course, assignment: str, names: list[str], runner: Runner) -> list[str]:
    """A sentence for each exercise whose held-out check calls with a visible check's values."""
    problems = []
    notebook = read(course.solution_notebook(assignment))
    for name in names:
        watched = only(notebook, name)
        first = next(i for i, cell in enumerate(watched.cells) if "nbgrader" in cell.metadata) + 1
        watched.cells.insert(first, new_code_cell(_RECORD))
        watched.cells.append(new_code_cell(_COMPARE))
        last = runner.run(watched).cells[-1]
        if last.status != "ok":
            problems.append(f"{assignment} {name}: {last.evalue or last.reason}")
    return problems


def _visible_checks(solution: NotebookNode) -> str:
    """What learners see in visible checks: the held-out check may build on the same helper."""
    return "\n".join(
        cell.source for cell in solution.cells if cell.get("id", "").endswith("_check")
    )


def _outside(source: str, region: list[str]) -> str:
    inside = set(region)
    return "\n".join(line for line in source.split("\n") if line not in inside)
