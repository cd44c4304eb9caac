# Leaves modules that fail when they are looked into.
# honest: 2 2 2
import sys
import types


class Lazy(types.ModuleType):
    def __getattr__(self, name):
        raise ImportError("not here")


sys.modules["lazy_thing"] = Lazy("lazy_thing")
sys.modules["odd_thing"] = 3


def add(a, b):
    return a + b
