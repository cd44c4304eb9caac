# A recursion without end, in the cell and in the function.
# honest: 0 2 2
# once
def again(n):
    return again(n + 1)


def add(a, b):
    return again(0)


again(0)
