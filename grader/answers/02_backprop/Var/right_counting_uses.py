import math


class Var:
    __slots__ = ("value", "grad", "sources")

    def __init__(self, value):
        self.value = value
        self.grad = 0.0
        self.sources = []

    @classmethod
    def of(cls, value, *sources):
        new = cls(value)
        new.sources.extend(sources)
        return new

    def __add__(self, other):
        if isinstance(other, Var):
            return Var.of(self.value + other.value, (self, 1), (other, 1))
        return Var.of(self.value + other, (self, 1))

    def __mul__(self, other):
        if isinstance(other, Var):
            return Var.of(self.value * other.value, (self, other.value), (other, self.value))
        return Var.of(self.value * other, (self, other))

    def __radd__(self, other):
        return self.__add__(other)

    def __rmul__(self, other):
        return self.__mul__(other)

    def tanh(self):
        return Var.of(math.tanh(self.value), (self, 1 / math.cosh(self.value) ** 2))

    def backward(self):
        waiting, found, todo = {}, {id(self)}, [self]
        while todo:
            for source, _ in todo.pop().sources:
                waiting[id(source)] = waiting.get(id(source), 0) + 1
                if id(source) not in found:
                    found.add(id(source))
                    todo.append(source)
        share, ready = {id(self): 1.0}, [self]
        while ready:
            var = ready.pop()
            var.grad += share[id(var)]
            for source, slope in var.sources:
                key = id(source)
                share[key] = share.get(key, 0.0) + share[id(var)] * slope
                waiting[key] -= 1
                if waiting[key] == 0:
                    ready.append(source)
