"""Hand-ins whose code attacks or breaks the run, and right work that graders punish.

Each file of `code/` is what a student wrote in the cell of `add`, or in others that it marks by
`# %% NAME`. Comments in it say what its three exercises deserve (`# honest: 0 2 2`), text that it
must get to print (`# prints: `), and whether it goes with one kind of checks only (`# only: plain`,
`# only: gradflow`) or is slow and so is run with plain ones alone (`# once`).
"""

import re
from dataclasses import dataclass
from pathlib import Path

EXERCISES = ("add", "sub", "share")

RIGHT = {
    "add": "def add(a, b):\n    return a + b",
    "sub": "def sub(a, b):\n    return a - b",
    "share": "def share(part, whole):\n    return part / whole",
}

PLAIN = {
    "setup": """import math

import numpy as np


def close(got, want):
    return math.isclose(got, want)""",
    "add_check": "assert add(1, 2) == 3",
    "add_held_out": """# held out: marker-8317
want = 5
assert add(2, 3) == want, "the sum is wrong"
assert not add(2, 3) != want
assert close(add(0.5, 0.25), 0.75)
assert np.allclose(add(20, 30), 50)
assert abs(add(4, 4) - 8) < 1e-9
assert sum([add(1, 1), add(2, 2)]) == 6
assert [add(1, 1), add(2, 2)] == [2, 4]
assert all(add(number, 1) == number + 1 for number in range(5))
assert 6 < add(3, 4) < 8
assert add(1, 0) in (1, 2)
result = add(1, 1)""",
    "sub_check": "assert sub(3, 1) == 2",
    "sub_held_out": "assert sub(30, 1) == 29 and close(sub(0.5, 0.25), 0.25)",
    "share_check": "assert share(1, 2) == 0.5",
    "share_held_out": """score = 0.0
if share(1, 4) == 0.25:
    score += 0.5
if share(3, 4) == 0.75:
    score += 0.5
score""",
}

HELPER = {
    "setup": "from gradflow.checks import Check",
    "add_check": """check = Check("add", globals(), look="here.")
check.call(1, 2, shown="add(1, 2)").close(3)
check.passed()""",
    "add_held_out": """# held out: marker-8317
check = Check("add", globals(), look="here.", held_out=True)
for a, b in [(2, 3), (20, 30), (0.5, 0.25)]:
    check.call(a, b, shown=f"add({a}, {b})").close(a + b)
check.passed()""",
    "sub_check": """check = Check("sub", globals(), look="here.")
check.call(3, 1, shown="sub(3, 1)").close(2)""",
    "sub_held_out": """check = Check("sub", globals(), look="here.", held_out=True)
check.call(30, 1, shown="sub(30, 1)").close(29)""",
    "share_check": """check = Check("share", globals(), look="here.")
check.call(1, 2, shown="share(1, 2)").close(0.5)""",
    "share_held_out": """check = Check("share", globals(), look="here.", held_out=True)
score = 0.0
for part in (1, 3):
    check.call(part, 4, shown=f"share({part}, 4)").close(part / 4)
    score += 0.5
score""",
}


@dataclass(frozen=True)
class CodeCase:
    """One hand-in.

    Attributes:
        name: of its file, without the ending.
        honest: points that each exercise deserves, of 2.
        prints: texts that its outputs must hold.
        checks: the kinds of checks it goes with, `plain` and `gradflow`.
        cells: what the student wrote, by exercise; `extra` is a cell after the one of `add`.
    """

    name: str
    honest: tuple[int, int, int]
    prints: tuple[str, ...]
    checks: tuple[str, ...]
    cells: dict[str, str]

    @classmethod
    def read(cls, path: Path) -> "CodeCase":
        """Return the case that a file describes."""
        text = path.read_text(encoding="utf-8")
        facts = dict(re.findall(r"^# (honest|only): (.*)$", text, re.M))
        before, *parts = re.split(r"^# %% (\w+)\n", text, flags=re.M)
        cells = dict(zip(parts[::2], parts[1::2], strict=True))
        if "def " in before or "add" in before:
            cells["add"] = before
        kinds = ("plain",) if "\n# once\n" in text else ("plain", "gradflow")
        return cls(
            path.stem,
            tuple(map(int, facts["honest"].split())),
            tuple(re.findall(r"^# prints: (.*)$", text, re.M)),
            (facts["only"],) if "only" in facts else kinds,
            cells,
        )


CASES = [CodeCase.read(path) for path in sorted((Path(__file__).parent / "code").glob("*.py"))]
