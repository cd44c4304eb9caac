"""The command line: what to do, told in sentences. Heavy imports wait until they are needed."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from grader.course import Course
from grader.errors import CourseError

app = typer.Typer(
    name="grader",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The course on where gradients stop: open it, check your work, grade a class, build it.",
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

Names = Annotated[
    list[str] | None, typer.Argument(help="Lessons or assignments, as in 01; all when left out.")
]


@app.command()
def start(
    teacher: Annotated[
        bool, typer.Option("--teacher", help="Open the teacher's pages: formgrader.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open a browser window.")] = True,
) -> None:
    """Open JupyterLab on the first lesson (or, for teachers, on formgrader)."""
    from grader.jupyter import open_jupyter

    open_jupyter(Course(), teacher=teacher, browser=browser)


@app.command()
def check(
    notebook: Annotated[Path, typer.Argument(help="An exercise notebook that you worked in.")],
) -> None:
    """Check one exercise notebook: points, what was seen, where to look."""
    from grader.check import check as check_notebook
    from grader.run import Runner

    with Runner() as runner, out.status("running your notebook"):
        report = check_notebook(Course(), notebook, runner)
    _show(report)
    raise typer.Exit(0 if report.passed else 1)


@app.command()
def watch(
    notebook: Annotated[Path, typer.Argument(help="An exercise notebook that you work in.")],
) -> None:
    """Check a notebook again each time you save it; stop with Ctrl-C."""
    from watchfiles import watch as saves

    from grader.check import check as check_notebook
    from grader.run import Runner

    course = Course()
    with Runner() as runner:
        _show(check_notebook(course, notebook, runner))
        out.print("Waiting for your next save; Ctrl-C stops.")
        mine = notebook.resolve()
        for _ in saves(mine.parent, watch_filter=lambda _, path: Path(path) == mine):
            out.rule()
            try:
                _show(check_notebook(course, notebook, runner))
            except CourseError as error:
                err.print(str(error), style="red", markup=False)


@app.command("take-in")
def take_in(
    source: Annotated[
        Path, typer.Argument(help="A folder or a zip: students' folders, or an LMS's.")
    ],
) -> None:
    """Put a class's hand-ins where nbgrader looks for them; the originals are kept."""
    from grader.config import course_config
    from grader.intake import Intake, Unreadable

    course = Course()
    try:
        found = list(Intake.of(course, course_config(course)).take_in(source))
    except Unreadable as reason:
        raise CourseError(f"{source} can't be taken in: {reason}") from reason
    for status in found:
        for sentence in (status.fatal, *status.warnings):
            if sentence:
                out.print(f"{status.student} {status.assignment}: {sentence}", markup=False)
    refused = sum(status.fatal is not None for status in found)
    out.print(f"{len(found) - refused} hand-ins taken in, {refused} refused.")
    raise typer.Exit(1 if refused else 0)


@app.command()
def autograde(
    assignment: Annotated[str, typer.Argument(help="The assignment, as in 01.")],
    student: Annotated[
        list[str] | None, typer.Option("--student", help="Only this student; may be repeated.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Runs at a time; as many as processors if left out.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="A Dask scheduler's address: run on its cluster.")
    ] = None,
    sandbox: Annotated[
        bool, typer.Option(help="Shut students' code in; without it, it may do what you may.")
    ] = True,
) -> None:
    """Grade a whole class, many hand-ins at once; what has not changed since is left alone."""
    from grader.autograde.batch import autograde as grade_all
    from grader.config import course_config
    from grader.progress import Bar

    course = Course()
    if not sandbox:
        err.print(
            "Without the sandbox a hand-in can read and change all that you can: your files, the "
            "gradebook, the network. Grade so only what you trust.",
            style="red",
        )
    try:
        with Bar(out, "Grading") as bar:
            result = grade_all(
                course,
                course_config(course),
                course.assignment(assignment),
                students=student,
                workers=workers,
                scheduler=scheduler,
                sandbox=sandbox,
                progress=bar,
            )
    except KeyboardInterrupt:
        raise CourseError(
            "Stopped. What was graded is in the gradebook; the same command grades the rest."
        ) from None
    out.print(f"{result.entered} graded, {result.unchanged} unchanged, {len(result.left)} left.")
    raise typer.Exit(1 if result.left else 0)


@app.command()
def feedback(
    assignment: Annotated[str, typer.Argument(help="The assignment, as in 01.")],
    student: Annotated[
        list[str] | None, typer.Option("--student", help="Only this student; may be repeated.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Pages at a time; as many as processors if left out.")
    ] = None,
) -> None:
    """Write the feedback pages of a class, many at once, as nbgrader's own command would."""
    from grader.config import course_config
    from grader.feedback.batch import give_feedback
    from grader.progress import Bar

    course = Course()
    config, name = course_config(course), course.assignment(assignment)
    with Bar(out, "Writing") as bar:
        left = give_feedback(config, name, students=student, workers=workers, progress=bar)
    folder = course.root / config.CourseDirectory.feedback_directory
    out.print(f"Feedback is in {folder}, a folder for each student.")
    raise typer.Exit(1 if left else 0)


@app.command()
def report(
    assignment: Annotated[str, typer.Argument(help="The assignment, as in 01.")],
) -> None:
    """Write one page on what the class got wrong, from the gradebook and the graded notebooks."""
    from grader.config import course_config
    from grader.report import write_report

    course = Course()
    name = course.assignment(assignment)
    target = course.root / "grader" / f"report_{name}.html"
    out.print(f"Report: {write_report(course_config(course), name, target)}")


@app.command()
def demo() -> None:
    """Take a made-up class from hand-in to gradebook, feedback and report."""
    from grader.demo import demo as run_demo

    result = run_demo(Course(), _say)
    for row in result.rows:
        mark = "ok" if row.as_expected else f"EXPECTED {row.expected:g}"
        out.print(f"{row.assignment:20} {row.student:10} {row.got:5g} points  {mark}")
    out.print(f"\nHand-ins, gradebook and feedback are in {result.folder}")
    for path in result.reports:
        out.print(f"Report: {path}")
    wrong = [row for row in result.rows if not row.as_expected]
    if wrong:
        raise CourseError(
            f"{len(wrong)} of {len(result.rows)} scores are not what the answer bank says. "
            "See the lines marked EXPECTED."
        )
    out.print(f"All {len(result.rows)} scores are as expected.")


@app.command()
def gradebook() -> None:
    """Enter all assignments into grader/gradebook.db, before nbgrader grades the first hand-in."""
    from grader.config import course_config
    from grader.gradebook import bring_up_to_date

    course = Course()
    names = bring_up_to_date(course, course_config(course))
    out.print(f"The gradebook knows {len(names)} assignments: {', '.join(names)}.")


@app.command()
def build(
    names: Names = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail if a notebook is out of date.")
    ] = False,
) -> None:
    """Build the notebooks from their texts; lessons are run, and fail when they are not true."""
    from grader import build as builder
    from grader.run import Runner

    course = Course()
    lessons = [course.lesson(name) for name in names] if names else course.lesson_names
    assignments = [name for name in course.assignment_names if not names or name in lessons]
    with Runner(builder.LESSON_LIMITS) as runner:
        if not check:
            written = builder.build(
                course, lessons, assignments, runner, progress=lambda line: _say(f"built {line}")
            )
            out.print(f"{len(written)} notebooks written.")
        elif names:
            raise CourseError("build --check compares the whole course. Leave the names out.")
        elif problems := builder.check(course, runner, lambda line: _say(f"compared {line}")):
            raise CourseError("\n".join(problems))
        else:
            out.print("All notebooks are what their texts give.")


@app.command()
def unbuild(
    notebook: Annotated[Path, typer.Argument(help="A lesson or solution notebook you edited.")],
) -> None:
    """Carry what you edited in Jupyter back to the text that the notebook is built from."""
    from grader.build import unbuild as carry_back

    text = carry_back(Course(), notebook)
    out.print(f"{text} now holds your edits. Run `python3 grader build` to build from it.")


@app.command()
def prove(names: Names = None) -> None:
    """Test the tests: starters fail, solutions pass, every wrong answer fails for its reason."""
    from grader.prove import prove as run_gate
    from grader.prove.kill_table import as_markdown

    course = Course()
    assignments = [course.assignment(n) for n in names] if names else course.assignment_names
    proof = run_gate(course, assignments, _say)
    out.print(f"\n{as_markdown(proof.rows)}\n", markup=False)
    if proof.problems:
        raise CourseError("\n".join(proof.problems))
    out.print("Proven: nothing to mend.")


@app.command()
def bench() -> None:
    """Time this grader, nbgrader's own and the floor on the same hand-ins, in one run."""
    from subprocess import run

    bench_file = Course().root / "grader" / "bench" / "throughput.py"
    raise typer.Exit(run([sys.executable, bench_file], check=False).returncode)


@app.command()
def test() -> None:
    """Run the project's tests: pytest, build --check, prove, Ruff."""
    from grader.all_tests import run_all

    raise typer.Exit(run_all(Course()))


def main() -> None:
    """The `grader` command."""
    debug = "--debug" in sys.argv
    arguments = [word for word in sys.argv[1:] if word != "--debug"]
    try:
        app(args=arguments, prog_name="python3 grader")
    except CourseError as error:
        _fail(str(error), debug)
    except KeyboardInterrupt:
        _fail("Stopped.", debug, status=130)
    except Exception as error:  # noqa: BLE001 - the last line of defence says it in one sentence
        _fail(f"Something broke: {type(error).__name__}: {error}. Add --debug to see where.", debug)


def _fail(sentence: str, debug: bool, status: int = 1) -> None:
    if debug:
        raise
    err.print(sentence, style="red", markup=False)
    raise SystemExit(status)


def _say(line: str) -> None:
    out.print(line, markup=False)


def _show(report: object) -> None:
    for mark in report.marks:
        tone = "green" if mark.passed else "red"
        out.print(f"[{tone}]{'passed' if mark.passed else 'failed'}[/] {mark.name}", end="")
        out.print(f"  {mark.points:g} of {mark.of:g} points", markup=False)
        if mark.message:
            out.print("    " + mark.message.replace("\n", "\n    "), markup=False)
    total, most = sum(m.points for m in report.marks), sum(m.of for m in report.marks)
    out.print(f"\n{report.assignment}: {total:g} of {most:g} points.")
    if report.held_out:
        out.print("The held-out checks ran too: solutions/ is here.")
    else:
        out.print("Only the visible checks ran; the held-out ones run when your work is graded.")
