"""Follow a loss backwards: which tensors its gradient reaches, and where it ends."""

import inspect
import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import keras
import numpy as np
import tensorflow as tf

from gradflow.blocks import UNSEEN, Block, layer_path, link, split
from gradflow.draw import number
from gradflow.flow import DISCONNECTED, FLOWS, NOT_DIFFERENTIABLE, STOPPED, Flow
from gradflow.picture import Picture
from gradflow.recorder import CUSTOM_GRADIENT, Op, Recorder
from gradflow.table import Table
from gradflow.trace_picture import Arrow, Stage, draw_stages


@dataclass(frozen=True)
class Traced:
    """What became of the gradient on its way to one tensor.

    Attributes:
        name: the parameter's name of an input, the path of a variable, or the layers and the
            operation that made the tensor; a repeated name gets `#2`.
        kind: "input", "variable" or "operation"; in a table also "layer", "stop", "operations".
        status: "flows", "stopped", "disconnected" or "not differentiable".
        norm: Euclidean norm of the gradient; None where none flows.
        gradient: the gradient itself, of a tensor with one entry; None otherwise.
        value: the value, of a tensor with one entry; None otherwise.
        shape: the shape, as text.
        ended_at: the operations at which the gradient ended, in words. For a tensor with a
            gradient, those on its other paths.
        library_ends: the same, for stops that a function of TensorFlow or Keras placed.
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


def trace(fn: Callable, *inputs: Any) -> "Trace":
    """Run a function once and follow the gradient of its loss back to every tensor.

    What `tf.function` compiles runs here operation by operation, as in eager mode: conditions
    and loops show the branch and the turns that were taken. Constants are left out.

    Args:
        fn: takes the inputs and returns a loss, a scalar in floating point.
        *inputs: tensors, variables, arrays, numbers, and nested lists, tuples and dicts of them;
            arrays and floats become tensors. The gradient is followed to all of them, and to
            each variable that `fn` touches.

    Raises:
        TypeError: if `fn` returns None, something that is no tensor, or an integer.
        ValueError: if the loss is not a scalar, if a layer was not built, or if there is no input
            and no variable to follow the gradient to.
    """
    inputs = keras.tree.map_structure(_as_tensor, inputs)
    named = _named(fn, inputs)
    with tf.GradientTape() as tape:
        recorder = Recorder(tape)
        for _, source in named:
            if _differentiable(source):
                tape.watch(source)
        with recorder.recording():
            loss = fn(*inputs)
    _check_loss(loss, recorder.ops)
    given = [source for _, source in named if _is_variable(source)]
    variables = _distinct([*map(bare, given), *tape.watched_variables(), *_read(recorder.ops)])
    if not variables and not any(_differentiable(source) for _, source in named):
        raise ValueError(
            "The function has no float input and touches no variable, so there is nothing to "
            "follow the gradient to: give it an input, or use a variable inside."
        )
    return Trace(recorder, loss, [(n, s) for n, s in named if not _is_variable(s)], variables)


class Trace:
    """Where the gradient of a loss flows, and where it ends.

    Attributes:
        loss: the value of the loss.
        tensors: what was found for each input, variable and result of an operation, in order.
        stops: the stops that you placed, in words.
        library_stops: the stops that functions of TensorFlow or Keras placed, in words.
    """
