"""Where things are in a course folder, and nothing else."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from grader.errors import CourseError

HOME = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Course:
    """A course folder: `lessons/`, `solutions/`, `exercises/` and `grader/` below `root`."""

    root: Path = HOME

    @property
    def lessons(self) -> Path:
        """The lessons: a text and a built notebook each."""
        return self.root / "lessons"

    @property
    def solutions(self) -> Path:
        """The solution texts, and nbgrader's source directory."""
        return self.root / "solutions"

    @property
    def exercises(self) -> Path:
        """What learners get: nbgrader's release directory."""
        return self.root / "exercises"

    @property
    def answers(self) -> Path:
        """The answer bank: right and wrong answers for each exercise."""
        return self.root / "grader" / "answers"

    @cached_property
    def lesson_names(self) -> list[str]:
        """Names of all lessons, in order."""
        return sorted(path.stem for path in self.lessons.glob("[0-9][0-9]_*.py"))

    @cached_property
    def assignment_names(self) -> list[str]:
        """Names of all assignments, in order; learners may have been given no solutions."""
        texts = [path.stem for path in self.solutions.glob("[0-9][0-9]_*.py")]
        return sorted(texts or [path.name for path in self.exercises.glob("[0-9][0-9]_*/")])

    def lesson_text(self, name: str) -> Path:
        """The edited text of a lesson."""
        return self.lessons / f"{name}.py"

    def lesson_notebook(self, name: str) -> Path:
        """The built, executed notebook of a lesson."""
        return self.lessons / f"{name}.ipynb"

    def solution_text(self, name: str) -> Path:
        """The edited text of an assignment: prompts, solutions and checks."""
        return self.solutions / f"{name}.py"

    def solution_notebook(self, name: str) -> Path:
        """The built notebook that nbgrader releases from."""
        return self.solutions / name / f"{name}.ipynb"

    def exercise_notebook(self, name: str) -> Path:
        """The released notebook that learners get."""
        return self.exercises / name / f"{name}.ipynb"

    def assignment(self, name: str) -> str:
        """The full name of the assignment that `name` starts (`01` is enough).

        Raises:
            CourseError: no assignment, or more than one, starts so.
        """
        return _only(name, self.assignment_names, "assignment")

    def lesson(self, name: str) -> str:
        """The full name of the lesson that `name` starts.

        Raises:
            CourseError: no lesson, or more than one, starts so.
        """
        return _only(name, self.lesson_names, "lesson")


def _only(start: str, names: list[str], kind: str) -> str:
    if start in names:
        return start
    found = [name for name in names if start and name.startswith(start)]
    if len(found) != 1:
        raise CourseError(
            f"There is no single {kind} called '{start}'. This course has: {', '.join(names)}."
        )
    return found[0]
