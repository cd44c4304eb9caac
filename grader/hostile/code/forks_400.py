# Forks 400 children that wait.
# honest: 0 2 2
# once
import os
import signal

for _ in range(400):
    if not os.fork():
        signal.pause()


def add(a, b):
    return a - b
