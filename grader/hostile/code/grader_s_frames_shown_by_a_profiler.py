# Shows what every frame holds that calls something, but for its own cells'.
# honest: 0 2 2
import sys


def look(frame, event, arg):
    outer = frame
    while outer:
        if outer.f_code.co_name == "run_cell":
            return
        outer = outer.f_back
    while frame:
        repr(frame.f_locals)
        frame = frame.f_back


def add(a, b):
    return a - b


sys.setprofile(look)
