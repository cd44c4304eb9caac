"""What nbgrader is configured to do to a notebook after it was run, less what is done here."""

import threading

from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbgrader.converters import Autograde
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    Execute,
    SaveAutoGrades,
)

# What `grade` and `Store` do; and a check of nbgrader's metadata, which is the teacher's own here.
_DONE_HERE = (Execute, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata)


class Steps:
    """Makes the text of a graded notebook as `nbgrader autograde` would write it.

    Args:
        converter: nbgrader's, with its configuration.
    """

    def __init__(self, converter: Autograde) -> None:
        self._converter = converter
        self._mine = threading.local()  # steps keep what they are working on

    def text(self, executed: NotebookNode, student: str, assignment: str) -> str:
        """Return the notebook's text after all steps."""
        about = {
            "student": student,
            "assignment": assignment,
            "notebook": assignment,
            "db_url": self._converter.coursedir.db_url,
        }
        resources = {"unique_key": assignment, "nbgrader": about}
        text, _ = self._exporter().from_notebook_node(executed, resources)
        return text

    def _exporter(self) -> NotebookExporter:
        if not hasattr(self._mine, "exporter"):
            exporter = NotebookExporter(config=self._converter.config, optimistic_validation=True)
            exporter._preprocessors = []
            for step in self._converter.autograde_preprocessors:
                exporter.register_preprocessor(step)
            exporter._preprocessors = [
                step for step in exporter._preprocessors if not isinstance(step, _DONE_HERE)
            ]
            self._mine.exporter = exporter
        return self._mine.exporter
