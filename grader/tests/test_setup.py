"""Set-up without an install, tried on a tiny checkout whose only package needs no network."""

import ast
import fcntl
import json
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader import setup
from grader.errors import CourseError

GRADER = Path(__file__).resolve().parents[1]
PYTHON = "{}.{}".format(*sys.version_info)
DECISIVE = (
    "requirements.txt",
    "grader/constraints.txt",
    "grader/pyproject.toml",
    "lessons/pyproject.toml",
)

# The build backend of the tiny package: no dependencies, and it stops at a gate when there is one.
BACKEND = """
import os, pathlib, zipfile
HERE = pathlib.Path(__file__).resolve().parent

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with (HERE / "builds").open("a") as builds:
        builds.write("built\\n")
    if (HERE / "gate").exists():
        (HERE / "gate").open("w").write("here")
        (HERE / "go").open().read()
    info, name = "tiny-1.dist-info/", "tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        wheel.write(HERE / "tiny.py", "tiny.py")
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tiny\\nVersion: 1\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\n")
        wheel.writestr(info + "entry_points.txt", "[console_scripts]\\ngrader = tiny:main\\n")
        wheel.writestr(info + "RECORD", "")
    return name
"""

# The installed command: tells what it was given, and ends as it is told.
COMMAND = """
import json, os, sys

def main():
    names = ("PATH", "VIRTUAL_ENV", "PYTHONPATH")
    seen = {name: os.environ.get(name, "") for name in names}
    print(json.dumps(seen | {"arguments": sys.argv[1:], "cwd": os.getcwd(), "prefix": sys.prefix}))
    return 7 if "seven" in sys.argv else 0
"""

PROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'


def plant(top: Path) -> Path:
    """Write a checkout with this project's set-up and the tiny package; return its folder."""
    package = top / "grader/src/grader"
    package.mkdir(parents=True)
    shutil.copy(GRADER / "__main__.py", top / "grader")
    for name in ("__init__.py", "errors.py", "setup.py"):
        shutil.copy(GRADER / "src/grader" / name, package)
    (top / "lessons").mkdir()
    (top / "tiny").mkdir()
    for name, text in {
        "requirements.txt": "-c grader/constraints.txt\n./tiny\n",
        "grader/constraints.txt": "tiny==1\n",
        "grader/pyproject.toml": "",
        "lessons/pyproject.toml": "",
        "tiny/backend.py": BACKEND,
        "tiny/tiny.py": COMMAND,
        "tiny/pyproject.toml": PROJECT,
    }.items():
        (top / name).write_text(text)
    return top


def variables(**more: str) -> dict[str, str]:
    """Return an environment without a network, and free of this machine's settings for pip."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    return kept | {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull} | more


STARTED: list[subprocess.Popen] = []


@pytest.fixture(autouse=True)
def _nothing_runs_on():
    """End what a failed test has left running, with the install that it began."""
    yield
    while STARTED:
        process = STARTED.pop()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def start(top: Path, *arguments: str, **more) -> subprocess.Popen:
    """Start `python3 grader ARGUMENTS` for a checkout, in a process group of its own."""
    process = subprocess.Popen(
        [sys.executable, str(top / "grader"), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=variables(**more),
    )
    STARTED.append(process)
    return process


def call(top: Path, *arguments: str, **more) -> tuple[int, str, str]:
    """Run `python3 grader ARGUMENTS`; return exit status, output and messages."""
    process = start(top, *arguments, **more)
    output, messages = process.communicate(timeout=60)
    return process.returncode, output, messages


def builds(top: Path) -> int:
    """Count how often pip has built the tiny package."""
    file = top / "tiny/builds"
    return len(file.read_text().splitlines()) if file.exists() else 0


def one_sentence(messages: str) -> str:
    """Return the only line of the messages."""
    assert "Traceback" not in messages
    (line,) = messages.splitlines()
    return line


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return a checkout that is set up; its settings are ones that lead pip astray."""
    top = plant(tmp_path_factory.mktemp("course") / "with space")
    astray = str(top.parent / "astray")
    status, output, messages = call(
        top, "check", "x.ipynb", PYTHONPATH=astray, PIP_TARGET=astray, PIP_USER="1"
    )
    assert status == 0, messages
    assert not Path(astray).exists()
    assert "Setting up" in messages
    assert "100 percent" in messages
    return top, json.loads(output)


@pytest.fixture
def prepared(installed, tmp_path):
    """Return a checkout with a `.venv` that works and was made by other means than the set-up."""
    top = plant(tmp_path / "course")
    shutil.copytree(installed[0] / ".venv", top / ".venv", symlinks=True)
    (top / ".venv/setup.json").unlink()
    return top


@pytest.fixture
def environment(tmp_path):
    """Return the environment, not made yet, of a checkout of this test's own."""
    return setup.Environment(plant(tmp_path / "course"))


def stamp(environment: setup.Environment, **changes: str) -> None:
    """Pretend that an environment is complete, but for changes in its stamp."""
    environment.bin.mkdir(parents=True)
    environment.python.symlink_to(sys.executable)
    environment.command.touch()
    environment.stamp.write_text(json.dumps(environment.wanted() | changes))


def test_hands_over_arguments_folder_and_path(installed):
    top, seen = installed
    assert seen["arguments"] == ["check", "x.ipynb"]
    assert seen["cwd"] == str(Path.cwd())
    assert seen["prefix"] == seen["VIRTUAL_ENV"] == str(top / ".venv")
    assert seen["PATH"].split(os.pathsep)[0] == str(top / ".venv/bin")
    assert seen["PYTHONPATH"] == ""


def test_second_time_is_quick_silent_and_keeps_the_exit_status(installed):
    top, _ = installed
    before, began = builds(top), time.monotonic()
    status, output, messages = call(top, "seven")
    assert time.monotonic() - began < 1
    assert (status, messages, builds(top)) == (7, "", before)
    assert json.loads(output)["arguments"] == ["seven"]


def test_environment_made_by_other_means_is_kept(prepared):
    kept = prepared / ".venv/kept"
    kept.touch()
    status, output, messages = call(prepared)
    assert status == 0, messages
    assert json.loads(output)["prefix"] == str(prepared / ".venv")
    assert kept.exists()


def test_changed_requirements_install_again_into_the_same_environment(installed):
    top, _ = installed
    before, kept = builds(top), top / ".venv/kept"
    kept.touch()
    with (top / "requirements.txt").open("a") as requirements:
        requirements.write("# changed\n")
    status, _, messages = call(top)
    assert status == 0, messages
    assert builds(top) == before + 1
    assert kept.exists()


def test_moved_folder_is_set_up_anew(installed, tmp_path):
    top, _ = installed
    moved = Path(shutil.copytree(top, tmp_path / "moved", symlinks=True))
    status, output, messages = call(moved)
    assert status == 0, messages
    assert f"moved or copied from {top}" in messages
    assert json.loads(output)["prefix"] == str(moved / ".venv")


def test_interrupted_installs_are_mended_by_the_next(prepared):
    top = prepared
    gate, go = top / "tiny/gate", top / "tiny/go"
    os.mkfifo(gate)
    os.mkfifo(go)
    for sent in (signal.SIGINT, signal.SIGKILL):
        process = start(top)
        gate.read_text()  # until pip is in the middle of its work
        (top / ".venv/half-installed").touch()
        os.killpg(process.pid, sent)
        _, messages = process.communicate(timeout=20)
        if sent == signal.SIGINT:
            assert process.returncode == 130
            assert messages.splitlines()[-1].startswith("The set-up was interrupted")
            assert "Traceback" not in messages
    gate.unlink()
    status, _, messages = call(top)
    assert status == 0, messages
    assert "The last set-up did not finish" in messages
    assert not (top / ".venv/half-installed").exists()


def test_a_process_that_only_imports_the_command_does_not_run_it(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["grader", "no such command"])
    main = GRADER / "src" / "grader" / "__main__.py"
    runpy.run_path(str(main), run_name="__mp_main__")
    with pytest.raises(SystemExit):
        runpy.run_path(str(main), run_name="__main__")


def test_two_at_a_time_install_once(prepared):
    top = prepared
    gate, go = top / "tiny/gate", top / "tiny/go"
    os.mkfifo(gate)
    os.mkfifo(go)
    first = start(top)
    gate.read_text()
    second = start(top)
    assert second.stderr.readline().startswith("Another set-up of this folder is running")
    go.write_text("on")
    for process in (first, second):
        _, messages = process.communicate(timeout=30)
        assert process.returncode == 0, messages
    assert builds(top) == 1


def test_install_that_outlives_its_starter_keeps_the_lock(environment):
    environment.folder.mkdir()
    with setup.alone(environment.lock) as lock:
        process = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(lock,)
        )
    with environment.lock.open("ab") as file:
        assert not setup.take(file.fileno())
        process.communicate(b"\n")
        assert setup.take(file.fileno())


def test_file_system_without_locks_counts_as_free(monkeypatch):
    def refuse(*_):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", refuse)
    assert setup.take(0)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, ""),
        ({"needs": "other"}, ""),
        ({"python": "3.9"}, "The last set-up was for Python 3.9."),
        ({"checkout": "/elsewhere"}, "This folder was moved or copied from /elsewhere."),
    ],
)
def test_stamp_decides_what_is_kept(environment, changes, why):
    stamp(environment, **changes)
    assert environment.ready() == (not changes)
    assert environment.why_anew() == why


@pytest.mark.parametrize("name", DECISIVE)
def test_each_file_that_decides_the_install_counts(environment, name):
    stamp(environment)
    assert environment.ready()
    (environment.top / name).write_text("changed")
    assert not environment.ready()


def test_truncated_stamp_means_unfinished(environment):
    stamp(environment)
    environment.stamp.write_text('{"checkout"')
    assert not environment.ready()
    assert environment.why_anew() == "The last set-up did not finish."


def test_environment_whose_python_is_gone_is_made_anew(environment):
    stamp(environment)
    environment.python.unlink()
    environment.python.symlink_to("/nowhere/python")
    assert not environment.ready()
    assert environment.why_anew() == "The environment that was there does not work."


def test_clearing_spares_the_log_and_what_a_link_points_to(environment, tmp_path):
    stamp(environment)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    (environment.folder / "link").symlink_to(outside)
    environment.log.touch()
    environment.clear()
    assert sorted(entry.name for entry in environment.folder.iterdir()) == [
        "setup.json",
        "setup.log",
    ]
    assert (outside / "file").exists()


@pytest.mark.parametrize("name", DECISIVE)
def test_incomplete_copy(tmp_path, name):
    top = plant(tmp_path / "course")
    (top / name).unlink()
    status, _, messages = call(top)
    assert status == 1
    assert f"{name} is missing" in one_sentence(messages)
    assert not (top / ".venv").exists()


def test_debug_shows_the_traceback(tmp_path):
    top = plant(tmp_path / "course")
    (top / "requirements.txt").unlink()
    status, _, messages = call(top, "check", "--debug")
    assert status == 1
    assert "Traceback" in messages


def test_folder_in_the_way_gives_one_sentence(tmp_path):
    top = plant(tmp_path / "course")
    (top / ".venv").touch()
    status, _, messages = call(top)
    assert status == 1
    assert f"because {top / '.venv'} is a file" in one_sentence(messages)


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_python_without_venv(monkeypatch, environment, missing):
    found = setup.importlib.util.find_spec
    monkeypatch.setattr(
        setup.importlib.util, "find_spec", lambda name: None if name == missing else found(name)
    )
    with pytest.raises(CourseError, match=f"lacks its module `{missing}`.*python{PYTHON}-venv"):
        environment.set_up()
    assert not environment.folder.exists()


def test_venv_that_fails_half_way_names_the_package(monkeypatch, environment, tmp_path):
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho 'ensurepip is not available'\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    with pytest.raises(CourseError, match=f"sudo apt install python{PYTHON}-venv"):
        environment.set_up()


def test_pip_that_puts_packages_elsewhere(monkeypatch, environment):
    environment.folder.mkdir()
    monkeypatch.setattr(environment, "run", lambda *_: (0, ""))
    with pytest.raises(CourseError, match="has not put the command"):
        environment.fill(0, None)


MACHINE = {
    "system": "linux",
    "machine": "x86_64",
    "bits": 64,
    "musl": False,
    "rosetta": False,
    "build": "cpython",
}


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"machine": "aarch64"},
        {"system": "darwin", "machine": "arm64"},
        {"system": "win32", "machine": "amd64"},
    ],
)
def test_supported_machines(facts):
    assert setup.objection(**MACHINE | facts) == ""


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"bits": 32}, "install a 64-bit Python"),
        ({"musl": True}, "glibc"),
        ({"machine": "riscv64"}, "linux on riscv64"),
        ({"system": "win32", "machine": "arm64"}, "Windows (AMD64)"),
        ({"system": "darwin", "machine": "x86_64"}, "Intel processor"),
        ({"system": "darwin", "machine": "x86_64", "rosetta": True}, "arch -arm64"),
        ({"build": "cpythont"}, "free-threaded"),
        ({"build": "pypy"}, "PyPy"),
    ],
)
def test_machines_without_tensorflow(facts, words):
    assert words in setup.objection(**MACHINE | facts)


def test_no_environment_on_a_machine_without_tensorflow(monkeypatch, environment):
    monkeypatch.setattr(setup, "unsupported", lambda: "This machine can't.")
    with pytest.raises(CourseError, match="This machine can't"):
        environment.set_up()
    assert not environment.folder.exists()


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError(...)'\n"
            "ERROR: No matching distribution found for tensorflow",
            "check the network",
        ),
        ("SSLError(SSLCertVerificationError(1, 'certificate verify failed", "PIP_CERT"),
        ("ERROR: No matching distribution found for tensorflow==2.21.0", "package tensorflow has"),
        ("ERROR: Cannot install tensorflow>=2.21 because these package", "package tensorflow has"),
        ("ERROR: Failed building wheel for h5py", "package h5py has no ready build"),
        ("ERROR: Could not install: [Errno 13] Permission denied: 'x'", "can't be written"),
        ("Collecting x\nERROR: something new\n\n", "stopped with `something new`"),
        ("Collecting x\nsomething odd\n", "stopped with `something odd`"),
        ("", "program was killed"),
    ],
)
def test_cause_of_a_failed_install(output, words, tmp_path):
    assert words in setup.cause(output, tmp_path)


def test_full_disk_is_seen_without_pip_saying_so(monkeypatch, tmp_path):
    monkeypatch.setattr(setup.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 0))
    assert "disk is full" in setup.cause("Collecting x", tmp_path)


def test_package_without_build_gives_one_sentence_and_the_log(prepared):
    top = prepared
    (top / "requirements.txt").write_text("absent==1\n")
    status, _, messages = call(top)
    assert status == 1
    assert "Traceback" not in messages
    last = messages.splitlines()[-1]
    assert "the package absent has no build" in last
    assert str(top / ".venv/setup.log") in last
    assert "absent==1" in (top / ".venv/setup.log").read_text()


@pytest.mark.parametrize(
    ("number", "words"),
    [(28, "disk is full"), (30, "/x can't be written"), (5, "/x: Input/output error")],
)
def test_files_that_cannot_be_written(number, words):
    assert words in setup.explain(OSError(number, os.strerror(number), "/x"))


PIP = """Obtaining file:///course/lessons
Collecting typing_extensions>=4 (from x)
  Using cached typing_extensions-4.16.0-py3-none-any.whl.metadata (3 kB)
Requirement already satisfied: A.B_C in /x (1)
Requirement already satisfied: a-b-c in /x (1)
Processing /wheels/ml_dtypes-0.6.0-cp313-cp313-manylinux.whl (from y)
Processing ./lessons
Using cached typing_extensions-4.16.0-py3-none-any.whl (44 kB)
Downloading https://an.index/files/tensorflow-2.21.0-cp313-cp313-manylinux.whl (572.6 MB)
"""


def test_progress_counts_each_package_once():
    assert setup.how_far(PIP, 157, 0) == ("Downloading", 4, 157)
    assert setup.how_far(PIP, 2, 0) == ("Downloading", 4, 4)
    assert setup.how_far("Collecting x\n", 0, 0) == ("Preparing", 0, 1)
    installing = PIP + "Installing collected packages: a, b, c, d\n"
    assert setup.how_far(installing, 157, 2) == ("Installing", 2, 4)


def test_progress_names_the_download_that_takes_long():
    assert setup.in_hand(PIP) == " (tensorflow, 572.6 MB)"
    assert setup.in_hand(PIP + "Processing /wheels/wrapt-2.5.2-py3-none-any.whl\n") == ""
    assert setup.in_hand("") == ""


def test_progress_on_a_terminal_is_one_line(environment):
    reader, terminal = os.openpty()
    with os.fdopen(terminal, "w") as stream, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", stream)
        with setup.Progress(environment) as progress:
            progress.show("")
            progress.show(PIP)
    shown = os.read(reader, 4096).decode()
    os.close(reader)
    assert shown.count("\n") == 1
    assert "\rDownloading: 4 of 4 packages, 0:00 (tensorflow, 572.6 MB)" in shown


def test_progress_expects_what_the_constraints_name():
    text = "# note==1\na-b==1 ; python_version < '3.12'\nA.b==2 ; python_version >= '3.12'\nc==1\n"
    assert setup.count_packages(text) == 2


def test_windows_runs_the_command_and_carries_its_status_over(monkeypatch, environment):
    environment.bin.mkdir(parents=True)
    environment.command.write_text("#!/bin/sh\nexit 5\n")
    environment.command.chmod(0o755)
    monkeypatch.setattr(setup, "WINDOWS", True)
    before = signal.getsignal(signal.SIGINT)
    try:
        assert environment.hand_over([]) == 5
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def run_as(version: tuple[int, ...], monkeypatch) -> int:
    """Run `grader/__main__.py` as though Python had another version; return its exit status."""
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(sys, "argv", ["grader", "start"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(GRADER / "__main__.py"), run_name="__main__")
    return end.value.code


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ((2, 7, 18), "Python 2.7 is too old"),
        ((3, 10, 1), "Python 3.10 is too old"),
        ((3, 14, 0), "Python 3.14 is too new"),
    ],
)
def test_unsupported_python_says_so(version, words, monkeypatch, capsys, tmp_path):
    shim = tmp_path / f"python{PYTHON}"  # as pyenv has for a version that is not switched on
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "execv", None)
    assert run_as(version, monkeypatch) == 1
    sentence = one_sentence(capsys.readouterr().err)
    assert words in sentence
    assert "3.11 to 3.13" in sentence
    assert " start`" in sentence


def test_unsupported_python_goes_on_with_a_supported_one(monkeypatch, tmp_path):
    (tmp_path / f"python{PYTHON}").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = []
    monkeypatch.setattr(os, "execv", lambda program, command: ran.append((program, command)))
    run_as((3, 10, 1), monkeypatch)
    python = str(tmp_path / f"python{PYTHON}")
    assert ran == [(python, [python, str(GRADER), "start"])]


def test_main_parses_on_python_3():
    ast.parse((GRADER / "__main__.py").read_text(), feature_version=(3, 4))


def old_pythons() -> list[str]:
    """Find Pythons that are too old and run, on PATH and among pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [str(path) for path in sorted(pyenv.glob("*/bin/python"))]
    found += filter(None, map(shutil.which, ("python2", "python3.6", "python3.8", "python3.10")))
    probe = "import sys; sys.exit(sys.version_info >= (3, 11))"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return [path for path in found if subprocess.run([path, "-c", probe], **quiet).returncode == 0]


@pytest.mark.parametrize("python", old_pythons() or [None])
def test_real_old_python_says_so(python, tmp_path):
    if python is None:
        pytest.skip("there is no old Python here")
    top = plant(tmp_path / "course")
    answer = subprocess.run(
        [python, str(top / "grader"), "start"],
        env=variables(PATH=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    assert "too old" in one_sentence(answer.stderr)
    assert not (top / ".venv").exists()
