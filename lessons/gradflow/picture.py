"""A matplotlib figure that carries its alt text into the notebook's HTML."""

from base64 import b64encode
from dataclasses import dataclass
from functools import cached_property
from html import escape
from io import BytesIO

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

CSS_PIXELS_PER_INCH = 96
DOTS_PER_INCH = 2 * CSS_PIXELS_PER_INCH  # sharp on screens with two dots a CSS pixel


@dataclass(frozen=True)
class Picture:
    """A finished figure and the words that say what it shows.

    Put it last in a cell, or give it to `display`. The figure is closed, so pyplot does not
    show it a second time.

    JupyterLab 4.6 and nbconvert's lab template write no `alt` for a PNG, only for an `<img>` in
    HTML; nbconvert's classic template takes it from the PNG's metadata. So the picture is sent
    both ways: a front end shows the HTML, and one that drops HTML still has the PNG.

    Attributes:
        figure: the figure; its size is in inches, about 8 wide for a notebook.
        alt: what the picture shows, in words.

    Raises:
        ValueError: if `alt` is empty.
    """

    figure: Figure
    alt: str

    def __post_init__(self) -> None:
        if not self.alt.strip():
            raise ValueError(
                "This picture has no alt text, so a screen reader can't tell what it shows: "
                "say it in a sentence or two."
            )
        plt.close(self.figure)

    @cached_property
    def png(self) -> bytes:
        """The picture as PNG, two dots a CSS pixel."""
        buffer = BytesIO()
        self.figure.savefig(buffer, format="png", dpi=DOTS_PER_INCH, facecolor="white")
        return buffer.getvalue()

    @property
    def html(self) -> str:
        """The picture as an `<img>` element with its alt text."""
        return (
            f'<img alt="{escape(self.alt)}" width="{self._width}" '
            f'src="data:image/png;base64,{self._base64}">'
        )

    @property
    def _base64(self) -> str:
        return b64encode(self.png).decode("ascii")

    @property
    def _width(self) -> int:
        return round(self.figure.get_figwidth() * CSS_PIXELS_PER_INCH)

    def __repr__(self) -> str:
        return f"Picture: {self.alt}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> tuple:
        data = {"text/html": self.html, "image/png": self._base64, "text/plain": repr(self)}
        return data, {"image/png": {"alt": self.alt, "width": self._width}}
