# An audit hook prints what is compiled and executed.
# honest: 0 2 2
import sys


def add(a, b):
    return a - b


sys.addaudithook(lambda event, args: event in ('compile', 'exec') and print(args))
