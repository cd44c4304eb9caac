class Var:
    """Learners who like properties: grad can be read, and only backward writes it."""

    def __init__(self, value, steps=()):
        self._value, self._grad, self._steps = value, 0.0, steps

    @property
    def value(self):
        return self._value

    @property
    def grad(self):
        return self._grad

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
        order = []

        def visit(v):
            if v not in order:
                for p, _ in v._steps:
                    visit(p)
                order.append(v)

        visit(self)
        now = dict.fromkeys(order, 0.0)
        now[self] = 1.0
        for v in order[::-1]:
            for p, s in v._steps:
                now[p] += now[v] * s
        for v, g in now.items():
            v._grad += g
