# Gives NumPy's and TensorFlow's numbers.
# honest: 2 2 2
import numpy as np
import tensorflow as tf


def add(a, b):
    return np.float64(a) + b
# %% sub


def sub(a, b):
    return tf.constant(a) - b
