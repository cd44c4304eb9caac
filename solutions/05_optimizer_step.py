# %% [markdown]
# # 05 · Exercises: the optimizer step
#
# Four exercises: about 25 minutes for the three marked ●, about 10 more for the one marked ○. They use
# what lesson 05 showed: an optimizer remembers, a zero is a gradient and `None` is not, clipping looks at
# all gradients together, and a traced step captures what Python decides.
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
# ## ● Exercise 1 · A step with a memory: `momentum_step`
#
# - **Write** one step of SGD with momentum in NumPy, as Keras takes it.
# - **Why** the velocity is what keeps a weight moving when its gradient is gone. You have to have it in
#   your hands once.
# - **Difficulty** ●○○ · **Minutes** 7


# %% solution="momentum_step"
def momentum_step(w, v, g, lr, momentum):
    """Take one step of SGD with momentum, as tf.keras.optimizers.SGD does (without Nesterov).

    Args:
        w: the weights: a float32 array of any shape; it is not changed.
        v: the velocity before the step, in the unit of w: of w's shape; it is not changed.
        g: the gradient: of w's shape; it is not changed.
        lr: the learning rate, a number.
        momentum: a number from 0 to 1.

    Returns:
        (new w, new v), both of w's shape. The velocity is what w moves by in this step.
    """
    ### BEGIN SOLUTION Return the weights after the step and the velocity after the step.
    new_v = momentum * v - lr * g
    return w + new_v, new_v
    ### END SOLUTION


# %% check="momentum_step" points=1
check = Check(
    "momentum_step", globals(), look="lesson 05, 'A step with a memory', and the hints below."
)
w = np.array([1.0, 2.0], np.float32)
v = np.array([0.5, -1.0], np.float32)
g = np.array([2.0, 4.0], np.float32)
kept = [w.copy(), v.copy(), g.copy()]
words = "momentum_step([1, 2], [0.5, -1], [2, 4], lr=0.1, momentum=0.5)"
pair = check.call(w, v, g, 0.1, 0.5, shown=words).value
check.require(
    all(np.array_equal(now, then) for now, then in zip((w, v, g), kept, strict=True)),
    f"{words} changed an array that it was given.",
    "my-input-is-mine",
)
holds = isinstance(pair, tuple | list) or (isinstance(pair, np.ndarray) and pair.ndim > 0)
check.require(
    holds and len(pair) == 2,
    f"{words} is {type(pair).__name__}; it must be a pair, (new w, new v).",
)
check.that(pair[0], f"The new w of {words}").close(
    [1.05, 1.1],
    rtol=1e-5,
    beliefs={
        "the-pair-has-no-order": [0.05, -0.9],
        "the-step-goes-uphill": [1.45, 1.9],
        "the-velocity-is-subtracted": [0.95, 2.9],
        "the-velocity-collects-gradients": [0.775, 1.65],
        "the-velocity-is-an-average": [0.875, 1.85],
        "nesterov-is-momentum": [0.825, 1.15],
        "the-old-velocity-moves": [1.5, 1.0],
        "the-memory-is-only-kept": [0.8, 1.6],
        "the-rate-counts-twice": [1.005, 1.91],
    },
)
check.that(pair[1], f"The new v of {words}").close(
    [0.05, -0.9], rtol=1e-5, beliefs={"the-velocity-is-not-kept": [0.5, -1.0]}
)
check.passed()

# %% check="momentum_step" points=3 held_out=true
check = Check(
    "momentum_step",
    globals(),
    look="lesson 05, 'A step with a memory', and the hints of exercise 1.",
    held_out=True,
)
_rng = np.random.default_rng(5)


def _some(*shape):
    return np.asarray(_rng.normal(size=shape), np.float32)


def _keras_steps(w, v, gradients, lr, momentum):
    """States (w, v) before and after each step of Keras's SGD; v is None without momentum."""
    variable = tf.Variable(w)
    sgd = tf.keras.optimizers.SGD(lr, momentum=momentum)
    sgd.build([variable])
    if sgd.momentums:
        sgd.momentums[0].assign(v)
    states = []
    for gradient in [None, *gradients]:
        if gradient is not None:
            sgd.apply([tf.constant(gradient)], [variable])
        velocity = sgd.momentums[0].numpy() if sgd.momentums else None
        states.append((variable.numpy(), velocity))
    return states


def _others(w, v, g, lr, m):
    """What other rules give for the new w."""
    v1 = m * v - lr * g
    return {
        "the-pair-has-no-order": v1,
        "the-step-goes-uphill": w + m * v + lr * g,
        "the-velocity-is-subtracted": w - v1,
        "the-velocity-collects-gradients": w - lr * (m * v + g),
        "the-velocity-is-an-average": w - lr * (m * v + (1 - m) * g),
        "nesterov-is-momentum": w + m * v1 - lr * g,
        "the-old-velocity-moves": w + v,
        "the-memory-is-only-kept": w - lr * g,
        "the-rate-counts-twice": w + lr * v1,
    }


for _shape, _lr, _m, _start in [
    ((3,), 0.3, 0.9, "zero"),
    ((2, 3), 0.05, 0.4, "zero"),
    ((1,), 0.7, 0.8, "zero"),
    ((4,), 0.2, 0.0, "zero"),
    ((2, 2), 0.15, 0.7, "not zero"),
    ((2, 3), 0.25, 0.6, "zero"),  # as above: nothing is remembered from there
    ((3,), 0.1, 0.5, "not zero"),
]:
    _gradients = [_some(*_shape) for _ in range(3)]
    _old_v = np.zeros(_shape, np.float32) if _start == "zero" else _some(*_shape)
    _states = _keras_steps(_some(*_shape), _old_v, _gradients, _lr, _m)
    for _number, _g in enumerate(_gradients):
        _w = np.array(_states[_number][0])
        _v = np.array(_old_v)
        _want_w, _want_v = _states[_number + 1]
        _kept = [_w.copy(), _v.copy(), _g.copy()]
        _words = (
            f"momentum_step, step {_number + 1} from a v that is {_start}, shape {_shape}, "
            f"lr={_lr}, momentum={_m},"
        )
        _pair = check.call(_w, _v, _g, _lr, _m, shown=_words).value
        check.require(
            all(np.array_equal(now, then) for now, then in zip((_w, _v, _g), _kept, strict=True)),
            f"{_words} changed an array that it was given.",
            "my-input-is-mine",
        )
        _holds = isinstance(_pair, tuple | list) or (
            isinstance(_pair, np.ndarray) and _pair.ndim > 0
        )
        check.require(
            _holds and len(_pair) == 2,
            f"{_words} gave {type(_pair).__name__}; it must be a pair, (new w, new v).",
        )
        _beliefs = _others(_w, _v, _g, _lr, _m) if np.any(_v) else {}
        check.that(_pair[0], f"The new w of {_words}").close(
            _want_w, rtol=1e-5, atol=1e-6, beliefs=_beliefs
        )
        if _want_v is not None:
            _beliefs = {"the-velocity-is-not-kept": _v} if np.any(_v) else {}
            check.that(_pair[1], f"The new v of {_words}").close(
                _want_v, rtol=1e-5, atol=1e-6, beliefs=_beliefs
            )
            _old_v = _want_v
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# The weight moves by the velocity. How much of the old velocity is still in the new one, and what does the
# gradient add to it?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Work out the new velocity first, with the learning rate in it. Then the new weight is the old one plus
# that. Make new arrays: `v *= momentum` would change the caller's.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# The two lines of the lesson: v ← momentum · v − learning rate · g, then w ← w + v. Return both, w first.
#
# </details>

# %% [markdown]
# ## ● Exercise 2 · How far does it coast: `drift_after_zero_grads`
#
# - **Write** an experiment that measures how far a warm weight moves when its gradient is zero.
# - **Why** "its gradient is zero, so it is frozen" is a belief that you can test for every optimizer there is.
# - **Difficulty** ●○○ · **Minutes** 8


# %% solution="drift_after_zero_grads"
def drift_after_zero_grads(opt, n):
    """Measure how far a warm weight moves during n steps with a gradient of zero.

    A new scalar float32 weight starts at 1. It takes five steps with gradient 1, to get warm, then n
    steps with gradient 0, all with the same optimizer.

    Args:
        opt: any Keras optimizer, new: it has not been built and has taken no step.
        n: how many steps with gradient 0, a number >= 0.

    Returns:
        A float >= 0: the distance between where the weight is before those n steps and after them.
    """
    ### BEGIN SOLUTION Take five steps with gradient 1 and n with gradient 0; return the distance of the n.
    weight = tf.Variable(1.0)
    for _ in range(5):
        opt.apply([tf.ones(())], [weight])
    before = float(weight)
    for _ in range(n):
        opt.apply([tf.zeros(())], [weight])
    return abs(float(weight) - before)
    ### END SOLUTION


# %% check="drift_after_zero_grads" points=1
check = Check(
    "drift_after_zero_grads",
    globals(),
    look="lesson 05, 'None and zero', and the hints below. (Was the variable kept, and not its number? "
    "Then it went on changing: keep float(w).)",
)
check.call(
    tf.keras.optimizers.SGD(0.1, momentum=0.9, weight_decay=0.1),
    2,
    shown="drift_after_zero_grads(SGD(0.1, momentum=0.9, weight_decay=0.1), 2)",
).close(
    0.6897109,
    rtol=1e-4,
    beliefs={
        "a-zero-moves-nothing": 0.0,
        "a-distance-has-a-sign": -0.6897109,
        "the-drift-starts-at-one": 2.0347154,
        "one-step-fewer": 0.3651090,
        "a-new-optimizer-remembers": 0.0068656,
        "any-start-will-do": 0.6707862,
    },
)
check.call(tf.keras.optimizers.SGD(0.1), 20, shown="drift_after_zero_grads(SGD(0.1), 20)").close(
    0.0, atol=1e-6, beliefs={"the-drift-starts-at-one": 0.5}
)
check.passed()

# %% check="drift_after_zero_grads" points=3 held_out=true
check = Check(
    "drift_after_zero_grads",
    globals(),
    look="lesson 05, 'None and zero', and the hints of exercise 2. (Was the variable kept, and not its "
    "number? Then it went on changing: keep float(w).)",
    held_out=True,
)
_new = tf.keras.optimizers


def _places(make, n, start=1.0, warm=1.0, renew=False):
    """Where the weight is before the n steps with gradient 0, and after them."""
    opt, weight = make(), tf.Variable(start)
    for step in range(5 + n):
        if step == 5:
            before = float(weight)
            opt = make() if renew else opt
        opt.apply([tf.constant(warm if step < 5 else 0.0)], [weight])
    return (before if n else float(weight)), float(weight)


for _words, _make, _n in [
    ("SGD(0.2)", lambda: _new.SGD(0.2), 7),
    ("SGD(0.05, momentum=0.8)", lambda: _new.SGD(0.05, momentum=0.8), 4),
    ("SGD with Nesterov", lambda: _new.SGD(0.1, momentum=0.7, nesterov=True), 6),
    ("SGD(0.1, weight_decay=0.3)", lambda: _new.SGD(0.1, weight_decay=0.3), 5),
    ("Adam(0.05)", lambda: _new.Adam(0.05), 12),
    ("AdamW(0.02, weight_decay=0.4)", lambda: _new.AdamW(0.02, weight_decay=0.4), 9),
    ("RMSprop(0.01, momentum=0.5)", lambda: _new.RMSprop(0.01, momentum=0.5), 3),
    ("Adagrad(0.3)", lambda: _new.Adagrad(0.3), 5),
    ("Lion(0.03)", lambda: _new.Lion(0.03), 8),
    (
        "momentum clipped to 0.25",
        lambda: _new.SGD(0.1, momentum=0.9, global_clipnorm=0.25),
        5,
    ),
    (
        "Adam with a schedule",
        lambda: _new.Adam(_new.schedules.ExponentialDecay(0.1, 3, 0.5)),
        6,
    ),
    ("Adam(0.1), no step", lambda: _new.Adam(0.1), 0),
]:
    _before, _after = _places(_make, _n)
    _beliefs = {"a-zero-moves-nothing": 0.0}
    if _n:
        _cold, _cold_after = _places(_make, _n, renew=True)
        _unwarmed = _places(_make, _n, warm=0.0)
        _from_zero = _places(_make, _n, start=0.0)
        _ends = [_places(_make, _n + more)[1] for more in (-1, 1)]
        _beliefs |= {
            "a-distance-has-a-sign": _after - _before,
            "the-drift-starts-at-one": abs(_after - 1),
            "a-new-optimizer-remembers": abs(_cold_after - _cold),
            "one-step-fewer": abs(_ends[0] - _before),
            "one-step-more": abs(_ends[1] - _before),
            "any-start-will-do": abs(_from_zero[1] - _from_zero[0]),
            "a-weight-is-born-warm": abs(_unwarmed[1] - _unwarmed[0]),
        }
    check.call(_make(), _n, shown=f"drift_after_zero_grads for {_words}, n = {_n},").close(
        abs(_after - _before), rtol=1e-4, atol=2e-6, beliefs=_beliefs
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Which steps count in the answer, and where was the weight when the first of them began?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# `apply` takes a list of gradients and a list of variables, and a gradient may be made up. Use one
# variable and the one `opt` for all steps.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Make a `tf.Variable(1.0)`. Call `apply` five times with a tensor 1.0 in the list. Note where the weight
# is, as a number, since the variable goes on changing. Call it `n` times with a tensor 0.0, not with `None`. Return the `abs` of the difference, as a float.
#
# </details>

# %% [markdown]
# ## ● Exercise 3 · One norm for all: `clip_none`
#
# - **Write** clipping by global norm for a list in which some gradients are `None`.
# - **Why** as soon as a part of a model is cut off, `None` stands among the gradients, and it must still stand
#   there afterwards: it is what keeps the weight still.
# - **Difficulty** ●●○ · **Minutes** 10


# %% solution="clip_none"
def clip_none(grads, c):
    """Clip gradients by their global norm.

    Args:
        grads: a list or tuple of float32 gradients: tensors, `tf.IndexedSlices` (how an embedding reports
            the gradient of the rows it used) and None, in any order and number; all may be None, and all
            may be zero. It is not changed.
        c: the largest global norm that is left as it is, above 0: a number or a scalar tensor.

    Returns:
        A list or tuple of the same length, with None where grads has None. If the norm over all
        gradients together, sqrt(sum of all squares), is larger than c, each is multiplied by
        c / norm; if not, each has the value it had. `IndexedSlices` may come back dense.
    """
    ### BEGIN SOLUTION Return the gradients, shortened together to the global norm c if they are longer.
    clipped, _ = tf.clip_by_global_norm(list(grads), c)
    return clipped
    ### END SOLUTION


# %% check="clip_none" points=1
check = Check(
    "clip_none", globals(), look="lesson 05, 'Clipping: one norm for all', and the hints."
)
grads = [tf.constant([2.0, 3.0]), None, tf.constant([6.0])]
words = "clip_none([[2, 3], None, [6]], 3.5)"
clipped = check.call(grads, 3.5, shown=words).value
check.require(
    isinstance(clipped, list | tuple), f"{words} is no list, but {type(clipped).__name__}."
)
check.require(
    len(clipped) == 3,
    f"{words} has {len(clipped)} entries; it must have 3.",
    "none-can-be-left-out" if len(clipped) == 2 else None,
)
check.require(
    clipped[1] is None,
    f"{words}[1] is not None any more.",
    "none-is-a-zero" if tf.is_tensor(clipped[1]) and not np.any(clipped[1]) else None,
)
check.that(clipped[0], f"{words}[0]").close(
    [1.0, 1.5],
    beliefs={
        "each-has-its-own-norm": [1.941452, 2.912178],
        "the-norm-has-no-root": [1 / 7, 3 / 14],
    },
)
check.that(clipped[2], f"{words}[2]").close([3.0])
check.passed()

# %% check="clip_none" points=3 held_out=true
check = Check(
    "clip_none",
    globals(),
    look="lesson 05, 'Clipping: one norm for all', and the hints of exercise 3.",
    held_out=True,
)
_rng = np.random.default_rng(15)


def _tensor(*shape, scale=1.0):
    return tf.constant(scale * _rng.normal(size=shape), tf.float32)


def _rows(*rows, scale=1.0):
    """Some rows of a table of six rows with two columns."""
    values = _tensor(len(rows), 2, scale=scale)
    return tf.IndexedSlices(values, tf.constant(rows, tf.int64), tf.constant([6, 2], tf.int64))


def _norm_of(arrays, root=True):
    total = sum(float(np.sum(np.square(a, dtype=np.float64))) for a in arrays)
    return total**0.5 if root else total


def _beliefs_of(arrays, a, c, grads):
    """What other rules make of the array a."""
    if not np.any(a):
        return {}
    rows = [isinstance(g, tf.IndexedSlices) for g in grads]
    lengths = {
        "each-has-its-own-norm": _norm_of([a]),
        "the-norm-has-no-root": _norm_of(arrays, root=False),
        "a-norm-is-a-sum": sum(float(np.sum(np.abs(x))) for x in arrays),
        "norms-add-up": sum(_norm_of([x]) for x in arrays),
        "rows-do-not-count": _norm_of([x for x, r in zip(arrays, rows, strict=True) if not r]),
    }
    made = {name: a * min(1.0, c / length) if length else a for name, length in lengths.items()}
    return made | {
        "clipping-always-scales": a * (c / _norm_of(arrays)),
        "clipping-cuts-entries": np.clip(a, -c, c),
    }


_cases = [
    ("three tensors and None, too long", [_tensor(3), None, _tensor(2, 2), _tensor()], 0.7),
    ("two tensors and None, short enough", [None, _tensor(2), _tensor(1, 3)], 50.0),
    ("each one short enough, together too long", [tf.constant([0.9]), tf.constant([0.9])], 1.0),
    ("one tensor as long as c", [tf.constant([0.0, 3.0, 4.0])], 5.0),
    ("a tuple, c a tensor", (_tensor(4), None), tf.constant(0.3)),
    ("a whole number for c", [_tensor(5, scale=9.0), _tensor(2, scale=7.0)], 3),
    ("None alone", [None], 1.5),
    ("None three times", [None, None, None], tf.constant(2.0)),
    ("all zero", [tf.zeros(2), tf.zeros((2, 3))], 0.4),
    ("all zero or None", [None, tf.zeros(2), None, tf.zeros(())], tf.constant(0.6)),
    ("rows and a tensor, too long", [_rows(4, 1), _tensor(3), None], 0.8),
    ("rows first, short enough", [None, _rows(0, 5, 2), _tensor(2)], 25.0),
    ("rows alone, too long", [_rows(3, scale=4.0)], tf.constant(1.25)),
]
for _words, _grads, _c in _cases:
    _kept = list(_grads)
    _dense = [None if g is None else tf.convert_to_tensor(g).numpy() for g in _grads]
    _arrays = [a for a in _dense if a is not None]
    _shown = f"clip_none for {_words}, c = {float(_c):g},"
    _clipped = check.call(_grads, _c, shown=_shown).value
    check.require(
        len(_grads) == len(_kept) and all(a is b for a, b in zip(_grads, _kept, strict=True)),
        f"{_shown} changed the list that it was given.",
        "my-input-is-mine",
    )
    check.require(
        isinstance(_clipped, list | tuple), f"{_shown} is no list, but {type(_clipped).__name__}."
    )
    _left = len(_clipped) == len(_arrays) != len(_kept)
    check.require(
        len(_clipped) == len(_kept),
        f"{_shown} has {len(_clipped)} entries; it must have {len(_kept)}.",
        "none-can-be-left-out" if _left else None,
    )
    _factor = min(1.0, float(_c) / _norm_of(_arrays)) if _norm_of(_arrays) else 1.0
    for _place, (_old, _now) in enumerate(zip(_dense, _clipped, strict=True)):
        _entry = f"Entry {_place} of {_shown}"
        if _old is None:
            _zero = tf.is_tensor(_now) and not np.any(np.asarray(_now))
            check.require(
                _now is None,
                f"{_entry} was None and is None no more.",
                "none-is-a-zero" if _zero else None,
            )
            continue
        if _now is not None and not np.any(_old):
            check.require(
                not np.any(np.isnan(check.that(_now, _entry).array({}))),
                f"{_entry} was zero and is NaN now.",
                "a-norm-is-never-zero",
            )
        check.that(_now, _entry).close(
            _old * _factor,
            atol=1e-7,
            beliefs=_beliefs_of(_arrays, _old, float(_c), [g for g in _grads if g is not None]),
        )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# How many norms are there for a list of ten gradients? And what is the norm of a list of `None`?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# `tf.linalg.global_norm` leaves `None` out and takes `IndexedSlices`. Mind the division when the norm is
# zero. Or read what else lesson 05 used.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# TensorFlow's own function for this returns two things: the clipped list, with `None` where it was, and the
# norm. It takes a list and c. By hand: the factor is the smaller one of 1 and c / norm, and each gradient that
# is not `None` is multiplied by it.
#
# </details>

# %% [markdown]
# ## ○ Exercise 4 · Traced, or read each time: `answers`
#
# - **Write** for each traced step what its second call does with the thing that was changed.
# - **Why** a flag that is never read again is the quietest way to train a frozen layer.
# - **Difficulty** ●●○ · **Minutes** 10
#
# Each `step` is a `tf.function`. It is called once with the tensor `x = [1.0]`; then one thing is changed; then
# it is called again. Answer with one of four words:
#
# - `"read"`: the second call sees the new value, without a new trace;
# - `"captured"`: the second call still uses the old value;
# - `"retraced"`: the second call makes a new trace, and that sees the new value;
# - `"refused"`: the call raises an error.
#
# | answer | the step | the change |
# |---|---|---|
# | a | returns `scale * x`, where `scale = tf.Variable(2.0)` is outside | `scale.assign(5.0)` |
# | b | returns `scale * x`, where `scale = 2.0` is outside | `scale = 5.0` |
# | c | returns `scale * x`; called as `step(x, 2.0)` | called as `step(x, 5.0)` |
# | d | returns `scale * x`; called as `step(x, tf.constant(2.0))` | called as `step(x, tf.constant(5.0))` |
# | e | applies x as gradient of w, with `opt = SGD(0.1)`, built outside | `opt.learning_rate = 0.5` |
# | f | the same, with `opt = SGD(0.1, global_clipnorm=0.5)` | `opt.global_clipnorm = 0.1` |
# | g | applies x as gradient of each variable in `chosen = [u]`, a list outside | `chosen.append(w)` |
# | h | applies a gradient of ones to all `layer.trainable_variables` | `layer.trainable = False` |
# | i | makes `scale = tf.Variable(2.0)` in its own body and returns `scale * x` | nothing: the first call counts |
# | j | `if double: x = 2 * x`, where `double = False` is outside; returns x | `double = True`, and x is `[1.0, 1.0]` now |

# %% solution="predictions"
answers = {
    ### BEGIN ANSWERS Replace each ... by your prediction, before you run anything.
    "a": "read",
    "b": "captured",
    "c": "retraced",  # a Python argument
    "d": "read",
    "e": "read",  # Keras keeps it in a variable
    "f": "captured",
    "g": "captured",
    "h": "captured",
    "i": "refused",
    "j": "retraced",  # for the new shape, and then the flag is seen
    ### END ANSWERS
}

# %% check="predictions" points=1
check = Check("answers", globals(), look="lesson 05, 'The traced step', and the hints below.")
words = ("read", "captured", "retraced", "refused")
given = check.predictions("abcdefghij", words=words)
no_word = [key for key, word in given.items() if word not in words]
check.require(not no_word, f"answer {no_word[:1]} is none of the words {', '.join(words)}.")
check.passed()

# %% check="predictions" points=3 held_out=true
check = Check(
    "answers",
    globals(),
    look="lesson 05, 'The traced step' and what follows it, and the hints of exercise 4.",
    held_out=True,
)
_x = tf.constant([1.0])
_here = {"scale": 2.0, "double": False}


def _word(step, old, new, change=None, first=(_x,), second=(_x,)):
    """What the second call of a traced step does, once `change` was called."""
    try:
        before = np.asarray(step(*first))
        traces = step.experimental_get_tracing_count()
        if change is not None:
            change()
        after = np.asarray(step(*second))
    except ValueError:
        return "refused"
    assert np.allclose(before, old, rtol=1e-5)
    if np.allclose(after, old, rtol=1e-5) and np.shape(after) == np.shape(old):
        return "captured"
    assert np.allclose(after, new, rtol=1e-5)
    return "read" if step.experimental_get_tracing_count() == traces else "retraced"


def _moves(apply, variable):
    """A traced step that returns how far it moved the variable."""

    @tf.function(autograph=False)
    def step(x):
        before = tf.identity(variable)
        apply(x)
        return variable - before

    return step


_scale = tf.Variable(2.0)
_w, _u = tf.Variable([1.0]), tf.Variable([1.0])
_plain = tf.keras.optimizers.SGD(0.1)
_clipping = tf.keras.optimizers.SGD(0.1, global_clipnorm=0.5)
_two = tf.keras.optimizers.SGD(0.1)
_layers = tf.keras.optimizers.SGD(0.1)
_chosen = [_u]
_layer = tf.keras.layers.Dense(1, use_bias=False)
_layer.build((None, 1))
_plain.build([_w])
_clipping.build([_w])
_two.build([_w, _u])
_layers.build(_layer.trainable_variables)


def _apply_to_layer(x):
    variables = _layer.trainable_variables
    _layers.apply([tf.ones_like(v) for v in variables], variables)


@tf.function(autograph=False)
def _makes_a_variable(x):
    return tf.Variable(2.0) * x


@tf.function(autograph=False)
def _doubles(x):
    if _here["double"]:
        x = 2 * x
    return x


_words = {
    "a": _word(
        tf.function(lambda x: _scale * x, autograph=False), [2], [5], lambda: _scale.assign(5.0)
    ),
    "b": _word(
        tf.function(lambda x: _here["scale"] * x, autograph=False),
        [2],
        [5],
        lambda: _here.update(scale=5.0),
    ),
    "c": _word(
        tf.function(lambda x, s: s * x, autograph=False),
        [2],
        [5],
        first=(_x, 2.0),
        second=(_x, 5.0),
    ),
    "d": _word(
        tf.function(lambda x, s: s * x, autograph=False),
        [2],
        [5],
        first=(_x, tf.constant(2.0)),
        second=(_x, tf.constant(5.0)),
    ),
    "e": _word(
        _moves(lambda x: _plain.apply([x], [_w]), _w),
        [-0.1],
        [-0.5],
        lambda: setattr(_plain, "learning_rate", 0.5),
    ),
    "f": _word(
        _moves(lambda x: _clipping.apply([x], [_w]), _w),
        [-0.05],
        [-0.01],
        lambda: setattr(_clipping, "global_clipnorm", 0.1),
    ),
    "g": _word(
        _moves(lambda x: _two.apply([x] * len(_chosen), _chosen), _w),
        [0.0],
        [-0.1],
        lambda: _chosen.append(_w),
    ),
    "h": _word(
        _moves(_apply_to_layer, _layer.kernel),
        [[-0.1]],
        [[0.0]],
        lambda: setattr(_layer, "trainable", False),
    ),
    "i": _word(_makes_a_variable, [2], [2]),
    "j": _word(
        _doubles, [1], [2, 2], lambda: _here.update(double=True), second=(tf.constant([1.0, 1.0]),)
    ),
}
_given = check.predictions("abcdefghij", words=("read", "captured", "retraced", "refused"))
_beliefs = {
    "a": {"a-trace-captures-everything": "captured", "a-new-value-is-a-new-trace": "retraced"},
    "b": {"python-runs-each-time": "read", "a-new-value-is-a-new-trace": "retraced"},
    "c": {"an-argument-is-a-tensor": "read", "a-trace-captures-everything": "captured"},
    "d": {"a-trace-captures-everything": "captured", "a-new-value-is-a-new-trace": "retraced"},
    "e": {"a-trace-captures-everything": "captured", "a-new-value-is-a-new-trace": "retraced"},
    "f": {"settings-are-variables": "read", "a-new-value-is-a-new-trace": "retraced"},
    "g": {"python-runs-each-time": "read", "a-new-value-is-a-new-trace": "retraced"},
    "h": {"a-flag-works-at-once": "read", "a-new-value-is-a-new-trace": "retraced"},
    "i": {"variables-can-be-made-inside": _given["i"]}
    if _given["i"] in ("read", "captured")
    else {},
    "j": {"a-trace-captures-everything": "captured", "python-runs-each-time": "read"},
}
check.compare_predictions(
    _given, {key: Outcome(word, _beliefs[key]) for key, word in _words.items()}
)
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Who decides it: Python, which runs at the trace only, or the graph, which runs each time?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Tensors that are handed in and variables belong to the graph. Numbers, flags and lists belong to Python. A
# new Python *argument* and a new shape make a new trace, and a trace sees the world as it is.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Look each one up in the table at the end of the lesson. For f: is `global_clipnorm` a variable, as the
# learning rate is, or a Python number? For j: which of the two changes makes the new trace?
#
# </details>
