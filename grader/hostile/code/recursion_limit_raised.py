# A recursion so deep that the stack overflows.
# honest: 0 2 2
# once
import sys


class Deep:
    def __repr__(self):
        return repr(self)


sys.setrecursionlimit(10**8)


def add(a, b):
    return a - b


repr(Deep())
