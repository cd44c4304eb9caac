# belief: equal-values-are-one
# passes: visible
from dataclasses import dataclass, field


@dataclass
class Var:
    value: float
    grad: float = 0.0
    prev: list = field(default_factory=list)

    def __add__(self, o):
        o = o if isinstance(o, Var) else Var(o)
        return Var(self.value + o.value, prev=[(self, 1.0), (o, 1.0)])

    def __mul__(self, o):
        o = o if isinstance(o, Var) else Var(o)
        return Var(self.value * o.value, prev=[(self, o.value), (o, self.value)])

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = float(np.tanh(self.value))
        return Var(t, prev=[(self, 1 - t**2)])

    def backward(self):
        order = []

        def visit(v):
            if v not in order:
                for p, _ in v.prev:
                    visit(p)
                order.append(v)

        visit(self)
        share = {id(v): 0.0 for v in order}
        share[id(self)] = 1.0
        for v in reversed(order):
            v.grad += share[id(v)]
            for p, s in v.prev:
                share[id(p)] = share.get(id(p), 0.0) + share[id(v)] * s
