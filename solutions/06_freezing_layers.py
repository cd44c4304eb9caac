# %% [markdown]
# # 06 · Exercises: freezing layers
#
# Four exercises: about 30 minutes for the three marked ●, about 12 more for the one marked ○. They use what
# lesson 06 showed: a cut freezes what lies upstream of it, a list freezes what it leaves out, a flag freezes
# what it names, and what did not move is proven by comparing bits.
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
import tempfile
from pathlib import Path

import numpy as np
import tensorflow as tf

# %% [markdown]
# ## ● Exercise 1 · What has changed: `changed_vars`
#
# - **Write** a function that names the arrays that changed, if only by one bit.
# - **Why** "frozen" is a claim about bits. You will use this proof for the rest of the course.
# - **Difficulty** ●○○ · **Minutes** 7


# %% solution="changed_vars"
def changed_vars(before, after, names):
    """Name the arrays of which a bit has changed.

    Args:
        before: a list of float32 arrays, of any shapes; it is not changed.
        after: the arrays afterwards: the same number, shapes and order; it is not changed.
        names: a list of names, one for each array; a name may stand there several times; it is not
            changed.

    Returns:
        The set of names of all arrays that are not the same bit for bit. -0.0 and 0.0 differ;
        a NaN that stayed where it was is unchanged. Where a name is repeated, it is in the set
        if any of its arrays changed.
    """
    ### BEGIN SOLUTION Return the set of names of the arrays that are not the same bit for bit.
    changed = set()
    for old, new, name in zip(before, after, names, strict=True):
        if np.asarray(old).tobytes() != np.asarray(new).tobytes():
            changed.add(name)
    return changed
    ### END SOLUTION


# %% check="changed_vars" points=1
check = Check(
    "changed_vars", globals(), look="lesson 06, 'Three ways, side by side', and the hints."
)
before = [np.array([1.0, 2.0], np.float32), np.array([[3.0]], np.float32)]
after = [before[0], np.array([[3.5]], np.float32)]
words = "changed_vars for [1, 2] as before, called 'a', and [[3]] now [[3.5]], called 'b',"
named = check.call(before, after, ["a", "b"], shown=words).value
check.require(isinstance(named, set | frozenset), f"{words} is a {type(named).__name__}, no set.")
check.require(named == {"b"}, f"{words} gave {sorted(named, key=str)}; it should be ['b'].")
check.passed()

# %% check="changed_vars" points=3 held_out=true
check = Check(
    "changed_vars",
    globals(),
    look="lesson 06, 'Three ways, side by side', and the hints of exercise 1.",
    held_out=True,
)
_rng = np.random.default_rng(60)


def _some(*shape):
    return np.asarray(_rng.normal(size=shape), np.float32)


def _with(array, place, value):
    array = np.array(array)
    array[place] = value
    return array


_a, _b, _c = _some(3), _some(2, 2), _some(4)
_nan, _zero = _with(_c, 1, np.nan), _with(_c, 2, 0.0)
_nan2 = _nan.copy()
_nan2.view(np.uint32)[1] ^= 1
_one = np.nextafter(_a, np.float32(9), dtype=np.float32)
_turned = _c[::-1].copy()
for _words, _before, _after, _names, _want, _belief in [
    ("all changed", [_a, _b], [_a + 1, _b - 1], ["x", "y"], {"x", "y"}, None),
    ("one entry changed", [_a, _b], [_a, _with(_b, (1, 0), 7)], ["x", "y"], {"y"}, None),
    (
        "nothing changed",
        [_a, _b],
        [_a.copy(), _b.copy()],
        ["x", "y"],
        set(),
        "a-new-array-is-a-change",
    ),
    ("each entry by one bit", [_a, _b], [_one, _b.copy()], ["x", "y"], {"x"}, "close-is-unchanged"),
    (
        "a tiny number by one bit",
        [np.array([1e-38], np.float32)],
        [np.nextafter(np.array([1e-38], np.float32), np.float32(1), dtype=np.float32)],
        ["tiny"],
        {"tiny"},
        "close-is-unchanged",
    ),
    (
        "two entries exchanged",
        [_c, _a],
        [_turned, _a.copy()],
        ["x", "y"],
        {"x"},
        "one-number-is-enough",
    ),
    (
        "0.0 now -0.0",
        [_zero, _a],
        [_with(_zero, 2, -0.0), _a.copy()],
        ["x", "y"],
        {"x"},
        "equal-numbers-are-equal-bits",
    ),
    (
        "a NaN that stayed",
        [_nan, _a],
        [_nan.copy(), _a.copy()],
        ["x", "y"],
        set(),
        "a-nan-is-always-new",
    ),
    ("a change beside a NaN", [_nan], [_with(_nan, 3, 5.0)], ["x"], {"x"}, "a-nan-hides-nothing"),
    ("a number now NaN", [_c, _a], [_nan, _a.copy()], ["x", "y"], {"x"}, "a-nan-hides-nothing"),
    ("a NaN now a NaN of other bits", [_nan, _a], [_nan2, _a.copy()], ["x", "y"], {"x"}, None),
    (
        "a repeated name, the first changed",
        [_a, _b, _c],
        [_a + 1, _b, _c.copy()],
        ["k", "z", "k"],
        {"k"},
        "names-tell-arrays-apart",
    ),
    (
        "a repeated name, the last changed",
        [_a, _b, _c],
        [_a.copy(), _b, _c * 2],
        ["k", "z", "k"],
        {"k"},
        "names-tell-arrays-apart",
    ),
    (
        "a repeated name, its arrays exchanged",
        [_a, _b, _a + 2],
        [_a + 2, _b, _a.copy()],
        ["k", "z", "k"],
        {"k"},
        "names-tell-arrays-apart",
    ),
    ("no array at all", [], [], [], set(), None),
    ("an empty array", [_some(0, 3), _a], [_some(0, 3), _a + 1], ["e", "x"], {"x"}, None),
]:
    _given = _before, _after, _names
    _held = [list(_list) for _list in _given]
    _kept = [[array.tobytes() for array in arrays] for arrays in _held[:2]]
    _shown = f"changed_vars for {_words}, names {_names},"
    _named = check.call(_before, _after, _names, shown=_shown).value
    check.require(
        [[id(entry) for entry in _list] for _list in _given]
        == [[id(entry) for entry in _list] for _list in _held],
        f"{_shown} changed a list that it was given.",
        "my-input-is-mine",
    )
    check.require(
        [[array.tobytes() for array in arrays] for arrays in _held[:2]] == _kept,
        f"{_shown} changed an array that it was given.",
        "my-input-is-mine",
    )
    check.require(
        isinstance(_named, set | frozenset), f"{_shown} is a {type(_named).__name__}, no set."
    )
    check.require(
        _named == _want,
        f"{_shown} gave {sorted(_named, key=str)}; it should be {sorted(_want)}.",
        _belief if bool(_named) is not bool(_want) else None,
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Is 0.0 == -0.0? Is NaN == NaN? Are those the answers that you want?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Compare bits, not numbers. The lesson's function `bits` shows a method of arrays that gives them. And
# collect names in a set, not in a dictionary.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Walk over the three lists together. If `tobytes()` of the old array is not `tobytes()` of the new one, add
# the name to the set.
#
# </details>

# %% [markdown]
# ## ● Exercise 2 · Train the head alone: `head_step`
#
# - **Write** one training step that moves the head as it should, and nothing of the base.
# - **Why** it is what the popular recipe is for. Your step has to keep its promise with every optimizer, warm or new.
# - **Difficulty** ●●○ · **Minutes** 12


# %% solution="head_step"
def head_step(base, head, x, y, opt):
    """Take one training step of the head on the features of a frozen base.

    The prediction is head(base(x)); the loss is the mean of (prediction - y)^2. The head runs with
    training=True, the base with training=False.

    Args:
        base: a built Keras model. Its flags may be set in any way; they are left as they were.
        head: a built Keras model.
        x: the inputs, a float32 tensor; one row an example.
        y: the targets, a float32 tensor of the prediction's shape.
        opt: any Keras optimizer without averaging of weights. It is built on all variables of base
            and head that a flag can make trainable, or it is not built yet.

    Returns:
        The loss before the update, a scalar. The head's trainable variables have moved as
        opt.apply moves them when it is handed nothing else; no weight and no moving statistic
        of the base has changed by a bit, and the optimizer's slots for the base are as they were.
    """
    ### BEGIN SOLUTION Move the head by one step on the base's features; return the loss before it.
    features = base(x, training=False)
    variables = head.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(features, training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, variables), variables)
    return loss
    ### END SOLUTION


# %% check="head_step" points=1
check = Check("head_step", globals(), look="lesson 06, 'Three ways, side by side', and the hints.")
base = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1, use_bias=False)])
head = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1, use_bias=False)])
weights = [base.layers[0].kernel, head.layers[0].kernel]
opt = tf.keras.optimizers.SGD(0.01, momentum=0.9)
opt.apply([tf.ones((1, 1)), tf.ones((1, 1))], weights)  # now it is warm
weights[0].assign([[2.0]])
weights[1].assign([[1.0]])
words = "head_step with a base of weight 2, a head of weight 1, x = 1, y = 0"
loss = check.call(base, head, tf.ones((1, 1)), tf.zeros((1, 1)), opt, shown=words)
check.that(weights[0].numpy(), "The base's weight after the step").bitwise(
    np.array([[2.0]], np.float32),
    beliefs={"a-zero-moves-nothing": [[1.991]], "everything-trains": [[1.951]]},
)
loss.close(4.0, beliefs={"the-loss-comes-afterwards": 3.319684})
check.that(weights[1].numpy(), "The head's weight after the step").close(
    [[0.911]], rtol=1e-5, beliefs={"a-new-optimizer-remembers": [[0.92]]}
)
check.require(
    base.trainable and base.layers[0].trainable,
    "The base's flag was True before the step and is False after it.",
    "flags-are-mine-to-set",
)
check.passed()

# %% check="head_step" points=3 held_out=true
check = Check(
    "head_step",
    globals(),
    look="lesson 06, 'Three ways, side by side', and the hints of exercise 2.",
    held_out=True,
)
_keras, _layers, _new = tf.keras, tf.keras.layers, tf.keras.optimizers


def _sequential(*inside, name=None):
    return _keras.Sequential(list(inside), name=name)


def _plain():
    base = _sequential(_keras.Input((3,)), _layers.Dense(5, "tanh"), _layers.Dense(4))
    return base, _sequential(_keras.Input((4,)), _layers.Dense(3, "tanh"), _layers.Dense(2))


def _with_state():
    base = _sequential(
        _keras.Input((3,)),
        _layers.Dense(6, "tanh"),
        _layers.BatchNormalization(),
        _layers.Dropout(0.5),
        _layers.Dense(4),
    )
    head = _sequential(_keras.Input((4,)), _layers.BatchNormalization(), _layers.Dense(2))
    return base, head


def _nested():
    inner = _sequential(_keras.Input((5,)), _layers.BatchNormalization(), _layers.Dense(4, "tanh"))
    inputs = _keras.Input((3,))
    outputs = inner(_layers.Dense(5, "tanh")(inputs))
    base = _keras.Model(inputs, outputs)
    base.layers[1].trainable = False
    inner.layers[1].trainable = False
    inputs = _keras.Input((4,))
    head = _keras.Model(inputs, _layers.Dense(2)(_layers.Dense(3, "tanh")(inputs)))
    head.layers[1].trainable = False
    return base, head


def _same_names():
    base = _sequential(_keras.Input((3,)), _layers.Dense(4, name="head"), name="model")
    head = _sequential(_keras.Input((4,)), _layers.Dense(2, name="head"), name="model")
    return base, head


def _flagged():
    base, head = _with_state()
    base.trainable = False
    return base, head


_rng = np.random.default_rng(61)
_x = tf.constant(_rng.normal(size=(12, 3)), tf.float32)
_y = tf.constant(_rng.normal(size=(12, 2)), tf.float32)


def _train_all(base, head, opt, training=True, gradients_of_base=lambda g: g):
    """A step that trains base and head; what the frozen one must not be."""
    variables = _weights(base) + head.trainable_variables
    with tf.GradientTape() as tape:
        prediction = head(base(_x, training=training), training=True)
        loss = tf.reduce_mean((prediction - _y) ** 2)
    gradients = tape.gradient(loss, variables)
    count = len(_weights(base))
    opt.apply([*map(gradients_of_base, gradients[:count]), *gradients[count:]], variables)


def _weights(model):
    """All that a flag could make trainable, in order."""
    return [v for layer in _leaves(model) for v in layer.weights if "moving" not in v.name]


def _leaves(model):
    for layer in model.layers:
        yield from _leaves(layer) if hasattr(layer, "layers") else [layer]


def _flags(model):
    inside = [layer.trainable for layer in model._flatten_layers()]
    return inside + [bool(v.trainable) for v in model.variables]


def _bits(variables):
    return [np.asarray(v.value).tobytes() for v in variables]


def _close(some, others):
    pairs = zip(some, others, strict=True)
    return all(np.allclose(np.asarray(a), np.asarray(b), rtol=1e-4, atol=1e-6) for a, b in pairs)


def _set_up(make, make_opt, warm):
    """Base, head and optimizer: the same ones for the same arguments."""
    _keras.utils.set_random_seed(62)
    base, head = make()
    _keras.utils.set_random_seed(63)
    opt = make_opt()
    if warm:
        variables = _weights(base) + _weights(head)
        opt.build(variables)
        for seed in range(2):
            random = [tf.random.stateless_normal(v.shape, (seed, 64)) for v in variables]
            opt.apply(random, variables)
    return base, head, opt


def _reference(base, head, opt, base_in_training=False, head_in_training=True):
    features = base(_x, training=base_in_training)
    variables = head.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(features, training=head_in_training) - _y) ** 2)
    opt.apply(tape.gradient(loss, variables), variables)
    return loss


def _belief_of_head(head, start, steps):
    """The belief that gives exactly this head, or None."""

    def after(step):
        base, other, opt = start()
        for _ in range(steps):
            step(base, other, opt)
        return other.variables

    def with_new_optimizer(base, head, opt):
        _reference(base, head, type(opt).from_config(opt.get_config()))

    def then_undone(base, head, opt):
        kept = [v.numpy() for v in base.variables]
        _train_all(base, head, opt, training=False)
        for v, value in zip(base.variables, kept, strict=True):
            v.assign(value)

    others = {
        "undoing-is-leaving-out": then_undone,
        "a-new-optimizer-remembers": with_new_optimizer,
        "the-head-need-not-know": lambda *a: _reference(*a, head_in_training=False),
        "a-frozen-base-may-train": lambda *a: _reference(*a, base_in_training=True),
    }
    found = [name for name, step in others.items() if _close(after(step), head.variables)]
    return found[0] if len(found) == 1 else None


def _belief_of_base(base, start, steps, moved):
    """The belief that moves the base exactly so, or None."""
    if all("moving" in v.name or "seed" in v.name for v in moved):
        return "a-frozen-base-may-train"

    def after(**how):
        other, head, opt = start()
        for _ in range(steps):
            _train_all(other, head, opt, training=False, **how)
        return _weights(other)

    if _close(after(), _weights(base)):
        return "everything-trains"
    if _close(after(gradients_of_base=tf.zeros_like), _weights(base)):
        return "a-zero-moves-nothing"
    return None


def _slots_of_base(start):
    """The places in opt.variables of what moves when the base alone is trained."""
    base, _, opt = start()
    before = _bits(opt.variables)
    opt.apply([tf.ones_like(v) for v in _weights(base)], _weights(base))
    pairs = enumerate(zip(opt.variables, before, _bits(opt.variables), strict=True))
    return {i for i, (v, old, new) in pairs if old != new and v is not opt.iterations}


for _words, _make, _make_opt, _warm in [
    (
        "a warm optimizer with momentum and global clipping, a base with statistics",
        _with_state,
        lambda: _new.SGD(0.05, momentum=0.9, global_clipnorm=0.1),
        True,
    ),
    ("a warm AdamW", _plain, lambda: _new.AdamW(0.01, weight_decay=0.1), True),
    ("a new Adam, a nested base with mixed flags", _nested, lambda: _new.Adam(0.02), False),
    (
        "a warm Nesterov, layers of the same name",
        _same_names,
        lambda: _new.SGD(0.02, momentum=0.8, nesterov=True, weight_decay=0.01),
        True,
    ),
    ("a new SGD", _plain, lambda: _new.SGD(0.1), False),
    (
        "a warm RMSprop, a base whose flag is False",
        _flagged,
        lambda: _new.RMSprop(0.01, momentum=0.5),
        True,
    ),
    (
        "a warm Adam with a schedule, a nested base with mixed flags",
        _nested,
        lambda: _new.Adam(_new.schedules.ExponentialDecay(0.05, 2, 0.5), clipnorm=0.2),
        True,
    ),
    ("a new Lion, a base with statistics", _with_state, lambda: _new.Lion(0.01), False),
]:

    def _start(make=_make, make_opt=_make_opt, warm=_warm):
        return _set_up(make, make_opt, warm)

    _base, _head, _opt = _start()
    _base2, _head2, _opt2 = _start()
    _flags_before = _flags(_base), _flags(_head)
    _before = _bits(_base.variables)
    for _number in (1, 2):
        _shown = f"head_step for {_words}, step {_number},"
        _loss = check.call(_base, _head, _x, _y, _opt, shown=_shown)
        _want = _reference(_base2, _head2, _opt2)
        _moved = [
            v
            for v, old, new in zip(_base.variables, _before, _bits(_base.variables), strict=True)
            if old != new
        ]
        check.require(
            not _moved,
            f"{_shown} moved {len(_moved)} of the base's variables, such as "
            f"{_moved[0].name if _moved else ''}.",
            _belief_of_base(_base, _start, _number, _moved) if _moved else None,
        )
        check.require(
            (_flags(_base), _flags(_head)) == _flags_before,
            f"{_shown} left a `trainable` flag other than it was.",
            "flags-are-mine-to-set",
        )
        _right = _close(_head.variables, _head2.variables)
        check.require(
            _right,
            f"{_shown} did not take the head to where opt.apply on the head alone takes it.",
            None if _right else _belief_of_head(_head, _start, _number),
        )
        _loss.close(_want, rtol=1e-3, atol=1e-6)
        check.require(
            int(_opt.iterations) == int(_opt2.iterations),
            f"{_shown} left opt.iterations at {int(_opt.iterations)}; it should be "
            f"{int(_opt2.iterations)}.",
            "a-new-optimizer-remembers"
            if int(_opt2.iterations) - int(_opt.iterations) == _number
            else None,
        )
        if _warm:
            _pairs = list(zip(_opt.variables, _opt2.variables, strict=False))
            _off = {i for i, (one, other) in enumerate(_pairs) if not _close([one], [other])}
            _of_base = _off & _slots_of_base(_start) if _off else set()
            check.require(
                not _of_base,
                f"{_shown} moved slots that the optimizer keeps for the base.",
                "undoing-is-leaving-out",
            )
            check.require(
                not _off and len(_opt.variables) == len(_opt2.variables),
                f"{_shown} left the optimizer's state other than the reference leaves it.",
            )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Which variables does the optimizer have to know of in this step? And which of the two calls, base or head, does
# the tape have to see?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Leave the base out; do not hand in zeros, and do not move it and put it back. Run it with `training=False`, then its
# statistics rest. You need no flag for this.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Compute the features before the tape begins. Under the tape: the head on the features, and the loss. Ask for the
# gradients of the head's trainable variables, hand both lists to the `opt` that you were given, return the loss.
#
# </details>

# %% [markdown]
# ## ● Exercise 3 · The cut built in: `frozen_feature_model`
#
# - **Write** the popular recipe so that it works: a functional model with a stop between base and head.
# - **Why** a cut inside the model holds in every training loop, whoever writes it, and it must survive saving.
# - **Difficulty** ●●○ · **Minutes** 12


# %% solution="frozen_feature_model"
def frozen_feature_model(base, units):
    """Put a Dense layer on the flat output of a base, with a stop in between.

    Args:
        base: a built Sequential or functional Keras model with one input of shape (N, ...) and one output
            of shape (N, ...), known but for N. Its weights and flags are left as they are.
        units: the number of outputs of the Dense layer.

    Returns:
        A functional Keras model: Dense(units), without activation, on the flattened output of base
        itself (not of a copy). The gradient of each of base's weights is None, even when asked
        for. The model can be saved to a .keras file and loaded with Keras's safe mode on.
    """
    ### BEGIN SOLUTION Return the model: base, a stop, a flat view, Dense(units).
    inputs = tf.keras.Input(base.inputs[0].shape[1:])
    features = tf.keras.ops.stop_gradient(base(inputs))
    flat = tf.keras.layers.Flatten()(features)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(units)(flat))
    ### END SOLUTION


# %% check="frozen_feature_model" points=1
check = Check(
    "frozen_feature_model",
    globals(),
    look="lesson 06, 'Three ways to write the cut', and the hints below.",
)
base = tf.keras.Sequential(
    [tf.keras.Input((4, 4, 1)), tf.keras.layers.Conv2D(2, 3, activation="tanh", name="small")]
)
words = "frozen_feature_model(base, 3) for a base with output (None, 2, 2, 2)"
model = check.call(base, 3, shown=words).value
check.require(isinstance(model, tf.keras.Model), f"{words} is {type(model).__name__}, no model.")
place = tf.keras.Input((1,))
check.require(
    isinstance(model, type(tf.keras.Model(place, place))),
    f"{words} is a model of the type {type(model).__name__}; it must be a functional one.",
)
images = tf.random.stateless_normal((5, 4, 4, 1), seed=(1, 2))


def scores_and_gradients(model, images):
    with tf.GradientTape() as tape:
        scores = model(images)
    return scores, tape.gradient(scores, [v.value for v in base.weights])


scores, gradients = check.call(model, images, of=scores_and_gradients, shown="The model").value
check.require(
    tuple(scores.shape) == (5, 3), f"For five images the model gives {scores.shape}, not (5, 3)."
)
check.require(
    all(any(v is w for w in model.weights) for v in base.weights),
    "The base's own weights are not among the model's weights.",
    "a-copy-is-the-base",
)
check.require(
    all(gradient is None for gradient in gradients),
    "A gradient arrives at the base's weights; it must be None.",
    None if base.trainable else "a-flag-cuts-paths",
)
check.passed()

# %% check="frozen_feature_model" points=3 held_out=true
check = Check(
    "frozen_feature_model",
    globals(),
    look="lesson 06, 'Three ways to write the cut', and the hints of exercise 3.",
    held_out=True,
)
_keras, _layers = tf.keras, tf.keras.layers
_rng = np.random.default_rng(64)
_keras.utils.set_random_seed(65)
_place = _keras.Input((1,))
_functional = type(_keras.Model(_place, _place))


def _dense_base():
    return _keras.Sequential(
        [_keras.Input((6,)), _layers.Dense(5, "tanh", name="b_one"), _layers.Dense(4, name="b_two")]
    )


def _image_base():
    inputs = _keras.Input((9, 8, 2))
    x = _layers.Conv2D(3, 3, activation="tanh", name="b_conv")(inputs)
    return _keras.Model(inputs, _layers.MaxPooling2D(2, name="b_pool")(x))


def _nested_base():
    inner = _keras.Sequential(
        [_keras.Input((7, 3)), _layers.BatchNormalization(), _layers.Dense(3, "tanh")],
        name="b_inner",
    )
    inputs = _keras.Input((7, 2))
    base = _keras.Model(inputs, inner(_layers.Dense(3, name="b_first")(inputs)))
    inner.layers[1].trainable = False
    return base


def _flagged_base():
    base = _keras.Sequential([_keras.Input((5,)), _layers.Dense(6, "tanh", name="b_flagged")])
    base.trainable = False
    return base


def _flags(model):
    inside = [layer.trainable for layer in model._flatten_layers()]
    return inside + [bool(v.trainable) for v in model.variables]


def _run(model, x, variables, training):
    """Scores, and the gradients of the input and of the variables."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        scores = tf.convert_to_tensor(model(x, training=training))
        loss = tf.reduce_sum(scores * tf.sin(scores))
    first, *others = tape.gradient(loss, [x, *(v.value for v in variables)])
    return scores, first, others


def _saved_and_loaded(model):
    with tempfile.TemporaryDirectory() as folder:
        model.save(Path(folder) / "model.keras")
        try:
            return _keras.models.load_model(Path(folder) / "model.keras")
        except Exception as error:  # noqa: BLE001
            return f"{type(error).__name__}: {str(error).strip().splitlines()[0][:90]}"


def _why_not_loaded(model):
    kinds = {type(layer) for layer in model._flatten_layers()}
    if _layers.Lambda in kinds:
        return "a-lambda-loads-again"
    own = [k for k in kinds if not k.__module__.startswith("keras.")]
    if own and all(">" not in _keras.utils.get_registered_name(k) for k in own):
        return "an-own-layer-is-known"
    return None


for _words, _make, _units in [
    ("a Sequential base", _dense_base, 1),
    ("a functional base for images", _image_base, 5),
    ("a nested base with statistics and mixed flags", _nested_base, 2),
    ("a base whose flag is False", _flagged_base, 4),
]:
    _base = _make()
    _x = tf.constant(_rng.normal(size=(6, *_base.inputs[0].shape[1:])), tf.float32)
    _found = _flags(_base)
    _before = [v.numpy().tobytes() for v in _base.variables]
    _shown = f"frozen_feature_model for {_words}, units = {_units},"
    _model = check.call(_base, _units, shown=_shown).value
    check.require(
        isinstance(_model, _keras.Model), f"{_shown} is {type(_model).__name__}, no model."
    )
    check.require(
        isinstance(_model, _functional),
        f"{_shown} is a model of the type {type(_model).__name__}; it must be a functional one.",
    )
    _features = np.asarray(_base(_x, training=False)).reshape(6, -1)
    _theirs = {id(v) for v in _base.weights}
    check.require(
        _theirs <= {id(v) for v in _model.weights},
        f"{_shown} does not hold the base's own weights.",
        "a-copy-is-the-base",
    )
    _mine = sorted((v for v in _model.weights if id(v) not in _theirs), key=lambda v: -len(v.shape))
    _shapes = [tuple(v.shape) for v in _mine]
    _right = [(_features.shape[1], _units), (_units,)]
    _channels = _base.outputs[0].shape[-1]
    check.require(
        _shapes == _right,
        f"{_shown} has new weights of shapes {_shapes}; they should be {_right}.",
        "a-mean-is-a-flat-view"
        if _shapes == [(_channels, _units), (_units,)] and len(_base.outputs[0].shape) > 2
        else None,
    )
    for _v in _mine:
        _v.assign(tf.constant(_rng.normal(size=_v.shape), tf.float32))
    _scores = _features @ _mine[0].numpy() + _mine[1].numpy()
    for _training in (False, True):
        _got, _by_input, _by_weights = check.call(
            _model,
            _x,
            [*_base.weights, *_mine],
            _training,
            of=_run,
            shown=f"The model for {_words}",
        ).value
        if not _training:
            check.that(_got, f"The output for {_words}").close(
                _scores,
                atol=1e-4,
                beliefs={
                    "scores-need-an-activation": np.maximum(_scores, 0),
                    "scores-add-up-to-one": np.exp(_scores) / np.exp(_scores).sum(1, keepdims=True),
                },
            )
        _by_base, _by_mine = _by_weights[: len(_base.weights)], _by_weights[-2:]
        check.require(
            all(g is not None for g in _by_mine),
            f"No gradient arrives at the Dense layer for {_words}.",
            "a-stop-at-the-end",
        )
        _arrived = [g is not None for g in _by_base]
        _belief = None
        if _flags(_base) != _found:
            _belief = "a-flag-cuts-paths"
        elif any(_arrived) and _by_input is None:
            _belief = "cutting-the-input-is-enough"
        elif all(
            g is not None
            for v, g in zip(_base.weights, _by_base, strict=True)
            if "moving" not in v.name
        ):
            _belief = "nothing-was-cut"
        check.require(
            not any(_arrived),
            f"For {_words}, gradients arrive at {sum(_arrived)} weights of the base; each must be "
            "None.",
            _belief,
        )
    check.require(
        _flags(_base) == _found,
        f"{_shown} left a `trainable` flag of the base other than it was.",
        "flags-are-mine-to-set",
    )
    if not any("moving" in v.name for v in _base.variables):
        check.require(
            [v.numpy().tobytes() for v in _base.variables] == _before,
            f"{_shown} changed the base's weights.",
        )
    _alone = check.call(
        _base, _x, _base.trainable_variables, False, of=_run, shown="The base by itself"
    ).value
    check.require(
        all(g is not None for g in _alone[2]),
        f"{_shown} changed the base itself: called alone, it gives no gradient any more.",
        "my-input-is-mine",
    )
    _loaded = check.call(_model, of=_saved_and_loaded, shown=f"Saving the model for {_words}").value
    check.require(
        not isinstance(_loaded, str),
        f"The model for {_words} was saved, and loading it raised {_loaded}.",
        _why_not_loaded(_model),
    )
    _got, _, _by_weights = check.call(
        _loaded, _x, _loaded.weights, False, of=_run, shown=f"The loaded model for {_words}"
    ).value
    check.that(_got, f"The output of the loaded model for {_words}").close(
        np.asarray(_model(_x, training=False)), atol=1e-5
    )
    check.require(
        sum(g is not None for g in _by_weights) == 2,
        f"In the loaded model for {_words}, {sum(g is not None for g in _by_weights)} weights get a "
        "gradient; it should be the Dense layer's 2.",
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# While a functional model is built there are no numbers yet. Which stop accepts a place in a plan?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# A Keras operation does, and it saves and loads. A Sequential model that was never called has no `.output`, but it has
# `.inputs` and `.outputs`, and it can be called on a `tf.keras.Input`.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Make an `Input` with the shape of the base's first input, without the batch. Call the base on it. Pass the
# result through `keras.ops.stop_gradient`, then a `Flatten` layer, then `Dense(units)`. Make a
# `tf.keras.Model` from the first to the last.
#
# </details>

# %% [markdown]
# ## ○ Exercise 4 · Open a few layers, freeze the rest: `freeze_all_but`
#
# - **Write** a function that sets the flags of a model so that only the named layers train.
# - **Why** in nested models the order matters: a flag that you set on a model is handed to all inside.
# - **Difficulty** ●●○ · **Minutes** 12


# %% solution="freeze_all_but"
def freeze_all_but(model, names):
    """Set flags so that only some layers of a model train.

    Args:
        model: a built Keras model. It may hold models that hold models; a layer may be used several
            times, in one model or in several; its flags may be set in any way.
        names: a list of names of leaf layers (layers that hold no layers), at any depth; it may be
            empty.

    Returns:
        None. Afterwards the layers with these names are trainable, whatever their flags and the flags
        around them were. Nothing else of the model moves in a training loop that asks model for its
        trainable_variables and runs it with training=True: no weight and no moving statistic.
    """
    ### BEGIN SOLUTION Set the flags so that the named leaf layers train and nothing else moves.

    def visit(container):
        container.trainable = True
        for layer in container.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            else:
                layer.trainable = layer.name in names

    visit(model)
    ### END SOLUTION


# %% check="freeze_all_but" points=1
check = Check(
    "freeze_all_but", globals(), look="lesson 06, 'Nested models and their flags', and the hints."
)
a, b, c = (tf.keras.layers.Dense(2, name=name) for name in ("a_1", "b_1", "c_1"))
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.Sequential([a, b]), c])
model.layers[0].trainable = False
words = "freeze_all_but(model, ['b_1']), where a_1 and b_1 are in a frozen model inside,"
check.call(model, ["b_1"], shown=words)
listed = [v.path for v in model.trainable_variables]
check.require(
    [id(v) for v in model.trainable_variables] == [id(v) for v in b.variables],
    f"After {words} the model lists {listed} as trainable; it should be b_1's two.",
    "an-inner-flag-is-enough" if b.trainable and not listed else None,
)
check.passed()

# %% check="freeze_all_but" points=3 held_out=true
check = Check(
    "freeze_all_but",
    globals(),
    look="lesson 06, 'Nested models and their flags', and the hints of exercise 4.",
    held_out=True,
)
_keras, _layers = tf.keras, tf.keras.layers
_rng = np.random.default_rng(66)


def _dense(name, units=3):
    return _layers.Dense(units, "tanh", name=name)


def _norm(name):
    return _layers.BatchNormalization(name=name)


def _sequential(name, *inside):
    return _keras.Sequential([_keras.Input((3,)), *inside], name=name)


def _flat():
    names = ["dense_1", "dense_10", "norm", "dense_11", "my_dense_1"]
    make = {name: _norm if name == "norm" else _dense for name in names}
    return _sequential("flat", *(make[name](name) for name in names))


def _deep():
    inputs = _keras.Input((3,))
    low = _sequential("low", _dense("one"), _norm("norm_low"))
    middle = _sequential("middle", low, _dense("two"), _norm("norm_middle"), _dense("three"))
    x = _layers.Activation("tanh", name="act")(middle(_dense("zero")(inputs)))
    return _keras.Model(inputs, _dense("four")(_norm("norm_top")(x)))


def _frozen():
    model = _deep()
    model.trainable = False
    return model


def _mixed():
    model = _deep()
    middle = model.get_layer("middle")
    middle.get_layer("low").trainable = False
    middle.get_layer("three").trainable = False
    model.get_layer("four").trainable = False
    return model


def _inside_open():
    model = _deep()
    model.trainable = False
    model.get_layer("middle").get_layer("low").trainable = True
    return model


def _shared():
    inputs = _keras.Input((3,))
    both = _dense("both")
    left, right = _sequential("left", both, _dense("l")), _sequential("right", _dense("r"), both)
    x = _layers.Add(name="add")([left(inputs), right(inputs)])
    return _keras.Model(inputs, _dense("out")(both(x)))


def _shared_frozen():
    model = _shared()
    model.get_layer("right").trainable = False
    return model


def _leaves(model, around=()):
    """Each leaf layer with the models around it."""
    for layer in model.layers:
        if hasattr(layer, "layers"):
            yield from _leaves(layer, (*around, model))
        else:
            yield layer, (*around, model)


def _bits(layer):
    return [v.numpy().tobytes() for v in layer.variables]


def _train(model, by_fit):
    x = tf.constant(_rng.normal(size=(16, 3)), tf.float32)
    y = tf.constant(_rng.normal(size=(16, 3)), tf.float32)
    optimizer = _keras.optimizers.AdamW(0.01, weight_decay=0.1)
    if by_fit:
        model.compile(optimizer, "mse")
        model.fit(x, y, batch_size=8, verbose=0)
        return
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    variables = model.trainable_variables
    optimizer.apply(tape.gradient(loss, variables), variables)


def _belief_about_others(layers, variables, names, was_open, is_open):
    """The belief that explains why layers moved which were not named, or None."""
    if all("moving" in v.name for v in variables):
        return "statistics-wait-for-a-gradient"
    if names and all(any(name in layer.name for name in names) for layer in layers):
        return "a-name-is-what-it-contains"
    if names and is_open and not was_open:
        return "a-models-flag-is-its-own"
    return None


def _belief_about_named(layer, around, before, named):
    """The belief that explains why a named layer did not move, or None.

    `named` holds all named layers with the models around them.
    """
    is_open = all(model.trainable for model in around)
    if layer.trainable:
        return None if is_open else "an-inner-flag-is-enough"
    if not before:
        return "what-is-named-is-open" if is_open else None
    on_top = any(other.trainable for other, outer in named if len(outer) == 1)
    below = any(other.trainable for other, outer in named if len(outer) > 1)
    if on_top and not below and not isinstance(layer, _layers.BatchNormalization):
        return "layers-lie-on-top"
    return None


for _words, _make, _names, _by_fit in [
    ("a flat model", _flat, ["dense_1"], False),
    ("a flat model", _flat, ["dense_11", "my_dense_1"], False),
    ("a nested model", _deep, ["four", "two"], False),
    ("a nested model", _deep, ["one"], False),
    ("a nested model, by fit", _deep, ["three", "norm_low"], True),
    ("a nested model", _deep, [], False),
    ("a nested model that is frozen", _frozen, ["one", "zero"], False),
    ("a nested model that is frozen", _frozen, ["four"], False),
    ("a nested model with mixed flags", _mixed, ["three", "one", "four"], False),
    ("a nested model with mixed flags", _mixed, ["two"], False),
    ("a frozen model, open deep inside", _inside_open, ["three"], False),
    ("a model with a shared layer", _shared, ["both"], False),
    ("a model with a shared layer", _shared, ["r", "l"], False),
    ("a model with a shared layer and a frozen part", _shared_frozen, ["out", "both"], False),
    ("a model with a shared layer and a frozen part", _shared_frozen, ["l"], False),
]:
    _keras.utils.set_random_seed(67)
    _model = _make()
    _places = list({id(layer): (layer, around) for layer, around in _leaves(_model)}.values())
    _flags = {layer.name: layer.trainable for layer, _ in _places}
    _kept = list(_names)
    _shown = f"freeze_all_but for {_words}, names {_names},"
    check.call(_model, _names, shown=_shown)
    check.require(_names == _kept, f"{_shown} changed the list of names.", "my-input-is-mine")
    _before = {layer.name: _bits(layer) for layer, _ in _places}
    if _names:
        check.call(_model, _by_fit, of=_train, shown=f"Training after {_shown}")
    else:
        check.require(
            not _model.trainable_variables,
            f"After {_shown} the model lists {len(_model.trainable_variables)} trainable variables.",
        )
        _model(tf.ones((4, 3)), training=True)
    _wrong = [layer for layer, _ in _places if layer.name not in _names]
    _wrong = [layer for layer in _wrong if _bits(layer) != _before[layer.name]]
    _variables = [
        v
        for layer in _wrong
        for v, old in zip(layer.variables, _before[layer.name], strict=True)
        if v.numpy().tobytes() != old
    ]
    check.require(
        not _wrong,
        f"After {_shown} training moved {', '.join(layer.name for layer in _wrong)}.",
        _belief_about_others(
            _wrong,
            _variables,
            _names,
            all(_flags.values()),
            all(layer.trainable for layer, _ in _places),
        ),
    )
    _named = [(layer, around) for layer, around in _places if layer.name in _names]
    for _layer, _around in _places:
        if _layer.name in _names:
            _first = _layer.weights[0]
            check.require(
                _first.numpy().tobytes() != _before[_layer.name][0],
                f"After {_shown} training did not move {_layer.name}.",
                _belief_about_named(_layer, _around, _flags[_layer.name], _named),
            )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# If a model's flag is False, what does it list, whatever the flags inside say? And what happens to the flags
# inside when you change it?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Work from the outside to the inside: first open the model itself, then look at each of its `layers`. A layer that has
# `layers` of its own is a model: do the same with it. Only leaves are compared with the names, and by `==`.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# A function that calls itself: set the model's flag to True; for each layer inside, call the function if it is a
# model, and otherwise set the flag to whether the list has the layer's name.
#
# </details>
