"""The parts of the README that are written by a program: the kill table and the picture."""

from base64 import b64decode

from grader.course import Course
from grader.notebooks import read

BEGIN = "<!-- kill table: written by `python3 grader prove` -->"
END = "<!-- end of the kill table -->"
PICTURE_CELL = "drawn"


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


def write_picture(course: Course) -> None:
    """Store the first lesson's picture where the README shows it."""
    lesson = course.lesson_notebook(course.lesson_names[0])
    for cell in read(lesson).cells:
        if cell.id == PICTURE_CELL:
            png = next(
                o.data["image/png"] for o in cell.outputs if "image/png" in o.get("data", {})
            )
            lesson.with_suffix(".png").write_bytes(b64decode(png))
