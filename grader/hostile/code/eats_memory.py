# Allocates 7 GB in steps.
# honest: 0 2 2
# once
def add(a, b):
    return a - b


held = []
for _ in range(140):
    held.append(bytearray(50_000_000))
