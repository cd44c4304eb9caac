# Returns numbers of many kinds, on which checks do sums.
# honest: 2 2 2
# only: plain
import decimal
import fractions

import numpy as np
import tensorflow as tf


class Length(float):
    """A number with a unit."""


def add(a, b):
    if isinstance(a, float):
        return Length(a + b)
    return np.int64(a + b)


# %% sub
def sub(a, b):
    return fractions.Fraction(a) - fractions.Fraction(b)


# %% share
def share(part, whole):
    return np.float64(part) / whole
