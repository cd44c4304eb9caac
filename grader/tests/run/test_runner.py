"""Notebooks through the runner, as its callers see it."""

import json
import re
import subprocess
import sys
import tempfile
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor

import nbformat
import psutil
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grader.run import Limits, Runner

LIMITS = Limits(cell=3, run=40, memory=5 * 1024**3 // 4, text=100_000, outputs=50)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forking needs Linux")


@pytest.fixture(scope="module")
def runner():
    """One warm process for all."""
    with Runner(LIMITS, plain=False) as runner:
        yield runner


def notebook(*sources):
    return new_notebook(cells=[new_code_cell(textwrap.dedent(source)) for source in sources])


def execute(runner, *sources, **where):
    run = runner.run(notebook(*sources), **where)
    nbformat.validate(run.notebook)
    return run


def statuses(run):
    return [cell.status for cell in run.cells]


def outputs(run, cell=-1):
    """A short form: ('stdout', text), ('display_data', {mime: data}), ('error', ename)."""
    short = []
    for output in run.notebook.cells[cell].outputs:
        if output.output_type == "stream":
            short.append((output.name, output.text))
        elif output.output_type == "error":
            short.append(("error", output.ename))
        else:
            short.append((output.output_type, dict(output.data)))
    return short


def stdout(run, cell=-1):
    return "".join(text for kind, text in outputs(run, cell) if kind == "stdout")


def test_outputs_keep_their_order(runner):
    run = execute(
        runner,
        """
        import os, sys
        from IPython.display import HTML, display
        print("one"); print("two")
        print("three", file=sys.stderr)
        os.system("echo four")
        print("five", flush=True)
        display(HTML("<b>six</b>"))
        print("seven")
        8
        """,
    )
    *before, display, seven, result = outputs(run)
    assert before == [
        ("stdout", "one\ntwo\n"),
        ("stderr", "three\n"),
        ("stdout", "four\nfive\n"),
    ]
    assert display[1]["text/html"] == "<b>six</b>"
    assert seven == ("stdout", "seven\n")
    assert result == ("execute_result", {"text/plain": "8"})
    assert run.notebook.cells[0].outputs[-1].execution_count == 1
    assert statuses(run) == ["ok"]


def test_the_notebook_given_stays_as_it_is(runner):
    given = notebook("1", "", "2")
    given.cells.insert(1, new_markdown_cell("text"))
    given.cells[0].outputs = [nbformat.v4.new_output("stream", text="old")]
    before = nbformat.writes(given)
    run = runner.run(given)
    assert nbformat.writes(given) == before
    assert [(cell.index, cell.status) for cell in run.cells] == [(0, "ok"), (2, "ok"), (3, "ok")]
    assert [c.get("execution_count") for c in run.notebook.cells] == [1, None, None, 2]
    assert outputs(run, 0) == [("execute_result", {"text/plain": "1"})]


def test_figures_come_where_they_are_shown_and_at_the_end(runner):
    run = execute(
        runner,
        """
        %matplotlib inline
        import matplotlib.pyplot as plt
        plt.plot([1, 2]); plt.show()
        print("between")
        figure = plt.figure(); figure.gca().plot([2, 1]);
        """,
        "plt.plot([3, 4]); print('no mark was needed')",
    )
    first, between, last = outputs(run, 0)
    assert between == ("stdout", "between\n")
    for kind, data in (first, last, outputs(run, 1)[1]):
        assert kind == "display_data"
        assert data["image/png"].startswith("iVBOR")
    assert first[1]["image/png"] != last[1]["image/png"]


def test_displays_are_updated_and_cleared(runner):
    run = execute(
        runner,
        """
        from IPython.display import clear_output, display
        handle = display("old", display_id=True)
        """,
        "handle.update('new')",
        "print('gone'); clear_output(); print('stays')",
        "print('stays too'); clear_output(wait=True)",
        "print('gone'); clear_output(wait=True); print('stays')",
    )
    assert outputs(run, 0) == [("display_data", {"text/plain": "'new'"})]
    assert outputs(run, 1) == []
    assert outputs(run, 2) == [("stdout", "stays\n")]
    assert outputs(run, 3) == [("stdout", "stays too\n")]
    assert outputs(run, 4) == [("stdout", "stays\n")]


def test_errors_are_told_and_do_not_stop_the_rest(runner):
    run = execute(
        runner,
        "def broken():\n    raise KeyError('where')\nbroken()",
        "x = = 1",
        """
        class Own(Exception):
            def _render_traceback_(self):
                return ["my own words"]
        raise Own("why")
        """,
        """
        class Unspeakable(Exception):
            def __str__(self):
                raise RuntimeError
        raise Unspeakable
        """,
        "'still here'",
    )
    assert statuses(run) == ["error"] * 4 + ["ok"]
    assert [cell.ename for cell in run.cells[:4]] == [
        "KeyError",
        "SyntaxError",
        "Own",
        "Unspeakable",
    ]
    first = run.cells[0]
    assert first.evalue == "'where'"
    assert "broken" in "".join(first.traceback)
    assert run.notebook.cells[0].outputs[-1].traceback == first.traceback
    assert run.cells[2].traceback == ["my own words"]


def test_a_hidden_error_is_an_error(runner):
    run = execute(
        runner,
        "get_ipython().set_custom_exc((Exception,), lambda *_: None)\n1/0",
        "get_ipython().showtraceback = lambda *a, **k: None\n1/0",
        "type(get_ipython())._showtraceback = None\n1/0",
        "2",
    )
    assert statuses(run) == ["error"] * 3 + ["ok"]
    assert run.cells[0].ename == run.cells[1].ename == "ZeroDivisionError"
    assert all(outputs(run, index)[-1][0] == "error" for index in range(3))


def test_leaving_ends_the_cell_only(runner):
    run = execute(runner, "exit()", "import sys; sys.exit(3)", "quit", "raise SystemExit", "1")
    assert [cell.ename for cell in run.cells] == ["SystemExit"] * 4 + [""]
    assert statuses(run) == ["error"] * 4 + ["ok"]


def test_questions_get_an_empty_answer(runner):
    run = execute(
        runner,
        "import getpass\n[input('name? '), getpass.getpass()]",
        "while True: input()",
    )
    assert outputs(run, 0)[0] == ("stdout", "name? \n\n")
    assert outputs(run, 0)[1][1]["text/plain"] == "['', '']"
    assert run.cells[1].ename == "EOFError"


@pytest.mark.parametrize(
    ("murder", "how"),
    [
        ("import os; os._exit(7)", "exit status 7"),
        ("import ctypes; ctypes.string_at(0)", "signal 11 ("),
        ("import os; os.kill(0, 9)", "signal 9 ("),
        ("import os; os.kill(os.getpid(), 40)", "signal 40 ("),
        ("import threading, os; threading.Timer(0, os._exit, [3]).run()", "exit status 3"),
    ],
)
def test_a_cell_that_ends_the_process_is_the_only_one_lost(runner, murder, how):
    run = execute(runner, "x = 1", f"print('last words', end='')\n{murder}", "x += 1\nx")
    assert statuses(run) == ["ok", "died", "ok"]
    assert how in run.cells[1].reason
    assert outputs(run, 1) == [("stdout", "last words"), ("error", "CellDied")]
    assert outputs(run, 2) == [("execute_result", {"text/plain": "2"})]
    assert run.notebook.cells[1].execution_count == 2


def test_an_endless_loop_is_interrupted_and_the_state_kept(runner):
    run = execute(
        runner,
        "import os; first = os.getpid()",
        "print('on it')\nwhile True: pass",
        "os.getpid() == first",
    )
    assert statuses(run) == ["ok", "timed out", "ok"]
    assert LIMITS.cell <= run.cells[1].seconds < LIMITS.cell + 1
    assert outputs(run, 1) == [
        ("stdout", "on it\n"),
        ("error", "KeyboardInterrupt"),
        ("error", "CellTimedOut"),
    ]
    assert outputs(run, 2)[0][1]["text/plain"] == "True"


def test_a_loop_that_will_not_be_interrupted_is_killed(runner):
    run = execute(
        runner,
        "x = 1",
        """
        import signal
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("on it")
        while True: pass
        """,
        "x",
    )
    assert statuses(run) == ["ok", "timed out", "ok"]
    assert outputs(run, 1) == [("stdout", "on it\n"), ("error", "CellTimedOut")]


def test_a_time_limit_counts_sub_processes(runner):
    run = execute(runner, "!sleep 100", "1")
    assert statuses(run) == ["timed out", "ok"]


def test_too_much_is_cut_with_a_sentence(runner):
    run = execute(
        runner,
        "print('x' * 60_000_000)",
        "import os; os.system('head -c 60000000 /dev/zero | tr \"\\\\0\" y');",
        "import sys\nfor i in range(300): print(i); print(i, file=sys.stderr)",
        "from IPython.display import HTML, display\nfor i in range(300): display(HTML(str(i)))",
        "raise ValueError('z' * 60_000_000)",
        "print('next')",
    )
    assert statuses(run) == ["ok", "ok", "ok", "ok", "error", "ok"]
    for cell in (0, 1):
        assert len(stdout(run, cell)) == 100_000
        assert (
            "[Cut here: this cell prints more than 100,000 characters.]"
            in outputs(run, cell)[-1][1]
        )
    for cell in (2, 3):
        assert 50 <= len(outputs(run, cell)) <= 51
        assert "this cell has more than 50 outputs" in outputs(run, cell)[-1][1]
    assert len(run.cells[4].evalue) == 100_000
    assert outputs(run) == [("stdout", "next\n")]


def test_an_endless_print_ends(runner):
    run = execute(runner, "while True: print('again and again')", "1")
    assert statuses(run) == ["timed out", "ok"]
    assert len(stdout(run, 0)) == 100_000


@pytest.mark.parametrize(
    "greed",
    [
        "hold = []\nwhile True: hold.append(bytearray(50_000_000))",
        "import mmap\nm = mmap.mmap(-1, 6 << 30)\nwhile True: m.write(bytes(1 << 27))",
        "import os\nwhile True: os.write(1, bytes(1 << 20))",
    ],
    ids=["heap", "shared mapping", "printed"],
)
def test_too_much_memory_is_noticed(runner, greed):
    run = execute(runner, greed, "1")
    assert statuses(run) == ["died", "ok"]
    assert "more than 1.2 GB of memory" in run.cells[0].reason


def test_endless_recursion_is_an_error_or_a_death(runner):
    run = execute(runner, "def f(): return f()\nf()", "1")
    assert statuses(run) == ["error", "ok"]
    assert run.cells[0].ename == "RecursionError"


def test_nothing_that_was_started_is_left(runner):
    run = execute(
        runner,
        """
        import os, subprocess
        def sleep(**how):
            return subprocess.Popen(["sleep", "1000"], **how).pid
        print(sleep(), sleep(start_new_session=True))
        """,
        "!sleep 1000 & echo $!",
        """
        import pathlib
        os.system("setsid -f sh -c 'echo $$ > pid; exec sleep 1000'")
        while not (pid := pathlib.Path("pid")).exists() or not pid.read_text(): pass
        print(pid.read_text())
        """,
        """
        if (pid := os.fork()) == 0:
            os.setsid()
            while True: pass
        print(pid)
        """,
    )
    pids = [int(word) for index in range(4) for word in stdout(run, index).split()]
    assert len(pids) == 5
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert statuses(run) == ["ok"] * 4


def test_a_fork_that_comes_back_changes_nothing(runner):
    run = execute(runner, "import os; pid = os.fork()", "print('once')", "pid > 0")
    assert statuses(run) == ["ok"] * 3
    assert outputs(run, 1) == [("stdout", "once\n")]
    assert outputs(run, 2)[0][1]["text/plain"] == "True"


def test_tensorflow_and_the_shell_print_in_order(runner):
    run = execute(
        runner,
        """
        import sys, tensorflow as tf
        print("a")
        tf.print("b", output_stream=sys.stdout)
        !echo c
        print("d")
        tf.print(tf.constant([1.0, 2.0]))
        """,
        """
        x = tf.Variable(3.0)
        @tf.function
        def f(y):
            if y > 0:
                return y * y
            return y
        with tf.GradientTape() as tape:
            y = f(x)
        float(tape.gradient(y, x))
        """,
    )
    assert outputs(run, 0) == [("stdout", "a\nb\nc\r\nd\n"), ("stderr", "[1 2]\n")]
    assert outputs(run, 1) == [("execute_result", {"text/plain": "6.0"})]


def test_a_model_trains(runner):
    run = execute(
        runner,
        """
        import numpy as np, tensorflow as tf
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        x = np.ones((64, 3), "float32")
        len(model.fit(x, x[:, :1], epochs=2, verbose=0).history["loss"])
        """,
    )
    assert outputs(run) == [("execute_result", {"text/plain": "2"})]


def test_what_ipython_can_do(runner):
    run = execute(
        runner,
        "import asyncio\nawait asyncio.sleep(0, 'awaited')",
        "%gui qt\n%gui",
        "%%time\n1",
        "a = 1\n%reset -f\nlist = sum = None",
        "'a' in dir()",
        "%%writefile x.py\nvalue = 5",
        "from x import value\nvalue",
        "import pickle\nclass Mine: pass\ntype(pickle.loads(pickle.dumps(Mine()))).__name__",
        "try:\n    import ipywidgets\nexcept ImportError:\n    pass",
        "int?",
        "In[-1], Out[7]",
        "7;",
    )
    assert statuses(run) == ["ok"] * 12
    assert outputs(run, 0)[0][1]["text/plain"] == "'awaited'"
    assert outputs(run, 4)[0][1]["text/plain"] == "False"
    assert outputs(run, 6)[0][1]["text/plain"] == "5"
    assert outputs(run, 7)[0][1]["text/plain"] == "'Mine'"
    assert outputs(run, 10)[0][1]["text/plain"] == "('In[-1], Out[7]', 5)"
    assert outputs(run, 11) == []


def test_odd_text_stays_encodable(runner):
    run = execute(
        runner,
        r"""
        from IPython.display import display
        print("\U0001f600 \u2028 \ud800 \0")
        display({"text/plain": "\udfff", "text/html": 5, "application/json": {"x": float("nan")}},
                raw=True)
        raise ValueError("\ud800")
        """,
    )
    nbformat.writes(run.notebook).encode()
    assert stdout(run) == "\U0001f600 \u2028 \\ud800 \0\n"
    assert outputs(run)[1][1] == {
        "text/plain": "?",
        "text/html": "5",
        "application/json": {"x": "NaN"},
    }


def test_nothing_reaches_the_next_run(runner):
    poison = """
        import builtins, os, pathlib, sys
        home = pathlib.Path.home()
        startup = home / ".ipython" / "profile_default" / "startup"
        startup.mkdir(parents=True)
        (startup / "00.py").write_text("print('poisoned')")
        print(home, os.getcwd(), os.environ["TMPDIR"])
        pathlib.Path("left").write_text("x")
        os.environ["POISON"] = "1"
        sys.path.insert(0, "/poison")
        builtins.poison = 1
        import numpy
        numpy.poison = 1
        os.chdir("/")
        """
    look = """
        import os, sys, builtins, numpy, pathlib
        print(os.path.exists("left"), "POISON" in os.environ, "/poison" in sys.path,
              hasattr(builtins, "poison"), hasattr(numpy, "poison"), os.getcwd() == "/")
        print(pathlib.Path.home(), os.getcwd(), os.environ["TMPDIR"])
        """
    poisoned, looked = execute(runner, poison), execute(runner, look)
    answers, places = stdout(looked).splitlines()
    assert answers.split() == ["False"] * 6
    assert len({*stdout(poisoned).split(), *places.split()}) == 6
    assert not any(psutil.os.path.exists(place) for place in stdout(poisoned).split())


def test_chance_differs_between_runs(runner):
    draw = """
        import random, numpy as np, tensorflow as tf
        random.random(), np.random.rand(), float(tf.random.uniform([])), \\
            float(tf.keras.random.uniform([]))
        """
    first, second = (outputs(execute(runner, draw))[0][1]["text/plain"] for _ in range(2))
    assert not {*first.strip("()").split(", ")} & {*second.strip("()").split(", ")}


def test_a_folder_to_run_in(runner, tmp_path):
    (tmp_path / "near.py").write_text("value = 3")
    run = execute(runner, "import near\nopen('made', 'w').close()\nnear.value", cwd=tmp_path)
    assert outputs(run) == [("execute_result", {"text/plain": "3"})]
    assert (tmp_path / "made").exists()
    with pytest.raises(NotADirectoryError, match="is no folder"):
        runner.run(notebook("1"), cwd=tmp_path / "absent")


def test_two_threads_run_at_the_same_time(runner, tmp_path):
    meet = """
        import pathlib
        pathlib.Path({mine!r}).touch()
        while not pathlib.Path({other!r}).exists(): pass
        """
    with ThreadPoolExecutor(2) as pool:
        runs = pool.map(
            lambda names: execute(runner, meet.format(mine=names[0], other=names[1]), cwd=tmp_path),
            [("a", "b"), ("b", "a")],
        )
        assert [statuses(run) for run in runs] == [["ok"], ["ok"]]


def test_a_neighbour_survives_the_death_of_the_warm_process(runner, tmp_path):
    """The killer finds its old mark on the second try and lets be, so nobody is to blame."""
    kill = """
        import os, pathlib, signal
        if not pathlib.Path("killed").exists():
            while not pathlib.Path("neighbour").exists(): pass
            pathlib.Path("killed").touch()
            os.kill(os.getppid(), signal.SIGKILL)
            signal.pause()
        """
    wait = """
        import pathlib
        pathlib.Path("neighbour").touch()
        while not pathlib.Path("killed").exists(): pass
        """
    with ThreadPoolExecutor(2) as pool:
        runs = list(
            pool.map(
                lambda source: execute(runner, "x = 1", source, "x", cwd=tmp_path), [kill, wait]
            )
        )
    for run in runs:
        assert statuses(run) == ["ok"] * 3
        assert outputs(run) == [("execute_result", {"text/plain": "1"})]
    assert statuses(execute(runner, "1")) == ["ok"]


EVERYTHING = [
    "import os, sys\nprint(1); print(2)",
    "print(3, file=sys.stderr)",
    "from IPython.display import HTML, display, clear_output\nh = display('a', display_id='x')",
    "h.update('b'); HTML('<p>')",
    "print('gone'); clear_output(wait=True); print('stays')",
    "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show(); print(5)",
    "fig, ax = plt.subplots(); ax.bar([1], [2])",
    "def f(): 1/0\nf()",
    "x = = 1",
    "import asyncio\nawait asyncio.sleep(0, 6)",
    "!echo 7\n8",
    "%%html\n<b>x</b>",
    "import logging; logging.warning('careful'); import warnings; warnings.warn('careful')",
    "import numpy as np\nnp.arange(3)",
    "class A:\n    __repr__ = lambda _: 'A'\n    _repr_png_ = lambda _: b'\\x89PNG'\nA()",
    "undefined",
    "1;",
    "for c in 'abc': print(c, end='\\r')",
]


def comparable(notebook):
    """Outputs without colours, and without the name under which a process keeps a cell."""
    cells = []
    for cell in notebook.cells:
        joined = []
        for output in cell.outputs:
            if joined and output.get("name") and output.get("name") == joined[-1].get("name"):
                joined[-1]["text"] += output["text"]  # nbclient leaves them apart
            else:
                joined.append(dict(output))
        cells.append((cell.execution_count, joined))
    text = re.sub(r"\\u001b\[[\d;]*m", "", json.dumps(cells))  # JSON's spelling of an escape code
    name = r"<ipython-input-[-\w]+>|/tmp/ipykernel_\d+/\d+.py|\d+\.py"
    return json.loads(re.sub(name, "CELL", text))


def test_outputs_are_those_of_jupyter(runner):
    by_jupyter = notebook(*EVERYTHING)
    NotebookClient(by_jupyter, allow_errors=True, kernel_name="python3", timeout=60).execute()
    run = execute(runner, *EVERYTHING)
    for ours, theirs, source in zip(
        comparable(run.notebook), comparable(by_jupyter), EVERYTHING, strict=True
    ):
        assert ours == theirs, source


def test_a_plain_process_gives_the_same_and_leaves_nothing(runner, tmp_path, monkeypatch):
    sources = [
        *EVERYTHING,
        "import tensorflow as tf\ntf.print('x')\nfloat(tf.constant(2.) ** 2)",
        "input('q'); exit()",
        "while True: pass",
        "os.makedirs('a/b'); open('a/b/c', 'w').close()",
        "print('last words')\nhold = []\nwhile True: hold.append(bytearray(50_000_000))",
    ]
    threads = threading.active_count()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    with Runner(LIMITS, plain=True) as plain:
        apart = execute(plain, *sources)
    assert list(tmp_path.iterdir()) == []
    assert threading.active_count() == threads
    warm = execute(runner, *sources)
    assert statuses(apart)[-5:] == ["ok", "error", "timed out", "ok", "died"]
    assert comparable(apart.notebook) == comparable(warm.notebook)
    for ours, theirs in zip(warm.cells, apart.cells, strict=True):
        ours.seconds = theirs.seconds = 0
        assert ours == theirs


def test_the_caller_stays_light():
    heavy = ["IPython", "nbformat", "tensorflow", "numpy", "nbgrader", "matplotlib", "zmq"]
    code = f"import sys, grader.run; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
