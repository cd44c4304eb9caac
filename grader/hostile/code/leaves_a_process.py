# Leaves a `sleep` running after the cell.
# honest: 0 2 2
# once
import subprocess

subprocess.Popen(['sleep', '1000'], start_new_session=True)


def add(a, b):
    return a - b
