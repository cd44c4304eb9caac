"""Starting JupyterLab: on the first lesson for learners, on formgrader for teachers."""

import os
import subprocess
import sys

from grader.config import course_config
from grader.course import Course
from grader.errors import CourseError
from grader.gradebook import bring_up_to_date


def open_jupyter(course: Course, *, teacher: bool, browser: bool) -> None:
    """Serve the course until it is stopped with Ctrl-C.

    Raises:
        CourseError: JupyterLab ends by itself.
    """
    if teacher:
        bring_up_to_date(course, course_config(course))
    page = "/formgrader" if teacher else f"/lab/tree/lessons/{course.lesson_names[0]}.ipynb"
    folder = course.root / "grader" if teacher else course.root
    ended = subprocess.run(
        _command(course, page, browser), cwd=folder, env=_environment(course), check=False
    ).returncode
    if ended:
        raise CourseError(
            f"JupyterLab ended with status {ended}. Its own message stands above; "
            "a port that is taken or a browser that is missing are the usual reasons."
        )


def _command(course: Course, page: str, browser: bool) -> list[str]:
    command = [sys.executable, "-m", "jupyterlab"]
    command += [f"--ServerApp.root_dir={course.root}", f"--LabApp.default_url={page}"]
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return command


def _environment(course: Course) -> dict[str, str]:
    """JupyterLab finds the course's nbgrader configuration wherever it was started."""
    configured = [str(course.root / "grader"), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    return os.environ | {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, configured))}
