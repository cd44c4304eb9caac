# A fork that goes on with the notebook.
# honest: 0 2 2
import os

os.fork()


def add(a, b):
    return a - b
