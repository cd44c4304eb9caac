# %% [markdown]
# # 01 · The chain rule: how much does the loss care?
#
# - **After this lesson you can** measure a derivative, say how good the measurement is, and work out
#   the derivative of a small graph by hand, shared values included.
# - **You need** Python and NumPy; what a derivative is, roughly.
# - **Minutes** 20
#
# A network is trained by asking one question for each of its weights: if I move you a little, how
# much does the loss move? The answer is a number, the **derivative**. All the numbers together are
# the **gradient**. This lesson is about what these numbers mean, before TensorFlow computes any.

# %% name="setup"
from gradflow import Edge, Graph, Node, Picture, draw

import matplotlib.pyplot as plt
import numpy as np

# %% [markdown]
# ## How much does it care?
#
# Take y = x² at x = 3, where y is 9. **Predict:** if x grows by 0.01, by how much does y grow?

# %% name="nudge"
x = 3.0
growth = (x + 0.01) ** 2 - x**2
print(f"y grew by {growth:.4f}, which is {growth / 0.01:.2f} times the step")
assert abs(growth / 0.01 - 6.01) < 1e-9

# %% [markdown]
# About six times the step. That factor is the derivative: 2x, which is 6 at x = 3. Read it as a
# sensitivity: *one unit of x is worth six units of y, as long as the step is small*.
#
# The 0.01 on top of 6 is there because the step was not small enough. You will see now what "small
# enough" means.

# %% [markdown]
# ## From both sides
#
# You can measure a derivative without knowing the formula: step, look, divide. You may step to one
# side, or to both sides and divide by the whole distance, which is two steps.
#
# **Predict:** for y = x³ at x = 2 the derivative is 12. If you make the step ten times smaller, how
# many times smaller does the error get, from one side and from both?


# %% name="two_sides"
def cube(x):
    return x**3


def from_one_side(f, x, eps):
    return (f(x + eps) - f(x)) / eps


def from_both_sides(f, x, eps):
    return (f(x + eps) - f(x - eps)) / (2 * eps)


for eps in (0.1, 0.01, 0.001):
    one = abs(from_one_side(cube, 2.0, eps) - 12)
    both = abs(from_both_sides(cube, 2.0, eps) - 12)
    print(f"eps = {eps:<6} error from one side {one:.6f}, from both sides {both:.6f}")

one_ratio = (from_one_side(cube, 2.0, 0.1) - 12) / (from_one_side(cube, 2.0, 0.01) - 12)
both_ratio = (from_both_sides(cube, 2.0, 0.1) - 12) / (from_both_sides(cube, 2.0, 0.01) - 12)
assert 9 < one_ratio < 11
assert 99 < both_ratio < 101

# %% [markdown]
# From one side the error shrinks ten times, from both sides a hundred times. The errors of the two
# sides have opposite signs, and most of it cancels. This is called the **central difference**, and
# it costs the same two values of `f`.

# %% [markdown]
# ## Two errors
#
# So make the step tiny? **Predict:** for the derivative of sin at 1, which step gives the smallest
# error: 0.1, 0.001, 0.00001 or 0.0000001? Does it matter whether the numbers are float32 or float64?

# %% name="two_errors"
steps = 10.0 ** -np.arange(1, 13)
errors = {}
for dtype in (np.float32, np.float64):
    x = dtype(1)
    measured = [(np.sin(x + dtype(e)) - np.sin(x - dtype(e))) / dtype(2 * e) for e in steps]
    errors[dtype.__name__] = np.abs(np.array(measured, dtype=np.float64) - np.cos(1.0))

best = {name: steps[np.argmin(error)] for name, error in errors.items()}
print("the best step is", best)
assert 1e-4 <= best["float32"] <= 1e-1
assert 1e-7 <= best["float64"] <= 1e-4
assert errors["float32"][6] > 0.01 > errors["float64"][6]

# %% name="two_errors_drawn"
figure, axes = plt.subplots(figsize=(7.5, 3.6), layout="constrained")
axes.loglog(steps, errors["float32"], "o-", color="#D55E00", label="float32")
axes.loglog(steps, errors["float64"], "s--", color="#0072B2", label="float64")
axes.set(xlabel="step eps", ylabel="error of the derivative")
axes.annotate("rounding", (3e-10, 1e-6), fontsize=11)
axes.annotate("step too long", (8e-2, 1e-8), fontsize=11)
axes.invert_xaxis()
axes.legend(frameon=False)
axes.grid(alpha=0.3)
Picture(
    figure,
    "Error of the measured derivative of sin at 1, against the step, both on logarithmic scales. "
    "For large steps both lines fall together as the step shrinks. The float32 line turns upward "
    "near a step of 0.01, the float64 line near 0.00001; from there rounding makes the error grow.",
)

# %% [markdown]
# Two errors pull in opposite directions.
#
# - **The step is too long:** the curve bends within it. This error shrinks with the step.
# - **Rounding:** a float keeps about 7 digits (float32) or 16 (float64). The two values of `f` agree
#   in more and more of their digits, and dividing by a tiny step blows up what is left. This error
#   grows as the step shrinks.
#
# In float64 a step of about 0.00001 is good. In float32 even the best step leaves an error in the
# fifth digit. That is why you measure gradients in float64, even if you train in float32.

# %% [markdown]
# ## Along one path: multiply
#
# Now let one value feed the next: b = a², then y = 5b. **Predict** dy/da at a = 3.

# %% name="one_path"
a = 3.0
b_by_a = 2 * a
y_by_b = 5.0
y_by_a = y_by_b * b_by_a
measured = from_both_sides(lambda a: 5 * a**2, a, 1e-5)
print(f"by the rule {y_by_a}, measured {measured:.6f}")
assert y_by_a == 30
assert abs(measured - y_by_a) < 1e-6

# %% [markdown]
# One unit of a is worth six units of b; one unit of b is worth five units of y. So one unit of a is
# worth 5 · 6 = 30 units of y. The derivative of one step alone is its **local derivative**. Along a path
# these **multiply**. That is the chain rule.
#
# Below is the same as a graph. Values run forward along the solid arrows. Gradients run backward
# along the dashed ones, each arrow multiplying by the derivative written on it.

# %% name="one_path_drawn"
draw(
    Graph(
        [
            Node("a", value=3, gradient=30),
            Node("b", value=9, gradient=5, label="b = a²"),
            Node("y", value=45, gradient=1, label="y = 5b"),
        ],
        [Edge("a", "b", derivative=6), Edge("b", "y", derivative=5)],
    )
)

# %% [markdown]
# The gradient at y is 1: one unit of y is worth one unit of y. Every walk backward starts there.

# %% [markdown]
# ## Over several paths: add
#
# What if a value is used more than once? Take y = 3a + a·a. **Predict** dy/da at a = 2, and say which
# part of it comes from which use of a.

# %% name="several_paths"
a = 2.0
through_the_sum = 3.0
through_the_product = a + a
total = through_the_sum + through_the_product
measured = from_both_sides(lambda a: 3 * a + a * a, a, 1e-5)
print(f"3 and {through_the_product} make {total}; measured {measured:.6f}")
assert total == 7
assert abs(measured - 7) < 1e-6

# %% name="several_paths_drawn"
draw(
    Graph(
        [
            Node("a", value=2, gradient=7),
            Node("p", value=6, gradient=1, label="p = 3a"),
            Node("q", value=4, gradient=1, label="q = a·a"),
            Node("y", value=10, gradient=1, label="y = p + q"),
        ],
        [
            Edge("a", "p", derivative=3),
            Edge("a", "q", derivative=2),
            Edge("a", "q", derivative=2),
            Edge("p", "y", derivative=1),
            Edge("q", "y", derivative=1),
        ],
    )
)

# %% [markdown]
# There are three ways from a to y: one through p, worth 3, and two through q, since a·a uses a twice,
# worth 2 each. When a moves, all three move at once, so their effects **add**: 3 + 2 + 2 = 7.
#
# So the whole rule is: *multiply along a path, add over the paths.* Nothing else happens
# when gradients run backward through a network, however large it is (lesson 02). And here is the
# thought that this course is built on: if you cut one path, its share is missing from the sum, and the others still arrive.

# %% name="cut_one_path"
share_without_the_sum = from_both_sides(lambda a: 3 * 2.0 + a * a, 2.0, 1e-5)
print(f"with 3a held still at 6, {share_without_the_sum:.6f} is left")
assert abs(share_without_the_sum - 4) < 1e-6

# %% [markdown]
# ## Close enough
#
# You will often hold a formula against a measurement. **Predict:** which of these two claims is the
# worse one: 1000.5 for a derivative of 1000, or 0.0002 for a derivative of 0.0001?

# %% name="close_enough"
claims = np.array([1000.5, 0.0002])
truths = np.array([1000.0, 0.0001])
absolute = np.abs(claims - truths)
relative = absolute / np.abs(truths)
print("off by", absolute, "which is this part of the derivative:", relative)
assert absolute[0] > absolute[1]
assert relative[0] < 0.001 < 1 <= round(relative[1], 6)

# %% [markdown]
# The first is right to a twentieth of a percent. The second is wrong by a factor of two, though the
# difference looks tiny. A derivative has a unit, and a fixed tolerance has one too. So compare each
# entry with a tolerance that is **a part of that entry**.
#
# Two traps are left. **Predict** what this prints.

# %% name="two_traps"
nothing = np.array([1.0, np.nan])
print("not too large:", not np.any(np.abs(nothing - 1) > 0.1))
print("shapes (3,) and (1,) compared:", bool(np.all(np.abs(np.ones(3) - np.ones(1)) < 0.1)))
assert not np.any(np.abs(nothing - 1) > 0.1)
assert np.all(np.abs(np.ones(3) - np.ones(1)) < 0.1)

# %% [markdown]
# NaN is "not too large", because every comparison with NaN is false. And NumPy stretches shapes that
# do not fit. A good test asks "is it small?" and looks at the shape first.

# %% [markdown]
# ## What you can say now
#
# - A derivative is a sensitivity: how many units of y one unit of x is worth.
# - Measure it from both sides, in float64, with a step near 0.00001; compare relative to each entry.
# - Multiply along a path, add over the paths.
#
# **Next:** the exercises in `exercises/01_chain_rule`, about 25 minutes. After them, lesson 02 runs
# this rule backward through a whole network.
