"""Runs notebooks: a notebook in; the executed notebook and an outcome for each cell out.

    with Runner(Limits(cell=10)) as runner:
        run = runner.run(notebook)

How the parts lean on each other, arrows one way:

    runner -> execution -> far_end, transcript, outcome     this process
    runner -> warm -> (socket) server -> child              a warm process and its children, or
    runner -> plain -> (pipes) child                        an ordinary process for each run
    child -> preload -> shell -> capture                    where cells execute
    frames (messages) and processes (memory, killing) serve both sides

Only preload, shell, child and server import IPython or TensorFlow: callers stay light.
"""

from grader.run.far_end import RunnerError
from grader.run.outcome import CellOutcome, Limits, Run, Status
from grader.run.runner import Runner

__all__ = ["CellOutcome", "Limits", "Run", "Runner", "RunnerError", "Status"]
