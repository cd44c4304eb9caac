"""Everything that must hold before a change is kept, in one run with one summary."""

import subprocess
import sys
import time

from grader.course import Course

STEPS = {
    "Ruff, lint": ["ruff", "check", "."],
    "Ruff, format": ["ruff", "format", "--check", "."],
    "tests": ["pytest", "-q", "grader/tests"],
    "build --check": ["grader", "build", "--check"],
    "prove": ["grader", "prove"],
}


def run_all(course: Course) -> int:
    """Run every step, also after a failure, and say how each went.

    Returns:
        0 if all passed, else 1.
    """
    lines = []
    for name, arguments in STEPS.items():
        print(f"\n== {name}", flush=True)
        begun = time.monotonic()
        status = subprocess.run(
            [sys.executable, "-m", *arguments], cwd=course.root, check=False
        ).returncode
        seconds = time.monotonic() - begun
        lines.append((status, f"{'passed' if not status else 'FAILED'}  {seconds:6.0f} s  {name}"))
    print("\n" + "\n".join(line for _, line in lines))
    failed = sum(status != 0 for status, _ in lines)
    print(f"{len(lines) - failed} passed, {failed} failed")
    return 1 if failed else 0
