"""A Dask cluster gives the same gradebook, also when it loses a worker."""

import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack

import pytest

from grader.autograde import cluster
from grader.autograde.batch import autograde
from grader.errors import CourseError

CLASS = 12


def dask(stack, *arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        stderr=subprocess.PIPE,
        text=True,
    )
    stack.callback(process.stderr.close)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


@pytest.fixture
def two_workers():
    """A scheduler's address, and the two worker processes."""
    pytest.importorskip("distributed")
    with ExitStack() as stack:
        scheduler = dask(stack, "scheduler", "--host", "127.0.0.1", "--port", "0")
        address = next(
            found[0] for line in scheduler.stderr if (found := re.search(r"tcp://\S+:\d+", line))
        )
        workers = [
            dask(stack, "worker", address, "--nthreads", "1", "--no-nanny") for _ in range(2)
        ]
        for worker in workers:
            next(line for line in worker.stderr if "Registered to" in line)
        yield address, workers


def test_the_same_gradebook_though_a_worker_is_killed(classroom, two_workers):
    address, workers = two_workers
    for number in range(CLASS):
        source = f"def double(x):\n    return {'x + x' if number % 3 else 'x'}\n"
        classroom.hand_in(f"student{number}", source)
    classroom.grade()
    expected = classroom.everything()
    classroom.forget()

    def kill_one(step):
        if step.number == CLASS // 3:
            os.kill(workers[0].pid, signal.SIGKILL)

    result = autograde(
        classroom.course,
        classroom.config,
        classroom.assignment,
        scheduler=address,
        sandbox=False,
        progress=kill_one,
    )
    assert (result.entered, result.left) == (CLASS, [])
    assert workers[0].wait() == -signal.SIGKILL
    assert classroom.everything() == expected


def test_no_cluster_at_the_address_is_said(classroom, monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    with pytest.raises(CourseError, match=r"no cluster to grade on at tcp://127\.0\.0\.1:1 "):
        autograde(
            classroom.course, classroom.config, classroom.assignment, scheduler="tcp://127.0.0.1:1"
        )


def test_dask_missing_is_said(classroom, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CourseError, match="needs Dask, which is not installed"):
        autograde(classroom.course, classroom.config, classroom.assignment, scheduler="tcp://a:1")
