# Aborts.
# honest: 0 2 2
import os

os.abort()


def add(a, b):
    return a - b
