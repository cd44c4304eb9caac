"""What a training step moves and why: every expected number here was worked out by hand."""

from gradflow import audit

import keras
import numpy as np
import pytest
import tensorflow as tf

ONE = np.ones((1, 1), np.float32)


def weight(value=1.0, name="w"):
    return keras.Variable(value, name=name)


def gradient_step(optimizer, variables, loss):
    """Return a step that asks for all gradients and applies them."""
    optimizer.build(variables)

    def step():
        with tf.GradientTape() as tape:
            value = loss()
        optimizer.apply(tape.gradient(value, variables), variables)

    return step


def linear(name, value=2.0, **options):
    layer = keras.layers.Dense(1, use_bias=False, name=name, **options)
    layer.build((None, 1))
    layer.kernel.assign([[value]])
    return layer


def sequential(*layers):
    return keras.Sequential([keras.Input((1,)), *layers], name="model")


# --- what moves, with its gradient ------------------------------------------------------------


def test_a_weight_moves_by_its_gradient():
    w = weight(3.0)
    result = audit(gradient_step(keras.optimizers.SGD(0.1), [w], lambda: w * w), [w])
    found = result[w]
    assert (found.moved, found.asked, found.gradient, found.updated) == (True, True, 6, True)
    assert found.why == ("its gradient has norm 6",)
    assert float(w) == pytest.approx(3 - 0.1 * 6)
    assert str(result).startswith("The step moved 1 of 1 weights.")


def test_a_none_gradient_leaves_a_weight_alone():
    w, unused = weight(3.0), weight(1.0, "unused")
    step = gradient_step(keras.optimizers.Adam(0.1), [w, unused], lambda: w * w)
    with pytest.warns(UserWarning, match="Gradients do not exist"):
        found = audit(step, [w, unused])[unused]
    assert (found.moved, found.asked, found.gradient, found.updated) == (False, True, None, False)
    assert found.why == ("its gradient is None",)
    assert found.slots == 2


def test_left_out_of_the_update_though_it_has_a_gradient():
    w, head = weight(3.0), weight(2.0, "head")
    optimizer = keras.optimizers.Adam(0.1)
    optimizer.build([w, head])

    def step():
        with tf.GradientTape() as tape:
            loss = w * head
        gradients = tape.gradient(loss, [w, head])
        optimizer.apply(gradients[1:], [head])

    result = audit(step, [w, head])
    assert (result[w].moved, result[w].gradient, result[w].updated) == (False, 2, False)
    assert result[w].why == ("its gradient has norm 2", "left out of the update")
    assert result[head].moved


def test_not_asked_for_because_of_the_flag():
    model = sequential(linear("base"), linear("head"))
    model.get_layer("base").trainable = False
    optimizer = keras.optimizers.SGD(0.1)

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x))
        variables = model.trainable_variables
        optimizer.apply(tape.gradient(loss, variables), variables)

    found = audit(step, model, ONE)[model.get_layer("base").kernel]
    assert (found.moved, found.trainable, found.asked) == (False, False, False)
    assert found.why == (
        "trainable=False",
        "its gradient was not asked for",
        "left out of the update",
    )
    assert found.slots == 0


def test_the_optimizer_got_none_or_zeros_in_place_of_the_gradient():
    for given, why in ((None, "the optimizer got None"), (0.0, "the optimizer got zeros")):
        w, v = weight(3.0), weight(2.0, "v")
        optimizer = keras.optimizers.SGD(0.1)
        optimizer.build([w, v])

        def step(w=w, v=v, optimizer=optimizer, given=given):
            with tf.GradientTape() as tape:
                loss = w * v
            _, dv = tape.gradient(loss, [w, v])
            first = given if given is None else tf.constant(given)
            optimizer.apply([first, dv], [w, v])

        if given is None:
            with pytest.warns(UserWarning, match="Gradients do not exist"):
                found = audit(step, [w, v])[w]
        else:
            found = audit(step, [w, v])[w]
        assert not found.moved
        assert found.why == ("its gradient has norm 2", why)


def test_moved_by_an_assignment_and_not_by_an_optimizer():
    w, average = weight(3.0), weight(0.0, "average")

    def step():
        with tf.GradientTape() as tape:
            loss = w * w
        w.assign_sub(0.1 * tape.gradient(loss, w))
        average.assign(0.5 * (average + w))

    result = audit(step, [w, average])
    told = "no optimizer was given it, so something else assigned it"
    assert result[w].why == ("its gradient has norm 6", told)
    assert result[average].why == ("its gradient was not asked for", told)
    assert result[average].moved


def test_negative_zero_and_nan_are_told_bit_by_bit():
    zero, nan = weight(0.0, "zero"), weight(float("nan"), "nan")

    def step():
        with tf.GradientTape() as tape:
            loss = zero * nan
        tape.gradient(loss, [zero, nan])
        zero.assign(np.array(-0.0, np.float32))  # TensorFlow may take a float's -0.0 for 0.0
        nan.assign(np.array(np.nan, np.float32))

    result = audit(step, [zero, nan])
    assert result[zero].moved
    assert not result[nan].moved


def test_a_negative_zero_is_put_back():
    w = weight(1.0)
    w.assign(np.array(-0.0, np.float32))
    step = gradient_step(keras.optimizers.SGD(0.1), [w], lambda: (w - 1.0) ** 2)
    assert audit(step, [w], restore=True)[w].moved
    assert np.signbit(w.numpy())
    assert float(w) == 0


# --- zero is not None -------------------------------------------------------------------------


def warm_then_zero(optimizer, warm=1):
    """Return w after `warm` steps of gradient 1, and a step of gradient 0."""
    w = weight(1.0)
    optimizer.build([w])
    for _ in range(warm):
        optimizer.apply([tf.constant(1.0)], [w])

    def step():
        with tf.GradientTape() as tape:
            loss = 0.0 * w
        optimizer.apply([tape.gradient(loss, w)], [w])

    return w, step


@pytest.mark.parametrize(
    "optimizer", [keras.optimizers.Adam(0.1), keras.optimizers.SGD(0.1, momentum=0.9)]
)
def test_a_warm_weight_moves_on_a_zero_gradient(optimizer):
    w, step = warm_then_zero(optimizer)
    found = audit(step, [w])[w]
    assert (found.moved, found.gradient, found.updated) == (True, 0, True)
    assert found.why == (
        "its gradient is zero",
        "it moved on a zero gradient",
        "its momentum was not zero",
    )


@pytest.mark.parametrize("optimizer", [keras.optimizers.Adam(0.1), keras.optimizers.SGD(0.1)])
def test_a_cold_weight_stays_on_a_zero_gradient(optimizer):
    w, step = warm_then_zero(optimizer, warm=0)
    found = audit(step, [w])[w]
    assert (found.moved, found.gradient) == (False, 0)
    assert found.why == ("its gradient is zero",)


def test_weight_decay_is_named_and_momentum_is_not_when_it_was_zero():
    w, step = warm_then_zero(keras.optimizers.AdamW(0.1, weight_decay=0.5), warm=0)
    found = audit(step, [w])[w]
    assert found.why[1:] == ("it moved on a zero gradient", "weight decay is 0.5")
    assert float(w) == pytest.approx(1 - 0.1 * 0.5)


def test_a_weight_excluded_from_decay_is_not_said_to_decay():
    optimizer = keras.optimizers.AdamW(0.1, weight_decay=0.5)
    optimizer.exclude_from_weight_decay(var_names=["w"])
    w, step = warm_then_zero(optimizer)
    assert audit(step, [w])[w].why[1:] == (
        "it moved on a zero gradient",
        "its momentum was not zero",
    )


def test_adamw_moves_what_tf_cond_stopped():
    # in a graph the untaken branch of tf.cond sends back 0.0, not None
    w = weight(1.0)
    optimizer = keras.optimizers.AdamW(0.1, weight_decay=0.1)
    optimizer.build([w])

    @tf.function
    def step(stop):
        with tf.GradientTape() as tape:
            h = tf.cond(stop, lambda: tf.stop_gradient(w.value), lambda: tf.identity(w.value))
            loss = 2.0 * h
        optimizer.apply(tape.gradient(loss, [w]), [w])

    found = audit(step, [w], tf.constant(True), restore=True)[w]
    assert (found.moved, found.gradient) == (True, 0)
    assert found.why[1:] == ("it moved on a zero gradient", "weight decay is 0.1")
    assert audit(step, [w], tf.constant(False))[w].gradient == 2


# --- the popular recipe -----------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [False, True])
def test_a_stop_on_a_computed_gradient_is_an_identity(compiled):
    w, other = weight(3.0), weight(2.0, "other")
    optimizer = keras.optimizers.SGD(0.1)
    optimizer.build([w, other])

    def step():
        with tf.GradientTape() as tape:
            loss = w * other
        dw, dother = tape.gradient(loss, [w, other])
        optimizer.apply([tf.stop_gradient(dw), dother], [w, other])

    result = audit(tf.function(step) if compiled else step, [w, other])
    assert (result[w].moved, result[w].gradient) == (True, 2)
    assert result[w].why == (
        "its gradient has norm 2",
        "tf.stop_gradient on a computed gradient is an identity",
    )
    assert result[other].why == ("its gradient has norm 3",)


# --- regularisers, and what moves without a gradient ------------------------------------------


def test_a_regularisers_share_is_all_that_passes_a_cut():
    # L2(0.5) at 2: gradient 2·0.5·2 = 2
    base = linear("base", kernel_regularizer=keras.regularizers.L2(0.5))
    model = sequential(base, keras.layers.Lambda(tf.stop_gradient), linear("head"))
    optimizer = keras.optimizers.SGD(0.1)
    optimizer.build(model.trainable_variables)

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x)) + sum(model.losses)
        variables = model.trainable_variables
        optimizer.apply(tape.gradient(loss, variables), variables)

    result = audit(step, model, ONE)
    assert (result[base.kernel].moved, result[base.kernel].regulariser) == (True, 2)
    assert result[base.kernel].why == (
        "its gradient has norm 2",
        "its regulariser's share: norm 2 of 2",
    )


def test_a_regulariser_that_was_not_called_has_no_share():
    base = linear("base", kernel_regularizer=keras.regularizers.L2(0.5))
    optimizer = keras.optimizers.SGD(0.1)
    step = gradient_step(optimizer, [base.kernel], lambda: tf.reduce_sum(3.0 * base.kernel))
    assert audit(step, [base.kernel])[base.kernel].regulariser is None


def test_batch_normalization_under_a_cut_still_moves_its_statistics():
    norm = keras.layers.BatchNormalization(name="norm")
    model = sequential(norm, keras.layers.Lambda(tf.stop_gradient), linear("head"))
    optimizer = keras.optimizers.SGD(0.1)
    optimizer.build(model.trainable_variables)

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((model(x, training=True) - 1.0) ** 2)
        variables = model.trainable_variables
        optimizer.apply(tape.gradient(loss, variables), variables)

    with pytest.warns(UserWarning, match="Gradients do not exist"):
        result = audit(step, model, np.array([[1.0], [5.0]], np.float32))
    assert not result[norm.gamma].moved
    assert result[norm.gamma].why == ("its gradient is None",)
    for statistic in (norm.moving_mean, norm.moving_variance):
        assert (result[statistic].kind, result[statistic].moved) == ("state", True)
        assert result[statistic].why == ("a moving statistic, which moves without a gradient",)
    assert float(norm.moving_mean[0]) == pytest.approx(0.01 * 3)  # momentum 0.99, mean 3


def test_a_dropouts_seed_moves():
    model = sequential(linear("base"), keras.layers.Dropout(0.5))
    optimizer = keras.optimizers.SGD(0.1)

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x, training=True))
        optimizer.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)

    (seed,) = [row for row in audit(step, model, ONE).variables if "seed" in row.name]
    assert (seed.kind, seed.moved) == ("state", True)


def test_averages_of_weights_move_and_overwrite():
    w, unused = weight(1.0), weight(5.0, "unused")
    optimizer = keras.optimizers.SGD(0.5, use_ema=True, ema_momentum=0.5, ema_overwrite_frequency=2)
    optimizer.build([w, unused])

    def step():
        with tf.GradientTape() as tape:
            loss = 2.0 * w
        optimizer.apply([tape.gradient(loss, w)], [w])

    first = audit(step, [w, unused])  # w: 1 - 1 = 0; its average starts as 0
    averages = [row for row in first.variables if row.name.endswith("average")]
    assert [row.kind for row in averages] == ["state", "state"]
    assert averages[0].moved is False
    assert averages[1].moved is True
    assert "average" not in " ".join(first[w].why)
    unused.assign(7.0)
    second = audit(step, [w, unused])  # w: -1, its average 0.5·0 + 0.5·(-1) = -0.5
    assert float(w) == pytest.approx(-0.5)
    overwritten = "it was overwritten with the optimizer's average of it"
    assert second[w].why == ("its gradient has norm 2", overwritten)
    assert second[unused].moved  # left out, and yet: 0.5·5 + 0.5·7 = 6
    assert float(unused) == pytest.approx(6)
    assert second[unused].why == ("its gradient was not asked for", overwritten)


def test_slots_are_counted():
    kernel = keras.Variable(np.ones((3, 4), np.float32), name="kernel")
    for optimizer, slots in (
        (keras.optimizers.SGD(0.1), 0),
        (keras.optimizers.SGD(0.1, momentum=0.9), 12),
        (keras.optimizers.Adam(0.1), 24),
        (keras.optimizers.Adam(0.1, amsgrad=True), 36),
    ):
        step = gradient_step(optimizer, [kernel], lambda: tf.reduce_sum(kernel))
        assert audit(step, [kernel])[kernel].slots == slots


def test_why_a_given_gradient_moved_nothing():
    w = weight(1.0)
    step = gradient_step(keras.optimizers.SGD(0.0), [w], lambda: w * w)
    assert audit(step, [w])[w].why == ("its gradient has norm 2", "the learning rate is zero")
    optimizer = keras.optimizers.SGD(0.1, gradient_accumulation_steps=2)
    step = gradient_step(optimizer, [w], lambda: w * w)
    assert audit(step, [w])[w].why == (
        "its gradient has norm 2",
        "the optimizer is accumulating gradients",
    )


def test_an_update_in_a_branch_that_was_not_taken():
    w = weight(1.0)
    optimizer = keras.optimizers.SGD(0.1)
    optimizer.build([w])

    @tf.function
    def step(update):
        with tf.GradientTape() as tape:
            loss = w * w
        gradients = tape.gradient(loss, [w])
        if update:
            optimizer.apply(gradients, [w])

    found = audit(step, [w], tf.constant(False))[w]
    assert (found.moved, found.updated) == (False, False)
    assert found.why == ("its gradient has norm 2", "the update did not run")
    assert audit(step, [w], tf.constant(True))[w].moved


# --- compiled steps ---------------------------------------------------------------------------


def compiled_model_step(optimizer):
    base, head = linear("base"), linear("head", 3.0)
    model = sequential(base, head)
    optimizer.build(model.trainable_variables)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x))
        variables = model.trainable_variables
        optimizer.apply(tape.gradient(loss, variables), variables)

    return model, base, head, step


def test_a_step_that_was_never_traced_is_observed_and_stays_untraced():
    model, base, _, step = compiled_model_step(keras.optimizers.SGD(0.1))
    found = audit(step, model, ONE)[base.kernel]
    assert (found.moved, found.gradient) == (True, 3)
    assert float(base.kernel[0, 0]) == pytest.approx(2 - 0.1 * 3)
    assert step.experimental_get_tracing_count() == 0


def test_a_traced_step_runs_once_and_its_gradients_are_seen():
    model, base, head, step = compiled_model_step(keras.optimizers.Adam(0.1))
    step(ONE)
    kernels = float(base.kernel[0, 0]), float(head.kernel[0, 0])
    result = audit(step, model, ONE)
    assert result[base.kernel].gradient == pytest.approx(kernels[1])
    assert result[head.kernel].gradient == pytest.approx(kernels[0])
    after = float(base.kernel[0, 0]), float(head.kernel[0, 0])
    base.kernel.assign([[kernels[0]]])
    assert after[0] == pytest.approx(kernels[0] - 0.1, rel=1e-3)  # Adam, one more step, not two
    assert step.experimental_get_tracing_count() == 1


def test_nothing_is_added_to_a_function_that_is_traced_for_a_new_shape():
    model, base, _, step = compiled_model_step(keras.optimizers.SGD(0.1))
    step(ONE)
    two = np.ones((2, 1), np.float32)
    clean = {op.type for op in step.get_concrete_function(ONE).graph.get_operations()}
    kernel = 3 - 0.1 * 2  # the head's, after one step
    assert audit(step, model, two)[base.kernel].gradient == pytest.approx(2 * kernel)
    assert {op.type for op in step.get_concrete_function(two).graph.get_operations()} == clean
    assert step.experimental_get_tracing_count() == 2


def test_a_flag_that_changed_after_the_trace():
    model, base, head, step = compiled_model_step(keras.optimizers.SGD(0.1))
    step(ONE)
    base.trainable = False
    result = audit(step, model, ONE)
    assert result[base.kernel].moved
    assert result[base.kernel].why == (
        "trainable=False",
        "an older trace ran; traced anew, the step leaves it alone",
    )
    assert result[base.kernel].gradient_said == "not seen"
    assert result[head.kernel].why[0].startswith("its gradient has norm")


def test_an_optimizer_that_only_a_new_trace_uses_is_put_back():
    w = weight(1.0)
    old, new = keras.optimizers.SGD(0.1), keras.optimizers.SGD(0.1, momentum=0.9)
    for optimizer in (old, new):
        optimizer.build([w])
    used = [old]

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = 2.0 * w
        used[0].apply([tape.gradient(loss, w)], [w])

    step()
    used[0] = new
    assert audit(step, [w])[w].moved
    assert (int(old.iterations), int(new.iterations)) == (2, 0)
    assert float(w) == pytest.approx(1 - 2 * 0.1 * 2)


def test_train_on_batch():
    base = linear("base")
    model = sequential(base, linear("head", 3.0))
    model.compile(keras.optimizers.SGD(0.1), "mse")
    for _ in range(2):  # before and after Keras traced its step
        prediction, kernels = float(model(ONE)[0, 0]), [float(v[0, 0]) for v in model.variables]
        found = audit(model.train_on_batch, model, ONE, 0 * ONE)[base.kernel]
        assert found.moved
        assert found.gradient == pytest.approx(2 * abs(prediction) * abs(kernels[1]), rel=1e-5)
        model.train_on_batch(ONE, 0 * ONE)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("traced", [False, True])
def test_everything_is_put_back_on_request(compiled, traced):
    norm = keras.layers.BatchNormalization(name="norm")
    model = sequential(linear("base"), norm, keras.layers.Dropout(0.5), linear("head"))
    optimizer = keras.optimizers.Adam(0.1)
    optimizer.build(model.trainable_variables)

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((model(x, training=True) - 1.0) ** 2)
        variables = model.trainable_variables
        optimizer.apply(tape.gradient(loss, variables), variables)

    step = tf.function(step) if compiled else step
    x = np.array([[1.0], [5.0], [9.0]], np.float32)
    if traced:
        step(x)
    everything = [*model.variables, *optimizer.variables]
    before = [v.numpy() for v in everything]
    result = audit(step, model, x, restore=True)
    assert result[norm.moving_mean].moved
    for variable, value in zip(everything, before, strict=True):
        assert variable.numpy().tobytes() == value.tobytes(), variable.path


def test_an_optimizer_built_in_the_step_is_put_back_to_its_first_state():
    w = weight(1.0)
    optimizer = keras.optimizers.Adagrad(0.1, initial_accumulator_value=0.25)

    def step():
        with tf.GradientTape() as tape:
            loss = w * w
        optimizer.apply(tape.gradient(loss, [w]), [w])

    audit(step, [w], restore=True)
    assert [float(v) for v in optimizer.variables if "accumulator" in v.path] == [0.25]
    assert int(optimizer.iterations) == 0


def test_a_scaled_loss_is_seen_unscaled_in_the_update():
    w = weight(3.0)
    optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.1), initial_scale=8.0)
    optimizer.build([w])

    def step():
        with tf.GradientTape() as tape:
            loss = optimizer.scale_loss(w * w)
        optimizer.apply(tape.gradient(loss, [w]), [w])

    found = audit(step, [w])[w]
    assert (found.moved, found.gradient) == (True, 8 * 6)
    assert float(w) == pytest.approx(3 - 0.1 * 6)


def test_hooks_are_taken_off_again():
    methods = tf.GradientTape.gradient, keras.optimizers.Optimizer.apply
    w = weight(1.0)

    def failing():
        raise RuntimeError("in the step")

    with pytest.raises(RuntimeError, match="in the step"):
        audit(failing, [w])
    assert (tf.GradientTape.gradient, keras.optimizers.Optimizer.apply) == methods


# --- names, input, and what is shown ----------------------------------------------------------


def test_variables_are_compared_by_identity_and_repeated_paths_are_numbered():
    first, second = weight(1.0, "w"), weight(1.0, "w")
    step = gradient_step(keras.optimizers.SGD(0.1), [second], lambda: second * second)
    result = audit(step, [first, second])
    assert (result[first].name, result[first].moved) == ("w", False)
    assert (result[second].name, result[second].moved) == ("w#2", True)
    assert result["w#2"] is result[second]


def test_tensorflow_variables():
    w = tf.Variable(3.0, name="w")
    optimizer = keras.optimizers.SGD(0.1)

    def step():
        with tf.GradientTape() as tape:
            loss = w * w
        optimizer.apply_gradients([(tape.gradient(loss, w), w)])

    found = audit(step, [w])[w]
    assert (found.name, found.moved, found.gradient, found.updated) == ("w", True, 6, True)


def test_sparse_gradients():
    table = keras.Variable([[1.0], [2.0]], name="table")
    step = gradient_step(
        keras.optimizers.SGD(0.1),
        [table],
        lambda: tf.reduce_sum(3.0 * tf.gather(table.value, [1, 1])),
    )
    assert audit(step, [table])[table].gradient == 6  # row 1 is used twice


@pytest.mark.parametrize(
    ("model_or_variables", "error", "sentence"),
    [
        (None, TypeError, "got a NoneType where it needs a Keras model"),
        ([], TypeError, "got a list"),
        ([1.0], TypeError, "got a list"),
        (keras.Sequential([keras.layers.Dense(1)], name="raw"), ValueError, "'raw' .* not built"),
    ],
)
def test_bad_input_gets_one_sentence(model_or_variables, error, sentence):
    with pytest.raises(error, match=sentence):
        audit(lambda: None, model_or_variables)


def test_a_step_that_does_not_touch_the_variables():
    w, other = weight(1.0), weight(2.0, "other")
    step = gradient_step(keras.optimizers.SGD(0.1), [other], lambda: other * other)
    with pytest.raises(ValueError, match="neither moved any of these 1 variables"):
        audit(step, [w])


def test_what_was_not_audited_is_not_found():
    w = weight(1.0)
    result = audit(gradient_step(keras.optimizers.SGD(0.1), [w], lambda: w * w), [w])
    with pytest.raises(KeyError, match="was not audited"):
        result[weight(1.0)]


def test_table_text_html_and_picture():
    w, stays = weight(3.0), weight(2.0, "stays")
    optimizer = keras.optimizers.SGD(0.1)
    optimizer.build([w, stays])

    def step():
        with tf.GradientTape() as tape:
            loss = w * w
        optimizer.apply([tape.gradient(loss, w)], [w])

    result = audit(step, [w, stays])
    assert result.table().rows[0] == ("w", "moved", "6", "", "its gradient has norm 6")
    assert result.table().rows[1][:3] == ("stays", "stayed", "not asked for")
    bundle = result._repr_mimebundle_()
    assert "<img alt=" in bundle["text/html"]
    assert "<td" in bundle["text/html"]
    assert bundle["text/plain"] == str(result)
    picture = result.draw()
    assert picture.alt == (
        "One training step: 1 of 2 variables moved. w: moved; its gradient has norm 6. "
        "stays: stayed; its gradient was not asked for; left out of the update."
    )
    assert picture.figure.get_figwidth() == 8


def test_a_large_models_rows_are_joined():
    model = sequential(*(linear(f"layer{i}", 1.0) for i in range(60)))
    for layer in model.layers[:40]:
        layer.trainable = False
    optimizer = keras.optimizers.SGD(0.1)

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x))
        variables = model.trainable_variables
        optimizer.apply(tape.gradient(loss, variables), variables)

    alt = audit(step, model, ONE).draw().alt
    assert "20 of 60 variables moved" in alt
    assert "layer0/kernel to layer39/kernel (40): stayed; trainable=False" in alt
    assert "layer40/kernel to layer59/kernel (20): moved" in alt
