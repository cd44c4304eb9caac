"""Nothing that learners get may hold a solution or a held-out check, or repeat a visible value."""

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from grader.course import Course
from grader.notebooks import read
from grader.prove.kill_table import only
from grader.run import Runner
from grader.stubs import solution_region
from grader.text import SHORTEST_SECRET, held_out_lines

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
    released = str(read(course.exercise_notebook(assignment)))
    secrets = {"a held-out check": held_out_lines(solution), "a solution": _solution(solution)}
    return [
        f"exercises/{assignment} shows a line of {kind}: {line}"
        for kind, lines in secrets.items()
        for line in sorted(lines)
        if repr(line)[1:-1] in released
    ]


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


def _solution(notebook: NotebookNode) -> set[str]:
    """The lines of solution regions that stand in no visible check."""
    checks = "\n".join(c.source for c in notebook.cells if c.id.endswith("_check"))
    lines = {line.strip() for cell in notebook.cells for line in solution_region(cell.source)}
    return {line for line in lines if len(line) >= SHORTEST_SECRET and line not in checks}
