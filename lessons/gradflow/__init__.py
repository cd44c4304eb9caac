"""See where gradients stop: the small library that the course's notebooks import."""

import importlib
from typing import Any

from gradflow.digits import load_digits
from gradflow.draw import draw
from gradflow.graph import Edge, Graph, Node
from gradflow.picture import Picture
from gradflow.quiet import import_tensorflow_quietly

__all__ = ["Edge", "Graph", "Node", "Picture", "audit", "draw", "load_digits", "trace"]


import_tensorflow_quietly()


_LAZY = {"audit": "gradflow.auditing", "trace": "gradflow.tracing"}


def __getattr__(name: str) -> Any:
    """`trace` and `audit` load TensorFlow, which takes seconds, only when they are asked for."""
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'gradflow' has no attribute '{name}'")
