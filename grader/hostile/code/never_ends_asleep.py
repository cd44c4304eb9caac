# Sleeps for 100 s before and after.
# honest: 0 2 2
# once
import time

time.sleep(100)


def add(a, b):
    return a - b


time.sleep(100)
