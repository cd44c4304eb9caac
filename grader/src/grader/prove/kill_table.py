"""Right answers must pass, wrong ones must fail for the named reason: measured, as a table."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass

from nbformat import NotebookNode

from grader import bank
from grader.bank import Answer
from grader.course import Course
from grader.marks import Mark, marks
from grader.notebooks import read
from grader.run import Runner
from grader.stubs import sentences

LEAST_RIGHT = 3
LEAST_WRONG = 6
WORKERS = 2


@dataclass(frozen=True)
class Row:
    """One exercise in the kill table.

    Attributes:
        assignment: as in `01_chain_rule`.
        exercise: as in `num_grad`.
        accepted: right answers that got full points, the solution included.
        right: right answers there are.
        rejected: wrong answers that lost points for the named reason.
        wrong: wrong answers there are.
    """

    assignment: str
    exercise: str
    accepted: int
    right: int
    rejected: int
    wrong: int


def measure(
    course: Course, assignment: str, runner: Runner, progress: Callable[[str], None]
) -> tuple[list[Row], list[str]]:
    """Run starter, solution and every answer of an assignment.

    Returns:
        The table's rows, and a sentence for each thing that is not as it must be.
    """
    notebook = read(course.solution_notebook(assignment))
    problems = _judge_whole_notebooks(course, assignment, notebook, runner)
    names = exercises(notebook)
    bank_of_all = bank.answers(course, assignment)
    answers = [answer for answer in bank_of_all if answer.exercise in names]
    strangers = sorted({answer.exercise for answer in bank_of_all} - set(names))
    problems += [f"grader/answers/{assignment}/{name} answers no exercise." for name in strangers]
    with ThreadPoolExecutor(WORKERS) as pool:
        found = pool.map(lambda answer: _judge(answer, notebook, runner), answers)
        judged = dict(zip(answers, found, strict=True))
    rows = []
    for exercise in names:
        mine = {a: found for a, found in judged.items() if a.exercise == exercise}
        right = [found for answer, found in mine.items() if answer.right]
        wrong = [found for answer, found in mine.items() if not answer.right]
        problems += [found for found in mine.values() if found]
        problems += _too_few(assignment, exercise, len(right), len(wrong))
        accepted, rejected = right.count(None), wrong.count(None)
        rows.append(Row(assignment, exercise, accepted + 1, len(right) + 1, rejected, len(wrong)))
        progress(
            f"{assignment} {exercise}: right accepted {accepted + 1}/{len(right) + 1}, "
            f"wrong rejected {rejected}/{len(wrong)}"
        )
    return rows, problems


def exercises(notebook: NotebookNode) -> list[str]:
    """The names of a notebook's exercises, in order."""
    return [_grade_id(cell) for cell in notebook.cells if _is_solution(cell)]


def only(notebook: NotebookNode, exercise: str) -> NotebookNode:
    """The code cells that one exercise needs: set-up, its own cell, its own checks."""
    small = deepcopy(notebook)
    small.cells = [cell for cell in small.cells if _belongs(cell, exercise)]
    return small


def starter(course: Course, assignment: str, notebook: NotebookNode) -> NotebookNode:
    """What a learner starts from, with the held-out checks back in."""
    released = {cell.id: cell for cell in read(course.exercise_notebook(assignment)).cells}
    start = deepcopy(notebook)
    for cell in start.cells:
        if _is_solution(cell):
            cell.source = released[cell.id].source
    return start


def as_markdown(rows: Iterable[Row]) -> str:
    """The table for the README."""
    lines = [
        "| assignment | exercise | right answers accepted | wrong answers rejected |",
        "|---|---|---|---|",
    ]
    rows = list(rows)
    for row in rows:
        lines.append(
            f"| {row.assignment} | `{row.exercise}` | {row.accepted}/{row.right} "
            f"| {row.rejected}/{row.wrong} |"
        )
    lines.append(
        f"| **all** | {len(rows)} | {sum(r.accepted for r in rows)}/{sum(r.right for r in rows)} "
        f"| {sum(r.rejected for r in rows)}/{sum(r.wrong for r in rows)} |"
    )
    return "\n".join(lines)


def _judge_whole_notebooks(
    course: Course, assignment: str, notebook: NotebookNode, runner: Runner
) -> list[str]:
    solved = marks(runner.run(notebook).notebook)
    problems = [
        f"{assignment}: the solution fails {mark.name}: {_one_line(mark.message)}"
        for mark in solved
        if not mark.passed
    ]
    said = {
        _grade_id(cell): sentences(cell.source) for cell in notebook.cells if _is_solution(cell)
    }
    for mark in marks(runner.run(starter(course, assignment, notebook)).notebook):
        wanted = said.get(mark.exercise, [])
        if mark.points or not any(s in _one_line(mark.message) for s in wanted):
            problems.append(
                f"{assignment}: the starter does not fail {mark.name} with its own sentence, "
                f"but says: {_one_line(mark.message) or 'nothing'}"
            )
    return problems


def _judge(answer: Answer, notebook: NotebookNode, runner: Runner) -> str | None:
    """None when the answer fares as it must, else a sentence."""
    filled = only(notebook, answer.exercise)
    bank.with_answer(filled, answer)
    earned = marks(runner.run(filled).notebook)
    where = f"{answer.assignment}/{answer.exercise}/{answer.name}"
    failed = [mark for mark in earned if not mark.passed]
    if answer.right:
        return _refusal(where, failed[0]) if failed else None
    if not failed:
        return f"{where} is wrong ({answer.belief}) and passes every check."
    if answer.passes_visible != any(mark.passed for mark in earned):
        return f"{where} passes the visible check or not, other than its header says."
    message = _one_line(failed[0].message)
    accused = failed[0].belief
    if answer.said not in message or accused not in (None, answer.belief):
        return f"{where} must fail with '{answer.said}' and fails with: {message}"
    return None


def _refusal(where: str, mark: Mark) -> str:
    return f"{where} is right and fails {mark.name}: {_one_line(mark.message)}"


def _too_few(assignment: str, exercise: str, right: int, wrong: int) -> list[str]:
    return [
        f"{assignment} {exercise} has {have} {kind} answers beside the solution; it needs {least}."
        for kind, have, least in (("right", right, LEAST_RIGHT), ("wrong", wrong, LEAST_WRONG))
        if have < least
    ]


def _belongs(cell: NotebookNode, exercise: str) -> bool:
    meta = cell.metadata.get("nbgrader")
    if cell.cell_type != "code":
        return False
    if not meta or not (meta["grade"] or meta["solution"]):
        return True
    return _grade_id(cell).removesuffix("_held_out").removesuffix("_check") == exercise


def _is_solution(cell: NotebookNode) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def _grade_id(cell: NotebookNode) -> str:
    return cell.metadata["nbgrader"]["grade_id"]


def _one_line(message: str) -> str:
    return " ".join(message.split())
