# %% [markdown]
# # 08 · Stopping computed gradients: the pitfall
#
# - **After this lesson you can** say why the layer of lesson 00 trained, show it in one line, repair all
#   the faults of that training step, and tell `None`, zero and "left out" apart by what they do to a
#   weight.
# - **You need** lesson 04 (what a stop is), lesson 05 (what an optimizer does with a gradient) and
#   lesson 07 (choosing what to update).
# - **Minutes** 30
#
# Lesson 00 left you with a picture: a layer with `tf.stop_gradient` around its gradients, and it trained
# as if nothing had been done. Now you have all you need to take the recipe apart. It has one fault that
# you have seen, and more that you have not.

# %% name="setup"
import warnings

from gradflow import Picture, audit, load_digits

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

tf.config.experimental.enable_op_determinism()  # the same numbers, bit by bit, in every run
stop = tf.stop_gradient
digits = load_digits()
cross_entropy = tf.keras.losses.sparse_categorical_crossentropy


def new_model():
    """Two layers on digits, the same weights every time: `features`, then `head`."""
    tf.keras.utils.set_random_seed(7)
    features = tf.keras.layers.Dense(32, activation="relu", name="features")
    head = tf.keras.layers.Dense(10, activation="softmax", name="head")
    return tf.keras.Sequential([tf.keras.Input((64,)), features, head], name="net")


def batch(step, size=64):
    """The digits of one step, by turns."""
    at = slice(step % 20 * size, (step % 20 + 1) * size)
    return digits.x_train[at], digits.y_train[at]


def is_one_of(v, variables):
    """Whether v itself, and not an equal one, is among the variables."""
    return any(v is other for other in variables)


# %% [markdown]
# ## Back to the picture
#
# An ordinary training step makes pairs of a gradient and a variable and hands them to the optimizer. The
# recipe changes the pairs in between. So write the step once, with a place for such a change.
#
# **Predict:** after 30 steps of Adam, in how many bits do the two trainings differ?


# %% name="the_picture_again"
def train(change, optimizer, steps, change_from=0):
    """Train `new_model()`; from step `change_from` on, the pairs go through `change` first.

    Returns the model and what `features` weighed before each step and at the end.
    """
    model = new_model()
    frozen = model.get_layer("features").trainable_variables
    optimizer.build(model.trainable_variables)
    kernels = [frozen[0].numpy()]
    for step in range(steps):
        x, y = batch(step)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(cross_entropy(y, model(x, training=True)))
        gradients = tape.gradient(loss, model.trainable_variables)
        pairs = list(zip(gradients, model.trainable_variables, strict=True))
        if step >= change_from:
            pairs = change(pairs, frozen)
        optimizer.apply_gradients(pairs)
        kernels.append(frozen[0].numpy())
    return model, np.array(kernels)


def nothing(pairs, frozen):
    return pairs


def stopped(pairs, frozen):
    return [(stop(g) if is_one_of(v, frozen) else g, v) for g, v in pairs]


plain_model, plain = train(nothing, tf.keras.optimizers.Adam(0.01), 30)
recipe_model, recipe = train(stopped, tf.keras.optimizers.Adam(0.01), 30)
print(f"features moved by up to {np.abs(recipe[-1] - recipe[0]).max():.2f}")
same = [
    np.array_equal(a, b)
    for a, b in zip(plain_model.get_weights(), recipe_model.get_weights(), strict=True)
]
print("kernel and bias of both layers equal to the last bit:", same)
assert all(same)
assert plain.tobytes() == recipe.tobytes()
assert np.abs(recipe[-1] - recipe[0]).max() > 0.01

# %% [markdown]
# In none. `features` was found by identity here, so the stop stands exactly where it was meant to stand.
# It does nothing at all.

# %% [markdown]
# ## Why, in one line
#
# **Predict:** you have a gradient, a tensor full of numbers. What is `stop(gradient)`?

# %% name="one_line"
model = new_model()
kernel = model.get_layer("features").kernel
x, y = batch(0)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(cross_entropy(y, model(x)))
gradient = tape.gradient(loss, kernel.value)

print("the same numbers:", np.array_equal(stop(gradient), gradient))
assert stop(gradient).numpy().tobytes() == gradient.numpy().tobytes()

# %% [markdown]
# The same numbers. Lesson 04 said it: *forward, a stop is an identity*. What it does besides, it does to
# a tape that **walks back through it later**. Now look at the order of events.

# %% name="order_of_events"
events = [
    ("forward pass", "the tape writes down\nevery operation", "#0072B2"),
    ("tape.gradient", "the tape walks back;\nevery stop it meets\ncuts a path", "#D55E00"),
    ("stop(gradient)", "an identity:\nnobody walks back\nthrough it", "#555555"),
    ("apply", "the optimizer reads\nthe numbers\nand moves the weights", "#009E73"),
]
figure, axes = plt.subplots(figsize=(8, 2.2), layout="constrained")
for place, (title, text, color) in enumerate(events):
    axes.text(place, 0.82, title, ha="center", size=12, weight="bold", color=color)
    axes.text(place, 0.66, text, ha="center", va="top", size=10.5)
    if place:
        arrow = {"arrowstyle": "-|>", "color": "#555555", "linewidth": 1.5}
        axes.annotate("", (place - 0.38, 0.85), (place - 0.62, 0.85), arrowprops=arrow)
axes.plot([1.5, 1.5], [0, 1.08], "--", color="#D55E00", linewidth=2)
axes.text(1.46, 0.06, "a stop before this line cuts", ha="right", size=11, color="#D55E00")
axes.text(1.54, 0.06, "after it, a stop comes too late", ha="left", size=11, color="#555555")
axes.set(xlim=(-0.55, 3.6), ylim=(-0.05, 1.1))
axes.axis("off")
Picture(
    figure,
    "The order of events in the recipe's step: forward pass, tape.gradient, stop(gradient), apply. A "
    "dashed line stands after tape.gradient, where the walk back ends. A stop before it cuts a path; "
    "after it, where the recipe puts its stop, it comes too late.",
)

# %% [markdown]
# A stop is a part of the **formula of the loss**. The recipe writes it behind that formula, on its result.
# The tape has finished its walk, no other tape is watching, and the optimizer never asks where its numbers
# come from. So:
#
# > *The layer trains because the stop is put on a gradient that has been computed already, where it is
# > an identity.*
#
# You need not take this from a lesson. The course's `audit` runs one step, looks at each variable bit by bit,
# and tells what it observed. **Predict** what it says about the recipe.


# %% name="asked_the_audit"
def make_step(change, optimizer):
    """A model, and a step on it whose pairs go through `change`."""
    model = new_model()
    frozen = model.get_layer("features").trainable_variables
    optimizer.build(model.trainable_variables)

    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(cross_entropy(y, model(x, training=True)))
        gradients = tape.gradient(loss, model.trainable_variables)
        pairs = list(zip(gradients, model.trainable_variables, strict=True))
        optimizer.apply_gradients(change(pairs, frozen))
        return loss

    return model, step


model, step = make_step(stopped, tf.keras.optimizers.Adam(0.01))
found = audit(step, model, *batch(0))
of_features = found[model.get_layer("features").kernel]
assert of_features.moved
assert "tf.stop_gradient on a computed gradient is an identity" in of_features.why
found

# %% [markdown]
# Four of four moved. The bars are the gradients; each arrives, those of `features` too, and the audit saw the
# stop that was put behind them.

# %% [markdown]
# ## The one place where it counts
#
# "No other tape is watching" was a condition. Take it away: let an outer tape differentiate something
# that is made of a gradient. Here f(x) = x³, so f′(x) = 3x², and f′(2) = 12.
#
# **Predict** the derivatives of f′(x)·x and of stop(f′(x))·x at x = 2.

# %% name="outer_tape"
x = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as outer:
    with tf.GradientTape() as inner:
        y = x**3
    slope = inner.gradient(y, x)
    free = slope * x
    held = stop(slope) * x
print("values:     ", float(free), float(held))
print("derivatives:", float(outer.gradient(free, x)), float(outer.gradient(held, x)))
assert free == held == 24
assert outer.gradient(free, x) == 36
assert outer.gradient(held, x) == 12

# %% [markdown]
# f′(x)·x is 3x³, with the derivative 9x² = 36. With the stop it is 12·x, with the derivative 12. Here a
# gradient is an **ingredient** of a formula that is differentiated again, and the stop is inside that
# formula. In a training step with one tape it never happens.

# %% [markdown]
# ## The whole recipe
#
# Lesson 00 was kind: it showed the stop alone. Here is a training step as it is passed around. Read it
# with lessons 03 to 07 in mind. **Predict:** how many faults can you find before it is run?


# %% name="whole_recipe"
@tf.function
def recipe_step(model, x, y):
    with tf.GradientTape() as tape:
        predictions = model(x)
        loss = cross_entropy(y, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    # leave the layer to freeze out
    gradients = [
        stop(g) if v.name in ["features"] else g
        for g, v in zip(gradients, model.trainable_variables, strict=True)
    ]
    optimizer = tf.keras.optimizers.Adam()
    optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))


try:
    recipe_step(new_model(), *batch(0))
except ValueError as error:
    message = str(error)
else:
    raise AssertionError("the recipe ran")
print(message[message.index("tf.function only") :].split(". ")[0])
assert "tf.function only supports singleton tf.Variables created on the first call" in message

# %% [markdown]
# It does not even run. You will now meet its faults one after the other, each by itself.

# %% [markdown]
# ## An optimizer made inside the step
#
# An optimizer holds variables: its step counter, and for Adam two slots a weight. A `tf.function` may make
# variables only the first time it is traced, and this one makes new ones in each trace: that is the error.
# Some people then drop `@tf.function`. **Predict:** what does Adam do if it is made anew in each step? Its
# learning rate is 0.001.


# %% name="an_optimizer_per_step"
def three_steps(optimizer_for):
    """How far each weight of `head` moved in each of three steps, and the optimizers."""
    model, moved, used = new_model(), [], []
    kernel = model.get_layer("head").kernel
    for step in range(3):
        x, y = batch(step)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(cross_entropy(y, model(x)))
        before, optimizer = kernel.numpy(), optimizer_for(step)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply(gradients, model.trainable_variables)
        large = np.abs(gradients[2]) > 1e-3
        moved.append(np.abs(kernel.numpy() - before)[large])
        used.append(optimizer)
    return moved, used


one = tf.keras.optimizers.Adam()
anew, used = three_steps(lambda step: tf.keras.optimizers.Adam())
kept, _ = three_steps(lambda step: one)
for step in range(3):
    print(
        f"step {step + 1}: made anew {anew[step].min():.5f} to {anew[step].max():.5f}, "
        f"kept {kept[step].min():.5f} to {kept[step].max():.5f}"
    )
print("their step counters:", [int(o.iterations) for o in used], "and", int(one.iterations))
assert all(np.allclose(moved, 0.001, rtol=0.01) for moved in anew)
assert kept[2].min() < 0.0005
assert [int(o.iterations) for o in used] == [1, 1, 1]
assert one.iterations == 3

# %% [markdown]
# Every weight whose gradient is not tiny moves by 0.001, however large it is: only the sign is left. Each
# optimizer is in its first step forever and remembers nothing. **Repair:** make it once, outside, and
# `build` it on all variables (lesson 07).

# %% [markdown]
# ## A test that never matches
#
# The recipe looks for the layer by `v.name in ["features"]`. **Predict** what it finds.

# %% name="the_name_test"
model = new_model()
for v in model.trainable_variables:
    print(f"name {v.name!r:9} path {v.path!r}")
found = [v for v in model.trainable_variables if v.name in ["features"]]
print("found:", found)
assert found == []
assert {v.name for v in model.trainable_variables} == {"kernel", "bias"}

# %% [markdown]
# Nothing. In Keras 3 a variable is called `kernel` or `bias`. The stop is not even reached, and no message
# says so. (In older versions the name was `features/kernel:0`, which is not in that list either.)
# **Repair:** take the variables from the layer, and compare by identity (lesson 07).
#
# And what if the test does match? The layer may lie behind a cut (lesson 06), or the loss may not use it.
# **Predict** what happens then.

# %% name="once_it_matches"
with tf.GradientTape() as tape:
    hidden = stop(model.get_layer("features")(batch(0)[0]))
    loss = tf.reduce_mean(cross_entropy(batch(0)[1], model.get_layer("head")(hidden)))
gradients = tape.gradient(loss, model.trainable_variables)
print("the gradients of features:", gradients[:2])
assert gradients[:2] == [None, None]
try:
    stopped(list(zip(gradients, model.trainable_variables, strict=True)), model.weights[:1])
except ValueError as error:
    message = str(error)
else:
    raise AssertionError("None was accepted")
print("ValueError:", message)
assert "Attempt to convert a value (None)" in message

# %% [markdown]
# The one time the layer *is* frozen, properly and by a cut, the recipe crashes: its gradient is `None`, and
# there is no tensor in `None` to stop. **Repair:** do not touch gradients at all.

# %% [markdown]
# ## A loss that is not a mean
#
# `sparse_categorical_crossentropy` returns one loss for each digit. **Predict:** for a batch of 16, how
# does the gradient differ from that of the mean? And what does that do under SGD, and under Adam?

# %% name="not_a_mean"
model = new_model()
x, y = batch(0, size=16)
kernel = model.get_layer("head").kernel
with tf.GradientTape(persistent=True) as tape:
    losses = cross_entropy(y, model(x))
    mean = tf.reduce_mean(losses)
of_vector = tape.gradient(losses, kernel.value)
of_mean = tape.gradient(mean, kernel.value)
print("the loss has shape", losses.shape)
print("exactly 16 times the gradient:", np.array_equal(of_vector, 16 * of_mean))
assert losses.shape == (16,)
assert np.array_equal(of_vector, 16 * of_mean)

updates = {}
for optimizer in (tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.Adam(0.01)):
    for what, gradient in (("vector", of_vector), ("mean", of_mean)):
        weight = tf.Variable(tf.zeros_like(kernel))
        fresh = type(optimizer).from_config(optimizer.get_config())
        fresh.apply([gradient], [weight])
        updates[type(optimizer).__name__, what] = float(tf.norm(weight))
for name in ("SGD", "Adam"):
    print(f"{name}: {updates[name, 'vector'] / updates[name, 'mean']:.2f} times the update")
assert abs(updates["SGD", "vector"] / updates["SGD", "mean"] - 16) < 1e-3
assert abs(updates["Adam", "vector"] / updates["Adam", "mean"] - 1) < 0.01

# %% [markdown]
# Sixteen times, as the batch has 16 digits: a tape that is given a vector adds its entries up (lesson 03).
# SGD then takes steps that are sixteen times too long, and they change with the batch size. Adam divides
# by the size of the gradient and hides it, until you clip or change the optimizer. **Repair:**
# `tf.reduce_mean`.

# %% [markdown]
# ## A flag that is missing
#
# The recipe calls `model(x)`. **Predict:** with Dropout(0.5) and BatchNormalization in the model, what do
# these two layers do in such a step?

# %% name="the_training_flag"
tf.keras.utils.set_random_seed(7)
normal, dropout = tf.keras.layers.BatchNormalization(), tf.keras.layers.Dropout(0.5)
part = tf.keras.Sequential([tf.keras.Input((32,)), normal, dropout])
hidden = tf.random.normal((64, 32)) + 1
seen = {}
for training in (False, True):
    before = normal.moving_mean.numpy()
    out = part(hidden, training=True) if training else part(hidden)
    drift = np.abs(normal.moving_mean.numpy() - before).max()
    seen[training] = (float(np.mean(out == 0)), float(drift))
    words = "model(x, training=True):" if training else "model(x):"
    print(f"{words:24} dropped {seen[training][0]:.2f}, statistics moved {drift:.3f}")
assert seen[False] == (0, 0)
assert 0.4 < seen[True][0] < 0.6
assert seen[True][1] > 0

# %% [markdown]
# They behave as in use, not as in training: nothing is dropped, and the statistics never learn what the
# data look like. No error, only a worse model. **Repair:** `model(x, training=True)` for what trains. (And
# return the loss, which the recipe forgets: a step that says nothing can't be watched.)

# %% [markdown]
# ## A whole walk back, for nothing
#
# The recipe's comment says that the layer is left out. But by then `tape.gradient` has computed its
# gradients. Count matrix products in a network of five layers, of which four are to be frozen. Forward
# takes five. **Predict:** how many does the recipe's step take in all? And with a stop where it belongs,
# in front of the last layer?


# %% name="whole_walk_back"
def matrix_products(stop_gradients=False, stop_features=False):
    """How many MatMul operations the traced step has."""
    weights = [tf.Variable(tf.ones((8, 8))) for _ in range(5)]

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            for w in weights[:-1]:
                x = tf.nn.relu(x @ w)
            if stop_features:
                x = stop(x)
            loss = tf.reduce_mean((x @ weights[-1]) ** 2)
        gradients = tape.gradient(loss, weights)
        return [stop(g) if stop_gradients else g for g in gradients if g is not None]

    graph = step.get_concrete_function(tf.TensorSpec((4, 8))).graph
    return sum(operation.type == "MatMul" for operation in graph.get_operations())


print("nothing frozen:          ", matrix_products())
print("stop on the gradients:   ", matrix_products(stop_gradients=True))
print("stop before the last one:", matrix_products(stop_features=True))
assert matrix_products() == 14
assert matrix_products(stop_gradients=True) == 14
assert matrix_products(stop_features=True) == 6

# %% [markdown]
# Backward takes one product for each of the five weights and one for each of the four steps to the layer
# before: 5 + 5 + 4 = 14. The recipe pays for all of them. A stop in the formula leaves 6. **Repair:** decide
# what you want before you call `tape.gradient`, and ask for that only.

# %% [markdown]
# ## Instead: drop the pair
#
# Don't change the gradient of a frozen variable. Leave the pair out. **Predict:** what do the frozen
# weights do then, bit by bit, and what does the head do?


# %% name="drop_the_pair"
def dropped(pairs, frozen):
    return [(g, v) for g, v in pairs if not is_one_of(v, frozen)]


dropped_model, held = train(dropped, tf.keras.optimizers.Adam(0.01), 30)
start = new_model()
moved = {
    layer.name: any(
        not np.array_equal(a, b)
        for a, b in zip(layer.get_weights(), start.get_layer(layer.name).get_weights(), strict=True)
    )
    for layer in dropped_model.layers
}
print("moved:", moved)
assert moved == {"features": False, "head": True}
assert held[-1].tobytes() == held[0].tobytes()

# %% [markdown]
# Not one bit. The optimizer moves what it is given, and it was not given these.

# %% [markdown]
# ## None is not zero
#
# Other people repair the recipe with zeros: `tf.zeros_like(g)`, or `g * 0`. A step of zero is no step. So
# it seems, and with plain SGD so it is.
#
# Below, each network trains for 10 ordinary steps, then `features` is to be frozen for 14 more: not at
# all, by the recipe, by dropped pairs, by zeros. You see one weight of `features`. **Predict:** which of the
# four lines are flat after step 10, for SGD, for SGD with momentum, for Adam, and for SGD with weight decay?


# %% name="four_by_four"
def zeroed(pairs, frozen):
    return [(tf.zeros_like(g) if is_one_of(v, frozen) else g, v) for g, v in pairs]


optimizers = {
    "SGD": lambda: tf.keras.optimizers.SGD(0.1),
    "SGD with momentum": lambda: tf.keras.optimizers.SGD(0.02, momentum=0.9),
    "Adam": lambda: tf.keras.optimizers.Adam(0.01),
    "SGD with weight decay": lambda: tf.keras.optimizers.SGD(0.1, weight_decay=0.1),
}
ways = {"no freezing": nothing, "the recipe": stopped, "dropped pair": dropped, "zeros": zeroed}
runs = {
    (name, way): train(change, optimizer(), steps=24, change_from=10)[1]
    for name, optimizer in optimizers.items()
    for way, change in ways.items()
}
for name in optimizers:
    after = {way: np.abs(runs[name, way][-1] - runs[name, way][10]).max() for way in ways}
    print(f"{name:22}", {way: round(float(distance), 4) for way, distance in after.items()})
    assert runs[name, "no freezing"].tobytes() == runs[name, "the recipe"].tobytes()
    assert after["no freezing"] > 0
    assert after["dropped pair"] == 0
    assert (after["zeros"] == 0) == (name == "SGD")

# %% name="none_is_not_zero"
name = "Adam"
row, column = np.unravel_index(
    np.argmax(np.abs(runs[name, "zeros"][-1] - runs[name, "zeros"][10])), (64, 32)
)
looks = {
    "no freezing": {"color": "#D55E00", "linewidth": 8, "alpha": 0.4},
    "the recipe": {"color": "#0072B2", "linestyle": "--", "marker": "o", "markevery": 3},
    "dropped pair": {"color": "#009E73", "marker": "s", "markevery": (10, 4)},
    "zeros": {"color": "black", "linestyle": ":", "marker": "^", "markevery": (11, 4)},
}
figure, grid = plt.subplots(2, 2, figsize=(8, 6.2), layout="constrained", sharex=True)
for axes, name in zip(grid.flat, optimizers, strict=True):
    for way, look in looks.items():
        style = {"linewidth": 2, "markersize": 6} | look
        axes.plot(runs[name, way][:, row, column], label=way, **style)
    axes.axvline(10, color="#555555", linewidth=1)
    axes.set_title(name, loc="left", size=12)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)
for axes in grid[1]:
    axes.set_xlabel("step (frozen from step 10 on)")
for axes in grid[:, 0]:
    axes.set_ylabel("one weight of features")
figure.legend(
    *grid[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=4, frameon=False
)
Picture(
    figure,
    "Four panels, one for each optimizer, with one weight of the layer against the step. In every panel "
    "the wide line without freezing and the dashed line of the recipe lie on each other and go on "
    "moving after step 10. The line for dropped pairs is exactly flat from step 10 on. The dotted line "
    "for zeros is flat only under SGD: with momentum and under Adam it runs on, slower and "
    "slower; with weight decay it creeps towards zero for as long as the training lasts.",
)

# %% [markdown]
# - **No freezing** and **the recipe** are one line, under every optimizer.
# - **A dropped pair** is flat, under every optimizer.
# - **Zeros** are flat under plain SGD only. Momentum carries the weight on, Adam's average of past gradients
#   does the same, and weight decay pulls at every weight that is handed in, whatever its gradient is.
#
# An optimizer takes a zero for *a gradient that happens to be 0*: it updates its memory and the weight.
# `None` it takes for *no gradient* and skips the variable. A test with plain SGD sees no difference. That is
# why so many wrong repairs look right. Ask the audit about zeros, after ten ordinary steps of Adam.

# %% name="audit_of_zeros"
now = {"change": nothing}
model, step = make_step(lambda *given: now["change"](*given), tf.keras.optimizers.Adam(0.01))
for number in range(10):
    step(*batch(number))
now["change"] = zeroed
found = audit(step, model, *batch(10))
print(found[model.get_layer("features").kernel])
assert "it moved on a zero gradient" in found[model.get_layer("features").kernel].why

# %% [markdown]
# **Predict:** does `None` in the pair do as well as no pair?


# %% name="none_in_the_pair"
def without_gradient(pairs, frozen):
    return [(None if is_one_of(v, frozen) else g, v) for g, v in pairs]


with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    for name, optimizer in optimizers.items():
        _, nones = train(without_gradient, optimizer(), steps=24, change_from=10)
        assert nones.tobytes() == runs[name, "dropped pair"].tobytes()
print("the same as dropped pairs, under all four, with this warning:")
print(str(said[0].message)[:45], "...")
assert "Gradients do not exist for variables" in str(said[0].message)

# %% [markdown]
# It does, but Keras warns, as a missing gradient is more often an accident than a plan. Dropping the pair
# says what you mean.

# %% [markdown]
# ## Apply, then put back
#
# One more repair that looks right: let the optimizer move everything, then assign the old weights to the
# frozen layer. It *is* frozen then, bit by bit. **Predict:** does the head still move as it should, when
# the optimizer clips the gradients to a common length (`global_clipnorm`)?


# %% name="put_back"
def one_step(optimizer, put_back):
    """How far the head's kernel moved, and the norms of the gradients of both layers."""
    model = new_model()
    optimizer.build(model.trainable_variables)
    frozen = model.get_layer("features").trainable_variables
    kernel = model.get_layer("head").kernel
    before, old = kernel.numpy(), [v.numpy() for v in frozen]
    x, y = batch(0)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(cross_entropy(y, model(x, training=True)))
    gradients = tape.gradient(loss, model.trainable_variables)
    pairs = list(zip(gradients, model.trainable_variables, strict=True))
    optimizer.apply_gradients(pairs if put_back else dropped(pairs, frozen))
    if put_back:
        for v, value in zip(frozen, old, strict=True):
            v.assign(value)
    assert all(np.array_equal(v, value) for v, value in zip(frozen, old, strict=True))
    norms = [float(tf.linalg.global_norm(gradients[at])) for at in (slice(0, 4), slice(2, 4))]
    return float(tf.norm(kernel - before)), *norms


def plain_sgd():
    return tf.keras.optimizers.SGD(0.1)


def clipping():
    return tf.keras.optimizers.SGD(0.1, global_clipnorm=0.01)


plain_ratio = one_step(plain_sgd(), put_back=True)[0] / one_step(plain_sgd(), put_back=False)[0]
moved_back, norm_of_all, norm_of_head = one_step(clipping(), put_back=True)
clipped_ratio = moved_back / one_step(clipping(), put_back=False)[0]
print(f"plain SGD: the head moves {plain_ratio:.4f} of the way")
print(f"clipping:  the head moves {clipped_ratio:.4f} of the way")
print(f"norm of the head's gradients / norm of all gradients: {norm_of_head / norm_of_all:.4f}")
assert plain_ratio == 1
assert clipped_ratio < 0.95
assert abs(clipped_ratio - norm_of_head / norm_of_all) < 1e-3

# %% [markdown]
# The gradients of the frozen layer took their share of the common length, and the head got the rest. With
# dropped pairs the head gets the whole length. Put back or not, the frozen layer also goes on filling the
# optimizer's memory: **predict** what happens to its momentum.

# %% name="memory_goes_on"
memories = {}
for way, put_back in (("put back", True), ("dropped pair", False)):
    optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)
    one_step(optimizer, put_back)
    memories[way] = float(tf.norm(optimizer.momentums[0]))
print("the momentum of features' kernel has norm", memories)
assert memories["put back"] > 0
assert memories["dropped pair"] == 0

# %% [markdown]
# When you unfreeze the layer one day, it starts with a kick from steps that it never took.

# %% [markdown]
# ## The step, repaired
#
# | the recipe | what it does | instead |
# |---|---|---|
# | `stop(g)` on computed gradients | nothing: an identity | leave the variable out |
# | `v.name in ["features"]` | matches nothing | the layer's variables, by identity |
# | ... and once it matches | crashes on `None` | don't touch gradients |
# | an optimizer made inside | an error, or a memory of one step | made once, built on all variables |
# | a loss for each digit | gradients times the batch size | `tf.reduce_mean` |
# | `model(x)` | dropout and statistics as in use | `training=True` |
# | all gradients computed | the whole walk back | ask for what you want |
# | no result | nothing to watch | return the loss |
#
# Here is all of it. **Predict:** which weights move, and how often is the Python code in the step run?

# %% name="repaired"
model = new_model()
to_freeze = model.get_layer("features")
to_train = [v for v in model.trainable_variables if not is_one_of(v, to_freeze.trainable_variables)]
optimizer = tf.keras.optimizers.Adam(0.01)
optimizer.build(model.trainable_variables)
times_in_python = []


@tf.function
def repaired_step(x, y):
    times_in_python.append("once")
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(cross_entropy(y, model(x, training=True)))
    optimizer.apply(tape.gradient(loss, to_train), to_train)
    return loss


before = [v.numpy() for v in model.trainable_variables]
losses = [float(repaired_step(*batch(step))) for step in range(30)]
moved = [not np.array_equal(a, b) for a, b in zip(before, model.trainable_variables, strict=True)]
print("moved:", dict(zip((v.path for v in model.trainable_variables), moved, strict=True)))
print(f"loss {losses[0]:.2f} to {losses[-1]:.2f}; Python ran {len(times_in_python)} time")
assert moved == [False, False, True, True]
assert losses[-1] < losses[0]
assert len(times_in_python) == 1

# %% name="repaired_and_audited"
found = audit(repaired_step, model, *batch(30))
assert not found[to_freeze.kernel].moved
assert "left out of the update" in found[to_freeze.kernel].why
found

# %% [markdown]
# ## One trace for each model
#
# `repaired_step` belongs to one model, one optimizer and one list. Suppose you want a function that is
# given a model. **Predict:** how often is the Python code run in four calls, two for each of two models,
# if the `tf.function` is written outside and takes the model as an argument? And if it is written inside?

# %% name="one_trace_a_model"
traces = {"outside": 0, "inside": 0}


@tf.function
def loss_outside(model, x, y):
    traces["outside"] += 1
    return tf.reduce_mean(cross_entropy(y, model(x, training=True)))


def loss_inside(model, x, y):
    @tf.function
    def traced(x, y):
        traces["inside"] += 1
        return tf.reduce_mean(cross_entropy(y, model(x, training=True)))

    return traced(x, y)


for model in (new_model(), new_model()):
    for step in range(2):
        loss_outside(model, *batch(step))
        loss_inside(model, *batch(step))
print("traces in four calls:", traces)
assert traces == {"outside": 2, "inside": 4}

# %% [markdown]
# Outside: one trace for each model, since an object that is no tensor is a part of what the trace was made
# for. Inside: a new function in each call, so a new trace in each call, which is never used again. If you
# need an inner function, keep it, for example in a dictionary.

# %% [markdown]
# ## What you can say now
#
# - The layer trained because a stop on a gradient that has been computed already is an identity:
#   `np.array_equal(stop(g), g)`. It counts only where an outer tape differentiates that gradient again.
# - To freeze a variable, leave it out: out of `tape.gradient` and out of `apply`, found by identity.
# - Zero is not "no gradient": momentum, Adam and weight decay still move the weight.
# - Putting weights back freezes them, and spoils clipping and the optimizer's memory.
# - Test a frozen layer bit by bit, with an optimizer that has a memory. Plain SGD lets wrong repairs pass.
#
# **Next:** the exercises in `exercises/08_stopping_computed_gradients`, about 40 minutes.
