class Var:
    def __init__(self, value, parents=()):
        self.value, self.grad = float(value), 0.0
        self._parents = parents
        self._got = 0.0
        self._push = lambda: None

    def _lift(x):
        return x if hasattr(x, "_push") else Var(x)

    def __add__(self, other):
        other = Var._lift(other)
        out = Var(self.value + other.value, (self, other))

        def push():
            self._got += out._got
            other._got += out._got

        out._push = push
        return out

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = Var._lift(other)
        out = Var(self.value * other.value, (self, other))

        def push():
            self._got += other.value * out._got
            other._got += self.value * out._got

        out._push = push
        return out

    def __rmul__(self, other):
        return self * other

    def tanh(self):
        out = Var(np.tanh(self.value), (self,))

        def push():
            self._got += (1 - out.value * out.value) * out._got

        out._push = push
        return out

    def backward(self):
        topo, seen = [], set()

        def build(v):
            if v in seen:
                return
            seen.add(v)
            for p in v._parents:
                build(p)
            topo.append(v)

        build(self)
        for v in topo:
            v._got = 0.0
        self._got = 1.0
        for v in topo[::-1]:
            v._push()
            v.grad += v._got
