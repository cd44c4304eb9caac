"""TensorFlow starts without a word on stderr."""

import subprocess
import sys


def stderr_of(source):
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr


def test_importing_tensorflow_after_gradflow_writes_nothing_to_stderr():
    out, err = stderr_of(
        "import gradflow\nimport tensorflow as tf\nprint(float(tf.reduce_sum(tf.ones(2))))"
    )
    assert out == "2.0\n"
    assert err == ""


def test_stderr_works_again_afterwards():
    _, err = stderr_of("import gradflow\nimport os, tensorflow\nos.write(2, b'heard')")
    assert err == "heard"


def test_importing_gradflow_does_not_import_tensorflow():
    out, _ = stderr_of("import sys, gradflow\nprint('tensorflow' in sys.modules)")
    assert out == "False\n"


def test_trace_and_audit_are_functions_of_the_package():
    source = "import gradflow.tracing\nprint(callable(gradflow.trace), callable(gradflow.audit))"
    assert stderr_of(source)[0] == "True True\n"
