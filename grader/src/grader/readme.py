"""The one part of the README that is written by a program: the kill table."""

from grader.course import Course

BEGIN = "<!-- kill table: written by `python3 grader prove` -->"
END = "<!-- end of the kill table -->"


def write_kill_table(course: Course, table: str) -> None:
    """Put the table between its marks in the README."""
    path = course.root / "README.md"
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    path.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")


def read_kill_table(course: Course) -> str:
    """The table that the README shows."""
    text = (course.root / "README.md").read_text(encoding="utf-8")
    return text.partition(BEGIN)[2].partition(END)[0].strip()
