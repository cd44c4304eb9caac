"""Names for variables and tensors: a repeated one gets #2, #3 and so on."""

from collections import Counter
from collections.abc import Iterable
from typing import Any


def identity(item: Any) -> int:
    """Return what tells tensors and variables apart: never a name; a variable's is its handle's."""
    return id(getattr(item, "handle", item))


def path(variable: Any) -> str:
    """Return a Keras variable's path, or a TensorFlow variable's name without the ":0"."""
    return getattr(variable, "path", None) or variable.name.removesuffix(":0")


def unique(names: Iterable[str]) -> list[str]:
    """Return the names, a repeated one with #2, #3 and so on."""
    counts: Counter[str] = Counter()
    result = []
    for name in names:
        counts[name] += 1
        result.append(name if counts[name] == 1 else f"{name}#{counts[name]}")
    return result
