"""What an audit found for one variable."""

from dataclasses import dataclass

from gradflow.draw import number


@dataclass(frozen=True)
class Audited:
    """What a training step did to one variable.

    Attributes:
        name: the variable's path; a repeated one gets `#2`.
        kind: "weight", or "state" for what no gradient moves: moving statistics, seeds and an
            optimizer's averages of weights.
        moved: whether a single bit of it changed.
        trainable: its flag.
        asked: whether the step asked for its gradient; None if that could not be seen.
        gradient: the norm of the gradient; None if it was None or not asked for.
        updated: whether an optimizer was given a gradient for it; None if that could not be seen.
        slots: how many numbers an optimizer holds for it.
        regulariser: the norm of its regulariser's gradient, if the step called the regulariser.
        why: what was observed, in words.
    """

    name: str
    kind: str
    moved: bool
    trainable: bool
    asked: bool | None = False
    gradient: float | None = None
    updated: bool | None = False
    slots: int = 0
    regulariser: float | None = None
    why: tuple[str, ...] = ()

    @property
    def gradient_said(self) -> str:
        """The gradient in words: a norm, "None", "not asked for" or "not seen"."""
        if self.kind == "state":
            return ""
        if self.asked is None:
            return "not seen"
        return number(self.gradient) if self.asked else "not asked for"

    def __str__(self) -> str:
        verb = "moved" if self.moved else "stayed"
        return (
            f"{self.name}: {verb}; {'; '.join(self.why)}." if self.why else f"{self.name}: {verb}."
        )
