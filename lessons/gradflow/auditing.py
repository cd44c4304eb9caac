"""Run one training step and tell, for each variable, what moved and why."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from gradflow.audit_picture import draw_audit
from gradflow.audited import Audited
from gradflow.draw import number
from gradflow.names import identity, path, unique
from gradflow.observer import Observer
from gradflow.picture import Picture
from gradflow.state import State, value
from gradflow.table import Table

import keras
import numpy as np
import tensorflow as tf

STATE = {
    "moving_mean": "a moving statistic",
    "moving_variance": "a moving statistic",
    "seed_generator_state": "the state of a random generator",
}


def audit(step: Callable, model_or_variables: Any, *args: Any, restore: bool = False) -> "Audit":
    """Run `step(*args)` once, for real, and tell what it did to each variable.

    What moved is told bit by bit. A reason is given only where it was observed: in the calls of
    `tape.gradient`, of a Keras optimizer's `apply` and of regularisers. Inside a trace that
    `tf.function` made earlier nothing can be observed. Where that hides the reason, everything is
    put back, the step runs once more, traced anew, and then what the first run did is put back.

    Args:
        step: the training step; what it returns is not used.
        model_or_variables: a built Keras model or layer, or a list of variables.
        *args: what the step takes.
        restore: whether to leave the variables, and the state of optimizers, as they were.

    Raises:
        TypeError: if `model_or_variables` is neither.
        ValueError: if the model was not built, or if the step does not touch the variables.
    """
    variables = _variables(model_or_variables)
    keys = [identity(variable) for variable in variables]
    before = State(variables)
    if (optimizer := getattr(model_or_variables, "optimizer", None)) is not None:
        before.remember(optimizer.variables)
    seen = Observer(variables, before, anew=False)
    with seen.watching():
        step(*args)
    moved = _moved(variables, before)
    moved_anew = moved
    if seen.used_old_trace and not _explained(variables, moved, seen):
        after = before.again()
        before.restore()
        late = State()
        seen = Observer(variables, late, anew=True)
        with seen.watching():
            step(*args)
        moved_anew = _moved(variables, before)
        late.restore()
        after.restore()
    if not moved and not any(key in seen.asked or key in seen.given for key in keys):
        raise ValueError(
            f"The step neither moved any of these {len(variables)} variables nor asked for their "
            "gradients, so there is nothing to tell: give the variables that it trains."
        )
    found = [_Finding(variable, seen, before, moved_anew).audited() for variable in variables]
    found += _averages(variables, seen, before)
    names = unique(audited.name for audited in found)
    rows = [replace(audited, name=name) for audited, name in zip(found, names, strict=True)]
    if restore:
        before.restore()
    return Audit(rows, variables)


class Audit:
    """What one training step did to each variable; made by `audit`.

    Attributes:
        variables: what was found for each variable, in the order given, then for an optimizer's
            averages of weights.
    """

    def __init__(self, rows: Sequence[Audited], variables: Sequence[Any]) -> None:
        self.variables = list(rows)
        self._found = {
            identity(variable): row for variable, row in zip(variables, rows, strict=False)
        }

    def __getitem__(self, key: Any) -> Audited:
        """Return what was found for a variable, by identity, or for a name.

        Raises:
            KeyError: if it was not audited.
        """
        if isinstance(key, str):
            found = next((row for row in self.variables if row.name == key), None)
        else:
            found = self._found.get(identity(key))
        if found is None:
            raise KeyError(f"{key!r} was not audited: .variables lists what was.")
        return found

    def table(self) -> Table:
        """Return a row for each variable."""
        return Table(
            ("variable", "moved", "gradient", "slots", "why"),
            [
                (
                    row.name,
                    "moved" if row.moved else "stayed",
                    row.gradient_said,
                    str(row.slots) if row.slots else "",
                    "; ".join(row.why),
                )
                for row in self.variables
            ],
        )

    def draw(self) -> Picture:
        """Return a picture: each variable's gradient, where it ended, and whether it moved."""
        return draw_audit(self.variables)

    def __str__(self) -> str:
        weights = [row for row in self.variables if row.kind == "weight"]
        state = [row for row in self.variables if row.kind == "state"]
        said = f"The step moved {sum(row.moved for row in weights)} of {len(weights)} weights"
        if state:
            said += f" and {sum(row.moved for row in state)} of {len(state)} other states"
        return f"{said}.\n\n{self.table()}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        html = self.draw().html + self.table()._repr_html_()
        return {"text/html": html, "text/plain": str(self)}


class _Finding:
    """What is known about one variable after the step."""

    def __init__(self, variable: Any, seen: Observer, before: State, moved_anew: set[int]) -> None:
        self.variable = variable
        self.key = identity(variable)
        self.state = before
        self.moved = before.moved(variable)
        self.moved_anew = self.key in moved_anew
        self.asked = self.key in seen.asked
        self.gradient = seen.asked.read(self.key)
        self.listed = self.key in seen.given
        self.given = seen.given.read(self.key)
        self.got_none = seen.given.is_none(self.key)
        self.stopped = self.key in seen.stopped
        self.optimizers = _holders(variable, seen)
        self.regulariser = self._regulariser() if self.key in seen.regularised else None

    def audited(self) -> Audited:
        name = path(self.variable)
        state = STATE.get(name.split("/")[-1])
        if state is not None and not self.asked:
            end = "which moves without a gradient" if self.moved else "which the step left alone"
            why: tuple[str, ...] = (f"{state}, {end}",)
        else:
            why = tuple(self._reasons())
        hidden = self.moved != self.moved_anew
        return Audited(
            name,
            "weight" if state is None else "state",
            self.moved,
            bool(self.variable.trainable),
            None if hidden else self.asked,
            None if hidden else self.gradient,
            None if hidden else self.given is not None,
            sum(int(np.prod(slot.shape)) for slot in self._slots()),
            self.regulariser,
            why,
        )

    def _reasons(self) -> Iterator[str]:
        if not self.variable.trainable:
            yield "trainable=False"
        if self.moved != self.moved_anew:
            other = "leaves it alone" if self.moved else "moves it"
            yield f"an older trace ran; traced anew, the step {other}"
            return
        yield from self._about_gradient()
        if self.moved:
            yield from self._why_moved()
        else:
            yield from self._why_stayed()
        if self.regulariser is not None:
            whole = "" if self.gradient is None else f" of {number(self.gradient)}"
            yield f"its regulariser's share: norm {number(self.regulariser)}{whole}"

    def _about_gradient(self) -> Iterator[str]:
        if not self.asked:
            yield "its gradient was not asked for"
        elif self.gradient is None:
            yield "its gradient is None"
        elif self.gradient == 0:
            yield "its gradient is zero"
        else:
            yield f"its gradient has norm {number(self.gradient)}"
        if self.asked and self.gradient is not None:
            if self.got_none:
                yield "the optimizer got None"
            elif self.listed and self.given == 0 != self.gradient:
                yield "the optimizer got zeros"

    def _why_moved(self) -> Iterator[str]:
        if self.stopped:
            yield "tf.stop_gradient on a computed gradient is an identity"
        if self._is_average():
            yield "it was overwritten with the optimizer's average of it"
        elif not self.listed:
            yield "no optimizer was given it, so something else assigned it"
        elif self.given == 0:
            yield "it moved on a zero gradient"
            yield from self._on_zero()

    def _on_zero(self) -> Iterator[str]:
        momentum = [slot for slot in self._slots() if path(slot).endswith("momentum")]
        if any(slot in self.state and self.state.before(slot).any() for slot in momentum):
            yield "its momentum was not zero"
        for optimizer in self.optimizers:
            if optimizer.weight_decay and optimizer._use_weight_decay(self.variable):
                yield f"weight decay is {number(float(optimizer.weight_decay))}"

    def _why_stayed(self) -> Iterator[str]:
        if not self.listed:
            yield "left out of the update"
        elif self.given is None and not self.got_none:
            yield "the update did not run"
        elif self.given:
            for optimizer in self.optimizers:
                if float(optimizer.learning_rate) == 0:
                    yield "the learning rate is zero"
                if optimizer.gradient_accumulation_steps:
                    yield "the optimizer is accumulating gradients"

    def _slots(self) -> list[Any]:
        return [slot for optimizer in self.optimizers for slot in _slots(optimizer, self.variable)]

    def _is_average(self) -> bool:
        """Tell whether an optimizer wrote its average over the variable in this step."""
        now = value(self.variable).tobytes()
        return any(
            (average := _average(optimizer, self.variable)) is not None
            and optimizer.ema_overwrite_frequency
            and int(optimizer.iterations) % optimizer.ema_overwrite_frequency == 0
            and value(average).tobytes() == now
            for optimizer in self.optimizers
        )

    def _regulariser(self) -> float:
        weight = tf.constant(self.state.before(self.variable))
        with tf.GradientTape() as tape:
            tape.watch(weight)
            penalty = self.variable.regularizer(weight)
        gradient = tape.gradient(penalty, weight)
        return 0.0 if gradient is None else float(np.linalg.norm(gradient.numpy().ravel()))


def _variables(model_or_variables: Any) -> list[Any]:
    if isinstance(model_or_variables, keras.Layer):
        variables = list(model_or_variables.variables)
        if not variables:
            raise ValueError(
                f"The model {model_or_variables.name!r} has no variables, because it was not built "
                "or has none: call it once on data first."
            )
        return variables
    given = model_or_variables if isinstance(model_or_variables, list | tuple) else []
    if given and all(isinstance(v, tf.Variable | keras.Variable) for v in given):
        return list(given)
    raise TypeError(
        f"audit got a {type(model_or_variables).__name__} where it needs a Keras model or a list "
        "of variables: give it model, or model.trainable_variables for example."
    )


def _moved(variables: Sequence[Any], before: State) -> set[int]:
    return {identity(variable) for variable in variables if before.moved(variable)}


def _explained(variables: Sequence[Any], moved: set[int], seen: Observer) -> bool:
    """Tell whether gradients were seen, and an update for each weight that moved."""
    weights = [v for v in variables if path(v).split("/")[-1] not in STATE]
    return any(identity(v) in seen.asked for v in weights) and all(
        identity(v) in seen.given for v in weights if identity(v) in moved
    )


def _averages(variables: Sequence[Any], seen: Observer, before: State) -> list[Audited]:
    """Return a row for each average of weights that an optimizer keeps."""
    found = []
    for variable in variables:
        for optimizer in _holders(variable, seen):
            average = _average(optimizer, variable)
            if average is not None:
                moved = average in before and before.moved(average)
                why = "an average of weights, which moves without a gradient of its own"
                found.append(Audited(path(average), "state", moved, False, why=(why,)))
    return found


def _holders(variable: Any, seen: Observer) -> list[Any]:
    """Return the optimizers that ran and were built on a variable."""
    ran = {id(optimizer): optimizer for optimizer in seen.optimizers.values()}.values()
    return [optimizer for optimizer in ran if _index(optimizer, variable) is not None]


def _index(optimizer: Any, variable: Any) -> int | None:
    keys = [identity(held) for held in optimizer._trainable_variables]
    return keys.index(identity(variable)) if identity(variable) in keys else None


def _slots(optimizer: Any, variable: Any) -> list[Any]:
    """Return what an optimizer holds for a variable: every list that has one item a variable."""
    index = _index(optimizer, variable)
    others = (optimizer._trainable_variables, optimizer._variables)
    lists = [
        items
        for items in vars(optimizer).values()
        if isinstance(items, list) and len(items) == len(others[0])
    ]
    own = {identity(v) for v in optimizer.variables}
    return [
        items[index]
        for items in lists
        if not any(items is other for other in others) and identity(items[index]) in own
    ]


def _average(optimizer: Any, variable: Any) -> Any:
    if not optimizer.use_ema:
        return None
    return optimizer._model_variables_moving_average[_index(optimizer, variable)]
