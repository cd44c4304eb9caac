# Gives an object that NumPy can take for an array.
# honest: 2 2 2
# only: gradflow
import numpy as np


class Box:
    def __init__(self, value):
        self.value = value

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.value, dtype)


def add(a, b):
    return Box(a + b)
