# %% [markdown]
# # 04 · Stop gradient: a constant on the way back
#
# - **After this lesson you can** say for any graph with `tf.stop_gradient` in it what its value is and
#   which gradients arrive, use it to choose a gradient, and say what it does not do.
# - **You need** lesson 01 (multiply along a path, add over the paths) and lesson 03 (the tape, `None`).
# - **Minutes** 30
#
# Lesson 03 showed how a gradient gets lost by accident. Now you cut one on purpose. You will also meet
# sentences from a popular explanation of `tf.stop_gradient`. Some are true, some nearly, some not.
# You will not have to believe any of them: each is run.

# %% name="setup"
from gradflow import Edge, Graph, Node, draw, trace

import numpy as np
import tensorflow as tf

stop = tf.stop_gradient


def value_and_gradient(f, x):
    """The value of f at the number x, and the gradient there (None if no path is left)."""
    x = tf.Variable(x)
    with tf.GradientTape() as tape:
        y = f(x)
    gradient = tape.gradient(y, x)
    return float(y), None if gradient is None else float(gradient)


# %% [markdown]
# ## Forward the same, backward a constant
#
# Take y = x·x at x = 3, and the same with one of the two wrapped: y = stop(x)·x. **Predict** both
# values and both gradients.

# %% name="constant_on_the_way_back"
plain = value_and_gradient(lambda x: x * x, 3.0)
stopped = value_and_gradient(lambda x: stop(x) * x, 3.0)
constant = value_and_gradient(lambda x: 3.0 * x, 3.0)
print("x·x       value and gradient", plain)
print("stop(x)·x value and gradient", stopped)
print("3·x       value and gradient", constant)
assert plain == (9.0, 6.0)
assert stopped == constant == (9.0, 3.0)

# %% [markdown]
# The value is the same. The gradient is that of 3·x: on the way back, `stop(x)` is **the number that
# x happens to be**.
#
# > A popular explanation says: *an identity forward, a constant backward*.
#
# True, and it is the whole definition.
#
# > It also says that this is a tool for *making training more efficient*.
#
# You just saw what it is a tool for: it chooses **which derivative is computed**. What it saves is a
# side effect. You will count it further down.

# %% [markdown]
# ## It cuts paths, not variables
#
# > A popular explanation says that it keeps chosen *variables* out of the gradient.
#
# Here is y = stop(w)·w·w at w = 2. **Predict** the gradient: is it 12, as without the stop; nothing, as
# w is stopped; or something else?

# %% name="paths_not_variables"
no_stop = value_and_gradient(lambda w: w * w * w, 2.0)
one_stop = value_and_gradient(lambda w: stop(w) * w * w, 2.0)
two_stops = value_and_gradient(lambda w: stop(w) * stop(w) * w, 2.0)
three_stops = value_and_gradient(lambda w: stop(w) * stop(w) * stop(w), 2.0)
print("no stop    ", no_stop)
print("one stop   ", one_stop)
print("two stops  ", two_stops)
print("three stops", three_stops)
assert no_stop == (8.0, 12.0)
assert one_stop == (8.0, 8.0)
assert two_stops == (8.0, 4.0)
assert three_stops == (8.0, None)

# %% name="paths_drawn"
draw(
    Graph(
        [
            Node("w", value=2, gradient=8),
            Node("s", value=2, gradient=4, label="s = stop(w)"),
            Node("y", value=8, gradient=1, label="y = s·w·w"),
        ],
        [
            Edge("w", "s", stopped=True),
            Edge("s", "y", derivative=4),
            Edge("w", "y", derivative=4),
            Edge("w", "y", derivative=4),
        ],
    )
)

# %% [markdown]
# Three paths lead from w to y, each worth 4. The stop cuts one of them, and the other two still bring
# 4 + 4 = 8. So the true sentence is: *a stop removes the shares of the paths that run through it*.
# A variable is out of the gradient only when **every** path from it is cut. Then you get `None`.

# %% [markdown]
# You need not count paths by hand. `trace` follows a loss back to every tensor and tells where its
# gradient ends. **Predict** what it says about w.

# %% name="traced"
followed = trace(lambda w: stop(w) * w * w, 2.0)
print(followed["w"])
assert followed["w"].status == "flows"
assert followed["w"].norm == 8
assert len(followed.stops) == 1

# %% name="one_path_is_left"
left = value_and_gradient(lambda w: stop(w) + w * w, 2.0)
print("stop(w) + w·w", left)
assert left == (6.0, 4.0)

# %% [markdown]
# ## Upstream, downstream, and the stopped tensor itself
#
# > A popular explanation says that *no gradient is computed for the stopped tensor*.
#
# Which tensor would that be? Here are h = w·w, s = stop(h) and y = v·s, at w = 3 and v = 5. **Predict**
# the gradient of y for each of w, h, s and v.

# %% name="who_gets_what"
w, v = tf.Variable(3.0), tf.Variable(5.0)
with tf.GradientTape() as tape:
    h = w * w
    s = stop(h)
    tape.watch(s)
    y = v * s
gradients = dict(zip("whsv", tape.gradient(y, [w, h, s, v]), strict=True))
for name, gradient in gradients.items():
    print(name, "None" if gradient is None else float(gradient))
assert gradients["w"] is None
assert gradients["h"] is None
assert gradients["s"] == 5
assert gradients["v"] == 9

# %% name="who_gets_what_drawn"
draw(
    Graph(
        [
            Node("w", value=3, gradient=None),
            Node("h", value=9, gradient=None, label="h = w·w"),
            Node("s", value=9, gradient=5, label="s = stop(h)"),
            Node("v", value=5, gradient=9),
            Node("y", value=45, gradient=1, label="y = v·s"),
        ],
        [
            Edge("w", "h", derivative=6),
            Edge("h", "s", stopped=True),
            Edge("s", "y", derivative=5),
            Edge("v", "y", derivative=9),
        ],
    )
)

# %% [markdown]
# - **Upstream** of the stop (w and h) there is no path left: `None`.
# - **The stopped tensor s** has a gradient like any other. It is a new beginning: watch it, and you get
#   5. Nothing runs from it into h, that is all.
# - **Downstream** (v) nothing changed. The gradient of v is the value of s, and that is still 9.
#
# > The popular explanation also says that backpropagation *does not affect what is upstream*.
#
# True of this path. **Predict** the gradient of w once h is used a second time, without a stop.

# %% name="a_way_around"
around = value_and_gradient(lambda w: 5 * stop(w * w) + w * w, 3.0)
print("5·stop(w·w) + w·w", around)
assert around == (54.0, 6.0)

# %% [markdown]
# The gradient takes the way around. It *excludes a part of the graph*, as the popular explanation
# says, and that part is exactly what lies on the paths through the stop.

# %% [markdown]
# ## Use what it returns
#
# > A popular explanation writes it as `result = stop_gradient(tensor)`.
#
# So it should be, and the left side matters. **Predict** the gradient here, at x = 3.


# %% name="unused_result"
def forgotten(x):
    stop(x)
    return x * x


unused = value_and_gradient(forgotten, 3.0)
print("stop(x) on a line of its own", unused)
assert unused == (9.0, 6.0)

# %% [markdown]
# It is 6, as if the line were not there. `stop` marks nothing: it returns a **new** tensor, and only
# that one is cut off. `h = stop(h)` does something; `stop(h)` alone does nothing, and no warning tells you.

# %% [markdown]
# ## One tensor at a time
#
# Layers often return a list or a dictionary. **Predict** what you get from `stop([a, b])`, for two
# tensors of the same shape, and from `stop({"a": a})`.

# %% name="lists_and_dicts"
a, b, c = tf.ones(2), tf.zeros(2), tf.zeros(3)
stacked = stop([a, b])
print("a list of equal shapes becomes", type(stacked).__name__, "of shape", stacked.shape)
assert tf.is_tensor(stacked)
assert stacked.shape == (2, 2)

for what, value in {"unequal shapes": [a, c], "a dictionary": {"a": a}}.items():
    try:
        stop(value)
    except (ValueError, tf.errors.InvalidArgumentError) as error:
        print(f"{what}: {type(error).__name__}")
        message = str(error)
        assert "Shapes of all inputs must match" in message or "unsupported type" in message
    else:
        raise AssertionError(f"{what} was accepted")

nested = tf.nest.map_structure(stop, {"a": a, "rest": [b, c]})
print("leaf by leaf:", {"a": nested["a"].shape, "rest": [t.shape for t in nested["rest"]]})
assert list(nested) == ["a", "rest"]
assert [t.shape[0] for t in nested["rest"]] == [2, 3]

# %% [markdown]
# A dictionary is refused, and so are unequal shapes. The list of equal shapes is the trap: it is
# silently **stacked** into one tensor, and a loop over it later walks over rows. For anything but a
# single tensor, apply `stop` to each leaf: `tf.nest.map_structure` does that for you.

# %% [markdown]
# ## A snapshot, not a lock
#
# **Predict:** s = stop(w) is taken while w is 2. Then w is set to 10. What is s? And what is w?

# %% name="snapshot"
w = tf.Variable(2.0)
s = stop(w)
w.assign(10.0)
print("s is", float(s), "and w is", float(w))
assert s == 2
assert w == 10

# %% [markdown]
# `s` keeps the value that it saw. And `w` was not protected by anything: a stop holds no variable
# still. It only says what a gradient is *not* told.

# %% [markdown]
# ## Choose the value and the gradient separately
#
# Since a stop changes the gradient and not the value, you can build a graph with one value and another
# gradient. **Predict** value and gradient of both at x = 4.

# %% name="algebra"
zero = value_and_gradient(lambda x: x - stop(x), 4.0)
one = value_and_gradient(lambda x: x / stop(x), 4.0)
print("x − stop(x)", zero)
print("x / stop(x)", one)
assert zero == (0.0, 1.0)
assert one == (1.0, 0.25)

# %% [markdown]
# x − stop(x) is **nothing forward and x backward**: value 0, gradient 1. x / stop(x) is one forward, with
# the gradient 1/x of log x.
#
# > A popular explanation says that it *allows custom gradients*.
#
# It does. Put a term in front that has the gradient you want, and let a stop repair the value. Here is
# the value of x³ with the gradient of 5·x. **Predict** both at x = 2.


# %% name="custom_gradient"
def cube_with_slope_five(x):
    return 5 * x + stop(x**3 - 5 * x)


chosen = value_and_gradient(cube_with_slope_five, 2.0)
print("5·x + stop(x³ − 5·x)", chosen)
assert chosen == (8.0, 5.0)

# %% [markdown]
# Forward, 5·x cancels, and x³ is left. Backward, the stopped term is a constant, and 5·x is left. The
# exercises make much of this.

# %% [markdown]
# ## It does not hold a weight still
#
# > A popular explanation says that a stop *makes sure that the tensor is unaffected by the optimization
# > step*.
#
# Below, a layer's output is stopped, so the error can't reach its kernel. The layer also has an L2
# regulariser, 0.1 · Σ W² (a penalty on large weights; Keras keeps it in `layer.losses`, and you add it to
# the loss). **Predict:** is the kernel's gradient `None`?

# %% name="regularisers"
tf.keras.utils.set_random_seed(0)
layer = tf.keras.layers.Dense(2, kernel_regularizer=tf.keras.regularizers.L2(0.1))
x = tf.random.normal((4, 3))
layer(x)
kernel = layer.trainable_variables[0]
with tf.GradientTape(persistent=True) as tape:
    error = tf.reduce_mean(stop(layer(x)) ** 2)
    loss = error + sum(layer.losses)
from_error = tape.gradient(error, kernel)
from_loss = tape.gradient(loss, kernel)
print("from the error alone:", from_error)
print("from the whole loss:", *from_loss.numpy().round(3), sep="\n")
assert from_error is None
np.testing.assert_allclose(from_loss, 0.2 * kernel.numpy(), rtol=1e-6)

# %% [markdown]
# The gradient is 0.2·W, all of it from the regulariser: a path of its own that no stop stands on. And
# a gradient is not the only thing that moves a layer: optimizers decay weights (lesson 05), and
# BatchNormalization moves its statistics without any gradient. The true sentence is: *this
# path brings no gradient*. If a weight must not move, compare it before and after.

# %% [markdown]
# ## What it saves
#
# > A popular explanation says that it *saves computation*.
#
# Here is a step of two layers. Forward it takes two matrix products. Backward it takes one for each
# weight matrix and one to carry the gradient from the second layer to the first. To count them, the cell
# uses `tf.function`: it writes your code down once as a graph and then runs the graph (lesson 05). Without
# it TensorFlow runs *eagerly*, line by line, as so far. **Predict** the number of products: without a stop; with a stop on the features; and with a stop on the finished gradients.

# %% name="what_it_saves"
w1, w2 = tf.Variable(tf.ones((3, 4))), tf.Variable(tf.ones((4, 2)))


def matrix_products(on_features, on_gradients):
    """How many MatMul operations the step's graph has."""

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            features = tf.nn.relu(x @ w1)
            if on_features:
                features = stop(features)
            loss = tf.reduce_mean((features @ w2) ** 2)
        gradients = [g for g in tape.gradient(loss, [w1, w2]) if g is not None]
        return [stop(g) for g in gradients] if on_gradients else gradients

    graph = step.get_concrete_function(tf.TensorSpec((5, 3))).graph
    return sum(operation.type == "MatMul" for operation in graph.get_operations())


full = matrix_products(on_features=False, on_gradients=False)
features_stopped = matrix_products(on_features=True, on_gradients=False)
gradients_stopped = matrix_products(on_features=False, on_gradients=True)
print("no stop:", full)
print("stop on the features: ", features_stopped)
print("stop on the gradients:", gradients_stopped)
assert full == 5
assert features_stopped == 3
assert gradients_stopped == 5

# %% [markdown]
# Half true: a stop saves the backward work **upstream of it**. Put behind the backward pass, on
# gradients that have been computed already, it saves nothing. (Whether it does anything else there is
# lesson 08's question.)

# %% [markdown]
# ## In a graph, a branch gives 0 where eager gives None
#
# Suppose a switch decides between stop(h) and h. `tf.cond` is an `if` that works in a graph. **Predict** the gradient of w when the switch is on,
# run eagerly and inside a `tf.function`.

# %% name="a_switch"
w = tf.Variable(3.0)


def switched(on):
    with tf.GradientTape() as tape:
        h = w * w
        y = 2 * tf.cond(on, lambda: stop(h), lambda: h)
    return tape.gradient(y, w)


eager = switched(tf.constant(True))
traced = tf.function(switched)
in_graph = traced(tf.constant(True))
print("on, eagerly:", eager)
print("on, in a graph:", float(in_graph), "and off:", float(traced(tf.constant(False))))
assert eager is None
assert in_graph == 0
assert traced(tf.constant(False)) == 12

# %% [markdown]
# Eagerly only one branch exists, and it is cut: `None`. In a graph both branches are there. One of them
# does have a path, so w gets a tensor, and for the branch that is cut its value is 0.0. You will see in
# lesson 05 why it matters: an optimizer skips `None`, and does *not* skip zero.

# %% [markdown]
# ## Not the same: stop_recording
#
# Lesson 03's tape has a method `stop_recording()`. Both lines below keep the gradient from w.
# **Predict** the gradient of v in each.

# %% name="stop_recording"
w, v = tf.Variable(3.0), tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = stop(w) * v
by_stop = tape.gradient(y, [w, v])

with tf.GradientTape() as outer, tf.GradientTape() as tape, tape.stop_recording():
    y = w * v
by_recording = tape.gradient(y, [w, v])
by_outer = outer.gradient(y, [w, v])
print("stop(w)·v:      ", by_stop[0], by_stop[1].numpy())
print("stop_recording: ", *by_recording)
print("the outer tape: ", *(float(g) for g in by_outer))
assert by_stop[0] is None
assert by_stop[1] == 3
assert by_recording == [None, None]
assert by_outer == [2, 3]

# %% [markdown]
# `stop` cuts one path, for every tape. `stop_recording` closes the eyes of **one tape** to
# **everything** in its block: v is lost too, and the outer tape saw it all. One is a part of the formula,
# the other is a setting of the tape.

# %% [markdown]
# ## Numerical checks disagree, by design
#
# Lesson 01 taught you to hold every gradient against a measured one. **Predict** what the measurement
# says about y = stop(x)·x at x = 3, where the tape says 3.

# %% name="measured"
at, eps = 3.0, 1e-3
high = value_and_gradient(lambda x: stop(x) * x, at + eps)[0]
low = value_and_gradient(lambda x: stop(x) * x, at - eps)[0]
measured = (high - low) / (2 * eps)
print(f"the tape says {stopped[1]}, the measurement {measured:.2f}")
assert abs(measured - 6) < 0.01

(by_formula,), (by_steps,) = tf.test.compute_gradient(
    lambda x: stop(x) * x, [tf.constant([1.0, 2.0])]
)
print("tf.test.compute_gradient at 1 and 2:", np.diag(by_formula), np.diag(by_steps))
assert np.array_equal(np.diag(by_formula), [1, 2])
assert np.allclose(np.diag(by_steps), [2, 4], rtol=1e-2)

# %% [markdown]
# A measurement moves x and looks at the value, and the value does move. It can't know that you called
# something a constant. So such a check does not show a bug here: you and it ask different questions.
# To check a graph with a stop, measure with the stopped value **held still**, as in 3·x.
#
# > A popular explanation warns that a stop *may affect features that rely on the full gradient*.
#
# True, and that includes derivatives of derivatives. y = x·x·x has the slopes 75 and 30 at x = 5.
# **Predict** both for y = stop(x)·x·x.

# %% name="second_order"
x = tf.Variable(5.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = stop(x) * x * x
    first = inner.gradient(y, x)
second = outer.gradient(first, x)
print("slope", float(first), "and the slope of the slope", float(second))
assert first == 50
assert second == 10

# %% [markdown]
# The tape takes the stopped 5 for a constant both times: 5·x² has the slope 10·x, which is 50, and that
# has the slope 10. Once cut, a path stays cut in everything that is derived later.

# %% [markdown]
# ## Stops that you did not write
#
# > A popular explanation says that *debugging needs attention* when stops are about.
#
# It does, and here is how: ask each gradient whether it is `None`, compare weights before and after, and
# look for the operations by their type, as below. **Predict:** which of these layers hold one?

# %% name="stops_in_layers"
layers = {
    "Dense": tf.keras.layers.Dense(4),
    "BatchNormalization": tf.keras.layers.BatchNormalization(),
    "LayerNormalization": tf.keras.layers.LayerNormalization(),
    "GroupNormalization": tf.keras.layers.GroupNormalization(2),
}
stops = {}
for name, layer in layers.items():
    layer.build((None, 4))
    traced = tf.function(lambda x, layer=layer: layer(x, training=True))
    graph = traced.get_concrete_function(tf.TensorSpec((8, 4))).graph
    stops[name] = sum(operation.type == "StopGradient" for operation in graph.get_operations())
print(stops)
assert stops["Dense"] == 0
assert min(stops[name] for name in layers if name != "Dense") >= 1

# %% [markdown]
# Three layers bring one of their own. It stands where a variance is computed, on the mean. **Predict:**
# does it change the gradient of the variance?

# %% name="harmless"
x = tf.Variable([1.0, 2.0, 6.0])
with tf.GradientTape(persistent=True) as tape:
    theirs = tf.nn.moments(x, axes=[0])[1]
    mine = tf.reduce_mean((x - tf.reduce_mean(x)) ** 2)
print(
    "with their stop", tape.gradient(theirs, x).numpy(), "without", tape.gradient(mine, x).numpy()
)
np.testing.assert_allclose(tape.gradient(theirs, x), tape.gradient(mine, x), rtol=1e-5)

# %% [markdown]
# It does not. The sum of squares around the mean is smallest at the mean, so its slope in the mean is 0,
# and the path that was cut was worth nothing. A StopGradient operation in a graph is no proof that
# somebody froze something: look at what lies upstream of it.

# %% [markdown]
# ## What you can say now
#
# - `stop` is an identity forward and a constant backward. It chooses which derivative is computed.
# - It removes the shares of the paths that run through it. A variable gets `None` only when every path
#   from it is cut; the stopped tensor and everything downstream keep their gradients.
# - Only the tensor that it returns is stopped. One tensor at a time; a snapshot of the value.
# - It holds no weight still, it saves only what is upstream, and it is a part of the formula, so a measured
#   slope and a second derivative see something else than without it.
#
# **Next:** the exercises in `exercises/04_stop_gradient`, about 30 minutes for the three marked ●. After
# them, lesson 05 follows a gradient into the optimizer.
