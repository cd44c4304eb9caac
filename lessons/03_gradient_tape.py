# %% [markdown]
# # 03 · The gradient tape: what it sees, and what it does not
#
# - **After this lesson you can** say what a tape records, find out why a gradient is `None`, tell
#   `None` from zero, and ask for the gradient of a vector without being surprised.
# - **You need** lesson 02 (a tape is a record, read from the end); variables and tensors in TensorFlow.
# - **Minutes** 28
#
# In lesson 02 you wrote each number on a tape yourself. `tf.GradientTape` watches while you compute. That
# is convenient, and it leads to the most frequent question about it: *why is my gradient None?*

# %% name="setup"
from gradflow import Edge, Graph, Node, draw

import numpy as np
import tensorflow as tf

tf.get_logger().setLevel("ERROR")  # the tape comments on integers; you will meet them on purpose

# %% [markdown]
# ## What is recorded
#
# A tape records an operation if one of its inputs is *watched*, or came from something watched. A
# trainable variable is watched as soon as it is used. **Predict:** which of these three gradients is a
# number?

# %% name="watched_or_not"
variable = tf.Variable(3.0)
frozen = tf.Variable(3.0, trainable=False)
constant = tf.constant(3.0)
with tf.GradientTape() as tape:
    y = variable**2 + frozen**2 + constant**2
slopes = tape.gradient(y, [variable, frozen, constant])
print([None if s is None else s.numpy() for s in slopes])
assert slopes[0] == 6
assert slopes[1:] == [None, None]

# %% [markdown]
# Only the trainable variable. The other two took part in y, and the tape did not look. `tape.watch` tells it
# to. **Predict:** does it matter when you tell it?

# %% name="watch_in_time"
x = tf.constant(3.0)
with tf.GradientTape(persistent=True) as tape:
    before = x**2
    tape.watch(x)
    after = x**2
print("before the watch:", tape.gradient(before, x), " after it:", tape.gradient(after, x).numpy())
assert tape.gradient(before, x) is None
assert tape.gradient(after, x) == 6

# %% [markdown]
# A record begins when you begin to record. What was computed before the watch, or before the `with`, is
# not on the tape. (`persistent=True` lets you ask more than once; more on that below.)

# %% [markdown]
# ## Six ways to break the path
#
# A gradient runs back along what was recorded. Where something in between was not recorded, the path
# ends. You get no error: you get `None`. In each of the next six cells, **predict** first: which line
# breaks the path from w to y?
#
# **One.**

# %% name="outside_the_tape"
w = tf.Variable(3.0)
h = w * w
with tf.GradientTape() as tape:
    y = 2 * h
outside = tape.gradient(y, w)

with tf.GradientTape() as tape:
    y = 2 * (w * w)
inside = tape.gradient(y, w)
print("outside:", outside, " inside:", inside.numpy())
assert outside is None
assert inside == 12

# %% [markdown]
# **Outside the tape:** `h = w * w` ran before it. To the tape, h is a number from nowhere. Inside, the same line gives 12.
#
# **Two.**

# %% name="numpy_in_the_path"
w = tf.Variable(3.0)
with tf.GradientTape() as tape:
    h = np.square(w)
    y = 2 * tf.constant(h)
slope = tape.gradient(y, w)
print(type(h).__name__, slope)
assert slope is None

# %% [markdown]
# **NumPy** computes the right value and tells nobody. It can hide in a method. **Predict** the type of what
# a model's `predict` returns, and the gradients.

# %% name="predict_in_the_path"
small = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
with tf.GradientTape() as tape:
    by_predict = small.predict(np.ones((1, 2)), verbose=0)
    y = tf.reduce_sum(by_predict)
slopes = tape.gradient(y, small.trainable_variables)
print(type(by_predict).__name__, slopes)
assert isinstance(by_predict, np.ndarray)
assert slopes == [None, None]

with tf.GradientTape() as tape:
    y = tf.reduce_sum(small(np.ones((1, 2))))
assert all(s is not None for s in tape.gradient(y, small.trainable_variables))

# %% [markdown]
# Call the model instead, `small(...)`, and the gradients are there.
#
# **Three.**

# %% name="integers"
w = tf.Variable(3.7)
with tf.GradientTape() as tape:
    y = tf.cast(tf.cast(w, tf.int32), tf.float32) * 2
slope = tape.gradient(y, w)

with tf.GradientTape() as tape:
    right = tf.cast(w > 2.0, tf.float32)
compared = tape.gradient(right, w)

count = tf.Variable(3)
with tf.GradientTape() as tape:
    z = count * count
whole = tape.gradient(z, count)
print("cast:", slope, " comparison:", compared, " integer variable:", whole)
assert slope is None
assert compared is None
assert whole is None
assert count.dtype == tf.int32

# %% [markdown]
# **Integers:** there is no small step between 3 and 4, so there is no derivative. `tf.Variable(3)` is an integer; you
# nearly always want `3.0`. A comparison ends the path too, and an accuracy is made of comparisons: you can't
# train on it.
#
# **Four.**

# %% name="assign"
w = tf.Variable(3.0)
state = tf.Variable(0.0)
with tf.GradientTape() as tape:
    state.assign(w * w)
    y = 2 * state
by_w, by_state = tape.gradient(y, [w, state])
print("w:", by_w, " state:", by_state.numpy())
assert by_w is None
assert by_state == 2

# %% [markdown]
# **Assign:** a variable is a place where a value lies. `assign` puts a value there and forgets where it came from, so
# the path begins at `state`. Want both, the new state and the gradient? Compute the value once, give it to
# `assign`, and go on with *the value*.
#
# **Five.**

# %% name="fresh_variable"
w = tf.Variable(3.0)
with tf.GradientTape() as tape:
    u = tf.Variable(w * w)
    y = 2 * u
by_w, by_u = tape.gradient(y, [w, u])
print("w:", by_w, " u:", by_u.numpy())
assert by_w is None
assert by_u == 2

# %% [markdown]
# **A fresh variable,** and the same reason: `tf.Variable(...)` copies a value into a new place.
#
# **Six.**

# %% name="dataset_map"
w = tf.Variable(3.0)
with tf.GradientTape() as tape:
    data = tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(lambda x: x * w)
    y = sum(data)
slope = tape.gradient(y, w)
print("y is", y.numpy(), "and the gradient is", slope)
assert y == 9
assert slope is None

# %% [markdown]
# **A dataset:** the function given to `map` runs in the dataset's own machinery, away from your tape. Trainable work
# belongs in the model, not in the input pipeline.
#
# Here is what all six have in common: the value crosses, the gradient does not.

# %% name="broken_path_drawn"
draw(
    Graph(
        [
            Node("w", value=3, gradient=None),
            Node("h", value=9, gradient=2, label="h = w²"),
            Node("y", value=18, gradient=1, label="y = 2h"),
        ],
        [Edge("w", "h", stopped=True, why="not recorded"), Edge("h", "y", derivative=2)],
    )
)

# %% [markdown]
# ## The variable that was no variable any more
#
# One more, because it bites everybody once. **Predict** the two gradients of this descent.

# %% name="two_steps_of_descent"
w = tf.Variable(3.0)
found = []
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = w**2
    slope = tape.gradient(loss, w)
    found.append(slope)
    if slope is not None:
        w = w - 0.1 * slope
print(found[0].numpy(), "then", found[1], "and w is now", type(w).__name__)
assert found[0] == 6
assert found[1] is None
assert not isinstance(w, tf.Variable)

# %% [markdown]
# `w = w - ...` does not change the variable. It makes a tensor and gives it the name w, and nobody
# watches that tensor. `w.assign_sub(...)` changes the variable in place.

# %% [markdown]
# ## What does not break it
#
# Python is not a break. **Predict** the three slopes at 3: an `if`, a loop, a list, and a Python
# function that is called from TensorFlow.

# %% name="no_break"
w = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    parts = []
    for k in range(1, 4):
        if w > 2:
            parts.append(w * k)
    y = sum(parts)
    z = tf.py_function(lambda v: v * v, [w], tf.float32)
    n = tf.numpy_function(lambda v: v * v, [w], tf.float32)
by_python = tape.gradient(y, w)
by_py_function = tape.gradient(z, w)
by_numpy_function = tape.gradient(n, w)
print(by_python.numpy(), by_py_function.numpy(), by_numpy_function)
assert by_python == 6
assert by_py_function == 6
assert by_numpy_function is None

# %% [markdown]
# The tape records the operations that really ran, whatever Python did to choose them: 1 + 2 + 3 is 6.
# `tf.py_function` calls Python with tensors and keeps recording; `tf.numpy_function` hands out NumPy
# arrays, and there the path ends.

# %% [markdown]
# ## None is not zero
#
# **Predict:** which of these are `None`, and which are 0?

# %% name="none_or_zero"
w, other = tf.Variable(2.6), tf.Variable(1.0)
with tf.GradientTape(persistent=True) as tape:
    times_zero = 0.0 * w
    sign = tf.sign(w)
    rounded = tf.round(w)
    without = other * 5
for name, y in [("0·w", times_zero), ("sign", sign), ("round", rounded), ("without w", without)]:
    slope = tape.gradient(y, w)
    print(f"{name:10}", None if slope is None else slope.numpy())
assert tape.gradient(times_zero, w) == 0
assert tape.gradient(sign, w) == 0
assert tape.gradient(rounded, w) is None
assert tape.gradient(without, w) is None

# %% [markdown]
# - **Zero:** there is a path, and along it w is worth nothing.
# - **None:** there is no path.
#
# `tf.sign` and `tf.round` are both flat almost everywhere. TensorFlow gives the one a slope of zero and the
# other none at all, so don't argue from mathematics alone: look. Lesson 05 shows that an optimizer
# treats `None` and zero in different ways, and that the difference can move a weight.
#
# If you would rather have zeros, ask for them. **Predict** the shape you get.

# %% name="unconnected_gradients"
unused = tf.Variable(tf.ones((2, 3)))
with tf.GradientTape(persistent=True) as tape:
    y = w * 5
zeros = tape.gradient(y, unused, unconnected_gradients=tf.UnconnectedGradients.ZERO)
print("shape", zeros.shape, "all zero:", bool(tf.reduce_all(zeros == 0)))
assert tape.gradient(y, unused) is None
assert zeros.shape == (2, 3)
assert tf.reduce_all(zeros == 0)

# %% [markdown]
# The shape of the variable. It also works with the word `"zero"`. Now the same with a variable of a
# Keras layer. **Predict:** is anything different?

# %% name="unconnected_keras"
kernel = tf.keras.Variable(np.ones((2, 3), "float32"))
try:
    tape.gradient(y, kernel, unconnected_gradients="zero")
    said = "zeros"
except AttributeError as error:
    said = f"AttributeError: {error}"
print(said)
assert said.startswith("AttributeError")
assert tape.gradient(y, kernel) is None
assert tape.gradient(y, kernel.value, unconnected_gradients="zero").shape == (2, 3)

# %% [markdown]
# In this version it fails: a Keras variable is a wrapper, and this option looks inside for something that a
# wrapper has not got. The TensorFlow variable within is its `.value`, and with that it works. Or take the
# `None` and put the zeros there yourself; you will, in the exercises.

# %% [markdown]
# ## When the target is a vector
#
# Nine entries make up the slopes of three results in three inputs. `tape.gradient` returns three.
# **Predict** which three, for y = (x₁², x₂², x₃²), and then for the running sums x₁², x₁² + x₂², ...

# %% name="vector_target"
x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    squares = x**2
    running = tf.cumsum(x**2)
    total = tf.reduce_sum(running)
print(tape.gradient(squares, x).numpy(), tape.gradient(running, x).numpy())
assert np.array_equal(tape.gradient(squares, x), [2, 4, 6])
assert np.array_equal(tape.gradient(running, x), [6, 8, 6])
assert np.array_equal(tape.gradient(running, x), tape.gradient(total, x))

# %% [markdown]
# The squares look as if you had got "the slope of each". The running sums tell the truth: x₁ is in all
# three, and 2 + 2 + 2 is 6. *The gradient of a vector is the gradient of its sum.* A list of targets is
# summed too.

# %% name="a_loss_per_row"
rows = tf.random.stateless_normal((16, 3), seed=(1, 2))
with tf.GradientTape(persistent=True) as tape:
    per_row = tf.reduce_sum(rows * x, axis=1) ** 2  # one loss for each of 16 rows
    mean = tf.reduce_mean(per_row)
    pair = [3 * x[0], 4 * x[0]]
ratio = tape.gradient(per_row, x) / tape.gradient(mean, x)
print("forgotten mean:", ratio.numpy(), " list:", tape.gradient(pair, x).numpy())
assert np.allclose(ratio, 16, rtol=1e-4)
assert np.array_equal(tape.gradient(pair, x), [7, 0, 0])

# %% [markdown]
# So if you forget to take the mean of a loss, nothing crashes: every gradient is 16 times too large. That
# happens in a popular recipe, which you will meet in lesson 08.

# %% [markdown]
# ## Weights for the sum
#
# You may choose the weights of that sum: they are called `output_gradients`, one for each entry of the
# target. **Predict** the result for the running sums with the weights 1, 0, 10.

# %% name="output_gradients"
with tf.GradientTape(persistent=True) as tape:
    running = tf.cumsum(x**2)
weighted = tape.gradient(running, x, output_gradients=tf.constant([1.0, 0.0, 10.0]))
print(weighted.numpy())
assert np.array_equal(weighted, [22, 40, 60])

# %% [markdown]
# x₁ counts in the first and in the third: 2·1 + 2·10. In symbols this is vᵀJ, where J is the table of all
# slopes and v the weights: a **vector-Jacobian product**. It is all that a backward pass ever computes,
# and it never builds J.
#
# One trap, shown on the squares. **Predict** what a plain Python list does here.

# %% name="a_list_of_weights"
with tf.GradientTape(persistent=True) as tape:
    squares = x**2
with_tensor = tape.gradient(squares, x, output_gradients=tf.constant([1.0, 0.0, 10.0]))
with_list = tape.gradient(squares, x, output_gradients=[1.0, 0.0, 10.0])
print("tensor:", with_tensor.numpy(), " list:", with_list.numpy())
assert np.array_equal(with_tensor, [2, 0, 60])
assert np.array_equal(with_list, [2, 4, 6])

# %% [markdown]
# The list is taken for one entry *a target*: the first, 1.0, goes to the one target that there is, and the
# others are dropped without a word. Hand over a tensor or an array.
#
# With `output_gradients` you can join two tapes: what arrives from the second is what the first starts with.

# %% name="two_tapes"
a = tf.Variable(3.0)
with tf.GradientTape() as first:
    h = a * a
with tf.GradientTape() as second:
    second.watch(h)
    y = h * h
arriving = second.gradient(y, h)
slope = first.gradient(h, a, output_gradients=arriving)
print(arriving.numpy(), "arrives at h, and", slope.numpy(), "at a")
assert arriving == 18
assert slope == 108

# %% [markdown]
# ## Ask once
#
# **Predict:** what does the second question get?

# %% name="ask_once"
with tf.GradientTape() as tape:
    y = a * a
tape.gradient(y, a)
try:
    tape.gradient(y, a)
    said = "an answer"
except RuntimeError as error:
    said = str(error)
print(said)
assert "non-persistent" in said

# %% [markdown]
# A tape lets go of its record once it was read, to free the memory. Ask for all gradients in one call, with a
# list; or make it `persistent=True`, and `del tape` when you are done.

# %% name="all_in_one_call"
b = tf.Variable(5.0)
with tf.GradientTape() as tape:
    y = a * a * b
slopes = tape.gradient(y, {"a": a, "b": b})
print({name: slope.numpy() for name, slope in slopes.items()})
assert slopes["a"] == 30
assert slopes["b"] == 9

# %% [markdown]
# ## All of J
#
# If you do need every slope by itself, ask for the **Jacobian**. **Predict** its shape for 4 rows of 2 inputs
# and 3 outputs each.

# %% name="jacobian"
W = tf.constant([[1.0, 2.0, 3.0], [-1.0, 0.5, 1.0]])
X = tf.reshape(tf.range(8.0), (4, 2)) / 8
with tf.GradientTape(persistent=True) as tape:
    tape.watch(X)
    Y = tf.tanh(X @ W)
full = tape.jacobian(Y, X)
by_row = tape.batch_jacobian(Y, X)
print("jacobian", full.shape, " batch_jacobian", by_row.shape)
assert full.shape == (4, 3, 4, 2)
assert by_row.shape == (4, 3, 2)
for n in range(4):
    assert np.allclose(full[n, :, n], by_row[n])
    assert np.all(np.delete(full[n].numpy(), n, axis=1) == 0)

# %% [markdown]
# The full one has a place for "output of row 0 in input of row 3". Here each row goes its own way, so all
# of those are zero, and `batch_jacobian` leaves them out. It *believes* you that rows do not mix.
# **Predict** what it says if they do: here the mean over the rows is subtracted.

# %% name="rows_that_mix"
with tf.GradientTape(persistent=True) as tape:
    tape.watch(X)
    Y = X - tf.reduce_mean(X, axis=0)
own = tape.jacobian(Y, X)[0, 0, 0, 0]
claimed = tape.batch_jacobian(Y, X)[0, 0, 0]
print("own slope:", own.numpy(), " batch_jacobian says:", claimed.numpy())
assert own == 0.75
assert claimed == 0

# %% [markdown]
# It added up what all rows get: 1 − 4·¼. Where rows mix, ask for the full Jacobian.

# %% [markdown]
# ## Only what I name
#
# By default a tape watches every trainable variable that is used. With `watch_accessed_variables=False` it
# watches what you name, and nothing else. **Predict** the four gradients: only the second layer is named.

# %% name="only_what_i_name"
tf.keras.utils.set_random_seed(3)
model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)]
)
with tf.GradientTape(watch_accessed_variables=False) as tape:
    for v in model.layers[1].trainable_variables:
        tape.watch(v.value)
    loss = tf.reduce_mean(model(X) ** 2)
slopes = tape.gradient(loss, model.trainable_variables)
print(["None" if s is None else "a gradient" for s in slopes])
assert [s is None for s in slopes] == [True, True, False, False]

# %% [markdown]
# Why `v.value`? **Predict** what happens without it.

# %% name="keras_value"
try:
    with tf.GradientTape() as tape:
        tape.watch(model.layers[1].kernel)
    said = "watched"
except ValueError as error:
    said = str(error)
print(said.split("\n")[0][:60], "...")
assert "Passed in object" in said

with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(X) ** 2)
watched = tape.watched_variables()
values = [v.value for v in model.trainable_variables]
print(len(watched), "are watched by themselves")
assert all(any(w is v for v in values) for w in watched)
assert len(watched) == 4

# %% [markdown]
# A Keras variable wraps a TensorFlow variable. `tape.gradient` looks through the wrapper, `tape.watch` does
# not: give it the `.value`. What the tape lists as watched are the inner variables too.

# %% [markdown]
# ## What you can say now
#
# - A tape records what ran inside it, on watched things. What it did not record gives `None`, without an error.
# - Outside the tape, NumPy, integers, `assign`, a fresh variable, a dataset: there the path ends.
# - `None` means no path, zero means a path that is worth nothing.
# - The gradient of a vector is that of its sum; `output_gradients` are the weights of the sum.
#
# **Next:** the exercises in `exercises/03_gradient_tape`, about 30 minutes and two stretches. After them,
# lesson 04 breaks the path on purpose, with `tf.stop_gradient`.
