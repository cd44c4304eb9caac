"""Between an author's text and a notebook.

A text is a percent script. An author writes short marks in the cell markers, never nbgrader's
metadata; this module is the only place that knows both:

    # %% name="two_sides"                          a lesson cell that other pages point to
    # %% locked="setup"                            a cell that learners can read but not change
    # %% solution="num_grad"                       where the learner writes
    # %% check="num_grad" points=1                 the visible check
    # %% check="num_grad" points=3 held_out=true   the held-out check

Text to notebook to text is a fixed point, and cell ids come from names, so building twice gives
the same bytes.
"""

import hashlib
import json
import re
import subprocess
import sys

import jupytext
import nbformat
from nbformat import NotebookNode

from grader.course import HOME
from grader.errors import CourseError

MARKS = ("name", "locked", "solution", "check", "points", "held_out")
NBGRADER_SCHEMA = 3
BEGIN_HELD_OUT = "### BEGIN HIDDEN TESTS"
END_HELD_OUT = "### END HIDDEN TESTS"
HELD_OUT_NOTE = "# The held-out check of `{name}`: other values. It runs when your work is graded."
SHORTEST_SECRET = 16

AS_BUILT = "as_built"  # in a notebook's metadata

_NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_TEXT_FORMAT = {"extension": ".py", "format_name": "percent"}


def fingerprint(notebook: NotebookNode) -> str:
    """A hash of a notebook's cells, less outputs; a built one remembers it as `AS_BUILT`."""
    cells = [
        [cell.cell_type, cell.source, cell.get("id"), cell.metadata.get("nbgrader")]
        for cell in notebook.cells
    ]
    return hashlib.sha256(json.dumps(cells, sort_keys=True).encode()).hexdigest()


def to_notebook(text: str, where: str) -> NotebookNode:
    """The notebook of a text, without outputs.

    Args:
        text: a percent script with marks.
        where: the file's name, for messages.

    Raises:
        CourseError: a mark is unknown, incomplete or used twice.
    """
    notebook = jupytext.reads(text, fmt=_TEXT_FORMAT)
    cells = []
    headings = _Headings()
    for parsed in notebook.cells:
        marks = _marks(parsed, where)
        source = parsed.source
        if marks.get("held_out"):
            note = HELD_OUT_NOTE.format(name=marks["check"])
            source = "\n".join([note, BEGIN_HELD_OUT, source, END_HELD_OUT])
        cell = (
            nbformat.v4.new_markdown_cell(source)
            if parsed.cell_type == "markdown"
            else nbformat.v4.new_code_cell(source)
        )
        cell.id = headings.next_id(parsed) if not marks else _name(marks)
        cell.metadata = _metadata(cell.cell_type, marks)
        cells.append(cell)
    _refuse_twins(cells, where)
    built = nbformat.v4.new_notebook(cells=cells, metadata=_NOTEBOOK_METADATA)
    built.nbformat_minor = 5
    built.metadata[AS_BUILT] = fingerprint(built)
    return built


def to_text(notebook: NotebookNode) -> str:
    """The text of a notebook that `to_notebook` built and that somebody may have edited.

    Metadata that editors add is dropped; only marks are kept.
    """
    cells = []
    for cell in notebook.cells:
        marks = _marks_of(cell)
        source = cell.source
        if marks.get("held_out"):
            source = "\n".join(held_out_region(source))
        new = (
            nbformat.v4.new_markdown_cell(source)
            if cell.cell_type == "markdown"
            else nbformat.v4.new_code_cell(source)
        )
        new.metadata = marks | {"lines_to_next_cell": 1}
        cells.append(new)
    plain = nbformat.v4.new_notebook(cells=cells)
    plain.metadata["jupytext"] = {
        "notebook_metadata_filter": "-all",
        "cell_metadata_filter": ",".join(MARKS),
    }
    return _formatted(jupytext.writes(plain, fmt=_TEXT_FORMAT))


def held_out_region(source: str) -> list[str]:
    """The lines of a cell that learners must not see; none where there is no held-out check."""
    return source.partition(BEGIN_HELD_OUT)[2].partition(END_HELD_OUT)[0].strip("\n").split("\n")


def held_out_lines(notebook: NotebookNode) -> set[str]:
    """The lines that only held-out checks have: what gives a held-out check away.

    Short lines, such as `else:`, and lines that stand elsewhere in the notebook give nothing away.
    """
    shown = "\n".join(without_held_out(cell.source) for cell in notebook.cells)
    secret = {line.strip() for cell in notebook.cells for line in held_out_region(cell.source)}
    return {line for line in secret if len(line) >= SHORTEST_SECRET and line not in shown}


def without_held_out(source: str) -> str:
    """A cell's source as learners may see it."""
    before, begin, rest = source.partition(BEGIN_HELD_OUT)
    return (before + rest.partition(END_HELD_OUT)[2]).strip("\n") if begin else source


def _formatted(text: str) -> str:
    """`text` as the project formats Python, so that a round trip changes no blank line."""
    ruff = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--config", HOME / ".ruff.toml", "-"],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if ruff.returncode:
        raise CourseError(
            f"The notebook's code can't be formatted: {ruff.stderr.strip()}. Mend that cell first."
        )
    return ruff.stdout


def _marks(cell: NotebookNode, where: str) -> dict:
    given = {key: value for key, value in cell.metadata.items() if key != "lines_to_next_cell"}
    unknown = sorted(set(given) - set(MARKS))
    if unknown:
        raise CourseError(
            f"{where} has a cell marked '{unknown[0]}', which is no mark. "
            f"The marks are: {', '.join(MARKS)}."
        )
    if ("check" in given) != ("points" in given):
        raise CourseError(
            f"{where} has a check without points, or points without a check. "
            'Write both, as in: # %% check="add" points=2'
        )
    return given


def _name(marks: dict) -> str:
    if "check" in marks:
        return marks["check"] + ("_held_out" if marks.get("held_out") else "_check")
    return marks.get("solution") or marks.get("locked") or marks["name"]


def _metadata(cell_type: str, marks: dict) -> dict:
    if not marks or "name" in marks:
        return {}
    grade = "check" in marks
    nbgrader = {
        "cell_type": cell_type,
        "grade": grade,
        "grade_id": _name(marks),
        "locked": "solution" not in marks,
        "schema_version": NBGRADER_SCHEMA,
        "solution": "solution" in marks,
        "task": False,
    }
    if grade:
        nbgrader["points"] = marks["points"]
    return {"nbgrader": nbgrader}


def _marks_of(cell: NotebookNode) -> dict:
    meta = cell.metadata.get("nbgrader")
    if not meta:
        is_name = re.fullmatch(r"[a-z][a-z0-9_]*", cell.get("id", ""))
        return {"name": cell.id} if is_name else {}
    grade_id = meta["grade_id"]
    if meta.get("grade"):
        held_out = grade_id.endswith("_held_out")
        name = grade_id.removesuffix("_held_out" if held_out else "_check")
        marks = {"check": name, "points": meta["points"]}
        return marks | {"held_out": True} if held_out else marks
    return {"solution" if meta.get("solution") else "locked": grade_id}


def _refuse_twins(cells: list[NotebookNode], where: str) -> None:
    seen = set()
    for cell in cells:
        if cell.id in seen:
            raise CourseError(f"{where} has two cells called '{cell.id}'. Rename one of them.")
        seen.add(cell.id)


class _Headings:
    """Ids for cells without a name: the last heading and a number, as in `two-sides-3`.

    They hold a hyphen, so that they are never taken for a name on the way back.
    """

    def __init__(self) -> None:
        self._slug = "start"
        self._count = 0
        self._used: set[str] = set()

    def next_id(self, cell: NotebookNode) -> str:
        heading = re.search(r"^#{1,3} +(.+)$", cell.source, re.M)
        if cell.cell_type == "markdown" and heading:
            slug = re.sub(r"[^a-z0-9]+", "-", heading[1].lower()).strip("-")[:40] or "section"
            number = 2
            base = slug
            while slug in self._used:
                slug, number = f"{base}-{number}", number + 1
            self._used.add(slug)
            self._slug, self._count = slug, 0
        self._count += 1
        return f"{self._slug}-{self._count:02d}"
