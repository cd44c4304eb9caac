# Shadows builtins with None.
# honest: 2 2 2
list = sum = max = min = abs = len = range = str = int = float = None
isinstance = enumerate = zip = print = all = any = round = dict = set = tuple = None


def add(a, b):
    return a + b
