"""From bytes to the cells of a notebook, in whatever format and state they are.

nbformat's reader stops at a missing key, a wrong version or a value of the wrong type. Grading
needs little of a file (each cell's kind, source, id and nbgrader's name for it), so that little is
taken from wherever it stands, and the rest is left behind: outputs, versions, other metadata.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from grader.intake.files import Unreadable

_KINDS = {"code": "code", "raw": "raw"} | dict.fromkeys(
    ("markdown", "heading", "html", "text"), "markdown"
)
_SOURCES = ("source", "input", "code", "text")  # nbformat 4; 3 and 2; 1
_OTHER_FORMATS = {
    rb"%PDF": "a PDF file",
    rb"PK\x03\x04": "a zip or Office file",
    rb"<(!doctype|html|\?xml|head|body)": "a web page",
    rb"(\x1f\x8b|Rar!|7z\xbc\xaf|BZh|\xfd7zXZ)": "a packed archive",
    rb"\x89PNG|\xff\xd8\xff|GIF8": "a picture",
    rb"SQLite format 3": "a database",
    rb"(#!|# %%|import |from |def |class |\"\"\")": "a Python script",
}
_CONFLICT = re.compile(r"^\s*(<{7}|>{7}|\|{7})( |$)", re.M)
_DECODER = json.JSONDecoder(strict=False, parse_int=float)  # an endless integer becomes infinity
_TAIL = 10  # letters: a cut word or escape is found a little before the end
_AGAIN = "Open the notebook in Jupyter, save it and hand it in again."


@dataclass(frozen=True)
class Cell:
    """A cell as it was handed in.

    Attributes:
        kind: code, markdown or raw.
        source: its text; line ends are single line feeds.
        id: nbformat's cell id; empty where there is none.
        grade_id: nbgrader's name for it; empty where there is none.
        attachments: pictures of a Markdown cell, by name, then by MIME type.
    """

    kind: str
    source: str
    id: str = ""
    grade_id: str = ""
    attachments: dict[str, dict[str, str]] = field(default_factory=dict)


def decode(data: bytes) -> tuple[list[Cell], list[str]]:
    """The cells of a notebook, and sentences on what was wrong with the file.

    Raises:
        Unreadable: there is no notebook in it.
    """
    for start, what in _OTHER_FORMATS.items():
        if re.match(rb"(\xef\xbb\xbf)?\s*(" + start + rb")", data[:200], re.IGNORECASE):
            raise Unreadable(f"This is {what}, not a notebook. Hand in the .ipynb file.")
    text, sentences = _text(data)
    notebook, rest = _json(text)
    if not isinstance(notebook, dict):
        raise Unreadable(f"This file holds no notebook. {_AGAIN}")
    cells = [_cell(raw) for raw in _raw_cells(notebook) if isinstance(raw, dict)]
    if not cells:
        raise Unreadable(f"This notebook has no cells. {_AGAIN}")
    if notebook.get("nbformat") != 4:
        sentences.append("The notebook's format is not 4; its cells were read all the same.")
    if rest.strip("\0 \t\r\n"):
        sentences.append("Text after the notebook's end was left out.")
    return cells, sentences


def _text(data: bytes) -> tuple[str, list[str]]:
    encoding = json.detect_encoding(data)
    try:
        return data.decode(encoding), []
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        if encoding == "utf-8" and text.replace("\N{REPLACEMENT CHARACTER}", "").isascii():
            text = data.decode("cp1252", "replace")
        return text, ["Some letters were not in UTF-8 and may be wrong."]


def _json(text: str) -> tuple[Any, str]:
    text = text.strip("\0 \t\r\n")
    if not text:
        raise Unreadable(f"This file is empty. {_AGAIN}")
    try:
        notebook, end = _DECODER.raw_decode(text)
    except (RecursionError, MemoryError):
        raise Unreadable(f"This file is nested too deeply to be a notebook. {_AGAIN}") from None
    except json.JSONDecodeError as error:
        if _CONFLICT.search(text):
            raise Unreadable(
                "This notebook holds the marks of a merge conflict (<<<<<<<). "
                "Settle the conflict and hand it in again."
            ) from error
        if error.pos >= len(text) - _TAIL or error.msg.startswith("Unterminated string"):
            raise Unreadable(f"This notebook is cut off before its end. {_AGAIN}") from error
        raise Unreadable(
            f"This file can't be read as a notebook (line {error.lineno}: {error.msg}). {_AGAIN}"
        ) from error
    return notebook, text[end:]


def _raw_cells(notebook: dict) -> list:
    cells = notebook.get("cells")
    if isinstance(cells, list) and cells:
        return cells
    sheets = notebook.get("worksheets")
    sheets = sheets if isinstance(sheets, list) else []
    listed = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    return [cell for cells in listed if isinstance(cells, list) for cell in cells]


def _cell(raw: dict) -> Cell:
    metadata = raw.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return Cell(
        kind=_kind(raw),
        source=_source(raw),
        id=_string(raw.get("id")),
        grade_id=_string(nbgrader.get("grade_id")) if isinstance(nbgrader, dict) else "",
        attachments=_attachments(raw.get("attachments")),
    )


def _kind(raw: dict) -> str:
    given = _KINDS.get(_string(raw.get("cell_type")).lower())
    return given or ("code" if "outputs" in raw or "input" in raw else "raw")


def _source(raw: dict) -> str:
    value = next((raw[key] for key in _SOURCES if isinstance(raw.get(key), str | list)), "")
    if isinstance(value, list):
        lines = [line for line in value if isinstance(line, str)]
        whole = "".join(lines)
        ended = whole.splitlines(keepends=True) == lines or "\n" in whole or "\r" in whole
        value = whole if ended else "\n".join(lines)
    if raw.get("cell_type") == "heading":
        level = raw.get("level")
        value = "#" * int(level if level in range(1, 7) else 1) + " " + value
    return clean(value)


def clean(text: str) -> str:
    """`text` as Python and UTF-8 can take it: no null, no half of a letter, single line ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text)


def _string(value: object) -> str:
    return clean(value) if isinstance(value, str) else ""


def _attachments(value: object) -> dict[str, dict[str, str]]:
    if not isinstance(value, dict):
        return {}
    return {
        clean(name): {
            clean(kind): clean("".join(data) if _is_lines(data) else data)
            for kind, data in pictures.items()
            if isinstance(data, str) or _is_lines(data)
        }
        for name, pictures in value.items()
        if isinstance(pictures, dict)
    }


def _is_lines(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(line, str) for line in value)
