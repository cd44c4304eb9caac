"""The environment variables of executing processes: those of a Jupyter kernel, and no others.

Nothing in them tells a cell that it is being graded.
"""

import os

_SETTINGS = {
    "OPENBLAS_NUM_THREADS": "1",  # else NumPy starts threads when it is imported
    "CUDA_VISIBLE_DEVICES": "-1",  # a graphics card's state does not survive a fork
    "TF_CPP_MIN_LOG_LEVEL": "3",  # else TensorFlow says that it has no graphics card
    # As Jupyter and its kernel set them:
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "TERM": "xterm-color",
    "CLICOLOR": "1",
    "FORCE_COLOR": "1",
    "CLICOLOR_FORCE": "1",
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "JPY_PARENT_PID": "1",
    "JPY_SESSION_NAME": "notebook.ipynb",
    "PYDEVD_USE_FRAME_EVAL": "NO",
}
_WORK_DONE = ("OPENBLAS_NUM_THREADS",)  # read once, and not a kernel's
_HARMLESS = ("LANG", "LANGUAGE", "PATH", "TZ")  # and all LC_ names


def of_kernel(shut_in: bool = False) -> dict[str, str]:
    """Return the environment for a process that executes cells.

    Args:
        shut_in: leave out all of the user's own but language, time zone and path.
    """
    own = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("NBGRADER") and (not shut_in or _is_harmless(name))
    }
    return own | _SETTINGS | ({"HOME": "/tmp"} if shut_in else {})


def forget_settings() -> None:
    """Drop the variables that a kernel does not have, once they have been read."""
    for name in _WORK_DONE:
        os.environ.pop(name, None)


def _is_harmless(name: str) -> bool:
    return name in _HARMLESS or name.startswith("LC_")
