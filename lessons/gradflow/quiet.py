"""Keep TensorFlow's start-up lines off stderr, where nbgrader takes any text for a failed check."""

import contextlib
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


def import_tensorflow_quietly() -> None:
    """Silence the import of TensorFlow, whenever it comes; one that came before was not quiet.

    The setting hides what TensorFlow logs from then on; the lines that it writes before it reads
    the setting are kept off descriptor 2.
    """
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if "tensorflow" not in sys.modules:
        sys.meta_path.insert(0, _QuietFinder())


class _QuietFinder(MetaPathFinder):
    """Finds TensorFlow, once, and runs its import without descriptor 2."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "tensorflow":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec and spec.loader:
            load = spec.loader.exec_module

            def load_quietly(module: ModuleType) -> None:
                with _without_descriptor_2():
                    load(module)

            spec.loader.exec_module = load_quietly
        return spec


@contextlib.contextmanager
def _without_descriptor_2() -> Iterator[None]:
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
