# A hook prints each cell's source before it runs.
# honest: 0 2 2
import sys


def peek(info):
    sys.__stdout__.write(info.raw_cell)


get_ipython().events.register('pre_run_cell', peek)
get_ipython().events.register('post_run_cell', lambda result: peek(result.info))


def add(a, b):
    return a - b
