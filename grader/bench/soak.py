"""A thousand hand-ins in one run: does memory stay flat, and is the last hundred as fast?

    python grader/bench/soak.py [COUNT]

Prints a line for each tenth. Exits with status 1 when the last tenth takes more CPU, or memory has
grown by more, than the limits say.
"""

import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import class_of
import psutil
import tree

from grader.autograde.batch import autograde
from grader.config import course_config
from grader.progress import Step

ASSIGNMENT = "01_chain_rule"
COUNT = 1000
MORE_CPU = 1.1  # times what the second tenth took: the first warms up
MORE_MEMORY = 20  # MB
MEGABYTE = 1024**2


@dataclass(frozen=True)
class Tenth:
    """What a tenth of the hand-ins took: seconds, seconds of CPU; and what was held at its end.

    Held, in bytes, by the processes that stay: this one and the warm one, without the runs.
    """

    wall: float
    cpu: float
    memory: int


class Watch:
    """Looks at this process and its descendants after each tenth."""

    def __init__(self) -> None:
        self.tenths: list[Tenth] = []
        self._root = psutil.Process()
        self._last = (time.perf_counter(), tree.cpu(self._root))

    def __call__(self, step: Step) -> None:
        """Take note of a step."""
        if step.number % (step.total // 10):
            return
        now = (time.perf_counter(), tree.cpu(self._root))
        held = tree.resident(self._root)
        wall, cpu = (after - before for after, before in zip(now, self._last, strict=True))
        self.tenths.append(Tenth(wall, cpu, held))
        print(
            f"{step.number:5} hand-ins: this tenth {wall:6.1f} s, {cpu:6.1f} s CPU; "
            f"held by what stays {held / MEGABYTE:.0f} MB",
            flush=True,
        )
        self._last = (time.perf_counter(), tree.cpu(self._root))


def main() -> int:
    """Grade, print, judge; return the exit status."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
    watch = Watch()
    with tempfile.TemporaryDirectory(prefix="soak") as name:
        course = class_of.make(Path(name) / "course", ASSIGNMENT, count)
        autograde(course, course_config(course), ASSIGNMENT, progress=watch)
    print(f"load after: {os.getloadavg()[0]:.1f}")
    second, last = watch.tenths[1], watch.tenths[-1]
    slower = last.cpu / second.cpu
    grown = (last.memory - second.memory) / MEGABYTE
    print(f"CPU of the last tenth against the second: {slower:.2f}, at most {MORE_CPU}")
    print(f"memory grown since the second tenth: {grown:.0f} MB, at most {MORE_MEMORY}")
    return 0 if slower <= MORE_CPU and grown <= MORE_MEMORY else 1


if __name__ == "__main__":
    raise SystemExit(main())
