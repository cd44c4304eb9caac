# %% [markdown]
# # 06 · Freezing layers: cut the path, or leave it out
#
# - **After this lesson you can** repair a popular transfer-learning recipe, say for any model which weights a
#   cut, a list or a flag keeps still, set flags in nested models, and prove what did not move.
# - **You need** lesson 04 (what a stop cuts) and lesson 05 (`None`, zero, slots, who is handed in).
# - **Minutes** 30
#
# You have a network that somebody trained, the **base**, and you put new layers on top, the **head**. The
# head is to learn, the base is to stay as it is: that is **freezing**. There is a popular recipe for it.
# You will run it, read each error that it gives, and repair it. Then you will see what it does freeze.

# %% name="setup"
import tempfile
import warnings
from pathlib import Path

from gradflow import audit, trace

import numpy as np
import tensorflow as tf

layers = tf.keras.layers
stop = tf.keras.ops.stop_gradient
warnings.filterwarnings("ignore", message="Gradients do not exist")
tf.keras.utils.set_random_seed(6)


def bits(variables):
    """The exact bits of each variable."""
    return [np.asarray(v.value).tobytes() for v in variables]


# %% [markdown]
# ## The popular recipe
#
# Taken together, the recipe says this, told again in this course's code:
#
# ```python
# base = tf.keras.applications.VGG16(weights="imagenet", include_top=False)
# x = tf.stop_gradient(base.output)        # keep the base from learning
# x = Flatten()(x)
# x = Dense(16, activation="relu")(x)
# output = Dense(10, activation="softmax")(x)
# model = tf.keras.Model(base.input, output)
# ```
#
# VGG16 is a well-known network for images. `weights="imagenet"` fetches 59 MB of trained weights from the
# network. **Predict** what you read where there is none. (The cell asks an address at which nobody answers.)

# %% name="weights_from_the_network"
with tempfile.TemporaryDirectory() as folder:
    try:
        tf.keras.utils.get_file("vgg.h5", origin="http://127.0.0.1:9/vgg.h5", cache_dir=folder)
    except Exception as error:  # noqa: BLE001
        message = str(error)
        print(f"{type(error).__name__}: {message}")
        assert "URL fetch failure" in message
    else:
        raise AssertionError("somebody answered")

# %% [markdown]
# That needs a connection; it has nothing to do with freezing. For freezing it does not matter how good the weights
# are, so take `weights=None`, random ones. **Predict:** does the second line run now?

# %% name="symbolic_tensor"
base = tf.keras.applications.VGG16(weights=None, include_top=False)
try:
    x = tf.stop_gradient(base.output)
except ValueError as error:
    message = str(error)
    print(f"{type(error).__name__}: {message[:74]} ...")
    assert "A KerasTensor cannot be used as input to a TensorFlow function" in message
else:
    raise AssertionError("a KerasTensor was accepted")
print(base.output)
print(f"{base.count_params() * 4 / 1e6:.0f} MB of weights")
assert base.count_params() * 4 // 10**6 == 58

# %% [markdown]
# Read the error: `base.output` is a **KerasTensor**. It holds no numbers. It is a place in a plan, known by its shape
# and dtype, from which Keras will build the model. A TensorFlow function wants numbers, so it refuses. (History: in Keras
# 2, which lives on as `tf_keras`, this line worked. Keras turned it into a layer silently.)
#
# The repair is the same stop as a Keras operation, which accepts a place in a plan: `keras.ops.stop_gradient`. In
# this lesson it is called `stop`. (A Sequential that was never called has `.outputs[0]`, not `.output`.)
#
# **Predict:** does the rest of the recipe run now?

# %% name="missing_shape"
x = layers.Flatten()(stop(base.output))
print("shape of the base's output:", base.output.shape)
try:
    layers.Dense(16, activation="relu")(x)
except ValueError as error:
    message = str(error)
    print(f"{type(error).__name__}: {message[:76]} ...")
    assert "Shapes used to initialize variables must be fully-defined" in message
else:
    raise AssertionError("a Dense layer without a width was accepted")

# %% [markdown]
# A second error, and this one has nothing to do with the stop either. The recipe never said how large the images
# are, so height and width are `None`, the flat width is `None`, and a Dense layer can't make a kernel with `None`
# rows. There are two repairs: say `input_shape`, or take the mean over height and width, whatever they are
# (`GlobalAveragePooling2D`). VGG16 halves a side five times. **Predict** the width that the Dense layer sees in both.

# %% name="shape_repaired"
pooled = layers.GlobalAveragePooling2D()(stop(base.output))
base = tf.keras.applications.VGG16(weights=None, include_top=False, input_shape=(32, 32, 3))
flat = layers.Flatten()(stop(base.output))
print("pooled:", pooled.shape, "· flat, for images of 32 × 32:", flat.shape)
assert pooled.shape[-1] == flat.shape[-1] == 512

x = layers.Dense(16, activation="relu")(flat)
model = tf.keras.Model(base.input, layers.Dense(10, activation="softmax")(x))
print(len(model.layers), "layers")

# %% [markdown]
# Halved five times, 32 becomes 1, so both have 512 numbers. And now the model stands.

# %% [markdown]
# ## What did the recipe freeze?
#
# Ask three questions. What does Keras list as trainable? Which gradients arrive? Which weights
# move? **Predict** all three. The base has 26 weights, the two Dense layers have 4.

# %% name="what_is_frozen"
images, labels = tf.random.normal((2, 32, 32, 3)), tf.constant([3, 7])
adam = tf.keras.optimizers.Adam(0.001)
before = bits(model.variables)
with tf.GradientTape() as tape:
    losses = tf.keras.losses.sparse_categorical_crossentropy(labels, model(images, training=True))
    loss = tf.reduce_mean(losses)
gradients = tape.gradient(loss, model.trainable_variables)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    adam.apply(gradients, model.trainable_variables)
after = bits(model.variables)

listed = len(model.trainable_variables)
arrived = sum(g is not None for g in gradients)
moved = [v for v, old, new in zip(model.variables, before, after, strict=True) if old != new]
print(f"listed as trainable: {listed}, gradients that arrived: {arrived}, moved: {len(moved)}")
assert (listed, arrived, len(moved)) == (30, 4, 4)
assert not {id(v) for v in moved} & {id(v) for v in base.variables}

summary = []
model.summary(print_fn=summary.append)
print("Keras says:", str(told[0].message)[:72], "...")
print("the summary says:", summary[0].split("\n")[-2].strip())
assert "'block1_conv1/kernel'" in str(told[0].message)
assert "Non-trainable params: 0 " in summary[0]

# %% [markdown]
# - **Listed:** 30. A stop changes no flag: the summary counts the whole base as trainable, and Keras warns about 26
#   missing gradients, as if that were an accident.
# - **Arrived:** 4. The others are `None`.
# - **Moved:** the same 4. `None` is left out, as in lesson 05.
#
# So the repaired recipe does freeze the weights of this base. It has a price. **Predict** how many numbers Adam keeps, if
# the base has 14.7 million weights and the head 8 thousand.

# %% name="slots_for_nothing"
kept = sum(int(np.prod(v.shape)) for v in adam.variables)
base.trainable = False
lean = tf.keras.optimizers.Adam(0.001)
lean.build(model.trainable_variables)
kept_with_flag = sum(int(np.prod(v.shape)) for v in lean.variables)
print(f"with the cut {kept:,}; with the flag {kept_with_flag:,}")
assert kept > 2 * base.count_params()
assert kept_with_flag == 2 * (512 * 16 + 16 + 16 * 10 + 10) + 2
assert len(model.trainable_variables) == 4

# %% [markdown]
# 29 million numbers for weights that never move. The line `base.trainable = False` is the usual way in Keras, and
# it tells everybody: the list has 4 entries now, no warning comes, and Adam keeps slots for 4.
#
# But the two ways are not the same thing. One cuts a **path**, the other names **weights**. The rest of the lesson is
# about the difference.

# %% [markdown]
# ## Three ways to write the cut
#
# A second popular recipe builds a small model and stops it in the middle: `Dense(64)`, stop, `Dense(1)`. With
# `tf.stop_gradient` it fails with the same error. You can write the cut as a Keras operation, as a layer of your
# own (the error message suggests it), or as a `Lambda` layer. **Predict** which of them survive saving and loading.


# %% name="three_spellings"
@tf.keras.utils.register_keras_serializable("lesson06")
class Stop(layers.Layer):
    """An identity that no gradient passes."""

    def call(self, x):
        return tf.stop_gradient(x)


spellings = {
    "keras.ops.stop_gradient": stop,
    "a registered layer": Stop(),
    "a Lambda layer": layers.Lambda(lambda x: tf.stop_gradient(x)),
}
survived = {}
for name, spelling in spellings.items():
    inputs = tf.keras.Input((10,))
    x = layers.Dense(64, activation="relu", name="before")(inputs)
    small = tf.keras.Model(inputs, layers.Dense(1, name="after")(spelling(x)))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(small(tf.ones((2, 10))) ** 2)
    arrived = [g is not None for g in tape.gradient(loss, small.trainable_variables)]
    assert arrived == [False, False, True, True]
    with tempfile.TemporaryDirectory() as folder:
        small.save(Path(folder) / "small.keras")
        try:
            tf.keras.models.load_model(Path(folder) / "small.keras")
            survived[name] = True
        except ValueError as error:
            message = str(error)
            survived[name] = False
            assert "Requested the deserialization of a `Lambda` layer" in message
    print(f"{name:24} cuts; loads again: {survived[name]}")
assert list(survived.values()) == [True, True, False]

# %% [markdown]
# All three cut. The Lambda layer is saved, and then **refused on loading**: a file that holds Python code could do
# anything on your machine, so Keras's safe mode says no. You would find out on the day you need the model.
# Inside a layer's `call`, by the way, `tf.stop_gradient` is fine: there it gets numbers.

# %% [markdown]
# ## A cut freezes everything upstream
#
# Here are three layers in a row, a, b and c. You want b to stay still. **Predict** which layers get gradients: with a
# stop behind b; and with `b.trainable = False` instead.


# %% name="upstream_or_named"
def make_three():
    tf.keras.utils.set_random_seed(1)
    return {name: layers.Dense(3, activation="tanh", name=name) for name in "abc"}


def train(three, cut_after=None, steps=3):
    """Train for some steps; which layers got a gradient, which moved."""
    x, y = tf.random.normal((8, 3)), tf.random.normal((8, 3))
    for layer in three.values():
        layer.build((None, 3))
    before = {name: bits(layer.variables) for name, layer in three.items()}
    everything = [v for layer in three.values() for v in layer.variables]
    trained = [v for layer in three.values() for v in layer.trainable_variables]
    optimizer = tf.keras.optimizers.AdamW(0.01, weight_decay=0.1)
    optimizer.build(everything)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            h = x
            for name, layer in three.items():
                h = layer(h)
                h = tf.stop_gradient(h) if name == cut_after else h
            loss = tf.reduce_mean((h - y) ** 2)
        found = dict(zip(map(id, everything), tape.gradient(loss, everything), strict=True))
        optimizer.apply([found[id(v)] for v in trained], trained)
    got = {n for n, layer in three.items() if found[id(layer.kernel)] is not None}
    moved = {n for n, layer in three.items() if bits(layer.variables) != before[n]}
    return got, moved


with_a_cut = train(make_three(), cut_after="b")
flagged = make_three()
flagged["b"].trainable = False
with_a_flag = train(flagged)
print(
    "a cut behind b: gradients reach", sorted(with_a_cut[0]), "and", sorted(with_a_cut[1]), "moved"
)
print(
    "a flag on b:    gradients reach",
    sorted(with_a_flag[0]),
    "and",
    sorted(with_a_flag[1]),
    "moved",
)
assert with_a_cut == ({"c"}, {"c"})
assert with_a_flag == ({"a", "b", "c"}, {"a", "c"})

# %% [markdown]
# The course's library has a tool that draws this. `trace` runs a function once and follows its loss back to
# every tensor. Read the picture from the loss on the right: the gradient ends at the stop.
# Above a box stands its shape, or its value if it is one number; below it the length (norm) of its gradient.

# %% name="upstream_or_named_drawn"
three = make_three()
for layer in three.values():
    layer.build((None, 3))


def cut_after_b(x):
    h = tf.stop_gradient(three["b"](three["a"](x)))
    return tf.reduce_mean(three["c"](h) ** 2)


followed = trace(cut_after_b, tf.ones((8, 3)))
assert followed[three["a"].kernel].status == followed[three["b"].kernel].status == "stopped"
assert followed[three["c"].kernel].status == "flows"
followed.draw()

# %% [markdown]
# - **The cut** keeps still what lies upstream: b, and a as well. There is no way back past the stop, so a cut can't
#   freeze a layer in the middle alone.
# - **The flag** keeps still what it names, b. The gradient runs *through* b to a, and a learns. Look closely: b
#   itself has a gradient too, if you ask for it. The flag only takes b off the list.
#
# A frozen layer is not a wall. This is what makes it possible to train what lies *before* a frozen network.

# %% [markdown]
# ## A cut is per path, a flag per weight
#
# A layer may be used twice. Here an embedding is looked up for a question and for an answer, and only the question's
# use is cut. **Predict:** does the table get a gradient? And with the flag?

# %% name="used_twice"
table = layers.Embedding(2, 1, embeddings_initializer="ones")
table.build(None)


def table_gradient(cut):
    with tf.GradientTape() as tape:
        question, answer = table(tf.constant([0, 1])), table(tf.constant([1, 1]))
        question = tf.stop_gradient(question) if cut else question
        score = tf.reduce_sum(question * answer * tf.constant([[2.0], [3.0]]))
    return tf.convert_to_tensor(tape.gradient(score, table.embeddings)).numpy().ravel()


whole, one_use = table_gradient(cut=False), table_gradient(cut=True)
print("no cut:", whole, "· the question's use cut:", one_use)
assert whole.tolist() == [2, 8]
assert one_use.tolist() == [0, 5]

table.trainable = False
print("with the flag:", len(table.trainable_variables), "trainable variables")
assert table.trainable_variables == []

# %% [markdown]
# With the cut, the answer's use still brings 5 to row 1: the weight trains, and only one path to it is missing. The flag
# is the layer's, wherever it is used. So ask yourself what you want to hold: *this use*, or *these weights*.

# %% [markdown]
# ## What `trainable_variables` lists
#
# Training loops, `fit` included, ask a model for `trainable_variables`. **Predict** the number of variables of each
# layer, and how many of them are listed.

# %% name="what_is_listed"
counts = {}
for layer in (layers.Dense(2), layers.BatchNormalization(), layers.Dropout(0.5)):
    layer.build((None, 3))
    names = [v.name for v in layer.trainable_variables]
    others = [v.name for v in layer.non_trainable_variables]
    kind = type(layer).__name__
    counts[kind] = len(names), len(others)
    print(f"{kind}: trainable {names}, not trainable {others}")
    layer.trainable = False
    assert layer.trainable_variables == []
    assert len(layer.non_trainable_variables) == sum(counts[kind])
assert counts == {"Dense": (2, 0), "BatchNormalization": (2, 2), "Dropout": (0, 1)}

before = bits(layer.variables)
layer(tf.ones((1, 3)), training=True)
print("the state of the frozen Dropout moved:", bits(layer.variables) != before)
assert bits(layer.variables) != before

# %% [markdown]
# - It is not "all variables": BatchNormalization has two **moving statistics** and Dropout the state of its random
#   numbers. These move without any gradient. `model.variables` has them all.
# - A flag set to False moves every variable to the other list. It moves nothing else: the gradient can still be asked for.
#
# **Predict:** what happens if you misspell the flag?

# %% name="misspelt"
layer = layers.Dense(2)
layer.build((None, 3))
layer.traineable = False
print("trainable variables:", len(layer.trainable_variables))
assert len(layer.trainable_variables) == 2

# %% [markdown]
# Nothing: Python makes a new attribute, and the layer trains. Count the list after each change.

# %% [markdown]
# ## Nested models and their flags
#
# A base is often a model inside a model. Setting a model's flag sets the flag of everything inside. **Predict** the
# number of trainable variables that `outer` lists after each line. It starts with three Dense layers: 6.

# %% name="nested_flags"
inner = tf.keras.Sequential([layers.Dense(3, name="a"), layers.Dense(3, name="b")], name="inner")
outer = tf.keras.Sequential([tf.keras.Input((3,)), inner, layers.Dense(1, name="c")], name="outer")
a, b = inner.layers


def lists():
    return len(outer.trainable_variables), len(inner.trainable_variables)


seen = [lists()]
inner.trainable = False
seen.append(lists())
a.trainable = True
seen.append(lists())
inner.trainable = True
seen.append(lists())
a.trainable = False
inner.trainable = True
seen.append(lists())
for line, (by_outer, by_inner) in zip(
    ["at first", "inner False", "then a True", "then inner True", "a False, inner True again"],
    seen,
    strict=True,
):
    print(f"{line:26} outer lists {by_outer}, inner lists {by_inner}")
assert seen == [(6, 4), (2, 0), (4, 0), (6, 4), (4, 2)]

# %% [markdown]
# Three surprises:
#
# - **After `a.trainable = True`** inside a frozen `inner`, it depends on whose list you ask. `inner`, which is frozen itself,
#   says that it has nothing to train. `outer` lists a's two variables, and trains them.
# - **`inner.trainable = True`** opened everything, b too, although you had frozen only `inner`.
# - **The second `inner.trainable = True`** did nothing, because the flag was True already: a stayed frozen.
#
# So set flags from the outside to the inside, and count what is listed.
#
# **Predict:** with `inner` frozen and a's flag True, which of a, b and c does `fit` move?

# %% name="fit_asks_the_outer_model"
inner.trainable = True
inner.trainable = False
a.trainable = True
outer.compile("adam", "mse")
before = {layer.name: bits(layer.variables) for layer in (a, b, *outer.layers[1:])}
outer.fit(tf.random.normal((8, 3)), tf.zeros((8, 1)), verbose=0)
moved = {
    layer.name for layer in (a, b, *outer.layers[1:]) if bits(layer.variables) != before[layer.name]
}
print("moved:", sorted(moved))
assert moved == {"a", "c"}

# %% [markdown]
# a trains, inside a model that you froze. `fit` asked `outer`.
#
# **Predict:** if the outermost flag is False and a's is True, does a train?

# %% name="outermost_flag"
outer.trainable = False
a.trainable = True
print("outer lists", len(outer.trainable_variables), "· a itself lists", len(a.trainable_variables))
assert outer.trainable_variables == []
assert len(a.trainable_variables) == 2

# %% [markdown]
# Not if the training loop asks `outer`: a frozen model answers "nothing", whatever is inside. A flag is also no switch
# that works at any time. A traced step captured it (lesson 05), and `fit` traces: set flags **before** you compile
# and train.

# %% [markdown]
# ## Frozen weights, moving statistics
#
# One more thing can move in a base, and no gradient is needed for it: moving statistics. A BatchNormalization layer
# updates them when it is called with `training=True`. **Predict** for each line whether they move.

# %% name="statistics"
norm = layers.BatchNormalization()
norm.build((None, 3))
data = tf.random.normal((16, 3), mean=5.0)
statistics = [norm.moving_mean, norm.moving_variance]
statistics_moved = {}
for line, flag, training in [
    ("training=False", True, False),
    ("training=True, its flag False", False, True),
    ("training=True, behind a stop", True, True),
]:
    norm.trainable = flag
    before = bits(statistics)
    tf.stop_gradient(norm(data, training=training))
    statistics_moved[line] = bits(statistics) != before
    print(f"{line:30} moved: {statistics_moved[line]}")
assert list(statistics_moved.values()) == [False, False, True]

mobile = tf.keras.applications.MobileNetV2(
    weights=None, include_top=False, input_shape=(32, 32, 3), alpha=0.35
)
norms = {
    network.name: sum(isinstance(layer, layers.BatchNormalization) for layer in network.layers)
    for network in (base, mobile)
}
print("BatchNormalization layers:", norms)
assert list(norms.values()) == [0, 52]

# %% [markdown]
# The stop does not help: statistics don't wait for a gradient. Two things do help: run the base with `training=False`, or
# set its flag (a BatchNormalization with a False flag runs as in inference). VGG16 has no such layer, so the popular recipe never
# meets the question. A newer base, such as MobileNetV2, has 52.

# %% [markdown]
# ## Three ways, side by side
#
# Now all together. A base (a Dense layer and a BatchNormalization) and a head, trained for three steps so that the
# optimizer is warm (AdamW: memory and decay). Then the base is frozen in one of three ways, and five more steps follow:
#
# - **cut**: a stop between base and head; the optimizer is handed all that the model lists;
# - **list**: no cut; the optimizer is handed the head's variables only;
# - **flag**: `base.trainable = False`; the optimizer is handed all that the model lists.
#
# The base is taken once as it is, and once with a **regulariser** on its kernel, and it runs with `training=True`.
# **Predict** each entry: what moves, bit by bit?


# %% name="three_ways"
def freeze(way, regulariser=None):
    """Warm up, freeze the base in one way, train on: what moved by a single bit."""
    tf.keras.utils.set_random_seed(2)
    dense = layers.Dense(4, kernel_regularizer=regulariser)
    base = tf.keras.Sequential([tf.keras.Input((3,)), dense, layers.BatchNormalization()])
    head = layers.Dense(1)
    model = tf.keras.Sequential([base, head])
    weights, statistics = base.trainable_variables, base.non_trainable_variables
    x, y = tf.random.normal((16, 3)), tf.random.normal((16, 1))
    optimizer = tf.keras.optimizers.AdamW(0.01, weight_decay=0.1)
    optimizer.build(model.trainable_variables)

    def step(variables, cut=False):
        with tf.GradientTape() as tape:
            features = base(x, training=True)
            features = tf.stop_gradient(features) if cut else features
            loss = tf.reduce_mean((head(features, training=True) - y) ** 2) + sum(model.losses)
        gradients = tape.gradient(loss, [*variables, dense.kernel])
        optimizer.apply(gradients[:-1], variables)
        return gradients[-1]

    for _ in range(3):
        step(model.trainable_variables)
    parts = {"weights": weights, "statistics": statistics, "head": head.variables}
    before = {part: bits(variables) for part, variables in parts.items()}
    base.trainable = way != "flag"
    chosen = head.trainable_variables if way == "list" else model.trainable_variables
    for _ in range(5):
        gradient = step(chosen, cut=way == "cut")
    moved = {part for part in parts if bits(parts[part]) != before[part]}
    return moved, gradient, len(chosen)


def mark(truth):
    return "moved" if truth else "·"


row = "{:5} {:9} {:13} {:12} {:7} {:10} {}".format
print(row("way", "weights", "regularised", "statistics", "head", "gradient", "handed in"))
results = {}
for way in ("cut", "list", "flag"):
    moved, gradient, handed_in = freeze(way)
    regularised = "weights" in freeze(way, "l2")[0]
    arrived = "None" if gradient is None else "arrived"
    told = [mark("weights" in moved), mark(regularised), mark("statistics" in moved)]
    print(row(way, *told, mark("head" in moved), arrived, handed_in))
    results[way] = (*told, arrived, handed_in)
    assert "head" in moved
assert results == {
    "cut": ("·", "moved", "moved", "None", 6),
    "list": ("·", "·", "moved", "arrived", 2),
    "flag": ("·", "·", "·", "arrived", 2),
}

# %% [markdown]
# Without a regulariser all three keep the base's weights still, to the last bit, though the optimizer is warm and decays.
# They differ where there is another way to move something. The regulariser is a second path to the kernel, and the
# cut does not stand on it. The statistics have no gradient at all: with `training=True` only the flag holds them.
#
# | | cut | list | flag |
# |---|---|---|---|
# | what it names | a place on a path | variables | layers, and all inside |
# | who knows of it | the tape | the call of `apply` | all who ask `trainable_variables`, `fit` too |
# | upstream of a frozen layer | frozen too | learns, if listed | learns |
# | another path to the same weight | moves it | does not | does not |
# | its gradient, when asked for | `None` | arrives | arrives |
# | moving statistics, with `training=True` | move | move | stay |
#
# The second tool, `audit`, runs one training step and says for each variable whether a bit of it moved, and why.
# (`slots`: how many numbers the optimizer keeps for it.)
# **Predict** what it says of a cut behind a base with a regulariser, a BatchNormalization and AdamW.

# %% name="audited"
dense = layers.Dense(2, kernel_regularizer="l2", use_bias=False, name="dense")
base = tf.keras.Sequential(
    [tf.keras.Input((3,)), dense, layers.BatchNormalization(name="norm")], name="base"
)
head = layers.Dense(1, use_bias=False, name="head")
model = tf.keras.Sequential([base, head], name="model")
optimizer = tf.keras.optimizers.AdamW(0.01, weight_decay=0.1)
optimizer.build(model.trainable_variables)


def cut_step(x, y):
    with tf.GradientTape() as tape:
        features = tf.stop_gradient(base(x, training=True))
        loss = tf.reduce_mean((head(features) - y) ** 2) + sum(model.losses)
    variables = model.trainable_variables
    optimizer.apply(tape.gradient(loss, variables), variables)


report = audit(cut_step, model, tf.random.normal((8, 3)), tf.ones((8, 1)))
moved = [variable.name.split("/")[-1] for variable in report.variables if variable.moved]
assert moved == ["kernel", "moving_mean", "moving_variance", "kernel"]
report

# %% [markdown]
# gamma and beta stayed: their gradient is `None`. The kernel of the base moved though it is behind the stop, by its
# regulariser, and the statistics moved by themselves.

# %% [markdown]
# ## What you can say now
#
# - `tf.stop_gradient` wants numbers. In a functional model write `keras.ops.stop_gradient`, or a registered layer; a
#   Lambda will not load again. A Dense layer needs a known width.
# - A cut freezes everything upstream, along that path only. A flag freezes what it names; gradients flow through it.
# - A model's flag is handed down when it *changes*; a frozen model lists nothing; its outer model may list more.
# - Moving statistics need no gradient. What did not move is proven by comparing bits.
#
# **Next:** the exercises in `exercises/06_freezing_layers`, about 30 minutes. After them, lesson 07 chooses
# variables one by one.
