"""Sets the course up without an install: makes `.venv`, fills it once, hands over.

`grader/__main__.py` calls `main` before anything is installed, so only the standard library is at
hand. A stamp in `.venv` says for which folder, Python and requirements it was filled; it is written
last, and while it fits, a start costs a few file reads.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

from grader.errors import CourseError

TOP = Path(__file__).resolve().parents[3]
WINDOWS = sys.platform == "win32"
PYTHON = "{}.{}".format(*sys.version_info)

# What decides an install: when one of these changes, pip runs again.
DECISIVE = (
    "requirements.txt",
    "grader/constraints.txt",
    "lessons/pyproject.toml",
    "grader/pyproject.toml",
)

# TensorFlow 2.21 has wheels for these machines.
MACHINES = {"linux": ("x86_64", "aarch64"), "darwin": ("arm64",), "win32": ("amd64",)}

# Settings that would send packages, or Python, to another place than `.venv`.
MISLEADING = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_ROOT",
    "PIP_PYTHON",
    "PIP_REQUIRE_VIRTUALENV",
)

AGAIN = "then type the same command again"
DISK_FULL = f"the disk is full: free about 4 GB here and in the temporary folder, {AGAIN}"

# What pip's output shows, and the sentence for it; the first that fits is the cause.
CAUSES = (
    (
        r"No space left on device|Errno 28\b|Disk quota exceeded|not enough space on the disk",
        DISK_FULL,
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED|SSLError",
        "the package index's certificate is not trusted here: set PIP_CERT to your network's "
        f"certificate file, {AGAIN}",
    ),
    (
        r"NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError|ProxyError"
        r"|ProtocolError|getaddrinfo failed|Temporary failure in name resolution",
        "the package index can't be reached: check the network (behind a proxy, set HTTPS_PROXY), "
        f"{AGAIN}",
    ),
    (
        # With exact versions, a package without a build shows up as a conflict.
        r"(?:No matching distribution found for|Cannot install) ([\w.-]+)",
        "the package {0} has no build for this machine and Python: use Python 3.12 on 64-bit "
        "Linux, Windows or Apple silicon, or a package index that has it",
    ),
    (
        r"(?:Failed building wheel for|Failed to build) ([\w.-]+)",
        "the package {0} has no ready build for this machine and could not be built here: use "
        "Python 3.12 on 64-bit Linux, Windows or Apple silicon",
    ),
    (
        r"Permission denied|Errno 13\b|Read-only file system",
        "a file can't be written: copy the course to a folder of your own and type the command "
        "there",
    ),
)

# A package that pip has, or begins to download. Files that end in .whl.metadata come first, and
# don't count: they are small, and the downloads that take minutes come after all of them.
GOT = re.compile(
    r"^ *(?:Downloading|Using cached|Processing) (?:.*[/\\])?(?P<name>[\w.]+)-\d[^/\\ ]*"
    r"\.(?:whl|tar\.gz)(?: \((?P<size>[\d.]+ [kMG]?B)\)| |$)"
    r"|^ *Requirement already satisfied: (?P<kept>[\w.-]+)",
    re.MULTILINE,
)


def main() -> int:
    """Set the course up where needed, and hand over to the installed `grader` command.

    Returns:
        The exit status: of the installed command, 1 when the set-up fails, 130 after Ctrl-C.
    """
    arguments = sys.argv[1:]
    debug = "--debug" in arguments
    environment = Environment(TOP)
    try:
        if not environment.ready():
            environment.set_up()
        return environment.hand_over(arguments)
    except KeyboardInterrupt:
        if debug:
            raise
        say("The set-up was interrupted before its end: type the same command again to finish it.")
        return 130
    except CourseError as error:
        if debug:
            raise
        say(str(error))
    except OSError as error:
        if debug:
            raise
        say(explain(error))
    return 1


class Environment:
    """The `.venv` of one checkout: its place, its stamp, and how it is made.

    Args:
        top: The checkout's folder, resolved.
    """

    def __init__(self, top: Path) -> None:
        self.top = top
        self.folder = top / ".venv"
        self.bin = self.folder / ("Scripts" if WINDOWS else "bin")
        self.python = self.bin / ("python.exe" if WINDOWS else "python")
        self.command = self.bin / ("grader.exe" if WINDOWS else "grader")
        self.lock = self.folder / "setup.lock"
        self.log = self.folder / "setup.log"
        self.stamp = self.folder / "setup.json"

    def wanted(self) -> dict[str, str]:
        """Return what the stamp of an environment that fits says.

        Raises:
            CourseError: When the checkout lacks a file that decides the install.
        """
        needs = hashlib.sha256()
        for name in DECISIVE:
            try:
                needs.update(hashlib.sha256((self.top / name).read_bytes()).digest())
            except FileNotFoundError as error:
                raise CourseError(
                    f"The set-up can't begin, because {name} is missing from {self.top}: this copy "
                    "of the course is incomplete, so clone or unpack the whole course again."
                ) from error
        return {"checkout": str(self.top), "python": PYTHON, "needs": needs.hexdigest()}

    def stamped(self) -> dict[str, str] | None:
        """Read the stamp: None when there is none, `{}` when a set-up was not finished."""
        try:
            return json.loads(self.stamp.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError:
            return {}

    def ready(self) -> bool:
        """Tell whether the environment fits this checkout, so that nothing is to be done."""
        fits = self.stamped() == self.wanted()
        return fits and self.python.exists() and self.command.exists()

    def set_up(self) -> None:
        """Make or mend the environment, one process at a time.

        Raises:
            CourseError: When this machine can't run the course, or an install fails.
            OSError: When the folder can't be written.
        """
        wrong = unsupported() or missing_module()
        if wrong:
            raise CourseError(wrong)
        self.folder.mkdir(exist_ok=True)
        with alone(self.lock) as lock:
            if self.ready():  # another process has done it meanwhile
                return
            started = time.monotonic()
            why = self.why_anew()
            say(
                f"{why or 'The course needs its packages.'} Setting up {self.folder} with Python "
                f"{platform.python_version()}: this happens once, and takes a few minutes."
            )
            self.stamp.write_text("{}", encoding="utf-8")
            self.log.write_bytes(b"")
            with Progress(self) as progress:
                if why or not self.python.exists():
                    self.clear()
                    self.make(lock, progress)
                self.fill(lock, progress)
            self.write_stamp()
            say(f"The course is set up, in {time.monotonic() - started:.0f} seconds.")

    def why_anew(self) -> str:
        """Say why the environment that is there can't be kept; empty when it can, or is absent."""
        stamp = self.stamped()
        if stamp is not None:
            if not stamp:
                return "The last set-up did not finish."
            if stamp.get("checkout") != str(self.top):
                return f"This folder was moved or copied from {stamp.get('checkout')}."
            if stamp.get("python") != PYTHON:
                return f"The last set-up was for Python {stamp.get('python')}."
        if not self.python.is_symlink() and not self.python.exists():
            return ""
        probe = "import sys, pip; print('{}.{}'.format(*sys.version_info))"
        with contextlib.suppress(OSError):
            answer = subprocess.run(
                [str(self.python), "-I", "-c", probe], capture_output=True, text=True, check=False
            )
            if answer.returncode == 0 and answer.stdout.strip() == PYTHON:
                return ""
        return "The environment that was there does not work."

    def clear(self) -> None:
        """Delete what is in the environment, except the set-up's own files."""
        for entry in self.folder.iterdir():
            if entry not in (self.lock, self.log, self.stamp):
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry)
                else:
                    entry.unlink()

    def make(self, lock: int, progress: Progress) -> None:
        """Make an empty environment with pip in it.

        Raises:
            CourseError: When Python's `venv` fails.
        """
        command = [sys.executable, "-I", "-m", "venv", str(self.folder)]
        status, output = self.run(command, lock, progress)
        if status and "ensurepip" in output:
            raise CourseError(without("ensurepip"))
        if status:
            raise CourseError(self.failure(f"{self.folder} could not be made", output))

    def fill(self, lock: int, progress: Progress) -> None:
        """Install requirements.txt from the top folder, from which pip resolves `-e ./lessons`.

        Raises:
            CourseError: When pip fails, or ends without the command it should have installed.
        """
        options = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
        command = [str(self.python), "-m", "pip", "install", *options, "-r", "requirements.txt"]
        status, output = self.run(command, lock, progress)
        if status:
            raise CourseError(self.failure("The packages could not be installed", output))
        if not self.command.exists():
            raise CourseError(
                f"The set-up failed, because pip has not put the command {self.command} in place: "
                "look for `target`, `prefix` or `root` in what `pip config list` prints, take it "
                f"out, {AGAIN}. All that pip said is in {self.log}."
            )

    def run(self, command: list[str], lock: int, progress: Progress) -> tuple[int, str]:
        """Run a step of the set-up, its output in the log, its progress shown.

        The step holds the lock too: when this process is killed, the next set-up waits for it.

        Returns:
            The step's exit status, and what it wrote.
        """
        shared = {} if WINDOWS else {"pass_fds": (lock,)}
        with self.log.open("ab") as log, self.log.open("rb") as reader:
            reader.seek(0, os.SEEK_END)
            output = b""
            process = subprocess.Popen(
                command,
                cwd=self.top,
                env=self.variables() | {"PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                **shared,
            )
            try:
                while True:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(0.2)
                    output += reader.read()
                    progress.show(output.decode(errors="replace"))
                    if process.returncode is not None:
                        return process.returncode, output.decode(errors="replace")
            finally:
                if process.poll() is None:
                    process.terminate()
                    process.wait()

    def variables(self) -> dict[str, str]:
        """Return the environment variables for pip and for the installed command.

        Where packages come from (index, proxy, certificates) stays as it is. nbgrader calls
        `alembic` from PATH, so the environment's programs come first.
        """
        kept = {name: value for name, value in os.environ.items() if name not in MISLEADING}
        path = os.pathsep.join([str(self.bin), os.environ.get("PATH", os.defpath)])
        return kept | {"PIP_USER": "0", "VIRTUAL_ENV": str(self.folder), "PATH": path}

    def failure(self, what: str, output: str) -> str:
        """Turn a step's output into one sentence: what happened, why, what to do."""
        return f"{what}, because {cause(output, self.folder)}. All that was said is in {self.log}."

    def write_stamp(self) -> None:
        """Say, in one move, that the environment is complete."""
        new = self.stamp.with_suffix(".new")
        new.write_text(json.dumps(self.wanted()), encoding="utf-8")
        new.replace(self.stamp)

    def hand_over(self, arguments: list[str]) -> int:
        """Become the installed command; on Windows, run it and return its exit status."""
        command = [str(self.command), *arguments]
        if WINDOWS:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command to answer
            return subprocess.call(command, env=self.variables())
        sys.stdout.flush()
        os.execve(command[0], command, self.variables())


class Progress:
    """Shows how far pip is: one line that updates itself on a terminal, a few lines elsewhere.

    Args:
        environment: The environment that is being filled.
    """

    def __init__(self, environment: Environment) -> None:
        library = "Lib" if WINDOWS else f"lib/python{PYTHON}"
        self.packages = environment.folder / library / "site-packages"
        self.expected = count_packages((environment.top / "grader/constraints.txt").read_text())
        self.started = time.time()
        self.live = sys.stderr.isatty()
        self.said = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            sys.stderr.write("\n")

    def show(self, output: str) -> None:
        """Show how far a step is, from all that it has written so far."""
        stage, done, total = how_far(output, self.expected, self.installed())
        if self.live:
            minutes, seconds = divmod(int(time.time() - self.started), 60)
            width = (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
            now = in_hand(output) if stage == "Downloading" else ""
            line = f"{stage}: {done} of {total} packages, {minutes}:{seconds:02}{now}"
            sys.stderr.write("\r" + line[:width].ljust(width))
            sys.stderr.flush()
            return
        quarter = f"{stage}: {done * 4 // total * 25} percent of {total} packages"
        if quarter != self.said:
            self.said = quarter
            say(quarter)

    def installed(self) -> int:
        """Count the packages that this set-up has installed so far."""
        found = self.packages.glob("*.dist-info")
        return sum(entry.stat().st_mtime >= self.started for entry in found)


def how_far(output: str, expected: int, installed: int) -> tuple[str, int, int]:
    """Read from pip's output how far it is.

    Args:
        output: All that pip has written so far.
        expected: How many packages the constraints name.
        installed: How many packages are in place since pip started.

    Returns:
        The stage in words, packages done, packages in all (at least 1, and at least those done).
    """
    installing = re.search(r"^Installing collected packages: (.*)", output, re.MULTILINE)
    if installing:
        total = installing[1].count(",") + 1
        return "Installing", min(installed, total), total
    names = [match["name"] or match["kept"] for match in GOT.finditer(output)]
    done = len({normal(name) for name in names})
    return "Downloading" if names else "Preparing", done, max(expected, done, 1)


def in_hand(output: str) -> str:
    """Name the file that pip is downloading, and its size; empty when it does something else."""
    last = None
    for match in GOT.finditer(output):
        last = match
    return f" ({last['name']}, {last['size']})" if last and last["size"] else ""


def count_packages(constraints: str) -> int:
    """Count the packages that a constraints file names, each once."""
    return len({normal(name) for name in re.findall(r"^([\w.-]+)==", constraints, re.MULTILINE)})


def normal(name: str) -> str:
    """Spell a package's name as the index does."""
    return re.sub(r"[-_.]+", "-", name).lower()


def cause(output: str, folder: Path) -> str:
    """Say why a step failed and what to do, from its output and the room left in its folder."""
    for pattern, sentence in CAUSES:
        match = re.search(pattern, output)
        if match:
            return sentence.format(*match.groups())
    if shutil.disk_usage(folder).free < 100e6:  # too full even for the log to say so
        return DISK_FULL
    lines = re.findall(r"^(?:ERROR|error|Error): *(.*\w)", output, re.MULTILINE) or output.split(
        "\n"
    )
    last = next(
        (line.strip() for line in reversed(lines) if line.strip()), "its program was killed"
    )
    return f"the install stopped with `{last}`: mend that, {AGAIN}"


def explain(error: OSError) -> str:
    """Say in one sentence why the set-up could not read or write a file, and what to do."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The set-up failed, because {DISK_FULL}."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return (
            f"The set-up failed, because {error.filename} can't be written: close the course's "
            "programs, or copy the course to a folder of your own and type the command there."
        )
    if error.errno == errno.EEXIST:
        return f"The set-up failed, because {error.filename} is a file: rename it, {AGAIN}."
    return f"The set-up failed, because of {error.filename}: {error.strerror}; mend that, {AGAIN}."


def unsupported() -> str:
    """Say why TensorFlow can't be installed on this machine with this Python; empty when it can."""
    machine = sysconfig.get_platform().rpartition("-")[2] if WINDOWS else os.uname().machine
    return objection(
        system=sys.platform,
        machine=machine.lower(),
        bits=64 if sys.maxsize > 2**32 else 32,
        musl=sys.platform == "linux" and platform.libc_ver()[0] != "glibc",
        rosetta=sys.platform == "darwin" and runs_under_rosetta(),
        build=sys.implementation.name
        + ("t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""),
    )


def objection(
    *, system: str, machine: str, bits: int, musl: bool, rosetta: bool, build: str
) -> str:
    """Say which fact about a machine rules TensorFlow out, and what to do; empty when none does.

    Args:
        system: `sys.platform`.
        machine: The processor that Python was built for, in lower case.
        bits: Python's word size, 32 or 64.
        musl: Whether a Linux uses musl (Alpine) for its C library.
        rosetta: Whether a Mac translates this Python from Intel code.
        build: Python's implementation; `cpythont` is the free-threaded one.
    """
    what = "The course can't be installed, because "
    if bits == 32:
        return f"{what}this Python is a 32-bit one: install a 64-bit Python 3.12 from python.org."
    if build != "cpython":
        return (
            f"{what}TensorFlow needs the ordinary CPython, not PyPy or a free-threaded build: "
            "install Python 3.12 from python.org."
        )
    if rosetta:
        return (
            f"{what}this Python was built for Intel and runs through Rosetta, where TensorFlow "
            "does not run: install a Python for Apple silicon (arm64) from python.org, or type "
            "`arch -arm64` before the command."
        )
    if system == "darwin" and machine == "x86_64":
        return (
            f"{what}TensorFlow 2.21 does not exist for Macs with an Intel processor: use a Mac "
            "with Apple silicon, a 64-bit Linux or Windows, or an online service such as Colab."
        )
    if musl:
        return (
            f"{what}TensorFlow needs the C library glibc and this Linux (Alpine, perhaps) has "
            "another one: use Debian, Ubuntu or Fedora, or an image such as python:3.12-slim."
        )
    if machine not in MACHINES.get(system, ()):
        return (
            f"{what}TensorFlow 2.21 does not exist for {system} on {machine}: use a Python for "
            "64-bit Linux (x86_64, aarch64), Windows (AMD64) or macOS on Apple silicon."
        )
    return ""


def runs_under_rosetta() -> bool:
    """Ask macOS whether it translates this process from Intel code."""
    question = ["sysctl", "-n", "sysctl.proc_translated"]
    answer = subprocess.run(question, capture_output=True, text=True, check=False)
    return answer.stdout.strip() == "1"


def missing_module() -> str:
    """Say which module for making environments this Python lacks; empty when none."""
    for name in ("venv", "ensurepip"):
        if importlib.util.find_spec(name) is None:
            return without(name)
    return ""


def without(module: str) -> str:
    """Say that Python lacks a module of its own, and how to get it."""
    return (
        f"The set-up can't make .venv, because this Python lacks its module `{module}`: on Debian "
        f"or Ubuntu type `sudo apt install python{PYTHON}-venv`, elsewhere install Python 3.12 "
        f"from python.org, {AGAIN}."
    )


@contextlib.contextmanager
def alone(path: Path) -> Iterator[int]:
    """Hold a lock file, waiting for another process that holds it; gives its descriptor."""
    with path.open("ab") as file:
        if not take(file.fileno()):
            say("Another set-up of this folder is running: waiting for it to end.")
            while not take(file.fileno()):
                time.sleep(0.2)
        yield file.fileno()


def take(descriptor: int) -> bool:
    """Take a lock if it is free; a file system without locks counts as free."""
    try:
        if WINDOWS:
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    return True


def say(sentence: str) -> None:
    """Tell the person at the keyboard; standard output belongs to the installed command."""
    print(sentence, file=sys.stderr, flush=True)
