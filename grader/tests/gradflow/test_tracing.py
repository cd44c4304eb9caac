"""Where gradients stop: every expected number here was worked out by hand."""

import math

from gradflow import trace

import keras
import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st


def statuses(result):
    return {traced.name: traced.status for traced in result.tensors}


# --- the four kinds ---------------------------------------------------------------------------


def test_flows_with_the_norm_and_the_gradient():
    # d/dx of x·x at (3, 4) is (6, 8), of norm 10
    result = trace(lambda x: tf.reduce_sum(x * x), np.array([3.0, 4.0], np.float32))
    assert result["x"].status == "flows"
    assert result["x"].norm == pytest.approx(10)
    assert result.loss == 25
    assert result["Mul"].norm == pytest.approx(math.sqrt(2))


def test_stopped_upstream_of_a_stop_and_alive_at_the_stop_itself():
    # loss = 3·stop(2x): the stopped output has gradient 3, x has none
    result = trace(lambda x: 3.0 * tf.stop_gradient(2.0 * x), 5.0)
    assert result["x"].status == "stopped"
    assert result["x"].norm is None
    assert result["Mul"].status == "stopped"
    assert result["StopGradient"].gradient == 3
    (end,) = result["x"].ended_at
    assert end.startswith("StopGradient (")
    assert "tf.stop_gradient(2.0 * x)" in end


def test_disconnected_when_no_operation_leads_to_the_loss():
    def loss(x, unused):
        tf.square(unused)
        return 2.0 * x

    result = trace(loss, 1.0, 1.0)
    assert statuses(result) == {
        "x": "flows",
        "unused": "disconnected",
        "Square": "disconnected",
        "Mul": "flows",
    }
    assert result["unused"].ended_at == ()


@pytest.mark.parametrize(
    ("through", "end"),
    [
        (lambda x: tf.one_hot(tf.argmax(x), 2), "ArgMax"),
        (lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32), "Cast"),
        (tf.round, "Round"),
        (tf.floor, "Floor"),
        (lambda x: tf.cast(x > 0, tf.float32), "Greater"),
    ],
)
def test_not_differentiable_names_the_operation(through, end):
    result = trace(lambda x: tf.reduce_sum(through(2.0 * x)), np.array([1.0, 3.0], np.float32))
    assert result["x"].status == "not differentiable"
    assert [said.split(" ")[0] for said in result["x"].ended_at] == [end]
    assert result["Mul"].status == "not differentiable"


def test_a_sign_has_a_zero_gradient_and_that_is_not_none():
    result = trace(lambda x: tf.sign(x), 2.0)
    assert (result["x"].status, result["x"].norm) == ("flows", 0)


def test_an_integer_input_is_not_differentiable_and_a_shape_is_no_path():
    result = trace(lambda x, n: x * tf.cast(n, tf.float32), 2.0, np.array(3))
    assert result["n"].status == "not differentiable"
    sized = trace(lambda x, y: x * tf.cast(tf.size(y), tf.float32), 2.0, np.ones(5, np.float32))
    assert sized["y"].status == "disconnected"


# --- several paths ----------------------------------------------------------------------------


def test_stopped_on_one_path_and_alive_on_another():
    # stop(w)·w·w at 2: 2·stop(w)·w = 8
    result = trace(lambda w: tf.stop_gradient(w) * w * w, 2.0)
    assert (result["w"].status, result["w"].gradient) == ("flows", 8)
    assert result["StopGradient"].gradient == 4
    assert len(result["w"].ended_at) == 1
    assert "ended on another path at StopGradient" in str(result["w"])


def test_two_paths_without_a_stop_tell_of_no_end():
    result = trace(lambda a: 3.0 * a + a * a, 2.0)  # 3 + 2a = 7
    assert (result["a"].gradient, result["a"].ended_at) == (7, ())


def test_rounded_on_one_path_and_alive_on_another():
    result = trace(lambda x: x * tf.round(x), 2.4)  # the gradient is round(x) = 2
    assert (result["x"].status, result["x"].gradient) == ("flows", 2)
    assert [end.split(" ")[0] for end in result["x"].ended_at] == ["Round"]


def test_the_straight_through_rounding_flows_through_its_first_term():
    result = trace(lambda x: (x + tf.stop_gradient(tf.round(x) - x)) ** 2, 2.4)
    assert result["x"].gradient == pytest.approx(4)  # 2·round(2.4), times 1
    assert [end.split(" ")[0] for end in result["x"].ended_at] == ["StopGradient"]


def test_the_stop_nearest_to_the_loss_is_where_it_ended():
    def loss(x):
        early = tf.stop_gradient(x)
        late = tf.stop_gradient(early + 1.0)
        return late * 2.0

    (end,) = trace(loss, 1.0)["x"].ended_at
    assert "late =" in end


def test_a_branch_condition_is_no_path():
    result = trace(lambda x: tf.where(x > 0.0, 2.0 * x, 0.0), 1.0)
    assert (result["x"].gradient, result["x"].ended_at) == (2, ())


def test_an_unused_stop_does_nothing():
    def loss(x):
        tf.stop_gradient(x)
        return 3.0 * x

    result = trace(loss, 1.0)
    assert (result["x"].gradient, result["x"].ended_at) == (3, ())


# --- variables --------------------------------------------------------------------------------


def test_variables_are_found_by_identity_and_repeated_names_are_numbered():
    first, second, third = (tf.Variable(v, name="w") for v in (2.0, 3.0, 4.0))

    def loss():
        return first * second + tf.stop_gradient(third)

    result = trace(loss)
    assert (result[first].name, result[first].gradient) == ("w", 3)
    assert (result[second].name, result[second].gradient) == ("w#2", 2)
    assert (result[third].name, result[third].status) == ("w#3", "stopped")


def test_a_keras_variable_is_the_same_given_or_captured():
    w = keras.Variable(2.0, name="w")
    assert trace(lambda: w * w)[w].gradient == 4
    assert trace(lambda v: v * v, w)[w].gradient == 4


def test_an_embedding_row_flows():
    table = tf.Variable([[1.0], [2.0]], name="table")
    result = trace(lambda: tf.reduce_sum(3.0 * tf.gather(table, [1, 1])))
    assert result[table].norm == pytest.approx(6)  # row 1 is used twice


def test_a_value_read_before_an_assignment_cuts_the_variable():
    w = tf.Variable(2.0, name="w")

    def loss(x):
        w.assign(3.0 * x)
        return w * w

    result = trace(loss, 2.0)
    assert result["x"].status == "disconnected"
    assert result[w].gradient == 12


# --- functions, loops, custom gradients -------------------------------------------------------


def test_a_compiled_function_and_one_inside_it_are_opened():
    @tf.function
    def inner(x):
        return tf.stop_gradient(x) * x

    @tf.function
    def outer(x):
        return 3.0 * inner(x)

    result = trace(outer, 2.0)
    assert (result["x"].gradient, len(result["x"].ended_at)) == (6, 1)
    assert not tf.config.functions_run_eagerly()


def test_the_branch_taken_decides():
    @tf.function
    def loss(x):
        if x > 1.0:
            return tf.stop_gradient(x) * 2.0
        return x * x

    assert trace(loss, 3.0)["x"].status == "stopped"
    assert trace(loss, 0.5)["x"].gradient == 1


def test_a_loop_is_followed_turn_by_turn():
    def loss(x):
        return tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, y * x), (0, x))[1]

    result = trace(loss, 3.0)  # x⁴, so 4·27
    assert result["x"].gradient == 108
    assert [t.status for t in result.tensors if t.name.startswith("Mul")] == ["flows"] * 3


def test_a_custom_gradient_stands_in_for_what_is_inside():
    @tf.custom_gradient
    def double(x):
        y = 2.0 * x
        return y, lambda upstream: 10.0 * upstream

    result = trace(lambda x: 3.0 * double(x), 1.0)
    assert result["x"].gradient == 30
    assert result["double"].gradient == 3
    assert result["Mul"].status == "not differentiable"
    assert result["Mul"].ended_at == ("the custom gradient of double",)


def test_a_custom_gradient_that_returns_none():
    @tf.custom_gradient
    def blocked(x):
        return tf.identity(x), lambda _: None

    result = trace(lambda x: 3.0 * blocked(x), 1.0)
    assert result["x"].status == "not differentiable"
    assert result["x"].ended_at == ("the custom gradient of blocked",)


def test_a_gradient_inside_the_loss():
    def loss(x):  # d/dx of (x³)' = 6x
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x**3
        return tape.gradient(y, x)

    assert trace(loss, 2.0)["x"].gradient == pytest.approx(12)


def test_numpy_breaks_the_path():
    result = trace(lambda x: tf.constant(x.numpy()) * tf.Variable(2.0), 3.0)
    assert result["x"].status == "disconnected"


# --- Keras ------------------------------------------------------------------------------------


def linear(name, weight):
    layer = keras.layers.Dense(1, use_bias=False, name=name)
    layer.build((None, 1))
    layer.kernel.assign([[weight]])
    return layer


ONE = np.ones((1, 1), np.float32)


def test_a_layer_is_one_row_until_it_is_opened():
    layers = [keras.Input((1,)), linear("first", 2.0), linear("last", 3.0)]
    model = keras.Sequential(layers, name="two")
    result = trace(lambda x: tf.reduce_sum(model(x)), ONE)

    def shown(open=None):
        rows = result.table(open).rows
        return [(row[0], row[1]) for row in rows if row[1] not in ("input", "variable")]

    assert shown() == [("two/first", "layer"), ("two/last", "layer"), ("loss", "operations")]
    assert shown("first") == [
        ("two/first/MatMul", "operation"),
        ("two/last", "layer"),
        ("loss", "operations"),
    ]
    assert shown("*") == [
        ("two/first/MatMul", "operation"),
        ("two/last/MatMul", "operation"),
        ("Sum", "operation"),
    ]


def test_an_unknown_layer_is_not_opened():
    result = trace(lambda x: tf.reduce_sum(linear("only", 1.0)(x)), ONE)
    with pytest.raises(ValueError, match=r"No layer named 'other' ran.*: use one of only"):
        result.draw(open="other")


def test_a_shared_layer_stopped_in_one_branch():
    shared, head = linear("shared", 2.0), linear("head", 5.0)

    def loss(a, b):
        return tf.reduce_sum(head(shared(a)) + head(tf.stop_gradient(shared(b))))

    result = trace(loss, ONE, 3 * ONE)
    assert result[shared.kernel].gradient is None  # a matrix, so only its norm
    assert result[shared.kernel].norm == 5  # a·5; the other branch would add 3·5
    assert result[shared.kernel].status == "flows"
    assert len(result[shared.kernel].ended_at) == 1
    assert (result["a"].status, result["b"].status) == ("flows", "stopped")
    assert result[head.kernel].norm == 2 * 1 + 2 * 3
    rows = {row[0]: row[2] for row in result.table().rows}
    assert (rows["shared"], rows["shared#2"]) == ("flows", "stopped")


def test_the_stop_of_keras_in_a_functional_model():
    inputs = keras.Input((1,))
    stopped = keras.ops.stop_gradient(linear("base", 2.0)(inputs))
    model = keras.Model(inputs, linear("head", 3.0)(stopped))
    result = trace(lambda x: tf.reduce_sum(model(x)), ONE)
    assert result["base/kernel"].status == "stopped"
    assert result["head/kernel"].norm == 2
    assert len(result.stops) == 1
    assert result.library_stops == ()


def test_a_stop_in_a_lambda_layer_is_yours():
    model = keras.Sequential([keras.Input((1,)), keras.layers.Lambda(tf.stop_gradient)])
    result = trace(lambda x: tf.reduce_sum(model(x)), ONE)
    assert (len(result.stops), len(result.library_stops)) == (1, 0)


def test_a_normalisation_layers_own_stop_is_told_apart_from_yours():
    norm = keras.layers.BatchNormalization(name="norm")
    norm.build((None, 1))
    x = np.array([[1.0], [3.0]], np.float32)

    result = trace(lambda x: tf.reduce_sum(norm(x, training=True) ** 2), x)
    assert (result.stops, len(result.library_stops)) == ((), 1)
    assert "norm" in result.library_stops[0]
    assert result["x"].status == "flows"
    assert result["x"].ended_at == result["x"].library_ends == ()

    cut = trace(lambda x: tf.reduce_sum(norm(tf.stop_gradient(x), training=True) ** 2), x)
    assert (len(cut.stops), len(cut.library_stops)) == (1, 1)
    assert cut["x"].status == "stopped"


@pytest.mark.parametrize(
    "function", [lambda x: tf.nn.moments(x, 0)[1], lambda x: tf.reduce_logsumexp(x)]
)
def test_a_functions_own_stop_is_not_yours(function):
    result = trace(function, np.array([1.0, 3.0], np.float32))
    assert (result.stops, len(result.library_stops)) == ((), 1)


def test_a_tensor_that_only_a_librarys_stop_cuts_off():
    result = trace(lambda x: tf.reduce_logsumexp(tf.stack([x, 0.0 * x])), 1.0)
    cut = [t for t in result.tensors if t.status == "stopped"]
    assert all(t.ended_at == () and t.library_ends for t in cut)
    assert "StopGradient of reduce_logsumexp" in cut[0].library_ends[0]


def test_batch_normalization_under_a_cut_has_no_gradient_at_all():
    norm = keras.layers.BatchNormalization(name="norm")
    norm.build((None, 1))
    head = linear("head", 1.0)

    def loss(x):
        return tf.reduce_sum(head(tf.stop_gradient(norm(x, training=True))))

    result = trace(loss, np.array([[1.0], [3.0]], np.float32))
    assert result[norm.gamma].status == result[norm.beta].status == "stopped"
    # normalised, the column is -1 and 1 up to epsilon, and it sums to 0
    assert result[head.kernel].norm == pytest.approx(0, abs=1e-6)


def test_nothing_is_left_changed():
    model = keras.Sequential([keras.Input((1,)), linear("layer", 2.0)])
    calls = keras.Layer.__call__, keras.Operation.__call__
    trace(lambda x: tf.reduce_sum(model(x)), ONE)
    assert (keras.Layer.__call__, keras.Operation.__call__) == calls
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(model(ONE))
    assert float(tape.gradient(y, model.variables[0])[0, 0]) == 1


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fn", "error", "sentence"),
    [
        (lambda x: None, TypeError, "returned None, so there is no loss"),
        (lambda x: float(x), TypeError, "returned a float"),
        (lambda x: tf.argmax([x, x]), TypeError, "loss is int64, made by ArgMax"),
        (lambda x: x > 0.0, TypeError, "loss is bool, made by Greater"),
        (lambda x: tf.stack([x, x]), ValueError, r"shape \(2,\)"),
        (lambda x: keras.layers.Dense(1)(ONE), ValueError, "was not built"),
        (lambda x: keras.Sequential([keras.layers.Dense(1)])(ONE), ValueError, "was not built"),
    ],
)
def test_bad_losses_get_one_sentence(fn, error, sentence):
    with pytest.raises(error, match=sentence) as caught:
        trace(fn, 1.0)
    assert str(caught.value).count(".\n") == 0
    assert not tf.config.functions_run_eagerly()


def test_a_function_without_anything_to_follow():
    with pytest.raises(ValueError, match="touches no variable"):
        trace(lambda n: tf.constant(1.0), np.array(3))


def test_what_was_not_touched_is_not_found():
    with pytest.raises(KeyError, match="did not touch"):
        trace(lambda x: x * x, 1.0)[tf.constant(1.0)]


# --- what is shown ----------------------------------------------------------------------------


def test_text_table_and_html():
    result = trace(lambda w: tf.stop_gradient(w) * w, 2.0)
    lines = str(result).splitlines()
    assert lines[0] == "Loss 4. Of 3 tensors: 3 flows."
    assert lines[1].startswith("Your stop: StopGradient (")
    row = next(line.split() for line in lines if line.startswith("w "))
    assert row[:4] == ["w", "input", "flows", "2"]
    bundle = result._repr_mimebundle_()
    assert "<img alt=" in bundle["text/html"]
    assert "<table>" in bundle["text/html"]
    assert bundle["text/plain"] == str(result)


def test_a_small_picture_has_values_gradients_and_a_barrier():
    picture = trace(lambda w: tf.stop_gradient(w) * w * w, 2.0).draw()
    assert "w: value 2, gradient 8." in picture.alt
    assert "w goes into stop; a barrier (stop) stands here" in picture.alt


def test_a_long_picture_says_where_the_barrier_stands():
    inputs = keras.Input((1,))
    h = inputs
    for i in range(12):
        h = linear(f"base{i}", 1.0)(h)
    h = keras.ops.stop_gradient(h)
    for i in range(3):
        h = linear(f"head{i}", 2.0)(h)
    model = keras.Model(inputs, h, name="long")
    picture = trace(lambda x: tf.reduce_sum(model(x)), ONE).draw()
    assert "x to long/base11: stopped. A barrier stands before long/stop_gradient" in picture.alt
    # backwards 1, 2, 4 from the loss, and 8 at the stop
    assert "the gradient flows, norm 8. long/head0 to loss: " in picture.alt
    texts = [text.get_text() for text in picture.figure.axes[0].texts]
    assert {"base0", "head2", "loss", "norm 8", "stopped"} <= set(texts)
    assert picture.figure.get_figwidth() == 8


def test_a_very_long_chain_shares_rows():
    model = keras.Sequential(
        [keras.Input((1,)), *(linear(f"layer{i}", 1.0) for i in range(70))], name="chain"
    )
    picture = trace(lambda x: tf.reduce_sum(model(x)), ONE).draw()
    texts = [text.get_text() for text in picture.figure.axes[0].texts]
    assert "layer0 to layer69 (70)" in texts


# --- against the tape -------------------------------------------------------------------------

UNARY = {
    "sin": tf.sin,
    "square": tf.square,
    "stop": tf.stop_gradient,
    "round": tf.round,
    "sign": tf.sign,
    "integer": lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32),
}
BINARY = {"add": tf.add, "mul": tf.multiply, "sub": tf.subtract}


@st.composite
def programs(draw):
    """Draw a list of steps; each makes a tensor from earlier ones, counted from the first."""
    steps = []
    for made in range(2, draw(st.integers(3, 12))):
        earlier = st.integers(0, made - 1)
        if draw(st.booleans()):
            steps.append((draw(st.sampled_from(sorted(UNARY))), draw(earlier)))
        else:
            steps.append((draw(st.sampled_from(sorted(BINARY))), draw(earlier), draw(earlier)))
    return steps


def run(program, *inputs):
    tensors = list(inputs)
    for name, *places in program:
        function = UNARY.get(name) or BINARY[name]
        tensors.append(function(*(tensors[place] for place in places)))
    return tensors


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    program=programs(),
    inputs=st.tuples(*[st.lists(st.floats(-2, 2, width=32), min_size=2, max_size=2)] * 2),
)
def test_it_agrees_with_the_tape_for_every_tensor(program, inputs):
    a, b = (tf.constant(x, tf.float32) for x in inputs)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([a, b])
        tensors = [a, b]
        for name, *places in program:
            function = UNARY.get(name) or BINARY[name]
            tensors.append(function(*(tensors[place] for place in places)))
            tape.watch(tensors[-1])
        loss = tf.reduce_sum(tensors[-1])
    expected = [tape.gradient(loss, tensor) for tensor in tensors]

    kept = []

    def fn(a, b):
        kept.extend(run(program, a, b))
        return tf.reduce_sum(kept[-1])

    result = trace(fn, a, b)
    for tensor, gradient in zip(kept, expected, strict=True):
        traced = result[tensor]
        assert (traced.status == "flows") == (gradient is not None), traced
        if gradient is None:
            assert traced.norm is None
            continue
        norm = math.sqrt(sum(float(entry) ** 2 for entry in gradient))
        assert traced.norm == pytest.approx(norm, rel=1e-5, abs=1e-30)
