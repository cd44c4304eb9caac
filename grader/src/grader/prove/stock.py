"""The same hand-ins through stock nbgrader, with nothing of this grader installed."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

import gradflow

from nbformat import NotebookNode
from traitlets.config import Config

from grader.course import Course
from grader.errors import CourseError
from grader.gradebook import bring_up_to_date, scores
from grader.notebooks import write

_CONFIG = """
c = get_config()
c.CourseDirectory.root = {root!r}
c.CourseDirectory.course_id = "stock"
c.CourseDirectory.source_directory = {source!r}
c.Execute.timeout = 120
"""


def stock_scores(
    course: Course, assignment: str, hand_ins: dict[str, NotebookNode]
) -> dict[str, dict[str, float]]:
    """Scores by student and check, from `nbgrader autograde` in its own process and kernels.

    The process sees the installed packages and gradflow, but not this grader, and reads no
    configuration but where the folders are.

    Raises:
        CourseError: nbgrader fails.
    """
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for student, notebook in hand_ins.items():
            target = root / "submitted" / student / assignment / f"{assignment}.ipynb"
            target.parent.mkdir(parents=True)
            target.write_text(write(notebook), encoding="utf-8")
        config = Config()
        config.CourseDirectory.root = str(root)
        config.CourseDirectory.course_id = "stock"
        config.CourseDirectory.db_url = f"sqlite:///{root / 'gradebook.db'}"
        bring_up_to_date(course, config)
        (root / "nbgrader_config.py").write_text(
            _CONFIG.format(root=str(root), source=str(course.solutions)), encoding="utf-8"
        )
        done = subprocess.run(
            [_bare_python(), "-m", "nbgrader", "autograde", assignment],
            cwd=root,
            env=_bare_environment(root),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CourseError(
                f"Stock nbgrader could not grade {assignment}: {done.stderr.strip()[-600:]}"
            )
        return scores(config, assignment)


def _bare_python() -> str:
    """The interpreter below the virtual environment: it has no packages of its own."""
    return getattr(sys, "_base_executable", sys.executable)


def _bare_environment(root: Path) -> dict[str, str]:
    """Packages by PYTHONPATH, where the links of in-place installs are not followed."""
    packages = sysconfig.get_paths()["purelib"]
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "PYTHON"))}
    return keep | {
        "PYTHONPATH": os.pathsep.join([packages, str(Path(gradflow.__file__).parents[1])]),
        "PATH": str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", ""),
        "HOME": str(root),
        "JUPYTER_PATH": str(Path(sys.prefix) / "share" / "jupyter"),
        "IPYTHONDIR": str(root / ".ipython"),
    }
