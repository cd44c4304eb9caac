# Shows what every frame holds that the collector runs in.
# honest: 0 2 2
import gc
import sys


def look(phase, info):
    frame = sys._getframe(1)
    while frame:
        repr(frame.f_locals)
        frame = frame.f_back


gc.callbacks.append(look)
gc.callbacks = []

def add(a, b):
    return a - b


gc.set_threshold(1)
