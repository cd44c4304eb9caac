"""The report's page: what it counts, and that nothing in it can act."""

import re

import pytest
from nbgrader.apps import NbGraderAPI

from grader import build
from grader.demo import demo_config
from grader.gradebook import bring_up_to_date
from grader.notebooks import read, write
from grader.report import write_report

CLASS = {
    "right": "double = lambda x: 2 * x",
    "same": "def double(x):\n    return x",
    "same_too": "double = lambda x: x",
    "six": "def double(x):\n    return 6",
    "<b>bold</b>": "double = lambda x: x + x",
}


@pytest.fixture
def page(small, runner, course):
    build.build(small, [], ["01_double"], runner, progress=lambda line: None)
    (small.root / "grader" / "nbgrader_config.py").write_bytes(
        (course.root / "grader" / "nbgrader_config.py").read_bytes()
    )
    folder = small.root / "grader" / "demo"
    for student, source in CLASS.items():
        notebook = read(small.exercise_notebook("01_double"))
        next(cell for cell in notebook.cells if cell.id == "double").source = source
        target = folder / "submitted" / student.replace("/", "") / "01_double" / "01_double.ipynb"
        target.parent.mkdir(parents=True)
        target.write_text(write(notebook), encoding="utf-8")
    config = demo_config(small, folder)
    bring_up_to_date(small, config)
    assert NbGraderAPI(config=config).autograde("01_double", "*")["success"]
    return write_report(config, "01_double", folder / "report.html").read_text(encoding="utf-8")


def test_the_page_counts_what_the_class_did(page):
    assert "5 hand-ins, 4 points to earn." in page
    assert "double 2 of 5" in page
    assert re.search(r'number">2</td><td><code>double</code></td><td><code>value-is-slope', page)
    assert "0 points: 2, 1 points: 1, 4 points: 2" in page
    assert "double_held_out" in page


def test_names_are_text_and_nothing_can_act(page):
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page
    assert "<script" not in page
    assert "default-src 'none'" in page


def test_every_picture_has_alt_text(page):
    pictures = re.findall(r"<img[^>]*>", page)
    assert len(pictures) == 2
    assert all(re.search(r'alt="[^"]{20,}"', picture) for picture in pictures)
