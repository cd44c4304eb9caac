"""Hand-ins in memory: each case of hostile/file_cases.py, and manglings nobody thought of."""

import json
import os
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.intake import receive, receive_bytes
from grader.marks import marks
from grader.notebooks import write
from grader.text import without_held_out

MANY = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def marked(notebook):
    return {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }


def assert_sound(received, source):
    """What holds for every hand-in: a valid notebook with all teacher's cells in sensible order."""
    notebook = received.notebook
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert notebook.metadata == source.metadata
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    mine, teachers = marked(notebook), marked(source)
    assert mine.keys() == teachers.keys()
    assert sum("nbgrader" in cell.metadata for cell in notebook.cells) == len(teachers)
    for name, cell in mine.items():
        assert cell.metadata == teachers[name].metadata
        assert cell.cell_type == teachers[name].cell_type
        if not cell.metadata.nbgrader.solution:
            assert cell.source == teachers[name].source
    order = list(mine)
    assert order[0] == "setup"
    for name in ("num_grad", "check_grad", "predictions"):
        at = order.index(name)
        assert order[at : at + 3] == [name, f"{name}_check", f"{name}_held_out"]
    status = received.status
    assert status
    assert status.isprintable()
    assert len(status) < 1000
    write(notebook).encode()


def earned(runner, notebook):
    """For each exercise, whether it got all of its points."""
    got = marks(runner.run(notebook).notebook)
    return tuple(
        int(all(mark.passed for mark in got if mark.exercise == exercise))
        for exercise in ("num_grad", "check_grad", "predictions")
    )


def test_each_broken_file_earns_what_is_honest(file_case, hand_in, source, runner):
    received = receive(hand_in(file_case), source)
    assert_sound(received, source)
    assert file_case.says in received.status
    assert bool(received.fatal) == file_case.fatal
    assert earned(runner, received.notebook) == file_case.honest


def test_what_is_sound_stays_as_it_is(file_case, hand_in, source):
    first = receive(hand_in(file_case), source)
    again = receive_bytes(write(first.notebook).encode(), source)
    assert again.notebook.cells == first.notebook.cells
    assert again.fatal is None


def test_the_released_notebook_gives_the_teachers(course, source, released):
    path = course.exercise_notebook("01_chain_rule")
    received = receive(path, source)
    assert received.notebook == source
    assert received.status == "As released."
    assert receive(path, released).notebook == released


def test_a_file_cut_off_anywhere_is_named(work, source):
    data = json.dumps(work(), indent=1).encode()
    for end in range(1, len(data), 101):
        received = receive_bytes(data[:end], source)
        assert "cut off" in received.fatal


def test_a_file_that_may_not_be_read_is_named(work, source, tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_text(json.dumps(work()))
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("root may read everything")
    assert "can't be opened" in receive(path, source).fatal


def test_no_file_is_named(source, tmp_path):
    received = receive(tmp_path / "x.ipynb", source)
    assert "can't be opened (No such file or directory)" in received.fatal
    assert_sound(received, source)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_is_named(source):
    assert "device" in receive(Path("/dev/zero"), source).fatal


def test_the_answer_of_the_first_filled_cell_counts(work, source):
    notebook = work()
    stub = marked(source)["num_grad"].source
    answer = next(cell for cell in notebook["cells"] if cell["id"] == "num_grad")
    texts = [
        stub,
        "def num_grad(f, x, eps):\n    return 1",
        "def num_grad(f, x, eps):\n    return 2",
    ]
    place = notebook["cells"].index(answer)
    notebook["cells"][place : place + 1] = [answer | {"source": text} for text in texts]
    received = receive_bytes(json.dumps(notebook).encode(), source)
    assert marked(received.notebook)["num_grad"].source == texts[1]
    others = [cell for cell in received.notebook.cells if "return 2" in cell.source]
    assert [cell.cell_type for cell in others] == ["markdown"]
    assert "Cells with copies" in received.status
    assert "num_grad" in received.status


def test_an_answer_beside_the_untouched_stub_counts(work, source):
    for offset in (0, 1, 5):
        notebook = work()
        cells = notebook["cells"]
        place = next(at for at, cell in enumerate(cells) if cell["id"] == "num_grad")
        filled = cells[place]["source"]
        cells[place]["source"] = marked(source)["num_grad"].source
        own = {"cell_type": "code", "metadata": {}, "source": filled}
        cells.insert(place + offset, own)
        received = receive_bytes(json.dumps(notebook).encode(), source)
        assert marked(received.notebook)["num_grad"].source == "".join(filled)
        assert_sound(received, source)


@pytest.mark.parametrize("text", ["\x0c0", "a\u2028b", "a\x1cb\x85c", "a\n\x0c\nb"])
def test_letters_that_end_lines_only_for_python_stay(text, work, source):
    notebook = work()
    notebook["cells"].append({"cell_type": "code", "source": text.splitlines(keepends=True)})
    received = receive_bytes(json.dumps(notebook).encode(), source)
    assert received.notebook.cells[-1].source == text


def test_the_classes_that_were_asked_for_are_written_beside_their_answers(work, source):
    source = deepcopy(source)
    stub = marked(source)["num_grad"]
    stub.source = stub.source.replace("def num_grad(", "class num_grad:\n    def __call__(")
    answers = marked(receive_bytes(json.dumps(work()).encode(), source).notebook)
    assert answers["num_grad"].metadata.classes == ["num_grad"]
    assert "classes" not in answers["check_grad"].metadata


def test_code_in_a_hint_is_no_answer(work, source):
    notebook = work()
    hint = (
        "<details>Almost the code:\n\n```python\ndef num_grad(f, x, eps):\n    ...\n```\n</details>"
    )
    notebook["cells"].insert(0, {"cell_type": "markdown", "metadata": {}, "source": hint})
    del notebook["cells"][4]
    received = receive_bytes(json.dumps(notebook).encode(), source)
    assert "put back: num_grad" in received.status
    assert received.notebook.cells[0].source == hint


# Manglings ---------------------------------------------------------------------------------------

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
KEYS = ["cell_type", "metadata", "source", "id", "outputs", "attachments", "execution_count"]
NAMES = ["setup", "num_grad", "num_grad_check", "num_grad_held_out", "predictions", "x", ""]


@st.composite
def edits(draw):
    """A way to change a list of cells."""
    at, other = draw(st.integers(0, 40)), draw(st.integers(0, 40))
    kind = draw(
        st.sampled_from(["delete", "copy", "swap", "junk", "rename", "retype", "empty", "strip"])
    )
    value, key, name = draw(junk), draw(st.sampled_from(KEYS)), draw(st.sampled_from(NAMES))
    new_kind = draw(st.sampled_from(["code", "markdown", "raw"]))

    def edit(cells):
        if not cells:
            return
        one, two = at % len(cells), other % len(cells)
        cell = cells[one] if isinstance(cells[one], dict) else {}
        if kind == "delete":
            del cells[one]
        elif kind == "copy":
            cells.insert(two, json.loads(json.dumps(cells[one])))
        elif kind == "swap":
            cells[one], cells[two] = cells[two], cells[one]
        elif kind == "junk":
            cell[key] = value
        elif kind == "rename":
            cell["metadata"] = {"nbgrader": {"grade_id": name}}
        elif kind == "retype":
            cell["cell_type"] = new_kind
        elif kind == "empty":
            cell["source"] = ""
        else:
            for every in cells:
                if isinstance(every, dict):
                    every.pop("id", None)
                    every["metadata"] = {}

    return edit


@MANY
@given(changes=st.lists(edits(), min_size=1, max_size=12))
def test_however_cells_are_mangled_the_notebook_is_sound(changes, work, source):
    notebook = work()
    for change in changes:
        change(notebook["cells"])
    received = receive_bytes(json.dumps(notebook).encode(), source)
    if received.fatal:
        assert not any(isinstance(cell, dict) for cell in notebook["cells"])
        return
    assert_sound_in_any_order(received, source)
    again = receive_bytes(write(received.notebook).encode(), source)
    assert again.notebook.cells == received.notebook.cells


def assert_sound_in_any_order(received, source):
    """`assert_sound`, where exercises may have changed places."""
    mine = list(marked(received.notebook))
    for name in ("num_grad", "check_grad", "predictions"):
        at = mine.index(name)
        assert mine[at : at + 3] == [name, f"{name}_check", f"{name}_held_out"]
    assert mine[0] == "setup"
    assert_sound(received, source)


@MANY
@given(data=st.data())
def test_whatever_bytes_are_broken_nothing_is_raised(data, work, source):
    whole = json.dumps(work(), indent=1).encode()
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole)))
        new = data.draw(st.binary(max_size=6))
        length = data.draw(st.integers(0, 300))
        whole = whole[:at] + new + whole[at + length :]
    received = receive_bytes(whole, source)
    assert_sound_in_any_order(received, source)


@MANY
@given(data=st.binary(max_size=300))
def test_bytes_that_are_no_notebook_are_named(data, source):
    assert receive_bytes(data, source).fatal


@MANY
@given(value=junk)
def test_json_that_is_no_notebook_is_named(value, source):
    assert receive_bytes(json.dumps({"cells": value, "worksheets": value}).encode(), source)


@MANY
@given(
    extra=st.lists(
        st.tuples(
            st.integers(0, 60), st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60)
        ),
        max_size=8,
    )
)
def test_own_cells_stay_in_order(extra, work, source):
    notebook = work()
    for number, (place, text) in enumerate(extra):
        own = {"cell_type": "code", "metadata": {}, "source": f"#: {number}: {text}"}
        notebook["cells"].insert(place, own)
    before = [cell["source"] for cell in notebook["cells"] if "#: " in cell["source"]]
    received = receive_bytes(json.dumps(notebook).encode(), source)
    after = [cell.source for cell in received.notebook.cells if cell.source.startswith("#: ")]
    assert after == [text for text in before if text.startswith("#: ")]
    assert_sound(received, source)


def test_the_held_out_checks_are_whole(work, source):
    received = receive_bytes(json.dumps(work()).encode(), source)
    held_out = marked(received.notebook)["num_grad_held_out"]
    assert without_held_out(held_out.source) != held_out.source
