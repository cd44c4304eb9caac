"""What a run of an exercise notebook earned, check by check."""

import re
from dataclasses import dataclass

from nbformat import NotebookNode
from nbgrader.utils import determine_grade, is_grade

_BELIEF = re.compile(r"^Belief: \[([a-z0-9-]+)\]", re.M)


@dataclass(frozen=True)
class Mark:
    """What one check gave.

    Attributes:
        name: the check's name, as in `num_grad_check` or `num_grad_held_out`.
        points: what it earned.
        of: what it can earn.
        message: the failing check's own words; empty when it passed.
    """

    name: str
    points: float
    of: float
    message: str

    @property
    def passed(self) -> bool:
        """Whether it earned all it can."""
        return self.points == self.of and not self.message

    @property
    def held_out(self) -> bool:
        """Whether this check runs only when work is graded."""
        return self.name.endswith("_held_out")

    @property
    def exercise(self) -> str:
        """The exercise that it checks."""
        return self.name.removesuffix("_held_out").removesuffix("_check")

    @property
    def belief(self) -> str | None:
        """The belief that the message names, if it names one."""
        found = _BELIEF.search(self.message)
        return found[1] if found else None


def marks(executed: NotebookNode) -> list[Mark]:
    """The marks of an executed notebook, by nbgrader's own rule, in order."""
    return [_mark(cell) for cell in executed.cells if is_grade(cell)]


def _mark(cell: NotebookNode) -> Mark:
    points, most = determine_grade(cell)
    message = "\n".join(
        output.evalue or output.ename for output in cell.outputs if output.output_type == "error"
    )
    return Mark(cell.metadata.nbgrader["grade_id"], points, most, message)
