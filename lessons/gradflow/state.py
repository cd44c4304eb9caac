"""The values of variables at a moment: to tell what moved, bit by bit, and to put them back."""

from collections.abc import Iterable
from typing import Any

from gradflow.names import identity

import numpy as np
import tensorflow as tf


def value(variable: Any) -> np.ndarray:
    """Return a copy of a variable's value."""
    return tf.convert_to_tensor(variable).numpy()


class State:
    """Remembered values of variables, each as it was when it was first remembered."""

    def __init__(self, variables: Iterable[Any] = ()) -> None:
        self._values: dict[int, tuple[Any, np.ndarray]] = {}
        self.remember(variables)

    def remember(self, variables: Iterable[Any]) -> None:
        """Remember the values of variables that are not remembered yet."""
        for variable in variables:
            if identity(variable) not in self._values:
                self._values[identity(variable)] = variable, value(variable)

    def __contains__(self, variable: Any) -> bool:
        return identity(variable) in self._values

    def before(self, variable: Any) -> np.ndarray:
        """Return the remembered value."""
        return self._values[identity(variable)][1]

    def moved(self, variable: Any) -> bool:
        """Tell whether a single bit differs now: −0.0 is not 0.0, and NaN is the same NaN."""
        return value(variable).tobytes() != self.before(variable).tobytes()

    def again(self) -> "State":
        """Return the values of the same variables now."""
        return State(variable for variable, _ in self._values.values())

    def restore(self) -> None:
        """Put the remembered values back."""
        for variable, before in self._values.values():
            variable.assign(before)
