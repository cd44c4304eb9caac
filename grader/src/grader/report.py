"""One page on what a class understood: scores, checks that failed, beliefs that were proven."""

from collections import Counter
from dataclasses import dataclass
from html import escape
from pathlib import Path

from gradflow.beliefs import BELIEFS
from gradflow.picture import Picture

import matplotlib.pyplot as plt
import nbformat
from matplotlib.figure import Figure
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from grader.autograde.store import GradedHandIn
from grader.errors import CourseError
from grader.gradebook import open_gradebook
from grader.marks import Mark, marks

_BAR = "#0072B2"
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
       color: #1b1b1b; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ccc;
         vertical-align: top }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
img { max-width: 100% }
"""


@dataclass(frozen=True)
class _Class:
    """What the gradebook and the graded notebooks say about one assignment.

    Attributes:
        scores: points by student.
        of: points to earn.
        marks: of each student whose graded notebook is there.
        notes: sentences for the teacher, by student; mostly empty.
    """

    scores: dict[str, float]
    of: float
    marks: dict[str, list[Mark]]
    notes: dict[str, str]

    @property
    def passed(self) -> dict[str, int]:
        """How many students passed every check of an exercise, by exercise."""
        names = list(dict.fromkeys(m.exercise for mine in self.marks.values() for m in mine))
        return {
            name: sum(
                all(mark.passed for mark in mine if mark.exercise == name)
                for mine in self.marks.values()
            )
            for name in names
        }

    @property
    def beliefs(self) -> Counter:
        """How many students were shown to hold a belief, by exercise and belief."""
        return Counter(
            found
            for mine in self.marks.values()
            for found in {(mark.exercise, mark.belief) for mark in mine if mark.belief}
        )


def write_report(config: Config, assignment: str, target: Path) -> Path:
    """Write the report of a graded assignment as one HTML file without scripts.

    Raises:
        CourseError: nobody's work is graded.
    """
    group = _read(config, assignment)
    target.write_text(_page(assignment, group), encoding="utf-8")
    return target


def _read(config: Config, assignment: str) -> _Class:
    directory = CourseDirectory(config=config)
    with open_gradebook(config) as gradebook:
        submissions = gradebook.assignment_submissions(assignment)
        earned = {submission.student_id: submission.score for submission in submissions}
        most = gradebook.find_assignment(assignment).max_score
        rows = gradebook.db.query(GradedHandIn).filter(
            GradedHandIn.submission_id.in_([submission.id for submission in submissions])
        )
        said = {row.submission_id: row.status for row in rows}
        notes = {one.student_id: said.get(one.id, "") for one in submissions}
    if not earned:
        raise CourseError(
            f"Nobody's work is graded for {assignment} yet, so there is nothing to report. "
            f"Run `python3 grader autograde {assignment}` first."
        )
    graded = {
        student: Path(directory.format_path(directory.autograded_directory, student, assignment))
        / f"{assignment}.ipynb"
        for student in earned
    }
    seen = {
        student: marks(nbformat.read(path, as_version=4))
        for student, path in graded.items()
        if path.is_file()
    }
    return _Class(dict(sorted(earned.items())), most, seen, notes)


def _page(assignment: str, group: _Class) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Report: {escape(assignment)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(assignment)}: what the class understood</h1>
<p>{len(group.scores)} hand-ins, {group.of:g} points to earn.</p>
<h2>Exercises</h2>
{_picture_of_exercises(group).html}
<h2>Scores</h2>
{_picture_of_scores(group).html}
<h2>Beliefs that a check proved</h2>
{_table_of_beliefs(group)}
<h2>Students</h2>
{_table_of_students(group)}
</body>
</html>
"""


def _picture_of_exercises(group: _Class) -> Picture:
    passed, students = group.passed, len(group.marks)
    figure, axes = _canvas(0.45 * len(passed) + 0.9)
    names = list(passed)[::-1]
    bars = axes.barh(names, [passed[name] for name in names], color=_BAR)
    axes.bar_label(bars, [f" {passed[name]} of {students}" for name in names])
    axes.set(xlim=(0, students * 1.15), xlabel="students who passed every check")
    axes.set_xticks([0, students])
    words = ", ".join(f"{name} {count} of {students}" for name, count in passed.items())
    return Picture(figure, f"Students who passed every check of an exercise: {words}.")


def _picture_of_scores(group: _Class) -> Picture:
    counts = Counter(group.scores.values())
    figure, axes = _canvas(2.2)
    axes.bar(list(counts), list(counts.values()), width=0.8, color=_BAR)
    axes.set(xlim=(-0.6, group.of + 0.6), xlabel="points", ylabel="students")
    axes.yaxis.get_major_locator().set_params(integer=True)
    words = ", ".join(f"{points:g} points: {count}" for points, count in sorted(counts.items()))
    return Picture(figure, f"How many students have how many points. {words}.")


def _canvas(height: float) -> tuple[Figure, plt.Axes]:
    figure, axes = plt.subplots(figsize=(8, height), layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _table_of_beliefs(group: _Class) -> str:
    if not group.beliefs:
        return "<p>No failing check proved one.</p>"
    rows = "".join(
        f'<tr><td class="number">{count}</td><td><code>{escape(exercise)}</code></td>'
        f"<td><code>{escape(name)}</code></td><td>{escape(BELIEFS.get(name, ''))}</td></tr>"
        for (exercise, name), count in group.beliefs.most_common()
    )
    head = "<tr><th>students</th><th>exercise</th><th>belief</th><th>what is true</th></tr>"
    return f"<table>{head}{rows}</table>"


def _table_of_students(group: _Class) -> str:
    rows = "".join(
        f'<tr><td>{escape(student)}</td><td class="number">{score:g}</td>'
        f"<td>{escape(_failed(group.marks.get(student)))}</td>"
        f"<td>{escape(group.notes[student])}</td></tr>"
        for student, score in group.scores.items()
    )
    head = "<tr><th>student</th><th>points</th><th>failed</th><th>to look at</th></tr>"
    return f"<table>{head}{rows}</table>"


def _failed(mine: list[Mark] | None) -> str:
    if mine is None:
        return "no graded notebook"
    return ", ".join(mark.name for mark in mine if not mark.passed)
