"""What gradflow costs, for ResNet50 without weights: python grader/bench/gradflow_cost.py.

Two ratios, measured in one run, each from the fastest of a few rounds: `trace` against building
the gradient graph (loss and gradients of all weights, traced by tf.function and not even run),
and `audit` against a step. Exits with status 1 if one is above its limit.
"""

import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

from gradflow import audit, trace

import keras
import tensorflow as tf

ROUNDS = 3
BATCH = 4
LIMITS = {"trace / gradient graph": 10.0, "audit / step": 3.0, "audit / first call": 3.0}


def seconds(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the fastest of a few calls, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> int:
    """Print the seconds and the ratios; return the exit status."""
    tf.get_logger().setLevel("ERROR")  # it warns about retracing, which is what is measured
    keras.utils.set_random_seed(0)
    model = keras.applications.ResNet50(weights=None)
    optimizer = keras.optimizers.Adam(1e-3)
    optimizer.build(model.trainable_variables)
    x = tf.random.uniform((BATCH, 224, 224, 3))
    y = tf.range(BATCH)

    def loss(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        prediction = model(x, training=True)
        return tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(y, prediction))

    def gradients(x: tf.Tensor, y: tf.Tensor) -> list[tf.Tensor]:
        with tf.GradientTape() as tape:
            value = loss(x, y)
        return tape.gradient(value, model.trainable_variables)

    def step(x: tf.Tensor, y: tf.Tensor) -> None:
        optimizer.apply(gradients(x, y), model.trainable_variables)

    step(x, y)  # warm up
    took = {
        "gradient graph": seconds(lambda: tf.function(gradients).get_concrete_function(x, y)),
        "trace": seconds(lambda: trace(loss, x, y)),
        "step": seconds(lambda: step(x, y)),
        "audit of it": seconds(lambda: audit(step, model, x, y)),
        "first call": seconds(lambda: tf.function(step)(x, y)),
        "audit of a first call": seconds(lambda: audit(tf.function(step), model, x, y)),
    }
    for name, value in took.items():
        print(f"{name:24} {value:7.2f} s")
    ratios = {
        "trace / gradient graph": took["trace"] / took["gradient graph"],
        "audit / step": took["audit of it"] / took["step"],
        "audit / first call": took["audit of a first call"] / took["first call"],
    }
    for name, ratio in ratios.items():
        print(f"{name:24} {ratio:7.2f}   (limit {LIMITS[name]:g})")
    return int(any(ratio > LIMITS[name] for name, ratio in ratios.items()))


if __name__ == "__main__":
    sys.exit(main())
