"""The feedback page: what a learner may see of a graded notebook, and nothing that acts.

Out go the sources of held-out checks, wherever they are repeated as text. What a student turns into
something else before printing it (a picture, another encoding) can't be recognised; that a check's
source does not reach the student's code in the first place is the runner's work.
"""

import base64
import hashlib
import html
import re

from nbconvert.exporters import HTMLExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from grader.text import held_out_lines, without_held_out

HIDDEN = "(left out: this showed the source of a held-out check)"

_MATHJAX = "https://cdnjs.cloudflare.com/ajax/libs/mathjax/2.7.7/"
_MATHJAX_SETTINGS = (
    "window.MathJax = {tex2jax: {inlineMath: [['$', '$'], ['\\\\(', '\\\\)']], "
    "processEscapes: true}, displayAlign: 'center', messageStyle: 'none'};"
)
_MATHJAX_IN_PAGE = re.compile("<!-- Load mathjax -->.*?<!-- End of mathjax configuration -->", re.S)
_MATHJAX_TAGS = (
    f"<script>{_MATHJAX_SETTINGS}</script>\n"
    f'<script src="{_MATHJAX}MathJax.js?config=TeX-AMS_CHTML-full,Safe"></script>'
)
_FINGERPRINT = base64.b64encode(hashlib.sha256(_MATHJAX_SETTINGS.encode()).digest()).decode()
_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
    f"style-src 'unsafe-inline'; font-src {_MATHJAX}; "
    f"script-src {_MATHJAX} 'sha256-{_FINGERPRINT}'"
)
_HEAD = "<head>"
_NOT_COMPARED = re.compile(r"[\s\\'\"]+")


class FeedbackExporter(HTMLExporter):
    """nbgrader's feedback page, with a policy that lets the browser run nothing but MathJax.

    MathJax is loaded with settings that need no evaluation of text, so the policy forbids it.
    """

    def from_notebook_node(
        self, nb: NotebookNode, resources: ResourcesDict | None = None, **kw: object
    ) -> tuple[str, ResourcesDict]:
        """Return the page.

        Raises:
            ValueError: the page has no head, so that no policy can be set.
        """
        page, resources = super().from_notebook_node(nb, resources, **kw)
        if _HEAD not in page:
            raise ValueError("nbgrader's feedback page has no <head> for a security policy.")
        page = _MATHJAX_IN_PAGE.sub(lambda _: _MATHJAX_TAGS, page, count=1)
        policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        return page.replace(_HEAD, f"{_HEAD}\n{policy}", 1), resources


class HideHeldOut(NbGraderPreprocessor):
    """Take held-out sources out of a notebook before it becomes feedback.

    The region of each held-out check goes, a check's traceback is reduced to its message, and any
    other text that repeats a line of a held-out check is replaced by a sentence.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Clean the notebook in place."""
        secrets = _Secrets(held_out_lines(nb))
        for cell in nb.cells:
            cell.source = without_held_out(cell.source)
            is_teachers = cell.metadata.get("nbgrader", {}).get("locked", False)
            for output in cell.get("outputs", []):
                _clean(output, secrets, is_teachers)
        return nb, resources


class _Secrets:
    """Lines that nobody may see, and whether a text shows one."""

    def __init__(self, lines: set[str]) -> None:
        self._lines = lines
        self._comparable = {_comparable(line) for line in lines}

    def scrub(self, text: str) -> str:
        """`text`, or a sentence in its place where it shows one, however it is printed."""
        plain = html.unescape(re.sub(r"<[^>]*>", "", text))
        shown = (_comparable(text), _comparable(plain))
        return HIDDEN if any(line in one for line in self._comparable for one in shown) else text

    def scrub_message(self, text: str) -> str:
        """The same for what a check says: words that stand in its source are meant to be seen."""
        return HIDDEN if any(line in text for line in self._lines) else text


def _clean(output: NotebookNode, secrets: _Secrets, is_teachers: bool) -> None:
    if output.output_type == "error":
        output.evalue = secrets.scrub_message(output.evalue)
        told = (output.evalue or output.ename) if is_teachers else "\n".join(output.traceback)
        output.traceback = (told if is_teachers else secrets.scrub(told)).split("\n")
    elif output.output_type == "stream":
        output.text = secrets.scrub(output.text)
    else:
        for kind, text in output.data.items():
            if isinstance(text, str):
                output.data[kind] = secrets.scrub(text)


def _comparable(text: str) -> str:
    """`text` without what printing changes: colours, blanks, quotes, backslashes."""
    return _NOT_COMPARED.sub("", strip_ansi(text))
