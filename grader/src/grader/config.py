"""The course's nbgrader configuration, read once for use inside this process."""

from traitlets.config import Config, PyFileConfigLoader

from grader.course import Course


def course_config(course: Course | None = None) -> Config:
    """What `nbgrader` reads when it is run from `grader/`."""
    folder = (course or Course()).root / "grader"
    return PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
