# %% [markdown]
# # 07 · Exercises: var_list
#
# Four exercises: about 30 minutes for the three marked ●, about 12 more for the one marked ○. They use
# what lesson 07 showed: ask for the gradients that you want, choose by layer and by identity, and build an
# optimizer on all that may ever train.
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

# %% [markdown]
# ## ● Exercise 1 · The missing method: `minimize`
#
# - **Write** the function that Keras 3 no longer has: one update of the variables in a list.
# - **Why** old code calls it everywhere, and with this you can run such code again.
# - **Difficulty** ●○○ · **Minutes** 10


# %% solution="minimize"
def minimize(loss_fn, var_list, opt):
    """Take one step that lowers a loss, moving the variables of a list alone.

    Args:
        loss_fn: takes nothing and returns the loss, a scalar tensor. It is called once.
        var_list: a list of Keras or TensorFlow variables. The loss need not use all of them.
        opt: a Keras optimizer, built on these variables and perhaps on more.

    Returns:
        The loss before the update. A variable that the loss does not use stays bitwise, as do all
        that are not in the list.

    Raises:
        ValueError: the loss uses no variable of the list.
    """
    ### BEGIN SOLUTION Return the loss, and let opt move the variables of the list.
    with tf.GradientTape() as tape:
        loss = loss_fn()
    opt.apply(tape.gradient(loss, var_list), var_list)
    return loss
    ### END SOLUTION


# %% check="minimize" points=1
check = Check("minimize", globals(), look="lesson 07, 'Today: two lines', and the hints below.")
u, v = tf.Variable(3.0), tf.Variable(5.0)
opt = tf.keras.optimizers.SGD(0.01)
opt.build([u, v])
calls = []


def loss_fn():
    calls.append("called")
    return u * u * v


seen = check.call(loss_fn, [u], opt, shown="minimize(loss_fn, [u], SGD(0.01)) for u² v")
check.require(
    len(calls) == 1,
    f"loss_fn was called {len(calls)} times; once is enough.",
    "a-loss-may-be-asked-twice" if len(calls) > 1 else None,
)
seen.close(45.0, beliefs={"the-loss-comes-last": float(u * u * v)})
check.that(v, "v, which is not in the list,").bitwise(
    np.float32(5.0), beliefs={"everything-is-trained": 4.91}
)
check.that(u, "u after one step").close(2.7)
check.require(
    int(opt.iterations) == 1,
    f"opt took {int(opt.iterations)} steps; it must take one.",
    "any-optimizer-will-do" if int(opt.iterations) == 0 else None,
)
check.passed()

# %% check="minimize" points=3 held_out=true
check = Check(
    "minimize",
    globals(),
    look="lesson 07, 'Today: two lines' and 'An empty choice', and the hints of exercise 1.",
    held_out=True,
)
_rng = np.random.default_rng(71)


def _some(*shape):
    return tf.constant(_rng.normal(size=shape), tf.float32)


def _value(v):
    return np.asarray(tf.convert_to_tensor(v))


def _reference(loss_fn, variables, opt, zeros=False, way=()):
    """One step; with a `way`, all but the variables in it are put back afterwards."""
    with tf.GradientTape() as tape:
        loss = loss_fn()
    gradients = tape.gradient(loss, variables)
    if zeros:
        gradients = [
            tf.zeros_like(v) if g is None else g for g, v in zip(gradients, variables, strict=True)
        ]
    old = [(v, _value(v)) for v in variables if way and not any(v is c for c in way)]
    opt.apply(gradients, variables)
    for v, value in old:
        v.assign(value)
    return loss


def _hold(loss_fn, chosen, everything, opt, words):
    """Warm opt up, then hold one step of the answer against the reference."""
    if not opt.built:
        opt.build(everything)

    def warm_up():
        for _ in range(2):
            ones = [0.1 * tf.ones(v.shape) for v in everything]
            opt.apply(ones, everything)

    check.call(of=warm_up, shown="the warm-up")
    kept = [*everything, *opt.variables]
    before = [_value(v) for v in kept]

    def rehearse(variables, **way):
        loss = _reference(loss_fn, variables, opt, **way)
        after = [_value(v) for v in everything]
        later = loss_fn()
        for v, old in zip(kept, before, strict=True):
            v.assign(old)
        return float(loss), after, float(later)

    loss, want, later = check.call(chosen, of=rehearse, shown="the reference").value
    zeros = check.call(chosen, of=rehearse, shown="with zeros", zeros=True).value[1]
    all_of_it = check.call(everything, of=rehearse, shown="with all").value[1]
    put_back = check.call(everything, of=rehearse, shown="put back", way=chosen).value[1]
    calls = []

    def counted():
        calls.append("called")
        return loss_fn()

    given = list(chosen)
    seen = check.call(counted, given, opt, shown=f"minimize {words}")
    check.require(
        len(calls) <= 1,
        f"minimize {words} called loss_fn {len(calls)} times; once is enough.",
        "a-loss-may-be-asked-twice",
    )
    seen.close(loss, beliefs={"the-loss-comes-last": later})
    steps = int(opt.iterations) - 2
    moved = any(
        _value(v).tobytes() != old.tobytes() for v, old in zip(everything, before, strict=False)
    )
    check.require(
        steps == 1,
        f"opt took {steps} steps {words}; it must take one.",
        "any-optimizer-will-do" if steps == 0 and moved else None,
    )
    check.require(
        len(given) == len(chosen) and all(a is b for a, b in zip(given, chosen, strict=True)),
        f"minimize {words} changed the list of variables that it was given.",
        "my-input-is-mine",
    )
    for v, old, right, zero, free, back in zip(
        everything, before, want, zeros, all_of_it, put_back, strict=False
    ):
        now = _value(v)
        if right.tobytes() == old.tobytes():
            moved = np.abs(now - old).max()
            asked = any(v is c for c in chosen)
            beliefs = {"none-is-a-zero": zero} if asked else {"everything-is-trained": free}
            proven = [name for name, said in beliefs.items() if np.allclose(now, said, rtol=1e-4)]
            what = "has no gradient" if asked else "is not in the list"
            check.require(
                now.tobytes() == old.tobytes(),
                f"a variable of shape {old.shape} that {what} moved by {moved:.3g} {words}.",
                proven[0] if proven else None,
            )
        else:
            check.that(now, f"A variable of shape {old.shape} after one step {words}").close(
                right, rtol=1e-4, atol=1e-5, beliefs={"putting-back-is-freezing": back}
            )


_a, _b, _c = tf.Variable(_some(3, 2)), tf.Variable(_some(2)), tf.Variable(_some(2))
_x = _some(4, 3)


def _squares():
    return tf.reduce_mean((_x @ _a + _b) ** 2)


def _slow_sgd():
    return tf.keras.optimizers.SGD(0.05, momentum=0.9)


_hold(_squares, [_b], [_a, _b, _c], _slow_sgd(), "for one of three variables, with momentum")
_hold(_squares, [_c, _a], [_a, _b, _c], _slow_sgd(), "where the loss does not use one variable")
_hold(
    _squares,
    [_b, _a],
    [_a, _b],
    tf.keras.optimizers.Adam(0.05, global_clipnorm=0.1, weight_decay=0.01),
    "with clipping and decay",
)
_hold(
    _squares,
    [_b],
    [_a, _b, _c],
    tf.keras.optimizers.SGD(0.5, momentum=0.9, global_clipnorm=0.1),
    "for one of three variables, with clipping",
)

tf.keras.utils.set_random_seed(71)
_model = tf.keras.Sequential(
    [
        tf.keras.Input((3,), dtype="int32"),
        tf.keras.layers.Embedding(8, 2),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(3, "tanh"),
        tf.keras.layers.Dense(1),
    ]
)
_ids, _y = tf.constant([[0, 1, 6], [3, 2, 5]]), _some(2, 1)
_weights = _model.trainable_variables
_hold(
    lambda: tf.reduce_mean((_model(_ids, training=True) - _y) ** 2),
    [_weights[4], _weights[0]],
    _weights,
    tf.keras.optimizers.Adam(0.05),
    "for a table and one bias of a model",
)


def _error(minimize, loss_fn, variables, opt):
    try:
        minimize(loss_fn, variables, opt)
    except NotImplementedError:
        raise
    except ValueError:
        return "ValueError"
    except Exception as error:  # noqa: BLE001
        return type(error).__name__
    return "nothing"


for _words, _chosen in (("one variable", [_c]), ("two variables", [_c, tf.Variable(2.0)])):
    _opt = tf.keras.optimizers.SGD(0.1)
    _opt.build(_chosen)
    _seen = check.call(
        check.answer, _squares, _chosen, _opt, of=_error, shown="minimize without a gradient"
    ).value
    check.require(
        _seen == "ValueError",
        f"minimize raised {_seen} where the loss uses none of {_words}; it must raise ValueError.",
        "apply-would-say-so" if _seen == "nothing" else None,
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# What has to watch while the loss is computed? So where must `loss_fn` be called?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# The old method did two things: gradients, then the update. What does `apply` do with a gradient that is
# `None`, and what if all of them are? Let it see them.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Call `loss_fn` inside `with tf.GradientTape() as tape`. Ask the tape for the gradients of the list, give
# gradients and list to `opt.apply` as they are, and return the loss.
#
# </details>

# %% [markdown]
# ## ● Exercise 2 · Ask the layer: `select_vars`
#
# - **Write** a function that finds a layer by its name, however deep it lies, and returns its variables.
# - **Why** a list of variables is as good as the way it was chosen.
# - **Difficulty** ●●○ · **Minutes** 12


# %% solution="select_vars"
def select_vars(model, layer_name):
    """Find the variables of a layer, by the layer's name.

    Args:
        model: a built Keras model. Its layers, and the layers within them, are reached by
            `.layers`; no two of them have the same name.
        layer_name: the whole name of the layer.

    Returns:
        A list of all variables of that layer and of what it is made of, whether they train or not;
        an empty list where there is no such layer. Flags are left as found. (No layer here has
        moving statistics or seeds, so it does not matter how you treat them.)
    """
    ### BEGIN SOLUTION Return the variables of the layer of that name, at any depth.
    for layer in model.layers:
        if layer.name == layer_name:
            return layer.variables
        if hasattr(layer, "layers"):
            found = select_vars(layer, layer_name)
            if found:
                return found
    return []
    ### END SOLUTION


# %% check="select_vars" points=1
check = Check("select_vars", globals(), look="lesson 07, 'Names', and the hints below.")
denses = {name: tf.keras.layers.Dense(2, name=name) for name in ("dense_1", "dense_10", "top")}
model = tf.keras.Sequential([tf.keras.Input((3,)), *denses.values()])
owner = {id(v): name for name, layer in denses.items() for v in layer.variables}
for name in ("dense_1", "dense_10", "top"):
    shown = f"select_vars(model, '{name}')"
    found = check.call(model, name, shown=shown).value
    check.require(
        isinstance(found, list | tuple),
        f"{shown} returned an object of type {type(found).__name__}, where a list is wanted.",
    )
    strange = [v for v in found if not isinstance(v, tf.keras.Variable)]
    check.require(
        not strange,
        f"{shown} returned a list with an object of type {type((*strange, 0)[0]).__name__} in it; "
        "each item must be a variable of the layer, as the layer itself lists it.",
    )
    owners = [owner.get(id(v), "something else") for v in found]
    check.require(
        found,
        f"{shown} found nothing; the layer has a kernel and a bias.",
        "a-variable-has-its-layers-name",
    )
    extra = sorted({other for other in owners if other != name})
    check.require(
        not extra,
        f"{shown} also found variables of {', '.join(extra)}.",
        "a-part-of-a-name-will-do" if extra == ["dense_10"] else None,
    )
    check.require(
        sorted(map(id, found)) == sorted(map(id, denses[name].variables)),
        f"{shown} found {len(found)} variables; it must find the kernel and the bias, once each.",
    )
check.passed()

# %% check="select_vars" points=3 held_out=true
check = Check(
    "select_vars",
    globals(),
    look="lesson 07, 'Names', and the hints of exercise 2.",
    held_out=True,
)


def _dense(name, units=3):
    return tf.keras.layers.Dense(units, name=name)


def _functional(name, *layers):
    inputs = outputs = tf.keras.Input((3,))
    for layer in layers:
        outputs = layer(outputs)
    return tf.keras.Model(inputs, outputs, name=name)


class _Pair(tf.keras.layers.Layer):
    """A layer that holds a layer and a weight of its own."""

    def __init__(self, name):
        super().__init__(name=name)
        self.inner = _dense("inner_of_pair")

    def build(self, shape):
        self.inner.build(shape)
        self.scale = self.add_weight(shape=(3,), name="scale")

    def call(self, x):
        return self.inner(x) * self.scale


_names = ("code", "code_2", "bias", "pair", "low", "last", "dense_3", "dense_30", "dense")
_leaf = {name: _Pair(name) if name == "pair" else _dense(name) for name in _names}
_coder = _functional("coder", _leaf["code"], _leaf["code_2"])
_deepest = _functional("deepest", _leaf["low"], _leaf["bias"])
_block = tf.keras.Sequential([tf.keras.Input((3,)), _deepest, _leaf["pair"]], name="block")
_model = _functional(
    "whole",
    _leaf["dense_30"],
    _coder,
    _block,
    _leaf["dense_3"],
    _leaf["dense"],
    _leaf["last"],
)
_all = {**_leaf, "coder": _coder, "deepest": _deepest, "block": _block}
_leaf["low"].trainable = False
_leaf["last"].trainable = False
_leaf["code_2"].trainable = False
_owner = {id(v): name for name in _names for v in _leaf[name].variables}


def _flags_of(model):
    return [x.trainable for x in (*model._flatten_layers(), *model.variables)]


_flags = _flags_of(_model)


def _want(name):
    return _all[name].variables if name in _all else []


_passed = set()
for _name in (
    "dense_3",
    "dense",
    "dense_30",
    "last",
    "bias",
    "code",
    "coder",
    "code_2",
    "pair",
    "low",
    "deepest",
    "block",
):
    _shown = f"select_vars(model, '{_name}')"
    _got = check.call(_model, _name, shown=_shown).value
    check.require(
        isinstance(_got, list | tuple) and all(isinstance(v, tf.keras.Variable) for v in _got),
        f"{_shown} returned something that is no list of Keras variables.",
    )
    check.require(
        _flags_of(_model) == _flags,
        f"{_shown} left `trainable` flags changed.",
        "flags-are-mine",
    )
    _ids, _right = [id(v) for v in _got], [id(v) for v in _want(_name)]
    _extra = sorted({_owner.get(i, "something else") for i in _ids if i not in _right})
    _belief = None
    if _extra and all(_name in other for other in _extra):
        _belief = "a-part-of-a-name-will-do"
    elif (
        _extra
        and _name == "bias"
        and all(v.path.endswith("/bias") for v in _got if id(v) not in _right)
    ):
        _belief = "a-variable-has-its-layers-name"
    check.require(
        not _extra, f"{_shown} also found variables of {', '.join(_extra)[:60]}.", _belief
    )
    _trains = [id(v) for v in _want(_name) if v.trainable]
    _on_top = _name in [layer.name for layer in _model.layers]
    if sorted(_ids) == sorted(_trains) != sorted(_right) and (_trains or _on_top):
        _belief = "only-what-trains"
    elif not _ids and _name in ("code", "bias") and "dense_3" in _passed:
        _belief = "layers-lie-on-top"
    elif _name == "pair" and _ids and len(_ids) < len(_right):
        _belief = "only-its-own-weights"
    check.require(
        sorted(_ids) == sorted(_right),
        f"{_shown} found {len(_ids)} of {len(_right)} variables, each to be found once"
        f"{'' if _on_top else '; the layer lies inside another'}"
        f"{'; its flag is False' if not _all[_name].trainable else ''}.",
        _belief,
    )
    _passed.add(_name)
for _name in ("dense_", "dense_2", "kernel", "cod", "coder/code", "", "DENSE_3", "dense.3", ".*"):
    _got = check.call(_model, _name, shown=f"select_vars(model, '{_name}')").value
    check.require(
        isinstance(_got, list | tuple) and not _got,
        f"select_vars(model, '{_name}') returned {_got if _got is None else type(_got).__name__}"
        f"{f' of {len(_got)}' if isinstance(_got, list | tuple) else ''}; there is no such "
        "layer, so it must be an empty list.",
    )

# Another model, with names that the first one has too, and with more levels.
_deep = _dense("dense_3")
_tower = _functional("level_0", _deep)
for _level in range(1, 6):
    _tower = _functional(f"level_{_level}", _tower, _dense(f"dense_{_level + 40}"))
_six = _functional("six", _tower)
for _name, _layer in (("dense_45", _tower.layers[-1]), ("dense_3", _deep)):
    _got = check.call(_six, _name, shown=f"select_vars(another model, '{_name}')").value or []
    _right = [id(v) for v in _layer.variables]
    _depth = "six levels down" if _layer is _deep else "two levels down"
    _belief = None
    if [id(v) for v in _got] == [id(v) for v in _leaf["dense_3"].variables]:
        _belief = "once-is-enough"
    elif not len(_got) and _layer is _deep:
        _belief = "layers-lie-on-top"
    check.require(
        sorted(id(v) for v in _got) == sorted(_right),
        f"select_vars(another model, '{_name}') found {len(_got)} variables"
        f"{', those of the first model' if _belief == 'once-is-enough' else ''}; the layer, "
        f"{_depth}, has {len(_right)}.",
        _belief,
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# Who knows for certain which variables belong to a layer: the variable's name, its path, or the layer?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Search layers, not variables. Compare whole names with `==`. A layer that has `.layers` of its own can be
# searched in the same way, and a frozen layer has variables too.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Go through the layers of the model. If the name is the one, return what `.variables` gives. Else, if the
# layer has an attribute `layers`, call yourself on it, and return what it found unless that is empty. At the
# end return an empty list.
#
# </details>

# %% [markdown]
# ## ● Exercise 3 · Built for what may come: `make_optimizer`
#
# - **Write** a function that makes an optimizer which can train any part of a model later.
# - **Why** "Unknown variable" comes on the day when you unfreeze, after hours of training.
# - **Difficulty** ●●○ · **Minutes** 8


# %% solution="make_optimizer"
def make_optimizer(model):
    """Make an optimizer that later accepts any choice of the model's weights.

    Args:
        model: a built Keras model. Some of its layers may be frozen by their flags now; they may
            be unfrozen later. No weight and no flag is changed.

    Returns:
        A Keras optimizer of your choice, with a learning rate above 0. `apply` accepts any list of
        variables that some setting of the layers' flags makes trainable, in any order, one list
        after another, and what it remembers is kept from one to the next.
    """
    ### BEGIN SOLUTION Return an optimizer that is ready for any part of the model.
    optimizer = tf.keras.optimizers.Adam(0.001)
    optimizer.build(model.variables)
    return optimizer
    ### END SOLUTION


# %% check="make_optimizer" points=1
check = Check(
    "make_optimizer",
    globals(),
    look="lesson 07, 'Changing the list on the fly', and the hints below.",
)
base, head = tf.keras.layers.Dense(3, name="base"), tf.keras.layers.Dense(2, name="head")
model = tf.keras.Sequential([tf.keras.Input((4,)), base, head])
base.trainable = False
before = [v.numpy() for v in model.variables]


def refused(opt, *lists):
    """The number of the first list that opt refuses, and how; None if it takes all."""
    for number, variables in enumerate(lists):
        try:
            opt.apply([tf.ones(v.shape) for v in variables], variables)
        except Exception as error:  # noqa: BLE001
            return number, f"{type(error).__name__}: {str(error)[:16]}"
    return None


opt = check.call(model, shown="make_optimizer(model)").value
check.require(
    isinstance(opt, tf.keras.optimizers.Optimizer),
    f"make_optimizer(model) returned {type(opt).__name__}, which is no Keras optimizer.",
)
check.require(
    all(np.array_equal(a, b) for a, b in zip(before, model.variables, strict=True)),
    "make_optimizer(model) moved weights.",
    "building-takes-a-step",
)
check.require(
    head.trainable and not base.trainable,
    "the flags were False for base and True for head before make_optimizer, and are not now.",
    "flags-are-mine",
)
built = opt.built
seen = check.call(opt, head.variables, base.variables, of=refused, shown="opt.apply").value
check.require(
    seen is None,
    f"opt refused the variables of {['head', 'base'][seen[0]] if seen else ''}: "
    f"{seen[1] if seen else ''}...",
    ("frozen-now-is-frozen-for-good" if built else "the-first-list-decides")
    if seen and seen[0] == 1
    else None,
)
check.passed()

# %% check="make_optimizer" points=3 held_out=true
check = Check(
    "make_optimizer",
    globals(),
    look="lesson 07, 'Changing the list on the fly', and the hints of exercise 3.",
    held_out=True,
)


class _Scaled(tf.keras.layers.Layer):
    """A layer that `.layers` does not open: a layer and a weight of its own inside."""

    def __init__(self, name):
        super().__init__(name=name)
        self.inner = tf.keras.layers.Dense(3, name="inner")

    def build(self, shape):
        self.inner.build(shape)
        self.scale = self.add_weight(shape=(3,), name="scale")

    def call(self, x):
        return self.inner(x) * self.scale


def _models():
    """Models with the names of their layers that are frozen now, at several depths."""
    keras = tf.keras
    tf.keras.utils.set_random_seed(72)
    first = keras.layers.Dense(3, name="first")
    norm = keras.layers.BatchNormalization(name="norm")
    inside = keras.Sequential([keras.Input((3,)), first, norm], name="inside")
    last = keras.layers.Dense(2, name="last")
    model = keras.Sequential(
        [keras.Input((3,)), inside, _Scaled("scaled"), keras.layers.Dropout(0.5), last]
    )
    first.trainable = norm.trainable = False
    yield "with a frozen layer within a layer", model

    low, top = keras.layers.Dense(2, name="low"), keras.layers.Dense(1, name="top")
    model = keras.Sequential([keras.Input((4,)), low, top])
    model.trainable = False
    yield "that is frozen as a whole", model

    inputs = keras.Input((3,))
    scaled = _Scaled("scaled")
    outputs = keras.layers.Dense(1, name="top")(scaled(inputs))
    model = keras.Model(inputs, outputs)
    scaled.inner.trainable = False
    yield "with a frozen layer inside a layer of its own kind", model

    inputs = keras.Input((3,))
    coders = []
    for name in ("left", "right"):
        start = keras.Input((3,))
        coders.append(keras.Model(start, keras.layers.Dense(2, name="code")(start), name=name))
    model = keras.Model(inputs, coders[0](inputs) * coders[1](inputs))
    coders[0].trainable = False
    yield "with two layers of equal paths", model


def _flags_of(model):
    return [x.trainable for x in (*model._flatten_layers(), *model.variables)]


def _could_train(model):
    """What some setting of the flags makes trainable: all of it, what trains now, and the rest."""
    holders = [*model._flatten_layers(), *model.variables]
    flags = [holder.trainable for holder in holders]
    now = [id(v) for v in model.trainable_variables]
    for layer in model._flatten_layers():
        layer.trainable = True
    found = list(model.trainable_variables)
    for holder, flag in zip(holders, flags, strict=True):
        if isinstance(holder, tf.keras.layers.Layer):
            holder._trainable = flag
        else:
            holder.trainable = flag
    return found, [v for v in found if id(v) in now], [v for v in found if id(v) not in now]


def _refused(opt, lists):
    for number, variables in enumerate(lists):
        try:
            opt.apply([tf.ones(v.shape) for v in variables], variables)
        except Exception as error:  # noqa: BLE001
            return number, f"{type(error).__name__}: {str(error)[:16]}"
    return None


_took_frozen = False
for _words, _model in _models():
    _all, _now, _frozen = _could_train(_model)
    _before, _flags = [v.numpy() for v in _model.variables], _flags_of(_model)
    _opt = check.call(_model, shown=f"make_optimizer for a model {_words}").value
    check.require(
        isinstance(_opt, tf.keras.optimizers.Optimizer),
        f"make_optimizer returned {type(_opt).__name__}, which is no Keras optimizer.",
    )
    check.require(
        all(np.array_equal(a, b) for a, b in zip(_before, _model.variables, strict=True)),
        f"make_optimizer moved weights of a model {_words}.",
        "building-takes-a-step",
    )
    check.require(
        _flags_of(_model) == _flags,
        f"make_optimizer left flags changed for a model {_words}.",
        "flags-are-mine",
    )
    _built = _opt.built
    _lists = [_now, _frozen] if _now else [_frozen]
    _lists = [part for part in (*_lists, _all[-1:], _all[:1], _all[::-1], _all[1:3]) if part]
    _held, _known = [], set()
    for _number, _part in enumerate(_lists):
        _values = [v.numpy() for v in _model.variables]
        _seen = check.call(_opt, [_part], of=_refused, shown="opt.apply").value
        _is_frozen = any(v is f for v in _part for f in _frozen)
        _belief = None
        if _is_frozen and _built and _now and _number == 1 and not _took_frozen:
            _belief = "frozen-now-is-frozen-for-good"
        elif not _built and _number > 0:
            _belief = "the-first-list-decides"
        check.require(
            _seen is None,
            f"opt refused list {_number + 1} of {len(_lists)} for a model {_words}"
            f"{', with frozen variables in it' if _is_frozen else ''}: {_seen and _seen[1]}...",
            _belief,
        )
        _moved = [
            not np.array_equal(old, v) for old, v in zip(_values, _model.variables, strict=True)
        ]
        _given = [any(v is p for p in _part) for v in _model.variables]
        check.require(
            _moved == _given,
            f"opt was given {sum(_given)} variables of a model {_words}, and {sum(_moved)} moved.",
        )
        _now_held = [id(v) for v in _opt.variables]
        check.require(
            _held == _now_held[: len(_held)]
            and (len(_held) in (0, len(_now_held)) or not _known.issuperset(map(id, _part))),
            f"what opt remembers was made anew with list {_number + 1}, for a model {_words}.",
            "a-new-memory-is-as-good",
        )
        _held = _now_held
        _known.update(map(id, _part))
        _took_frozen = _took_frozen or _is_frozen
    check.require(
        int(_opt.iterations) >= len(_lists),
        f"opt counted {int(_opt.iterations)} steps after {len(_lists)} lists.",
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# When does an optimizer decide which variables it knows? Who decides it, if you don't?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Lesson 07, 'Changing the list on the fly', in the part about a flag that is off while the optimizer is built.
# Which list of the model does not depend on flags? An optimizer may know more variables than it will ever
# move.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Make any optimizer, call its `build` with all the model's variables, not only those that train now, and return
# it.
#
# </details>

# %% [markdown]
# ## ○ Exercise 4 · Two rates, one pass: `two_speed_step`
#
# - **Write** a training step in which two optimizers move two parts of a model.
# - **Why** a pre-trained part wants small steps and a new one large steps, and the walk back is the dear part.
# - **Difficulty** ●●○ · **Minutes** 12


# %% solution="two_speed_step"
def two_speed_step(model, slow, fast, x, y):
    """Take one training step with two optimizers.

    Args:
        model: a built Keras model.
        slow: a pair (optimizer, variables); the variables are some of the model's, in any order.
        fast: another such pair; no variable is in both. Both optimizers are built on all
            variables of the model.
        x: a batch of inputs, float32, (N, ...).
        y: the targets, float32, of the shape of the model's output.

    Returns:
        The loss before the update, the mean of (model(x) - y)² over all entries, with the model run
        once, in training mode. Each optimizer moves its own variables, all others stay. The tape is
        asked for gradients once.
    """
    ### BEGIN SOLUTION Return the loss, after each optimizer has moved its own variables.
    (slow_opt, slow_vars), (fast_opt, fast_vars) = slow, fast
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    of_slow, of_fast = tape.gradient(loss, [list(slow_vars), list(fast_vars)])
    slow_opt.apply(of_slow, slow_vars)
    fast_opt.apply(of_fast, fast_vars)
    return loss
    ### END SOLUTION


# %% check="two_speed_step" points=1
check = Check(
    "two_speed_step",
    globals(),
    look="lesson 07, 'Two optimizers, two rates', and the hints below.",
)
passes = []


def counting_passes(function, *args):
    """Call a function and count how often a tape is asked for gradients."""
    original = tf.GradientTape.gradient

    def counted(tape, *args, **kwargs):
        passes.append("asked")
        return original(tape, *args, **kwargs)

    tf.GradientTape.gradient = counted
    try:
        return function(*args)
    finally:
        tf.GradientTape.gradient = original


u = tf.keras.layers.Dense(1, kernel_initializer="ones", name="u")
v = tf.keras.layers.Dense(1, kernel_initializer="ones", name="v")
model = tf.keras.Sequential([tf.keras.Input((1,)), u, v])
slow, fast = tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.SGD(0.1)
for opt in (slow, fast):
    opt.build(model.variables)
x, y = tf.constant([[1.0], [1.0]]), tf.constant([[3.0], [3.0]])
seen = check.call(
    check.answer,
    model,
    (slow, u.trainable_variables),
    (fast, [v.kernel]),
    x,
    y,
    of=counting_passes,
    shown="two_speed_step(model, (SGD(0.01), ...), (SGD(0.1), ...), x, y)",
)
seen.close(4.0, beliefs={"the-loss-comes-last": float(tf.reduce_mean((model(x) - y) ** 2))})
check.require(
    len(passes) <= 1,
    f"the tape was asked for gradients {len(passes)} times; once is enough.",
    "each-list-needs-a-pass-of-its-own",
)
both = [float(u.kernel[0, 0]), float(v.kernel[0, 0])]
check.that(both, "The kernels of the slow and the fast layer, from 1 and 1,").close(
    [1.04, 1.4],
    beliefs={
        "the-pairs-are-swapped": [1.4, 1.04],
        "one-optimizer-will-do": [1.4, 1.4],
        "downhill-is-the-gradient": [0.96, 0.6],
        "a-vector-is-its-mean": [1.08, 1.8],
    },
)
check.that(u.bias, "The bias of the slow layer, from 0,").close([0.04])
check.that(v.bias, "The bias of the other layer, which is in no list,").bitwise(
    np.zeros(1, np.float32), beliefs={"everything-is-trained": [0.4]}
)
check.passed()

# %% check="two_speed_step" points=3 held_out=true
check = Check(
    "two_speed_step",
    globals(),
    look="lesson 07, 'Two optimizers, two rates', and the hints of exercise 4.",
    held_out=True,
)
_passes, _runs = [], []


class _Counted(tf.keras.layers.Layer):
    """Passes its input on, and notes that Python ran it."""

    def call(self, x):
        _runs.append("ran")
        return x


def _counting(function, *args):
    original = tf.GradientTape.gradient

    def counted(tape, *args, **kwargs):
        _passes.append("asked")
        return original(tape, *args, **kwargs)

    tf.GradientTape.gradient = counted
    try:
        return function(*args)
    finally:
        tf.GradientTape.gradient = original


def _reference(model, slow, fast, x, y, way=None):
    """One step; `way` names a wrong one."""
    (slow_opt, slow_vars), (fast_opt, fast_vars) = slow, fast
    if way == "swapped":
        slow_opt, fast_opt = fast_opt, slow_opt
    if way == "one optimizer":
        slow_opt = fast_opt
    with tf.GradientTape() as tape:
        losses = (model(x, training=way != "not training") - y) ** 2
        loss = tf.reduce_mean(losses)
        used = tf.reduce_sum(tf.reduce_mean(losses, axis=-1)) if way == "vector" else loss
    variables = [*slow_vars, *fast_vars]
    if way in ("all", "paths"):
        variables = model.trainable_variables
    gradients = tape.gradient(used, variables)
    if way in ("all", "paths"):
        for opt, own in ((slow_opt, slow_vars), (fast_opt, fast_vars)):
            paths = {v.path for v in (own if way == "paths" else variables)}
            opt.apply_gradients(
                [(g, v) for g, v in zip(gradients, variables, strict=True) if v.path in paths]
            )
    else:
        n = len(slow_vars)
        slow_opt.apply(gradients[:n], variables[:n])
        fast_opt.apply(gradients[n:], variables[n:])
    return float(loss)


def _floats(model):
    return np.concatenate([v.numpy().ravel() for v in model.variables if "float" in str(v.dtype)])


def _hold(model, slow, fast, batches, words):
    x, y = batches[0]
    for opt, _ in (slow, fast):
        opt.build(model.variables)

    def warm_up():
        for x, y in batches:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
            gradients = tape.gradient(loss, model.trainable_variables)
            for opt, _ in (slow, fast):
                opt.apply(gradients, model.trainable_variables)

    check.call(of=warm_up, shown="the warm-up")
    kept = [*model.variables, *slow[0].variables, *fast[0].variables]
    before = [v.numpy() for v in kept]

    def rehearse(way=None):
        loss = _reference(model, slow, fast, x, y, way)
        after = _floats(model)
        for v, old in zip(kept, before, strict=True):
            v.assign(old)
        return loss, after

    loss, want = check.call(of=rehearse, shown="the reference").value
    ways = {
        "the-pairs-are-swapped": "swapped",
        "one-optimizer-will-do": "one optimizer",
        "a-model-knows-that-it-trains": "not training",
        "a-vector-is-its-mean": "vector",
        "everything-is-trained": "all",
        "names-tell-variables-apart": "paths",
    }
    others = {
        belief: check.call(way, of=rehearse, shown="another way").value
        for belief, way in ways.items()
    }
    counts = [int(opt.iterations) for opt, _ in (slow, fast)]
    flags = [v.trainable for v in model.variables]
    lists = [list(variables) for _, variables in (slow, fast)]
    _passes.clear()
    _runs.clear()
    seen = check.call(
        check.answer, model, slow, fast, x, y, of=_counting, shown=f"two_speed_step {words}"
    )
    unaware = others["a-model-knows-that-it-trains"][0]
    seen.close(loss, beliefs={"a-model-knows-that-it-trains": unaware})
    check.require(
        len(_passes) <= 1,
        f"a tape was asked for gradients {len(_passes)} times {words}; once is enough.",
        "each-list-needs-a-pass-of-its-own",
    )
    check.require(
        len(_runs) <= 1,
        f"the model ran {len(_runs)} times {words}; once is enough.",
        "a-loss-may-be-asked-twice",
    )
    check.require(
        all(
            len(mine) == len(given) and all(a is b for a, b in zip(mine, given, strict=True))
            for mine, (_, given) in zip(lists, (slow, fast), strict=True)
        ),
        f"two_speed_step {words} changed a list of variables that it was given.",
        "my-input-is-mine",
    )
    now = [int(opt.iterations) for opt, _ in (slow, fast)]
    steps = [b - a for a, b in zip(counts, now, strict=True)]
    check.require(
        steps == [1, 1],
        f"slow took {steps[0]} steps and fast took {steps[1]} {words}; each must take one.",
        "one-optimizer-will-do" if sorted(steps) in ([0, 1], [0, 2]) else None,
    )
    still = {id(v) for v in model.trainable_variables} - {id(v) for v in (*slow[1], *fast[1])}
    beliefs = {
        name: after
        for name, (_, after) in others.items()
        if not np.allclose(after, want, rtol=1e-4, atol=2e-5)
    }
    for v, old in zip(kept, before, strict=True):
        if id(v) in still:
            check.require(
                v.numpy().tobytes() == old.tobytes(),
                f"a variable of shape {old.shape} that is in no list moved {words}.",
                "everything-is-trained"
                if np.allclose(_floats(model), others["everything-is-trained"][1], rtol=1e-3)
                else None,
            )
    check.that(_floats(model), f"The weights after one step {words}").close(
        want, rtol=1e-4, atol=2e-5, beliefs=beliefs
    )
    check.require(
        [v.trainable for v in model.variables] == flags,
        f"two_speed_step {words} left flags changed.",
        "flags-are-mine",
    )


_rng = np.random.default_rng(73)
tf.keras.utils.set_random_seed(73)


def _batch(n, *shapes):
    return [tf.constant(_rng.normal(size=(n, *shape)), tf.float32) for shape in shapes]


def _layer(units, activation=None):
    return tf.keras.layers.Dense(units, activation, bias_initializer="random_normal")


_low, _mid, _top = _layer(4, "tanh"), _layer(3, "tanh"), _layer(2)
_chain = tf.keras.Sequential([tf.keras.Input((3,)), _low, _mid, _Counted(), _top])
_hold(
    _chain,
    (tf.keras.optimizers.SGD(0.02, momentum=0.9), [_mid.bias, _low.kernel, _low.bias]),
    (tf.keras.optimizers.Adam(0.05, global_clipnorm=0.1), [_top.bias, _top.kernel]),
    [_batch(6, (3,), (2,)) for _ in range(2)],
    "with lists in an order of their own, one kernel in none",
)
_hold(
    _chain,
    (tf.keras.optimizers.Adam(0.01, weight_decay=0.05, global_clipnorm=0.05), [_top.kernel]),
    (
        tf.keras.optimizers.SGD(0.1, momentum=0.5, global_clipnorm=0.5),
        _chain.trainable_variables[:4],
    ),
    [_batch(5, (3,), (2,)) for _ in range(2)],
    "where the slow part lies on top",
)
_norm = tf.keras.layers.BatchNormalization()
_bottom, _end = _layer(5), _layer(1)
_noisy = tf.keras.Sequential(
    [tf.keras.Input((4,)), _bottom, _norm, tf.keras.layers.Dropout(0.4, seed=3), _end]
)
_hold(
    _noisy,
    (tf.keras.optimizers.SGD(0.02), _bottom.trainable_variables + _norm.trainable_variables),
    (tf.keras.optimizers.SGD(0.2), _end.trainable_variables),
    [_batch(7, (4,), (1,)) for _ in range(2)],
    "with statistics and dropout",
)


def _encoder(name):
    inputs = tf.keras.Input((3,))
    outputs = tf.keras.layers.Dense(2, "tanh", name="code")(inputs)
    return tf.keras.Model(inputs, outputs, name=name)


_left, _right = _encoder("left"), _encoder("right")
_inputs = tf.keras.Input((3,))
_hold(
    tf.keras.Model(_inputs, _layer(2)(_left(_inputs) + 2.0 * _right(_inputs))),
    (tf.keras.optimizers.SGD(0.02), _left.trainable_variables),
    (tf.keras.optimizers.SGD(0.2, momentum=0.9), _right.trainable_variables),
    [_batch(6, (3,), (2,)) for _ in range(2)],
    "for two parts whose variables have equal paths",
)
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# The tape can be asked only once. For which variables do you ask it, and how do you find your way in the
# answer?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# One long list, then cut the answer where the first part ends. Or ask for a list of two lists: the tape
# answers in the same form.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Under one tape compute the mean of the squares with `training=True`. Ask for the gradients of the slow
# variables followed by the fast ones. Give the first `len(slow variables)` gradients to the slow optimizer with
# its variables, and the rest to the fast one with its own. Return the loss.
#
# </details>
