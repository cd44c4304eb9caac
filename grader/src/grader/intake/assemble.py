"""The notebook to grade: the learner's cells in their order, the teacher's at their places."""

import re
from copy import deepcopy
from dataclasses import dataclass
from itertools import count

import nbformat
from nbformat import NotebookNode

from grader.intake.decode import Cell
from grader.intake.match import Known, Placed, Role, defined

_CELL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_CLASS = re.compile(r"^class\s+(\w+)", re.MULTILINE)
_COPY_NOTE = "*Another answer to `{name}`. The first one filled in is graded; this is not run.*"


@dataclass
class _Spot:
    """A place in the notebook to be.

    Attributes:
        cell: what stands there; nothing where the spot only shows where a locked cell belongs.
        rank: the place in the teacher's notebook; -1 for what has none there.
        solution: the teacher's cell, where this is the answer to one.
    """

    cell: NotebookNode | None
    rank: int = -1
    solution: Known | None = None


def assemble(placed: list[Placed], known: list[Known], source: NotebookNode) -> NotebookNode:
    """Put learner's and teacher's cells together.

    A check stands behind the solutions that it checks and before the next one, a locked cell
    before the solutions that follow it: where the learner's file had it if that is such a place.

    Args:
        placed: the handed-in cells, in order.
        known: the teacher's cells, in order.
        source: the teacher's notebook, for what belongs to the notebook as a whole.
    """
    spots = [spot for one in placed for spot in _spots(one)]
    answered = {spot.solution for spot in spots}
    for one in known:
        if one.is_solution and one not in answered:
            place = _first_after(spots, one.rank, 0, len(spots))
            cell = deepcopy(one.cell)
            if any(one.defines & defined(spot.cell.source) for spot in spots[:place] if spot.cell):
                cell.source = ""  # the answer stands in another cell, which a stub would undo
            spots.insert(place, _Spot(cell, one.rank, one))
    for one in known:
        if one.is_locked:
            find = _check_place if one.is_check else _locked_place
            spots.insert(find(spots, one, known), _Spot(deepcopy(one.cell), one.rank))
    cells = [spot.cell for spot in spots if spot.cell]
    _give_ids(cells, taken={one.cell.id for one in known if one.name})
    return NotebookNode(
        cells=cells, metadata=deepcopy(source.metadata), nbformat=4, nbformat_minor=5
    )


def _spots(one: Placed) -> list[_Spot]:
    if one.role is Role.COPY:
        return [_Spot(_copy(one))]
    if one.known is None:
        return [_Spot(_own(one.cell))]
    if one.role is Role.ANSWER:
        return [_Spot(_answer(one), one.known.rank, one.known)]
    if not one.known.name:
        return [_Spot(_own(one.cell), one.known.rank)]
    mark = _Spot(None, one.known.rank)
    if one.role is Role.GONE:
        return [mark]
    # What a check's name was given to comes before the check; an edited set-up after the set-up.
    own = _Spot(_own(one.cell))
    return [own, mark] if one.known.is_check else [mark, own]


def _check_place(spots: list[_Spot], check: Known, known: list[Known]) -> int:
    checked = _checked_by(check, known)
    places = [at for at, spot in enumerate(spots) if spot.solution]
    start = 1 + max((at for at in places if spots[at].solution in checked), default=-1)
    end = next((at for at in places if at >= start), len(spots))
    window = range(start, end)
    earlier = [at for at in window if spots[at].cell and 0 <= spots[at].rank < check.rank]
    start = 1 + max(earlier, default=start - 1)
    marks = [at for at in range(start, end) if spots[at].rank == check.rank]
    return marks[-1] if marks else _first_after(spots, check.rank, start, end)


def _checked_by(check: Known, known: list[Known]) -> list[Known]:
    """The solutions right before a check and the checks in front of it."""
    checked: list[Known] = []
    for one in reversed(known[: check.rank]):
        if one.is_solution:
            checked.append(one)
        elif one.is_check and checked:
            break
    return checked


def _locked_place(spots: list[_Spot], locked: Known, known: list[Known]) -> int:
    later = {one for one in known[locked.rank :] if one.is_solution}
    end = next((at for at, spot in enumerate(spots) if spot.solution in later), len(spots))
    marks = [at for at in range(end) if spots[at].rank == locked.rank]
    earlier = [at for at in range(end) if 0 <= spots[at].rank < locked.rank]
    return marks[0] if marks else 1 + max(earlier, default=-1)


def _first_after(spots: list[_Spot], rank: int, start: int, end: int) -> int:
    return next((at for at in range(start, end) if spots[at].rank > rank), end)


def _answer(one: Placed) -> NotebookNode:
    """The learner's source in the teacher's cell: kind, name and metadata are the teacher's.

    What classes the learner was asked for is written beside them, for the run.
    """
    cell = deepcopy(one.known.cell)
    cell.source = one.cell.source
    if classes := _CLASS.findall(one.known.released):
        cell.metadata.classes = classes
    return cell


def _copy(one: Placed) -> NotebookNode:
    longest = max(map(len, re.findall("`+", one.cell.source)), default=0)
    fence = "`" * max(3, longest + 1)
    note = _COPY_NOTE.format(name=one.known.name)
    source = f"{note}\n\n{fence}python\n{one.cell.source}\n{fence}"
    return _own(Cell("markdown", source, one.cell.id))


def _own(cell: Cell) -> NotebookNode:
    """A cell of the learner's own. nbformat's makers check each one, which takes its time."""
    made = NotebookNode(
        cell_type=cell.kind, id=cell.id, metadata=NotebookNode(), source=cell.source
    )
    if cell.kind == "code":
        made.update(outputs=[], execution_count=None)
    elif cell.attachments:
        made.attachments = nbformat.from_dict(cell.attachments)
    return made


def _give_ids(cells: list[NotebookNode], taken: set[str]) -> None:
    """Give each cell of the learner's own an id that is sound, unique, and the same every time."""
    used, fresh = set(taken), (f"own-{number}" for number in count(1))
    for cell in cells:
        if "nbgrader" not in cell.metadata:
            sound = _CELL_ID.fullmatch(cell.id) and cell.id not in used
            cell.id = cell.id if sound else next(name for name in fresh if name not in used)
            used.add(cell.id)
