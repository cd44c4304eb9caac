# Leaves files that would change the next run.
# honest: 0 2 2
# once
import os
import pathlib
import site
import sys

LINE = "import builtins; builtins.POISONED = True"
for place in (
    "~/.ipython/profile_default/startup/00.py",
    "~/.local/lib/python3.11/site-packages/poison.pth",
    "~/.config/matplotlib/matplotlibrc",
    "/tmp/poison.py",
    "/dev/shm/poison.py",
    "/var/tmp/poison.py",
    sys.prefix + "/lib/python3.11/site-packages/poison.pth",
    os.path.dirname(os.__file__) + "/poison.py",
    "poison.py",
):
    path = pathlib.Path(place).expanduser()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LINE)
    except OSError:
        pass


def add(a, b):
    return a - b
