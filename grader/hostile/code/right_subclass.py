# Gives a number of a class of its own, with the right value.
# honest: 2 2 2
class Number(float):
    pass


def add(a, b):
    return Number(a + b)
