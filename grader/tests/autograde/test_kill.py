"""A batch that is killed at any moment is completed by the next one."""

import contextlib
import multiprocessing
import random
import sqlite3
import time
from multiprocessing.connection import Client, Listener
from threading import Thread

import pytest

from grader.autograde.grade import grade

CLASS = 6
KILLS = 20


class Lent:
    """This process's runner, lent to processes that are going to be killed."""

    workers = 2

    def __init__(self, runner):
        self._runner = runner
        self._listener = Listener()
        Thread(target=self._serve, daemon=True).start()

    def grade(self, notebook, files):
        with Client(self._listener.address) as connection:
            connection.send((notebook, files))
            return connection.recv()

    def close(self):
        """Others use the runner too."""

    def _serve(self):
        while True:
            Thread(target=self._answer, args=(self._listener.accept(),), daemon=True).start()

    def _answer(self, connection):
        with connection, contextlib.suppress(EOFError, OSError):  # who asks may be killed
            notebook, files = connection.recv()
            connection.send(grade(notebook, self._runner, files))


@pytest.fixture(scope="module")
def engine(runner):
    return Lent(runner)


def hand_in_class(classroom):
    for number in range(CLASS):
        source = f"def double(x):\n    return {'x + x' if number % 3 else 'x'}  # {number}\n"
        classroom.hand_in(f"student{number}", source, timestamp="2025-03-01 12:00:00 UTC")
        (classroom.folder(f"student{number}") / "notes.txt").write_text("mine")


def start(classroom, engine):
    """Start a batch in a process; it says each time one is entered."""
    hear, say = multiprocessing.Pipe(duplex=False)

    def batch():
        hear.close()
        classroom.grade(engine, tell=say.send)

    process = multiprocessing.get_context("fork").Process(target=batch)
    process.start()
    say.close()
    return process, hear


def test_the_batch_is_completed_after_each_of_twenty_kills(classroom, engine):
    hand_in_class(classroom)
    process, hear = start(classroom, engine)
    times = []
    with contextlib.suppress(EOFError):
        while True:
            hear.recv()
            times.append(time.monotonic())
    process.join()
    assert process.exitcode == 0
    each = (times[-1] - times[0]) / (CLASS - 1)
    expected = classroom.everything()
    assert expected["counts"][0] == CLASS
    numbers = random.Random(5)
    done = []
    for kill in range(KILLS):
        classroom.forget()
        process, hear = start(classroom, engine)
        for _ in range(kill % CLASS):
            hear.recv()
        process.join(numbers.uniform(0, each))
        process.kill()
        process.join()
        done.append(len(classroom.scores()))
        result, _ = classroom.grade()
        assert result.unchanged + result.entered == CLASS
        assert classroom.everything() == expected
    assert sum(0 < count < CLASS for count in done) > KILLS / 4  # they came in the middle


def test_a_kill_between_file_and_gradebook_is_noticed(classroom):
    hand_in_class(classroom)
    classroom.grade()
    expected = classroom.everything()
    url = classroom.config.CourseDirectory.db_url.removeprefix("sqlite:///")
    with sqlite3.connect(url) as database:
        database.execute("update grader_hand_in set written = 'of an earlier file'")
        database.execute("update grade set auto_score = 1")
    result, _ = classroom.grade()
    assert result.entered == CLASS
    assert classroom.everything() == expected
