"""The course's nbgrader configuration, for use inside this process."""

import os
import sys
from pathlib import Path

from traitlets.config import Config, PyFileConfigLoader

from grader.course import Course


def course_config(course: Course | None = None) -> Config:
    """What `nbgrader` reads when it is run from `grader/`."""
    folder = (course or Course()).root / "grader"
    return PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()


def put_environment_first() -> None:
    """Put this environment's programs first on PATH: nbgrader calls `alembic` by its bare name."""
    programs = str(Path(sys.executable).parent)
    if os.environ.get("PATH", "").split(os.pathsep)[0] != programs:
        os.environ["PATH"] = programs + os.pathsep + os.environ.get("PATH", "")
