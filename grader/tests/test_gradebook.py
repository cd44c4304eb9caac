"""The gradebook is brought up to date without losing a submission."""

import pytest
from nbgrader.api import Gradebook

from grader import build
from grader.config import course_config
from grader.gradebook import bring_up_to_date, scores


@pytest.fixture
def config(small, runner, tmp_path):
    build.build(small, [], ["01_double"], runner, progress=lambda line: None)
    config = course_config()
    config.CourseDirectory.root = str(small.root)
    config.CourseDirectory.db_url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    return config


def cells(config):
    with Gradebook(config.CourseDirectory.db_url, "gradflow") as gradebook:
        notebook = gradebook.find_notebook("01_double", "01_double")
        sources = {cell.name: cell.source for cell in notebook.source_cells}
        return sources, {cell.name: cell.max_score for cell in notebook.grade_cells}


def test_every_cell_is_entered_as_nbgrader_would(small, config):
    bring_up_to_date(small, config)
    sources, points = cells(config)
    assert set(sources) == {"setup", "double", "double_check", "double_held_out"}
    assert points == {"double_check": 1.0, "double_held_out": 3.0}
    assert "BEGIN HIDDEN TESTS" in sources["double_held_out"]
    assert "twice_the_given_number" not in sources["double"]


def test_doing_it_again_changes_nothing(small, config):
    bring_up_to_date(small, config)
    before = cells(config)
    bring_up_to_date(small, config)
    assert cells(config) == before


def test_a_changed_check_keeps_the_submissions(small, config, runner):
    bring_up_to_date(small, config)
    with Gradebook(config.CourseDirectory.db_url, "gradflow") as gradebook:
        gradebook.add_student("ada")
        gradebook.add_submission("01_double", "ada")
        grade = gradebook.find_grade("double_held_out", "01_double", "01_double", "ada")
        grade.manual_score = 2.5
        gradebook.db.commit()
    text = small.solution_text("01_double")
    text.write_text(text.read_text().replace("points=3", "points=4").replace("-11.5", "-12.5"))
    build.build(small, [], ["01_double"], runner, progress=lambda line: None)
    bring_up_to_date(small, config)
    sources, points = cells(config)
    assert points["double_held_out"] == 4.0
    assert "-12.5" in sources["double_held_out"]
    assert scores(config, "01_double")["ada"]["double_held_out"] == 2.5
