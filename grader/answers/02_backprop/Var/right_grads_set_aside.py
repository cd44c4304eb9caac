class Var:
    """As in many small engines, but what grad held before is set aside and added again."""

    def __init__(self, value, prev=()):
        self.value, self.grad, self.prev = value, 0.0, prev

    def __add__(self, o):
        o = o if isinstance(o, Var) else Var(o)
        return Var(self.value + o.value, [(self, 1.0), (o, 1.0)])

    def __mul__(self, o):
        o = o if isinstance(o, Var) else Var(o)
        return Var(self.value * o.value, [(self, o.value), (o, self.value)])

    def __radd__(self, o):
        return Var(o) + self

    def __rmul__(self, o):
        return Var(o) * self

    def tanh(self):
        t = np.tanh(self.value)
        return Var(t, [(self, 1 - t**2)])

    def backward(self):
        order = []

        def visit(v):
            if not any(v is w for w in order):
                for p, _ in v.prev:
                    visit(p)
                order.append(v)

        visit(self)
        before = [v.grad for v in order]
        for v in order:
            v.grad = 0.0
        self.grad = 1.0
        for v in reversed(order):
            for p, s in v.prev:
                p.grad += v.grad * s
        for v, old in zip(order, before):
            v.grad += old
