"""The same grading inside nbgrader's own steps, for its command and formgrader's button."""

import atexit
from functools import cache
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import Execute, SaveAutoGrades
from traitlets import Bool, Float
from traitlets.log import get_logger

from grader.autograde.engine import Here
from grader.autograde.folders import read_files
from grader.autograde.grade import not_run
from grader.autograde.store import Cells, add_missing, enter
from grader.course import Course
from grader.intake import ORIGINALS, Intake
from grader.release import released
from grader.run import Limits

_SCORES = "scores of the grader"


def make_sound(root: Path, *, assignment: str, student: str, notebooks: list[str]) -> None:
    """Put a hand-in in order before nbgrader looks into it: the converter's `pre_convert_hook`.

    Args:
        root: the course folder.
        assignment: as nbgrader was asked for; may be a pattern.
        student: likewise.
        notebooks: paths of one hand-in's notebooks; brought up to date in place.
    """
    folder = Path(notebooks[0]).parent
    solution = Course(root).solution_notebook(folder.name)
    if solution.exists():
        submitted = folder.parents[1]
        source = {folder.name: released(solution)}
        intake = Intake(submitted, submitted.parent / ORIGINALS, source)
        status = intake.normalise(folder.parent.name, folder.name)
        if status.fatal or status.warnings:
            get_logger().warning("%s", status)
        notebooks[:] = sorted(map(str, folder.glob("*.ipynb")))


@cache
def _engine(limits: Limits, sandbox: bool) -> Here:
    """The one engine of this process for these limits, closed when the process ends."""
    engine = Here(limits, sandbox, workers=1)
    atexit.register(engine.close)
    return engine


class ExecuteAndScore(Execute):
    """nbgrader's Execute, without a kernel: its `timeout` option keeps working."""

    sandbox = Bool(True, help="Whether students' code is shut in.").tag(config=True)
    notebook_timeout = Float(300, help="Seconds for all cells of a notebook.").tag(config=True)
    memory = Float(3, help="Gigabytes that a run's processes may hold.").tag(config=True)

    @property
    def limits(self) -> Limits:
        """What one run may use; nbgrader has no limit for a cell where `timeout` is None or -1."""
        cell = self.timeout if self.timeout and self.timeout > 0 else self.notebook_timeout
        return Limits(cell, self.notebook_timeout, int(self.memory * 1024**3))

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict, km: object = None
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run all cells, keep the scores for `SaveScores`; errors stay in their cells."""
        folder = Path(resources["metadata"]["path"])
        files = read_files(folder, ["*.ipynb", "timestamp.txt"])
        graded = _engine(self.limits, self.sandbox).grade(nb, files)
        for remark in graded.remarks:
            self.log.warning("%s: %s", resources["nbgrader"]["student"], remark)
        resources[_SCORES] = graded.scores
        return graded.notebook, resources


class SaveScores(SaveAutoGrades):
    """nbgrader's SaveAutoGrades, with the scores of `ExecuteAndScore`, and for all checks."""

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Enter a score for every check that the gradebook knows, then nbgrader's comments."""
        about = resources["nbgrader"]
        scores = resources.get(_SCORES) or not_run(nb)  # nothing is run with --no-execute
        with Gradebook(about["db_url"]) as gradebook:
            cells = Cells(gradebook.find_notebook(about["notebook"], about["assignment"]))
            submitted = gradebook.find_submission_notebook(
                about["notebook"], about["assignment"], about["student"]
            )
            add_missing(submitted, cells)
            enter(submitted, cells, {score.name: score for score in scores})
            gradebook.db.commit()
        return super().preprocess(nb, resources)

    def _add_score(self, cell: NotebookNode, resources: ResourcesDict) -> None:
        """Do nothing: the score is entered."""
