"""Follow a loss backwards: which tensors its gradient reaches, and where it ends."""

import inspect
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from gradflow.blocks import ALL, UNSEEN, Block, layer_path, link, op_path, split
from gradflow.draw import number
from gradflow.flow import STATUSES, STOP, Flow
from gradflow.names import identity, path, unique
from gradflow.picture import Picture
from gradflow.recorder import CUSTOM_GRADIENT, Op, Recorder
from gradflow.stages import draw_stages
from gradflow.table import Table
from gradflow.traced import Arrow, Traced

import keras
import numpy as np
import tensorflow as tf

SOURCES = {"input", "variable"}
LINE = 80  # letters of a line of code


def trace(fn: Callable, *inputs: Any) -> "Trace":
    """Run a function once and follow the gradient of its loss back to every tensor.

    What `tf.function` compiles runs here operation by operation, as in eager mode: conditions
    and loops show the branch and the turns that were taken. Constants are left out.

    Args:
        fn: takes the inputs and returns a loss, a scalar in floating point.
        *inputs: tensors, variables, arrays, numbers, and nested lists, tuples and dicts of them;
            arrays and floats become tensors. The gradient is followed to all of them, and to
            each trainable variable that `fn` touches.

    Raises:
        TypeError: if `fn` returns None, something that is no tensor, or an integer.
        ValueError: if the loss is not a scalar, if a layer was not built, or if there is no input
            and no variable to follow the gradient to.
    """
    inputs = keras.tree.map_structure(_as_tensor, inputs)
    sources = _sources(fn, inputs)
    with tf.GradientTape() as tape:
        recorder = Recorder(tape)
        for source in sources.values():
            if _differentiable(source):
                tape.watch(source)
        with recorder.recording():
            loss = fn(*inputs)
    _check_loss(loss, recorder.ops)
    tensors = {name: source for name, source in sources.items() if not hasattr(source, "handle")}
    given = [source for source in sources.values() if hasattr(source, "handle")]
    touched = [*given, *recorder.variables]
    variables = list({id(variable.handle): variable for variable in touched}.values())
    if not variables and not any(map(_differentiable, tensors.values())):
        raise ValueError(
            "The function has no float input and touches no variable, so there is nothing to "
            "follow the gradient to: give it an input, or use a variable inside."
        )
    return Trace(recorder, loss, tensors, variables)


class Trace:
    """Where the gradient of a loss flows, and where it ends; made by `trace`.

    Attributes:
        loss: the value of the loss.
        tensors: what was found for each input, variable and result of an operation, in order.
        stops: the stops that you placed, in words.
        library_stops: the stops that functions of TensorFlow or Keras placed, in words.
    """

    def __init__(
        self,
        recorder: Recorder,
        loss: tf.Tensor,
        inputs: dict[str, tf.Tensor],
        variables: Sequence[tf.Variable],
    ) -> None:
        self.loss = float(loss)
        self._loss = loss
        self._ops = recorder.ops
        self._say = cache(_say)
        outputs = [(op, output) for op in self._ops for output in op.outputs]
        asked = [*inputs.values(), *variables, *(output for _, output in outputs)]
        asked = list({identity(item): item for item in asked if _differentiable(item)}.values())
        gradients = {
            identity(item): gradient
            for item, gradient in zip(asked, recorder.gradient(loss, asked), strict=True)
            if gradient is not None
        }
        self._flow = Flow(self._ops, loss, set(gradients))
        items = [
            *(("input", name, tensor) for name, tensor in inputs.items()),
            *(("variable", path(variable), variable) for variable in variables),
            *(("operation", op_path(op), output) for op, output in outputs if _shown(op, output)),
        ]
        names = unique(name for _, name, _ in items)
        self._found = {
            identity(item): self._describe(name, kind, item, gradients.get(identity(item)))
            for name, (kind, _, item) in zip(names, items, strict=True)
        }
        self.tensors = list(self._found.values())
        stops = [op for op in self._ops if op.type == STOP]
        self.stops = tuple(self._say(op) for op in stops if not op.library)
        self.library_stops = tuple(self._say(op) for op in stops if op.library)

    def __getitem__(self, key: Any) -> Traced:
        """Return what was found for a tensor or variable, by identity, or for a name.

        Raises:
            KeyError: if the function did not touch it.
        """
        if isinstance(key, str):
            found = next((traced for traced in self.tensors if traced.name == key), None)
        else:
            found = self._found.get(identity(key))
        if found is None:
            raise KeyError(
                f"The traced function did not touch {key!r}: .tensors lists what it did touch."
            )
        return found

    def table(self, open: str | None = None) -> Table:
        """Return a row for each input, variable and layer; without layers, for each operation.

        Args:
            open: the name of a layer to show operation by operation, or "*" for all.
        """
        stages, _ = self._stages(open)
        names = {stage.name for stage in stages}
        rest = [t for t in self.tensors if t.kind == "variable" and t.name not in names]
        return Table(
            ("tensor", "kind", "gradient", "norm", "ended at"),
            [
                (
                    row.name,
                    row.kind,
                    row.status,
                    "" if row.norm is None else number(row.norm),
                    "; ".join(row.ended_at or row.library_ends * (row.norm is None)),
                )
                for row in [*stages, *rest]
            ],
        )

    def draw(self, open: str | None = None) -> Picture:
        """Return a picture: the gradient as wide as its norm, and a barrier where it ends.

        Up to eight nodes are drawn from left to right; more are drawn downwards, one a row.

        Args:
            open: the name of a layer to show operation by operation, or "*" for all.
        """
        return draw_stages(*self._stages(open))

    def __str__(self) -> str:
        counts = Counter(traced.status for traced in self.tensors)
        said = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
        lines = [f"Loss {number(self.loss)}. Of {len(self.tensors)} tensors: {said}."]
        lines += [f"Your stop: {stop}." for stop in self.stops]
        if self.library_stops:
            lines.append(f"Stops that TensorFlow or Keras placed: {len(self.library_stops)}.")
        return "\n".join([*lines, "", str(self.table())])

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        html = self.draw().html + self.table()._repr_html_()
        return {"text/html": html, "text/plain": str(self)}

    def _describe(self, name: str, kind: str, item: Any, gradient: Any) -> Traced:
        handle = getattr(item, "handle", item)
        ends = self._flow.ends(handle)
        scalar = item.shape == () and item.dtype.is_floating
        return Traced(
            name,
            kind,
            self._flow.status(handle),
            norm=None if gradient is None else _norm(gradient),
            gradient=float(gradient) if scalar and gradient is not None else None,
            value=float(item) if scalar else None,
            shape=str(tuple(item.shape)),
            ended_at=tuple(self._say(op) for op in ends if not op.library),
            library_ends=tuple(self._say(op) for op in ends if op.library),
        )

    def _stages(self, open: str | None) -> tuple[list[Traced], list[Arrow]]:
        """Return the blocks, each after the inputs and variables it uses, and what joins them."""
        layers = {call.layer.name for op in self._ops if op.call for call in op.call.chain()}
        if open not in (None, ALL, *layers):
            raise ValueError(
                f"No layer named {open!r} ran, so it can't be opened: "
                + (f"use one of {', '.join(sorted(layers))}." if layers else "there were none.")
            )
        blocks = split(self._ops, self._loss, open)
        kinds = {"input"} if any(block.kind == "layer" for block in blocks) else SOURCES
        links = link(blocks, self._ops, self._flow)
        used = {use.source for use in links} | {id(self._loss)}
        results = {block: self._results(block, used) for block in blocks}
        blocks = [block for block in blocks if results[block]]
        stages: list[Traced] = []
        place: dict[object, int] = {}
        arrows: list[Arrow] = []
        for name, block in zip(unique(block.name for block in blocks), blocks, strict=True):
            uses = [use for use in links if use.user is block and use.source in self._found]
            for use in uses:
                source = self._found[use.source]
                if source.kind in kinds and use.source not in place:
                    place[use.source] = len(stages)
                    stages.append(source)
            place[block] = len(stages)
            stages.append(_joined(name, block.kind, results[block]))
            for use in uses:
                maker = place.get(use.maker or use.source)
                if maker is not None:
                    why = tuple(dict.fromkeys(_short(op) for op in use.ends))
                    norm = self._found[use.source].norm if use.carries else None
                    arrows.append(Arrow(maker, place[block], norm, why))
        return stages, arrows

    def _results(self, block: Block, used: set[int]) -> list[Traced]:
        """Return what a block made for others, or all it made if nobody uses any of it."""
        made = [id(output) for op in block.ops for output in op.outputs]
        wanted = [key for key in made if key in used] or made
        return [self._found[key] for key in wanted if key in self._found]


def _joined(name: str, kind: str, results: Sequence[Traced]) -> Traced:
    """Return the results of a block as one: it flows when one of them does."""
    if len(results) == 1:
        return replace(results[0], name=name, kind=kind)
    norms = [traced.norm for traced in results if traced.norm is not None]
    return Traced(
        name,
        kind,
        min((traced.status for traced in results), key=STATUSES.index),
        norm=math.hypot(*norms) if norms else None,
        ended_at=tuple(dict.fromkeys(end for traced in results for end in traced.ended_at)),
        library_ends=tuple(dict.fromkeys(end for traced in results for end in traced.library_ends)),
    )


def _as_tensor(leaf: Any) -> Any:
    return tf.convert_to_tensor(leaf) if isinstance(leaf, float | np.ndarray | np.generic) else leaf


def _sources(fn: Callable, inputs: Sequence[Any]) -> dict[str, Any]:
    """Return the tensors and variables among the inputs, by parameter and place in it."""
    parameters = [
        parameter.name
        for parameter in inspect.signature(getattr(fn, "python_function", fn)).parameters.values()
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    found = {}
    for index, value in enumerate(inputs):
        name = parameters[index] if index < len(parameters) else f"input {index}"
        for place, leaf in keras.tree.flatten_with_path(value):
            if isinstance(leaf, tf.Tensor | tf.Variable | keras.Variable):
                bare = leaf.value if isinstance(leaf, keras.Variable) else leaf
                found[name + "".join(f"[{key!r}]" for key in place)] = bare
    return found


def _check_loss(loss: Any, ops: Sequence[Op]) -> None:
    if loss is None:
        raise TypeError(
            "The function returned None, so there is no loss to follow: end it with a return."
        )
    if not isinstance(loss, tf.Tensor):
        raise TypeError(
            f"The function returned a {type(loss).__name__}, which no gradient can leave: return "
            "the loss as a tensor, without float() or .numpy()."
        )
    if not loss.dtype.is_floating:
        maker = next((op.type for op in ops if any(o is loss for o in op.outputs)), None)
        made = f", made by {maker}" if maker else ""
        raise TypeError(
            f"The loss is {loss.dtype.name}{made}, and a gradient needs floating point: return "
            "the number before it was rounded, compared or cast."
        )
    if loss.shape != ():
        raise ValueError(
            f"The loss has shape {tuple(loss.shape)}, but a gradient starts from one number: "
            "reduce it first, with tf.reduce_mean for example."
        )


def _differentiable(item: Any) -> bool:
    return item.dtype.is_floating or item.dtype.is_complex


def _shown(op: Op, output: Any) -> bool:
    return op.type not in UNSEEN and output.dtype not in (tf.resource, tf.variant, tf.string)


def _norm(gradient: Any) -> float:
    entries = tf.convert_to_tensor(gradient).numpy()
    wide = np.complex128 if np.iscomplexobj(entries) else np.float64
    return float(np.linalg.norm(entries.astype(wide).ravel()))


def _say(op: Op) -> str:
    if op.type == CUSTOM_GRADIENT:
        return f"the custom gradient of {op.where}"
    said = f"{op.type} of {op.library}" if op.library else op.type
    if op.call is not None:
        said += f" in {layer_path(op.call)}"
    line = op.where if len(op.where) <= LINE else f"{op.where[: LINE - 1]}…"
    return f"{said} ({line})" if line and not op.library else said


def _short(op: Op) -> str:
    return "stop" if op.type == STOP else op.where if op.type == CUSTOM_GRADIENT else op.type
