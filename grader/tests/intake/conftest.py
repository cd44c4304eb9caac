"""The course's first assignment: three exercises; and a learner's right and wrong work in it."""

import json

import pytest
from file_cases import CASES

from grader.notebooks import read, write
from grader.release import as_gradebook_sees

ASSIGNMENT = "01_chain_rule"


@pytest.fixture(scope="session")
def source(course):
    """The teacher's notebook, as the gradebook sees it."""
    return as_gradebook_sees(course.solution_notebook(ASSIGNMENT))


@pytest.fixture(scope="session")
def released(course):
    """The notebook that learners get."""
    return read(course.exercise_notebook(ASSIGNMENT))


@pytest.fixture(scope="session")
def work(course):
    """A learner's notebook, as JSON gives it: all right, or the first exercise wrong."""

    def make(first_is_right=True):
        notebook = read(course.exercise_notebook(ASSIGNMENT))
        for cell in notebook.cells:
            right = sorted((course.answers / ASSIGNMENT / cell.id).glob("right_*.py"))
            if right:
                cell.source = right[-1].read_text(encoding="utf-8").strip("\n")
            if cell.id == "num_grad" and not first_is_right:
                cell.source = "def num_grad(f, x, eps):\n    return x"
        return json.loads(write(notebook))

    return make


@pytest.fixture(scope="session")
def cases():
    """All broken hand-ins, by name."""
    return {case.name: case for case in CASES}


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request):
    """Each broken hand-in in turn."""
    return request.param


@pytest.fixture(
    params=[case for case in CASES if case.fatal or not case.in_folder], ids=lambda case: case.name
)
def file_case(request):
    """Each broken hand-in whose file is what is odd."""
    return request.param


@pytest.fixture
def hand_in(work, tmp_path):
    """Write a case below submitted/; return the path of its notebook."""

    def write_case(case, student=None):
        folder = tmp_path / "submitted" / (student or case.student) / ASSIGNMENT
        return case.write(work(bool(case.honest[0]) or case.fatal), folder, ASSIGNMENT)

    return write_case
