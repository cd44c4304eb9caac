# Warns, retraces, and prints to stderr inside the function.
# honest: 2 2 2
import logging
import os
import sys
import warnings

import tensorflow as tf


@tf.function
def traced(a, b):
    tf.print('in the graph', output_stream=sys.stderr)
    return a + b


def add(a, b):
    warnings.warn('careful')
    logging.warning('careful')
    print('careful', file=sys.stderr)
    os.write(2, b'careful\n')
    for number in range(6):
        traced(number, b)
    return a + b
