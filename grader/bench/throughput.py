"""This grader, `nbgrader autograde` and the floor, on the same hand-ins, in one run.

    python grader/bench/throughput.py [ASSIGNMENT] [--without-nbgrader]

Each is timed from its first finished hand-in to its last, so that starting up, which a class pays
once, is told apart. The fastest of some rounds counts. A picture is written for the README. Exits
with status 1 when a limit is missed.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import astuple, dataclass
from pathlib import Path

from gradflow.picture import Picture

import class_of
import contend
import matplotlib.pyplot as plt
import psutil
import tree

HERE = Path(__file__).parent
ROUNDS = 4  # of each measurement, nbgrader's excepted: it takes minutes
SIZE = 60  # hand-ins, each answer of the bank several times; nbgrader gets each once
LOOK = 0.02  # seconds between two looks at the memory
MEGABYTE = 1024**2


@dataclass(frozen=True)
class Figures:
    """What one contender took.

    Attributes:
        start: seconds from its start to the first finished hand-in.
        wall: seconds for one hand-in after that.
        cpu: seconds of CPU, of all its processes, for one hand-in after that.
    """

    start: float
    wall: float
    cpu: float


@dataclass(frozen=True)
class Held:
    """The most memory that a contender held, in bytes: in all, and one running notebook alone."""

    total: int
    private: int


def measure(command: list[str], cwd: Path, step: str) -> Figures:
    """Run a contender and time it by the lines it prints that hold `step`."""
    times = []
    begun = time.perf_counter()
    with _start(command, cwd) as process:
        for line in process.stdout:
            if step in line:
                times.append((time.perf_counter(), tree.cpu(psutil.Process(process.pid))))
    if process.returncode:
        raise SystemExit(f"{command} failed with exit status {process.returncode}.")
    (first, first_cpu), (last, last_cpu) = times[0], times[-1]
    count = len(times) - 1
    return Figures(first - begun, (last - first) / count, (last_cpu - first_cpu) / count)


def weigh(command: list[str], cwd: Path) -> Held:
    """Run a contender and watch its memory, which slows it down."""
    most = Held(0, 0)
    with _start(command, cwd) as process:
        drain = threading.Thread(target=process.stdout.read)
        drain.start()
        root = psutil.Process(process.pid)
        while process.poll() is None:
            kernels = tree.forks(root) or root.children(recursive=True)[-1:]
            most = Held(
                max(most.total, tree.memory(root)),
                max([most.private, *(tree.private(kernel) for kernel in kernels)]),
            )
            time.sleep(LOOK)
        drain.join()
    return most


def _start(command: list[str], cwd: Path) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def contender(what: str, folder: Path, assignment: str, workers: int) -> list[str]:
    """The command of a contender of ours."""
    return [str(HERE / "contend.py"), what, str(folder), assignment, str(workers)]


def draw(nbgrader: Figures, one: Figures, two: Figures) -> Picture:
    """Hand-ins a minute, as bars that can be told apart in grey."""
    rates = {
        "nbgrader autograde": 60 / nbgrader.wall,
        "this grader, one worker": 60 / one.wall,
        "this grader, two workers": 60 / two.wall,
    }
    figure, axes = plt.subplots(figsize=(8, 2.2), layout="constrained")
    bars = axes.barh(
        list(rates),
        list(rates.values()),
        color=["#bbbbbb", "#0072B2", "#0072B2"],
        hatch=["", "//", "xx"],
        edgecolor="black",
    )
    axes.bar_label(bars, [f"{rate:,.0f}" for rate in rates.values()], padding=4)
    axes.set_xlabel("hand-ins a minute, on two cores")
    axes.margins(x=0.1)
    axes.invert_yaxis()
    axes.spines[["top", "right"]].set_visible(False)
    told = ", ".join(f"{name} {rate:,.0f}" for name, rate in rates.items())
    return Picture(figure, f"Bars of how many hand-ins are graded in a minute: {told}.")


def main() -> int:
    """Measure, print, draw; return the exit status."""
    names = [word for word in sys.argv[1:] if not word.startswith("-")]
    assignment = names[0] if names else "04_stop_gradient"
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
    figures: dict[str, Figures] = {}
    held: dict[str, Held] = {}
    with tempfile.TemporaryDirectory(prefix="bench") as name:
        ours = class_of.make(Path(name) / "ours", assignment, SIZE).root
        commands = {
            "floor": contender("floor", ours, assignment, 1),
            "grader, one worker": contender("grader", ours, assignment, 1),
            "grader, two workers": contender("grader", ours, assignment, 2),
        }
        rounds: dict[str, list[Figures]] = {title: [] for title in commands}
        for _ in range(ROUNDS):  # in turn: what else the machine does changes with time
            for title, command in commands.items():
                rounds[title].append(measure(command, ours, contend.STEP))
        for title, command in commands.items():
            figures[title] = _best(rounds[title])
            held[title] = weigh(command, ours)
            print(_row(title, figures[title], held[title]), flush=True)
        if "--without-nbgrader" not in sys.argv:
            stock = class_of.make(Path(name) / "stock", assignment, stock=True).root / "grader"
            command = ["-m", "nbgrader", "autograde", assignment, "--force"]
            figures["nbgrader"] = measure(command, stock, "Sanitizing ")
            held["nbgrader"] = weigh([*command, "--student", class_of.STUDENTS[0]], stock)
            print(_row("nbgrader", figures["nbgrader"], held["nbgrader"]), flush=True)
    print(f"load after: {os.getloadavg()[0]:.1f}")
    return _judge(figures, held)


def _best(rounds: list[Figures]) -> Figures:
    return Figures(*(min(column) for column in zip(*map(astuple, rounds), strict=True)))


def _row(title: str, took: Figures, held: Held) -> str:
    return (
        f"{title:20} start {took.start:5.1f} s   a hand-in {took.wall:6.3f} s, "
        f"{took.cpu:6.3f} s CPU   memory {held.total / MEGABYTE:5.0f} MB in all, "
        f"{held.private / MEGABYTE:4.0f} MB a run"
    )


def _judge(figures: dict[str, Figures], held: dict[str, Held]) -> int:
    """Print the ratios beside their limits; return 1 if one is missed."""
    floor, one, two = (
        figures[title] for title in ("floor", "grader, one worker", "grader, two workers")
    )
    private = held["grader, two workers"].private / MEGABYTE
    kept = [
        _limit("CPU against the floor", one.cpu / floor.cpu, "at most", 1.3),
        _limit("two workers against one", one.wall / two.wall, "at least", 1.7),
        _limit("private memory of a run, in MB", private, "at most", 100),
    ]
    if nbgrader := figures.get("nbgrader"):
        kept.append(_limit("throughput against nbgrader", nbgrader.wall / two.wall, "at least", 20))
        picture = draw(nbgrader, one, two)
        (HERE / "throughput.png").write_bytes(picture.png)
        print(f"\n{HERE / 'throughput.png'}: {picture.alt}")
    return 0 if all(kept) else 1


def _limit(what: str, got: float, word: str, limit: float) -> bool:
    kept = got <= limit if word == "at most" else got >= limit
    print(f"{what}: {got:.2f}, {word} {limit:g}{'' if kept else '  MISSED'}")
    return kept


if __name__ == "__main__":
    raise SystemExit(main())
