# %% [markdown]
# # 08 · Exercises: stopping computed gradients
#
# Four exercises: about 40 minutes for the three marked ●, about 10 more for the one marked ○. They use
# what lesson 08 showed: a stop on a computed gradient is an identity, zero is not "no gradient", and a
# variable is frozen when it is left out.
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
# - **Write** for each of six training steps whether it moves the layer `low`: `"moves"` or `"stays"`.
# - **Why** these are the six repairs that people try. Some freeze, some only seem to.
# - **Difficulty** ●●○ · **Minutes** 8
#
# A model has two layers, `low` and `top`. No gradient is zero by chance, and no weight is. Each time one
# step is taken like this, and only the optimizer and the line marked here change:
#
# ```python
# with tf.GradientTape() as tape:
#     loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
# variables = model.trainable_variables
# pairs = list(zip(tape.gradient(loss, variables), variables))
# mine = {id(v) for v in low.trainable_variables}
# pairs = ...  # the line that changes
# optimizer.apply_gradients(pairs)
# ```
#
# | answer | the line | the optimizer |
# |---|---|---|
# | a | `[(tf.stop_gradient(g), v) if id(v) in mine else (g, v) for g, v in pairs]` | `SGD(0.1)` |
# | b | `[(tf.zeros_like(g), v) if id(v) in mine else (g, v) for g, v in pairs]` | `SGD(0.1)` |
# | c | the same as in b | `Adam(0.1)`, after ten ordinary steps |
# | d | the same as in b | `SGD(0.1, weight_decay=0.01)`, its first step |
# | e | `[(g, v) for g, v in pairs if v.name != "low"]` | `SGD(0.1)` |
# | f | `[(None, v) if id(v) in mine else (g, v) for g, v in pairs]` | `Adam(0.1)`, after ten ordinary steps |

# %% solution="predictions"
answers = {
    ### BEGIN ANSWERS Replace each ... by your prediction, before you run anything.
    "a": "moves",  # an identity
    "b": "stays",  # plain SGD multiplies by the gradient and knows nothing else
    "c": "moves",  # by what Adam remembers
    "d": "moves",  # it decays
    "e": "moves",  # no variable has that name
    "f": "stays",  # the optimizer skips it
    ### END ANSWERS
}

# %% check="predictions" points=1
check = Check("answers", globals(), look="lesson 08, 'None is not zero', and the hints below.")
check.predictions("abcdef", words=("moves", "stays"), words_only=True)
check.passed()

# %% check="predictions" points=3 held_out=true
check = Check(
    "answers",
    globals(),
    look="lesson 08, 'Why, in one line' and 'None is not zero', and the hints of exercise 1.",
    held_out=True,
)


def _outcome(line, optimizer, ordinary_steps=0):
    """Take one step on a new model: does its lower layer move?"""
    tf.keras.utils.set_random_seed(8)
    low = tf.keras.layers.Dense(3, bias_initializer="random_normal", name="low")
    model = tf.keras.Sequential([tf.keras.Input((2,)), low, tf.keras.layers.Dense(1, name="top")])
    rng = np.random.default_rng(8)
    x, y = (tf.constant(rng.normal(size=(6, n)), tf.float32) for n in (2, 1))
    mine = {id(v) for v in low.trainable_variables}
    for step in range(ordinary_steps + 1):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        variables = model.trainable_variables
        pairs = list(zip(tape.gradient(loss, variables), variables, strict=True))
        if step == ordinary_steps:
            pairs = [pair for g, v in pairs for pair in line(g, v, id(v) in mine)]
        before = [v.numpy() for v in low.variables]
        optimizer.apply_gradients(pairs)
    stays = [np.array_equal(a, b) for a, b in zip(before, low.variables, strict=True)]
    return "stays" if all(stays) else "moves"


def _zeros(g, v, mine):
    return [(tf.zeros_like(g) if mine else g, v)]


def _run_all():
    sgd, adam = tf.keras.optimizers.SGD, tf.keras.optimizers.Adam
    return {
        "a": _outcome(lambda g, v, mine: [(tf.stop_gradient(g) if mine else g, v)], sgd(0.1)),
        "b": _outcome(_zeros, sgd(0.1)),
        "c": _outcome(_zeros, adam(0.1), 10),
        "d": _outcome(_zeros, sgd(0.1, weight_decay=0.01)),
        "e": _outcome(lambda g, v, mine: [(g, v)] if v.name != "low" else [], sgd(0.1)),
        "f": _outcome(lambda g, v, mine: [(None if mine else g, v)], adam(0.1), 10),
    }


_outcomes = check.call(of=_run_all, shown="the six steps").value
_beliefs = {
    "a": "a-late-stop-freezes",
    "b": "zeros-always-move",
    "c": "zero-is-no-gradient",
    "d": "decay-needs-a-gradient",
    "e": "a-variable-has-its-layers-name",
    "f": "none-is-zero",
}
_other = {"moves": "stays", "stays": "moves"}
check.compare_predictions(
    check.predictions("abcdef", words=("moves", "stays"), words_only=True),
    {key: Outcome(outcome, {_beliefs[key]: _other[outcome]}) for key, outcome in _outcomes.items()},
)
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# What does the optimizer get for the two variables of `low`: the gradient, a zero, nothing? And what does
# this optimizer do with it?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# A stop forward is an identity. An optimizer that remembers moves a weight by what it remembers, and one
# that decays moves every weight that it is handed. It is not handed what is `None`.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# For d: SGD with decay does `w = w − lr·decay·w − lr·g`. Put g = 0. For e: print `v.name` for the variables
# of any model.
#
# </details>

# %% [markdown]
# ## ● Exercise 2 · Leave it out: `drop_frozen`
#
# - **Write** a function that takes the pairs for an optimizer and leaves out those of frozen variables.
# - **Why** it is the one line that the recipe should have had.
# - **Difficulty** ●●○ · **Minutes** 8


# %% solution="drop_frozen"
def drop_frozen(grads_and_vars, frozen):
    """Leave the frozen variables out of the pairs for an optimizer.

    Args:
        grads_and_vars: pairs (gradient, variable), as in a list or from `zip`; they can perhaps be
            walked only once. A gradient may be None. A variable is a Keras or TensorFlow variable.
        frozen: a list of variables. Identity decides, not value, name or flag. It may be empty and
            may hold variables that are in no pair.

    Returns:
        A list of the pairs whose variable is not frozen, in order, gradients as they were, None
        included.
    """
    ### BEGIN SOLUTION Return a list of the pairs whose variable is none of the frozen ones.
    left_out = {id(v) for v in frozen}
    return [(g, v) for g, v in grads_and_vars if id(v) not in left_out]
    ### END SOLUTION


# %% check="drop_frozen" points=1
check = Check(
    "drop_frozen", globals(), look="lesson 08, 'Instead: drop the pair', and the hints below."
)
u, w, v, t = (tf.Variable(value) for value in (1.0, 2.0, 1.0, 3.0))
pairs = [(tf.constant(3.0), u), (None, w), (tf.constant(4.0), v), (tf.constant(5.0), t)]
kept = check.call(pairs, [v], shown="drop_frozen(pairs of u, w, v, t; [v])").value
check.require(
    isinstance(kept, list | tuple),
    f"drop_frozen returned {type(kept).__name__}, where a list is wanted.",
    "an-iterator-is-a-list" if hasattr(kept, "__next__") else None,
)
check.require(
    all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in kept),
    f"drop_frozen returned {kept!r}; each item must be a pair (gradient, variable).",
)
name_of = {id(u): "u", id(w): "w", id(v): "v", id(t): "t"}
names = [name_of.get(id(pair[1])) for pair in kept]
check.require(
    None not in names,
    "an item came back whose second part is none of the variables u, w, v, t; each item must be a "
    "pair (gradient, variable).",
)
check.require(
    "v" not in names,
    f"the pairs of {', '.join(names)} came back, and v is frozen.",
    {4.0: "nothing-was-frozen", 0.0: "zero-is-no-gradient"}.get(float(kept[2][0]))
    if len(kept) == 4 and kept[2][0] is not None
    else None,
)
check.require(
    "u" in names,
    f"u is missing ({', '.join(names) or 'no pair'} came back); it has v's value and is not v.",
    "equal-values-are-one" if names == ["w", "t"] else None,
)
check.require(
    "w" in names,
    f"w is missing ({', '.join(names)} came back); its gradient is None, and it is not frozen.",
    "none-means-frozen" if names == ["u", "t"] else None,
)
check.require(
    names == ["u", "w", "t"], f"the pairs of {', '.join(names)} came back, not of u, w, t."
)
check.that(kept[0][0], "the gradient of u").close(3.0)
check.require(kept[1][0] is None, f"the gradient of w was None and came back as {kept[1][0]!r}.")
check.that(kept[2][0], "the gradient of t").close(5.0)
check.passed()

# %% check="drop_frozen" points=3 held_out=true
check = Check(
    "drop_frozen",
    globals(),
    look="lesson 08, 'Instead: drop the pair', and the hints of exercise 2.",
    held_out=True,
)


def _same_gradient(a, b):
    if a is b:
        return True
    if type(a) is not type(b) or a.dtype != b.dtype:
        return False
    return np.array_equal(tf.convert_to_tensor(a), tf.convert_to_tensor(b))


def _what(g):
    if not hasattr(g, "dtype"):
        return "None" if g is None else type(g).__name__
    return f"{type(g).__name__} of {tf.as_dtype(g.dtype).name}"


def _is_zero(g):
    return g is not None and not np.any(np.asarray(tf.convert_to_tensor(g)))


def _value(v):
    return np.asarray(tf.convert_to_tensor(v))


def _position(v, variables):
    return next((i for i, other in enumerate(variables) if other is v), None)


def _hold(words, pairs, frozen, as_given=list, twins=None):
    """Compare what comes back with the pairs that are not frozen, and say what is off."""
    variables = [v for _, v in pairs]
    want = [pair for pair in pairs if _position(pair[1], frozen) is None]
    given, given_frozen = as_given(pairs), list(frozen)
    flags = [v.trainable for v in (*variables, *frozen)]
    shown = f"drop_frozen {words}"
    kept = check.call(given, given_frozen, shown=shown).value
    check.require(
        isinstance(kept, list | tuple),
        f"{shown} returned {type(kept).__name__}, where a list is wanted.",
        "an-iterator-is-a-list" if hasattr(kept, "__next__") else None,
    )
    check.require(
        all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in kept),
        f"{shown} returned something that is no list of pairs (gradient, variable).",
    )
    places = [_position(pair[1], variables) for pair in kept]
    check.require(
        None not in places,
        f"{shown} returned a variable that was in none of the pairs.",
    )
    left = [pair for pair in kept if _position(pair[1], frozen) is not None]
    if left:
        own = next(g for g, v in pairs if v is left[0][1])
        beliefs = []
        if own is not None and not _is_zero(own) and len(kept) == len(pairs):
            if _is_zero(left[0][0]):
                beliefs = ["zero-is-no-gradient"]
            elif left[0][0] is not None and _same_gradient(left[0][0], own):
                beliefs = ["nothing-was-frozen"]
        raise check.failure(
            f"{shown} kept {len(left)} of the {len(pairs) - len(want)} pairs of frozen variables; "
            "each must be left out.",
            beliefs[0] if beliefs else None,
        )
    missing = [pair for pair in want if _position(pair[1], [v for _, v in kept]) is None]
    if missing:
        g, v = missing[0]
        belief = None
        if twins and len(missing) == twins[1]:
            belief = twins[0]
        elif not kept and as_given is not list and len(want) > 1:
            belief = "an-iterator-can-be-walked-twice"
        elif all(g is None for g, _ in missing):
            belief = "none-means-frozen"
        elif all(not v.trainable for _, v in missing):
            belief = "a-flag-says-what-is-frozen"
        raise check.failure(
            f"{shown} left out {len(missing)} of the {len(want)} pairs to keep, one with a variable "
            f"of shape {tuple(v.shape)} and a gradient that is {'' if g is None else 'not '}None.",
            belief,
        )
    check.require(
        len(kept) == len(want),
        f"{shown} returned {len(kept)} pairs; {len(want)} are not frozen.",
    )
    check.require(
        all(a[1] is b[1] for a, b in zip(kept, want, strict=True)),
        f"{shown} returned the pairs in another order.",
    )
    for (got, _), (own, v) in zip(kept, want, strict=True):
        check.require(
            _same_gradient(got, own),
            f"{shown} changed the gradient of a variable of shape {tuple(v.shape)} that is not "
            f"frozen: it was {_what(own)} and is {_what(got)}"
            f"{', with other numbers' if _what(own) == _what(got) else ''}.",
            "none-is-zero" if own is None and _is_zero(got) else None,
        )
    check.require(
        flags == [v.trainable for v in (*variables, *frozen)],
        f"{shown} changed the flag `trainable` of a variable.",
        "flags-are-mine",
    )
    check.require(
        len(given_frozen) == len(frozen)
        and all(a is b for a, b in zip(given_frozen, frozen, strict=True))
        and (
            not isinstance(given, list)
            or (len(given) == len(pairs) and all(a is b for a, b in zip(given, pairs, strict=True)))
        ),
        f"{shown} changed a list that it was given.",
        "my-input-is-mine",
    )


def _once(pairs):
    return zip([g for g, _ in pairs], [v for _, v in pairs], strict=True)


def _generated(pairs):
    return ((g, v) for g, v in pairs)


_rng = np.random.default_rng(88)


def _some(*shape):
    return tf.constant(_rng.normal(size=shape) + 3, dtype=tf.float32)


_a, _b, _c = (tf.Variable(_some(*shape)) for shape in ((2, 3), (3,), (2, 3)))
_three = [(_some(2, 3), _a), (_some(3), _b), (_some(2, 3), _c)]
_hold("for a list, the second of three frozen", _three, [_b])
_hold("for a list, nothing frozen", _three, [])
_hold("for a list, everything frozen", _three, [_c, _a, _b])
_hold("for a zip, the last of three frozen", _three, [_c], _once)
_hold("for a generator, the first of three frozen", _three, [_a], _generated)
_hold("for no pairs", [], [_a])
_hold("where a frozen variable is in no pair", _three, [tf.Variable(_some(2, 3)), _b])

_zero, _twin = tf.keras.Variable(np.zeros(1, "float32")), tf.keras.Variable(np.zeros(1, "float32"))
_last = tf.keras.Variable(np.ones(1, "float32"))
_equal = [(_some(1), _zero), (_some(1), _twin), (_some(1), _last)]
_hold(
    "for Keras variables, two of equal value, the second frozen",
    _equal,
    [_twin],
    twins=("equal-values-are-one", 1),
)
_copies = [tf.Variable(5.0), tf.Variable(5.0), tf.Variable(6.0)]
_hold(
    "for TensorFlow variables, two of equal value, the first frozen",
    [(_some(), v) for v in _copies],
    _copies[:1],
    twins=("equal-values-are-one", 1),
)

tf.keras.utils.set_random_seed(8)
_functional = []
for _ in range(2):
    _in = tf.keras.Input((3,))
    _functional.append(tf.keras.Model(_in, tf.keras.layers.Dense(2, name="same")(_in)))
_vars = [v for m in _functional for v in m.trainable_variables]
_hold(
    "for two models with equal paths, one of them frozen",
    [(_some(*v.shape), v) for v in _vars],
    _functional[1].trainable_variables,
    twins=("a-variable-has-its-layers-name", 2),
)

_slices = tf.IndexedSlices(_some(2, 3), tf.constant([0, 2]), tf.constant([4, 3]))
_table, _still = tf.Variable(_some(4, 3)), tf.Variable(_some(2), trainable=False)
_mixed = [(None, _b), (_slices, _table), (None, _a), (_some(2), _still), (_some(2, 3), _c)]
_hold("with None, IndexedSlices and a flag that is False", _mixed, [_c, _b])
_hold("for a zip with None", _mixed, [_a], _once)
_repeated = [(_some(3), _b), (_some(2, 3), _a), (_some(3), _b)]
_hold("where a variable stands in two pairs", _repeated, [_a])
_hold("where a frozen variable stands in two pairs", _repeated, [_b])
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# What does Python do when it evaluates `v in frozen`? What does it compare, and what comes out for two
# biases that are both zero?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Two variables are the same one if `a is b`, which is to say `id(a) == id(b)`. Walk the pairs once. The
# gradient plays no part in the decision.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Collect the `id` of each frozen variable in a set. Then one list comprehension over `(g, v)` keeps a pair
# when the variable's `id` is not in the set.
#
# </details>

# %% [markdown]
# ## ● Exercise 3 · The recipe, repaired: `frozen_step`
#
# - **Write** a training step that freezes one layer, without any of the recipe's faults.
# - **Why** this is what you came for: it replaces the recipe, for any model, layer and optimizer.
# - **Difficulty** ●●● · **Minutes** 25

# %% solution="frozen_step"
traced_steps = {}  # a place to keep what you trace; you may do without it


def frozen_step(model, frozen_layer, x, y, opt):
    """Take one training step that leaves one layer as it is.

    Args:
        model: a built Keras model that ends in softmax.
        frozen_layer: the name of the layer to freeze, one of `model.layers`. It may hold layers of
            its own; it has no state (no moving statistics, no dropout).
        x: a batch of inputs, float32, (N, ...).
        y: the labels, int32, (N,).
        opt: a Keras optimizer, built on all trainable variables of the model.

    Returns:
        The mean sparse categorical cross-entropy of the batch before the update, a scalar. The
        model runs once, in training mode, traced by `tf.function`: Python runs its layers when a
        model, layer, optimizer or batch shape is new, and not at every call. `opt` moves the
        model's other trainable variables, as if only they existed. Those of the layer stay
        bitwise, and so does what `opt` remembers of them. All flags are left as found.
    """
    ### BEGIN SOLUTION Return the mean loss, and move all trainable variables but the layer's.
    key = (model, frozen_layer, opt)
    if key not in traced_steps:
        frozen = {id(v) for v in model.get_layer(frozen_layer).trainable_variables}
        to_train = [v for v in model.trainable_variables if id(v) not in frozen]

        @tf.function
        def step(x, y):
            with tf.GradientTape() as tape:
                predictions = model(x, training=True)
                losses = tf.keras.losses.sparse_categorical_crossentropy(y, predictions)
                loss = tf.reduce_mean(losses)
            opt.apply(tape.gradient(loss, to_train), to_train)
            return loss

        traced_steps[key] = step
    return traced_steps[key](x, y)
    ### END SOLUTION


# %% check="frozen_step" points=2
check = Check(
    "frozen_step", globals(), look="lesson 08, 'The step, repaired', and the hints below."
)
python_runs = []


class Watched(tf.keras.layers.Layer):
    """Passes its input on, and notes when Python runs it, and whether in a trace."""

    def call(self, x):
        """Return x."""
        python_runs.append(tf.inside_function())
        return x


def ordinary_step(model, x, y, opt, frozen=(), reduce=tf.reduce_mean):
    with tf.GradientTape() as tape:
        losses = tf.keras.losses.sparse_categorical_crossentropy(y, model(x, training=True))
        loss = reduce(losses)
    variables = [v for v in model.trainable_variables if not any(v is f for f in frozen)]
    opt.apply(tape.gradient(loss, variables), variables)
    return loss.numpy()


def rehearse(model, low, x, y, opt):
    """Three steps of all; then one with low frozen, one without, each put back: what they gave."""
    for _ in range(3):
        ordinary_step(model, x, y, opt)
    everything = [*model.variables, *opt.variables]
    saved = [v.numpy() for v in everything]
    seen = {"vector": tf.keras.losses.sparse_categorical_crossentropy(y, model(x, training=True))}
    own = low.trainable_variables
    for way, frozen, reduce in (
        ("free", [], tf.reduce_mean),
        ("summed", own, tf.reduce_sum),
        ("frozen", own, tf.reduce_mean),
    ):
        seen["loss"] = ordinary_step(model, x, y, opt, frozen, reduce)
        seen[way] = [v.numpy() for v in model.trainable_variables]
        seen["later"] = ordinary_step(model, x, y, opt, frozen, reduce)
        for v, value in zip(everything, saved, strict=True):
            v.assign(value)
    return seen


tf.keras.utils.set_random_seed(1)
low = tf.keras.layers.Dense(5, activation="tanh", name="low")
top = tf.keras.layers.Dense(3, activation="softmax", name="top")
model = tf.keras.Sequential([tf.keras.Input((4,)), low, Watched(), top])
opt = tf.keras.optimizers.Adam(0.05)
opt.build(model.trainable_variables)
rng = np.random.default_rng(1)
x, y = rng.normal(size=(6, 4)).astype("float32"), rng.integers(0, 3, 6).astype("int32")
want = check.call(model, low, x, y, opt, of=rehearse, shown="an ordinary step").value

before, count = [v.numpy() for v in low.variables], int(opt.iterations)
of_top = [v.numpy() for v in top.variables]
opt_held = list(opt.variables)
python_runs.clear()
check.call(model, "low", x, y, opt, shown="frozen_step(model, 'low', x, y, Adam)").close(
    want["loss"],
    rtol=1e-4,
    beliefs={"a-vector-is-its-mean": want["vector"].numpy(), "the-loss-comes-last": want["later"]},
)
check.require(
    low.trainable and top.trainable and all(v.trainable for v in model.trainable_variables),
    "a `trainable` flag was True before the call and is False after it.",
    "flags-are-mine",
)
check.require(
    len(opt_held) == len(opt.variables)
    and all(a is b for a, b in zip(opt_held, opt.variables, strict=True)),
    "opt holds other variables than before the call: it was rebuilt.",
    "built-on-a-part",
)
check.require(
    int(opt.iterations) == count + 1,
    f"opt.iterations was {count} before the call and is {int(opt.iterations)} after it.",
    "any-optimizer-will-do"
    if int(opt.iterations) == count and not np.array_equal(of_top[0], top.kernel)
    else None,
)
moved = [not np.array_equal(a, b) for a, b in zip(before, low.variables, strict=True)]
check.require(
    not any(moved),
    f"{sum(moved)} of the 2 variables of the frozen layer moved in one step.",
    "nothing-was-frozen"
    if all(
        np.allclose(v, free, atol=1e-5)
        for v, free in zip(model.trainable_variables, want["free"], strict=True)
    )
    else None,
)
check.that(top.kernel, "The kernel of the other layer after one step").close(
    want["frozen"][2],
    rtol=1e-4,
    atol=1e-5,
    beliefs={"a-vector-is-its-mean": want["summed"][2]},
)
for _ in range(3):
    check.call(model, "low", x, y, opt, shown="frozen_step, called again,")
check.require(
    False not in python_runs,
    f"in 4 calls Python ran the model {python_runs.count(False)} times outside any trace.",
    "eager-is-traced",
)
check.require(
    len(python_runs) < 4,
    f"in 4 calls with equal shapes the model was traced {len(python_runs)} times; once is enough.",
    "an-inner-function-keeps-its-trace",
)
check.passed()

# %% check="frozen_step" points=6 held_out=true
check = Check(
    "frozen_step",
    globals(),
    look="lesson 08, 'The step, repaired', and the hints of exercise 3.",
    held_out=True,
)
_python_runs = []


class _Watched(tf.keras.layers.Layer):
    """Passes its input on, and notes when Python runs it, and whether in a trace."""

    def call(self, x):
        _python_runs.append(tf.inside_function())
        return x


def _loss_of_each(model, x, y, training=True):
    return tf.keras.losses.sparse_categorical_crossentropy(y, model(x, training=training))


def _reference(model, layer, x, y, opt, way="drop", summed=False, training=True):
    """One step, in one of several ways; the right one by default."""
    frozen = {id(v) for v in model.get_layer(layer).trainable_variables} if layer else set()
    with tf.GradientTape() as tape:
        losses = _loss_of_each(model, x, y, training)
        loss = tf.reduce_sum(losses) if summed else tf.reduce_mean(losses)
    variables = model.trainable_variables
    pairs = list(zip(tape.gradient(loss, variables), variables, strict=True))
    old = [(v, v.numpy()) for v in variables if id(v) in frozen]
    if way == "drop":
        pairs = [(g, v) for g, v in pairs if id(v) not in frozen]
    elif way == "zeros":
        pairs = [(tf.zeros_like(g) if id(v) in frozen else g, v) for g, v in pairs]
    elif way == "paths":
        pairs = [(g, v) for g, v in pairs if layer not in v.path.split("/")]
    elif way == "substring":
        pairs = [(g, v) for g, v in pairs if layer not in v.path]
    opt.apply_gradients(pairs)
    if way == "put back":
        for v, value in old:
            v.assign(value)
    return tf.reduce_mean(losses).numpy()


class _Scene:
    """A model and a warm optimizer that can be put back to where they were."""

    def __init__(self, model, opt, batches):
        self.model, self.opt, self.batches = model, opt, batches
        if not opt.built:
            opt.build(model.trainable_variables)
        for x, y in batches:
            _reference(model, None, x, y, opt)
        self.keep()

    def keep(self):
        self.everything = [*self.model.variables, *self.opt.variables]
        self.saved = [v.numpy() for v in self.everything]

    def put_back(self):
        for v, value in zip(self.everything, self.saved, strict=True):
            v.assign(value)

    def weights(self, layer, frozen):
        """All floats of the layer, or of the rest of the model, in one row."""
        own = {id(v) for v in self.model.get_layer(layer).variables}
        found = [v for v in self.model.variables if (id(v) in own) == frozen]
        floats = [v.numpy().ravel() for v in found if "float" in str(v.dtype)]
        return np.concatenate(floats)

    def memory(self):
        """All floats that the optimizer remembers, in one row."""
        floats = [v.numpy().ravel() for v in self.opt.variables if "float" in str(v.dtype)]
        return np.concatenate(floats)

    def after(self, layer, steps=1, **way):
        losses = [
            _reference(self.model, layer, *self.batches[i % len(self.batches)], self.opt, **way)
            for i in range(steps)
        ]
        weights = [self.weights(layer, frozen) for frozen in (True, False)]
        found = losses, *weights, self.memory()
        self.put_back()
        return found

    def flags(self):
        layers = [self.model, *self.model._flatten_layers(include_self=False)]
        return [x.trainable for x in (*layers, *self.model.variables)]


def _hold(scene, layer, words, steps=4, stale=None):
    """Hold some steps of the answer against the reference; name a way that it went instead.

    `stale` is the optimizer that an older trace would move.
    """
    model, opt, batches = scene.model, scene.opt, scene.batches
    scene.keep()
    right = check.call(layer, of=scene.after, shown="the reference").value
    ways = {
        "a-vector-is-its-mean": {"summed": True},
        "a-model-knows-that-it-trains": {"training": False},
        "putting-back-is-freezing": {"way": "put back"},
        "a-variable-has-its-layers-name": {"way": "paths"},
        "a-part-of-a-name-will-do": {"way": "substring"},
        "zero-is-no-gradient": {"way": "zeros"},
        "nothing-was-frozen": {"way": "all"},
    }
    others = {
        belief: check.call(layer, of=scene.after, shown="another way", **way).value
        for belief, way in ways.items()
        if not stale
    }
    final = check.call(layer, steps, of=scene.after, shown="the reference").value
    frozen, rest_before = (scene.weights(layer, its_own) for its_own in (True, False))
    flags = scene.flags()
    iterations, of_stale = int(opt.iterations), int(stale.iterations) if stale else 0
    x, y = batches[0]
    vector = check.call(model, x, y, of=_loss_of_each, shown="the losses").value.numpy()
    scene.put_back()

    _python_runs.clear()
    seen = check.call(model, layer, x, y, opt, shown=f"frozen_step {words}")
    beliefs = {"a-vector-is-its-mean": vector}
    if not stale:
        unaware = others["a-model-knows-that-it-trains"]
        beliefs["a-model-knows-that-it-trains"] = unaware[0][0]
    seen.close(right[0][0], rtol=1e-4, beliefs=beliefs)
    first = len(_python_runs)
    check.require(
        first <= 1,
        f"frozen_step {words} ran the model {first} times in one call; once is enough.",
        "a-loss-may-be-asked-twice",
    )
    changed = sum(a != b for a, b in zip(flags, scene.flags(), strict=True))
    check.require(
        not changed,
        f"frozen_step {words} left {changed} `trainable` flags changed.",
        "flags-are-mine",
    )
    held = [id(v) for v in opt.variables]
    check.require(
        held == [id(v) for v in scene.everything[-len(held) :]],
        f"frozen_step {words} changed what opt holds: it was rebuilt.",
        "built-on-a-part",
    )
    now = int(opt.iterations)
    belief, rest_moved = None, not np.array_equal(scene.weights(layer, False), rest_before)
    if now == iterations and not stale and rest_moved:
        belief = "any-optimizer-will-do"
    if now == iterations and stale and int(stale.iterations) > of_stale:
        belief = "one-trace-fits-all"
    check.require(
        now == iterations + 1,
        f"opt.iterations was {iterations} before the step and is {now} after it, {words}.",
        belief,
    )
    moved = scene.weights(layer, True)
    proven = [
        name
        for name in ("nothing-was-frozen", "zero-is-no-gradient")
        if not stale
        and np.allclose(moved, others[name][1], rtol=1e-4, atol=2e-5)
        and np.allclose(scene.weights(layer, False), others[name][2], rtol=1e-4, atol=2e-5)
    ]
    check.require(
        moved.tobytes() == frozen.tobytes(),
        f"The frozen layer moved by up to {np.abs(moved - frozen).max():.3g} in one step {words}.",
        proven[0] if len(proven) == 1 else None,
    )
    rest = {name: found[2] for name, found in others.items() if name != "nothing-was-frozen"}
    same = [
        name
        for name, value in rest.items()
        if value.shape == right[2].shape and np.allclose(value, right[2], rtol=1e-4, atol=3e-5)
    ]
    check.that(scene.weights(layer, False), f"The rest of the model after one step {words}").close(
        right[2],
        rtol=1e-4,
        atol=3e-5,
        beliefs={name: value for name, value in rest.items() if name not in same},
    )
    memory, right_memory = scene.memory(), right[3]
    proven = [
        name
        for name in ("putting-back-is-freezing", "zero-is-no-gradient")
        if not stale and np.allclose(memory, others[name][3], rtol=1e-3, atol=1e-6)
    ]
    check.require(
        np.allclose(memory, right_memory, rtol=1e-3, atol=1e-6),
        f"What opt remembers differs from the reference by up to "
        f"{np.abs(memory - right_memory).max():.3g} after one step {words}.",
        proven[0] if len(proven) == 1 else None,
    )
    eager = _python_runs.count(False)
    for i in range(1, steps):
        shown = f"frozen_step {words}, in call {i + 1},"
        seen = check.call(model, layer, *batches[i % len(batches)], opt, shown=shown)
        seen.close(final[0][i], rtol=1e-3)
    late, eager_late = len(_python_runs) - first, _python_runs.count(False) - eager
    check.that(scene.weights(layer, True), f"The frozen layer after {steps} steps {words}").bitwise(
        frozen
    )
    check.that(
        scene.weights(layer, False), f"The rest of the model after {steps} steps {words}"
    ).close(final[2], rtol=1e-3, atol=1e-4)
    check.require(
        not eager_late,
        f"in {steps - 1} more calls {words} Python ran the model {eager_late} times outside "
        "any trace.",
        "eager-is-traced",
    )
    check.require(
        not late,
        f"in {steps - 1} more calls {words}, with equal shapes, the model was traced {late} "
        "times again.",
        "an-inner-function-keeps-its-trace",
    )
    check.require(
        scene.flags() == flags, f"frozen_step {words} left flags changed.", "flags-are-mine"
    )


def _batches(rng, shape, classes, n=2):
    return [
        (
            tf.constant(rng.normal(size=shape), tf.float32),
            tf.constant(rng.integers(0, classes, shape[0]), tf.int32),
        )
        for _ in range(n)
    ]


def _dense(units, activation="tanh", **kwargs):
    return tf.keras.layers.Dense(units, activation, bias_initializer="random_normal", **kwargs)


_rng = np.random.default_rng(81)
tf.keras.utils.set_random_seed(81)

# Three plain layers, SGD with momentum: no clipping hides a loss that is too large.
_low, _mid, _still = _dense(5, name="low"), _dense(4, name="mid"), _dense(4, name="still")
_still.trainable = False
_chain = tf.keras.Sequential(
    [tf.keras.Input((4,)), _low, _Watched(), _still, _mid, _dense(3, "softmax", name="top")],
    name="net",
)
_sgd = tf.keras.optimizers.SGD(0.1, momentum=0.9, name="sgd")
_first = _Scene(_chain, _sgd, _batches(_rng, (8, 4), 3))
_hold(_first, "low", "with momentum")

# A model with names and flags within the layer to freeze, names within names, dropout and statistics elsewhere; Adam that clips and decays.
_in = tf.keras.Input((5,))
_coder = tf.keras.Sequential(
    [tf.keras.Input((5,)), _dense(6, name="one", trainable=False), _dense(4, name="two")],
    name="coder",
)
_block = tf.keras.Sequential(
    [tf.keras.Input((4,)), _dense(4, name="coder"), _dense(5, name="last")], name="block"
)
_h = _block(_coder(_Watched()(_in)))
_h = tf.keras.layers.BatchNormalization(name="norm")(_dense(6, name="coder_2")(_h))
_h = tf.keras.layers.Dropout(0.3, name="noise", seed=5)(_h)
_deep = tf.keras.Model(_in, _dense(4, "softmax", name="top")(_h))
_adam = tf.keras.optimizers.Adam(0.05, global_clipnorm=0.05, weight_decay=0.05)
_second = _Scene(_deep, _adam, _batches(_rng, (12, 5), 4))
_hold(_second, "coder", "with clipping and decay")

# Clipping without a scale of its own shows whose gradients were in the norm.
tf.keras.utils.set_random_seed(82)
_other = tf.keras.Sequential(
    [tf.keras.Input((3,)), _dense(7, name="low"), _Watched(), _dense(2, "softmax", name="top")],
    name="net",
)
_clip = tf.keras.optimizers.SGD(0.5, momentum=0.9, global_clipnorm=0.1, name="sgd")
_third = _Scene(_other, _clip, _batches(_rng, (5, 3), 2))
_hold(_third, "low", "for a third model with clipping")

# The same function goes on to serve other layers, optimizers and shapes.
_hold(_first, "top", "for another layer of a model that it knows", stale=_sgd)
_hold(
    _Scene(_chain, tf.keras.optimizers.SGD(0.03, momentum=0.5, name="sgd"), _first.batches),
    "low",
    "for another optimizer",
    stale=_sgd,
)
_hold(_Scene(_chain, _sgd, _batches(_rng, (3, 4), 3)), "low", "for a smaller batch", stale=_sgd)
_python_runs.clear()
for _name in ("low", "top", "low"):
    check.call(_chain, _name, *_first.batches[0], _sgd, shown=f"frozen_step for '{_name}' again")
check.require(
    not _python_runs,
    f"for layers that it knows, by turns, Python ran the model {len(_python_runs)} times in 3 "
    "calls; a step that was traced once can be kept.",
)
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Which variables does this step ask gradients for? If the frozen ones are never asked for, what is left
# to stop, zero or put back?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Go through the table in 'The step, repaired' line by line. For the trace: a `tf.function` that is written
# inside your function is a new one in each call, unless you keep it. What you keep was made for one model,
# one layer and one optimizer.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Look up `(model, frozen_layer, opt)` in a dictionary; all three can be keys. If it is not there, list the
# variables to train by identity, write a `tf.function` of `x` and `y` (forward with `training=True`,
# `tf.reduce_mean`, gradients for that list alone, `apply` on that list, return the loss), and store it. Then
# call what is stored. Or decorate a function of all five arguments, outside.
#
# </details>

# %% [markdown]
# ## ○ Exercise 4 · Where it counts: `outer_stop`
#
# - **Write** the derivatives of stop(f′(x))·x and of f′(x)·x.
# - **Why** this is the one place where a stop on a gradient does something: where a gradient is itself a
#   part of a formula that is differentiated again.
# - **Difficulty** ●●○ · **Minutes** 10


# %% solution="outer_stop"
def outer_stop(f, x):
    """Differentiate a product with f's slope in it, with the slope stopped and not.

    Args:
        f: takes a scalar float32 tensor and returns one, twice differentiable.
        x: a scalar float32 tensor.

    Returns:
        A pair of scalars: the derivative of stop(f'(x)) * x, and that of f'(x) * x, both with
        respect to x, at x.
    """
    ### BEGIN SOLUTION Return the derivatives of both products at x.
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            value = f(x)
        slope = inner.gradient(value, x)
        held = tf.stop_gradient(slope) * x
        free = slope * x
    return outer.gradient(held, x), outer.gradient(free, x)
    ### END SOLUTION


# %% check="outer_stop" points=1
check = Check(
    "outer_stop",
    globals(),
    look="lesson 08, 'The one place where it counts', and the hints below.",
)
pair = check.call(
    lambda x: x * x * x * x, tf.constant(2.0), shown="outer_stop(f, 2) for f = x^4"
).value
check.require(
    isinstance(pair, list | tuple) and len(pair) == 2,
    f"outer_stop returned {pair!r}; it must be a pair of two derivatives.",
)
check.that(pair[0], "The derivative of stop(f'(x)) x for f = x^4 at 2").close(
    32.0,
    beliefs={
        "a-stop-on-a-slope-never-counts": 128.0,
        **({} if pair[1] is None else {"a-stop-at-the-end": None}),
        "value-is-slope": 64.0,
        "the-other-factor-is-stopped": 96.0,
    },
)
check.that(pair[1], "The derivative of f'(x) x for f = x^4 at 2").close(
    128.0,
    beliefs={
        "a-slope-is-a-constant": 32.0,
        "one-path-is-enough": 96.0,
        "value-is-slope": 64.0,
        "slopes-of-slopes-are-all": 48.0,
    },
)
check.passed()

# %% check="outer_stop" points=3 held_out=true
check = Check(
    "outer_stop",
    globals(),
    look="lesson 08, 'The one place where it counts', and the hints of exercise 4.",
    held_out=True,
)
_scale = tf.Variable(1.5)
_cases = [
    ("sin 3x", lambda x: tf.sin(3 * x), lambda a: (3 * np.cos(3 * a), -9 * np.sin(3 * a)), 0.4),
    ("exp(-x)", lambda x: tf.exp(-x), lambda a: (-np.exp(-a), np.exp(-a)), -1.3),
    ("v x^3 with v = 1.5", lambda x: _scale * x**3, lambda a: (4.5 * a * a, 9 * a), 1.7),
    ("5 x", lambda x: 5.0 * x, lambda a: (5.0, 0.0), 3.0),
    ("a traced x^2", tf.function(lambda x: x * x), lambda a: (2 * a, 2.0), 0.8),
    ("x^3 + 2 x", lambda x: x * x * x + 2.0 * x, lambda a: (3 * a * a + 2, 6 * a), 0.0),
]
for _words, _f, _slopes, _at in _cases:
    _one, _two = (float(slope) for slope in _slopes(_at))
    _shown = f"for f = {_words} at {_at}"
    _x = tf.constant(_at, tf.float32)
    _pair = check.call(_f, _x, shown=f"outer_stop(f, x) {_shown}").value
    check.require(
        isinstance(_pair, list | tuple) and len(_pair) == 2,
        f"outer_stop(f, x) {_shown} is no pair of two derivatives.",
    )
    check.that(_pair[0], f"The derivative of stop(f'(x)) x {_shown}").close(
        _one,
        atol=1e-6,
        beliefs={
            "a-stop-on-a-slope-never-counts": _one + _at * _two,
            **({} if _pair[1] is None else {"a-stop-at-the-end": None}),
            "value-is-slope": _one * _at,
            "the-other-factor-is-stopped": _at * _two,
        },
    )
    check.that(_pair[1], f"The derivative of f'(x) x {_shown}").close(
        _one + _at * _two,
        atol=1e-6,
        beliefs={
            "a-slope-is-a-constant": _one,
            "one-path-is-enough": _at * _two,
            "value-is-slope": _one * _at,
            "slopes-of-slopes-are-all": _two,
        },
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Which tape has to see how f′(x) is computed, and until when must it be open?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Two tapes, one inside the other. The inner one gives f′(x). Compute it, and both products, while the outer
# one is still recording. A constant must be watched, by both.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Open `outer` (persistent) and watch `x`; inside, open `inner`, watch `x`, compute `f(x)`. Back in `outer`:
# ask `inner` for the slope, then make both products. After `outer` has closed, ask it for both derivatives.
#
# </details>
