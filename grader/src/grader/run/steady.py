"""Keeps IPython at work, whatever a cell did to it: before each cell its parts are put back.

Else a cell that replaces `run_cell`, or a transformer that empties all further cells, would take
the later exercises with it.
"""

import types
from typing import Any

from grader.run.capture import Capture
from grader.run.pristine import watch_class
from grader.run.shell import Shell

_PARTS = (
    "compile",
    "display_formatter",
    "display_pub",
    "displayhook",
    "events",
    "history_manager",
    "input_transformer_manager",
)
_ATTRIBUTES = (*_PARTS, "user_module", "user_ns")
_TRANSFORMERS = (
    ("", "ast_transformers"),
    ("", "input_transformers_post"),
    ("input_transformer_manager", "cleanup_transforms"),
    ("input_transformer_manager", "line_transforms"),
    ("input_transformer_manager", "token_transformers"),
)


class Steady:
    """Remembers how a shell is made."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._parts = [shell, *(getattr(shell, name) for name in _PARTS)]
        self._watches = [watch_class(cls) for cls in {type(part): None for part in self._parts}]
        self._attributes = {name: getattr(shell, name) for name in _ATTRIBUTES}
        self._transformers = [
            (items, list(items))
            for owner, name in _TRANSFORMERS
            for items in [getattr(getattr(shell, owner, shell), name)]
        ]

    def put_back(self, capture: Capture) -> None:
        """Make the shell as it was, but for names, and callbacks that libraries have added.

        Args:
            capture: takes what the shell shows.
        """
        self._shell.capture = capture
        for watch in self._watches:
            watch.put_back()
        for part in self._parts:
            _uncover(part)
        for name, value in self._attributes.items():
            if getattr(self._shell, name) is not value:
                setattr(self._shell, name, value)
        for items, were in self._transformers:
            items[:] = were
        for callbacks in self._shell.events.callbacks.values():
            callbacks[:] = [call for call in callbacks if _is_from_library(call)]


def _uncover(part: Any) -> None:
    """Delete what stands in an object for a method of its class."""
    for name in list(vars(part)):
        if isinstance(getattr(type(part), name, None), types.FunctionType):
            del vars(part)[name]


def _is_from_library(call: Any) -> bool:
    return getattr(call, "__module__", "__main__") != "__main__"
