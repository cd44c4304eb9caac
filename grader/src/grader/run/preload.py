"""What is ready before a notebook's first cell runs: a private home, the modules, the shell.

Nothing here may execute a TensorFlow operation: that starts threads, and a process with threads
can't be forked safely.
"""

import gc
import importlib
import importlib.util
import io
import os
import sys
from pathlib import Path

from grader.run.capture import Stream
from grader.run.shell import Shell, make_shell

_MODULES = ("numpy", "sklearn.datasets", "tensorflow", "keras", "gradflow")

_SETTINGS = {
    "OPENBLAS_NUM_THREADS": "1",  # else NumPy starts threads when it is imported
    "CUDA_VISIBLE_DEVICES": "-1",  # a graphics card's state does not survive a fork
    "TF_CPP_MIN_LOG_LEVEL": "3",  # else TensorFlow says that it has no graphics card
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "PYTHONBREAKPOINT": "0",  # nobody is there to debug
    # As Jupyter's kernel sets them:
    "TERM": "xterm-color",
    "CLICOLOR": "1",
    "FORCE_COLOR": "1",
    "CLICOLOR_FORCE": "1",
    "PAGER": "cat",
    "GIT_PAGER": "cat",
}


def live_in(folder: Path) -> None:
    """Make a folder this process's home, and its place for temporary files."""
    home, temporary = folder / "home", folder / "tmp"
    for place in (home, temporary):
        place.mkdir(parents=True, exist_ok=True)
    for name in ("HOME", "USERPROFILE"):
        os.environ[name] = str(home)
    for name in ("TMPDIR", "TEMP", "TMP"):
        os.environ[name] = str(temporary)
    os.environ["IPYTHONDIR"] = str(home / ".ipython")


def preload(folder: Path) -> Shell:
    """Move into a folder, import what notebooks import, return the shell that will run them.

    Modules that are not installed are left out: the notebook will say so itself.
    """
    os.environ.update(_SETTINGS)
    importlib.import_module("matplotlib.font_manager")  # reads a list that is kept at home
    live_in(folder)
    sys.stdout, sys.stderr = Stream(1), Stream(2)
    shell = make_shell()
    _draw()
    for name in _MODULES:
        if importlib.util.find_spec(name.partition(".")[0]):
            importlib.import_module(name)
    _show_error(shell)
    gc.collect()
    gc.freeze()
    return shell


def _draw() -> None:
    """Draw a picture, which loads fonts and the like."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    axes.set_title("x")
    figure.savefig(io.BytesIO(), format="png")
    pyplot.close(figure)


def _show_error(shell: Shell) -> None:
    """Format a traceback, which loads parsers and colours, and looks all modules up."""
    try:
        raise ValueError
    except ValueError:
        shell.InteractiveTB.structured_traceback(*sys.exc_info())
