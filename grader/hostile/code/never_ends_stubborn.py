# An endless loop that catches the interrupt.
# honest: 0 2 2
# once
def add(a, b):
    return a - b


while True:
    try:
        while True:
            pass
    except BaseException:
        pass
