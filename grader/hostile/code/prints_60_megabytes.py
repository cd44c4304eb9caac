# One line of 60 MB.
# honest: 2 2 2
# once
def add(a, b):
    return a + b


print('x' * 60_000_000)
