"""Which handed-in cell is which of the teacher's: by nbgrader's name, by cell id, by content."""

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from nbformat import NotebookNode
from rapidfuzz import fuzz

from grader.intake.decode import Cell
from grader.text import without_held_out

_COMPARED = 20_000  # letters
_SAME = 90  # percent: the same cell, though nothing else says so
_RELATED = 70  # percent: the same cell, where its name says so too
_DEFINED = re.compile(r"^(?:(?:async +)?def|class) +(\w+)|^(\w+) *(?::[^=\n]*)?=(?!=)", re.M)


@dataclass(frozen=True, eq=False)
class Known:
    """A cell of the teacher's notebook.

    Attributes:
        rank: its place there.
        cell: the cell itself.
    """

    rank: int
    cell: NotebookNode

    @cached_property
    def name(self) -> str:
        """The name that nbgrader knows it by; empty for the text between the exercises."""
        return self.cell.metadata.get("nbgrader", {}).get("grade_id", "")

    @cached_property
    def is_solution(self) -> bool:
        """Whether learners write in it."""
        return bool(self.name and self.cell.metadata.nbgrader.get("solution"))

    @cached_property
    def is_locked(self) -> bool:
        """Whether it is the teacher's, to be graded as the teacher wrote it."""
        return bool(self.name) and not self.is_solution

    @cached_property
    def is_check(self) -> bool:
        """Whether it is locked and earns points."""
        return self.is_locked and bool(self.cell.metadata.nbgrader.get("grade"))

    @cached_property
    def released(self) -> str:
        """Its source as learners got it, trimmed."""
        return trimmed(without_held_out(self.cell.source))

    @cached_property
    def whole(self) -> str:
        """Its source, trimmed: a held-out check's as teachers see it."""
        return trimmed(self.cell.source)

    @cached_property
    def defines(self) -> set[str]:
        """The names that its source defines."""
        return defined(self.released)


class Role(Enum):
    """What becomes of a handed-in cell."""

    ANSWER = auto()  # the solution that counts
    COPY = auto()  # another answer to the same exercise
    GONE = auto()  # a copy of a locked cell, or an untouched stub: nothing of the learner's own
    OWN = auto()  # a cell of the learner's own


@dataclass(frozen=True)
class Placed:
    """A handed-in cell, its role, and the teacher's cell that it is, or is named after."""

    cell: Cell
    role: Role
    known: Known | None


def trimmed(source: str) -> str:
    """`source` without blanks at the ends of its lines and without empty lines around it."""
    return "\n".join(line.rstrip() for line in source.split("\n")).strip("\n")


def defined(source: str) -> set[str]:
    """The names that a source defines outside functions, also where it has syntax errors."""
    return {name for pair in _DEFINED.findall(source) for name in pair if name}


def match(cells: list[Cell], known: list[Known]) -> list[Placed]:
    """Tell for each handed-in cell what it is of the teacher's notebook."""
    claims = _claims(cells, known)
    answers = _answers(cells, claims, [one for one in known if one.is_solution])
    chosen = {one: cells[index] for index, one in answers.items()}
    placed = []
    for index, (cell, claim) in enumerate(zip(cells, claims, strict=True)):
        if index in answers:
            placed.append(Placed(cell, Role.ANSWER, answers[index]))
        else:
            placed.append(Placed(cell, _role(cell, claim, chosen), claim))
    return placed


def _role(cell: Cell, claim: Known | None, chosen: dict[Known, Cell]) -> Role:
    """The role of a cell that is no answer."""
    source = trimmed(cell.source)
    if claim is None or not claim.name:
        return Role.OWN
    if claim.is_locked:
        return Role.GONE if _is_copy(source, claim) else Role.OWN
    answer = trimmed(chosen[claim].source) if claim in chosen else ""
    if source in ("", claim.released, answer):
        return Role.GONE
    return Role.COPY if defined(source) & defined(answer) & claim.defines else Role.OWN


def _is_copy(source: str, locked: Known) -> bool:
    """Whether a cell under a locked cell's name holds nothing else.

    An edited check is only a copy; what a learner added to a set-up cell may be needed.
    """
    lines = set(source.split("\n")) - {""}
    return lines <= set(locked.whole.split("\n")) or (
        locked.is_check and _likeness(source, locked) >= _RELATED
    )


def _claims(cells: list[Cell], known: list[Known]) -> list[Known | None]:
    """What each cell is by its content, by nbgrader's name, by its id, or by likeness."""
    by_name = {one.name: one for one in known if one.name}
    by_id = {one.cell.id: one for one in known}
    by_content = {
        text: one for one in reversed(known) for text in (one.whole, one.released) if text
    }
    locked = [one for one in known if one.is_locked]

    def claim(cell: Cell) -> Known | None:
        source = trimmed(cell.source)
        named = by_name.get(cell.grade_id) or by_id.get(cell.id)
        if named and named.released == source:
            return named
        return by_content.get(source) or named or _most_alike(source, locked, _SAME)

    return [claim(cell) for cell in cells]


def _answers(
    cells: list[Cell], claims: list[Known | None], solutions: list[Known]
) -> dict[int, Known]:
    """The cell that counts for each solution, by index: the first that fits the best rule.

    A filled one that has the name and defines what it should; one that defines it; one that has
    the name; one that is like the stub; the stub itself.
    """
    sources = [trimmed(cell.source) for cell in cells]
    names = [_defined_by(cell, claim) for cell, claim in zip(cells, claims, strict=True)]

    def has_name(index: int, one: Known) -> bool:
        return claims[index] is one

    def is_filled(index: int, one: Known) -> bool:
        return sources[index] not in ("", one.released)

    def defines(index: int, one: Known) -> bool:
        claim = claims[index]
        belongs = claim is not None and claim.is_solution and names[index] & claim.defines
        return bool(names[index] & one.defines) and (claim is one or not belongs)

    def is_like(index: int, one: Known) -> bool:
        return claims[index] is None and _likeness(sources[index], one) >= _RELATED

    rules: list[Iterable[Callable[[int, Known], bool]]] = [
        (is_filled, has_name, defines),
        (is_filled, defines),
        (is_filled, has_name),
        (is_filled, is_like),
        (has_name,),
    ]
    found: dict[int, Known] = {}
    for rule in rules:
        for one in solutions:
            if one not in found.values():
                fitting = (
                    index
                    for index in range(len(cells))
                    if index not in found and all(test(index, one) for test in rule)
                )
                found |= {index: one for index in [next(fitting, None)] if index is not None}
    return found


def _defined_by(cell: Cell, claim: Known | None) -> set[str]:
    """What a cell defines; a text, such as a hint, only where the whole of it is Python."""
    names = defined(cell.source)
    if names and cell.kind != "code" and not (claim and claim.is_solution):
        try:
            ast.parse(cell.source)
        except (SyntaxError, RecursionError, MemoryError):
            return set()
    return names


def _most_alike(source: str, candidates: list[Known], least: float) -> Known | None:
    best = max(candidates, key=lambda one: _likeness(source, one), default=None)
    return best if best and _likeness(source, best) >= least else None


def _likeness(source: str, one: Known) -> float:
    """How alike two sources are, in percent; 0 where they are hardly alike."""
    return fuzz.ratio(source[:_COMPARED], one.released[:_COMPARED], score_cutoff=_RELATED)
