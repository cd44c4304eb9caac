# %% [markdown]
# # 02 · Backpropagation: the chain rule, backwards
#
# - **After this lesson you can** carry a gradient back through a layer by hand, say why one backward
#   pass is enough for a million weights, and read a tape: the record that makes it automatic.
# - **You need** lesson 01 (multiply along a path, add over the paths); matrix products in NumPy.
# - **Minutes** 25
#
# Lesson 01 measured derivatives one input at a time. A network has one loss, and to the loss a million
# weights are inputs. This lesson starts at the loss and walks back, once.

# %% name="setup"
from gradflow import Edge, Graph, Node, Picture, draw

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

# %% [markdown]
# ## There and back
#
# One neuron with one weight w and one bias b. It sees x = 2 and should say t = 1:
#
# z = w·x + b, then h = tanh(z), then loss = (h − t)²
#
# Walk forward first and keep every value. Then walk back. You start with 1 at the loss, and at each
# step multiply what you carry by the local derivative. In the code, `by_w` is d loss / d w, the
# derivative of the loss in w; the other names are made alike.
#
# **Predict:** which values from the way forward does the way back need?

# %% name="there_and_back"
w, b, x, t = 0.5, -0.6, 2.0, 1.0

z = w * x + b  # the way forward
h = np.tanh(z)
loss = (h - t) ** 2

by_loss = 1.0  # the way back
by_h = by_loss * 2 * (h - t)
by_z = by_h * (1 - h**2)
by_w = by_z * x
by_b = by_z * 1.0

measured = ((np.tanh((w + 1e-5) * x + b) - t) ** 2 - (np.tanh((w - 1e-5) * x + b) - t) ** 2) / 2e-5
print(f"d loss / d w is {by_w:.6f}, measured {measured:.6f};  d loss / d b is {by_b:.6f}")
assert abs(by_w - measured) < 1e-8
assert by_w == 2 * by_b

# %% name="there_and_back_drawn"
draw(
    Graph(
        [
            Node("w", value=w, gradient=by_w),
            Node("z", value=z, gradient=by_z, label="z = w·x + b"),
            Node("b", value=b, gradient=by_b),
            Node("h", value=h, gradient=by_h, label="h = tanh z"),
            Node("loss", value=loss, gradient=1, label="(h − t)²"),
        ],
        [
            Edge("w", "z", derivative=x),
            Edge("b", "z", derivative=1),
            Edge("z", "h", derivative=1 - h**2),
            Edge("h", "loss", derivative=2 * (h - t)),
        ],
    )
)

# %% [markdown]
# It needs h, t and x: the slope of tanh is 1 − h², the slope of w·x in w is x. So what the way forward
# computed must be kept until the way back has used it.
#
# Look at what was *shared*. w and b have different gradients, but all the work down to z was done
# once, for both. With a million weights in a layer it would still be done once.

# %% [markdown]
# ## A whole layer
#
# Now N rows at once: Z = X W + b, with X of shape (N, D) and W of shape (D, H). Say the way back has
# reached Z and brought an array G of Z's shape: one gradient for each entry of Z.
#
# How does it go on to W? Entry W[d, h] touches Z[n, h] in *every row n*, with local derivative X[n, d].
# Multiply along each path, add over the rows: the sum over n of X[n, d]·G[n, h]. That sum is a matrix
# product.
#
# **Predict** the shapes of the three gradients, and which of the two arrays must be transposed in each.


# %% name="one_layer"
def layer_backward(G, X, W):
    by_W = X.T @ G
    by_b = G.sum(axis=0)
    by_X = G @ W.T
    return by_W, by_b, by_X


rng = np.random.default_rng(0)
X, W, b = rng.normal(size=(5, 3)), rng.normal(size=(3, 4)), rng.normal(size=4)
G = rng.normal(size=(5, 4))  # loss = sum of G * Z, so that G is the gradient of Z

by_W, by_b, by_X = layer_backward(G, X, W)
print(by_W.shape, by_b.shape, by_X.shape)
assert by_W.shape == W.shape == (3, 4)
assert by_b.shape == b.shape == (4,)
assert by_X.shape == X.shape == (5, 3)


def measure(loss, array):
    slopes = np.zeros_like(array)
    for place in np.ndindex(array.shape):
        kept = array[place]
        array[place] = kept + 1e-5
        high = loss()
        array[place] = kept - 1e-5
        slopes[place] = (high - loss()) / 2e-5
        array[place] = kept
    return slopes


for gradient, array in [(by_W, W), (by_b, b), (by_X, X)]:
    assert np.allclose(gradient, measure(lambda: np.sum(G * (X @ W + b)), array), rtol=1e-6)

# %% [markdown]
# A gradient has the shape of what it belongs to. That alone tells you where the transpose goes: from
# X (5, 3) and G (5, 4) only `X.T @ G` gives (3, 4).
#
# The bias is used in every row, so it gets the sum over the rows. And X gets a gradient too: that is
# what the layer below receives.

# %% [markdown]
# ## The switch
#
# Between layers stands an activation. relu(z) is z where z is positive and 0 elsewhere, so its local
# derivative is 1 or 0: a switch, set by z on the way forward.
#
# **Predict:** z is (−2, 3, −1) and the gradient arriving from above is (10, −20, 30). What goes on down?

# %% name="the_switch"
z = np.array([-2.0, 3.0, -1.0])
arriving = np.array([10.0, -20.0, 30.0])
going_on = arriving * (z > 0)
print("going on:", going_on)
assert np.array_equal(going_on, [0, -20, 0])
assert not np.array_equal(going_on, arriving * (arriving > 0))

# %% [markdown]
# The switch looks at z, never at the gradient: a negative gradient passes an open switch untouched. At
# z = 0 exactly there is a kink and no derivative; TensorFlow takes 0 there, and so does this course.

# %% name="at_the_kink"
z = tf.constant([-1.0, 0.0, 1.0])
with tf.GradientTape() as tape:
    tape.watch(z)
    h = tf.nn.relu(z)
slopes = tape.gradient(h, z).numpy()
print("TensorFlow's slope of relu at −1, 0 and 1:", slopes)
assert np.array_equal(slopes, [0, 0, 1])

# %% [markdown]
# ## Why backwards?
#
# You could also carry derivatives *forward*: pick one input, set its derivative to 1, and push along
# how fast each value moves with it. TensorFlow can do that too, with a `ForwardAccumulator`. It is
# exact. But it answers for the one input that you picked.
#
# **Predict:** a loss of n = 8 inputs. How many forward passes until you have all the derivatives? How
# many backward passes?

# %% name="passes_counted"
runs = 0


def loss_of(x):
    global runs
    runs += 1
    return tf.reduce_sum(tf.tanh(x) * tf.roll(x, 1, axis=0))


def gradient_forward(x):
    slopes = []
    for direction in tf.eye(len(x)):
        with tf.autodiff.ForwardAccumulator(x, direction) as forward:
            loss = loss_of(x)
        slopes.append(forward.jvp(loss))
    return tf.stack(slopes)


def gradient_backward(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = loss_of(x)
    return tape.gradient(loss, x)


x = tf.constant(np.linspace(-1, 2, 8), tf.float32)
from_forward = gradient_forward(x)
forward_runs = runs
runs = 0
from_backward = gradient_backward(x)
backward_runs = runs
print(f"forward: {forward_runs} passes through the loss, backward: {backward_runs}")
assert np.allclose(from_forward, from_backward, rtol=1e-5)
assert (forward_runs, backward_runs) == (8, 1)

# %% [markdown]
# Both give the same eight numbers. Forward needs a pass for each input, backward one for all of them.
# (`gradient_backward` goes through the loss once, then back once: two walks, whatever n is.)
#
# Is a backward pass perhaps that much more work? Count multiplications, for n inputs, two
# hidden layers of width m and one loss. The slopes of one layer's outputs in its inputs fill a matrix:
# here (1, m), (m, m) and (m, n), from the loss to the inputs. Multiplying (a, b) by (b, c) costs a·b·c.
# The chain rule multiplies the three, and you may begin at either end.
#
# **Predict:** for n = 1000 and m = 100, which end is cheaper, and how many times?


# %% name="multiplications_counted"
def multiplications(shapes):
    """Multiply the matrices of a chain from left to right; count the multiplications."""
    (rows, inner), count = shapes[0], 0
    for _, columns in shapes[1:]:
        count += rows * inner * columns
        inner = columns
    return count


n, m = 1000, 100
from_the_loss = multiplications([(1, m), (m, m), (m, n)])
from_the_inputs = multiplications([(n, n), (n, m), (m, m), (m, 1)])  # n directions, pushed forward
print(f"from the loss {from_the_loss:,}, from the inputs {from_the_inputs:,}")
assert from_the_loss == m * m + m * n
assert from_the_inputs == n * (n * m + m * m + m)
assert 999 < from_the_inputs / from_the_loss < 1001

# %% [markdown]
# A thousand times. From the loss you carry *one row* of numbers all the way; from the inputs you carry a
# thousand, one for each input. Per pass the work is about the same.

# %% name="passes_drawn"
inputs = [1, 2, 4, 8, 16, 32, 64]
forward_counts, backward_counts = [], []
for n in inputs:
    x = tf.ones(n)
    runs = 0
    gradient_forward(x)
    forward_counts.append(runs)
    runs = 0
    gradient_backward(x)
    backward_counts.append(runs)
assert forward_counts == inputs
assert backward_counts == [1] * 7

figure, axes = plt.subplots(figsize=(7.5, 3.3), layout="constrained")
axes.loglog(inputs, forward_counts, "o-", color="#D55E00", base=2)
axes.loglog(inputs, backward_counts, "s--", color="#0072B2", base=2)
axes.annotate("forward: one for each input", (6, 16), ha="right", fontsize=11)
axes.annotate("backward: one", (16, 1.25), fontsize=11)
axes.set(xlabel="number of inputs", ylabel="passes, counted")
axes.set_xticks(inputs, [str(n) for n in inputs])
axes.set_yticks(inputs, [str(n) for n in inputs])
axes.grid(alpha=0.3)
Picture(
    figure,
    "Passes needed for all derivatives of one loss, against the number of inputs from 1 to 64. The "
    "forward line rises with the number of inputs, from 1 to 64. The backward line stays at 1.",
)

# %% [markdown]
# It is the other way round for one input and many outputs. **Predict:** one knob a, and 8 values
# that depend on it. How many passes does each direction need for all eight slopes?

# %% name="many_outputs"
a = tf.constant(0.5)
multiples = tf.range(1.0, 9.0)

with tf.autodiff.ForwardAccumulator(a, tf.constant(1.0)) as forward:
    values = tf.sin(multiples * a)
forward_slopes = forward.jvp(values)  # one pass

backward_slopes = []
for i in range(8):
    with tf.GradientTape() as tape:
        tape.watch(a)
        value = tf.sin(multiples * a)[i]
    backward_slopes.append(tape.gradient(value, a))
print(f"forward: 1 pass, backward: {len(backward_slopes)} passes")
assert np.allclose(forward_slopes, backward_slopes, rtol=1e-5)

# %% [markdown]
# So the rule is: *forward costs one pass for each input, backward one for each output.* Training has
# millions of inputs and one output, the loss. Backpropagation is the right end to begin at.

# %% [markdown]
# ## A tape in forty lines
#
# By hand you had to remember what you did and undo it in reverse. A **tape** does the remembering: while
# you compute, it writes down each step with its local derivatives. Then it is read from the end.


# %% name="a_tape"
class Tape:
    """Records what it computes; reads the record backward. Values are named by their place."""

    def __init__(self):
        self.values = []
        self.uses = []  # for each value: where it came from, as (place, local derivative)

    def record(self, value, *uses):
        self.values.append(value)
        self.uses.append(uses)
        return len(self.values) - 1

    def number(self, value):
        return self.record(value)

    def add(self, a, b):
        return self.record(self.values[a] + self.values[b], (a, 1.0), (b, 1.0))

    def multiply(self, a, b):
        left, right = self.values[a], self.values[b]
        return self.record(left * right, (a, right), (b, left))

    def sin(self, a):
        return self.record(np.sin(self.values[a]), (a, np.cos(self.values[a])))

    def gradients(self, result):
        gradients = [0.0] * len(self.values)
        gradients[result] = 1.0
        for place in reversed(range(result + 1)):
            for source, slope in self.uses[place]:
                gradients[source] += gradients[place] * slope
        return gradients


tape = Tape()
a = tape.number(2.0)
three = tape.number(3.0)
y = tape.add(tape.multiply(three, a), tape.multiply(a, a))
print("y is", tape.values[y], "and dy/da is", tape.gradients(y)[a])
assert tape.values[y] == 10
assert tape.gradients(y)[a] == 7

# %% [markdown]
# 3a + a·a at 2, the graph of lesson 01, and 7 again. Two lines carry all of the chain rule:
#
# - `* slope`: multiply along a path;
# - `+=`: add over the paths.
#
# The record holds two inputs and three steps. Here it is.

# %% name="the_record"
for place, (value, uses) in enumerate(zip(tape.values, tape.uses, strict=True)):
    print(f"place {place}: value {value:4}, from {list(uses)}, gradient {tape.gradients(y)[place]}")
assert len(tape.values) == 5

# %% [markdown]
# ## Why in reverse order?
#
# Take b = 2a, then y = b + 3b. Both uses of b send something back: 1 and 3. **Predict** what a gets if
# b passes on what it has as soon as the first share arrives, without waiting for the second.

# %% name="too_early"
tape = Tape()
a = tape.number(5.0)
b = tape.multiply(tape.number(2.0), a)
y = tape.add(b, tape.multiply(tape.number(3.0), b))

first_share, second_share = 1.0, 3.0
too_early = first_share * 2.0
twice = first_share * 2.0 + (first_share + second_share) * 2.0
print(f"the tape says {tape.gradients(y)[a]}; too early {too_early}; at each arrival {twice}")
assert tape.gradients(y)[a] == 8
assert (too_early, twice) == (2, 10)

# %% [markdown]
# 8 is right. Passing on too early loses the second share. Passing on at each arrival, everything that
# has come so far, counts the first share twice.
#
# A value must wait until *all its uses* have reported. On a tape that is easy: a value is always used
# after it was made, so reading from the end meets all uses first. Without a tape you have to put the
# values in such an order yourself. You will, in the exercises.

# %% [markdown]
# ## The same from TensorFlow
#
# `tf.GradientTape` is this idea, with arrays instead of numbers and a few hundred operations that know
# their derivatives. **Predict** what it says for y = 3a + a·a at 2, and for the layer from above.

# %% name="the_same_from_tensorflow"
a = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = 3 * a + a * a
slope = tape.gradient(y, a)
print("dy/da is", slope.numpy())
assert slope == 7

W_tf, b_tf = tf.Variable(W), tf.Variable(W[0] * 0 + 0.1)
with tf.GradientTape() as tape:
    Z = X @ W_tf + b_tf
    loss = tf.reduce_mean(tf.nn.relu(Z) ** 2)
by_W, by_b = tape.gradient(loss, [W_tf, b_tf])

Z = X @ W + 0.1  # the same by hand
by_Z = 2 * np.maximum(Z, 0) / Z.size * (Z > 0)
by_hand = layer_backward(by_Z, X, W)
print("largest difference in W:", np.abs(by_W - by_hand[0]).max())
assert np.allclose(by_W, by_hand[0], rtol=1e-10)
assert np.allclose(by_b, by_hand[1], rtol=1e-10)

# %% [markdown]
# The same, to the last digits. Note the `/ Z.size`: the loss is a mean, so each entry has a share of one
# over the number of entries. Leave it out, and every gradient is too large by that factor.

# %% [markdown]
# ## What you can say now
#
# - Forward keeps the values; backward starts with 1 and multiplies by local derivatives.
# - A gradient has the shape of what it belongs to; what is used in every row gets the sum over the rows.
# - One backward pass gives the derivatives of one output with respect to everything.
# - A tape is a record, read from the end, so that each value has heard from all its uses.
#
# **Next:** the exercises in `exercises/02_backprop`, about 28 minutes and a stretch. After them, lesson
# 03 asks what a tape records, and what it does not see.
