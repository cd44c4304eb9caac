"""PostgreSQL holds the same gradebook as SQLite, and a locked gradebook is named."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import pytest

from grader.errors import CourseError

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))


@pytest.fixture(scope="module")
def postgresql():
    """The address of a PostgreSQL server of this test's own."""
    pytest.importorskip("psycopg")
    found = shutil.which("pg_ctl") or (str(PROGRAMS[-1]) if PROGRAMS else None)
    if found is None:
        pytest.skip("PostgreSQL's server is not installed here")
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # a short path: sockets have no room for more
    user = {}
    if os.geteuid() == 0:  # the server refuses to be run by root
        user = {"user": "nobody", "extra_groups": []}
        shutil.chown(folder, "nobody")

    def control(*arguments):
        command = [found, "-D", str(folder / "data"), *arguments]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, **user)

    control("init", "-o", "--no-sync --auth=trust --username=teacher --encoding=UTF8")
    control("start", "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -h '' -F")
    yield f"postgresql+psycopg://teacher@/postgres?host={folder}"
    control("stop", "-m", "immediate")
    shutil.rmtree(folder)


def test_postgresql_holds_the_same_gradebook(classroom, postgresql):
    classroom.hand_in_answers()
    classroom.hand_in("nul", "import os; print('\\0', flush=True); os._exit(0)")
    classroom.notebook("nul").write_bytes(b'{"cells": \0')
    classroom.grade()
    expected = classroom.everything()
    shutil.rmtree(classroom.course.root / "grader" / "autograded")
    classroom.config.CourseDirectory.db_url = postgresql
    result, _ = classroom.grade()
    assert result.entered == len(classroom.points) + 1
    assert classroom.everything() == expected
    assert classroom.grade()[0].unchanged == len(classroom.points) + 1
    classroom.hand_in("right_add", "import os; os._exit(0)")
    classroom.grade()
    assert classroom.scores()["right_add"] == 0
    with classroom.gradebook() as gradebook:
        gradebook.remove_submission(classroom.assignment, "right_add")
    assert "right_add" not in classroom.scores()


def test_a_name_too_long_for_postgresql_leaves_the_others_graded(classroom, postgresql):
    classroom.config.CourseDirectory.db_url = postgresql
    name = "n" * 200
    classroom.hand_in(name, "double = lambda x: x + x")
    classroom.hand_in("zoe", "double = lambda x: x + x")
    result, status = classroom.grade()
    assert result.left == [name]
    assert status[name].startswith("Not graded: DataError")
    assert classroom.scores()["zoe"] == 4


def test_a_locked_gradebook_is_named_and_what_was_entered_is_kept(classroom):
    classroom.hand_in("ada", "double = lambda x: x + x")
    classroom.grade()
    classroom.hand_in("ben", "double = lambda x: x + x")
    url = classroom.config.CourseDirectory.db_url
    classroom.config.CourseDirectory.db_url = f"{url}?timeout=0.1"
    other = sqlite3.connect(url.removeprefix("sqlite:///"))
    other.execute("begin immediate")
    try:
        with pytest.raises(CourseError, match=r"can't be written \(database is locked\)"):
            classroom.grade()
    finally:
        other.close()
    assert classroom.scores() == {"ada": 4}
    assert classroom.grade()[0].entered == 1
    assert classroom.scores() == {"ada": 4, "ben": 4}


def test_a_damaged_gradebook_is_named_and_left_as_it_is(classroom):
    classroom.hand_in("ada", "double = lambda x: x + x")
    path = Path(classroom.config.CourseDirectory.db_url.removeprefix("sqlite:///"))
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(CourseError, match=r"can't be used \(file is not a database\)"):
        classroom.grade()
    assert path.read_bytes() == b"no database" * 1000
