"""A small table: text in a terminal, HTML in a notebook."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Table:
    """Rows under a header, all text.

    Attributes:
        header: the names of the columns.
        rows: one text a column.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        lines = [self.header, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.header))]
        lines.insert(1, ["-" * width for width in widths])
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        def row(cells: Sequence[str], tag: str) -> str:
            style = 'style="text-align: left"'
            return "".join(f"<{tag} {style}>{escape(cell)}</{tag}>" for cell in cells)

        body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in self.rows)
        return (
            f"<table><thead><tr>{row(self.header, 'th')}</tr></thead><tbody>{body}</tbody></table>"
        )
