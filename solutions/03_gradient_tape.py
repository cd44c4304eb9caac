# %% [markdown]
# # 03 · Exercises: the gradient tape
#
# Six core exercises, most of them a few lines long, about 30 minutes; two to stretch. They use what
# lesson 03 showed: what a tape records, what it does not, and that `None` is not zero.
#
# Write in the cells that raise `NotImplementedError`, run the check below each one, and read what
# it says. A check tells you what it saw, what that proves, and where to look.

# %% locked="setup"
try:
    from gradflow.checks import Check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "The course's small library, gradflow, is not installed in this kernel, so nothing here "
        "can be checked. Run `pip install ./lessons` in the course folder and restart the kernel."
    ) from None
import numpy as np
import tensorflow as tf

tf.get_logger().setLevel("ERROR")

# %% [markdown]
# ## ● Exercise 1 · Ask properly: `value_and_grad`
#
# - **Write** one function that gives the value and the gradient of `f` at `x`, whatever kind of thing
#   `x` is.
# - **Why** it is the question you ask a tape most often, and it has four ways to answer `None`.
# - **Difficulty** ●●○ · **Minutes** 8


# %% solution="value_and_grad"
def value_and_grad(f, x):
    """Value and gradient of f at x.

    Args:
        f: takes a tensor like x and returns a scalar tensor; it may ignore x.
        x: floats of any shape: a tensor, a NumPy array, a list, or a variable of TensorFlow or
            Keras, trainable or not. It is not changed.

    Returns:
        (value, gradient): the gradient has the shape of x, and its dtype if x has one. It is zeros
        where f does not depend on x.
    """
    ### BEGIN SOLUTION Return the value of f at x and the gradient, zeros where there is no path.
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = f(x)
    return value, tape.gradient(value, x, unconnected_gradients="zero")
    ### END SOLUTION


# %% check="value_and_grad" points=1
check = Check(
    "value_and_grad", globals(), look="lesson 03, 'What is recorded', and the hints below."
)


def sum_of_cubes(x):
    return tf.reduce_sum(x**3)


for x, words in [
    (tf.Variable([1.0, 2.0]), "a variable"),
    (tf.constant([1.0, 2.0]), "a constant tensor"),
    (np.array([1.0, 2.0]), "a float64 array"),
]:
    shown = f"value_and_grad(f, x) for f = sum of cubes, x = [1, 2] as {words}"
    result = check.call(sum_of_cubes, x, shown=shown).value
    check.require(
        isinstance(result, tuple | list) and len(result) == 2,
        f"{shown} did not return a pair (value, gradient).",
    )
    check.that(result[0], "the value of " + shown).close(
        9.0, beliefs={"the-gradient-comes-first": [3.0, 12.0]}
    )
    dtype = "float64" if isinstance(x, np.ndarray) else "float32"
    check.that(result[1], "the gradient of " + shown).close(
        [3.0, 12.0],
        dtype=dtype,
        beliefs={"tensors-are-watched-by-themselves": None if result[1] is None else [0.0, 0.0]}
        if words == "a constant tensor"
        else {},
    )
check.passed()

# %% check="value_and_grad" points=3 held_out=true
check = Check(
    "value_and_grad",
    globals(),
    look="lesson 03, 'What is recorded' and 'None is not zero', and the hints of exercise 1.",
    held_out=True,
)


_received = []


def _wave(x):
    _received.append(getattr(x, "dtype", None))
    return tf.reduce_sum(tf.sin(x) * x)


@tf.function(autograph=False)
def _traced(x):
    return tf.reduce_mean(x * x)


def _ignores(x):
    return tf.constant(7.5)


_rng = np.random.default_rng(5)
_a = _rng.normal(size=3)
_b = _rng.normal(size=(2, 3))
_wave_at = {id(_v): (np.sum(np.sin(_v) * _v), np.cos(_v) * _v + np.sin(_v)) for _v in (_a, _b)}
_not_watched = "tensors-are-watched-by-themselves"
_no_flag = "every-variable-is-watched"
_f32 = np.float32

for _words, _x, _f, _want, _dtype, _belief in [
    ("a variable", tf.Variable(_a, dtype=tf.float32), _wave, _wave_at[id(_a)], "float32", None),
    (
        "a Keras variable",
        tf.keras.Variable(_b.astype(_f32)),
        _wave,
        _wave_at[id(_b)],
        "float32",
        None,
    ),
    ("a float64 variable", tf.Variable(_b), _wave, _wave_at[id(_b)], "float64", None),
    ("a tensor", tf.constant(_b, tf.float32), _wave, _wave_at[id(_b)], "float32", _not_watched),
    ("a float64 tensor", tf.constant(_a), _wave, _wave_at[id(_a)], "float64", _not_watched),
    (
        "a variable with trainable=False",
        tf.Variable(_b, trainable=False, dtype=tf.float32),
        _wave,
        _wave_at[id(_b)],
        "float32",
        _no_flag,
    ),
    (
        "a Keras variable with trainable=False",
        tf.keras.Variable(_a.astype(_f32), trainable=False),
        _wave,
        _wave_at[id(_a)],
        "float32",
        _no_flag,
    ),
    ("a float64 array", _b, _wave, _wave_at[id(_b)], "float64", None),
    ("a float32 array", _a.astype(_f32), _wave, _wave_at[id(_a)], "float32", None),
    ("a list", _b.tolist(), _wave, _wave_at[id(_b)], None, None),
    ("a number in a tensor", tf.constant(-1.5), _traced, (2.25, -3.0), "float32", None),
    (
        "float16",
        tf.constant([0.5, 2.0], tf.float16),
        _traced,
        (2.125, np.array([0.5, 2.0])),
        "float16",
        None,
    ),
]:
    _kept = np.array(tf.convert_to_tensor(_x))
    _flag = getattr(_x, "trainable", None)
    _received.clear()
    _shown = f"value_and_grad(f, x) for x = {_words}"
    _result = check.call(_f, _x, shown=_shown).value
    check.require(
        isinstance(_result, tuple | list) and len(_result) == 2,
        f"{_shown} did not return a pair (value, gradient).",
    )
    check.require(
        np.array_equal(_kept, np.array(tf.convert_to_tensor(_x))),
        f"{_shown} changed x.",
        "my-input-is-mine",
    )
    check.require(
        getattr(_x, "trainable", None) == _flag,
        f"{_shown} left x.trainable at {not _flag}; it was {_flag}.",
        "flags-are-mine",
    )
    _value, _gradient = _want
    check.that(_result[0], f"the value of {_shown}").close(
        _value, beliefs={"the-gradient-comes-first": _gradient}
    )
    _zeros = np.zeros(np.shape(_gradient))
    check.that(_result[1], f"the gradient of {_shown}").close(
        _gradient, beliefs={_belief: _zeros if _result[1] is not None else None} if _belief else {}
    )
    _found = getattr(_result[1], "dtype", None)
    check.require(
        _dtype is None or _found is None or tf.as_dtype(_found).name == _dtype,
        f"the gradient of {_shown} has dtype {_found}; x has {_dtype}.",
        "float32-is-enough",
    )
    _as_received = {tf.as_dtype(_kind).name for _kind in _received if _kind is not None}
    check.require(
        _dtype != "float64" or _as_received != {"float32"},
        f"{_shown} called f with dtype float32; x has float64.",
        "float32-is-enough",
    )

for _words, _x, _shape, _dtype in [
    ("a tensor", tf.constant(_b, tf.float32), (2, 3), "float32"),
    ("a float64 array", _a, (3,), "float64"),
    ("a variable", tf.Variable(_b, dtype=tf.float32), (2, 3), "float32"),
    ("a Keras variable", tf.keras.Variable(_a.astype(_f32)), (3,), "float32"),
    ("a list", _a.tolist(), (3,), None),
]:
    _shown = f"value_and_grad(f, x) for an f that ignores x, x = {_words}"
    _result = check.call(_ignores, _x, shown=_shown).value
    check.require(
        isinstance(_result, tuple | list) and len(_result) == 2,
        f"{_shown} did not return a pair (value, gradient).",
    )
    check.that(_result[0], f"the value of {_shown}").close(7.5)
    check.that(_result[1], f"the gradient of {_shown}").close(
        np.zeros(_shape), beliefs={"none-is-zero": None, "one-zero-is-enough": 0.0}
    )
    _found = getattr(_result[1], "dtype", None)
    check.require(
        _dtype is None or _found is None or tf.as_dtype(_found).name == _dtype,
        f"the gradient of {_shown} has dtype {_found}; x has {_dtype}.",
        "float32-is-enough",
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Which of the things that `x` may be are watched without being asked?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Make one kind of thing of `x` first: a tensor (`tf.convert_to_tensor` takes them all, and keeps the
# dtype). Then there is only one thing to watch. For the zeros see 'None is not zero' in the lesson.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Turn `x` into a tensor; open a tape, watch the tensor, call `f` on it inside; ask the tape for the
# gradient with `unconnected_gradients` set to zero.
#
# </details>

# %% [markdown]
# ## Six snippets
#
# Each function below returns `None`, and each for exactly one reason. Exercises 2 to 5 are about
# them. Run the cell; it prints what each gives.
#
# | cause | what it means |
# |---|---|
# | `"not watched"` | the gradient is asked for something that is no variable, and nobody called `watch` |
# | `"outside the tape"` | a step of the computation ran before the tape was on |
# | `"numpy"` | the value went through NumPy |
# | `"integer"` | the value went through integers |
# | `"assign"` | the value was put into an existing variable with `assign` |
# | `"fresh variable"` | the value was put into a new `tf.Variable(...)` |
# | `"dataset"` | a function given to `Dataset.map` computed the value |
# | `"slope is zero"` | there is a path from the one to the other, and its slope is 0 |

# %% locked="snippets"
CAUSES = [
    "not watched",
    "outside the tape",
    "numpy",
    "integer",
    "assign",
    "fresh variable",
    "dataset",
    "slope is zero",
]


def snippet_1(w, x):
    with tf.GradientTape() as tape:
        h = np.tanh(w * x)
        loss = tf.reduce_mean(h**2)
    return tape.gradient(loss, w)


def snippet_2(w, x, average):
    with tf.GradientTape() as tape:
        average.assign(0.75 * average + 0.25 * tf.reduce_sum(w * x))
        loss = average**2
    return tape.gradient(loss, w)


def snippet_3(w, x, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((w * x - 1.0) ** 2)
    w = w - rate * tape.gradient(loss, w)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((w * x - 1.0) ** 2)
    return tape.gradient(loss, w)


def snippet_4(w, x):
    with tf.GradientTape() as tape:
        pixels = tf.cast(255.0 * w, tf.int32)
        loss = tf.reduce_sum(x * tf.cast(pixels, tf.float32))
    return tape.gradient(loss, w)


def snippet_5(w, x):
    with tf.GradientTape() as tape:
        hidden = tf.Variable(w * x)
        loss = tf.reduce_sum(hidden**2)
    return tape.gradient(loss, w)


def snippet_6(w, x):
    hidden = tf.tanh(w * x)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(hidden**2)
    return tape.gradient(loss, w)


for _case, _snippet in enumerate(
    [snippet_1, snippet_2, snippet_3, snippet_4, snippet_5, snippet_6], start=1
):
    _extra = {2: [tf.Variable(1.0, trainable=False)], 3: [0.1]}.get(_case, [])
    _gives = _snippet(tf.Variable([0.5, -1.0]), tf.constant([2.0, 3.0]), *_extra)
    print(f"snippet_{_case} gives {_gives}")

# %% [markdown]
# ## ● Exercise 2 · Name the cause: `why_none`
#
# - **Write** a function that says, for snippet 1 to 6, why its gradient is `None`.
# - **Why** `None` comes without an error message. You have to read it off the code.
# - **Difficulty** ●○○ · **Minutes** 5


# %% solution="why_none"
def why_none(case):
    """The one reason why a snippet above gives None.

    Args:
        case: a whole number from 1 to 6, the number of the snippet.

    Returns:
        One of the words of CAUSES, as it is written there.
    """
    ### BEGIN SOLUTION Return one of the words of CAUSES for each case from 1 to 6.
    found = {
        1: "numpy",
        2: "assign",
        3: "not watched",
        4: "integer",
        5: "fresh variable",
        6: "outside the tape",
    }
    return found[case]
    ### END SOLUTION


# %% check="why_none" points=1
check = Check("why_none", globals(), look="the table and the snippets above; the hints below.")
for case in range(1, 7):
    word = check.call(of=lambda case=case: check.answer(case), shown=f"why_none({case})").value
    check.require(
        isinstance(word, str) and word in CAUSES,
        f"why_none({case}) is {word!r}; it must be one of the words of CAUSES.",
    )
check.passed()

# %% check="why_none" points=3 held_out=true
check = Check(
    "why_none",
    globals(),
    look="lesson 03, 'Six ways to break the path' and the section after it.",
    held_out=True,
)
_causes = ["numpy", "assign", "not watched", "integer", "fresh variable", "outside the tape"]
_said = {
    (1, "outside the tape"): "numpy-runs-outside",
    (2, "fresh variable"): "assign-makes-a-variable",
    (3, "assign"): "a-new-name-is-the-variable",
    (3, "fresh variable"): "a-new-name-is-the-variable",
    (5, "assign"): "assign-makes-a-variable",
}
for _case in range(1, 7):
    _said[_case, "slope is zero"] = "none-is-zero"
    if _case != 3:
        _said[_case, "not watched"] = "none-means-not-watched"
_given = [
    check.call(of=lambda case=_case: check.answer(case), shown=f"why_none({_case})").value
    for _case in range(1, 7)
]
_off = [_case for _case in range(1, 7) if str(_given[_case - 1]) != _causes[_case - 1]]
if _off:
    _first = _off[0]
    _others = f" Also off: {', '.join(map(str, _off[1:]))}." if _off[1:] else ""
    check.require(
        False,
        f"why_none({_first}) is {_given[_first - 1]!r}, which is not what breaks the path of "
        f"snippet_{_first}.{_others}",
        _said.get((_first, str(_given[_first - 1]))),
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Start at `w`. Which line is the first whose result the tape knows nothing about?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# For each snippet ask: was the tape on? Is this line an operation of TensorFlow? Does its result go
# on, or is it put into a variable? And is the thing you ask about still the variable?
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# A dictionary from the number to the word. Six different words of the eight are used. In snippet 3,
# look at what the name `w` means after the line that starts with `w =`.
#
# </details>

# %% [markdown]
# ## ● Exercise 3 · Mend snippet 1: `repair_1`
#
# - **Write** snippet 1 again, so that the gradient arrives.
# - **Why** one borrowed NumPy function is the most frequent reason for a `None`.
# - **Difficulty** ●○○ · **Minutes** 3


# %% solution="repair_1"
def repair_1(w, x):
    """Gradient of the mean of tanh(w x)^2 with respect to w.

    Args:
        w: a trainable variable, shape (n,), float32.
        x: shape (n,), a float32 tensor.

    Returns:
        Shape (n,): the gradient that snippet_1 should have given.
    """
    ### BEGIN SOLUTION Return what snippet_1 should have given: the gradient of the loss in w.
    with tf.GradientTape() as tape:
        mean = tf.reduce_mean(tf.tanh(w * x) ** 2)
    return tape.gradient(mean, w)
    ### END SOLUTION


# %% check="repair_1" points=1
check = Check(
    "repair_1", globals(), look="lesson 03, 'Six ways to break the path', and the hints below."
)
check.call(
    tf.Variable([0.5, 0.0]), tf.constant([2.0, 3.0]), shown="repair_1(w = [0.5, 0], x = [2, 3])"
).close(
    [0.6397000084, 0.0],
    beliefs={
        "zeros-mend-it": [0.0, 0.0],
        "the-mean-has-no-weight": [1.2794000168, 0.0],
        "the-path-may-begin-later": [0.7615941560, 0.0],
    },
)
check.passed()

# %% check="repair_1" points=2 held_out=true
check = Check(
    "repair_1",
    globals(),
    look="lesson 03, 'Six ways to break the path', and the hints of exercise 3.",
    held_out=True,
)
_rng = np.random.default_rng(31)
for _n in (1, 3, 5):
    _w, _x = _rng.normal(size=(2, _n)).astype(np.float32)
    _variable = tf.Variable(_w)
    _h = np.tanh(_w * _x)
    _right = 2 * _h * (1 - _h**2) * _x / _n
    _shown = f"repair_1(w, x) for n = {_n}"
    check.call(_variable, tf.constant(_x), shown=_shown).close(
        _right,
        beliefs={
            "zeros-mend-it": np.zeros(_n),
            "the-path-may-begin-later": 2 * _h / _n,
            **({"the-mean-has-no-weight": _n * _right} if _n > 1 else {}),
        },
    )
    check.require(np.array_equal(_variable.numpy(), _w), f"{_shown} changed w.", "my-input-is-mine")
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Which function in snippet 1 does not belong to TensorFlow?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Turning its result into a tensor again does not help: the path ends where NumPy begins.
# TensorFlow has nearly every function of NumPy under its own name.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Copy snippet 1 and write `tf.` where it says `np.`.
#
# </details>

# %% [markdown]
# ## ● Exercise 4 · Mend snippet 2: `repair_2`
#
# - **Write** snippet 2 again, so that the gradient arrives *and* the state is kept.
# - **Why** running averages, counters and memories are variables that are assigned in the middle of
#   a loss.
# - **Difficulty** ●●○ · **Minutes** 4


# %% solution="repair_2"
def repair_2(w, x, average):
    """Update a running average, and return the gradient of its new square with respect to w.

    The new average is 0.75 times the old one, plus 0.25 times the sum of w x. Its square is the
    loss.

    Args:
        w: a trainable variable, shape (n,), float32.
        x: shape (n,), a float32 tensor.
        average: a variable, shape (), float32. Afterwards it holds the new average.

    Returns:
        Shape (n,): the gradient of the loss with respect to w; the old average counts as constant.
    """
    ### BEGIN SOLUTION Return the gradient in w, and leave the new average in its variable.
    with tf.GradientTape() as tape:
        new = 0.75 * average + 0.25 * tf.reduce_sum(w * x)
        square = new**2
    average.assign(new)
    return tape.gradient(square, w)
    ### END SOLUTION


# %% check="repair_2" points=1
check = Check(
    "repair_2", globals(), look="lesson 03, 'Six ways to break the path', and the hints below."
)
average = tf.Variable(8.0, trainable=False)
check.call(
    tf.Variable([1.0, 2.0]),
    tf.constant([2.0, 1.0]),
    average,
    shown="repair_2(w = [1, 2], x = [2, 1], average = 8)",
).close([7.0, 3.5], beliefs={"zeros-mend-it": [0.0, 0.0], "the-share-has-no-slope": [28.0, 14.0]})
check.that(average, "average afterwards").close(
    7.0, beliefs={"the-state-can-be-left-out": 8.0, "the-average-moves-twice": 6.25}
)
check.passed()

# %% check="repair_2" points=2 held_out=true
check = Check(
    "repair_2",
    globals(),
    look="lesson 03, 'Six ways to break the path', and the hints of exercise 4.",
    held_out=True,
)
_rng = np.random.default_rng(32)
for _n, _start, _trainable in [(1, 3.0, False), (3, -2.0, True), (4, 0.5, False)]:
    _w, _x = _rng.normal(size=(2, _n)).astype(np.float32)
    _variable, _average = tf.Variable(_w), tf.Variable(_start, trainable=_trainable)
    _sum = float(np.sum(_w * _x))
    _new = 0.75 * _start + 0.25 * _sum
    _shown = f"repair_2(w, x, average = {_start}) for n = {_n}"
    check.call(_variable, tf.constant(_x), _average, shown=_shown).close(
        2 * _new * 0.25 * _x,
        beliefs={
            "zeros-mend-it": np.zeros(_n),
            "the-path-may-begin-later": 2 * _new,
            "the-old-average-is-gone": 2 * 0.25 * _sum * 0.25 * _x,
            "the-average-moves-twice": 2 * (0.75 * _new + 0.25 * _sum) * 0.25 * _x,
            "the-share-has-no-slope": 2 * _new * _x,
        },
    )
    check.that(_average, f"average after {_shown}").close(
        _new,
        beliefs={
            "the-state-can-be-left-out": _start,
            "the-average-moves-twice": 0.75 * _new + 0.25 * _sum,
        },
    )
    check.require(np.array_equal(_variable.numpy(), _w), f"{_shown} changed w.", "my-input-is-mine")
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# After `assign`, you read the variable. Could you go on with the value that you assigned instead?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Compute the new average once, as a tensor. One use of it is the loss, the other is `assign`.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Inside the tape: the new average, by the same formula, and its square. Then `assign` the new
# average to the variable, and ask for the gradient of the square.
#
# </details>

# %% [markdown]
# ## ● Exercise 5 · Mend snippet 3: `repair_3`
#
# - **Write** snippet 3 again: a step of descent, and then the gradient at the new place.
# - **Why** the loop that works once and gives `None` the second time is a rite of passage.
# - **Difficulty** ●●○ · **Minutes** 4


# %% solution="repair_3"
def repair_3(w, x, rate):
    """Take one step of gradient descent, and return the gradient at the new place.

    The loss is the sum of (w x - 1)^2. The step moves w by -rate times the gradient.

    Args:
        w: a trainable variable, shape (n,), float32. Afterwards it holds its new value.
        x: shape (n,), a float32 tensor.
        rate: a number.

    Returns:
        Shape (n,): the gradient of the loss with respect to w, after the step.
    """
    ### BEGIN SOLUTION Move w by one step; return the gradient at its new value.
    for step in range(2):
        with tf.GradientTape() as tape:
            off = w * x - 1.0
            total = tf.reduce_sum(off**2)
        slope = tape.gradient(total, w)
        if step == 0:
            w.assign_sub(rate * slope)
    return slope
    ### END SOLUTION


# %% check="repair_3" points=1
check = Check(
    "repair_3",
    globals(),
    look="lesson 03, 'The variable that was no variable any more', and the hints below.",
)
w = tf.Variable([2.0, 0.0])
check.call(
    w, tf.constant([1.0, 2.0]), 0.25, shown="repair_3(w = [2, 0], x = [1, 2], rate = 0.25)"
).close([1.0, 4.0], beliefs={"the-old-gradient-will-do": [2.0, -4.0], "zeros-mend-it": [0.0, 0.0]})
check.that(w, "w afterwards").close([1.5, 1.0], beliefs={"a-new-name-is-the-variable": [2.0, 0.0]})
check.passed()

# %% check="repair_3" points=2 held_out=true
check = Check(
    "repair_3",
    globals(),
    look="lesson 03, 'The variable that was no variable any more', the hints of exercise 5.",
    held_out=True,
)
_rng = np.random.default_rng(33)
for _n, _rate in [(1, 0.2), (3, 0.05), (4, 0.1)]:
    _w, _x = _rng.normal(size=(2, _n)).astype(np.float32)
    _variable = tf.Variable(_w)

    def _slope(at, x=_x):
        return 2 * (at * x - 1) * x

    _moved = _w - _rate * _slope(_w)
    _up = _w + _rate * _slope(_w)
    _shown = f"repair_3(w, x, rate = {_rate}) for n = {_n}"
    check.call(_variable, tf.constant(_x), _rate, shown=_shown).close(
        _slope(_moved),
        atol=1e-6,
        beliefs={
            "the-old-gradient-will-do": _slope(_w),
            "descent-adds-the-gradient": _slope(_up),
            "zeros-mend-it": np.zeros(_n),
            "assign-adds": _slope(-_rate * _slope(_w)),
        },
    )
    check.that(_variable, f"w after {_shown}").close(
        _moved,
        atol=1e-6,
        beliefs={
            "a-new-name-is-the-variable": _w,
            "one-step-more-does-no-harm": _moved - _rate * _slope(_moved),
        },
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# What is `w` after `w = w - ...`: the variable that the caller gave you, or something else?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# A variable has methods that change it in place. Watching the new tensor would give the gradient
# too, but the caller's variable would stay where it was.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Copy snippet 3 and replace the line in the middle by one that calls `assign_sub` on `w`.
#
# </details>

# %% [markdown]
# ## ● Exercise 6 · Never None: `safe_grads`
#
# - **Write** a function that asks a tape for gradients and puts zeros where it answers `None`.
# - **Why** code that adds up or averages gradients can't use `None`, and the built-in option fails
#   for Keras variables.
# - **Difficulty** ●●○ · **Minutes** 6


# %% solution="safe_grads"
def safe_grads(tape, loss, variables):
    """Gradients of the loss, zeros where there is no path.

    Args:
        tape: a tape that has recorded the loss; it is not persistent.
        loss: a scalar tensor.
        variables: a list or tuple of TensorFlow and Keras variables, of any shapes and dtypes.

    Returns:
        A list, one entry for each of `variables` in their order: its gradient as the tape gives it,
        or, where the tape gives None, zeros of the variable's shape and dtype.
    """
    ### BEGIN SOLUTION Return a gradient for each variable, zeros where the tape gives None.
    gradients = tape.gradient(loss, variables)
    return [
        tf.zeros(variable.shape, variable.dtype) if gradient is None else gradient
        for gradient, variable in zip(gradients, variables, strict=True)
    ]
    ### END SOLUTION


# %% check="safe_grads" points=1
check = Check(
    "safe_grads", globals(), look="lesson 03, 'None is not zero', 'Ask once', the hints below."
)
used = tf.Variable([1.0, 2.0], name="used")
unused = tf.Variable([[5.0], [6.0], [7.0]], name="unused")
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(used**2)
result = check.call(
    tape, loss, [unused, used], shown="safe_grads for [an unused variable, a used one]"
).value
check.require(
    isinstance(result, tuple | list) and len(result) == 2,
    f"safe_grads returned {len(result) if isinstance(result, tuple | list) else 'no list of'} "
    "gradients for 2 variables.",
    "none-may-be-dropped" if isinstance(result, tuple | list) and len(result) == 1 else None,
)
check.that(result[0], "the entry of the unused variable, shape (3, 1),").close(
    np.zeros((3, 1)), beliefs={"none-is-zero": None, "one-zero-is-enough": 0.0}
)
check.that(result[1], "the entry of the used variable").close([2.0, 4.0])
check.passed()

# %% check="safe_grads" points=3 held_out=true
check = Check(
    "safe_grads",
    globals(),
    look="lesson 03, 'None is not zero' and 'Ask once', and the hints of exercise 6.",
    held_out=True,
)


def _entries(words, build, belief=None):
    """Call safe_grads on what `build` returns, (tape, loss, variables); require the length."""
    tape, loss, variables = build()
    kept = tuple(variables)
    seen = check.call(tape, loss, variables, shown=f"safe_grads for {words}")
    check.require(
        len(variables) == len(kept)
        and all(now is before for now, before in zip(variables, kept, strict=True)),
        f"safe_grads for {words} changed the list of variables that it was given.",
    )
    is_list = isinstance(seen.value, tuple | list)
    check.require(is_list, f"safe_grads for {words} returned no list.")
    check.require(
        len(seen.value) == len(kept),
        f"safe_grads for {words} returned {len(seen.value)} gradients; there are {len(kept)} "
        "variables.",
        belief,
    )
    return seen.value


def _zeros(entry, words, shape, dtype):
    check.that(entry, f"the entry of {words}, shape {shape},").close(
        np.zeros(shape), beliefs={"none-is-zero": None, "one-zero-is-enough": 0.0}
    )
    found = getattr(entry, "dtype", None)
    check.require(
        found is None or tf.as_dtype(found).name == dtype,
        f"the entry of {words} has dtype {found}; the variable has {dtype}.",
        "float32-is-enough",
    )


def _same_names(variable):
    first, second, third = (variable([v], name="kernel") for v in (1.0, 2.0, 3.0))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(first * second + 5.0 * third)
    return tape, loss, [third, second, first]


_by_name = "names-tell-variables-apart"
for _words, _variable in [("", tf.Variable), ("Keras ", tf.keras.Variable)]:
    _got = _entries(
        f"three {_words}variables of one name",
        lambda variable=_variable: _same_names(variable),
        _by_name,
    )
    _seen = [
        check.that(_entry, f"the entry of the {_place} of three {_words}variables called 'kernel'")
        for _entry, _place in zip(_got, ["third", "second", "first"], strict=True)
    ]
    _arrays = [_each.array({}) for _each in _seen]
    _one = all(np.array_equal(_array, _arrays[0]) for _array in _arrays)
    for _each, _want in zip(_seen, [5.0, 1.0, 2.0], strict=True):
        _each.close([_want], beliefs={_by_name: _arrays[0]} if _one and _arrays[0].any() else {})


def _mixed():
    kernel = tf.keras.Variable(np.ones((2, 3), "float32"))
    spare = tf.keras.Variable(np.ones((3, 1), "float32"))
    half = tf.Variable([1.0, 2.0, 3.0], dtype=tf.float16)
    wide = tf.Variable([[0.5, 4.0]], dtype=tf.float64)
    steps = tf.Variable(3, trainable=False)
    bias = tf.Variable([0.25, 0.5, -1.0])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(kernel * bias) + tf.cast(tf.reduce_sum(wide**2), tf.float32)
    return tape, loss, (half, kernel, steps, wide, spare, bias)


_got = _entries("six variables", _mixed, "none-may-be-dropped")
_zeros(_got[0], "an unused float16 variable", (3,), "float16")
check.that(_got[1], "the entry of the used kernel").close([[0.25, 0.5, -1.0]] * 2)
_zeros(_got[2], "an integer counter", (), "int32")
check.that(_got[3], "the entry of the float64 variable").close([[1.0, 8.0]], dtype="float64")
_zeros(_got[4], "an unused Keras variable", (3, 1), "float32")
check.that(_got[5], "the entry of the used bias").close([2.0, 2.0, 2.0])


def _table():
    table, gate = tf.Variable(np.ones((4, 2), "float32")), tf.Variable(0.0)
    with tf.GradientTape() as tape:
        rows = tf.reduce_sum(tf.gather(table, [1, 3, 1]))
        loss = rows + gate**2
    return tape, loss, [gate, table, gate]


_got = _entries("a gathered table and a variable named twice", _table)
for _i in (0, 2):
    check.that(_got[_i], "the entry of a variable with gradient 0").close(0.0)
check.that(_got[1], "the entry of the table").close([[0, 0], [2, 2], [0, 0], [1, 1]])


def _nan():
    w, other = tf.Variable([0.0, 4.0]), tf.Variable([1.0, 1.0])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.math.log(w) * 0.0)
    return tape, loss, [w, other]


_got = _entries("log at 0, whose gradient is NaN", _nan)
check.that(_got[0], "the entry with a NaN in it").close(
    [np.nan, 0.0], beliefs={"safe-means-finite": [0.0, 0.0]}
)
_zeros(_got[1], "an unused variable", (2,), "float32")


def _alone():
    a, b = tf.Variable([1.0]), tf.keras.Variable([[2.0, 3.0]])
    with tf.GradientTape() as tape:
        loss = tf.constant(1.0)
    return tape, loss, [a, b]


_got = _entries("a loss that uses no variable", _alone, "none-may-be-dropped")
_zeros(_got[0], "an unused variable", (1,), "float32")
_zeros(_got[1], "an unused Keras variable", (1, 2), "float32")
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# How often may you ask a tape that is not persistent? And what does its answer look like, if you
# hand it a list?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Ask once, for all variables; then go through gradients and variables in pairs. Look for `None` with
# `is None`: a gradient of zero, or one with a NaN in it, is an answer and stays as it is.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# For each pair of gradient and variable, keep the gradient unless it `is None`; otherwise `tf.zeros`
# with the shape and the dtype of the variable. Both kinds of variables have `.shape` and `.dtype`.
#
# </details>

# %% [markdown]
# ## ○ Exercise 7 · One gradient a row: `per_example_grads`
#
# - **Write** a function that gives the gradient of each example's own loss.
# - **Why** a tape adds them up. To clip, weigh or inspect single examples you need them apart.
# - **Difficulty** ●●○ · **Minutes** 8


# %% solution="per_example_grads"
def per_example_grads(w, X, y):
    """Gradients of the losses (x·w - y)^2, one for each example.

    Args:
        w: shape (D,), a float32 tensor.
        X: shape (N, D), a float32 tensor, an example in each row.
        y: shape (N,), a float32 tensor.

    Returns:
        Shape (N, D): row n is the gradient of the loss of example n with respect to w.
    """
    ### BEGIN SOLUTION Return the gradient of each example's loss in w, a row for each.
    with tf.GradientTape() as tape:
        tape.watch(w)
        losses = (tf.linalg.matvec(X, w) - y) ** 2
    return tape.jacobian(losses, w)
    ### END SOLUTION


# %% check="per_example_grads" points=1
check = Check("per_example_grads", globals(), look="lesson 03, 'All of J', and the hints below.")
want = np.array([[2.0, 0.0, 6.0], [0.0, -6.0, 6.0], [2.0, 1.0, 0.0]])
check.call(
    tf.constant([1.0, 2.0, 0.0]),
    tf.constant([[1.0, 0.0, 3.0], [0.0, 1.0, -1.0], [2.0, 1.0, 0.0]]),
    tf.constant([0.0, 5.0, 3.5]),
    shown="per_example_grads(w = [1, 2, 0], X = [[1, 0, 3], [0, 1, -1], [2, 1, 0]], "
    "y = [0, 5, 3.5])",
).close(
    want,
    atol=1e-6,
    beliefs={
        "a-vector-target-gives-rows": [4.0, -5.0, 12.0],
        "a-mean-over-examples": want / 3,
        "a-square-has-slope-one": want / 2,
        "downhill-is-the-gradient": -want,
        "the-gradient-of-the-inputs": [[2.0, 4.0, 0.0], [-6.0, -12.0, 0.0], [1.0, 2.0, 0.0]],
        "rows-may-stand-as-columns": want.T,
    },
)
check.passed()

# %% check="per_example_grads" points=2 held_out=true
check = Check(
    "per_example_grads",
    globals(),
    look="lesson 03, 'When the target is a vector' and 'All of J', the hints of exercise 7.",
    held_out=True,
)
_rng = np.random.default_rng(37)
for _N, _D in [(5, 3), (3, 7), (4, 4), (1, 3), (6, 1)]:
    _w, _X, _y = (_rng.normal(size=shape).astype(np.float32) for shape in ((_D,), (_N, _D), (_N,)))
    _rest = (_X @ _w - _y)[:, None]
    _right = 2 * _rest * _X
    _beliefs = {}
    if _N > 1:
        _beliefs = {
            "a-vector-target-gives-rows": _right.sum(axis=0),
            "a-mean-over-examples": _right / _N,
            "the-gradient-of-the-inputs": 2 * _rest * _w,
            "a-square-has-slope-one": _right / 2,
            "downhill-is-the-gradient": -_right,
            "rows-may-stand-as-columns": _right.T,
            "examples-share-one-error": 2 * _rest.mean() * _X,
        }
    check.call(
        *(tf.constant(a) for a in (_w, _X, _y)),
        shown=f"per_example_grads for N = {_N}, D = {_D}",
    ).close(_right, atol=1e-5, beliefs=_beliefs)
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# `tape.gradient` of a vector of N losses has the shape of w. Where have the N gradients gone?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Ask for the Jacobian of the vector of losses in w. Each example's loss must come from its own row
# and its own target: check the shape of `X·w − y`.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Watch `w`; the losses are the squares of `tf.linalg.matvec(X, w)` minus `y`; the answer is the
# tape's `jacobian` of the losses in `w`. Or do it by hand: 2 · (x·w − y) · x for each row.
#
# </details>

# %% [markdown]
# ## ○ Exercise 8 · Without ever building J: `vjp`
#
# - **Write** the vector-Jacobian product vᵀJ of a function from vectors to vectors.
# - **Why** this is all that a backward pass ever computes. With 100,000 inputs and outputs, J would fill
#   40 gigabytes; vᵀJ has 100,000 numbers.
# - **Difficulty** ●●○ · **Minutes** 7


# %% solution="vjp"
def vjp(f, x, v):
    """The vector-Jacobian product: entry i is the sum over k of v[k] · df_k / dx_i.

    Args:
        f: takes a float32 tensor of shape (n,), returns a tensor of shape (m,). It is called three
            times at most.
        x: shape (n,), a float32 tensor or array; n may be 100,000.
        v: shape (m,), a float32 tensor or array.

    Returns:
        Shape (n,), from one backward pass; zeros or None if f does not depend on x.
    """
    ### BEGIN SOLUTION Return v times the Jacobian of f at x, from one backward pass.
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x, output_gradients=tf.convert_to_tensor(v))
    ### END SOLUTION


# %% check="vjp" points=1
check = Check("vjp", globals(), look="lesson 03, 'Weights for the sum', and the hints below.")


def two_results(x):
    return tf.stack([x[0] * x[1], x[1] + 3.0 * x[2]])


check.call(
    two_results,
    tf.constant([2.0, 5.0, 1.0]),
    tf.constant([1.0, 10.0]),
    shown="vjp(f, [2, 5, 1], [1, 10]) for f = [x0 x1, x1 + 3 x2]",
).close([5.0, 12.0, 30.0], beliefs={"weights-do-not-count": [5.0, 3.0, 3.0]})
check.passed()

# %% check="vjp" points=2 held_out=true
check = Check(
    "vjp",
    globals(),
    look="lesson 03, 'Weights for the sum', and the hints of exercise 8.",
    held_out=True,
)
_forward, _backward = [], []


@tf.custom_gradient
def _counted(x):
    def backward(upstream):
        def note(arriving):
            _backward.append(1)
            return arriving

        passed_on = tf.py_function(note, [upstream], upstream.dtype)
        passed_on.set_shape(upstream.shape)
        return passed_on

    return tf.identity(x), backward


def _seen_of(A, given, shown):
    """Call vjp with a count of the passes back, or without where XLA can't compile the count."""
    try:
        return check.call(_linear(A), *given, shown=shown)
    except AssertionError as failure:
        if not isinstance(failure.__cause__, tf.errors.OpError):
            raise
    _forward.clear()
    _backward.clear()
    return check.call(_linear(A, counted=False), *given, shown=shown)


def _linear(A, counted=True):
    A = tf.constant(A)

    def f(x):
        _forward.append(1)
        return tf.linalg.matvec(A, tf.sin(_counted(x) if counted else x))

    return f


_rng = np.random.default_rng(38)
for _m, _n, _kind in [(3, 6, "tensor"), (5, 4, "array"), (3, 3, "tensor"), (1, 4, "array")]:
    _A = _rng.normal(size=(_m, _n)).astype(np.float32)
    _x, _v = (_rng.normal(size=k).astype(np.float32) for k in (_n, _m))
    _J = _A * np.cos(_x)
    _beliefs = {"weights-do-not-count": _J.sum(axis=0)} if _m > 1 else {}
    if _m == _n:
        _beliefs |= {"j-times-v": _J @ _v, "weights-come-after-the-sum": _v * _J.sum(axis=0)}
    _forward.clear()
    _backward.clear()
    _given = (_x, _v) if _kind == "array" else (tf.constant(_x), tf.constant(_v))
    _shown = f"vjp(f, x, v) for n = {_n}, m = {_m}, x and v as {_kind}s"
    _seen = _seen_of(_A, _given, _shown)
    check.require(
        len(_forward) <= 3, f"{_shown} called f {len(_forward)} times; three times is the limit."
    )
    _seen.close(_v @ _J, atol=1e-5, beliefs=_beliefs)
    if _m > 1:
        check.require(
            len(_backward) <= 1,
            f"{_shown} went back {len(_backward)} times; it must be one backward pass.",
            "one-pass-is-not-enough",
        )

_n = 100_000
_x, _v = (_rng.uniform(0.5, 1.5, size=_n).astype(np.float32) for _ in range(2))
_forward.clear()


def _neighbours(x):
    _forward.append(1)
    return x * tf.roll(x, 1, axis=0)


check.call(_neighbours, _x, _v, shown="vjp(f, x, v) for n = m = 100,000").close(
    _v * np.roll(_x, 1) + np.roll(_v * _x, -1)
)
check.require(
    len(_forward) <= 3, f"vjp called f {len(_forward)} times for n = 100,000; three is the limit."
)
check.call(
    lambda x: tf.constant([1.0, 2.0]),
    tf.constant([3.0, 4.0, 5.0]),
    tf.constant([1.0, -1.0]),
    shown="vjp of an f that ignores x",
).nothing()
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# `tape.gradient` of a vector is the gradient of its sum. Which sum do you want instead?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# The weights of the sum have a name: see 'Weights for the sum' in the lesson. Or form the weighted sum
# yourself and take its gradient. Either way x must be watched.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Turn `x` into a tensor and watch it, call `f` once inside the tape, and ask for the gradient of the
# result with `output_gradients` set to `v`, turned into a tensor.
#
# </details>
