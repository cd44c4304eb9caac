"""Outputs of a graded notebook: harmless, and no longer than somebody reads."""

import re
from collections.abc import Iterator

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import NbGraderPreprocessor

from grader.sanitise.html import clean_html

_MOST_OUTPUTS = 100  # of a cell
_LONGEST_TEXT = 20_000  # letters of an output
_LONGEST_SOURCE = 100_000  # letters of a cell of the learner's own
_LARGEST_PICTURE = 2_000_000  # letters, in base64
_LARGEST = 10_000_000  # letters of all outputs of a notebook
_HTML_COUNTS = 20  # times: cleaning it takes time
_LEFT_OUT = "\n... {} letters are left out ...\n"
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
_PICTURES = ("image/png", "image/jpeg", "image/svg+xml")
_TEXTS = ("text/plain", "text/latex", "text/markdown")


class SafeOutputs(NbGraderPreprocessor):
    """Make a graded notebook's outputs harmless and bounded; scores are not touched.

    It belongs behind the step that reads scores from outputs. What is cut says so.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Clean the notebook in place."""
        nb.metadata.pop("widgets", None)
        left = _LARGEST
        for cell in nb.cells:
            if not cell.metadata.get("nbgrader", {}).get("locked"):
                cell.source = _shortened(cell.source, _LONGEST_SOURCE)
            if cell.cell_type == "code":
                cell.outputs = list(_safe(cell.outputs, left))
                left -= sum(map(_size, cell.outputs))
        return nb, resources


def _safe(outputs: list[NotebookNode], left: int) -> Iterator[NotebookNode]:
    """The outputs of a cell, each made safe; errors stay, however many outputs there are."""
    dropped = 0
    for number, output in enumerate(outputs):
        if output.output_type != "error" and (number >= _MOST_OUTPUTS or left <= 0):
            dropped += 1
            continue
        safe = _SAFE.get(output.output_type, _safe_data)(output)
        left -= _size(safe)
        yield safe
    if dropped:
        yield new_output("stream", text=f"({dropped} more outputs are left out.)\n")


def _safe_stream(output: NotebookNode) -> NotebookNode:
    name = "stderr" if output.get("name") == "stderr" else "stdout"
    return new_output("stream", name=name, text=_shortened(output.text, _LONGEST_TEXT))


def _safe_error(output: NotebookNode) -> NotebookNode:
    traceback = _shortened("\n".join(output.traceback), _LONGEST_TEXT)
    return new_output(
        "error",
        ename=_shortened(output.ename, 200),
        evalue=_shortened(output.evalue, _LONGEST_TEXT),
        traceback=traceback.split("\n"),
    )


def _safe_data(output: NotebookNode) -> NotebookNode:
    """A result or display with the kinds that show something; a sentence where none is left."""
    data, about = output.get("data", {}), output.get("metadata", {})
    kept = {}
    for kind in _TEXTS:
        if isinstance(data.get(kind), str):
            kept[kind] = _shortened(data[kind], _LONGEST_TEXT)
    for kind in _PICTURES:
        if _is_picture(kind, data.get(kind)):
            kept[kind] = data[kind]
    if isinstance(data.get("text/html"), str):
        kept["text/html"] = clean_html(data["text/html"])
    left_out = ", ".join(sorted(set(map(str, data)) - set(kept)))
    if not kept:
        kept["text/plain"] = f"(left out: {_shortened(left_out, 200)})"
    safe = NotebookNode(
        output_type=output.output_type,
        data=NotebookNode(kept),
        metadata=NotebookNode(
            {kind: _size_and_alt(about.get(kind)) for kind in _PICTURES if kind in kept}
        ),
    )
    if output.output_type == "execute_result":
        safe.execution_count = output.get("execution_count")
    return safe


def _is_picture(kind: str, value: object) -> bool:
    if not isinstance(value, str) or len(value) > _LARGEST_PICTURE:
        return False
    return kind == "image/svg+xml" or bool(_BASE64.fullmatch(value))


def _size_and_alt(about: object) -> NotebookNode:
    """A picture's size and words for it: the page's template writes the size without quotes."""
    about = about if isinstance(about, dict) else {}
    size = {key: about[key] for key in ("width", "height") if isinstance(about.get(key), int)}
    alt = {"alt": about["alt"]} if isinstance(about.get("alt"), str) else {}
    return NotebookNode(size | alt)


def _shortened(text: str, most: int) -> str:
    """A text's beginning and end."""
    if len(text) <= most:
        return text
    half = most // 2 - len(_LEFT_OUT)
    return text[:half] + _LEFT_OUT.format(len(text) - 2 * half) + text[-half:]


def _size(output: NotebookNode) -> int:
    data = output.get("data", {})
    texts = [output.get("text", ""), output.get("evalue", ""), *output.get("traceback", [])]
    texts += [data.get(kind, "") for kind in (*_TEXTS, *_PICTURES)]
    return sum(map(len, texts)) + _HTML_COUNTS * len(data.get("text/html", ""))


_SAFE = {"stream": _safe_stream, "error": _safe_error}
