from gradflow.digits import load_digits

import numpy as np


def test_shapes_types_and_scale():
    digits = load_digits()
    assert digits.x_train.shape == (1437, 64)
    assert digits.x_test.shape == (360, 64)
    assert digits.y_train.shape == (1437,)
    assert digits.y_test.shape == (360,)
    assert digits.x_train.dtype == digits.x_test.dtype == np.float32
    assert digits.y_train.dtype == digits.y_test.dtype == np.int32
    assert digits.x_train.min() == 0
    assert digits.x_train.max() == 1


def test_the_split_is_the_same_every_time_and_shares_nothing():
    first, second = load_digits(), load_digits()
    np.testing.assert_array_equal(first.x_train, second.x_train)
    np.testing.assert_array_equal(first.y_test, second.y_test)
    held_out = {row.tobytes() for row in first.x_test}
    assert sum(row.tobytes() in held_out for row in first.x_train) == 0


def test_each_digit_has_its_share_in_both_parts():
    digits = load_digits()
    assert np.bincount(digits.y_test).min() >= 34
    assert np.bincount(digits.y_train).min() >= 139
