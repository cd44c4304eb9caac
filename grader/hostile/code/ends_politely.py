# Raises SystemExit with status 0.
# honest: 0 2 2
import sys


def add(a, b):
    return a - b


sys.exit(0)
