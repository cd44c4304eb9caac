"""Texts and notebooks: a fixed point, ids from names, clear words for wrong marks."""

import pytest

from grader.course import Course
from grader.errors import CourseError
from grader.notebooks import write
from grader.text import to_notebook, to_text

TEXTS = sorted([*Course().lessons.glob("[0-9]*.py"), *Course().solutions.glob("[0-9]*.py")])


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_text_to_notebook_to_text_changes_nothing(path):
    source = path.read_text(encoding="utf-8")
    assert to_text(to_notebook(source, path.name)) == source


def test_building_twice_gives_the_same_bytes(small_solution):
    once = write(to_notebook(small_solution, "small"))
    assert write(to_notebook(small_solution, "small")) == once


def test_marked_cells_are_called_by_their_names(small_solution):
    ids = [cell.id for cell in to_notebook(small_solution, "small").cells]
    assert [i for i in ids if "-" not in i] == [
        "setup",
        "double",
        "double_check",
        "double_held_out",
    ]


def test_an_unmarked_cell_keeps_its_id_when_another_section_grows():
    before = to_notebook(
        "# %% [markdown]\n# # A\n\n# %%\nx\n\n# %% [markdown]\n# # B\n\n# %%\ny\n", "t"
    )
    after = to_notebook(
        "# %% [markdown]\n# # A\n\n# %%\nx\n\n# %%\nz\n\n# %% [markdown]\n# # B\n\n# %%\ny\n", "t"
    )
    assert [c.id for c in before.cells if c.source in ("x", "y")] == [
        c.id for c in after.cells if c.source in ("x", "y")
    ]


def test_editors_metadata_is_dropped_on_the_way_back(small_solution):
    notebook = to_notebook(small_solution, "small")
    for cell in notebook.cells:
        cell.metadata |= {"editable": True, "slideshow": {"slide_type": ""}, "tags": ["x"]}
    assert to_text(notebook) == to_text(to_notebook(small_solution, "small"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('# %% solutoin="a"\n1\n', "'solutoin', which is no mark"),
        ('# %% check="a"\n1\n', "a check without points"),
        ("# %% points=2\n1\n", "points without a check"),
        ('# %% name="a"\n1\n\n# %% name="a"\n2\n', "two cells called 'a'"),
    ],
)
def test_a_wrong_mark_is_named(line, words):
    with pytest.raises(CourseError, match=words):
        to_notebook(line, "some.py")
