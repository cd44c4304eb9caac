"""What a learner may see of a graded notebook: everything but the sources of held-out checks."""

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from grader.text import BEGIN_HELD_OUT, held_out_lines, without_held_out

HIDDEN = "(left out: this showed the source of a held-out check)"


class HideHeldOut(NbGraderPreprocessor):
    """Take held-out sources out of a notebook before it becomes feedback.

    The region of each held-out check goes, its traceback is reduced to the message, and any other
    text that repeats a line of a held-out check is replaced by a sentence.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Clean the notebook in place."""
        secrets = held_out_lines(nb)
        for cell in nb.cells:
            held_out = BEGIN_HELD_OUT in cell.source
            cell.source = without_held_out(cell.source)
            for output in cell.get("outputs", []):
                _clean(output, secrets, held_out)
        return nb, resources


def _clean(output: NotebookNode, secrets: set[str], held_out: bool) -> None:
    if output.output_type == "error":
        if held_out:
            output.traceback = output.evalue.split("\n")
        else:
            output.traceback = _scrub("\n".join(output.traceback), secrets).split("\n")
        output.evalue = _scrub(output.evalue, secrets)
    elif output.output_type == "stream":
        output.text = _scrub(output.text, secrets)
    else:
        for kind, text in output.data.items():
            if isinstance(text, str) and not kind.startswith("image/"):
                output.data[kind] = _scrub(text, secrets)


def _scrub(text: str, secrets: set[str]) -> str:
    return HIDDEN if any(line in text for line in secrets) else text
