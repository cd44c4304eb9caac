"""Runs notebooks: a notebook in; the executed notebook and an outcome for each cell out.

    with Runner(Limits(cell=10), sandbox=True) as runner:
        run = runner.run(notebook, checks=frozenset({3, 4}))

How the parts lean on each other, arrows one way:

    runner -> execution -> far_end, transcript, rewrite, files    this process
    runner -> sections                                            each exercise by itself
    runner -> warm -> sandbox (socket) server -> isolate, child   a warm process, its children, or
    runner -> plain -> (pipes) child                              a process for each run
    child -> preload -> shell, steady, honest -> capture          where cells execute
    honest -> hooks, pristine, values                             where checks do
    outcome (data), frames (messages), environment and processes serve both sides

Only child, preload, server and what they alone import need IPython or TensorFlow: callers stay
light.
"""

from grader.run.far_end import RunnerError
from grader.run.outcome import CellOutcome, Limits, Run, Status
from grader.run.runner import Runner

__all__ = ["CellOutcome", "Limits", "Run", "Runner", "RunnerError", "Status"]
