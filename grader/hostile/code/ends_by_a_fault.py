# A segmentation fault.
# honest: 0 2 2
import ctypes

ctypes.string_at(0)


def add(a, b):
    return a - b
