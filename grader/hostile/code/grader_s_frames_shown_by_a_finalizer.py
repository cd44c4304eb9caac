# Shows what every frame holds in which its garbage is collected, and leaves more garbage there.
# honest: 0 2 2
import gc
import sys


class Litter:
    def __init__(self):
        self.me = self

    def __del__(self):
        frame = sys._getframe(1)
        while frame:
            repr(frame.f_locals)
            frame = frame.f_back
        Litter()


def add(a, b):
    return a - b


gc.set_threshold(1)
Litter()
