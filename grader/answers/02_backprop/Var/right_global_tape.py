TAPE = []


class Var:
    def __init__(self, value, uses=None):
        self.value = value
        self.grad = 0.0
        self.place = len(TAPE)
        TAPE.append((self, uses or []))

    def __add__(self, o):
        if not isinstance(o, Var):
            return Var(self.value + o, [(self.place, 1.0)])
        return Var(self.value + o.value, [(self.place, 1.0), (o.place, 1.0)])

    def __mul__(self, o):
        if not isinstance(o, Var):
            return Var(self.value * o, [(self.place, o)])
        return Var(self.value * o.value, [(self.place, o.value), (o.place, self.value)])

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = np.tanh(self.value)
        return Var(t, [(self.place, 1 - t * t)])

    def backward(self):
        g = np.zeros(self.place + 1)
        g[self.place] = 1.0
        for i in range(self.place, -1, -1):
            var, uses = TAPE[i]
            var.grad += g[i]
            for j, slope in uses:
                g[j] += g[i] * slope
