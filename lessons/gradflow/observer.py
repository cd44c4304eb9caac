"""Observe a training step: which gradients it asks for, and what it hands to an optimizer.

Four calls are seen: `tape.gradient`, `optimizer.apply`, a regulariser's, and that of a function
made by `tf.function`. A trace that exists already can't be observed, so such a function is
replaced, while the step runs, by a copy that is traced anew.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from gradflow.flow import STOP
from gradflow.names import identity
from gradflow.recorder import seeing_operations
from gradflow.state import State

import keras
import tensorflow as tf

NEVER = -1.0  # stands in a norm's place until the operations that compute it run


class Norms:
    """Norms of gradients, written where the gradients are: eagerly, or when a graph runs.

    Args:
        keys: what the norms are kept under.
    """

    def __init__(self, keys: Iterable[int]) -> None:
        self._row = {key: row for row, key in enumerate(keys)}
        self._kept = tf.Variable(tf.fill([len(self._row)], tf.constant(NEVER, tf.float64)))
        self._none: dict[int, bool] = {}

    def __contains__(self, key: int) -> bool:
        return key in self._none

    def write(self, gradients: dict[int, Any]) -> None:
        """Keep the norms of gradients, and which of them are None."""
        self._none.update({key: gradient is None for key, gradient in gradients.items()})
        live = {key: gradient for key, gradient in gradients.items() if gradient is not None}
        if live:
            rows = [[self._row[key]] for key in live]
            self._kept.scatter_nd_update(rows, tf.stack([_norm(g) for g in live.values()]))

    def is_none(self, key: int) -> bool:
        """Tell whether a gradient was None."""
        return self._none.get(key, False)

    def read(self, key: int) -> float | None:
        """Return a norm; None for None, and for a branch that did not run."""
        if self._none.get(key, True):
            return None
        norm = float(self._kept[self._row[key]])
        return None if norm == NEVER else norm


class Observer:
    """What a step did with the gradients of some variables.

    Args:
        variables: the variables to observe.
        state: where variables of optimizers and functions are remembered before they move.
        anew: whether functions that were traced before are traced anew too.

    Attributes:
        asked: the gradients that were asked for, of the observed variables.
        given: the gradients that an optimizer was given.
        optimizers: for each of these, the optimizer.
        stopped: the variables whose computed gradient went through tf.stop_gradient.
        regularised: the variables whose regulariser was called.
        used_old_trace: whether a function ran that had been traced before.
    """

    def __init__(self, variables: Sequence[Any], state: State, *, anew: bool) -> None:
        self._variables = {identity(variable): variable for variable in variables}
        self.asked = Norms(self._variables)
        self.given = Norms(self._variables)
        self.optimizers: dict[int, keras.optimizers.Optimizer] = {}
        self.stopped: set[int] = set()
        self.regularised: set[int] = set()
        self.used_old_trace = False
        self._state = state
        self._anew = anew
        self._blind = False
        self._copies: dict[int, tuple[Any, Any]] = {}
        self._gradients: dict[object, Any] = {}
        self._stops: dict[object, Any] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Observe everything that runs inside."""
        function = type(tf.function(lambda: None))
        optimizers = (keras.optimizers.Optimizer, keras.optimizers.LossScaleOptimizer)
        used = [getattr(variable, "regularizer", None) for variable in self._variables.values()]
        regularizers = {type(regularizer) for regularizer in used if regularizer is not None}
        with ExitStack() as stack:
            stack.enter_context(seeing_operations(self._on_operation))
            for owner, name, handler in (
                (tf.GradientTape, "gradient", self._on_gradient),
                *((kind, "apply", self._on_apply) for kind in optimizers),
                *((kind, "__call__", self._on_regularizer) for kind in regularizers),
                (function, "__call__", self._on_function),
            ):
                stack.enter_context(_intercept(owner, name, handler))
            yield

    def _on_gradient(
        self,
        original: Callable,
        tape: tf.GradientTape,
        target: Any,
        sources: Any,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        result = original(tape, target, sources, *args, **kwargs)
        if not self._blind:
            pairs = self._ours(tf.nest.flatten(sources), tf.nest.flatten(result))
            self.asked.write(pairs)
            tensors = [_values(gradient) for gradient in pairs.values() if gradient is not None]
            self._gradients.update({_place(tensor): tensor for tensor in tensors})
        return result

    def _on_apply(
        self,
        original: Callable,
        optimizer: keras.optimizers.Optimizer,
        grads: Sequence[Any],
        trainable_variables: Sequence[Any] | None = None,
    ) -> None:
        grads = list(grads)
        variables = list(trainable_variables or optimizer._trainable_variables)
        if not self._blind and grads:
            with tf.init_scope():
                if not optimizer.built:
                    with keras.name_scope(optimizer.name, caller=optimizer):
                        optimizer.build(variables)
                self._state.remember(optimizer.variables)
            pairs = self._ours(variables, grads)
            self.given.write(pairs)
            for key, gradient in pairs.items():
                self.optimizers[key] = optimizer
                if gradient is not None and _place(_values(gradient)) in self._stops:
                    self.stopped.add(key)
        original(optimizer, grads, trainable_variables)

    def _on_regularizer(self, original: Callable, regularizer: Any, variable: Any) -> Any:
        if identity(variable) in self._variables:
            self.regularised.add(identity(variable))
        return original(regularizer, variable)

    def _on_operation(
        self,
        op_type: str | bytes,
        inputs: Sequence[Any],
        attributes: tuple,
        outputs: Sequence[Any],
        op_name: str | None = None,
        graph: tf.Graph | None = None,
    ) -> None:
        if op_type in (STOP, STOP.encode()) and _place(inputs[0]) in self._gradients:
            self._stops[_place(outputs[0])] = outputs[0]

    def _on_function(self, original: Callable, function: Any, *args: Any, **kwargs: Any) -> Any:
        if self._blind:
            return original(function, *args, **kwargs)
        if self._anew or function.experimental_get_tracing_count() == 0:
            _, copy = self._copies.setdefault(id(function), (function, function._clone(None)))
            return original(copy, *args, **kwargs)
        self.used_old_trace = True
        self._blind = True
        try:
            trace = function.get_concrete_function(*args, **kwargs)
            with tf.init_scope():
                self._state.remember(trace.variables)
            return original(function, *args, **kwargs)
        finally:
            self._blind = False

    def _ours(self, variables: Sequence[Any], gradients: Sequence[Any]) -> dict[int, Any]:
        pairs = zip(map(identity, variables), gradients, strict=True)
        return {key: gradient for key, gradient in pairs if key in self._variables}


@contextmanager
def _intercept(owner: type, name: str, handler: Callable) -> Iterator[None]:
    """Call `handler(original, self, ...)` in place of a method of a class."""
    original = getattr(owner, name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return handler(original, self, *args, **kwargs)

    with mock.patch.object(owner, name, method):
        yield


def _norm(gradient: Any) -> tf.Tensor:
    wide = tf.cast(tf.convert_to_tensor(gradient), tf.float64)
    return tf.sqrt(2.0 * tf.nn.l2_loss(wide))


def _values(gradient: Any) -> tf.Tensor:
    return gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient


def _place(tensor: Any) -> object:
    """Return what a tensor is known by: itself, or its name in its graph."""
    return (id(tensor.graph), tensor.name) if tf.is_symbolic_tensor(tensor) else id(tensor)
