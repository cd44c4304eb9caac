class Var:
    def __init__(self, value, slopes=None):
        self.value = value
        self.grad = 0.0
        self.slopes = {**(slopes or {}), self: 1.0}

    def _from(self, value, *terms):
        slopes = {}
        for var, slope in terms:
            for source, inner in var.slopes.items():
                slopes[source] = slopes.get(source, 0.0) + slope * inner
        return Var(value, slopes)

    def __add__(self, other):
        if isinstance(other, (int, float)):
            other = Var(other)
        return self._from(self.value + other.value, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            other = Var(other)
        return self._from(self.value * other.value, (self, other.value), (other, self.value))

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        value = np.tanh(self.value)
        return self._from(value, (self, 1.0 - value**2))

    def backward(self):
        for source, slope in self.slopes.items():
            source.grad += slope
