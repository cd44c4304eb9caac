# %% [markdown]
# # 07 · var_list: choosing what to update
#
# - **After this lesson you can** train a chosen part of a model in today's TensorFlow, read the old
#   spellings and their errors, pick variables without being fooled by names or by `in`, and keep one
#   optimizer while the choice changes.
# - **You need** lesson 03 (the tape), lesson 05 (what `apply` does) and lesson 06 (flags and cuts).
# - **Minutes** 30
#
# Lesson 06 used a cut, a list and a flag. This lesson is about the list: compute the gradients that you
# want, and hand the optimizer those variables only. A popular recipe does it in one line. You will run that
# line, read what it says, and write what works.

# %% name="setup"
from gradflow import Picture, load_digits

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

digits = load_digits()
x, y = digits.x_train[:64], digits.y_train[:64]


def new_model():
    """Two layers on digits, the same weights every time: `base`, then `head`."""
    tf.keras.utils.set_random_seed(3)
    return tf.keras.Sequential(
        [
            tf.keras.Input((64,)),
            tf.keras.layers.Dense(32, activation="relu", name="base"),
            tf.keras.layers.Dense(10, activation="softmax", name="head"),
        ],
        name="digits",
    )


def loss_of(model):
    """The mean loss of the model on 64 digits."""
    losses = tf.keras.losses.sparse_categorical_crossentropy(y, model(x, training=True))
    return tf.reduce_mean(losses)


def error_of(action):
    """The error that an action raises, as one line."""
    try:
        action()
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {' '.join(str(error).split())}"
    raise AssertionError("there was no error")


# %% [markdown]
# ## The line of the recipe
#
# > The recipe says: pass the variables to train to the optimizer, as in
# > `optimizer.minimize(loss, var_list=variables)`.
#
# **Predict:** what does that do in Keras 3?

# %% name="no_minimize"
model = new_model()
head = model.get_layer("head")
optimizer = tf.keras.optimizers.Adam()
said = error_of(lambda: optimizer.minimize(loss_of(model), var_list=head.trainable_variables))
print(said)
assert said == "AttributeError: 'Adam' object has no attribute 'minimize'"

# %% [markdown]
# There is no `minimize` any more. It did two things at once, compute gradients and apply them, and
# today you write both yourself. Before that, a look at where it came from, so that you can read old code.

# %% [markdown]
# ## History: where minimize lives on
#
# **This section is history.** You need it to read code from before Keras 3, not to write any. The old
# optimizers are still there, under `tf.compat.v1`.
#
# With eager execution they want a **function** that computes the loss, since a tape must watch while it
# is computed. **Predict** which of these three lines works.

# %% name="history_eager"
w, v = tf.Variable(3.0), tf.Variable(3.0)
old = tf.compat.v1.train.GradientDescentOptimizer(0.1)

said = error_of(lambda: old.minimize(w * w + v * v, var_list=[w]))
print("a tensor:          ", said[:90])
assert "should be a function when eager execution is enabled" in said

old.minimize(lambda: w * w + v * v, var_list=[w])
print("a function:         w is", round(float(w), 4), "and v is", float(v))
assert abs(float(w) - 2.4) < 1e-6
assert v == 3

of_keras = tf.keras.Variable(3.0)
said = error_of(lambda: old.minimize(lambda: of_keras * of_keras, var_list=[of_keras]))
print("a Keras variable:  ", said[:60])
assert "Passed in object <Variable path=" in said

old.minimize(lambda: of_keras * of_keras, var_list=[of_keras.value])
assert abs(float(of_keras) - 2.4) < 1e-6

# %% [markdown]
# The function works, for TensorFlow variables. A Keras 3 variable is another kind of object, which wraps a
# TensorFlow variable in `.value`. The list does what it should: `w` moves, `v` does not.
#
# `minimize` comes from a time without eager execution. You built a graph first; variables lived in
# **scopes**, which are prefixes of their names, and in **collections**, which are lists that the graph
# keeps. `minimize` returned an operation, the `train_op`, which did nothing until a session ran it.
#
# **Predict:** the collection of scope `dense_1` is asked for below. Which of the three variables train?

# %% name="history_graph"
v1 = tf.compat.v1
with tf.Graph().as_default():
    for scope in ("dense_1", "dense_2", "dense_10"):
        with v1.variable_scope(scope):
            v1.get_variable("kernel", initializer=2.0)
    everything = v1.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES)
    chosen = v1.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES, scope="dense_1")
    exact = v1.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES, scope="dense_1/")
    loss = tf.add_n([v * v for v in everything])
    train_op = v1.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=chosen)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        before = session.run(everything)
        session.run(train_op)
        after = session.run(everything)
    print("a train_op is:", type(train_op).__name__)
    print("scope 'dense_1' finds ", [v.name for v in chosen])
    print("scope 'dense_1/' finds", [v.name for v in exact])
    print("before", [float(b) for b in before], "after", [round(float(a), 4) for a in after])
    assert [v.name for v in chosen] == ["dense_1/kernel:0", "dense_10/kernel:0"]
    assert [v.name for v in exact] == ["dense_1/kernel:0"]
    assert [a != b for a, b in zip(after, before, strict=True)] == [True, False, True]

# %% [markdown]
# `dense_10` trains too: a scope is matched as a pattern at the **start** of the name, and `dense_10` starts
# with `dense_1`. With the slash it is exact.
#
# One more relative: the package `tf_keras`, Keras 2 under its own name, still has
# `optimizer.minimize(loss, var_list)`, with a function or with a tensor and the tape that saw it. It returns
# nothing there: a `train_op` exists in graphs only. This course does not install it.

# %% [markdown]
# ## Today: two lines
#
# Ask the tape for the gradients of the variables that you chose. Hand the optimizer those gradients and
# those variables. **Predict:** which of the four variables move?

# %% name="two_lines"
model = new_model()
chosen = model.get_layer("head").trainable_variables
optimizer = tf.keras.optimizers.Adam(0.01)
before = [v.numpy() for v in model.trainable_variables]

with tf.GradientTape() as tape:
    loss = loss_of(model)
gradients = tape.gradient(loss, chosen)
optimizer.apply(gradients, chosen)

moved = [not np.array_equal(a, b) for a, b in zip(before, model.trainable_variables, strict=True)]
print({v.path: m for v, m in zip(model.trainable_variables, moved, strict=True)})
print(f"the loss was {float(loss):.3f} and is {float(loss_of(model)):.3f}")
assert moved == [False, False, True, True]
assert loss_of(model) < loss

# %% [markdown]
# The head moved, the base did not, not by one bit. Nothing was stopped, no flag was touched, and the next
# step may choose differently. This is what the old `minimize(loss, var_list=chosen)` did.
#
# `optimizer.apply_gradients(zip(gradients, chosen))` does the same with pairs. It is the older spelling, and
# you will see soon why the first is safer.

# %% [markdown]
# ## All variables, or all that train?
#
# > The recipe calls `model.trainable_variables` *all variables of the model*.
#
# **Predict:** for a model with Dense(4), BatchNormalization and Dropout, how many variables are in
# `model.variables`, and how many in `model.trainable_variables`? And with the Dense layer's flag off?

# %% name="not_all"
dense = tf.keras.layers.Dense(4)
mixed = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        dense,
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Dropout(0.5),
    ]
)
training = len(mixed.trainable_variables)
for v in mixed.variables:
    print("trains" if v.trainable else "      ", v.path.split("/", 1)[1])
dense.trainable = False
training_now = len(mixed.trainable_variables)
print("all:", len(mixed.variables), "training:", training, "with the flag off:", training_now)
assert len(mixed.variables) == 7
assert training == 4
assert training_now == 2

# %% [markdown]
# Seven, four, two. The moving statistics and the state of the random generator never train,
# and a flag takes more out of the list. `trainable_variables` means: *what a training loop would update
# now*.

# %% [markdown]
# ## Names
#
# > The recipe picks its variables with `[v for v in model.trainable_variables if 'dense_1' in v.name]`.
#
# Here is a model of twelve Dense layers that were given no names. **Predict:** how many variables does
# this find? There are 24 in all.

# %% name="names"
tf.keras.backend.clear_session()
layers = [tf.keras.layers.Dense(2) for _ in range(12)]
deep = tf.keras.Sequential([tf.keras.Input((2,)), *layers])
by_name = [v for v in deep.trainable_variables if "dense_1" in v.name]
print("by name:", by_name, "for the names are", sorted({v.name for v in deep.trainable_variables}))
assert by_name == []

by_path = [v for v in deep.trainable_variables if "dense_1" in v.path]
print("by path:", [v.path for v in by_path])
assert len(by_path) == 6

by_part = [v for v in deep.trainable_variables if "dense_1" in v.path.split("/")]
print("by a part of the path:", [v.path for v in by_part])
assert len(by_part) == 2

# %% [markdown]
# None, six, two. In Keras 3 `v.name` is `kernel` or `bias`; the layer stands in `v.path`. And a text that
# contains `dense_1` also contains it as the beginning of `dense_10` and `dense_11`. Splitting the path finds
# the right two.
#
# But who said that this layer is called `dense_1`? **Predict:** what are the layers of a second model, made
# by the same code in the same session, called?

# %% name="names_have_a_history"
second = tf.keras.Sequential([tf.keras.Input((2,))] + [tf.keras.layers.Dense(2) for _ in range(2)])
print([layer.name for layer in second.layers])
assert [layer.name for layer in second.layers] == ["dense_12", "dense_13"]

# %% [markdown]
# A name that was not given depends on what was run before. **Give names** to the layers that you want to
# speak of. Even so, paths are not unique. **Predict:** two encoders, each with a layer `code`, stand in one
# model. What are the paths of their variables?


# %% name="equal_paths"
def encoder(name):
    inputs = tf.keras.Input((3,))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(2, name="code")(inputs), name=name)


left, right = encoder("left"), encoder("right")
inputs = tf.keras.Input((3,))
both = tf.keras.Model(inputs, left(inputs) + right(inputs))
paths = [v.path for v in both.trainable_variables]
print(paths)
assert paths == ["code/kernel", "code/bias"] * 2

# %% [markdown]
# The same, twice, and neither says `left` or `right`. No test on texts can tell them apart. The way that
# always works is to ask the **layer** for its variables:

# %% name="ask_the_layer"
chosen = both.get_layer("left").trainable_variables
print(
    "the variables of `left` are numbers",
    [i for i, v in enumerate(both.trainable_variables) if any(v is c for c in chosen)],
)
assert [any(v is c for c in chosen) for v in both.trainable_variables] == [True, True, False, False]
deep_ones = deep.get_layer("dense_1").trainable_variables
assert all(a is b for a, b in zip(deep_ones, by_part, strict=True))

# %% name="what_each_test_finds"
names = [layer.name for layer in deep.layers]
found = {
    "'dense_1' in v.name": by_name,
    "'dense_1' in v.path": by_path,
    "'dense_1' in v.path.split('/')": by_part,
    "get_layer('dense_1')": deep_ones,
}
figure, axes = plt.subplots(figsize=(8, 2.6), layout="constrained")
for row, variables in enumerate(found.values()):
    for column, layer in enumerate(deep.layers):
        hit = any(v is layer.kernel for v in variables)
        wanted = layer.name == "dense_1"
        color = "#009E73" if hit and wanted else "#D55E00" if hit else "#BBBBBB"
        marker = "s" if hit and wanted else "X" if hit else "."
        axes.plot(column, -row, marker, color=color, markersize=12 if hit else 5)
axes.set_yticks([0, -1, -2, -3], list(found), family="monospace", size=10)
axes.set_xticks(range(12), names, rotation=40, ha="right", size=9)
axes.set(xlim=(-0.6, 11.6), ylim=(-3.6, 0.6))
axes.tick_params(length=0)
axes.spines[:].set_visible(False)
Picture(
    figure,
    "Which of twelve layers four tests find, when dense_1 is wanted. 'dense_1' in v.name finds none. "
    "'dense_1' in v.path finds dense_1, marked by a square, and also dense_10 and dense_11, marked by "
    "crosses. Splitting the path, and asking get_layer, find dense_1 alone.",
)

# %% [markdown]
# `get_layer` looks among the layers of one model, not deeper. For a layer within a layer, go step by step:
# `model.get_layer("block").get_layer("code")`. In the exercises you write a search for any depth.

# %% [markdown]
# ## Is it in the list?
#
# To leave variables out you need to ask whether a variable is one of some others. Python's word for that is
# `in`. **Predict** all four answers. The first two ask about the four variables of a model, the others
# about biases with one entry, both zero, of which only `one` is in the list.

# %% name="in_a_list"
variables = model.trainable_variables
print("the first:       ", variables[0] in variables)
said = error_of(lambda: variables[1] in variables)
print("the second:      ", said[:70])
one, other = (tf.keras.Variable(np.zeros(1, "float32")) for _ in range(2))
print("one in [one]:    ", one in [one])
print("other in [one]:  ", other in [one])
assert variables[0] in variables
assert error_of(lambda: variables[1] in variables)
assert one in [one]
assert other in [one]

# %% [markdown]
# True, an error, true, and **true**. `in` compares with each item of the list: first by identity, then with
# `==`. For variables `==` compares the *numbers*.
#
# - The first is found by identity, and all is well.
# - The second is compared with the first, entry by entry. That gives many answers, or shapes that do not fit,
#   and so an error.
# - `other` has the same number as `one`. So it counts as found, silently, until training moves one of them.
#
# A set is no way out: **predict** what `{variable}` gives.

# %% name="unhashable"
said = error_of(lambda: {one})
print(said)
assert said == "TypeError: unhashable type: 'Variable'"

wanted = {id(v) for v in model.get_layer("head").trainable_variables}
chosen = [v for v in model.trainable_variables if id(v) in wanted]
print("by identity:", [v.path for v in chosen])
assert [v.path for v in chosen] == ["digits/head/kernel", "digits/head/bias"]
assert id(other) not in {id(one)}

# %% [markdown]
# What you want to know is whether it is **the same object**: `a is b`, or, for many, whether `id(a)` is in a
# set of ids. That is never fooled.

# %% [markdown]
# ## An empty choice
#
# Suppose your test finds nothing, like the one with `v.name`. **Predict:** what does
# `optimizer.apply([], [])` say? And `apply_gradients(zip([], []))`?

# %% name="empty"
optimizer = tf.keras.optimizers.Adam(0.01)
print("apply([], []):", optimizer.apply([], []), "| steps taken:", int(optimizer.iterations))
said = error_of(lambda: optimizer.apply_gradients(zip([], [], strict=True)))
print("apply_gradients:", said)
assert optimizer.apply([], []) is None
assert optimizer.iterations == 0
assert said == "ValueError: not enough values to unpack (expected 2, got 0)"

# %% [markdown]
# `apply` says nothing and does nothing: your training loop runs, and no weight moves. The pairs raise an
# error that does not speak of variables at all. So look at what you chose, once, before you train:
# `assert chosen`.

# %% [markdown]
# ## Pairs and zips
#
# Two mistakes with `zip` are made every day. **Predict** both errors: pairs the wrong way round, and a `zip`
# that has been printed before it is used.

# %% name="zips"
model = new_model()
variables = model.trainable_variables
with tf.GradientTape() as tape:
    loss = loss_of(model)
gradients = tape.gradient(loss, variables)

said = error_of(lambda: optimizer.apply_gradients(zip(variables, gradients, strict=True)))
print("wrong way round:", said)
assert "has no attribute '_unique_id'" in said

pairs = zip(gradients, variables, strict=True)
print("pairs to apply: ", len(list(pairs)))
said = error_of(lambda: optimizer.apply_gradients(pairs))
print("used twice:     ", said)
assert said == "ValueError: not enough values to unpack (expected 2, got 0)"

optimizer.apply(gradients, variables)
assert optimizer.iterations == 1

# %% [markdown]
# The first error is a riddle until you know it: the optimizer takes what stands second for a variable, and a
# gradient is none. The second is the empty choice again: a `zip` can be walked once, and counting it was that
# once. (In Keras 2 a used `zip` was accepted, and nothing happened.) With `apply(gradients, variables)`
# neither mistake can be made.

# %% [markdown]
# ## Changing the list on the fly
#
# > The recipe's advantage: *you can change the list of variables on the fly*.
#
# **Predict:** one optimizer trains the head for a step, and then the base. Does it work?


# %% name="unknown_variable"
def step(model, optimizer, variables):
    with tf.GradientTape() as tape:
        loss = loss_of(model)
    optimizer.apply(tape.gradient(loss, variables), variables)
    return loss


model = new_model()
base, head = (model.get_layer(name).trainable_variables for name in ("base", "head"))
optimizer = tf.keras.optimizers.Adam(0.01)
step(model, optimizer, head)
said = error_of(lambda: step(model, optimizer, base))
print(said[:52], "...", said[-120:])
assert said.startswith("ValueError: Unknown variable: <Variable path=digits/base/kernel")
assert "can only be called for the variables it was originally built with" in said

# %% [markdown]
# An optimizer gets **built** on the first list that it is given: it makes its memory for those variables, and
# for no others (lesson 05). The message advises you to make a new optimizer, which would forget everything.
# You can do better: build it yourself, at the start, on everything that you may ever train.
#
# **Predict:** which lists work now?

# %% name="build_all"
model = new_model()
base, head = (model.get_layer(name).trainable_variables for name in ("base", "head"))
optimizer = tf.keras.optimizers.Adam(0.01)
optimizer.build(model.trainable_variables)
losses = [
    float(step(model, optimizer, chosen))
    for chosen in (head, base, head[:1], base + head, list(reversed(base)))
]
print("losses", [round(loss, 3) for loss in losses], "| steps taken:", int(optimizer.iterations))
assert optimizer.iterations == 5
assert losses[-1] < losses[0]

# %% [markdown]
# All of them, in any order, and the memory goes on. One trap is left: `trainable_variables` lists what trains
# *now*. **Predict:** the base is frozen by its flag when the optimizer is built, and unfrozen later.

# %% name="build_while_frozen"
model = new_model()
model.get_layer("base").trainable = False
optimizer = tf.keras.optimizers.Adam(0.01)
optimizer.build(model.trainable_variables)
model.get_layer("base").trainable = True
said = error_of(lambda: step(model, optimizer, model.trainable_variables))
print("built on what trains:", said[:52], "...")
assert said.startswith("ValueError: Unknown variable")

model = new_model()
model.get_layer("base").trainable = False
optimizer = tf.keras.optimizers.Adam(0.01)
optimizer.build(model.variables)
model.get_layer("base").trainable = True
step(model, optimizer, model.trainable_variables)
print("built on all variables: step", int(optimizer.iterations), "was taken")
assert optimizer.iterations == 1

# %% [markdown]
# So build on more than what trains today. `model.variables` is simplest; it also makes a little memory for
# statistics that no optimizer will ever move.
#
# And inside a `tf.function`? **Predict:** the list is changed between two calls.

# %% name="list_in_a_trace"
model = new_model()
base, head = (model.get_layer(name).trainable_variables for name in ("base", "head"))
optimizer = tf.keras.optimizers.SGD(0.1)
optimizer.build(model.variables)
chosen = list(head)


@tf.function
def traced_step():
    return step(model, optimizer, chosen)


traced_step()
chosen += base
before = base[0].numpy()
traced_step()
ignored = np.array_equal(before, base[0])
print("the longer list was ignored:", ignored)
assert ignored

# %% [markdown]
# The trace was made with the list as it was (lesson 05). Make one traced function for each choice, or give
# the choice as a Python argument.

# %% [markdown]
# ## Two optimizers, two rates
#
# A list also lets you train two parts differently: a pre-trained base slowly, a new head fast. One backward
# pass is enough for both. **Predict:** with SGD and rates of 0.001 and 0.1, by which factor do the updates of
# the base differ from those with 0.1 for all?


# %% name="two_rates"
def update_of_base(slow, fast):
    """One step with two optimizers; how far the base's kernel moved."""
    model = new_model()
    base, head = (model.get_layer(name).trainable_variables for name in ("base", "head"))
    before = base[0].numpy()
    with tf.GradientTape() as tape:
        loss = loss_of(model)
    gradients = tape.gradient(loss, base + head)
    slow.apply(gradients[: len(base)], base)
    fast.apply(gradients[len(base) :], head)
    return float(tf.norm(base[0] - before))


sgd = tf.keras.optimizers.SGD
both_fast = update_of_base(sgd(0.1), sgd(0.1))
slowly = update_of_base(sgd(0.001), sgd(0.1))
print(f"the base moves {slowly / both_fast:.4f} as far")
assert abs(slowly / both_fast - 0.01) < 1e-4

# %% [markdown]
# A hundredth. People also try it with one optimizer and a factor on the gradients. **Predict:** what does a
# factor of 0.01 on the gradients do under SGD, and under Adam?


# %% name="factor_on_gradients"
def update_with_factor(optimizer, factor):
    weight = tf.Variable([1.0, -2.0])
    for _ in range(5):
        gradient = tf.constant([0.3, -0.8])
        optimizer.apply([factor * gradient], [weight])
    return float(tf.norm(weight - [1.0, -2.0]))


shares = {
    "SGD": update_with_factor(sgd(0.1), 0.01) / update_with_factor(sgd(0.1), 1.0),
    "Adam": update_with_factor(tf.keras.optimizers.Adam(0.1), 0.01)
    / update_with_factor(tf.keras.optimizers.Adam(0.1), 1.0),
}
print({name: round(share, 3) for name, share in shares.items()})
assert abs(shares["SGD"] - 0.01) < 1e-4
assert abs(shares["Adam"] - 1) < 1e-3

# %% [markdown]
# Under Adam the factor does nothing: it divides by the size of the gradient. A rate belongs to an optimizer,
# so use two.

# %% [markdown]
# ## A list, a flag or a cut?
#
# | you want to | use |
# |---|---|
# | train a fixed part, with `fit` too | the flag (lesson 06) |
# | choose anew in each step, or with several optimizers | a list |
# | keep a gradient from going back at all, or save that work | a cut (lesson 04) |
#
# > The recipe's warning: *lists get cumbersome in deep networks, and names invite mistakes*.
#
# True, as you saw, and there is a remedy: take lists from layers, never from texts. A list also says nothing
# to `fit`, changes no flag, and does not freeze moving statistics.

# %% [markdown]
# ## What you can say now
#
# - `minimize(loss, var_list=...)` is history. Today: `tape.gradient(loss, chosen)`, then
#   `optimizer.apply(gradients, chosen)`.
# - Choose by layer and compare by identity. Names match nothing or too much, paths repeat, and `in` compares
#   numbers.
# - An empty choice trains nothing, silently. Look at what you chose.
# - Build the optimizer on all variables once; then any choice works, and its memory stays.
# - Two rates need two optimizers and one backward pass.
#
# **Next:** the exercises in `exercises/07_var_list`, about 30 minutes. After them, lesson 08 goes back to the
# layer that would not freeze.
