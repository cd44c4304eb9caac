"""A course small enough to read, and a copy of the real one."""

import os
import shutil
from pathlib import Path

import pytest

from grader.config import put_environment_first
from grader.course import Course
from grader.run import Runner

os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
put_environment_first()

SMALL_SOLUTION = '''# %% [markdown]
# # 01 · Exercises: doubling

# %% locked="setup"
from gradflow.checks import Check

# %% [markdown]
# ## ● Exercise 1 · `double`
#
# - **Write** a function. **Why** it is small. **Difficulty** ●○○ **Minutes** 1

# %% solution="double"
def double(x):
    """Return two times x."""
    ### BEGIN SOLUTION Return two times x.
    twice_the_given_number = 2 * x
    return twice_the_given_number
    ### END SOLUTION


# %% check="double" points=1
check = Check("double", globals(), look="your memory.")
check.call(3, shown="double(3)").close(6, beliefs={"value-is-slope": 3})
check.passed()

# %% check="double" points=3 held_out=true
check = Check("double", globals(), look="your memory.", held_out=True)
check.call(-11.5, shown="double(-11.5)").close(-23, beliefs={"value-is-slope": -11.5})

# %% [markdown]
# Hint 1: a question. Hint 2: a pointer. Hint 3: almost the code.
'''

SMALL_LESSON = """# %% [markdown]
# # 01 · Doubling
#
# **After this lesson you can** double. **You need** nothing. **Minutes** 1. **Predict** it.

# %% name="double_it"
number = 2 * 2
assert number == 4
"""

SMALL_ANSWERS = {
    "right_add": "def double(x):\n    return x + x\n",
    "right_lambda": "double = lambda x: x * 2\n",
    "right_list": "def double(x):\n    return sum([x, x])\n",
    "wrong_same": "# belief: value-is-slope\ndef double(x):\n    return x\n",
    "wrong_square": "# belief: paths-multiply\n# said: it should be\n"
    "def double(x):\n    return x * x\n",
    "wrong_fixed": "# belief: paths-multiply\n# said: it should be -23\n# passes: visible\n"
    "def double(x):\n    return 6\n",
    "wrong_none": "# belief: everything-counts\n# said: is None\ndef double(x):\n    2 * x\n",
    "wrong_text": "# belief: everything-counts\n# said: must hold numbers\n"
    "def double(x):\n    return str(2 * x)\n",
    "wrong_raises": "# belief: everything-counts\n# said: raised ZeroDivisionError\n"
    "def double(x):\n    return x / 0\n",
}


def write_small_course(root: Path) -> Course:
    """Write the small course's texts and answers below `root`."""
    answers = root / "grader" / "answers" / "01_double" / "double"
    for folder in (root / "lessons", root / "solutions", root / "exercises", answers):
        folder.mkdir(parents=True)
    (root / "lessons" / "01_double.py").write_text(SMALL_LESSON)
    (root / "solutions" / "01_double.py").write_text(SMALL_SOLUTION)
    (root / "README.md").write_text("# Small\n")
    for name, source in SMALL_ANSWERS.items():
        (answers / f"{name}.py").write_text(source)
    return Course(root)


@pytest.fixture
def small_solution():
    """The solution text of the small course."""
    return SMALL_SOLUTION


@pytest.fixture
def small(tmp_path):
    """A small course with texts and answers, not built yet."""
    return write_small_course(tmp_path / "course")


@pytest.fixture(scope="session")
def course():
    """The real course. Tests only read it."""
    return Course()


@pytest.fixture(scope="session")
def copy_course(course):
    """Copies the real course's notebooks, answers and configuration below a folder."""

    def copy(folder):
        root = folder / "copy"
        skip = shutil.ignore_patterns("*.egg-info", "__pycache__", ".ipynb_checkpoints")
        for name in ("lessons", "solutions", "exercises", "grader/answers"):
            shutil.copytree(course.root / name, root / name, ignore=skip)
        shutil.copy(course.root / "grader" / "nbgrader_config.py", root / "grader")
        return Course(root)

    return copy


@pytest.fixture
def course_copy(copy_course, tmp_path):
    """A copy of the real course that a test may write to."""
    return copy_course(tmp_path)


@pytest.fixture(scope="session")
def runner():
    """One runner for all tests that only need notebooks run."""
    with Runner() as shared:
        yield shared
