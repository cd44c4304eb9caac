# Writes to files in memory that have no name.
# honest: 0 2 2
# once
import os

def add(a, b):
    return a - b


for number in range(64):
    file = os.memfd_create(str(number))
    os.write(file, bytes(1 << 27))
