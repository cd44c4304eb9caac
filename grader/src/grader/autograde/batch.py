"""The whole class: many hand-ins run at once, one writer enters them into the gradebook."""

from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice

from sqlalchemy.exc import OperationalError, SQLAlchemyError
from traitlets.config import Config

from grader.autograde.button import ExecuteAndScore
from grader.autograde.cluster import Cluster
from grader.autograde.desk import Desk
from grader.autograde.engine import Engine, Here
from grader.autograde.store import Entry, State, Store
from grader.course import Course
from grader.errors import CourseError
from grader.gradebook import bring_up_to_date, open_gradebook
from grader.progress import Progress, Step
from grader.run import RunnerError


@dataclass(frozen=True)
class Result:
    """What became of a class's hand-ins.

    Attributes:
        unchanged: how many were graded before, and are as they were.
        entered: how many were graded now.
        left: students whose hand-ins could not be graded; the next run tries again.
    """

    unchanged: int
    entered: int
    left: list[str] = field(default_factory=list)


def autograde(
    course: Course,
    config: Config,
    assignment: str,
    *,
    students: list[str] | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    sandbox: bool = True,
    again: bool = False,
    progress: Progress = lambda step: None,
) -> Result:
    """Grade a class on this machine or on a cluster; see `grade_class`.

    Args:
        course: see `grade_class`, as for all that is not said here.
        config: also says what one run may use.
        assignment: as there.
        students: as there.
        workers: runs at a time on this machine; one for each processor when left out.
        scheduler: address of a Dask scheduler, for running on its cluster instead.
        sandbox: whether students' code is shut in.
        again: as there.
        progress: as there.

    Raises:
        CourseError: as there; or there is no such cluster, or no sandbox.
    """
    limits = ExecuteAndScore(config=config).limits
    try:
        if scheduler:
            engine = Cluster(scheduler, limits, sandbox)
        else:
            engine = Here(limits, sandbox, workers)
    except RunnerError as error:
        raise CourseError(str(error)) from error
    with engine:
        return grade_class(
            course, config, assignment, engine, students=students, again=again, progress=progress
        )


def grade_class(
    course: Course,
    config: Config,
    assignment: str,
    engine: Engine,
    *,
    students: list[str] | None = None,
    again: bool = False,
    progress: Progress = lambda step: None,
) -> Result:
    """Grade all hand-ins of an assignment that have changed, or whose checks have.

    May be stopped at any moment, and be run again: what is entered stays entered. One hand-in
    that can't be graded doesn't keep the others from it.

    Args:
        course: holds the checks.
        config: nbgrader's: folders, database, limits, late penalties.
        assignment: its full name.
        engine: runs the notebooks.
        students: only these; everybody who handed in when left out.
        again: grade also what has not changed.
        progress: is told of each hand-in, in the order in which they are done.

    Raises:
        CourseError: nothing can be graded at all; the message says why.
    """
    bring_up_to_date(course, config)
    desk = Desk(course, config, assignment, engine)
    with open_gradebook(config) as gradebook:
        store = Store(gradebook, assignment, config)
        chosen = _chosen(desk.students(), students, assignment)
        known = {} if again else store.states()
        todo = [student for student in chosen if not _unchanged(desk, known, student)]
        left = []
        with closing(_graded(desk, todo, engine)) as graded:
            for number, (student, future) in enumerate(graded, 1):
                failure = _enter(store, future, first=number == 1)
                if failure:
                    left.append(student)
                status = failure or future.result().status
                progress(Step(student, status, number, len(todo)))
    return Result(len(chosen) - len(todo), len(todo) - len(left), left)


def _chosen(there: list[str], wanted: list[str] | None, assignment: str) -> list[str]:
    missing = sorted(set(wanted or []) - set(there))
    if missing or not there:
        whose = f" of {', '.join(missing)}" if missing else ""
        raise CourseError(
            f"There is no hand-in{whose} for {assignment}. "
            "Look at the names of the folders in grader/submitted/."
        )
    return there if wanted is None else sorted(set(wanted))


def _unchanged(desk: Desk, known: dict[str, State], student: str) -> bool:
    try:
        return student in known and known[student] == desk.state(student)
    except OSError:
        return False  # said when it is graded


def _graded(
    desk: Desk, students: list[str], engine: Engine
) -> Generator[tuple[str, Future[Entry]], None, None]:
    """Grade hand-ins, a few ahead of those that are taken; yield each when it is done.

    What is running is given up when the rest is not wanted, as after Ctrl-C.
    """
    pool = ThreadPoolExecutor(engine.workers)
    waiting = iter(students)
    running: dict[Future[Entry], str] = {}
    try:
        while True:
            for student in islice(waiting, 2 * engine.workers - len(running)):
                running[pool.submit(desk.grade, student)] = student
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future
    finally:
        if running:
            engine.close()
        pool.shutdown(cancel_futures=True)


def _enter(store: Store, future: Future[Entry], first: bool) -> str:
    """Enter a graded hand-in; return why it could not be, or nothing."""
    error = future.exception()
    if isinstance(error, RunnerError) and first:
        raise CourseError(str(error)) from error
    try:
        if not error:
            store.save(future.result())
    except OperationalError as failure:
        raise CourseError(
            f"The gradebook can't be written ({failure.orig}), so grading stopped. What was "
            "entered is kept: close what else uses it, and run the same command again."
        ) from failure
    except SQLAlchemyError as failure:
        error = failure
    if isinstance(error, CourseError):
        return f"Not graded: {error}"
    return f"Not graded: {type(error).__name__}: {error}" if error else ""
