"""A class is graded, and graded again."""

import sys

import pytest
from bs4 import BeautifulSoup

from grader.autograde.engine import Here
from grader.errors import CourseError
from grader.report import write_report
from grader.run import Limits


def test_every_answer_gets_its_points(classroom):
    classroom.hand_in_answers()
    result, status = classroom.grade()
    assert classroom.scores() == classroom.points
    assert (result.unchanged, result.entered, result.left) == (0, len(classroom.points), [])
    assert set(status.values()) == {""}


@pytest.mark.skipif(sys.platform != "linux", reason="a warm process needs Linux")
def test_what_is_running_is_given_up_after_ctrl_c(classroom):
    """Without that, this test would wait for an hour."""
    classroom.hand_in("ada", "double = lambda x: x + x")
    classroom.hand_in("bob", "while True:\n    pass")
    classroom.hand_in("eve", "double = lambda x: x + x")

    def press_ctrl_c(student):
        raise KeyboardInterrupt

    with (
        pytest.raises(KeyboardInterrupt),
        Here(Limits(cell=3600, run=3600), sandbox=False, workers=2) as engine,
    ):
        classroom.grade(engine, tell=press_ctrl_c)
    assert classroom.scores() == {"ada": 4.0}
    classroom.notebook("bob").unlink()
    assert classroom.grade()[0].entered == 2
    assert classroom.scores() == {"ada": 4.0, "bob": 0.0, "eve": 4.0}


def test_nothing_to_grade_or_to_report_is_said(classroom, tmp_path):
    with pytest.raises(CourseError, match="There is no hand-in for 01_double"):
        classroom.grade()
    with pytest.raises(CourseError, match="Nobody's work is graded for 01_double yet"):
        write_report(classroom.config, classroom.assignment, tmp_path / "report.html")


def test_the_report_names_what_to_look_at(classroom, tmp_path):
    classroom.hand_in("ada", "double = lambda x: x + x")
    classroom.hand_in("bob", "")
    classroom.notebook("bob").write_text("not a notebook")
    classroom.grade()
    page = write_report(classroom.config, classroom.assignment, tmp_path / "report.html")
    rows = BeautifulSoup(page.read_text(), "html.parser").find_all("tr")
    notes = {row.td.text: row.find_all("td")[-1].text for row in rows if row.td}
    assert notes["ada"] == ""
    assert "can't be read as a notebook" in notes["bob"]
