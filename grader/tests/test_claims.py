"""Every claim is shown by a cell that exists and asserts."""

import re

import pytest

from grader.course import Course
from grader.notebooks import read

CLAIMS = (Course().lessons / "claims.md").read_text(encoding="utf-8")
ROWS = [line for line in CLAIMS.split("\n") if line.startswith("| ") and "verdict" not in line]
CELLS = re.findall(r"\[(\d\d) · (\w+)\]\((\w+)\.ipynb\)", CLAIMS)


def test_the_table_is_there():
    assert len(ROWS) > 30
    assert len(CELLS) > 40


@pytest.mark.parametrize(("number", "cell", "lesson"), CELLS, ids=lambda part: part)
def test_the_cell_exists_and_asserts(course, number, cell, lesson):
    assert lesson.startswith(number)
    sources = {c.id: c.source for c in read(course.lesson_notebook(lesson)).cells}
    assert re.search(r"^\s*(assert |np\.testing\.assert_)", sources[cell], re.M)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:40])
def test_every_claim_is_shown_or_marked_for_later(row):
    shown = row.split("|")[-2]
    assert re.search(r"\[\d\d · \w+\]", shown) or re.search(r"later, lesson \d\d", shown)


def test_a_claim_for_later_names_no_lesson_that_is_there(course):
    there = {name[:2] for name in course.lesson_names}
    assert not there & set(re.findall(r"later, lesson (\d\d)", CLAIMS))
