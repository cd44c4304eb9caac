"""The runner's parts by themselves, without a process."""

import os
import sys
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.run import CellOutcome, Limits, Run, RunnerError, files, sections
from grader.run.execution import Execution
from grader.run.far_end import Ended
from grader.run.frames import BadFrame, Decoder, encode
from grader.run.rewrite import prepare
from grader.run.transcript import Transcript

READY = {"type": "ready"}
TOKEN = "the token that came last"
START = {"type": "start", "count": 1, "token": TOKEN}
DONE = {"type": "done", "token": TOKEN, "error": None, "value": None, "tampering": ""}
PASSED = {**DONE, "value": 2.0}
DEATH = Ended("was hit by a test", {"stdout": "last words", "stderr": ""})
SERVER_DEATH = Ended("ended with the warm process", {}, server=True)


class Scripted:
    """A child that says what it is told to, and notes what is done to it."""

    def __init__(self, *events):
        self._events = [READY, *events]
        self._token = None
        self.done = []

    def send(self, frame):
        self.done.append(frame.get("source", frame["type"]))
        self._token = frame.get("token")

    def receive(self, timeout):
        event = self._events.pop(0) if self._events else None
        if isinstance(event, BadFrame):
            raise event
        if isinstance(event, dict) and event.get("token") == TOKEN:
            event = {**event, "token": self._token}
        return event

    def interrupt(self):
        self.done.append("interrupt")

    def close(self):
        self.done.append("close")
        return DEATH


def execution(*sources, checks=(), **limits):
    return Execution(
        new_notebook(cells=[new_code_cell(s) for s in sources]),
        Limits(**limits),
        place=None,
        checks=frozenset(checks),
    )


def statuses(execution):
    return [cell.status for cell in execution.result().cells]


def test_frames_survive_any_cut():
    frames = [{"type": "é\u2028", "n": [1, None]}, {}, {"x": "y" * 1000}]
    data = b"".join(encode(frame) for frame in frames)
    for size in (1, 3, 1000, len(data)):
        decoder = Decoder()
        chunks = (data[i : i + size] for i in range(0, len(data), size))
        assert [frame for chunk in chunks for frame in decoder.feed(chunk)] == frames


@pytest.mark.parametrize(
    "data",
    [b"\xff" * 8, b"\0\0\0\2{x", b"\0\0\0\2[]", b"\0\1\x86\xa0" + b"[" * 100_000, b"\0\0\0\1\xff"],
    ids=["too long", "no JSON", "no object", "too deep", "no text"],
)
def test_what_is_no_frame_is_refused(data):
    with pytest.raises(BadFrame):
        list(Decoder().feed(data))


@pytest.mark.skipif(sys.platform != "linux", reason="there is no warm process")
def test_what_arrives_before_a_bad_message_counts():
    from grader.run.warm import WarmChild

    def request(message, descriptors):
        os.write(descriptors[0], encode(START) + encode({"n": 1})[:-1] + b"!")

    child = WarmChild(SimpleNamespace(request=request), Limits(), [])
    assert child.receive(1) == START
    with pytest.raises(BadFrame):
        child.receive(1)


def test_a_death_is_blamed_on_the_cell_that_started_last():
    run = execution("a", "b", "c")
    assert run.attempt(Scripted(START, DONE, DEATH), blame=False) == DEATH
    assert statuses(run) == ["died", "not run", "not run"]
    again = Scripted(START, DONE, START, DONE)
    assert run.attempt(again, blame=False) is None
    assert again.done == ["begin", "b", "c"]
    assert statuses(run) == ["died", "ok", "ok"]


def test_the_warm_process_s_death_is_blamed_on_a_cell_only_when_no_other_run_was_there():
    run = execution("a", "b")
    assert run.attempt(Scripted(START, DONE, START, SERVER_DEATH), blame=False) == SERVER_DEATH
    assert statuses(run) == ["ok", "not run"]
    run.attempt(Scripted(START, DONE, START, SERVER_DEATH), blame=True)
    assert statuses(run) == ["ok", "died"]


def test_a_late_cell_is_interrupted_then_killed():
    run = execution("a", "b", "c")
    child = Scripted(START, None, DONE, START, None, None)
    assert run.attempt(child, blame=False) == DEATH
    assert child.done == ["begin", "a", "interrupt", "b", "interrupt", "close"]
    assert statuses(run) == ["timed out", "timed out", "not run"]


def test_cells_after_the_run_s_end_are_not_run():
    run = execution("a", "b", run=0)
    assert run.attempt(Scripted(), blame=False) is None
    assert statuses(run) == ["not run", "not run"]
    assert "0 seconds" in run.result().cells[0].reason


def test_a_cell_that_talks_without_end_is_late_too():
    class Talker(Scripted):
        def receive(self, timeout):
            return READY if "a" not in self.done else {"type": "clear", "wait": True}

    run = execution("a", cell=0.01)
    child = Talker()
    run.attempt(child, blame=False)
    assert child.done == ["begin", "a", "interrupt", "close"]
    assert statuses(run) == ["timed out"]


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"type": "done"},
        {**DONE, "token": "0" * 32},
        {**DONE, "error": 1},
        {**DONE, "error": {"traceback": 1}},
        {"type": "start", "count": 2, "token": "0" * 32},
        {**START, "count": "x"},
        {"type": "display", "data": 1, "metadata": {}},
        {"type": "stream", "name": "stdout"},
        {"type": "error", "ename": "x", "evalue": "y", "traceback": None},
        BadFrame("noise"),
    ],
)
def test_a_forged_message_costs_the_cell(forged):
    run = execution("a")
    run.attempt(Scripted(START, forged), blame=False)
    assert statuses(run) == ["died"]
    assert "no message" in run.result().cells[0].reason
    nbformat.validate(run.result().notebook)


def test_a_process_that_does_not_get_ready_is_an_error():
    child = Scripted()
    child._events = [Ended("", {"stderr": "ImportError: no tensorflow"})]
    child.close = lambda: Ended("", {"stderr": "ImportError: no tensorflow"})
    with pytest.raises(RunnerError, match="ImportError: no tensorflow"):
        execution("a").attempt(child, blame=False)


def test_odd_outputs_become_valid():
    notebook = new_notebook(cells=[new_code_cell("a")])
    transcript = Transcript(notebook)
    odd = {"text/plain": "\ud800", "text/html": 3, "application/json": {"\udfff": ["\ud800", 1]}}
    transcript.apply(0, {"type": "display", "data": odd, "metadata": {"a": {"b": "\ud800"}}})
    transcript.apply(0, {"type": "stream", "name": "\ud800", "text": "\ud800"})
    notebook = nbformat.from_dict(notebook)
    nbformat.validate(notebook)
    nbformat.writes(notebook).encode()
    assert notebook.cells[0].outputs[0]["data"]["application/json"] == {"?": ["?", 1]}


def test_after_a_death_in_the_last_cell_nothing_is_run_again():
    run = execution("a", "b")
    assert run.attempt(Scripted(START, DONE, START, DEATH), blame=False) is None
    assert statuses(run) == ["ok", "died"]


def test_a_check_has_finished_when_its_token_came_back():
    run = execution("a", "b", checks={0, 1})
    child = Scripted(START, PASSED, START, DONE, DONE)
    assert run.attempt(child, blame=False) is None
    assert child.done == ["begin", "check", "check", "end"]
    first, second = run.result().cells
    assert (first.finished, first.value, first.tampering) == (True, 2.0, "")
    assert (second.finished, second.value, second.tampering) == (True, None, "")


@pytest.mark.parametrize(
    "done",
    [
        {name: value for name, value in PASSED.items() if name != "token"},
        {**PASSED, "token": "0" * 32},
    ],
    ids=["no token", "a wrong one"],
)
def test_a_forged_pass_is_tampering(done):
    run = execution("a", checks={0})
    run.attempt(Scripted(START, done), blame=False)
    (cell,) = run.result().cells
    assert not cell.finished
    assert cell.value is None
    assert "in the grader's name" in cell.tampering


def test_a_death_right_after_a_pass_is_tampering():
    for checks in ({0}, {0, 1}):
        run = execution("a", "b", checks=checks)
        run.attempt(Scripted(START, PASSED, DEATH), blame=False)
        cell = run.result().cells[0]
        assert (cell.finished, cell.value, cell.status) == (False, None, "died")
        assert "right after this check had passed" in cell.tampering
    last = execution("a", checks={0})
    last.attempt(Scripted(START, PASSED, DEATH), blame=False)
    assert not last.result().cells[0].finished


def test_a_check_that_is_no_python_fails_alone():
    run = execution("x = = 1", "b", checks={0, 1})
    run.attempt(Scripted(START, PASSED, DONE), blame=False)
    broken, sound = run.result().cells
    assert (broken.finished, broken.ename) == (False, "SyntaxError")
    assert sound.finished


def test_in_a_check_nothing_but_its_number_looks_like_a_score_or_a_failure():
    forged = {"type": "display", "data": {"text/plain": "9"}, "metadata": {}, "result": True}
    noise = {"type": "stream", "name": "stderr", "text": "careful"}
    run = execution("a", checks={0})
    run.attempt(Scripted(START, forged, noise, PASSED, DONE), blame=False)
    kinds = [(o.output_type, o.get("name")) for o in run.result().notebook.cells[0].outputs]
    assert kinds == [("display_data", None), ("stream", "stdout"), ("execute_result", None)]
    assert run.result().notebook.cells[0].outputs[-1].data == {"text/plain": "2.0"}


def test_a_check_leans_on_all_that_it_names():
    names = prepare("assert np.isin(got, {1}).all() or all(map(good, got))")["names"]
    assert set(names) == {"np", "isin", "got", "all", "map", "good"}


def test_sections_that_another_one_may_have_hurt_are_repeated():
    states = ["ok", "ok", "error", "died", "ok", "died", "ok", "ok"]
    cells = [CellOutcome(index, state) for index, state in enumerate(states)]
    for index in (0, 7):
        cells[index].finished = True
    notebook = new_notebook(cells=[new_code_cell(f"{index}") for index in range(8)])
    checks = frozenset({0, 2, 3, 5, 7})  # a setup, then three sections
    (section,) = sections.to_repeat(Run(notebook, cells), checks)
    assert section == {4, 5}
    part = sections.alone(notebook, section, checks)
    assert [cell.source for cell in part.cells] == ["0", "", "2", "3", "4", "5", "", "7"]


def test_what_a_section_gives_by_itself_is_taken_over():
    first, second = (execution("a", "b", checks={0, 1}) for _ in range(2))
    first.attempt(Scripted(START, PASSED, START, DEATH), blame=False)
    second.attempt(Scripted(START, DONE, START, PASSED, DONE), blame=False)
    run = first.result()
    sections.take_over(run, second.result(), frozenset({1}))
    assert [(cell.finished, cell.value) for cell in run.cells] == [(True, 2.0), (True, 2.0)]
    assert run.notebook.cells[1].outputs[0].data == {"text/plain": "2.0"}


def test_only_so_many_files_lie_beside_a_notebook(monkeypatch, tmp_path):
    for name in ("b.txt", "a.txt", "venv/1.py", "venv/2.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(files, "_MOST", 3)
    sent = [message["path"] for message in files.messages(tmp_path, 1000)]
    assert sent == ["a.txt", "b.txt", "venv/1.py"]
