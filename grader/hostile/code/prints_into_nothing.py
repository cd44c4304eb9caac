# Closes and replaces standard output and its descriptors.
# honest: 2 2 2
# once
import os
import sys

sys.stdout = sys.stderr = sys.__stdout__ = None
os.close(1)
os.close(2)


def add(a, b):
    return a + b
