"""All of the gate, in order, with one list of what is wrong."""

from collections.abc import Callable
from dataclasses import dataclass, field

from nbformat import NotebookNode

from grader import bank, build
from grader.course import Course
from grader.marks import marks
from grader.notebooks import read
from grader.prove import kill_table, leaks, pages
from grader.prove.kill_table import Row
from grader.prove.stock import stock_scores
from grader.readme import write_kill_table, write_picture
from grader.run import Runner

Progress = Callable[[str], None]


@dataclass
class Proof:
    """What the gate found.

    Attributes:
        rows: the kill table, a row an exercise.
        problems: a sentence for each thing that is not as it must be.
    """

    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def prove(course: Course, assignments: list[str], progress: Progress) -> Proof:
    """Test the tests of some assignments, and the pages of their lessons.

    When nothing is wrong and all assignments were proven, the README's table and picture are
    stored.
    """
    proof = Proof()
    whole = assignments == course.assignment_names
    for lesson in course.lesson_names if whole else assignments:
        proof.problems += pages.lesson_problems(course, lesson)
    with Runner() as runner:
        for assignment in assignments:
            proof.problems += build.check_assignment(course, assignment)
            rows, problems = kill_table.measure(course, assignment, runner, progress)
            proof.rows += rows
            proof.problems += problems
            proof.problems += pages.exercise_problems(course, assignment)
            proof.problems += leaks.find_leaks(course, assignment)
            names = [row.exercise for row in rows]
            proof.problems += leaks.find_repeats(course, assignment, names, runner)
            proof.problems += _stock_differences(course, assignment, runner, progress)
    if whole and not proof.problems:
        write_kill_table(course, kill_table.as_markdown(proof.rows))
        write_picture(course)
    return proof


def _stock_differences(
    course: Course, assignment: str, runner: Runner, progress: Progress
) -> list[str]:
    """Where stock nbgrader gives another score for the solution or for a mixed hand-in."""
    solution = read(course.solution_notebook(assignment))
    hand_ins = {"solution": solution, "mixed": _mixed(course, assignment, solution)}
    stock = stock_scores(course, assignment, hand_ins)
    problems = []
    for student, notebook in hand_ins.items():
        for mark in marks(runner.run(notebook).notebook):
            if stock[student].get(mark.name) != mark.points:
                problems.append(
                    f"{assignment}: stock nbgrader gives {student} "
                    f"{stock[student].get(mark.name)} for {mark.name}, the course {mark.points}."
                )
    progress(f"{assignment}: stock nbgrader gives the same scores")
    return problems


def _mixed(course: Course, assignment: str, solution: NotebookNode) -> NotebookNode:
    """A hand-in with a right answer and a wrong one by turns, each exercise another."""
    mixed = read(course.solution_notebook(assignment))
    answers = bank.answers(course, assignment)
    for number, exercise in enumerate(kill_table.exercises(solution)):
        wanted = [a for a in answers if a.exercise == exercise and a.right == bool(number % 2)]
        if wanted:
            bank.with_answer(mixed, wanted[0])
    return mixed
