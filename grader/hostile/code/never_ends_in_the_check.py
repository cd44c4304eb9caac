# The function that is checked never returns.
# honest: 0 2 2
# once
def add(a, b):
    while True:
        pass
