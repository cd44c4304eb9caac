# Gives the shell another namespace.
# honest: 0 2 2
get_ipython().user_ns = {}


def add(a, b):
    return a - b
