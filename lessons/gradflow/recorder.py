"""Record what TensorFlow computes, operation by operation.

With `observer`, what touches TensorFlow's private side. Its hooks, each taken off again: the
operation callbacks see each operation run; the tape's record sees custom gradients, which stand
in for operations; reading a variable tells which variable it was; the tape's gradient function
tells which inputs an operation has no gradient for. Keras layers are seen by their `__call__`.
"""

import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import keras
import tensorflow as tf
from tensorflow.python import pywrap_tfe
from tensorflow.python.eager import backprop, record
from tensorflow.python.framework import op_callbacks
from tensorflow.python.ops import resource_variable_ops

TENSORFLOW = str(Path(tf.__file__).parent)
KERAS = str(Path(keras.__file__).parent)
HERE = str(Path(__file__).parent)
CUSTOM_GRADIENT = "custom_gradient"
RUNS_USERS_CODE = ("lambda_layer.py",)  # files of a library that call a function of the user's
RUNS_FUNCTIONS = ("contextlib.py", "weak_tensor_ops.py", "dispatch.py", "traceback_utils.py")


@dataclass(eq=False)
class Call:
    """One call of a Keras layer or of a Keras operation in a functional model.

    Attributes:
        layer: what was called.
        parent: the call inside which it happened; None at the top.
        opened: whether other layers were called inside it.
    """

    layer: keras.Operation
    parent: "Call | None"
    opened: bool = False

    def chain(self) -> list["Call"]:
        """Return the calls from the outermost to this one."""
        return [*(self.parent.chain() if self.parent else []), self]


@dataclass(eq=False)
class Op:
    """One operation that ran.

    Attributes:
        type: TensorFlow's name for it, such as "MatMul"; "custom_gradient" for a function with
            a gradient of its own, which stands in for the operations inside.
        inputs: the tensors it used; a variable is used through its handle.
        outputs: the tensors it made.
        call: the innermost layer call it ran in; None outside layers.
        where: the line of the user's code it came from, and the name of a custom gradient.
        library: for a StopGradient that a library placed, its function that did; empty for the
            user's.
        cut: the positions of inputs that the gradient can't reach through this operation.
    """

    type: str
    inputs: list[Any]
    outputs: list[Any]
    call: Call | None = None
    where: str = ""
    library: str = ""
    cut: set[int] = field(default_factory=set)


class Recorder:
    """Everything that runs inside `with recorder.recording():`, in order.

    Attributes:
        ops: the operations.
        variables: the trainable variables that were read.
    """

    def __init__(self, tape: tf.GradientTape) -> None:
        self.ops: list[Op] = []
        self.variables: list[tf.Variable] = []
        self._attributes: list[tuple] = []
        self._tape = tape
        self._call: Call | None = None
        self._maker: dict[int, Op] = {}
        self._record_operation = record.record_operation
        self._variable_accessed = resource_variable_ops.variable_accessed
        self._fast_path = pywrap_tfe.TFE_Py_FastPathExecute

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record eager operations; functions made by tf.function run operation by operation."""
        eagerly = tf.config.functions_run_eagerly()
        tf.config.run_functions_eagerly(True)
        try:
            with ExitStack() as stack:
                for patch in (
                    seeing_operations(self._on_op),
                    _around(keras.Operation, self._enter_operation),
                    _around(keras.Layer, self._enter_layer),
                    mock.patch.object(record, "record_operation", self._on_custom_gradient),
                    mock.patch.object(resource_variable_ops, "variable_accessed", self._on_read),
                    mock.patch.object(pywrap_tfe, "TFE_Py_FastPathExecute", self._execute),
                ):
                    stack.enter_context(patch)
                yield
        finally:
            tf.config.run_functions_eagerly(eagerly)

    def gradient(self, loss: tf.Tensor, sources: Sequence[Any]) -> list[tf.Tensor | None]:
        """Return the gradients of the loss, and mark the inputs that operations cut off."""
        uncut: dict[tuple, set[int]] = {}

        def gradient_function(name: str, attributes: tuple, count: int, *rest: Any) -> Any:
            result = backprop._gradient_function(name, attributes, count, *rest)
            each = result if isinstance(result, list | tuple) else [result]
            key = _key(name, attributes)
            seen = uncut.setdefault(key, set())
            seen.update(i for i, gradient in enumerate(each) if gradient is not None)
            return result

        pywrap_tfe.TFE_Py_RegisterGradientFunction(gradient_function)
        try:
            gradients = self._tape.gradient(loss, sources)
        finally:
            pywrap_tfe.TFE_Py_RegisterGradientFunction(backprop._gradient_function)
        for op, attributes in zip(self.ops, self._attributes, strict=True):
            if (seen := uncut.get(_key(op.type, attributes))) is not None:
                op.cut |= set(range(len(op.inputs))) - seen
        return gradients

    def _on_op(
        self,
        op_type: str | bytes,
        inputs: Sequence[Any],
        attributes: tuple,
        outputs: Sequence[Any],
        op_name: str | None = None,
        graph: tf.Graph | None = None,
    ) -> None:
        if graph is not None:
            return
        name = op_type.decode() if isinstance(op_type, bytes) else op_type
        stops = name == "StopGradient"
        op = Op(
            name,
            list(inputs),
            list(outputs),
            self._call,
            where=_where(),
            library=_library() if stops else "",
            cut={0} if stops else set(),
        )
        self._add(op, attributes)
        self._watch(outputs)
        self._watch(inputs)

    def _execute(self, context: Any, op_type: str, *arguments: Any) -> Any:
        """Read variables before an operation runs: the fast path reads them out of sight."""
        return self._fast_path(context, op_type, *map(_read, arguments))

    def _on_read(self, variable: tf.Variable) -> None:
        if variable.trainable:
            self.variables.append(variable)
        self._variable_accessed(variable)

    def _watch(self, tensors: Sequence[Any]) -> None:
        """Watch tensors, also while tf.stop_gradient keeps the tapes from recording."""
        stopped = pywrap_tfe.TFE_Py_TapeSetIsStopped()
        if stopped:
            pywrap_tfe.TFE_Py_TapeSetRestartOnThread()
        for tensor in tensors:
            if tensor.dtype.is_floating or tensor.dtype.is_complex:
                self._tape.watch(tensor)
        if stopped:
            pywrap_tfe.TFE_Py_TapeSetStopOnThread()

    def _on_custom_gradient(
        self,
        op_type: str,
        output_tensors: Sequence[Any],
        input_tensors: Sequence[Any],
        backward_function: Callable,
        forward_function: Callable | None = None,
    ) -> None:
        """Put one operation in place of the identities that carry the function's outputs."""
        self._record_operation(
            op_type, output_tensors, input_tensors, backward_function, forward_function
        )
        hidden = []
        for output in output_tensors:
            identity = self._maker.get(id(output))
            if identity is None or identity.type != "Identity":
                return  # a graph's function that runs eagerly: the operation was seen to run
            hidden += identity.inputs
            identity.outputs.clear()
        inputs = [*input_tensors, *hidden]
        op = Op(CUSTOM_GRADIENT, inputs, list(output_tensors), self._call, where=op_type)
        op.cut = set(range(len(input_tensors), len(inputs)))
        self._add(op, ())

    def _add(self, op: Op, attributes: tuple) -> None:
        self.ops.append(op)
        self._attributes.append(attributes)
        for output in op.outputs:
            self._maker[id(output)] = op

    @contextmanager
    def _enter_layer(self, layer: keras.Layer) -> Iterator[None]:
        if not layer.built and type(layer).build is not keras.Layer.build:
            raise ValueError(
                f"The layer {layer.name!r} was not built, so it has no weights to follow yet: "
                "call the model once on data, or start it with an Input."
            )
        with self._enter(layer):
            yield

    @contextmanager
    def _enter_operation(self, operation: keras.Operation) -> Iterator[None]:
        if isinstance(operation, keras.Layer):  # seen already, by the layer's own call
            yield
            return
        with self._enter(operation):
            yield

    @contextmanager
    def _enter(self, layer: keras.Operation) -> Iterator[None]:
        outer = self._call
        if outer is not None:
            outer.opened = True
        self._call = Call(layer, outer)
        try:
            yield
        finally:
            self._call = outer


@contextmanager
def seeing_operations(callback: Callable) -> Iterator[None]:
    """Call `callback(type, inputs, attributes, outputs, name, graph)` after each operation.

    The graph is None for an operation that ran, else the one that the operation was added to.
    """
    op_callbacks.add_op_callback(callback)
    try:
        yield
    finally:
        op_callbacks.remove_op_callback(callback)


@contextmanager
def _around(kind: type, enter: Callable) -> Iterator[None]:
    """Run each `__call__` of a class inside a context of its own."""
    original = kind.__call__

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        with enter(self):
            return original(self, *args, **kwargs)

    with mock.patch.object(kind, "__call__", call):
        yield


def _read(argument: Any) -> Any:
    if isinstance(argument, list | tuple):
        return [_read(item) for item in argument]
    return tf.convert_to_tensor(argument) if isinstance(argument, tf.Variable) else argument


def _key(name: str | bytes, attributes: tuple) -> tuple:
    return name.decode() if isinstance(name, bytes) else name, str(attributes)


def _frames() -> Iterator[tuple[str, str, int]]:
    """Yield file, function and line of each caller, from the inside out."""
    frame = sys._getframe(1)
    while frame is not None:
        yield frame.f_code.co_filename, frame.f_code.co_name, frame.f_lineno
        frame = frame.f_back


def _where() -> str:
    """Return the innermost line of code that is neither TensorFlow's, Keras's nor ours."""
    for file, _, line in _frames():
        if not (file.startswith((TENSORFLOW, KERAS, HERE)) or file.endswith("contextlib.py")):
            return linecache.getline(file, line).strip()
    return ""


def _library() -> str:
    """Return the library function that placed the stop being run; empty for the user."""
    for file, function, _ in _frames():
        if file.startswith(HERE) or file.endswith(RUNS_FUNCTIONS):
            continue
        if not file.startswith((TENSORFLOW, KERAS)) or file.endswith(RUNS_USERS_CODE):
            return ""
        if file.endswith("operation.py") or (file.endswith("core.py") and function == "call"):
            return ""  # keras.ops.stop_gradient in a functional model
        if function != "stop_gradient":
            return function
    return ""
