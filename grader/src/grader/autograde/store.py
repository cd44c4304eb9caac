"""The gradebook's one writer: nbgrader's own tables, one transaction for each hand-in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from nbgrader.api import (
    Base,
    Comment,
    Grade,
    Gradebook,
    Notebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.preprocessors import AssignLatePenalties
from sqlalchemy import Column, Float, ForeignKey, String, Text, select
from sqlalchemy.orm import Session
from traitlets.config import Config

from grader.autograde.grade import Score


class GradedHandIn(Base):
    """What was graded last of a submission; nbgrader makes the table with its own."""

    __tablename__ = "grader_hand_in"

    submission_id = Column(
        String(32), ForeignKey("submitted_assignment.id", ondelete="CASCADE"), primary_key=True
    )
    #: SHA-256 of the files handed in, of the teacher's cells and files, and of the notebook in
    #: autograded/. Together they say whether there is anything to do.
    hand_in = Column(String(64), nullable=False)
    checks = Column(String(64), nullable=False)
    written = Column(String(64), nullable=False)
    #: What the teacher should know, in sentences; empty when all is well.
    status = Column(Text, nullable=False)
    #: Seconds that the cells took.
    seconds = Column(Float, nullable=False)


@dataclass(frozen=True)
class State:
    """What decides whether a hand-in has to be graded: three hashes, as in `GradedHandIn`."""

    hand_in: str
    checks: str
    written: str


@dataclass(frozen=True)
class Entry:
    """What goes into the gradebook for one hand-in.

    Attributes:
        student: who handed in.
        state: what was graded.
        timestamp: when it was handed in, in UTC; None when that is not known.
        scores: by check; a check that is not among them gets 0 points.
        unanswered: solution cells left as they were.
        status: sentences for the teacher.
        seconds: that the cells took.
    """

    student: str
    state: State
    timestamp: datetime | None
    scores: Mapping[str, Score]
    unanswered: frozenset[str]
    status: str
    seconds: float


class Store:
    """Writes the grades of one assignment.

    Args:
        gradebook: knows the assignment, and all its cells.
        assignment: its name, which is also its graded notebook's.
        config: names the plugin for late penalties.
    """

    def __init__(self, gradebook: Gradebook, assignment: str, config: Config) -> None:
        self._engine = gradebook.engine
        self._assignment = assignment
        self._late = AssignLatePenalties(config=config)
        self._late.init_plugin()
        row = gradebook.find_assignment(assignment)
        self._assignment_id = row.id
        self._notebooks = [Cells(notebook) for notebook in row.notebooks]

    def states(self) -> dict[str, State]:
        """What was graded last, by student."""
        query = (
            select(SubmittedAssignment.student_id, GradedHandIn)
            .join(GradedHandIn, GradedHandIn.submission_id == SubmittedAssignment.id)
            .where(SubmittedAssignment.assignment_id == self._assignment_id)
        )
        with Session(self._engine) as session:
            return {
                student: State(row.hand_in, row.checks, row.written)
                for student, row in session.execute(query)
            }

    def save(self, entry: Entry) -> None:
        """Enter one hand-in's grades: all of it or, when something fails, nothing.

        Points that a person gave are kept, and marked for another look.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database refuses.
        """
        with Session(self._engine) as session, session.begin():
            submission = self._submission(session, entry.student)
            if entry.timestamp:
                submission.timestamp = entry.timestamp
            there = {notebook.notebook_id: notebook for notebook in submission.notebooks}
            for cells in self._notebooks:
                notebook = there.get(cells.notebook_id)
                if notebook is None:
                    notebook = SubmittedNotebook(notebook_id=cells.notebook_id)
                    submission.notebooks.append(notebook)
                mine = cells.name == self._assignment
                add_missing(notebook, cells)
                enter(notebook, cells, entry.scores if mine else {})
                _comment(notebook, cells, entry.unanswered if mine else frozenset())
            session.flush()
            for notebook in submission.notebooks:
                self._penalise(session, submission, notebook)
            session.merge(
                GradedHandIn(
                    submission_id=submission.id,
                    hand_in=entry.state.hand_in,
                    checks=entry.state.checks,
                    written=entry.state.written,
                    status=entry.status.replace("\0", ""),  # PostgreSQL can't hold it
                    seconds=entry.seconds,
                )
            )

    def _submission(self, session: Session, student: str) -> SubmittedAssignment:
        """Return a student's submission, made where there is none."""
        query = select(SubmittedAssignment).filter_by(
            assignment_id=self._assignment_id, student_id=student
        )
        submission = session.scalars(query).one_or_none()
        if submission is None:
            if session.get(Student, student) is None:
                session.add(Student(id=student))
            submission = SubmittedAssignment(assignment_id=self._assignment_id, student_id=student)
            session.add(submission)
        return submission

    def _penalise(
        self, session: Session, submission: SubmittedAssignment, notebook: SubmittedNotebook
    ) -> None:
        """Take the points that nbgrader's plugin takes for being late."""
        notebook.late_submission_penalty = None
        seconds = submission.total_seconds_late
        if seconds > 0:
            session.refresh(notebook, ["score"])
            penalty = self._late.plugin_inst.late_submission_penalty(
                submission.student_id, notebook.score, seconds
            )
            if penalty is not None:
                notebook.late_submission_penalty = max(0, min(penalty, notebook.score))


class Cells:
    """The cells of a teacher's notebook, as the gradebook knows them.

    Attributes:
        checks: names of the cells that give points by themselves, by id.
        tasks: names of those that a person gives points for, by id.
        answers: names of those that a learner writes in, by id.
    """

    def __init__(self, notebook: Notebook) -> None:
        self.name = notebook.name
        self.notebook_id = notebook.id
        self.checks = {cell.id: cell.name for cell in notebook.grade_cells}
        self.tasks = {cell.id: cell.name for cell in notebook.task_cells}
        self.answers = {cell.id: cell.name for cell in notebook.solution_cells} | self.tasks


def add_missing(notebook: SubmittedNotebook, cells: Cells) -> None:
    """Make rows for the cells that have none, such as checks added after the hand-in."""
    graded = {grade.cell_id for grade in notebook.grades}
    notebook.grades += [
        Grade(cell_id=cell) for cell in cells.checks | cells.tasks if cell not in graded
    ]
    commented = {comment.cell_id for comment in notebook.comments}
    notebook.comments += [Comment(cell_id=cell) for cell in cells.answers if cell not in commented]


def enter(notebook: SubmittedNotebook, cells: Cells, scores: Mapping[str, Score]) -> None:
    """Enter what each check earned: nothing where it has no score.

    What a person gave is kept, and marked for another look.
    """
    for grade in notebook.grades:
        by_person = grade.manual_score is not None or grade.extra_credit is not None
        if grade.cell_id in cells.checks:
            score = scores.get(cells.checks[grade.cell_id])
            grade.auto_score = score.points if score else 0.0
            grade.needs_manual_grade = by_person or (score is not None and score.look)
        elif by_person:
            grade.needs_manual_grade = True


def _comment(notebook: SubmittedNotebook, cells: Cells, unanswered: frozenset[str]) -> None:
    for comment in notebook.comments:
        untouched = cells.answers.get(comment.cell_id) in unanswered
        comment.auto_comment = "No response." if untouched else None
