# The function prints much, on both streams, at both levels.
# honest: 2 2 2
# once
import os
import sys


def add(a, b):
    print('x' * 3_000_000)
    print('y' * 3_000_000, file=sys.stderr)
    os.write(1, b'z' * 3_000_000)
    os.write(2, b'z' * 3_000_000)
    return a + b
