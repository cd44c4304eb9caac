"""What is measured, in a process of its own: grades a class, and says each time one is done.

    python contend.py grader FOLDER ASSIGNMENT WORKERS
    python contend.py floor FOLDER ASSIGNMENT 1

The floor is what can't be avoided: a fork of a process that has imported everything, and the
notebook's cells, executed as plain Python. It shows, keeps and scores nothing.
"""

import contextlib
import gc
import importlib
import os
import sys
from pathlib import Path

STEP = "done"


def grader(folder: Path, assignment: str, workers: int) -> None:
    """Grade the class by this project's grader."""
    from grader.autograde.batch import grade_class
    from grader.autograde.engine import Here
    from grader.config import course_config
    from grader.course import Course
    from grader.run import Limits

    course = Course(folder)
    config = course_config(course)
    with Here(Limits(cell=60, run=300), True, workers) as engine:
        grade_class(course, config, assignment, engine, again=True, progress=lambda step: _say())


def floor(folder: Path, assignment: str, workers: int) -> None:
    """Fork and execute the same cells, one notebook after the other."""
    from grader.course import Course
    from grader.intake import receive
    from grader.release import as_gradebook_sees

    assert workers == 1
    source = as_gradebook_sees(Course(folder).solution_notebook(assignment))
    notebooks = [
        [cell.source for cell in receive(path, source).notebook.cells if cell.cell_type == "code"]
        for path in sorted(folder.glob("grader/submitted/*/*/*.ipynb"))
    ]
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "TF_CPP_MIN_LOG_LEVEL": "3", "MPLBACKEND": "agg"}
    for name in ("matplotlib.pyplot", "sklearn.datasets", "tensorflow", "keras", "gradflow"):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    for cells in notebooks:
        child = os.fork()
        if not child:
            _execute(cells)
        os.waitpid(child, 0)
        _say()


def _execute(cells: list[str]) -> None:
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    names = {"__name__": "__main__"}
    for cell in cells:
        with contextlib.suppress(Exception):  # a wrong answer fails its check
            exec(compile(cell, "cell", "exec"), names)
    os._exit(0)


def _say() -> None:
    print(STEP, flush=True)


if __name__ == "__main__":
    what, folder, assignment, workers = sys.argv[1:]
    {"grader": grader, "floor": floor}[what](Path(folder), assignment, int(workers))
