# %% [markdown]
# # 05 · The optimizer step: what happens to a gradient
#
# - **After this lesson you can** work out by hand what an optimizer does with a gradient, say what it does
#   with `None` and with zero, clip by global norm, and tell what a traced step reads again at each call.
# - **You need** lesson 03 (the tape, `None`) and the idea of gradient descent.
# - **Minutes** 30
#
# A gradient does not move a weight. An **optimizer** does, and it looks at more than the gradient: it
# remembers, it decays, it clips, it averages. Whoever wants a weight to stay still has to know all of it.

# %% name="setup"
import warnings

from gradflow import Picture

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

optimizers = tf.keras.optimizers


def weight(value=1.0, name="w"):
    """A weight that is a single number."""
    return tf.Variable(value, name=name)


def gradient(value):
    """A gradient that is made up, to see what the optimizer does with it."""
    return tf.constant(value)


# %% [markdown]
# ## The plain step
#
# The simplest optimizer, SGD, takes a step against the gradient: *w ← w − learning rate · g*. Below, w
# is 1, the learning rate is 0.1 and the gradient is 4. You may make a gradient up: `apply` takes a list
# of gradients and a list of variables, and does not ask where the gradients come from. (`apply(gradients,
# variables)` is the newer spelling of `apply_gradients(zip(gradients, variables))`.) **Predict** w.

# %% name="plain_step"
w = weight(1.0)
sgd = optimizers.SGD(learning_rate=0.1)
sgd.apply([gradient(4.0)], [w])
print(f"w is {float(w):.2f}")
np.testing.assert_allclose(w, 1 - 0.1 * 4, rtol=1e-6)

# %% [markdown]
# 1 − 0.1 · 4 = 0.6. The **learning rate** is the price: how far the weight moves for one unit of gradient.
#
# ## A step with a memory
#
# SGD with **momentum** keeps a second number for each weight, its velocity v:
#
# - v ← momentum · v − learning rate · g
# - w ← w + v
#
# With a learning rate of 0.1 and a momentum of 0.9, the gradient is 1 in each of two steps. **Predict** how
# far the weight moves in the first step and in the second.

# %% name="step_with_memory"
w = weight(1.0)
momentum = optimizers.SGD(learning_rate=0.1, momentum=0.9)
places = [float(w)]
for _ in range(2):
    momentum.apply([gradient(1.0)], [w])
    places.append(float(w))
print("w:", *(f"{place:.2f}" for place in places))
np.testing.assert_allclose(places, [1.0, 0.9, 0.71], rtol=1e-6)

# %% [markdown]
# The first step is 0.1. The second is 0.19: nine tenths of the last one, 0.09, and 0.1 for the new gradient.
#
# Such numbers that an optimizer keeps for each weight are called **slots**. **Predict** how many slots
# plain SGD, momentum and Adam keep for one weight.

# %% name="slots"
counts = {}
for name, optimizer in {
    "SGD": optimizers.SGD(0.1),
    "momentum": optimizers.SGD(0.1, momentum=0.9),
    "Adam": optimizers.Adam(0.1),
}.items():
    optimizer.build([weight()])
    own = [v.path.split("/")[-1] for v in optimizer.variables]
    slots = [v for v in own if v not in ("iteration", "learning_rate")]
    counts[name] = len(slots)
    print(f"{name:9} keeps {own}")
assert counts == {"SGD": 0, "momentum": 1, "Adam": 2}

# %% [markdown]
# None, one and two. (The number of steps taken, `iterations`, and the learning rate are kept too, once for all
# weights.) Adam's two slots are running averages of the gradient and of its square. Before use, each is
# corrected for having started at zero, so that after one step they count as g and g². Adam divides the one by the
# square root of the other.
#
# **Predict:** how far does Adam move in its first step with a learning rate of 0.1, when the gradient is 4, and
# when it is 0.01?

# %% name="adam_measures_itself"
steps = {}
for size in (4.0, 0.01):
    w = weight(1.0)
    optimizers.Adam(0.1).apply([gradient(size)], [w])
    steps[size] = 1 - float(w)
    print(f"gradient {size}: a step of {steps[size]:.4f}")
np.testing.assert_allclose(list(steps.values()), 0.1, rtol=1e-3)

# %% [markdown]
# Both times 0.1: Adam measures a gradient by the gradients it has seen. So "multiply the gradient by 0.1" is
# not "a tenth of the learning rate". And a tiny gradient is not a small step. Keep this in mind when you
# hope to slow a layer down, or to hold it, by way of its gradients.

# %% [markdown]
# ## Built once, on a list of weights
#
# The slots have to be made at some time. That is `build`, and `apply` calls it the first time if you
# have not. **Predict:** what happens when the optimizer meets a weight later that it was not built on?

# %% name="build"
w, late = weight(name="w"), weight(name="late")
adam = optimizers.Adam(0.1)
print("built:", adam.built)
adam.apply([gradient(1.0)], [w])
print("built:", adam.built, "· iterations:", int(adam.iterations))
assert adam.built
assert int(adam.iterations) == 1

try:
    adam.apply([gradient(1.0)], [late])
except ValueError as error:
    message = str(error)
    print(f"{type(error).__name__}: {message[:16]} ...")
    assert "Unknown variable" in message
else:
    raise AssertionError("the late weight was accepted")
assert late == 1

# %% [markdown]
# It is refused. An optimizer that is to serve some weights now and others later is built on **all** of
# them first; then each `apply` may name any of them (lesson 07).
#
# "Then I make a new optimizer for each step." **Predict** where w is after two steps of gradient 1 with
# momentum, as above (0.71), if each step makes its own optimizer.

# %% name="new_each_step"
w = weight(1.0)
for _ in range(2):
    newborn = optimizers.SGD(0.1, momentum=0.9)
    newborn.apply([gradient(1.0)], [w])
print(f"w is {float(w):.2f}, and the last optimizer has taken {int(newborn.iterations)} step")
np.testing.assert_allclose(w, 0.8, rtol=1e-6)
assert int(newborn.iterations) == 1

# %% [markdown]
# 0.8: two first steps. A new optimizer starts without the memory. With Adam it is worse: each
# first step is as long as the learning rate, whatever the gradient, as you have just seen.

# %% [markdown]
# ## None and zero
#
# Now the question of this course: what makes a weight stay? Lesson 03 told `None` (no path) from zero
# (a path worth nothing). **Predict:** two new weights and a new Adam. One weight gets a gradient of zero, the
# other one `None`. Which moves?

# %% name="cold_weights"
zero, none = weight(name="zero"), weight(name="none")
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    optimizers.Adam(0.1).apply([gradient(0.0), None], [zero, none])
print("zero:", float(zero), "· none:", float(none))
print("Keras says:", str(told[0].message)[:34], "...")
assert zero == none == 1
assert "Gradients do not exist for" in str(told[0].message)
warnings.filterwarnings("ignore", message="Gradients do not exist")

# %% [markdown]
# None of them. Keras warns about the `None`, in case you lost the gradient by accident; here it is
# on purpose, so the warning is off from here on.
#
# But training does not start at the moment when you freeze. Let both weights take five ordinary steps first,
# with gradient 1. Now they are **warm**: the slots hold something. Then come ten steps of zero for the one,
# and of `None` for the other. **Predict** which weight moves, under plain SGD, momentum, Adam, and Adam with
# decay (decay pulls every weight towards zero; the next section).

# %% name="warm_weights"
makers = {
    "SGD": lambda: optimizers.SGD(0.1),
    "SGD with momentum": lambda: optimizers.SGD(0.1, momentum=0.9),
    "Adam": lambda: optimizers.Adam(0.1),
    "AdamW, decay 0.1": lambda: optimizers.AdamW(0.1, weight_decay=0.1),
}
paths = {}
for name, make in makers.items():
    optimizer = make()
    zero, none, other = weight(), weight(), weight()
    steps = []
    for step in range(16):
        steps.append((float(zero), float(none)))
        warm = step < 5
        gradients = [gradient(1.0 if warm else 0.0), gradient(1.0) if warm else None, gradient(1.0)]
        optimizer.apply(gradients, [zero, none, other])
    paths[name] = np.array(steps)
    moved = paths[name][15] - paths[name][5]
    print(f"{name:18} moved by zeros {moved[0]:+.3f}, by None {moved[1]:+.3f}")
    assert moved[1] == 0
    assert (moved[0] == 0) == (name == "SGD")
np.testing.assert_allclose(
    paths["SGD with momentum"][15] - paths["SGD with momentum"][5], [-2.4005, 0], rtol=1e-4
)

# %% name="warm_weights_drawn"
figure, rows = plt.subplots(1, 4, figsize=(10.5, 3.0), layout="constrained", sharex=True)
for axes, (name, path) in zip(rows, paths.items(), strict=True):
    axes.axvspan(0, 5, color="0.92")
    axes.plot(path[:, 0], "o-", color="#D55E00", markersize=7, label="zero")
    axes.plot(path[:, 1], "s--", color="#0072B2", markersize=3, label="None")
    axes.set(title=name, xlabel="step")
    axes.grid(alpha=0.3)
rows[0].set_ylabel("weight")
rows[0].legend(frameon=False, title="after step 5")
Picture(
    figure,
    "Weight against step under four optimizers. For five steps, shaded, both weights move down "
    "together. From then on one gets zeros and the other one None. The None line is level in all "
    "four panels. The zero line is level under plain SGD, and goes on falling under SGD with "
    "momentum (the furthest), Adam and AdamW.",
)

# %% [markdown]
# - **`None` is not a gradient.** The optimizer leaves the pair out: weight, slots and decay stay as they are.
# - **Zero is a gradient like any other.** The slots still hold the past, so momentum and Adam coast on.
#
# That is why a test with a new weight, or with plain SGD, proves nothing about freezing: both hide the
# difference. And it is why you leave a weight **out** rather than hand in zeros for it.

# %% [markdown]
# ## Decay needs no gradient
#
# **Weight decay** pulls each weight towards zero by itself. **Predict:** a new weight at 1, plain SGD with a
# learning rate of 0.1 and a decay of 0.5. Where is it after one step with a gradient of zero? After one with `None`?

# %% name="decay"
zero, none, other = weight(), weight(), weight()
decaying = optimizers.SGD(0.1, weight_decay=0.5)
decaying.apply([gradient(0.0), None, gradient(1.0)], [zero, none, other])
print(f"zero: {float(zero):.2f}, none: {float(none):.2f}")
np.testing.assert_allclose(zero, 1 - 0.1 * 0.5, rtol=1e-6)
assert none == 1

# %% [markdown]
# With zero it is at 0.95, and no memory was needed for it. With `None` it did not move.
#
# ## One thing moves even what is left out
#
# Is a weight safe, then, once it is left out? Nearly. Some people train with an **average of the weights**
# (`use_ema`): the optimizer keeps a running average of each weight that it was *built on*, and writes it over the
# weight from time to time. **Predict:** does it ask whether you handed that weight in?

# %% name="average_of_weights"
averaging = optimizers.SGD(0.1, use_ema=True, ema_overwrite_frequency=3)
left_out, none, other = weight(), weight(), weight()
for _ in range(5):
    averaging.apply([gradient(1.0)] * 3, [left_out, none, other])
before = float(left_out)
for _ in range(3):
    averaging.apply([None, gradient(1.0)], [none, other])
print(f"left out: {before:.3f} → {float(left_out):.3f}; None: {before:.3f} → {float(none):.3f}")
assert float(left_out) > before
assert float(none) > before

# %% [markdown]
# It does not. Both weights were pulled back to where they had been on average. This is the one exception in
# Keras to "what is left out stays", so in the exercises of this course no optimizer averages.

# %% [markdown]
# ## Nothing at all
#
# **Predict** what happens when all gradients are `None`, and when the lists are empty.

# %% name="nothing_at_all"
w = weight()
try:
    optimizers.SGD(0.1).apply([None], [w])
except ValueError as error:
    message = str(error)
    print("all None:", message)
    assert "No gradients provided for any variable" in message
else:
    raise AssertionError("all None was accepted")

empty = optimizers.SGD(0.1)
print("empty lists:", empty.apply([], []), "· iterations:", int(empty.iterations))
assert int(empty.iterations) == 0

# %% [markdown]
# All `None` raises an error. Empty lists do nothing, and nobody tells you. A selection of variables that went
# wrong and is empty trains silently: count what you hand in.

# %% [markdown]
# ## Clipping: one norm for all
#
# Long gradients make long steps. **Clipping by global norm** takes all gradients as one long vector, and
# if that is longer than c, shortens it to c. Below, the gradients are [3, 0] and [0, 4], and there
# is a `None` between them. c is 1. **Predict** what comes back. And what, with c = 10?

# %% name="global_norm"
gradients = [tf.constant([3.0, 0.0]), None, tf.constant([0.0, 4.0])]
clipped, norm = tf.clip_by_global_norm(gradients, 1.0)
print("norm", float(norm), "·", *(g if g is None else g.numpy().round(3) for g in clipped))
assert norm == 5
assert clipped[1] is None
np.testing.assert_allclose(clipped[0], [0.6, 0], rtol=1e-6)
np.testing.assert_allclose(clipped[2], [0, 0.8], rtol=1e-6)

unclipped, _ = tf.clip_by_global_norm(gradients, 10.0)
np.testing.assert_allclose(unclipped[0], [3, 0], rtol=1e-6)

one_by_one = [tf.clip_by_norm(g, 1.0) for g in gradients if g is not None]
print("each by its own norm:", *(g.numpy() for g in one_by_one))
np.testing.assert_allclose(one_by_one, [[1, 0], [0, 1]], rtol=1e-6)

# %% [markdown]
# The length is √(3² + 4²) = 5, so everything is multiplied by 1/5. The **direction** stays. (Clipping each
# gradient by its own norm would turn it.) Nothing is ever made longer: with c = 10 all stays as it was. And
# `None` stays `None`.
#
# An optimizer can do this for you: `global_clipnorm=1`. Then **who is handed in counts in the norm**.
# **Predict** the step of the head in both lines below: with the base's gradient handed in too, and without.

# %% name="who_counts"
moves = {}
for what, gradients in {
    "head alone": [gradient(4.0)],
    "head and base": [gradient(4.0), gradient(3.0)],
    "head, and zero for the base": [gradient(4.0), gradient(0.0)],
}.items():
    head, base = weight(), weight()
    clipping = optimizers.SGD(1.0, global_clipnorm=1.0)
    clipping.build([head, base])
    clipping.apply(gradients, [head, base][: len(gradients)])
    moves[what] = 1 - float(head)
    print(f"{what}: the head moved by {moves[what]:.2f}")
np.testing.assert_allclose(list(moves.values()), [1.0, 0.8, 1.0], rtol=1e-6)

# %% [markdown]
# The base's 3 makes the vector longer, so the head's share of 1 is only 0.8. Suppose you let both move and
# afterwards put the base back to its old weights: the base is where it was, and the head has taken another
# step than it should. (With momentum, the base's slots are off as well.) *Do, then undo* is not the
# same as *leave out*.

# %% [markdown]
# ## The traced step
#
# Training steps are often wrapped in `tf.function`. At the first call your Python code runs once and is
# written down as a graph: it is **traced**. Later calls run the graph, and your Python code does not run.
# **Predict** what is printed by three calls.

# %% name="traced_once"
runs = []


@tf.function
def double(x):
    runs.append("Python ran")
    return 2 * x


results = [float(double(tf.constant(number))) for number in (1.0, 2.0, 3.0)]
print(results, runs)
assert results == [2, 4, 6]
assert runs == ["Python ran"]

# %% [markdown]
# Python ran once, for three calls. So whatever **Python** decides is decided at the trace. Only what the graph
# itself looks up, tensors that come in and variables, is **read each time**.
#
# Here is a step with three dials: a Python flag, a tensor argument, and the optimizer's learning rate. After the
# first call all three are turned. **Predict** how far the second call moves the weight.

# %% name="three_dials"
w = weight(0.0)
dialled = optimizers.SGD(learning_rate=0.1)
dialled.build([w])
turned_round = False


@tf.function
def dial_step(size):
    sign = -1.0 if turned_round else 1.0
    dialled.apply([sign * size], [w])


dial_step(tf.constant(1.0))
first = float(w)
turned_round = True
dialled.learning_rate = 0.5
dial_step(tf.constant(3.0))
second = float(w) - first
print(f"first move {first:.1f}, second move {second:.1f}")
np.testing.assert_allclose([first, second], [-0.1, -1.5], rtol=1e-6)

# %% [markdown]
# The second move is −0.5 · 3: the new tensor, the new learning rate, and the *old* flag. The flag is a Python
# value, and Python did not run. The learning rate looks like a Python number too, but Keras keeps
# it in a variable. The momentum it does not: **predict** the second move here.

# %% name="momentum_is_captured"
w = weight(0.0)
heavy = optimizers.SGD(learning_rate=1.0, momentum=0.5)
heavy.build([w])


@tf.function
def heavy_step():
    heavy.apply([gradient(-1.0)], [w])


heavy_step()
heavy.momentum = 0.0
heavy_step()
print(f"w is {float(w)}")
assert w == 1 + (0.5 + 1)

# %% [markdown]
# The second move is 1.5, so the momentum is still 0.5. What about **lists**, such as the list of weights to
# train, and the `trainable` flag? **Predict** which weights the second call moves.

# %% name="lists_and_flags"
a, b = weight(name="a"), weight(name="b")
plain = optimizers.SGD(0.1)
plain.build([a, b])
chosen = [a]
layer = tf.keras.layers.Dense(1, use_bias=False)
layer.build((None, 1))
plain_for_layer = optimizers.SGD(0.1)
plain_for_layer.build(layer.trainable_variables)


@tf.function
def list_step():
    plain.apply([gradient(1.0)] * len(chosen), chosen)


@tf.function
def flag_step():
    variables = layer.trainable_variables
    plain_for_layer.apply([tf.ones_like(v) for v in variables], variables)


list_step()
flag_step()
chosen[:] = [b]
layer.trainable = False
a_before, b_before, kernel_before = float(a), float(b), float(layer.kernel[0, 0])
list_step()
flag_step()
print("a moved:", float(a) != a_before, "· b moved:", float(b) != b_before)
print("the layer that is frozen now moved:", float(layer.kernel[0, 0]) != kernel_before)
assert float(a) < a_before
assert float(b) == b_before == 1
assert float(layer.kernel[0, 0]) < kernel_before

# %% [markdown]
# The graph holds the list as it was, and the flag as it was. a goes on, b waits forever, and a layer that you
# have frozen goes on training. Nothing warns you.
#
# A Python **argument** is different: a new Python value makes a new trace. So does a new shape, and a new trace
# sees the world as it is now. **Predict** the three results.

# %% name="new_traces"
traces = []
offset = 10.0


@tf.function
def add(x, sign):
    traces.append(x.shape)
    return sign * x + offset


one, two = tf.constant([1.0]), tf.constant([1.0, 1.0])
print("first:", add(one, 1).numpy())
offset = 20.0
print("again:", add(one, 1).numpy())
print("a new Python value:", add(one, -1).numpy())
print("a new shape:       ", add(two, 1).numpy())
print("the old shape:     ", add(one, 1).numpy(), "·", len(traces), "traces")
assert add(one, 1).numpy() == [11]
assert add(one, -1).numpy() == [19]
assert add(two, 1).numpy().tolist() == [21, 21]
assert len(traces) == 3

# %% [markdown]
# One function, three graphs, and two of them disagree about `offset`. So a flag that seems to "work sometimes"
# is a flag that was read when a new batch size came along.
#
# ## Variables made inside
#
# Variables are made once, too. **Predict** what happens when a traced step makes its own optimizer.

# %% name="made_inside"
w = weight()


@tf.function
def own_optimizer():
    optimizers.Adam(0.1).apply([gradient(1.0)], [w])


for call in (1, 2):
    try:
        own_optimizer()
    except ValueError as error:
        message = str(error)
        reason = message[message.index("tf.function only supports singleton") :]
        print(f"call {call}: {reason.split('. ')[0]}.")
        assert "only supports singleton tf.Variables" in message
    else:
        raise AssertionError("the optimizer inside was accepted")
assert w == 1

# %% [markdown]
# It is refused: a new trace would make new variables, and the graph would not know which are meant. Run
# eagerly, without `tf.function`, it is not refused. Then you get a new optimizer each step, which is worse,
# since nothing tells you. Make the optimizer outside, and build it there.

# %% [markdown]
# Four entries of the table below are still to be shown. **Predict** each: a NumPy array from outside whose entry
# is changed; the optimizer's `global_clipnorm`; a name that is given to another optimizer; an integer tensor
# where a float tensor came before.

# %% name="the_rest_of_the_table"
w = weight(0.0)
table = np.array([1.0, 1.0], dtype=np.float32)
cautious = optimizers.SGD(1.0, global_clipnorm=1.0)
cautious.build([w])


@tf.function
def look_up(x):
    return tf.cast(x, tf.float32) * table


@tf.function
def cautious_step():
    before = tf.identity(w)
    cautious.apply([gradient(-5.0)], [w])
    return w - before


firsts = float(look_up(tf.constant(1.0))[0]), float(cautious_step())
table[0] = 7.0
cautious.global_clipnorm = 3.0
after_the_norm = float(cautious_step())
cautious = optimizers.SGD(100.0)
after_the_name = float(cautious_step())
print("NumPy array:", firsts[0], "→", float(look_up(tf.constant(1.0))[0]))
print("move:", firsts[1], "→", after_the_norm, "→", after_the_name)
assert firsts == (1, 1)
assert look_up(tf.constant(1.0)).numpy().tolist() == [1, 1]
assert after_the_norm == after_the_name == 1
assert look_up.experimental_get_tracing_count() == 1
print("an integer tensor:", look_up(tf.constant(1)).numpy(), "· a new trace")
assert look_up(tf.constant(1)).numpy().tolist() == [7, 1]
assert look_up.experimental_get_tracing_count() == 2

# %% [markdown]
# | read at each call | captured at the trace | a new trace |
# |---|---|---|
# | a tensor that is handed in | a Python number, flag or list from outside | a new Python value as an argument |
# | a `tf.Variable`, a Keras variable | a NumPy array from outside | a new shape or dtype |
# | the optimizer's slots, `iterations` and learning rate | its momentum, its clipping, which optimizer it is | |
# | | the `trainable` flag | |

# %% [markdown]
# ## What you can say now
#
# - An optimizer moves weights by the gradient *and* by what it remembers, decays, clips and averages.
# - `None` and leaving out: the weight stays, unless weights are averaged. Zero: a warm or decaying weight moves.
# - Clipping by global norm never makes longer, keeps the direction, and counts everyone who is handed in.
# - A traced step reads tensors and variables each time; what Python decides is decided at the trace.
#
# **Next:** the exercises in `exercises/05_optimizer_step`, about 25 minutes. After them, lesson 06 freezes
# layers.
