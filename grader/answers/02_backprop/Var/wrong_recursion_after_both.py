# belief: every-arrival-is-passed-on
# passes: visible
class Var:
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

    def backward(self, first=True):
        if first:
            self.grad += 1.0
        for p, s in self.prev:
            p.grad += self.grad * s
        for p, _ in self.prev:
            if p.prev:
                p.backward(first=False)
