# %% [markdown]
# # 02 · Exercises: backpropagation
#
# Two core exercises, about 28 minutes, and one to stretch. They use what lesson 02 showed: walk
# forward and keep the values, then walk back and multiply by local derivatives; a gradient has the
# shape of what it belongs to; a value waits until all its uses have reported.
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

# %% [markdown]
# ## ● Exercise 1 · A network by hand: `mlp_grads`
#
# - **Write** the gradients of all four weight arrays of a network with one hidden layer.
# - **Why** a large network is this, repeated. Once you have done it by hand, you can read what any
#   framework does.
# - **Difficulty** ●●○ · **Minutes** 13
#
# The network: `Z = X W1 + b1`, then `H = relu(Z)`, then `Y = H W2 + b2`. The loss: for each row the
# sum over its outputs of (Y − T)², then the mean over the rows.


# %% solution="mlp_grads"
def mlp_grads(X, W1, b1, W2, b2, T):
    """Gradients of the loss, in one forward and one backward pass.

    The loss is the mean over the N rows of the sum over the K outputs of (Y - T)^2, with
    Y = relu(X W1 + b1) W2 + b2. The derivative of relu at 0 is 0.

    Args:
        X: shape (N, D), float64, the inputs.
        W1: shape (D, H), float64.
        b1: shape (H,), float64.
        W2: shape (H, K), float64.
        b2: shape (K,), float64.
        T: shape (N, K), float64, the targets.

    Returns:
        (dW1, db1, dW2, db2): four NumPy arrays, float64, each of its weight's shape. The arguments
        are not changed.
    """
    ### BEGIN SOLUTION Return the gradients of W1, b1, W2 and b2, in this order.
    Z = X @ W1 + b1
    H = np.maximum(Z, 0)
    Y = H @ W2 + b2
    by_Y = 2 * (Y - T) / len(X)
    by_H = by_Y @ W2.T
    by_Z = np.where(Z > 0, by_H, 0)
    return X.T @ by_Z, by_Z.sum(axis=0), H.T @ by_Y, by_Y.sum(axis=0)
    ### END SOLUTION


# %% check="mlp_grads" points=1
check = Check("mlp_grads", globals(), look="lesson 02, 'A whole layer', and the hints below.")
X = np.array([[1.0, 2.0], [0.5, -1.0], [-1.0, 0.25], [2.0, -0.5]])
W1 = np.array([[1.0, -0.5], [0.5, 1.0]])
b1 = np.array([0.1, -0.2])
W2 = np.array([[1.0, -1.0, 0.5], [-0.5, 2.0, 1.0]])
b2 = np.array([0.2, -0.3, 0.0])
T = np.array([[1.0, 0.0, -1.0], [0.0, 1.0, 0.5], [-1.0, 2.0, 1.0], [0.5, 0.5, 3.0]])
result = check.call(X, W1, b1, W2, b2, T, shown="mlp_grads for N = 4, D = 2, H = 2, K = 3").value
check.require(
    isinstance(result, tuple | list) and len(result) == 4,
    "mlp_grads did not return four gradients (dW1, db1, dW2, db2).",
)
right = {
    "dW1": np.array([[4.59375, 3.36875], [0.596875, 3.0109375]]),
    "db1": np.array([3.38125, 0.05625]),
    "dW2": np.array([[2.13125, -2.31125, 1.575625], [0.676875, -0.2, 2.05375]]),
    "db2": np.array([1.7125, -2.525, 0.1875]),
}
for (name, want), seen in zip(right.items(), result, strict=True):
    beliefs = {
        "the-mean-has-no-weight": 4 * want,
        "the-mean-counts-every-entry": want / 3,
        "a-square-has-slope-one": want / 2,
        "downhill-is-the-gradient": -want,
    }
    if name == "dW1":
        beliefs["activations-pass-everything"] = [[3.64375, -5.63125], [0.834375, 6.7484375]]
        beliefs["the-switch-looks-at-the-gradient"] = [[3.64375, 1.7125], [0.834375, 3.425]]
    elif name in ("db1", "db2"):
        beliefs["a-bias-gets-the-mean"] = want / 4
    check.that(seen, name).close(want, dtype="float64", beliefs=beliefs)
check.passed()

# %% check="mlp_grads" points=3 held_out=true
check = Check(
    "mlp_grads",
    globals(),
    look="lesson 02, 'A whole layer' and 'The switch', and the hints of exercise 1.",
    held_out=True,
)


def _by_hand(X, W1, b1, W2, b2, T, switch=lambda z, g: z > 0, factor=2.0, bias=np.sum):
    Z = X @ W1 + b1
    H = np.maximum(Z, 0)
    by_Y = factor * (H @ W2 + b2 - T) / len(X)
    by_H = by_Y @ W2.T
    by_Z = by_H * switch(Z, by_H)
    return X.T @ by_Z, bias(by_Z, axis=0), H.T @ by_Y, bias(by_Y, axis=0)


def _case(seed, N, D, H, K):
    rng = np.random.default_rng(seed)
    shapes = [(N, D), (D, H), (H,), (H, K), (K,), (N, K)]
    return [rng.normal(size=shape) for shape in shapes]


def _whole(seed):
    """Whole numbers, so that many pre-activations are 0 exactly."""
    rng = np.random.default_rng(seed)
    X, W1 = rng.integers(-1, 2, size=(6, 3)), rng.integers(-1, 2, size=(3, 5))
    rest = [np.zeros(5), rng.normal(size=(5, 2)), rng.normal(size=2), rng.normal(size=(6, 2))]
    return [X.astype(float), W1.astype(float), *rest]


def _large(seed):
    """One output misses by 1e9 and does not listen to the hidden layer.

    The loss is near 1e18, the gradients of the other output near 1: no measured slope sees them.
    """
    X, W1, b1, W2, b2, T = _case(seed, 4, 3, 6, 2)
    W2[:, 0] = 0
    T[:, 0] = 1e9
    return [X, W1, b1, W2, b2, T]


_work = []


def _einsum_work(subscripts, *operands):
    """The multiply-adds of an einsum: the product of the lengths of all its indices."""
    if not isinstance(subscripts, str) or "." in subscripts:
        return 0
    names = subscripts.replace(" ", "").split("->")[0].split(",")
    lengths = {}
    for name, operand in zip(names, operands, strict=False):
        lengths |= dict(zip(name, np.shape(operand), strict=False))
    return int(np.prod(list(lengths.values())))


class _Counted(np.ndarray):
    """An array that counts its multiply-adds, and is an ordinary array otherwise."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        def plain(value):
            return value.view(np.ndarray) if isinstance(value, _Counted) else value

        if out is not None:
            kwargs["out"] = tuple(plain(value) for value in out)
        kwargs = {name: plain(value) for name, value in kwargs.items()}
        result = getattr(ufunc, method)(*(plain(value) for value in inputs), **kwargs)
        if method == "__call__" and ufunc.signature and np.ndim(inputs[0]):
            _work.append(np.size(result) * np.shape(inputs[0])[-1])
        elif ufunc is np.multiply:
            _work.append(np.size(result))
        if out is not None:
            return out[0] if len(out) == 1 else out
        return result.view(_Counted) if type(result) is np.ndarray else result

    def __array_function__(self, func, types, args, kwargs):
        result = super().__array_function__(func, types, args, kwargs)
        if func in (np.dot, np.inner, np.vdot, np.tensordot) and len(args) >= 2:
            # (M, C) by (C, P) to (M, P): the root of MC * CP * MP is MCP.
            _work.append(np.sqrt(float(np.size(args[0])) * np.size(args[1]) * np.size(result)))
        elif func is np.einsum:
            _work.append(_einsum_work(*args))
        return result

    def dot(self, other, out=None):
        return np.dot(self, other, out)


_one_entry = [np.array(a) for a in ([[1.5]], [[2.0]], [-0.5], [[-1.25]], [0.75], [[3.0]])]
for _words, _arrays in [
    ("N = 2, D = 20, H = 15, K = 3", [_a.view(_Counted) for _a in _case(9, 2, 20, 15, 3)]),
    ("N = 5, D = 4, H = 7, K = 3", _case(1, 5, 4, 7, 3)),
    ("N = 8, D = 2, H = 4, K = 2", _case(2, 8, 2, 4, 2)),
    ("N = 4, D = 4, H = 4, K = 4", _case(3, 4, 4, 4, 4)),
    ("pre-activations that are 0", _whole(4)),
    ("one output with a huge error", _large(5)),
    ("N = D = H = K = 1", _one_entry),
    ("N = 1, D = 3, H = 2, K = 4", _case(7, 1, 3, 2, 4)),
    ("K = 1", _case(8, 6, 3, 5, 1)),
]:
    _kept = [np.array(_a) for _a in _arrays]
    _shown = f"mlp_grads for {_words}"
    _work.clear()
    _result = check.call(*_arrays, shown=_shown).value
    check.require(
        isinstance(_result, tuple | list) and len(_result) == 4,
        "mlp_grads did not return four gradients (dW1, db1, dW2, db2).",
    )
    _passes = int(sum(_work) / (2 * 20 * 15 + 2 * 15 * 3))
    check.require(
        _passes <= 200,
        f"{_shown} took as many multiply-adds as {_passes} forward passes; one forward and one "
        "backward pass take as many as two or three.",
        "a-pass-for-each-weight" if _passes >= 15 * 20 else None,
    )
    for _array, _before, _name in zip(
        _arrays, _kept, ["X", "W1", "b1", "W2", "b2", "T"], strict=True
    ):
        check.require(
            np.array_equal(_array, _before),
            f"mlp_grads changed its argument {_name}.",
            "my-input-is-mine",
        )
    _arrays = _kept
    _N, _K = _arrays[5].shape
    _want = _by_hand(*_arrays)
    _beliefs = {
        "the-mean-has-no-weight": _by_hand(*_arrays, factor=2.0 * _N),
        "the-mean-counts-every-entry": _by_hand(*_arrays, factor=2.0 / _K),
        "a-square-has-slope-one": _by_hand(*_arrays, factor=1.0),
        "downhill-is-the-gradient": _by_hand(*_arrays, factor=-2.0),
        "activations-pass-everything": _by_hand(*_arrays, switch=lambda z, g: 1.0),
        "the-switch-looks-at-the-gradient": _by_hand(*_arrays, switch=lambda z, g: g > 0),
        "the-kink-is-open": _by_hand(*_arrays, switch=lambda z, g: z >= 0),
        "the-kink-is-half-open": _by_hand(*_arrays, switch=lambda z, g: (z > 0) + 0.5 * (z == 0)),
        "a-bias-gets-the-mean": _by_hand(*_arrays, bias=np.mean),
    }
    for _i, _name in enumerate(["dW1", "db1", "dW2", "db2"]):
        check.that(_result[_i], f"{_name} for {_words}").close(
            _want[_i],
            dtype="float64",
            atol=1e-12,
            beliefs={belief: said[_i] for belief, said in _beliefs.items()},
        )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# The loss is a mean over N rows. If one entry of Y grows by 1, by how much does the loss grow? That
# is where the way back starts.
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Go back in this order: Y, then W2 and b2, then H, then Z, then W1 and b1. Each gradient has the
# shape of what it belongs to. The switch of relu looks at Z.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# The gradient of Y is `2 (Y - T) / N`. For a layer `Z = X W + b` with gradient `G` of `Z`: W gets
# `X.T @ G`, b gets the sum of G over the rows, X gets `G @ W.T`. Between the layers, set the
# gradient to 0 wherever `Z` is not positive.
#
# </details>

# %% [markdown]
# ## ● Exercise 2 · A number that remembers: `Var`
#
# - **Write** a class of numbers that know where they came from and can carry a gradient back.
# - **Why** this is what a framework is made of. The lesson's tape kept one list; here each value
#   keeps its own past, and you put the values in order yourself.
# - **Difficulty** ●●● · **Minutes** 15


# %% solution="Var"
class Var:
    """A number that remembers how it was computed.

    `a + b`, `a * b` and `a.tanh()` give a new Var. One of the two may be a float, on either side:
    `2.0 * a` works too. When the float stands on the left, Python asks the Var for `__radd__` or
    `__rmul__`. Graphs have fewer than 200 Vars; a Var may be used many times.

    Attributes:
        value: the number.
        grad: the derivative that `backward` has put here; 0.0 at first.
    """

    def __init__(self, value):
        ### BEGIN SOLUTION Keep the value, a grad of 0.0, and what backward will need.
        self.value = value
        self.grad = 0.0
        self.uses = []
        ### END SOLUTION

    def __add__(self, other):
        ### BEGIN SOLUTION Return a new Var, the sum; other is a Var or a float.
        other = other if isinstance(other, Var) else Var(other)
        total = Var(self.value + other.value)
        total.uses = [(self, 1.0), (other, 1.0)]
        return total

    __radd__ = __add__
    ### END SOLUTION

    def __mul__(self, other):
        ### BEGIN SOLUTION Return a new Var, the product; other is a Var or a float.
        other = other if isinstance(other, Var) else Var(other)
        product = Var(self.value * other.value)
        product.uses = [(self, other.value), (other, self.value)]
        return product

    __rmul__ = __mul__
    ### END SOLUTION

    def tanh(self):
        """The hyperbolic tangent, a new Var."""
        ### BEGIN SOLUTION Return a new Var, the tanh of this one.
        result = Var(np.tanh(self.value))
        result.uses = [(self, 1 - result.value**2)]
        return result
        ### END SOLUTION

    def backward(self):
        """Add d self / d v to v.grad, for each Var v that self was computed from, and for self."""
        ### BEGIN SOLUTION Add the derivative of this Var to the grad of each Var it depends on.
        order, seen = [], set()

        def visit(var):
            if id(var) not in seen:
                seen.add(id(var))
                for source, _ in var.uses:
                    visit(source)
                order.append(var)

        visit(self)
        arrived = {id(var): 0.0 for var in order}
        arrived[id(self)] = 1.0
        for var in reversed(order):
            var.grad += arrived[id(var)]
            for source, slope in var.uses:
                arrived[id(source)] += arrived[id(var)] * slope
        ### END SOLUTION


# %% check="Var" points=1
check = Check("Var", globals(), look="lesson 02, 'A tape in forty lines', and the hints below.")


def square():
    a = Var(3.0)
    y = a * a
    y.backward()
    return [y.value, a.grad, y.grad]


def tanh_of_a_sum():
    w, b = Var(0.5), Var(-0.25)
    y = (2.0 * w + b).tanh() * 3.0
    y.backward()
    return [y.value, w.grad, b.grad]


check.call(3.0, shown="Var(3.0)")
check.call(of=lambda: Var(3.0).grad, shown="Var(3.0).grad, before backward,").close(
    0.0, beliefs={"no-gradient-yet-is-none": None}
)
check.call(of=square, shown="[y, dy/da, dy/dy] for y = a*a at a = 3").close(
    [9.0, 6.0, 1.0], beliefs={"the-last-path-wins": [9.0, 3.0, 1.0]}
)
check.call(
    of=tanh_of_a_sum, shown="[y, dy/dw, dy/db] for y = tanh(2w + b)*3 at w = 0.5, b = -0.25"
).close(
    [1.9054468572, 3.5795148497, 1.7897574248],
    beliefs={
        "local-slopes-are-enough": [1.9054468572, 2.0, 1.0],
        "tanh-slope-uses-the-input": [1.9054468572, 2.625, 1.3125],
    },
)
check.passed()

# %% check="Var" points=3 held_out=true
import sys as _sys

check = Check(
    "Var",
    globals(),
    look="lesson 02, 'A tape in forty lines' and 'Why in reverse order?', the hints of exercise 2.",
    held_out=True,
)
_Var = check.answer


def _compare(shown, graph, want, **beliefs):
    """Require what a graph gives; a belief may give several wrong values, so each is a list."""
    seen = check.call(of=graph, shown=shown)
    got = np.asarray(seen.array({}), dtype=np.float64)
    for belief, wrongs in beliefs.items():
        for wrong in wrongs:
            if got.shape == np.shape(want) and np.allclose(got, wrong, rtol=1e-6):
                seen.close(want, beliefs={belief.replace("_", "-"): wrong})
    seen.close(want)


check.call(-1.75, shown="Var(-1.75)")
for _words, _new in [
    ("Var(-1.75)", lambda: _Var(-1.75)),
    ("Var(1.5) * Var(2.5)", lambda: _Var(1.5) * _Var(2.5)),
]:
    _start = check.call(of=lambda new=_new: new().grad, shown=f"({_words}).grad, before backward,")
    _start.close(0.0, beliefs={"no-gradient-yet-is-none": None})


def _values():
    a, b = _Var(1.5), _Var(-0.75)
    return [
        (a + b).value,
        (a * b).value,
        (a * b + a).tanh().value,
        (a + 0.5).value,
        (a * 4.5).value,
    ]


_compare(
    "[a+b, a*b, tanh(a*b+a), a+0.5, a*4.5] for a = 1.5, b = -0.75",
    _values,
    [0.75, -1.125, np.tanh(0.375), 2.0, 6.75],
)


def _refusal(combine):
    try:
        combine(_Var(1.25))
    except TypeError as error:
        return str(error)
    return None


def _left(combine):
    a = _Var(1.25)
    y = combine(a)
    y.backward()
    return [y.value, a.grad]


for _words, _combine, _want in [
    ("0.5 + a", lambda a: 0.5 + a, [1.75, 1.0]),
    ("0.5 * a", lambda a: 0.5 * a, [0.625, 0.5]),
    ("np.float64(0.5) + a", lambda a: np.float64(0.5) + a, [1.75, 1.0]),
    ("np.float64(0.5) * a", lambda a: np.float64(0.5) * a, [0.625, 0.5]),
]:
    _error = check.call(
        of=lambda combine=_combine: _refusal(combine), shown=f"{_words} with a = Var(1.25)"
    ).value
    check.require(
        _error is None,
        f"{_words} with a = Var(1.25) raised TypeError: {_error}.",
        "a-float-comes-second",
    )
    _compare(
        f"[y, dy/da] for y = {_words} with a = Var(1.25)",
        lambda combine=_combine: _left(combine),
        _want,
    )


def _product():
    a, b = _Var(3.0), _Var(-2.0)
    y = a * b
    y.backward()
    return [a.grad, b.grad, y.grad]


_compare(
    "[dy/da, dy/db, dy/dy] for y = a*b at a = 3, b = -2",
    _product,
    [-2.0, 3.0, 1.0],
    a_factor_gets_itself=[[3.0, -2.0, 1.0]],
)


def _tanh():
    a = _Var(0.8)
    y = a.tanh() * 2.0
    y.backward()
    return [a.grad]


_t = np.tanh(0.8)
_compare(
    "dy/da for y = tanh(a)*2 at a = 0.8",
    _tanh,
    [2 * (1 - _t**2)],
    tanh_slope_uses_the_input=[[2 * (1 - 0.8**2)]],
    local_slopes_are_enough=[[1 - _t**2]],
)


def _square():
    a = _Var(5.0)
    y = a * a
    y.backward()
    return [a.grad]


_compare("dy/da for y = a*a at a = 5", _square, [10.0], the_last_path_wins=[[5.0]])


def _twice():
    a = _Var(1.5)
    b = a * 2.0
    y = b + b * 3.0
    y.backward()
    return [a.grad, b.grad]


_compare(
    "[dy/da, dy/db] for b = 2a, y = b + 3b",
    _twice,
    [8.0, 4.0],
    the_last_path_wins=[[6.0, 3.0], [2.0, 1.0]],
    a_value_need_not_wait=[[2.0, 4.0], [2.0, 1.0], [6.0, 4.0]],
    every_arrival_is_passed_on=[[10.0, 4.0], [16.0, 4.0]],
)


def _other_way():
    a = _Var(1.5)
    b = a * 2.0
    y = b * 3.0 + b
    y.backward()
    return [a.grad, b.grad]


_compare(
    "[dy/da, dy/db] for b = 2a, y = 3b + b",
    _other_way,
    [8.0, 4.0],
    the_last_path_wins=[[6.0, 3.0], [2.0, 1.0]],
    a_value_need_not_wait=[[2.0, 4.0], [2.0, 1.0], [6.0, 4.0], [6.0, 3.0]],
    every_arrival_is_passed_on=[[14.0, 4.0], [16.0, 4.0], [10.0, 4.0]],
)


def _nested():
    """A value that is used late and early: x in every layer, each layer twice."""
    x, w = _Var(0.3), _Var(-0.7)
    h = x
    for _ in range(6):
        h = (h * w + x * h).tanh() + h * 0.5
    y = h * x + w
    y.backward()
    return [x.grad, w.grad]


def _slopes(f, *at):
    found = []
    for i in range(len(at)):
        step = np.zeros(len(at))
        step[i] = 1e-6
        found.append((f(*(at + step)) - f(*(at - step))) / 2e-6)
    return found


def _nested_numbers(x, w):
    h = x
    for _ in range(6):
        h = np.tanh(h * w + x * h) + h * 0.5
    return h * x + w


_compare(
    "[dy/dx, dy/dw] for a chain of six layers that all use x and w",
    _nested,
    _slopes(_nested_numbers, 0.3, -0.7),
)


def _two_branches(second):
    a = _Var(2.25)
    p, q = a * 1.5, a * second
    y = p * 3.0 + q * 5.0
    y.backward()
    return [a.grad, p.grad, q.grad]


_compare(
    "[dy/da, dy/dp, dy/dq] for p = 1.5a, q = 1.75a, y = 3p + 5q at a = 2.25",
    lambda: _two_branches(1.75),
    [13.25, 3.0, 5.0],
)
_shown = "[dy/da, dy/dp, dy/dq] for p = 1.5a, q = 1.5a, y = 3p + 5q at a = 2.25"
_got = check.call(of=lambda: _two_branches(1.5), shown=_shown).array({})
check.require(
    np.allclose(_got.astype(float), [12.0, 3.0, 5.0]),
    f"{_shown} is {_got.tolist()}; it should be [12.0, 3.0, 5.0]. With q = 1.75a it was right.",
    "equal-values-are-one",
)


def _again():
    a = _Var(1.5)
    b = a * 2.0
    y = b * -3.0
    y.backward()
    y.backward()
    return [a.grad, b.grad, y.grad]


_compare(
    "[a.grad, b.grad, y.grad] for b = 2a, y = -3b, after y.backward() twice",
    _again,
    [-12.0, -6.0, 2.0],
    backward_starts_afresh=[
        [-6.0, -3.0, 1.0],
        [-6.0, -3.0, 2.0],
        [-12.0, -3.0, 1.0],
        [-12.0, -3.0, 2.0],
        [-12.0, -6.0, 1.0],
    ],
    old_gradients_flow_again=[[-18.0, -6.0, 1.0], [-24.0, -9.0, 2.0]],
)


def _two_results():
    a, c = _Var(1.5), _Var(-1.0)
    b = a * 2.0
    y, z = b * 3.0, b * c
    y.backward()
    z.backward()
    return [a.grad, b.grad, c.grad]


_compare(
    "[a.grad, b.grad, c.grad] for b = 2a, y = 3b, z = bc, after y.backward() and z.backward()",
    _two_results,
    [4.0, 2.0, 3.0],
    backward_starts_afresh=[[-2.0, -1.0, 3.0], [4.0, -1.0, 3.0]],
    old_gradients_flow_again=[[10.0, 2.0, 3.0]],
)


def _cleared():
    a = _Var(1.5)
    y = (a * 2.0) * 3.0
    y.backward()
    try:
        a.grad = 0.0
    except AttributeError:  # a grad that can only be read can't be cleared: a new Var stands in
        a = _Var(1.5)
        y = (a * 2.0) * 3.0
    y.backward()
    return [a.grad]


_compare(
    "dy/da for y = 3*2a, cleared by a.grad = 0.0 between two backward calls,",
    _cleared,
    [6.0],
    old_gradients_flow_again=[[12.0], [18.0]],
)


def _inner():
    a, b = _Var(2.0), _Var(7.0)
    c = a * a
    y = c * b
    c.backward()
    return [a.grad, c.grad, b.grad, y.grad]


_compare(
    "[a.grad, c.grad, b.grad, y.grad] for c = a*a, y = c*b, after c.backward(),",
    _inner,
    [4.0, 1.0, 0.0, 0.0],
)


def _chain():
    x = _Var(0.5)
    h = x
    for _ in range(190):
        h = h * 1.01
    h.backward()
    return [x.grad]


_compare("dy/dx along a chain of 190 products with 1.01", _chain, [1.01**190])


class _Enough(BaseException):
    pass


def _doubled(budget):
    """Double a value 60 times, y = 2^60 x; None if backward takes more than `budget` lines."""
    x = _Var(1.0)
    y = x
    for _ in range(60):
        y = y + y
    lines = 0

    def count(frame, event, arg):
        nonlocal lines
        lines += 1
        if lines > budget:
            raise _Enough
        return count

    before = _sys.gettrace()
    _sys.settrace(count)
    try:
        y.backward()
    except _Enough:
        return None
    finally:
        _sys.settrace(before)
    return [x.grad / 2.0**60]


_seen = check.call(
    of=lambda: _doubled(1_000_000), shown="dy/dx / 2^60 for a value doubled 60 times"
)
check.require(
    _seen.value is not None,
    "backward ran through more than 1,000,000 lines for a graph of 61 Vars, each the sum of "
    "the one before with itself, and was stopped.",
    "each-path-is-walked-alone",
)
_seen.close([1.0])
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# When may a Var pass its gradient on to the Vars it was computed from? What must have happened to
# all its uses by then?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Let each Var keep a list of (Var it came from, local derivative). For `backward`, first put all
# Vars that the result depends on in an order in which each comes after those it came from; then
# walk that order from the end. Keep what arrives in this call apart from `.grad`, which may hold
# something from an earlier call.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# The order: a function `visit(var)` that does nothing if it has seen this very object before, else
# visits all sources, and then appends `var` to a list. The walk: `arrived` is 1 for the result and 0
# for the others; from the last Var to the first, add its `arrived` to its `.grad`, and
# `arrived * slope` to each source's `arrived`. For floats on the left: `__radd__`, `__rmul__`.
#
# </details>

# %% [markdown]
# ## ○ Exercise 3 · Softmax and cross-entropy: `softmax_ce_grad`
#
# - **Write** the gradient of the mean cross-entropy with respect to the logits.
# - **Why** this is where the way back starts in almost every classifier, and it is short: what the
#   network said, minus what it should have said.
# - **Difficulty** ●●○ · **Minutes** 10


# %% solution="softmax_ce_grad"
def softmax_ce_grad(logits, y):
    """Gradient of the mean cross-entropy with respect to the logits.

    The loss is the mean over the N rows of -log p, where p is the softmax of the row at its label.

    Args:
        logits: shape (N, K), float64, any size: 1000 and -1000 occur. Not changed.
        y: shape (N,), whole numbers from 0 to K - 1, the labels. Not changed.

    Returns:
        Shape (N, K), finite.
    """
    ### BEGIN SOLUTION Return the gradient of the mean cross-entropy, for each logit.
    shifted = logits - logits.max(axis=1, keepdims=True)
    grown = np.exp(shifted)
    slopes = grown / grown.sum(axis=1, keepdims=True)
    slopes[np.arange(len(y)), y] -= 1
    return slopes / len(y)
    ### END SOLUTION


# %% check="softmax_ce_grad" points=1
check = Check("softmax_ce_grad", globals(), look="the hints below; start with two logits.")
logits = np.log([[1.0, 2.0, 5.0], [1.0, 1.0, 1.0]])
p = np.array([[1 / 8, 2 / 8, 5 / 8], [1 / 3, 1 / 3, 1 / 3]])
down = np.array([[1 / 2, 2 / 3, 5 / 6], [1 / 2, 1 / 3, 1 / 6]])
label = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
check.call(
    logits,
    np.array([0, 2]),
    shown="softmax_ce_grad([[log 1, log 2, log 5], [0, 0, 0]], y = [0, 2])",
).close(
    [[-0.4375, 0.125, 0.3125], [1 / 6, 1 / 6, -1 / 3]],
    beliefs={
        "the-mean-has-no-weight": p - label,
        "the-mean-counts-every-entry": (p - label) / 6,
        "downhill-is-the-gradient": (label - p) / 2,
        "the-label-does-not-pull": p / 2,
        "only-the-label-pulls": (p - 1) * label / 2,
        "softmax-goes-down-the-columns": (down - label) / 2,
    },
)
check.call(
    np.array([[1000.0, 1000.0, -1000.0]]),
    np.array([1]),
    shown="softmax_ce_grad([[1000, 1000, -1000]], y = [1])",
).close([[0.5, -0.5, 0.0]], atol=1e-9, beliefs={"exp-takes-any-number": [[np.nan, np.nan, 0.0]]})
check.passed()

# %% check="softmax_ce_grad" points=3 held_out=true
check = Check(
    "softmax_ce_grad",
    globals(),
    look="the hints of exercise 3; lesson 02, 'The same from TensorFlow', for the mean.",
    held_out=True,
)


def _softmax(logits, axis=1):
    grown = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return grown / grown.sum(axis=axis, keepdims=True)


def _plain(logits):
    with np.errstate(all="ignore"):
        return np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)


def _one_maximum(logits):
    with np.errstate(all="ignore"):
        return _plain(logits - logits.max())


_rng = np.random.default_rng(21)
for _words, _logits, _y in [
    ("N = 5, K = 3", _rng.normal(size=(5, 3)), np.array([2, 0, 1, 1, 2])),
    ("N = 3, K = 5", 2 * _rng.normal(size=(3, 5)), np.array([4, 0, 3])),
    ("N = K = 4", _rng.normal(size=(4, 4)), np.array([1, 1, 3, 0])),
    ("N = 1", _rng.normal(size=(1, 6)), np.array([4])),
    ("K = 2, labels in int32", _rng.normal(size=(6, 2)), np.array([0, 1, 1, 0, 1, 1], np.int32)),
    ("logits near 1000", 1000 + _rng.normal(size=(3, 4)), np.array([0, 3, 1])),
    ("logits near -1000", -1000 + _rng.normal(size=(3, 4)), np.array([2, 2, 0])),
    (
        "one row near 1000, one near -1000",
        np.array([[1000.0, 999.0, 998.5], [-1000.0, -999.0, -1001.5]]),
        np.array([1, 0]),
    ),
    ("a class that is nearly impossible", np.array([[3.0, -20.0, 0.5]]), np.array([0])),
    (
        "1000 and -1000 in one row",
        np.array([[1000.0, -1000.0], [1000.0, -1000.0]]),
        np.array([0, 1]),
    ),
]:
    _kept = _logits.copy(), _y.copy()
    _N, _K = _logits.shape
    _label = np.eye(_K)[_y]
    _shown = f"softmax_ce_grad for {_words}"
    _seen = check.call(_logits, _y, shown=_shown)
    check.require(
        np.array_equal(_logits, _kept[0]) and np.array_equal(_y, _kept[1]),
        f"{_shown} changed its arguments.",
        "my-input-is-mine",
    )
    _p = _softmax(_logits)
    _seen.close(
        (_p - _label) / _N,
        atol=1e-9 if np.abs(_logits).max() > 500 else 1e-15,
        beliefs={
            "the-mean-has-no-weight": _p - _label,
            "the-mean-counts-every-entry": (_p - _label) / (_N * _K),
            "downhill-is-the-gradient": (_label - _p) / _N,
            "the-label-does-not-pull": _p / _N,
            "only-the-label-pulls": (_p - 1) * _label / _N,
            "softmax-goes-down-the-columns": (_softmax(_logits, axis=0) - _label) / _N,
            "exp-takes-any-number": (_plain(_logits) - _label) / _N,
            "one-maximum-is-enough": (_one_maximum(_logits) - _label) / _N,
            "clipping-is-harmless": (_plain(np.clip(_logits, -500, 500)) - _label) / _N,
        },
    )
check.passed()

# %% [markdown]
# <details><summary>Hint 1: a question</summary>
#
# If you add 1000 to every logit of a row, what happens to its softmax?
#
# </details>
# <details><summary>Hint 2: a pointer</summary>
#
# Write −log p for one row as log(sum of exp) − logit of the label, and take the derivative of each
# part. The first gives the softmax. For stability, subtract each row's own maximum first.
#
# </details>
# <details><summary>Hint 3: almost the code</summary>
#
# Softmax of each row (`axis=1, keepdims=True`, after subtracting the row's maximum), minus 1 at the
# place of the label, all divided by N.
#
# </details>
