"""IPython as in Jupyter, but without its messages: what it shows goes to a `Capture`."""

import builtins
import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

from grader.run.capture import Capture
from grader.run.frames import Frame

_FRAMES = 60  # calls that a traceback shows


class _Publisher(DisplayPublisher):
    """Takes displays, updates of displays, and wishes to clear."""

    def publish(
        self,
        data: dict,
        metadata: dict | None = None,
        *,
        transient: dict | None = None,
        update: bool = False,
        **_: Any,
    ) -> None:
        self._validate_data(data, metadata)
        self.shell.capture.show(
            {
                "type": "update" if update else "display",
                "data": data,
                "metadata": metadata,
                "display_id": (transient or {}).get("display_id"),
            }
        )

    def clear_output(self, wait: bool = False) -> None:
        self.shell.capture.clear(wait)


class _Hook(DisplayHook):
    """Takes the value of a cell's last expression."""

    def write_output_prompt(self) -> None:
        pass  # the notebook's page writes it

    def write_format_data(self, format_dict: dict, md_dict: dict | None = None) -> None:
        self.shell.capture.show(
            {"type": "display", "data": format_dict, "metadata": md_dict, "result": True}
        )

    def finish_displayhook(self) -> None:
        self._is_active = False


class Shell(InteractiveShell):
    """The shell of one run.

    Made once, before forking; `capture` is set in the process that executes.
    """

    capture: Capture
    _tracer: Callable | None = None
    _profiler: Callable | None = None

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._builtins = vars(builtins).copy()

    displayhook_class = Type(_Hook)
    display_pub_class = Type(_Publisher)

    def init_virtualenv(self) -> None:
        """Do nothing: the interpreter is the right one already."""

    def enable_gui(self, gui: str | None = None) -> None:
        """Do nothing: there is no screen."""

    def enable_matplotlib(self, gui: str | None = None) -> tuple:
        """Draw into the notebook, whatever was asked for: there is no screen and no browser."""
        return super().enable_matplotlib("inline")

    def ask_exit(self) -> None:
        """Let `exit` and `quit` end the cell, as `sys.exit()` does; further cells still run."""
        raise SystemExit

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        self.capture.error(etype.__name__, message(evalue), stb)

    def _get_exc_info(self, exc_tuple: tuple | None = None) -> tuple:
        """Cut an endless recursion's traceback short: IPython takes ten seconds for the whole."""
        etype, value, last = super()._get_exc_info(exc_tuple)
        innermost = last
        for _ in range(_FRAMES):
            innermost = innermost and innermost.tb_next
        if innermost:
            innermost.tb_next = None
        return etype, value, last

    def _format_exception_for_storage(self, *_: Any, **__: Any) -> dict:
        return {}  # IPython would format each traceback a second time, for a history on disk

    @contextlib.contextmanager
    def _tee(self, channel: str) -> Iterator[None]:
        yield  # IPython would keep a second copy of all that is printed

    def execute(self, source: str) -> Frame | None:
        """Run a cell and make sure that an error of it is shown, whatever the cell did to IPython.

        Returns:
            None when it ran to its end, else the error: ename, evalue, traceback.
        """
        self.capture.begin()
        try:
            sys.setprofile(self._profiler)
            sys.settrace(self._tracer)
            result = self.run_cell(source, store_history=True)
            error = result.error_before_exec or result.error_in_exec
        except BaseException as broken:  # noqa: BLE001  the cell has broken IPython itself
            error = broken
        finally:  # what a cell leaves on is for other cells, not for the grader
            builtins.__dict__.update(self._builtins)
            self._tracer, self._profiler = sys.gettrace(), sys.getprofile()
            sys.settrace(None)
            sys.setprofile(None)
        if error is None:
            self.capture.drain()
            return None
        ename, evalue = type(error).__name__, self.capture.cut(message(error))
        if self.capture.shown is None:
            self.capture.error(ename, evalue, [f"{ename}: {evalue}"])
        return {"ename": ename, "evalue": evalue, "traceback": self.capture.shown}


def make_shell() -> Shell:
    """Return a shell that keeps its history in memory and has started no thread."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.display_page = True
    return Shell.instance(config=config)


def message(error: BaseException) -> str:
    """Return an exception's text; the text is code of the cell, and may itself fail."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001
        return "<its message could not be made>"
