"""The walls around each child of a sandboxed warm process. Linux.

A child gets a process, mount and IPC namespace of its own, and private folders in memory. Then all
its powers are taken: capabilities, new privileges, further namespaces, and the system calls that
reach past the walls. Order matters, and each step stands for an escape that works without it.
"""

import ctypes
import math
import os
import platform
import resource
import struct
from pathlib import Path

from grader.run.outcome import Limits

HOME = Path("/tmp/run")  # of each child, in its own /tmp

_NEW_MOUNTS, _NEW_IPC, _NEW_PROCESSES = 0x00020000, 0x08000000, 0x20000000  # CLONE_NEW...
_READ_ONLY, _NO_SUID, _NO_DEVICES, _NO_PROGRAMS, _REMOUNT, _BIND = 1, 2, 4, 8, 32, 4096  # MS_...
_MOVE, _RECURSIVE, _PRIVATE = 1 << 13, 1 << 14, 1 << 18
_BOUNDING_DROP, _NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 24, 38, 22, 2  # PR_..., SECCOMP_MODE_...
_CAPABILITIES_3 = 0x20080522  # version of capset's structure
_TEMPORARY, _STAGE = Path("/tmp"), Path("/stage")
_MOST_FILES = 1024  # that a process may have open
_MOST_NAMES = 20_000  # of files and folders that a run may make
_USER = "root:x:0:0:student:/tmp/run/home:/bin/sh\n"

# System calls by their numbers on x86_64 and aarch64, which no notebook needs: sockets, what lives
# on past the namespaces, and what has been a way through the kernel before.
_DENIED = {
    "socket": (41, 198),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "ptrace": (101, 117),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "memfd_secret": (447, 447),
}
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, AUDIT_ARCH_...
_OTHER_ABI = 0x40000000  # x86_64 has a second set of numbers from here on

_libc = ctypes.CDLL(None, use_errno=True)


class Isolation:
    """Makes children of this process live apart. Made once, in a process that has all powers."""

    def __init__(self) -> None:
        self._processes = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
        Path("/etc/passwd").write_text(_USER)
        _STAGE.mkdir()
        mounts = Path("/proc/self/mounts").read_text().splitlines()
        places = (Path(line.split()[1].encode().decode("unicode_escape")) for line in mounts)
        self._kept = [place for place in places if _TEMPORARY in place.parents]
        for place in ("/", "/dev"):
            _mount(None, place, None, _REMOUNT | _BIND | _READ_ONLY | _NO_SUID)

    def before_fork(self) -> None:
        """Let the next fork be the first process of a new process namespace."""
        _call("setns", self._processes, _NEW_PROCESSES)  # else only one could be made
        _call("unshare", _NEW_PROCESSES)

    def enter(self, limits: Limits) -> None:
        """Shut this process in, for good."""
        os.close(self._processes)
        _call("unshare", _NEW_MOUNTS | _NEW_IPC)
        plain = _NO_SUID | _NO_DEVICES
        _mount(None, "/", None, _RECURSIVE | _PRIVATE)
        options = f"size={limits.disk},nr_inodes={_MOST_NAMES},mode=1777"
        _mount("tmpfs", "/dev/shm", "tmpfs", plain, options)
        _mount("tmpfs", _STAGE, "tmpfs", plain, options)
        for place in self._kept:
            _bind_again(place, _STAGE / place.relative_to(_TEMPORARY))
        _mount(_STAGE, _TEMPORARY, None, _MOVE)
        _mount("devpts", "/dev/pts", "devpts", _NO_SUID | _NO_PROGRAMS, "newinstance,ptmxmode=0666")
        _mount("proc", "/proc", "proc", plain | _NO_PROGRAMS, "subset=pid")
        Path("/proc/self/oom_score_adj").write_text("1000")
        _limit(limits)
        for capability in range(64):
            _libc.prctl(_BOUNDING_DROP, capability, 0, 0, 0)
        header = struct.pack("Ii", _CAPABILITIES_3, 0)
        _call("capset", header, bytes(24))
        _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _deny()


def _bind_again(place: Path, copy: Path) -> None:
    """Show a part of the interpreter that lies in /tmp in the new /tmp too."""
    if place.is_dir():
        copy.mkdir(parents=True, exist_ok=True)
    else:
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
    _mount(place, copy, None, _BIND)


def _limit(limits: Limits) -> None:
    seconds = math.ceil(limits.run) * (os.cpu_count() or 1)
    for kind, most in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, limits.disk),
        (resource.RLIMIT_NOFILE, _MOST_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def _deny() -> None:
    """Let the system calls that are not needed fail with EPERM."""
    column, architecture = _MACHINES[platform.machine()]
    numbers = [numbers[column] for numbers in _DENIED.values()]
    load, equal, at_least, give = 0x20, 0x15, 0x35, 0x06  # instructions of Berkeley packet filters
    deny = len(numbers) + 1  # instructions between the first number's test and the denial
    program = [
        (load, 0, 0, 4),
        (equal, 0, deny + 2, architecture),
        (load, 0, 0, 0),
        (at_least, deny, 0, _OTHER_ABI),
        *((equal, deny - 1 - place, 0, number) for place, number in enumerate(numbers)),
        (give, 0, 0, 0x7FFF0000),  # allow
        (give, 0, 0, 0x00050001),  # EPERM
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in program))
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    _call("prctl", _SECCOMP, _FILTER, header, 0, 0)


def _mount(
    source: Path | str | None,
    target: Path | str,
    kind: str | None,
    flags: int,
    options: str | None = None,
) -> None:
    texts = [text and os.fsencode(text) for text in (source, target, kind, options)]
    _call("mount", *texts[:3], ctypes.c_ulong(flags), texts[3])


def _call(name: str, *args: object) -> None:
    """Call a function of the C library.

    Raises:
        OSError: it failed.
    """
    if getattr(_libc, name)(*args):
        number = ctypes.get_errno()
        raise OSError(number, f"{name}{args}: {os.strerror(number)}")
