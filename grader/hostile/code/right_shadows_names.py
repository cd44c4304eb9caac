# Uses names that the checks use, for something else.
# honest: 2 2 2
check = want = close = result = score = 'mine'


def add(a, b):
    return a + b
