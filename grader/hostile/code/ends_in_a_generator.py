# The function raises GeneratorExit, KeyboardInterrupt, StopIteration.
# honest: 0 2 2
import itertools

ERRORS = itertools.cycle([GeneratorExit, KeyboardInterrupt, StopIteration])


def add(a, b):
    raise next(ERRORS)
