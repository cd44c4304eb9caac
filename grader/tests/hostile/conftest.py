"""Running tests as a user without rights."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import chown, which

import pytest

COURSE = Path(__file__).parents[3]
NOBODY = 65534
# The interpreter is made reachable for that user if it is not.
REACH = f"""
    set -e
    become="setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups"
    prefix="$1" top="/$(echo "$1" | cut -d/ -f2)"; shift
    if ! $become test -x "$prefix/bin"; then
        mkdir "$HOME/kept"
        mount --bind "$prefix" "$HOME/kept"
        mount -t tmpfs -o mode=755 none "$top"
        mkdir -p "$prefix"
        mount --bind "$HOME/kept" "$prefix"
    fi
    exec $become "$@"
    """


@pytest.fixture
def as_nobody():
    """Runs the tests of a file, those of ordinary users excepted, as `nobody`."""
    if os.getuid() != 0 or not which("setpriv"):
        pytest.skip("only root can become somebody else")

    def run(path):
        with tempfile.TemporaryDirectory() as home:
            chown(home, NOBODY, NOBODY)
            tests = [sys.executable, "-m", "pytest", "-q", "-k", "not ordinary_user", path]
            done = subprocess.run(
                ["unshare", "--mount", "sh", "-c", REACH, "sh", sys.base_prefix, *tests],
                env={**os.environ, "HOME": home, "TMPDIR": home},
                cwd=COURSE / "grader",
                capture_output=True,
                text=True,
            )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert " skipped" not in done.stdout

    return run
