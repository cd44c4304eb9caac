"""Reading and writing notebook files."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from grader.errors import CourseError


def read(path: Path) -> NotebookNode:
    """A notebook of the current format.

    Raises:
        CourseError: there is no file, or it is no notebook.
    """
    try:
        notebook = nbformat.read(path, as_version=4)
        if not isinstance(notebook.cells, list):
            raise TypeError("its cells are no list")
    except FileNotFoundError:
        raise CourseError(f"There is no file {path}. Check the path.") from None
    except Exception as error:  # nbformat raises whatever a broken file leads to
        reason = str(error).strip().split("\n")[0][:120]
        raise CourseError(
            f"{path} can't be read as a notebook ({reason}). Open it in Jupyter and save it again."
        ) from error
    return notebook


def write(notebook: NotebookNode) -> str:
    """A notebook as the bytes that are kept: sorted keys, one-blank indent, a last line end."""
    return nbformat.writes(notebook) + "\n"
