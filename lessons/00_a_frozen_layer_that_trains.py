# %% [markdown]
# # 00 · A frozen layer that trains
#
# - **After this lesson you can** find out whether a layer moved, and you have a question that will not
#   leave you alone.
# - **You need** Python, and to have seen a training step once. You need not understand it yet.
# - **Minutes** 5
#
# Sometimes a part of a network must not learn: it was trained before, on far more data than you have,
# and you want to keep it as it is. People call this **freezing** a layer.
#
# There is a popular recipe for it. TensorFlow has a function called `tf.stop_gradient`. A gradient is
# what tells a weight how to move. So: *compute the gradients, put a stop around those of the layer to
# freeze, and update.* It reads well, it runs without a warning, and the loss goes down.

# %% name="setup"
from gradflow import Picture, load_digits

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

tf.config.experimental.enable_op_determinism()  # the same numbers, bit by bit, in every run
digits = load_digits()
print(len(digits.x_train), "handwritten digits of", digits.x_train.shape[1], "pixels")
assert digits.x_train.shape == (1437, 64)

# %% [markdown]
# ## The recipe
#
# The network below has two layers: `features` looks at the pixels, `head` names the digit. `features` is
# the one to freeze. Find the line with the stop: the rest is an ordinary training loop.


# %% name="the_recipe"
def train(with_recipe, steps=100):
    """Train on digits; return what `features` weighed after each step, and the losses."""
    tf.keras.utils.set_random_seed(7)
    features = tf.keras.layers.Dense(32, activation="relu")
    head = tf.keras.layers.Dense(10)
    model = tf.keras.Sequential([tf.keras.Input((64,)), features, head])
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    optimizer = tf.keras.optimizers.SGD(0.2, momentum=0.9)
    kernels, losses = [features.kernel.numpy()], []
    for step in range(steps):
        batch = slice(16 * (step % 80), 16 * (step % 80) + 16)  # the next 16 digits
        with tf.GradientTape() as tape:
            loss = loss_of(digits.y_train[batch], model(digits.x_train[batch]))
        of_features, of_head = features.trainable_variables, head.trainable_variables
        gradients = tape.gradient(loss, of_features + of_head)
        if with_recipe:
            gradients[:2] = [tf.stop_gradient(g) for g in gradients[:2]]  # the two of `features`
        optimizer.apply_gradients(zip(gradients, of_features + of_head, strict=True))
        kernels.append(features.kernel.numpy())
        losses.append(float(loss))
    return np.array(kernels), losses


# %% [markdown]
# **Predict:** in 100 steps, how far do the weights of `features` move? Not at all, a little, or as far as
# without the recipe?

# %% name="it_moves"
recipe, losses = train(with_recipe=True)
moved = np.abs(recipe[-1] - recipe[0])
print(f"loss: {losses[0]:.2f} at first, {np.mean(losses[-10:]):.2f} over the last ten steps")
print(f"the frozen weights moved by up to {moved.max():.2f}")
assert np.mean(losses[-10:]) < losses[0] / 2
assert moved.max() > 0.05

# %% [markdown]
# It moved. Perhaps less than it would have, then? **Predict**, and run the same training without the
# recipe.

# %% name="not_even_slower"
no_freezing, _ = train(with_recipe=False)
same = np.array_equal(recipe, no_freezing)
print("after every step, every weight is the same to the last bit:", same)
assert same
assert recipe.tobytes() == no_freezing.tobytes()

# %% name="drawn"
grew = recipe[-1] - recipe[0]
row, column = np.unravel_index(np.argmax(grew), grew.shape)  # the weight that grew most
steps, frozen, usual = np.arange(len(recipe)), recipe[:, row, column], no_freezing[:, row, column]
recipe_label = "“frozen” with tf.stop_gradient around its gradients"

figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
axes.plot(steps, usual, "-", color="#D55E00", linewidth=9, alpha=0.45, label="no freezing")
axes.plot(steps, frozen, "o--", color="#0072B2", markersize=4.5, markevery=4, label=recipe_label)
axes.axhline(frozen[0], linestyle=":", color="#009E73", linewidth=3, label="what frozen looks like")
axes.set_title(
    "“Frozen” by a popular recipe: the layer trains as if nothing had been done",
    loc="left",
    size=13,
)
axes.set(xlabel="training step", ylabel="one weight of the layer")
axes.spines[["top", "right"]].set_visible(False)
axes.legend(frameon=False, fontsize=11, loc="upper left")
axes.grid(alpha=0.25)
Picture(
    figure,
    "One weight of the layer to freeze, against the training step. A wide line shows training without "
    "freezing; it climbs far above its start. A dashed line with dots, for the recipe with "
    "tf.stop_gradient around the gradients, lies exactly on top of it. A flat dotted line shows where "
    "a frozen weight would have stayed.",
)

# %% [markdown]
# ## Why?
#
# Nothing crashed and nothing warned. The network even learned its digits. If you had not compared the
# weights before and after, nothing would have told you.
#
# Take a minute and write down your guess. Is it the function, or where it stands? Is there something
# that the optimizer does not look at? Would another optimizer do? And how *do* you freeze a layer?
#
# You will be able to answer in one sentence, and the way there is short:
#
# - **What does a gradient say?** Lessons 01 and 02.
# - **Who computes it, and who carries it?** Lesson 03.
# - **What does a stop stop?** Lesson 04.
# - **What does the optimizer do with what it is given?** Lesson 05.
# - **How do you freeze a layer so that you can prove it?** Lessons 06 and 07.
# - **What was wrong here?** Lesson 08 comes back to this picture.
#
# You have learned one thing already: *to know whether a layer is frozen, compare its weights before and
# after.*
#
# **Next:** lesson 01, and the question under all the others: if I move a weight a little, how much does
# the loss move?
