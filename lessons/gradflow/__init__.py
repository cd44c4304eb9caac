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


def __getattr__(name: str) -> Any:
    """`trace` and `audit` load TensorFlow, which takes seconds, only when they are asked for."""
    if name in ("audit", "trace"):
        function = getattr(importlib.import_module(f"gradflow.{name}"), name)
        globals()[name] = function
        return function
    raise AttributeError(f"module 'gradflow' has no attribute '{name}'")
