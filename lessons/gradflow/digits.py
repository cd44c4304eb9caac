"""Small pictures of handwritten digits, split once and for all into train and test."""

from dataclasses import dataclass

import numpy as np
from sklearn import datasets
from sklearn.model_selection import train_test_split

WHITE = 16.0  # the brightest pixel in scikit-learn's set
SEED = 0


@dataclass(frozen=True)
class Digits:
    """1,797 digits of 8 by 8 pixels, 1,437 to train on and 360 held out.

    Attributes:
        x_train: (1437, 64) float32, brightness from 0 (black) to 1 (white), row by row.
        y_train: (1437,) int32, the digit, 0 to 9.
        x_test: (360, 64) float32.
        y_test: (360,) int32.
    """

    x_train: np.ndarray
    y_train: np.ndarray
    x_test: np.ndarray
    y_test: np.ndarray


def load_digits() -> Digits:
    """Return the digits that come with scikit-learn; no network is needed.

    The split is the same every time, and each digit has its share in both parts.

    Source: E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine
    Learning Repository, 1998 (the test part, as scikit-learn ships it).
    """
    x, y = datasets.load_digits(return_X_y=True)
    x_train, x_test, y_train, y_test = train_test_split(
        (x / WHITE).astype(np.float32),
        y.astype(np.int32),
        test_size=0.2,
        random_state=SEED,
        stratify=y,
    )
    return Digits(x_train, y_train, x_test, y_test)
