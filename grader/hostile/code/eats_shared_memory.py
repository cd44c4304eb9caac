# Fills a shared mapping.
# honest: 0 2 2
# once
import mmap

def add(a, b):
    return a - b


shared = mmap.mmap(-1, 7 << 30)
for _ in range(7 << 3):
    shared.write(bytes(1 << 27))
