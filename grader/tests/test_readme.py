"""The README promises only what is there."""

import re

from typer.testing import CliRunner

from grader import bank
from grader.cli import app
from grader.notebooks import read
from grader.prove.kill_table import Row, as_markdown, exercises
from grader.readme import read_kill_table


def readme(course):
    return (course.root / "README.md").read_text(encoding="utf-8")


def test_the_kill_table_is_of_this_bank(course):
    rows = []
    for assignment in course.assignment_names:
        answers = bank.answers(course, assignment)
        for name in exercises(read(course.solution_notebook(assignment))):
            right = 1 + sum(a.right for a in answers if a.exercise == name)
            wrong = sum(not a.right for a in answers if a.exercise == name)
            rows.append(Row(assignment, name, right, right, wrong, wrong))
    assert read_kill_table(course) == as_markdown(rows)


def test_every_command_in_the_readme_exists(course):
    named = set(re.findall(r"python3 grader\s+([a-z-]+)", readme(course)))
    there = {command.name or command.callback.__name__ for command in app.registered_commands}
    assert named <= there
    for name in there:
        assert CliRunner().invoke(app, [name, "--help"]).exit_code == 0


def test_every_file_that_the_readme_links_to_exists(course):
    targets = re.findall(r"\]\(([^)#]+)\)", readme(course))
    local = [target for target in targets if "://" not in target]
    assert len(local) > 2
    assert [target for target in local if not (course.root / target).exists()] == []


def test_every_lesson_is_on_the_path(course):
    for name in course.lesson_names:
        assert f"lessons/{name}.ipynb" in readme(course)


def test_the_minutes_on_the_path_are_those_of_the_lessons(course):
    for name in course.lesson_names:
        header = read(course.lesson_notebook(name)).cells[0].source
        minutes = re.search(r"\*\*Minutes\*\* (\d+)", header)[1]
        row = next(line for line in readme(course).split("\n") if f"lessons/{name}.ipynb" in line)
        assert f"| {minutes} |" in row
