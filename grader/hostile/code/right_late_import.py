# Imports more of libraries, which changes their modules.
# honest: 2 2 2
import numpy.ma
import numpy.polynomial
import scipy.stats
import tensorflow as tf


def add(a, b):
    import keras.applications
    import numpy.f2py
    import tensorflow.python.debug

    tf.keras.backend.set_floatx('float32')
    return a + b
