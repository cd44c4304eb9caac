# belief: backward-starts-afresh
# passes: visible
class Var:
    """Inner values hold the gradient of the last backward; the leaves add up."""

    def __init__(self, value, prev=()):
        self.value, self.grad, self.prev = value, 0.0, prev

    def __add__(self, o):
        o = o if isinstance(o, Var) else Var(o)
        return Var(self.value + o.value, [(self, 1.0), (o, 1.0)])

    def __mul__(self, o):
        o = o if isinstance(o, Var) else Var(o)
        return Var(self.value * o.value, [(self, o.value), (o, self.value)])

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = np.tanh(self.value)
        return Var(t, [(self, 1 - t**2)])

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if v not in seen:
                seen.add(v)
                for p, _ in v.prev:
                    visit(p)
                order.append(v)

        visit(self)
        for v in order:
            if v.prev:
                v.grad = 0.0
        self.grad = self.grad + 1.0
        for v in reversed(order):
            for p, s in v.prev:
                p.grad += v.grad * s
