"""Puts what a run's cells showed into the notebook, as Jupyter would have written it."""

from typing import TYPE_CHECKING, Any

from grader.run.frames import BadFrame, Frame

if TYPE_CHECKING:
    from nbformat import NotebookNode


class Transcript:
    """Writes outputs, as plain dictionaries, into a notebook's code cells as they arrive.

    Whatever arrives is made valid: names and texts become strings, lone surrogates
    become question marks.

    Args:
        notebook: its code cells lose their old outputs and counts at once.
        checks: places of the cells in which no output can be taken for a failure or a score: text
            goes to stdout, and only `number` writes a result.
    """

    def __init__(self, notebook: "NotebookNode", checks: frozenset[int] = frozenset()) -> None:
        self._cells = notebook.cells
        self._checks = checks
        self._shown: dict[str, list[dict[str, Any]]] = {}
        self._clear_first: set[int] = set()
        for index, cell in enumerate(self._cells):
            if cell.cell_type == "code":
                self.restart(index)

    def restart(self, index: int) -> None:
        """Empty a cell."""
        self._cells[index].outputs = []
        self._cells[index].execution_count = None
        self._clear_first.discard(index)

    def count(self, index: int, number: int) -> None:
        """Give a cell its execution count."""
        self._cells[index].execution_count = int(number)

    def stream(self, index: int, name: str, text: str) -> None:
        """Add text to a cell; texts of the same stream in a row become one output."""
        outputs = self._outputs(index)
        text = _text(text)
        stream = "stderr" if name == "stderr" and index not in self._checks else "stdout"
        if outputs and outputs[-1].get("name") == stream:
            outputs[-1]["text"] += text
        elif text:
            outputs.append({"output_type": "stream", "name": stream, "text": text})

    def number(self, index: int, value: float) -> None:
        """Add the number that a check gives as a result, as Jupyter shows it."""
        self._outputs(index).append(
            {
                "output_type": "execute_result",
                "data": {"text/plain": repr(value)},
                "metadata": {},
                "execution_count": self._cells[index].execution_count,
            }
        )

    def error(self, index: int, ename: str, evalue: str, traceback: list[str]) -> None:
        """Add an error to a cell."""
        self._outputs(index).append(
            {
                "output_type": "error",
                "ename": _text(ename),
                "evalue": _text(evalue),
                "traceback": [_text(line) for line in traceback],
            }
        )

    def apply(self, index: int, frame: Frame) -> None:
        """Do what a message of the executing process says.

        Raises:
            BadFrame: the message says nothing that can be done.
        """
        try:
            self._apply(index, frame)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise BadFrame(f"a message that can't be followed: {error!r}") from error

    def _apply(self, index: int, frame: Frame) -> None:
        match frame["type"]:
            case "stream":
                self.stream(index, frame["name"], frame["text"])
            case "error":
                self.error(index, frame["ename"], frame["evalue"], frame["traceback"])
            case "display":
                self._display(index, frame)
            case "update":
                for output in self._shown.get(str(frame["display_id"]), []):
                    output.update(_bundle(frame))
            case "clear":
                self._clear_first.add(index)
                if not frame["wait"]:
                    self._outputs(index)
            case other:
                raise ValueError(f"a message of type {other!r}")

    def _display(self, index: int, frame: Frame) -> None:
        output = dict(output_type="display_data", **_bundle(frame))
        if frame.get("result") and index not in self._checks:
            output["output_type"] = "execute_result"
            output["execution_count"] = self._cells[index].execution_count
        if frame.get("display_id") is not None:
            self._shown.setdefault(str(frame["display_id"]), []).append(output)
        self._outputs(index).append(output)

    def _outputs(self, index: int) -> list[dict[str, Any]]:
        """Return the outputs to add to, after a clear that was waiting for something new."""
        if index in self._clear_first:
            self._clear_first.discard(index)
            self._cells[index].outputs = []
        return self._cells[index].outputs


def _bundle(frame: Frame) -> dict[str, Any]:
    """Return the data (by MIME type) and the metadata of a display."""
    data = {
        _text(mime): _clean(value) if mime.endswith("json") else _text(value)
        for mime, value in frame["data"].items()
    }
    return {"data": data, "metadata": dict(_clean(frame["metadata"]))}


def _clean(value: Any) -> Any:
    """Return a JSON value with each string made encodable."""
    match value:
        case str():
            return _text(value)
        case list():
            return [_clean(item) for item in value]
        case dict():
            return {_text(key): _clean(item) for key, item in value.items()}
    return value


def _text(value: Any) -> str:
    """Return a string that UTF-8 can hold."""
    return str(value).encode("utf-8", "replace").decode()
