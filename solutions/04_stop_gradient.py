# %% [markdown]
# # 04 · Exercises: stop gradient
#
# Five exercises: about 30 minutes for the three marked ●, about 20 more for the two marked ○. They use
# what lesson 04 showed: a stop is an identity forward and a constant backward, and it cuts the paths
# that run through it.
#
# Write in the cells that raise `NotImplementedError` or hold `...`, run the check below each one, and
# read what it says. A check tells you what it saw, what that proves, and where to look.

# %% locked="setup"
try:
    from gradflow.checks import Check, Outcome
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "The course's small library, gradflow, is not installed in this kernel, so nothing here "
        "can be checked. Run `pip install ./lessons` in the course folder and restart the kernel."
    ) from None
import numpy as np
import tensorflow as tf

# %% [markdown]
# ## ● Exercise 1 · Predict: `answers`
#
# - **Write** the value of `y` in each small graph, and its gradient, before you run anything.
# - **Why** a stop is easy to write and easy to read wrongly. Eight readings make it safe.
# - **Difficulty** ●●○ · **Minutes** 10
#
# Here `stop` is `tf.stop_gradient`, and all letters are variables with float values. Where no gradient
# arrives, `None` and 0 are both right, except in h.
#
# | answer | graph | the gradient | at |
# |---|---|---|---|
# | a | `y = stop(w)·w + w` | dy/dw | w = 3 |
# | b | `h = w·w`, then `y = 3·stop(h)` | dy/dw | w = 2 |
# | c | `h = w·w`, then `y = stop(h)·v` | dy/dv | w = 2, v = 5 |
# | d | `y = x + stop(x·x − x)` | dy/dx | x = 3 |
# | e | `stop(w)` on a line of its own, then `y = w·w·w` | dy/dw | w = 2 |
# | f | `s = stop(v)`, then `v.assign(10)`, then `y = s·v` | dy/dv | v = 2 at first |
# | g | `y = stop(w)·x + r`, with the regulariser `r = 0.5·w·w` | dy/dw | w = 3, x = 2 |
# | h | in a `tf.function`: `h = w·w`, then `y = 2·tf.cond(on, lambda: stop(h), lambda: h)` | dy/dw: is it `None` or 0? | w = 4, the tensor `on` is True |

# %% solution="predictions"
answers = {
    ### BEGIN ANSWERS Replace each ... by your prediction, before you run anything.
    "a_value": 12,
    "a_gradient": 4,  # 3·w + w with the first 3 a constant
    "b_value": 12,
    "b_gradient": None,
    "c_value": 20,
    "c_gradient": 4,  # the value of h
    "d_value": 9,
    "d_gradient": 1,  # x alone is not stopped
    "e_value": 8,
    "e_gradient": 12,  # nothing was cut
    "f_value": 20,
    "f_gradient": 2,  # the snapshot
    "g_value": 10.5,
    "g_gradient": 3,  # the regulariser's w
    "h_value": 32,
    "h_gradient": 0,
    ### END ANSWERS
}

# %% check="predictions" points=1
check = Check(
    "answers",
    globals(),
    look="lesson 04, 'It cuts paths, not variables', and the hints below.",
)
check.predictions([f"{graph}_{what}" for graph in "abcdefgh" for what in ("value", "gradient")])
check.passed()

# %% check="predictions" points=3 held_out=true
check = Check(
    "answers",
    globals(),
    look="lesson 04: the section that shows this graph's kind, and the hints of exercise 1.",
    held_out=True,
)
_stop = tf.stop_gradient


def _run(f, *at, of=0):
    variables = [tf.Variable(float(number)) for number in at]
    with tf.GradientTape() as tape:
        y = f(*variables)
    gradient = tape.gradient(y, variables[of])
    return float(y), None if gradient is None else float(gradient)


def _unused(w):
    _stop(w)
    return w * w * w


def _snapshot(v):
    s = _stop(v)
    v.assign(10.0)
    return s * v


def _in_a_graph(w):
    @tf.function(autograph=False)
    def both(on):
        with tf.GradientTape() as tape:
            h = w * w
            y = 2 * tf.cond(on, lambda: _stop(h), lambda: h)
        return y, tape.gradient(y, w)

    y, gradient = both(tf.constant(True))
    return float(y), None if gradient is None else float(gradient)


_values, _slopes = {}, {}
_values["a"], _slopes["a"] = _run(lambda w: _stop(w) * w + w, 3)
_values["b"], _slopes["b"] = _run(lambda w: 3 * _stop(w * w), 2)
_values["c"], _slopes["c"] = _run(lambda w, v: _stop(w * w) * v, 2, 5, of=1)
_values["d"], _slopes["d"] = _run(lambda x: x + _stop(x * x - x), 3)
_values["e"], _slopes["e"] = _run(_unused, 2)
_values["f"], _slopes["f"] = _run(_snapshot, 2)
_values["g"], _slopes["g"] = _run(lambda w, x: _stop(w) * x + 0.5 * w * w, 3, 2)
_values["h"], _slopes["h"] = _in_a_graph(tf.Variable(4.0))

_keys = [f"{_graph}_{_what}" for _graph in "abcdefgh" for _what in ("value", "gradient")]
_given = check.predictions(_keys)


def _nothing(graph):
    """None or 0, as the learner spells "no gradient"."""
    return 0 if _given[f"{graph}_gradient"] == 0 else None


_value_beliefs = {
    "a": {"a-stop-changes-the-value": 3},
    "b": {"a-stop-changes-the-value": 0},
    "c": {"a-stop-changes-the-value": 0},
    "d": {"a-stop-changes-the-value": 3},
    "e": {"a-stop-changes-the-value": 0},
    "f": {"a-stop-changes-the-value": 0, "a-stopped-value-follows": 100},
    "g": {"a-stop-changes-the-value": 4.5},
    "h": {"a-stop-changes-the-value": 0},
}
_slope_beliefs = {
    "a": {"a-stop-cuts-the-variable": _nothing("a"), "a-stop-changes-no-gradient": 7},
    "b": {"a-stop-changes-no-gradient": 12},
    "c": {"a-stop-cuts-downstream": _nothing("c")},
    "d": {"a-stop-cuts-the-variable": _nothing("d"), "a-stop-changes-no-gradient": 6},
    "e": {"a-call-is-enough": _nothing("e")},
    "f": {"a-stop-cuts-the-variable": _nothing("f"), "a-stopped-value-follows": 10},
    "g": {"a-stop-silences-regularisers": _nothing("g"), "a-stop-changes-no-gradient": 5},
    "h": {"a-cut-branch-gives-none": None, "a-stop-changes-no-gradient": 16},
}
_outcomes = {}
for _graph in "abcdefgh":
    _outcomes[f"{_graph}_value"] = Outcome(_values[_graph], _value_beliefs[_graph])
    _outcomes[f"{_graph}_gradient"] = Outcome(
        _slopes[_graph], _slope_beliefs[_graph], none_is_zero=_graph != "h"
    )
check.compare_predictions(_given, _outcomes)
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# What would `y` be if `stop` were not written at all? And which letters of the formula are constants on
# the way back?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# For the value, read `stop(...)` as `(...)`. For the gradient, write the number in its place that it has
# at that moment. A stop that nobody uses changes nothing.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Take another graph: `y = stop(u)·u + 4·u` at u = 5. The value is `5·5 + 4·5`. On the way back the formula
# reads `5·u + 4·u`. For h, read "In a graph, a
# branch gives 0 where eager gives None" in the lesson again.
#
# </details>

# %% [markdown]
# ## ● Exercise 2 · A product with one path: `first_path_only`
#
# - **Write** a function that makes the product of `f` and `g`, with a gradient that flows through `f`
#   alone.
# - **Why** "weight this by that, but do not learn to change the weighting" is what attention masks,
#   baselines and targets ask for.
# - **Difficulty** ●○○ · **Minutes** 8


# %% solution="first_path_only"
def first_path_only(f, g):
    """Multiply f and g so that gradients flow through f alone.

    Args:
        f: takes a float32 tensor and returns one; it may use variables.
        g: the same; its result has a shape that broadcasts with f's.

    Returns:
        A function that takes a tensor x and returns f(x) * g(x), entry by entry. Its gradient
        reaches x, and the variables inside f, through f alone. Nothing inside g gets a gradient,
        its variables included.
    """
    ### BEGIN SOLUTION Return a function of x: the product, with a gradient through f alone.

    def product(x):
        return f(x) * tf.stop_gradient(g(x))

    return product
    ### END SOLUTION


# %% check="first_path_only" points=1
check = Check(
    "first_path_only",
    globals(),
    look="lesson 04, 'It cuts paths, not variables', and the hints below.",
)
u, v = tf.Variable(2.0), tf.Variable(3.0)
x = tf.constant([1.0, 2.0])
product = check.call(
    lambda x: u * x * x, lambda x: v * x, shown="first_path_only(f, g) for f = u x^2, g = v x"
).value
check.require(callable(product), f"first_path_only(f, g) is {product!r}; it must be a function.")


def value_and_gradients(product, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.convert_to_tensor(product(x))
    return y, *tape.gradient(y, [x, u, v])


made = check.call(
    product, x, of=value_and_gradients, shown="the product for u = 2, v = 3, x = [1, 2]"
).value
check.that(made[0], "The product of 2 x^2 and 3 x at [1, 2]").close([6.0, 48.0], rtol=1e-5)
check.require(
    any(gradient is not None for gradient in made[1:]),
    "No gradient arrives at all, neither at x nor at u.",
    "a-stop-at-the-end",
)
check.that(made[1], "The gradient of x").close(
    [12.0, 48.0],
    beliefs={"nothing-was-cut": [18.0, 72.0], "either-factor-will-do": [6.0, 24.0]},
)
check.that(made[2], "The gradient of u, which f uses,").close(
    27.0, beliefs={"only-the-input-counts": None}
)
check.that(made[3], "The gradient of v, which g uses,").nothing(
    beliefs={"cutting-the-input-is-enough": 18.0}
)
check.passed()

# %% check="first_path_only" points=3 held_out=true
check = Check(
    "first_path_only",
    globals(),
    look="lesson 04, 'It cuts paths, not variables', and the hints of exercise 2.",
    held_out=True,
)
_rng = np.random.default_rng(4)


def _some(*shape):
    return tf.constant(_rng.normal(size=shape) + 0.1, dtype=tf.float32)


def _variable_of(v):
    return v.value if isinstance(v, tf.keras.Variable) else v


def _dense(gradient):
    return None if gradient is None else tf.convert_to_tensor(gradient)


def _gradients(function, x, variables, arriving=None):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.convert_to_tensor(function(x))
    arriving = None if arriving is None or arriving.shape != y.shape else arriving
    found = tape.gradient(y, [x, *map(_variable_of, variables)], output_gradients=arriving)
    return [y, *map(_dense, found)]


def _numbers(tensors):
    return [None if t is None else np.asarray(t) for t in tensors]


def _is_nothing(gradient):
    return gradient is None or not np.any(np.asarray(gradient))


def _hold(check, words, product, f, g, x, f_variables, g_variables):
    """Hold a product's value and gradients against those with g held still."""
    own = [v for v in f_variables if not any(v is w for w in g_variables)]
    both = [v for v in f_variables if any(v is w for w in g_variables)]
    others = [v for v in g_variables if not any(v is w for w in f_variables)]
    variables = [*own, *both, *others]
    still_f, still_g = tf.constant(np.asarray(f(x))), tf.constant(np.asarray(g(x)))
    arriving = _some(*(still_f * still_g).shape)
    want = _numbers(_gradients(lambda x: f(x) * still_g, x, variables, arriving))
    full = _numbers(_gradients(lambda x: f(x) * g(x), x, variables, arriving))
    other = _numbers(_gradients(lambda x: still_f * g(x), x, variables, arriving))
    got = check.call(product, x, variables, arriving, of=_gradients, shown=f"The product {words}")
    value, by_x, *by_variables = got.value
    beliefs = {}
    if still_f.shape.rank == still_g.shape.rank == 2 and still_f.shape[1] == still_g.shape[0]:
        beliefs["rows-times-columns"] = np.asarray(still_f @ still_g)
    check.that(value, f"The product {words}").close(
        want[0], rtol=1e-5, dtype="float32", beliefs=beliefs
    )
    check.require(
        not all(_is_nothing(gradient) for gradient in (by_x, *by_variables)),
        f"No gradient arrives at all {words}, neither at x nor at a variable of f.",
        "a-stop-at-the-end",
    )
    seen = check.that(by_x, f"The gradient of x {words}")
    beliefs = {"nothing-was-cut": full[1]}
    if other[1] is not None:
        beliefs["either-factor-will-do"] = other[1]
    if _is_nothing(want[1]):
        seen.nothing({k: v for k, v in beliefs.items() if v is not None})
    else:
        seen.close(want[1], atol=1e-6, beliefs=beliefs)
    for variable, gradient, right, whole in zip(
        variables, by_variables, want[2:], full[2:], strict=True
    ):
        if any(variable is v for v in own):
            check.that(gradient, f"The gradient of a variable of f {words}").close(
                right, atol=1e-6, beliefs={"only-the-input-counts": None}
            )
        elif any(variable is v for v in both):
            check.that(gradient, f"The gradient of a variable of f and g {words}").close(
                right, atol=1e-6, beliefs={"cutting-the-input-is-enough": whole}
            )
        else:
            check.that(gradient, f"The gradient of a variable of g {words}").nothing(
                {"cutting-the-input-is-enough": whole}
            )


def _product_of(f, g, words):
    product = check.call(f, g, shown=f"first_path_only(f, g) {words}").value
    check.require(
        callable(product), f"first_path_only(f, g) is {product!r}; it must be a function."
    )
    return product


_u, _v, _w = tf.Variable(1.5), tf.Variable(-0.7), tf.Variable(_some(2, 2))
_f, _g = (lambda x: _u * x * x), (lambda x: _v * tf.sin(x) + 0.5 * x)
_words = "for f = u x^2 and g = v sin x + x / 2, shape (2, 2)"
_product = _product_of(_f, _g, _words)
_first_x, _second_x = _some(2, 2), _some(2, 2)
_hold(check, _words, _product, _f, _g, _first_x, [_u], [_v])
_early = _g(_first_x)
_v.assign(2.5)
check.call(
    _second_x, of=_product, shown="The first product, called again with another x and v,"
).close(
    _f(_second_x) * _g(_second_x), rtol=1e-5, beliefs={"once-is-enough": _f(_second_x) * _early}
)
check.call(
    _first_x, of=_product, shown="The first product, called again with the first x and another v,"
).close(_f(_first_x) * _g(_first_x), rtol=1e-5, beliefs={"once-is-enough": _f(_first_x) * _early})

_f2, _g2 = (lambda x: _u * x[:, None]), (lambda x: tf.reverse(_v * x, [0])[None, :] ** 2)
_words = "for f of shape (3, 1) and g of shape (1, 3)"
_hold(check, _words, _product_of(_f2, _g2, _words), _f2, _g2, _some(3), [_u], [_v])

_f3, _g3 = (lambda x: tf.tanh(x @ _w)), (lambda x: tf.reduce_sum(x @ _w, axis=1, keepdims=True))
_words = "for f and g that share a variable"
_hold(check, _words, _product_of(_f3, _g3, _words), _f3, _g3, _some(5, 2), [_w], [_w])

_f4, _g4 = (lambda x: _w * _u), (lambda x: _v * x)
_words = "for an f that does not use x"
_hold(check, _words, _product_of(_f4, _g4, _words), _f4, _g4, _some(2, 2), [_w, _u], [_v])

_f5, _g5 = (lambda x: x * x * x), (lambda x: 1 / (2 + x * x))
_words = "for f and g without variables"
_hold(check, _words, _product_of(_f5, _g5, _words), _f5, _g5, _some(), [], [])

_f6, _g6 = tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)
_f6.build((None, 2))
_g6.build((None, 2))
for _layer in (_f6, _g6):
    _layer.kernel.assign(_some(*_layer.kernel.shape))
_words = "for two Dense layers"
_product6 = _product_of(_f6, _g6, _words)
check.call(_product6, _some(4, 2), of=lambda product, x: product(x), shown=f"The product {_words}")
check.require(
    _g6.trainable and _f6.trainable and all(v.trainable for v in _f6.weights + _g6.weights),
    "A layer's `trainable` flag was True and is False after the product was made.",
    "a-flag-cuts-paths",
)
_hold(check, _words, _product6, _f6, _g6, _some(4, 2), [*_f6.weights], [*_g6.weights])

check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# From `x` to the product there is a path through `f` and one through `g`. From a variable inside `g`
# there is a path too. Where would one single cut close the last two?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Everything inside `g` is upstream of what `g` returns. You return a function: write one inside yours.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Inside: `weight = g(x)`, stop it (and use what the stop returns), multiply `f(x)` by it.
#
# </details>

# %% [markdown]
# ## ● Exercise 3 · Turn a gradient down: `scale_gradient`
#
# - **Write** a function that returns `h`, and multiplies the gradient by `a` on its way back.
# - **Why** between "trains fully" and "frozen" lies everything else: a part of a network that learns
#   slowly, or not, or away from what the rest wants.
# - **Difficulty** ●●○ · **Minutes** 12


# %% solution="scale_gradient"
def scale_gradient(h, a):
    """Return h as it is; backward, multiply the gradient by a.

    Args:
        h: a float32 tensor of finite numbers, of any shape, in eager mode or in a tf.function.
        a: a Python number, int or float: 0, negative and larger than 1 are legal.

    Returns:
        A float32 tensor of h's shape: h up to rounding (1e-6 of each entry). Its gradient with
        respect to h is a times the gradient that arrives.
    """
    ### BEGIN SOLUTION Return h forward, with its gradient multiplied by a backward.
    return a * h + tf.stop_gradient((1 - a) * h)
    ### END SOLUTION


# %% check="scale_gradient" points=1
check = Check(
    "scale_gradient",
    globals(),
    look="lesson 04, 'Choose the value and the gradient separately', and the hints below.",
)
h = tf.constant([1.0, -2.0, 4.0])
arriving = tf.constant([1.0, 10.0, 100.0])


def value_and_gradient(h, a):
    with tf.GradientTape() as tape:
        tape.watch(h)
        y = tf.convert_to_tensor(check.answer(h, a))
    fits = y.shape == h.shape and y.dtype == h.dtype
    return y, tape.gradient(y, h, output_gradients=arriving if fits else None)


for a, half_way in [(0.25, [0.25, 2.5, 25.0]), (0.0, [0.0, 0.0, 0.0])]:
    words = f"scale_gradient(h, {a}) for h = [1, -2, 4]"
    value, gradient = check.call(h, a, of=value_and_gradient, shown=words).value
    check.that(value, words).close(
        [1.0, -2.0, 4.0], rtol=1e-6, dtype="float32", beliefs={"scaling-the-value": a * h.numpy()}
    )
    seen = check.that(gradient, f"{words}: the gradient, when [1, 10, 100] arrives,")
    if a == 0:
        seen.nothing({"zero-means-no-scaling": arriving.numpy()})
    else:
        seen.close(
            half_way,
            beliefs={
                "a-stop-at-the-end": None,
                "the-shares-are-swapped": [0.75, 7.5, 75.0],
                "any-factor-reaches-back": [1.0, 10.0, 100.0],
                "upstream-is-one": [0.25, 0.25, 0.25],
            },
        )
check.passed()

# %% check="scale_gradient" points=3 held_out=true
check = Check(
    "scale_gradient",
    globals(),
    look="lesson 04, 'Choose the value and the gradient separately', and the hints of exercise 3.",
    held_out=True,
)
_rng = np.random.default_rng(14)


def _run(h, a, arriving, traced):
    def both(h, arriving):
        with tf.GradientTape() as tape:
            tape.watch(h)
            y = tf.convert_to_tensor(check.answer(h, a))
        weights = arriving if y.shape == h.shape and y.dtype == h.dtype else None
        return y, tape.gradient(y, h, output_gradients=weights)

    return (tf.function(both, autograph=False) if traced else both)(h, arriving)


_plain = _rng.normal(size=(3, 4)).astype(np.float32)
_with_zeros = np.array([0.0, 1.5, -2.0, 0.0], np.float32)
_wide = np.array([1e30, -1e30, 3e-30, 7.0, 12345.678], np.float32)
for _h, _a, _traced in [
    (_plain, 0.3, False),
    (_plain, -1.5, False),
    (_plain, 2.0, False),
    (_plain, 1.0, False),
    (_plain, 0.0, False),
    (_plain, 0.0, True),
    (_plain, -1.0, True),
    (_with_zeros, 0.7, False),
    (_wide, 0.1, False),
    (_wide, -2.25, False),
    (_wide, 1.75, True),
    (np.float32(-3.5), 0.6, False),
    (np.zeros((0, 2), np.float32), 0.6, False),
]:
    _arriving = _rng.normal(size=np.shape(_h)).astype(np.float32)
    _where = " in a tf.function" if _traced else ""
    _shown = f"scale_gradient(h, {_a}), h of shape {np.shape(_h)}{_where},"
    _value, _gradient = check.call(
        tf.constant(_h), _a, tf.constant(_arriving), _traced, of=_run, shown=_shown
    ).value
    check.that(_value, _shown).close(
        _h,
        rtol=1e-6,
        dtype="float32",
        beliefs={
            "scaling-the-value": np.float32(_a) * _h,
            "h-is-never-zero": np.where(_h == 0, np.float32(np.nan), _h),
        },
    )
    _seen = check.that(_gradient, f"The gradient through {_shown}")
    if _a == 0 or not np.size(_h):
        _seen.nothing({"zero-means-no-scaling": _arriving})
    else:
        _seen.close(
            np.float32(_a) * _arriving,
            dtype="float32",
            beliefs={
                "a-stop-at-the-end": None,
                "the-shares-are-swapped": np.float32(1 - _a) * _arriving,
                "any-factor-reaches-back": _arriving,
                "upstream-is-one": np.full_like(_h, _a),
                "a-is-a-share": np.float32(np.clip(_a, 0, 1)) * _arriving,
                "h-is-never-zero": np.where(_h == 0, np.float32(np.nan), _a * _arriving),
            },
        )


def _in_a_chain(w):
    with tf.GradientTape() as tape:
        tape.watch(w)
        h = tf.sin(w)
        y = check.answer(h, -0.5) ** 2 + 3 * check.answer(h, 1.5) + h
    return tape.gradient(y, w)


_w = np.array([0.3, 1.1, -2.0], np.float32)
check.call(
    tf.constant(_w),
    of=_in_a_chain,
    shown="The gradient of w for h = sin w, "
    "y = scale_gradient(h, -0.5)^2 + 3 scale_gradient(h, 1.5) + h,",
).close((-0.5 * 2 * np.sin(_w) + 1.5 * 3 + 1) * np.cos(_w))
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Which simple formula in `h` and `a` has the right gradient, if you forget about the value? How much is
# its value off?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# A stopped term changes the value and not the gradient: let it repair the value, as in the lesson's
# 5·x + stop(x³ − 5·x). It works for a = 0 too, without a special case.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Start with `a * h`. What is missing up to `h`? Add that, stopped.
#
# </details>

# %% [markdown]
# ## ○ Exercise 4 · Freeze some rows of a table: `frozen_rows`
#
# - **Write** a look-up in an embedding table in which some rows do not learn.
# - **Why** a variable trains as a whole or not at all, says its flag. A mask of stops is finer: known
#   words keep their vectors, and new ones learn.
# - **Difficulty** ●●○ · **Minutes** 12


# %% solution="frozen_rows"
def frozen_rows(E, ids, frozen):
    """Look rows up in a table; the frozen rows get no gradient.

    Args:
        E: shape (V, D), float32: a tensor or a variable, in eager mode or in a tf.function.
        ids: shape (N,), int32 or int64: an array or a tensor of row numbers, with repeats.
        frozen: a list of row numbers; it may be empty and may hold repeats.

    Returns:
        Shape (N, D): tf.gather(E, ids). Rows of E that are listed in frozen get no gradient; all
        others get the gradient that tf.gather gives them. E, ids and frozen are not changed.
    """
    ### BEGIN SOLUTION Return the rows that tf.gather gives; those listed in frozen get no gradient.
    ids = tf.convert_to_tensor(ids)
    rows = tf.gather(E, ids)
    listed = tf.constant(frozen, dtype=ids.dtype)
    is_frozen = tf.reduce_any(ids[:, None] == listed[None, :], axis=1, keepdims=True)
    return tf.where(is_frozen, tf.stop_gradient(rows), rows)
    ### END SOLUTION


# %% check="frozen_rows" points=1
check = Check(
    "frozen_rows",
    globals(),
    look="lesson 04, 'It cuts paths, not variables', and the hints below.",
)
E = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])


def rows_and_gradient(ids, frozen):
    with tf.GradientTape() as tape:
        rows = tf.convert_to_tensor(check.answer(E, ids, frozen))
    arriving = tf.constant([[1.0, 1.0], [10.0, 10.0], [100.0, 100.0]])
    fits = rows.shape == arriving.shape
    gradient = tape.gradient(rows, E, output_gradients=arriving if fits else None)
    return rows, None if gradient is None else tf.convert_to_tensor(gradient)


words = "frozen_rows(E, [3, 0, 3], [0])"
rows, gradient = check.call(tf.constant([3, 0, 3]), [0], of=rows_and_gradient, shown=words).value
check.that(rows, words).close(
    [[7.0, 8.0], [1.0, 2.0], [7.0, 8.0]],
    rtol=1e-6,
    beliefs={"frozen-means-zero": [[7.0, 8.0], [0.0, 0.0], [7.0, 8.0]]},
)
check.that(gradient, f"The gradient of E for {words}").close(
    [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [101.0, 101.0]],
    beliefs={
        "one-frozen-freezes-all": None,
        "nothing-was-cut": [[10.0, 10.0], [0.0, 0.0], [0.0, 0.0], [101.0, 101.0]],
        "the-mask-is-turned-round": [[10.0, 10.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
        "positions-are-rows": [[10.0, 10.0], [0.0, 0.0], [0.0, 0.0], [100.0, 100.0]],
        "rows-are-used-once": [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [1.0, 1.0]],
    },
)
check.passed()

# %% check="frozen_rows" points=3 held_out=true
check = Check(
    "frozen_rows",
    globals(),
    look="lesson 04, 'It cuts paths, not variables', and the hints of exercise 4.",
    held_out=True,
)
_rng = np.random.default_rng(24)


def _run(E, ids, frozen, arriving, traced):
    def both():
        with tf.GradientTape() as tape:
            tape.watch(E)
            rows = tf.convert_to_tensor(check.answer(E, ids, frozen))
        weights = arriving if rows.shape == arriving.shape else None
        gradient = tape.gradient(rows, E, output_gradients=weights)
        return rows, None if gradient is None else tf.convert_to_tensor(gradient)

    return (tf.function(both, autograph=False) if traced else both)()


def _added_up(ids, arriving, factors):
    """The gradient of a (7, 2) table when each use counts with its factor."""
    gradient = np.zeros((7, 2), np.float32)
    np.add.at(gradient, np.asarray(ids), factors[:, None] * arriving)
    return gradient


_integers = np.array([4, 1, 4, 0, 2, 2])
for _kind, _ids, _frozen, _traced in [
    ("a variable", tf.constant(_integers, tf.int32), [4, 5], False),
    ("a tensor", tf.constant([6, 3, 3, 0, 6], tf.int64), [0, 3], False),
    ("a variable", np.array([0, 3, 3, 5, 3], np.int64), [3, 3, 0], False),
    ("a tensor", np.array([2, 6, 2], np.int32), [6, 6, 6, 2, 1], False),
    ("a variable", tf.constant([5, 5, 1, 0], tf.int64), [], False),
    ("a variable", tf.constant([5, 1, 5, 2], tf.int32), [0, 6], False),
    ("a variable", np.array([1, 4, 4, 6, 6], np.int32), [6, 1, 6], True),
    ("a variable", np.array([3, 0, 0], np.int32), [], True),
]:
    _table = _rng.normal(size=(7, 2)).astype(np.float32)
    _E = tf.Variable(_table) if _kind == "a variable" else tf.constant(_table)
    _numbers = np.asarray(_ids)
    _arriving = _rng.normal(size=(len(_numbers), 2)).astype(np.float32)
    _kept_frozen, _kept_ids = list(_frozen), _numbers.copy()
    _where = " in a tf.function" if _traced else ""
    _shown = f"frozen_rows(E, {_numbers.tolist()}, {_frozen}){_where}, E {_kind},"
    _rows, _gradient = check.call(
        _E, _ids, _frozen, tf.constant(_arriving), _traced, of=_run, shown=_shown
    ).value
    check.require(
        _frozen == _kept_frozen and np.array_equal(np.asarray(_ids), _kept_ids),
        f"{_shown} changed ids or frozen: now they are {np.asarray(_ids).tolist()}, {_frozen}.",
        "my-input-is-mine",
    )
    check.require(
        np.asarray(_E).tobytes() == _table.tobytes(),
        f"{_shown} changed E itself.",
        "my-input-is-mine",
    )
    _is_frozen = np.isin(_numbers, _frozen)
    check.that(_rows, _shown).close(
        _table[_numbers],
        rtol=1e-6,
        dtype="float32",
        beliefs={"frozen-means-zero": _table[_numbers] * ~_is_frozen[:, None]},
    )
    _listed = np.array([_frozen.count(number) for number in _numbers], np.float32)
    _repeated = np.array([number in _numbers[:i] for i, number in enumerate(_numbers)])
    _followed = np.array([number in _numbers[i + 1 :] for i, number in enumerate(_numbers)])
    _uses = {
        "nothing-was-cut": np.ones_like(_listed),
        "the-mask-is-turned-round": _is_frozen,
        "positions-are-rows": ~np.isin(np.arange(len(_numbers)), _frozen),
        "lists-have-no-repeats": 1 - _listed,
        "rows-are-used-once": ~_is_frozen & ~_repeated,
        "last": ~_is_frozen & ~_followed,
    }
    _beliefs = {name: _added_up(_numbers, _arriving, use) for name, use in _uses.items()}
    _want = _added_up(_numbers, _arriving, ~_is_frozen)
    _last = _beliefs.pop("last")
    _seen = check.that(_gradient, f"The gradient of E for {_shown}")
    if not _want.any():
        _seen.nothing(_beliefs)
        continue
    if _gradient is not None and not np.allclose(_last, _want) and np.allclose(_gradient, _last):
        _beliefs["rows-are-used-once"] = _last
    _seen.close(
        _want,
        atol=1e-6,
        beliefs=_beliefs | ({"one-frozen-freezes-all": None} if _frozen else {}),
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# A stop takes a whole tensor. From two tensors of rows, one stopped and one not, how do you take some
# rows of each?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Gather first. Then ask of each entry of `ids` whether `frozen` lists it: compare shape (N, 1) with
# shape (1, number of frozen). An empty list needs an integer dtype.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# `mask` has shape (N, 1): `tf.reduce_any(..., axis=1, keepdims=True)` of the comparison. Then
# `tf.where(mask, stopped, rows)`.
#
# </details>

# %% [markdown]
# ## ○ Exercise 5 · Stop a whole tree: `stop_tree`
#
# - **Write** a function that stops every tensor in nested dictionaries, lists and tuples.
# - **Why** models return trees: features by name, states by layer. One forgotten leaf is one path.
# - **Difficulty** ●●○ · **Minutes** 8


# %% solution="stop_tree"
def stop_tree(tree):
    """Stop every tensor in a tree.

    Args:
        tree: dicts, lists and tuples, nested in any way, some maybe empty, with tensors of any
            dtype as leaves; it is not changed.

    Returns:
        A tree of the same types and keys; each tensor has its old value, and no gradient flows
        back through it.
    """
    ### BEGIN SOLUTION Return the same tree with every tensor in it stopped.
    if isinstance(tree, dict):
        return {key: stop_tree(branch) for key, branch in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree)([stop_tree(branch) for branch in tree])
    return tf.stop_gradient(tree)
    ### END SOLUTION


# %% check="stop_tree" points=1
check = Check(
    "stop_tree", globals(), look="lesson 04, 'One tensor at a time', and the hints below."
)
x = tf.constant([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    leaves = [x * x, 3 * x, 4 * x]
    tree = {"a": leaves[0], "b": leaves[1:]}
    seen = check.call(tree, shown="stop_tree({'a': x^2, 'b': [3x, 4x]})")
stopped = seen.value
check.require(
    [id(leaf) for leaf in tf.nest.flatten(tree)] == [id(leaf) for leaf in leaves],
    f"{seen.shown} changed the tree that it was given.",
    "my-input-is-mine",
)
check.require(
    type(stopped) is dict,
    f"{seen.shown} is a {type(stopped).__name__}, no dict.",
    "the-leaves-are-enough" if isinstance(stopped, list) else None,
)
check.require(set(stopped) == {"a", "b"}, f"{seen.shown} has the keys {list(stopped)}.")
check.require(
    type(stopped["b"]) is list,
    f"Under 'b' there was a list; now there is a {type(stopped['b']).__name__}.",
    "a-list-is-one-tensor" if tf.is_tensor(stopped["b"]) else None,
)
check.require(len(stopped["b"]) == 2, f"The list has {len(stopped['b'])} entries; it had 2.")
open_leaves = []
for words, leaf, value in [
    ("stopped['a']", stopped["a"], [1.0, 4.0]),
    ("stopped['b'][0]", stopped["b"][0], [3.0, 6.0]),
    ("stopped['b'][1]", stopped["b"][1], [4.0, 8.0]),
]:
    check.that(leaf, words).close(value, rtol=1e-6)
    gradient = tape.gradient(leaf, x) if tf.is_tensor(leaf) else None
    if gradient is not None and np.any(gradient):
        open_leaves.append(words)
check.require(
    not open_leaves,
    f"A gradient still flows through {', '.join(open_leaves)}.",
    "nothing-was-cut"
    if len(open_leaves) == 3
    else "one-level-is-enough"
    if open_leaves == ["stopped['b'][0]", "stopped['b'][1]"]
    else None,
)
check.passed()

# %% check="stop_tree" points=3 held_out=true
check = Check(
    "stop_tree",
    globals(),
    look="lesson 04, 'One tensor at a time', and the hints of exercise 5.",
    held_out=True,
)


def _outline(tree):
    """The tree's types, keys and the identity of its leaves."""
    if isinstance(tree, dict):
        return "dict", {key: _outline(branch) for key, branch in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree).__name__, [_outline(branch) for branch in tree]
    return id(tree)


def _leaves(seen, given, where):
    """Each pair of leaves with its place; fails where the trees differ."""
    if not isinstance(given, dict | list | tuple):
        yield where, seen, given
        return
    beliefs = {
        tf.is_tensor(seen) and isinstance(given, list | tuple): "a-list-is-one-tensor",
        isinstance(seen, list) and type(given) is tuple: "a-tuple-is-a-list",
        isinstance(seen, tuple) and type(given) is list: "a-tuple-is-a-list",
        isinstance(seen, list) and type(given) is dict: "the-leaves-are-enough",
    }
    check.require(
        type(seen) is type(given),
        f"{where} was a {type(given).__name__}; now it is a {type(seen).__name__}.",
        beliefs.get(True),
    )
    if isinstance(given, dict):
        check.require(
            set(seen) == set(given), f"{where} had the keys {list(given)}; now {list(seen)}."
        )
        pairs = [(key, seen[key], given[key]) for key in given]
    else:
        check.require(
            len(seen) == len(given), f"{where} had {len(given)} entries; now it has {len(seen)}."
        )
        pairs = [(i, *pair) for i, pair in enumerate(zip(seen, given, strict=True))]
    for key, now, then in pairs:
        yield from _leaves(now, then, f"{where}[{key!r}]")


def _stop_under_tape(make, x):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        given = make(x)
        outline = _outline(given)
        stopped = check.answer(given)
    return given, outline, stopped, tape


def _list(places):
    return ", ".join(places[:3]) + (" and others" if places[3:] else "")


def _slope(tape, leaf, x):
    gradient = tape.gradient(leaf, x) if tf.is_tensor(leaf) and leaf.dtype.is_floating else None
    return None if gradient is None else tf.convert_to_tensor(gradient)


_count = tf.constant([3, 4])
_x = tf.constant([0.5, -1.5, 2.0])
for _words, _make in [
    ("the list", lambda x: [x * x, 2 * x, tf.sin(x)]),
    ("the tuple", lambda x: (tf.reduce_sum(x), x[:2] * 1)),
    ("the dict", lambda x: {"one": x + 1, "none": {}, "no_list": [], "no_tuple": ()}),
    (
        "the tree",
        lambda x: {
            "z": 5 * x,
            "a": [x * x, (x[:1] * 2, {"deep": [x - 1, (x + 3,)]}), []],
            "m": {"count": _count + 1, "double": tf.cast(x, tf.float64), "pair": (2 * x, 3 * x)},
        },
    ),
    ("the dict by numbers", lambda x: {0: x * x, 12: [2 * x, x - 2], -5: {3: x + 5}}),
    ("the list of rows", lambda x: [[x * 1, x * 2], [x * 3, x * 4]]),
    ("the empty tuple", lambda x: ()),
]:
    _given, _before, _stopped, _tape = check.call(
        _make, _x, of=_stop_under_tape, shown=f"stop_tree on {_words}"
    ).value
    check.require(
        _outline(_given) == _before,
        f"stop_tree changed {_words} that it was given.",
        "my-input-is-mine",
    )
    _pairs = list(_leaves(_stopped, _given, _words))
    _floats = [where for where, _, then in _pairs if then.dtype.is_floating]
    _deep = [where for where in _floats if where.count("[") > 1]
    _open = []
    for _where, _now, _then in _pairs:
        check.that(_now, _where).close(np.asarray(_then), rtol=1e-6, dtype=_then.dtype.name)
        _gradient = check.call(
            _tape, _now, _x, of=_slope, shown=f"The gradient through {_where}"
        ).value
        if _gradient is not None and np.any(np.asarray(_gradient)):
            _open.append(_where)
    _belief = None
    if _deep != _floats and _open == _deep:
        _belief = "one-level-is-enough"
    elif _deep != _floats and _open == _floats:
        _belief = "nothing-was-cut"
    check.require(not _open, f"A gradient still flows through {_list(_open)}.", _belief)
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# What do you do with a dictionary whose values are dictionaries, and so on? When do you know that you
# have arrived at a tensor?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# A function may call itself for each branch. Or let TensorFlow walk: the lesson shows a function that
# applies `stop` to each leaf.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Three cases: a dict is rebuilt from its keys and the stopped branches; a list or a tuple is rebuilt
# with its own type; anything else is a tensor, so stop it.
#
# </details>
