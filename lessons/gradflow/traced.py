"""What a trace found: a record for each tensor, and the arrows between them in a picture."""

from dataclasses import dataclass

from gradflow.draw import number
from gradflow.flow import FLOWS


@dataclass(frozen=True)
class Traced:
    """What became of the gradient on its way to one tensor.

    Attributes:
        name: the parameter's name of an input, the path of a variable, or the layers and the
            operation that made the tensor; a repeated name gets `#2`.
        kind: "input", "variable" or "operation"; in pictures also "layer", "stop", "operations".
        status: "flows", "stopped", "disconnected" or "not differentiable".
        norm: Euclidean norm of the gradient; None where none flows.
        gradient: the gradient itself, of a tensor with one entry; None otherwise.
        value: the value, of a tensor with one entry; None otherwise.
        shape: the shape, as text.
        ended_at: the operations at which the gradient ended, in words, without `library_ends`.
            For a tensor with a gradient, those on its other paths.
        library_ends: for a tensor without a gradient, the stops among them that a function of
            TensorFlow or Keras placed.
    """

    name: str
    kind: str
    status: str
    norm: float | None = None
    gradient: float | None = None
    value: float | None = None
    shape: str = ""
    ended_at: tuple[str, ...] = ()
    library_ends: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = "; ".join(self.ended_at)
        if self.status == FLOWS:
            other = f", and ended on another path at {said}" if said else ""
            return f"{self.name}: flows, norm {number(self.norm)}{other}."
        said = said or "; ".join(self.library_ends)
        return f"{self.name}: {self.status} at {said}." if said else f"{self.name}: {self.status}."


@dataclass(frozen=True)
class Arrow:
    """A use of one stage of a picture by a later one, both given by their place in the list.

    Attributes:
        source: the place of the stage that is used.
        target: the place of the stage that uses it.
        norm: the norm of the gradient that comes back; None if none does.
        ends: the operations in the target at which the gradient ended.
    """

    source: int
    target: int
    norm: float | None
    ends: tuple[str, ...]
