"""The feedback of a whole class: nbgrader's own step, for several students at a time."""

import contextlib
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from pathlib import Path

from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import capture_log
from traitlets.config import Config

from grader.errors import CourseError
from grader.progress import Progress, Step

_pages: "_Pages"  # of each process that makes pages


def give_feedback(
    config: Config,
    assignment: str,
    *,
    students: list[str] | None = None,
    workers: int | None = None,
    progress: Progress = lambda step: None,
) -> list[str]:
    """Write the feedback page of every graded hand-in, where `nbgrader generate_feedback` does.

    Args:
        config: nbgrader's.
        assignment: its full name.
        students: only these; everybody whose work is graded when left out.
        workers: pages at a time; one for each processor when left out.
        progress: is told of each page.

    Returns:
        The students whose page could not be written.

    Raises:
        CourseError: nothing is graded, or not for one of these students.
    """
    chosen = _chosen(_graded(config, assignment), students, assignment)
    pool = ProcessPoolExecutor(
        workers, mp_context=_processes(), initializer=_get_ready, initargs=(config,)
    )
    left = []
    try:
        pages: dict[Future[str], str] = {
            pool.submit(_give, assignment, student): student for student in chosen
        }
        for number, page in enumerate(as_completed(pages), 1):
            student, failure = pages[page], page.result()
            if failure:
                left.append(student)
            progress(Step(student, failure, number, len(chosen)))
    finally:
        pool.shutdown(cancel_futures=True)
    return left


def _graded(config: Config, assignment: str) -> Iterator[str]:
    places = CourseDirectory(config=config)
    folder = places.format_path(places.autograded_directory, "\0", assignment)
    before, after = folder.split("\0")
    for path in Path(before).glob("*"):
        if (path / after.strip("/") / f"{assignment}.ipynb").is_file():
            yield path.name


def _chosen(graded: Iterator[str], wanted: list[str] | None, assignment: str) -> list[str]:
    there = sorted(graded)
    missing = sorted(set(wanted or []) - set(there)) if there else []
    if missing or not there:
        who = f"of {', '.join(missing)} " if missing else ""
        raise CourseError(
            f"No work {who}is graded for {assignment}, so there is nothing to give feedback on. "
            f"Run `python3 grader autograde {assignment}` first."
        )
    return there if wanted is None else sorted(set(wanted))


def _processes() -> BaseContext:
    """Processes that share what they import, where there are such (not on Windows)."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


class _Pages(GenerateFeedback):
    """nbgrader's step, which keeps the page's template from one student to the next."""

    _begun = False

    def start(self) -> None:
        if not self._begun:
            super().start()
            self._begun = True
            return
        self.init_notebooks()
        with contextlib.chdir(self.coursedir.root):
            self.convert_notebooks()


def _get_ready(config: Config) -> None:
    """In a process that makes pages: leave Ctrl-C to the one that asked for them."""
    global _pages
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _pages = _Pages(coursedir=CourseDirectory(config=config), config=config, force=True)


def _give(assignment: str, student: str) -> str:
    """Write one page; return why it could not be, or nothing."""
    _pages.coursedir.assignment_id, _pages.coursedir.student_id = assignment, student
    result = capture_log(_pages)
    if result["success"]:
        return ""
    # Lines of the log have a level in front, those of a traceback have none.
    lines = result.get("log", "").splitlines()
    told = [line for line in lines if line.strip() and not line.startswith("[")]
    return f"No feedback: {told[-1] if told else 'nbgrader does not say why'}"
