"""Hand-ins whose file is not as released, one function a case.

Each takes a learner's notebook as JSON gives it: three exercises, all right, or the first one wrong
where that is what the case honestly earns. It returns what the file holds instead, or writes into
the folder of the hand-in, which has the notebook in it already.
"""

# ruff: noqa: D103 - the functions are named after what they do

import codecs
import json
import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Notebook = dict[str, Any]

STUDENT = "ada"  # whose hand-in it is, where the name of the folder doesn't matter


@dataclass(frozen=True)
class Case:
    """One broken hand-in.

    Attributes:
        name: the function's name.
        honest: for each of three exercises, whether it earns its points.
        says: words that the status must hold; without any, the status is of no interest.
        breaks: makes the file's content, or (where `in_folder`) changes the folder.
        in_folder: whether `breaks` takes the hand-in's folder and the notebook's path in it.
        student: the name of the student's folder.
    """

    name: str
    honest: tuple[int, int, int]
    says: str
    breaks: Callable
    in_folder: bool = False
    student: str = STUDENT

    @property
    def fatal(self) -> bool:
        """Whether nothing can be read."""
        return not any(self.honest)

    def write(self, notebook: Notebook, folder: Path, name: str) -> Path:
        """Write the hand-in into `folder` (made where it is missing) and return its path."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.ipynb"
        if self.in_folder:
            path.write_bytes(_bytes(notebook))
            self.breaks(folder, path)
        else:
            path.write_bytes(_bytes(self.breaks(deepcopy(notebook))))
        return path


CASES: list[Case] = []


def case(
    honest: tuple[int, int, int] = (1, 1, 1), says: str = "", **more: Any
) -> Callable[[Callable], Callable]:
    """List a function as a case."""

    def add(breaks: Callable) -> Callable:
        CASES.append(Case(breaks.__name__, honest, says, breaks, **more))
        return breaks

    return add


def _bytes(content: Notebook | str | bytes) -> bytes:
    if isinstance(content, bytes):
        return content
    text = content if isinstance(content, str) else json.dumps(content, indent=1)
    return text.encode("utf-8", "surrogatepass")


def _cell(notebook: Notebook, grade_id: str) -> dict:
    return next(
        cell
        for cell in notebook["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == grade_id
    )


def _exercises(notebook: Notebook) -> list[str]:
    marked = (cell["metadata"].get("nbgrader", {}) for cell in notebook["cells"])
    return [mark["grade_id"] for mark in marked if mark.get("solution")]


def _checks(notebook: Notebook) -> list[dict]:
    return [c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade")]


def _first(notebook: Notebook) -> tuple[dict, dict, dict]:
    """The first exercise's solution, check and held-out check."""
    name = _exercises(notebook)[0]
    return tuple(_cell(notebook, name + end) for end in ("", "_check", "_held_out"))


def _own(source: str, **metadata: Any) -> dict:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "mine",
        "metadata": metadata,
        "outputs": [],
        "source": source,
    }


# Checks ------------------------------------------------------------------------------------------


@case((0, 1, 1), "put back")
def check_cells_deleted(notebook: Notebook) -> Notebook:
    _, check, held_out = _first(notebook)
    notebook["cells"] = [cell for cell in notebook["cells"] if cell not in (check, held_out)]
    return notebook


@case((1, 1, 1), "put back")
def every_locked_cell_deleted(notebook: Notebook) -> Notebook:
    marks = ((cell, cell["metadata"].get("nbgrader")) for cell in notebook["cells"])
    notebook["cells"] = [cell for cell, mark in marks if not mark or mark["solution"]]
    return notebook


@case((0, 1, 1), "changed")
def check_cells_emptied(notebook: Notebook) -> Notebook:
    for cell in _first(notebook)[1:]:
        cell["source"] = ""
    return notebook


@case((0, 1, 1), "another kind")
def check_cells_are_markdown(notebook: Notebook) -> Notebook:
    for cell in _first(notebook)[1:]:
        cell["cell_type"] = "markdown"
        del cell["outputs"], cell["execution_count"]
    return notebook


@case((0, 1, 1), "another kind")
def check_cells_are_raw(notebook: Notebook) -> Notebook:
    for cell in _first(notebook)[1:]:
        cell["cell_type"] = "raw"
    return notebook


@case((0, 1, 1), "changed")
def check_cells_edited(notebook: Notebook) -> Notebook:
    for cell in _first(notebook)[1:]:
        cell["source"] = "assert True"
    return notebook


@case((0, 1, 1))
def check_moved_before_the_answer(notebook: Notebook) -> Notebook:
    _, check, held_out = _first(notebook)
    rest = [cell for cell in notebook["cells"] if cell not in (check, held_out)]
    notebook["cells"] = [check, held_out, *rest]
    return notebook


@case((1, 1, 1), "copies")
def check_copied_before_and_after(notebook: Notebook) -> Notebook:
    check = _first(notebook)[1]
    notebook["cells"] = [deepcopy(check), *notebook["cells"], deepcopy(check)]
    return notebook


@case((0, 1, 1), "changed")
def checks_name_on_a_cell_of_ones_own(notebook: Notebook) -> Notebook:
    _, check, _ = _first(notebook)
    notebook["cells"].remove(check)
    notebook["cells"].insert(3, _own("passed = True", nbgrader=check["metadata"]["nbgrader"]))
    return notebook


@case((1, 1, 1))
def answer_written_into_the_check(notebook: Notebook) -> Notebook:
    answer, check, _ = _first(notebook)
    notebook["cells"].remove(answer)
    check["source"] = answer["source"]
    return notebook


@case((1, 1, 1), "changed")
def import_added_to_the_set_up(notebook: Notebook) -> Notebook:
    setup = _cell(notebook, "setup")
    setup["source"] = "".join(setup["source"]) + "\nimport math as needed_below"
    answer = _first(notebook)[0]
    answer["source"] = "".join(answer["source"]) + "\n\nneeded_below.pi"
    return notebook


@case((1, 1, 1))
def trailing_blanks_in_locked_cells(notebook: Notebook) -> Notebook:
    for cell in [_cell(notebook, "setup"), *_checks(notebook)]:
        cell["source"] = "".join(cell["source"]).replace("\n", "  \n") + "\n\n  "
    return notebook


# Answers -----------------------------------------------------------------------------------------


@case((1, 1, 1), "copies")
def answer_copied_before(notebook: Notebook) -> Notebook:
    answer = _first(notebook)[0]
    place = notebook["cells"].index(answer)
    notebook["cells"].insert(place, deepcopy(answer))
    return notebook


@case((1, 1, 1), "copies")
def a_wrong_copy_after_the_answer(notebook: Notebook) -> Notebook:
    answer = _first(notebook)[0]
    name = _exercises(notebook)[0]
    copy = deepcopy(answer) | {"source": f"def {name}(*anything):\n    return None"}
    notebook["cells"].insert(notebook["cells"].index(answer) + 1, copy)
    return notebook


@case((1, 1, 1), "another kind")
def answer_is_markdown(notebook: Notebook) -> Notebook:
    answer = _first(notebook)[0]
    answer["cell_type"] = "markdown"
    del answer["outputs"], answer["execution_count"]
    return notebook


@case((1, 1, 1), "another kind")
def answer_is_raw(notebook: Notebook) -> Notebook:
    _first(notebook)[0]["cell_type"] = "raw"
    return notebook


@case((1, 1, 1), "put back")
def answers_merged_into_one_cell(notebook: Notebook) -> Notebook:
    first, *others = (_cell(notebook, name) for name in _exercises(notebook)[:3])
    first["source"] = "\n\n\n".join("".join(cell["source"]) for cell in (first, *others))
    for cell in others:
        notebook["cells"].remove(cell)
    return notebook


@case((0, 1, 1), "put back")
def answer_deleted(notebook: Notebook) -> Notebook:
    notebook["cells"].remove(_first(notebook)[0])
    return notebook


@case((1, 1, 1))
def helper_in_a_cell_of_ones_own(notebook: Notebook) -> Notebook:
    answer, check, _ = _first(notebook)
    name = _exercises(notebook)[0]
    helper = "".join(answer["source"]).replace(f"def {name}(", "def helper(")
    answer["source"] = f"def {name}(*anything):\n    return helper(*anything)"
    notebook["cells"].insert(notebook["cells"].index(check), _own(helper))
    return notebook


@case((1, 1, 1))
def exercises_in_another_order(notebook: Notebook) -> Notebook:
    first = _first(notebook)
    rest = [cell for cell in notebook["cells"] if cell not in first]
    notebook["cells"] = [*rest, *first]
    return notebook


# Metadata ----------------------------------------------------------------------------------------


@case((1, 1, 1))
def metadata_gone(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    notebook["metadata"] = {}
    return notebook


@case((1, 1, 1), "found by content")
def metadata_and_ids_gone(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        del cell["id"]
    return notebook | {"nbformat_minor": 4}


@case((1, 1, 1), "put back")
def metadata_and_ids_and_checks_gone(notebook: Notebook) -> Notebook:
    return metadata_and_ids_gone(every_locked_cell_deleted(notebook))


@case((0, 1, 1))
def flags_edited(notebook: Notebook) -> Notebook:
    answer, check, held_out = (cell["metadata"]["nbgrader"] for cell in _first(notebook))
    check |= {"grade": False, "solution": True, "locked": False}
    held_out |= {"points": 1000}
    answer |= {"grade": True, "points": 50, "locked": True}
    return notebook


@case((1, 1, 1))
def schema_1(notebook: Notebook) -> Notebook:
    return _schema(notebook, 1)


@case((1, 1, 1))
def schema_text(notebook: Notebook) -> Notebook:
    return _schema(notebook, "3")


@case((1, 1, 1))
def schema_99(notebook: Notebook) -> Notebook:
    return _schema(notebook, 99)


def _schema(notebook: Notebook, version: object) -> Notebook:
    for cell in notebook["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"]["schema_version"] = version
    return notebook


@case((1, 1, 1))
def nbgraders_metadata_of_wrong_types(notebook: Notebook) -> Notebook:
    values = [None, [], "text", 3, {"grade_id": None}, {"grade_id": ["num_grad"]}, {}]
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"] = {"nbgrader": values[number % len(values)]}
    return notebook


@case((1, 1, 1))
def extra_keys(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        cell["extra"] = {"a": [1, None]}
        cell["metadata"]["nbgrader"] = cell["metadata"].get("nbgrader", {}) | {"extra": 1}
    return notebook | {"worksheets": [], "extra": "x"}


@case((1, 1, 1))
def no_kernelspec(notebook: Notebook) -> Notebook:
    del notebook["metadata"]["kernelspec"]
    return notebook


@case((1, 1, 1))
def kernelspec_of_another_machine(notebook: Notebook) -> Notebook:
    notebook["metadata"]["kernelspec"] = {"name": "conda-env-x", "language": "R"}
    return notebook


# Format ------------------------------------------------------------------------------------------


@case((1, 1, 1), "format")
def nbformat_3(notebook: Notebook) -> Notebook:
    cells = []
    for cell in notebook["cells"]:
        old = {key: cell[key] for key in ("cell_type", "metadata")}
        if cell["cell_type"] == "code":
            old |= {"input": cell["source"], "outputs": [], "language": "python"}
        else:
            old["source"] = cell["source"]
        cells.append(old)
    return {
        "metadata": {"name": ""},
        "nbformat": 3,
        "nbformat_minor": 0,
        "worksheets": [{"cells": cells}],
    }


@case((1, 1, 1))
def minor_4_with_ids(notebook: Notebook) -> Notebook:
    return notebook | {"nbformat_minor": 4}


@case((1, 1, 1))
def minor_5_without_ids(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        del cell["id"]
    return notebook


@case((1, 1, 1), "format")
def versions_that_are_none(notebook: Notebook) -> Notebook:
    return notebook | {"nbformat": "four", "nbformat_minor": None}


@case((1, 1, 1))
def doubled_cell_ids(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        cell["id"] = "same"
    return notebook


@case((1, 1, 1))
def keys_missing(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        for key in ("outputs", "execution_count"):
            cell.pop(key, None)
    del notebook["metadata"]
    return notebook


@case((1, 1, 1))
def values_are_null(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        cell |= dict.fromkeys(set(cell) & {"outputs", "execution_count", "id"})
        if "nbgrader" not in cell["metadata"]:
            cell["metadata"] = None
    notebook["cells"] = [None, *notebook["cells"], None, 3, "text"]
    return notebook | {"metadata": None}


@case((1, 1, 1))
def sources_as_text(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
    return notebook


@case((1, 1, 1))
def lines_without_line_ends(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"]).split("\n")
    return notebook


@case((1, 1, 1))
def huge_outputs(notebook: Notebook) -> Notebook:
    stream = {"output_type": "stream", "name": "stdout", "text": "x" * 20_000_000}
    _first(notebook)[0]["outputs"] = [stream]
    return notebook


@case((1, 1, 1))
def not_a_number(notebook: Notebook) -> str:
    data = {"application/json": [float("nan"), float("inf")]}
    _first(notebook)[0]["outputs"] = [
        {"output_type": "display_data", "data": data, "metadata": {"x": float("-inf")}}
    ]
    return json.dumps(notebook)


@case((1, 1, 1))
def a_number_of_10_000_digits(notebook: Notebook) -> str:
    notebook["metadata"]["x"] = "NUMBER"
    return json.dumps(notebook).replace('"NUMBER"', "1" * 10_000)


@case((1, 1, 1))
def keys_twice(notebook: Notebook) -> str:
    return json.dumps(notebook).replace("{", '{"cells": [], "source": "raise SystemExit", ', 1)


@case((1, 1, 1))
def attachments(notebook: Notebook) -> Notebook:
    picture = {"image/png": ["iVBORw0", "KGgo="], "x": None}
    for number, value in enumerate([{"a.png": picture}, {"a": None}, None, [], "x"]):
        cell = {"cell_type": "markdown", "metadata": {}, "id": f"picture-{number}"}
        cell |= {"source": "![](attachment:a.png)", "attachments": value}
        notebook["cells"].append(cell)
    return notebook


# Text --------------------------------------------------------------------------------------------


def _commented(notebook: Notebook, comment: str) -> Notebook:
    answer = _first(notebook)[0]
    answer["source"] = f"# {comment}\n" + "".join(answer["source"])
    return notebook


@case((1, 1, 1))
def byte_order_mark(notebook: Notebook) -> bytes:
    return codecs.BOM_UTF8 + _bytes(notebook)


@case((1, 1, 1))
def crlf(notebook: Notebook) -> bytes:
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")
    return _bytes(notebook).replace(b"\n", b"\r\n")


@case((1, 1, 1))
def utf_16(notebook: Notebook) -> bytes:
    return json.dumps(_commented(notebook, "äöü 🦊"), ensure_ascii=False).encode("utf-16")


@case((1, 1, 1), "UTF-8")
def latin_1(notebook: Notebook) -> bytes:
    text = json.dumps(_commented(notebook, "Übergröße"), ensure_ascii=False)
    return text.encode("latin-1", "backslashreplace")


@case((1, 1, 1))
def lone_surrogate(notebook: Notebook) -> str:
    return json.dumps(_commented(notebook, "half a letter: \ud83e"))


@case((1, 1, 1))
def null_bytes(notebook: Notebook) -> bytes:
    data = _bytes(_commented(notebook, "a null: \0"))
    return data.replace(b"a null", b"a raw \0 null") + b"\0" * 4096


@case((1, 1, 1))
def odd_letters(notebook: Notebook) -> Notebook:
    return _commented(notebook, "emoji 🦊, line separator \u2028, bell \a, escape \x1b[2J")


@case((1, 1, 1), "after the notebook's end")
def rest_of_an_older_file(notebook: Notebook) -> bytes:
    return _bytes(notebook) + b'"]\n  }\n ]\n}\n'


# Nothing to read ---------------------------------------------------------------------------------


@case((0, 0, 0), "cut off")
def truncated(notebook: Notebook) -> bytes:
    data = _bytes(notebook)
    return data[: len(data) // 2]


@case((0, 0, 0), "merge conflict")
def merge_conflict(notebook: Notebook) -> bytes:
    text = _bytes(notebook).decode()
    head, middle, tail = text.partition('   "execution_count": null,\n')
    both = f"<<<<<<< HEAD\n{middle}=======\n{middle}>>>>>>> theirs\n"
    return (head + both + tail).encode()


@case((0, 0, 0), "empty")
def empty_file(_: Notebook) -> bytes:
    return b""


@case((0, 0, 0), "empty")
def nothing_but_nulls(_: Notebook) -> bytes:
    return b"\0" * 10_000


@case((0, 0, 0), "web page")
def a_web_page(_: Notebook) -> bytes:
    return b"<!DOCTYPE html>\n<html><body>Sign in to continue</body></html>"


@case((0, 0, 0), "PDF")
def a_pdf(_: Notebook) -> bytes:
    return b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


@case((0, 0, 0), "zip")
def a_zip(_: Notebook) -> bytes:
    return b"PK\x03\x04" + b"\x14\0" * 50


@case((0, 0, 0), "script")
def a_python_script(_: Notebook) -> bytes:
    return b"import numpy as np\n\ndef num_grad(f, x, eps):\n    return 0\n"


@case((0, 0, 0), "no notebook")
def a_list(notebook: Notebook) -> str:
    return json.dumps(notebook["cells"])


@case((0, 0, 0), "no cells")
def no_cells(notebook: Notebook) -> Notebook:
    return notebook | {"cells": {}}


@case((0, 0, 0), "too deeply")
def nested_100_000_deep(notebook: Notebook) -> str:
    notebook["metadata"]["x"] = "DEEP"
    return json.dumps(notebook).replace('"DEEP"', "[" * 100_000 + "]" * 100_000)


# The folder --------------------------------------------------------------------------------------


@case((0, 0, 0), "folder", in_folder=True)
def a_folder_of_that_name(_: Path, path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "inside.txt").write_text("x")


@case((0, 0, 0), "link", in_folder=True)
def notebook_is_a_link(folder: Path, path: Path) -> None:
    path.unlink()
    path.symlink_to(folder.parents[2] / "gradebook.db")


@case((0, 0, 0), "link", in_folder=True)
def notebook_is_a_dangling_link(_: Path, path: Path) -> None:
    path.unlink()
    path.symlink_to("/nowhere/at/all")


@case((0, 0, 0), "pipe", in_folder=True)
def notebook_is_a_pipe(_: Path, path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@case((0, 0, 0), "larger than", in_folder=True)
def notebook_of_300_mb(_: Path, path: Path) -> None:
    with path.open("ab") as file:
        file.truncate(300_000_000)


@case((1, 1, 1), "link", in_folder=True)
def link_to_the_gradebook_beside(folder: Path, _: Path) -> None:
    (folder / "data.db").symlink_to(folder.parents[2] / "gradebook.db")


@case((1, 1, 1), "link", in_folder=True)
def dangling_link_beside(folder: Path, _: Path) -> None:
    (folder / "data.csv").symlink_to("/nowhere/at/all")


@case((1, 1, 1), "link", in_folder=True)
def link_to_a_folder_beside(folder: Path, _: Path) -> None:
    (folder / "all").symlink_to(folder.parents[2], target_is_directory=True)


@case((1, 1, 1), "pipe", in_folder=True)
def pipe_beside(folder: Path, _: Path) -> None:
    os.mkfifo(folder / "data")


@case((1, 1, 1), "named", in_folder=True)
def name_with_a_number(_: Path, path: Path) -> None:
    path.rename(path.with_stem(path.stem + " (1)"))


@case((1, 1, 1), "named", in_folder=True)
def name_with_copy_of(_: Path, path: Path) -> None:
    path.rename(path.with_stem("Copy of " + path.stem))


@case((1, 1, 1), "named", in_folder=True)
def name_in_capitals(_: Path, path: Path) -> None:
    path.rename(path.with_stem(path.stem.upper()))


@case((1, 1, 1), "named", in_folder=True)
def name_that_says_nothing(_: Path, path: Path) -> None:
    path.rename(path.with_stem("Untitled3"))


@case((1, 1, 1), "named", in_folder=True)
def name_with_an_ending_of_a_browser(_: Path, path: Path) -> None:
    path.rename(path.with_suffix(".ipynb.txt"))


@case((1, 1, 1), "timestamp", in_folder=True)
def timestamp_empty(folder: Path, _: Path) -> None:
    (folder / "timestamp.txt").write_bytes(b"")


@case((1, 1, 1), "timestamp", in_folder=True)
def timestamp_is_no_date(folder: Path, _: Path) -> None:
    (folder / "timestamp.txt").write_text("yesterday, I think")


@case((1, 1, 1), "timestamp", in_folder=True)
def timestamp_is_no_text(folder: Path, _: Path) -> None:
    (folder / "timestamp.txt").write_bytes(bytes(range(256)))


@case((1, 1, 1), "timestamp", in_folder=True)
def timestamp_is_a_folder(folder: Path, _: Path) -> None:
    (folder / "timestamp.txt").mkdir()


@case((1, 1, 1), "timestamp", in_folder=True)
def timestamp_of_year_1(folder: Path, _: Path) -> None:
    (folder / "timestamp.txt").write_text("0001-01-01 00:00:00 +1400")


def _as_it_is(_: Path, __: Path) -> None:
    """The folder's name is what is odd."""


for _number, _student in enumerate(
    [
        "ada [lovelace]",
        "ada*?",
        'it\'s "ada"',
        "$(touch x)",
        "`touch x`",
        "Åda Löwelace",
        "阿达",
        "-rf",
        ".ada",
        "ada {student_id}",
        "<img src=x onerror=alert(1)>",
        "a" * 200,
        "ada\nlovelace",
        " ada ",
        "ada;%2e+&lovelace",
    ]
):
    CASES.append(Case(f"student_{_number}", (1, 1, 1), "", _as_it_is, True, _student))
