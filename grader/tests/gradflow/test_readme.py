"""The page of documentation: its code runs, and prints what the page says."""

import contextlib
import io
import linecache
import re
from pathlib import Path

import gradflow

PAGE = (Path(gradflow.__file__).parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```\n```text\n(.*?)```", PAGE, flags=re.DOTALL)


def test_each_block_prints_what_the_page_says():
    assert len(BLOCKS) == PAGE.count("```python") == 5
    namespace = {}
    for number, (code, expected) in enumerate(BLOCKS):
        name = f"<README block {number}>"
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, name, "exec"), namespace)
        assert printed.getvalue() == expected
