# %% [markdown]
# # 01 · Exercises: the chain rule
#
# Three exercises, about 25 minutes. They use what lesson 01 showed: a derivative is a sensitivity,
# you can measure it from both sides, and a value that is used twice gets the sum over its paths.
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

# %% [markdown]
# ## ● Exercise 1 · Measure a gradient: `num_grad`
#
# - **Write** a function that measures the derivative of `f` in each entry of `x`, from both sides.
# - **Why** it is the one gradient that needs no calculus: every other gradient can be held against
#   it.
# - **Difficulty** ●○○ · **Minutes** 8


# %% solution="num_grad"
def num_grad(f, x, eps):
    """Measure the gradient of f at x by central differences.

    Args:
        f: takes a float64 array of shape (n,) and returns a number.
        x: shape (n,), of any number type; it is not changed.
        eps: how far to step to each side, in the unit of x.

    Returns:
        Shape (n,), float64: (f(x + eps in entry i) - f(x - eps in entry i)) / (2 eps).
    """
    ### BEGIN SOLUTION Return the central difference of f for each entry of x, as float64.
    x = np.asarray(x, dtype=np.float64)
    slopes = np.empty_like(x)
    for i in range(x.size):
        step = np.zeros_like(x)
        step[i] = eps
        slopes[i] = (f(x + step) - f(x - step)) / (2 * eps)
    return slopes
    ### END SOLUTION


# %% check="num_grad" points=1
check = Check("num_grad", globals(), look="lesson 01, 'From both sides', and the hints below.")
check.call(
    lambda x: x[0] ** 3 + 2 * x[0] * x[1],
    np.array([1.0, 2.0]),
    0.1,
    shown="num_grad(f, [1, 2], 0.1) for f = x0^3 + 2 x0 x1",
).close(
    [7.01, 2.0],
    rtol=1e-9,
    dtype="float64",
    beliefs={
        "one-side-is-enough": [7.31, 2.0],
        "the-points-are-one-step-apart": [14.02, 4.0],
        "eps-is-a-detail": [7.0, 2.0],
        "all-entries-step-together": [9.01, 9.01],
    },
)
check.passed()

# %% check="num_grad" points=3 held_out=true
check = Check(
    "num_grad",
    globals(),
    look="lesson 01, 'From both sides', and the hints of exercise 1.",
    held_out=True,
)


def _wave(x):
    return float(np.sin(x[0]) * x[1] ** 3 + np.exp(0.3 * x[2]) * x[0])


def _slopes(f, x, eps, up=1.0, down=1.0):
    x = np.array(x, dtype=np.float64)
    steps = eps * np.eye(x.size)
    return np.array([(f(x + up * s) - f(x - down * s)) / ((up + down) * eps) for s in steps])


def _left_behind(f, x, eps):
    x, found = np.array(x, dtype=np.float64), []
    for i in range(x.size):
        x[i] += eps
        high = f(x)
        x[i] -= 2 * eps
        found.append((high - f(x)) / (2 * eps))
    return np.array(found)


def _as_integers(f, x, eps):
    found = []
    for i in range(len(x)):
        high, low = x.copy(), x.copy()
        high[i], low[i] = x[i] + eps, x[i] - eps
        found.append((f(high) - f(low)) / (2 * eps))
    return np.array(found)


_calls = []


def _watched(x):
    _calls.append((type(x).__name__, str(getattr(x, "dtype", "none")), np.shape(x)))
    return _wave(np.asarray(x, dtype=np.float64))


_rng = np.random.default_rng(11)
for _x, _eps in [
    (_rng.normal(size=3), 0.05),
    (_rng.normal(size=3), 0.4),
    (np.array([0.1, 0.7, 0.1]), 0.4),
    (np.array([2, 3, 1]), 0.25),
    (np.array([0.5, -1.5, 2.0], dtype=np.float32), 0.3),
]:
    _kept = _x.copy()
    _shown = f"num_grad(f, x, {_eps}) for {_x.dtype} x = {np.round(_x, 2).tolist()}"
    _want = _slopes(_wave, _x, _eps)
    _together = _wave(_x + _eps) - _wave(_x - _eps)
    _seen = check.call(_watched, _x, _eps, shown=_shown)
    check.require(
        _x.dtype == _kept.dtype and np.array_equal(_x, _kept),
        f"{_shown} changed x: it was {_kept.tolist()}, now it is {_x.tolist()}.",
        "my-input-is-mine",
    )
    _seen.close(
        _want,
        rtol=1e-7,
        dtype="float64",
        beliefs={
            "one-side-is-enough": _slopes(_wave, _x, _eps, down=0.0),
            "the-points-are-one-step-apart": 2 * _want,
            "eps-is-a-detail": _slopes(_wave, _x, 1e-6),
            "all-entries-step-together": np.full(3, _together / (2 * _eps)),
            "steps-undo-themselves": _left_behind(_wave, _x, _eps),
            "integers-can-move": _as_integers(_wave, _x, _eps),
        },
    )
_wrong = [call for call in _calls if call != ("ndarray", "float64", (3,))]
check.require(
    not _wrong,
    f"f was called with {_wrong[:1]}; it takes a float64 array of shape (3,).",
)
for _power, _want, _exact in [(4, 34.0, 32.0), (3, 12.25, 12.0)]:
    check.call(
        lambda x, power=_power: x[0] ** power,
        np.array([2.0]),
        0.5,
        shown=f"num_grad(f, [2], 0.5) for f = x0^{_power}",
    ).close([_want], rtol=1e-9, dtype="float64", beliefs={"eps-is-a-detail": [_exact]})
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# If you move only one entry of `x`, how many values of `f` do you need to see the slope there?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Make a new float64 array for each step; `x` may hold integers, and it is not yours to change. The
# two points lie two steps apart.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# For each `i`: `step` is all zeros but `eps` in entry `i`; the slope is
# `(f(x + step) - f(x - step)) / (2 * eps)`, with `x` turned into float64 first.
#
# </details>

# %% [markdown]
# ## ● Exercise 2 · Believe a gradient, or not: `check_grad`
#
# - **Write** a function that says whether `g` really returns the gradient of `f` at `x`.
# - **Why** a wrong gradient seldom crashes. It trains, badly. This test finds it.
# - **Difficulty** ●●○ · **Minutes** 10


# %% solution="check_grad"
def check_grad(f, g, x):
    """Tell whether g(x) is the gradient of f at x.

    Args:
        f: takes a float64 array of shape (n,) and returns a number.
        g: takes the same array and returns the claimed gradient.
        x: shape (n,), float64; it is not changed.

    Returns:
        True if each entry of g(x) is right up to 1e-4 of itself (a float32 gradient is). False if
        an entry is off by 2 % or more, however small or large it is; for NaN; and for a wrong
        shape, without an exception.
    """
    ### BEGIN SOLUTION Return whether g(x) agrees with measured slopes, entry by entry.
    claimed = np.asarray(g(x), dtype=np.float64)
    if claimed.shape != x.shape:
        return False
    for i in range(x.size):
        eps = 1e-5 * max(1.0, abs(x[i]))
        step = np.zeros_like(x)
        step[i] = eps
        high, low = f(x + step), f(x - step)
        slope = (high - low) / (2 * eps)
        rounding = 1e-15 * max(abs(high), abs(low)) / eps
        if not abs(claimed[i] - slope) <= 1e-3 * abs(slope) + rounding:
            return False
    return True
    ### END SOLUTION


# %% check="check_grad" points=1
check = Check("check_grad", globals(), look="lesson 01, 'Close enough', and the hints below.")
x = np.array([1.0, -2.0, 0.5])


def bowl(x):
    return x[0] ** 2 + 3 * x[1] * x[2]


right = np.array([2.0, 1.5, -6.0])
for claim, want, words in [
    (right, True, "the right gradient"),
    (right.astype(np.float32), True, "the right gradient in float32"),
    (right * [1.0, 1.05, 1.0], False, "one entry 5 % too large"),
    (-right, False, "every sign wrong"),
]:
    check.call(bowl, lambda x, claim=claim: claim, x, shown=f"check_grad for {words}").truth(want)
check.passed()

# %% check="check_grad" points=3 held_out=true
check = Check(
    "check_grad",
    globals(),
    look="lesson 01, 'Close enough', and the hints of exercise 2.",
    held_out=True,
)

_x = np.array([0.7, -1.3, 2.1, 0.4])


def _f(x):
    quadratic = x[0] ** 2 * x[1] + 5 * x[2] + 0.03 * x[3] ** 2 + 0.5 * x[1] * x[2]
    return float(quadratic + np.sin(3 * x[1]))


def _g(x):
    by_1 = x[0] ** 2 + 0.5 * x[2] + 3 * np.cos(3 * x[1])
    return np.array([2 * x[0] * x[1], by_1, 5 + 0.5 * x[1], 0.06 * x[3]])


def _ask(words, f, g, x, want, belief=None):
    """Ask whether g is f's gradient at x, and hold x still."""
    given = x.copy()
    seen = check.call(f, g, given, shown=f"check_grad for {words}")
    check.require(np.array_equal(given, x), f"check_grad changed x to {given}.", "my-input-is-mine")
    seen.truth(want, belief)


_cases = [
    ("the right gradient", 1.0, True, None),
    ("each entry off by 0.005 %", 1.00005, True, "only-equal-is-right"),
    ("the right gradient in float32", None, True, None),
    ("all zeros", 0.0, False, None),
    ("every sign turned", -1.0, False, None),
    ("every entry twice as large", 2.0, False, "the-direction-is-enough"),
    ("two entries exchanged", _g(_x)[[1, 0, 2, 3]] / _g(_x), False, "one-number-is-enough"),
    ("every entry 2.1 % too large", 1.021, False, None),
    ("every entry 2.1 % too small", 0.979, False, None),
    ("two entries 10 % too low", [1, 1.1, 0.9, 1], False, "only-too-much-is-wrong"),
    ("the smallest entry 2.1 % off", [1, 1, 1, 1.021], False, "small-entries-are-noise"),
]


def _claimed(factor, scale=1.0):
    """The gradient of scale * f, each entry times a factor; in float32 for None."""

    def g(x):
        right = scale * _g(x)
        return right.astype(np.float32) if factor is None else np.multiply(factor, right)

    return g


for _scale in (1.0, 1e-9, 1e7):
    for _words, _factor, _want, _belief in _cases:
        _ask(
            f"{_words}, gradient scaled by {_scale:g},",
            lambda x, scale=_scale: scale * _f(x),
            _claimed(_factor, _scale),
            _x,
            _want,
            _belief if _scale == 1.0 else "tolerances-have-no-unit",
        )
for _words, _factor in [("one NaN", [1, np.nan, 1, 1]), ("all NaN", np.nan)]:
    _ask(_words, _f, _claimed(_factor), _x, False, "nan-shows-itself")
for _words, _value in [
    ("the number 1 instead of [1, 1, 1]", np.float64(1.0)),
    ("shape (1,) instead of (3,)", np.ones(1)),
    ("shape (3, 1) instead of (3,)", np.ones((3, 1))),
    ("shape (1, 3) instead of (3,)", np.ones((1, 3))),
    ("shape (2,) instead of (3,)", np.ones(2)),
    ("shape (4,) instead of (3,)", np.ones(4)),
]:
    _ask(
        _words,
        lambda x: float(np.sum(x)),
        lambda x, value=_value: value,
        np.array([1.0, 1.0, 1.0]),
        False,
        "shapes-take-care-of-themselves",
    )
for _words, _value, _want in [
    ("a right gradient with a zero in it", [0.0, 3.0], True),
    ("a claim of 0.5 where the slope is zero", [0.5, 3.0], False),
]:
    _ask(
        _words,
        lambda x: float(x[0] ** 2 + 3 * x[1]),
        lambda x, value=_value: np.array(value),
        np.array([0.0, 2.0]),
        _want,
        None if _want else "a-zero-needs-no-check",
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# A gradient entry is 0.000001 and the claim says 0.000002. By how much is the claim off, as a part
# of the entry? Does your test see it?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Look at the shape first. Then compare entry by entry, with a tolerance that is a part of the
# entry. NaN makes every comparison False: ask for "is small", never for "is not large".
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Make a float64 array of `g(x)`, called `claimed`; a wrong shape gives False. Measure `slopes` from
# both sides with steps of about 1e-5, then return
# `bool(np.all(np.abs(claimed - slopes) <= 1e-3 * np.abs(slopes)))`, with a little room for the
# rounding error where a slope is zero. That room is in f's own unit, such as `1e-10 * abs(f(x))`.
#
# </details>

# %% [markdown]
# ## ● Exercise 3 · Predict: `answers`
#
# - **Write** the derivative of `y` in each small graph, before you run anything.
# - **Why** you will read graphs with shared values all through this course.
# - **Difficulty** ●○○ · **Minutes** 7
#
# | answer | graph | the question |
# |---|---|---|
# | a | `y = 5·a + a·a·a` | dy/da at a = 2 |
# | b | `b = a·a`, then `y = b·b` | dy/da at a = 2 |
# | c | `c = a + 1`, then `y = c·a` | dy/da at a = 3 |
# | d | `y = a − a` | dy/da at a = 4 |
# | e | `y = a·b + b` | dy/db at a = 2, b = 5 |
# | f | `c = a·a`, then `y = 3·b` | dy/da at a = 2, b = 1 |
# | g | `c = a·b`, `d = c + a`, then `y = d·d + c` | dy/da at a = 2, b = 3 |

# %% solution="predictions"
answers = {
    ### BEGIN ANSWERS Replace each ... by your prediction, before you run anything.
    "a": 17,  # 5 + 3·a²
    "b": 32,  # 2·b · 2·a
    "c": 7,  # c + a
    "d": 0,  # 1 − 1
    "e": 3,  # a + 1
    "f": 0,  # c is not used
    "g": 67,  # 2·d·(b + 1) + b
    ### END ANSWERS
}

# %% check="predictions" points=1
check = Check(
    "answers", globals(), look="lesson 01, 'Over several paths: add', and the hints below."
)
check.predictions("abcdefg")
check.passed()

# %% check="predictions" points=3 held_out=true
check = Check(
    "answers",
    globals(),
    look="lesson 01, 'Along one path: multiply' and 'Over several paths: add'.",
    held_out=True,
)


def _slope(f, *at, entry=0):
    high, low = list(at), list(at)
    high[entry] += 1e-4
    low[entry] -= 1e-4
    return round((f(*high) - f(*low)) / 2e-4, 6)


check.compare_predictions(
    check.predictions("abcdefg"),
    {
        "a": Outcome(
            _slope(lambda a: 5 * a + a * a * a, 2.0),
            {"the-last-path-wins": 12, "one-path-is-enough": 5, "paths-multiply": 60},
        ),
        "b": Outcome(
            _slope(lambda a: (a * a) * (a * a), 2.0),
            {"the-outer-slope-is-enough": 8, "steps-along-a-path-add": 12, "value-is-slope": 16},
        ),
        "c": Outcome(
            _slope(lambda a: (a + 1) * a, 3.0),
            {"one-path-is-enough": 3, "the-last-path-wins": 4, "value-is-slope": 12},
        ),
        "d": Outcome(
            _slope(lambda a: a - a, 4.0),
            {"one-path-is-enough": 1, "the-last-path-wins": -1},
            none_is_zero=True,
        ),
        "e": Outcome(
            _slope(lambda a, b: a * b + b, 2.0, 5.0, entry=1),
            {"one-path-is-enough": 2, "the-last-path-wins": 1, "value-is-slope": 15},
        ),
        "f": Outcome(
            _slope(lambda a, b: 3 * b, 2.0, 1.0),
            {"everything-counts": 4, "other-inputs-count": 3},
            none_is_zero=True,
        ),
        "g": Outcome(
            _slope(lambda a, b: (a * b + a) ** 2 + a * b, 2.0, 3.0),
            {"one-path-is-enough": 64, "the-last-path-wins": 3, "value-is-slope": 70},
        ),
    },
)
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# On how many ways can you walk from the input to `y`?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Draw the graph. Write the local slope on each arrow. Multiply along a way, add the ways.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Take another graph: `c = 2·a`, then `y = c·a`, at a = 5. One way goes through `c` (slope of `y` in `c`
# is `a`, slope of `c` in `a` is 2), one goes straight from `a` (slope `c`). That makes 5·2 + 10.
#
# </details>
