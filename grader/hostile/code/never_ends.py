# An endless loop.
# honest: 0 2 2
# once
def add(a, b):
    return a - b


while True:
    pass
