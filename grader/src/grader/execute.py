"""Running a notebook inside nbgrader's own steps, through the warm runner."""

import atexit
from functools import cache

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute

from grader.run import Limits, Runner


@cache
def shared_runner(cell_seconds: float) -> Runner:
    """The one runner of this process for a time limit, closed when the process ends."""
    runner = Runner(limits=Limits(cell=cell_seconds, run=5 * cell_seconds))
    atexit.register(runner.close)
    return runner


class ExecuteWarm(Execute):
    """nbgrader's Execute, without a kernel: its `timeout` option keeps working."""

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict, km: object = None
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run all cells; errors stay in their cells, as with nbgrader's own Execute."""
        run = shared_runner(float(self.timeout or 3600)).run(nb)
        for cell, executed in zip(nb.cells, run.notebook.cells, strict=True):
            if cell.cell_type == "code":
                cell.outputs = executed.outputs
                cell.execution_count = executed.execution_count
        return nb, resources
