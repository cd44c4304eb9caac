"""`python3 grader COMMAND`: sets the course up where needed, then runs the installed command.

This file keeps to what Python 2.7 can parse, so that an old Python can say that it is too old.
"""

import os
import subprocess
import sys

SUPPORTED = ((3, 13), (3, 12), (3, 11))


def other_python():
    """Find a supported Python on PATH; None when there is none that runs."""
    suffix = ".exe" if os.name == "nt" else ""
    for version in SUPPORTED:
        probe = "import sys; sys.exit(sys.version_info[:2] != (%d, %d))" % version
        for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
            python = os.path.join(folder, "python%d.%d" % version + suffix)
            if os.access(python, os.X_OK) and os.path.isfile(python):
                with open(os.devnull, "w") as nothing:
                    # A pyenv shim is on PATH, but fails, for a version that is not switched on.
                    if subprocess.call([python, "-c", probe], stdout=nothing, stderr=nothing) == 0:
                        return python
    return None


def main():
    """Go on with this Python, with a supported one from PATH, or say which one is needed."""
    if sys.version_info[:2] in SUPPORTED:
        src = os.path.join(os.path.dirname(os.path.abspath(__file__)), "src")
        sys.path.insert(0, src)
        sys.modules.pop("grader", None)  # `python3 -m grader` has imported this folder by that name
        from grader import setup

        return setup.main()
    python = other_python()
    if python is None:
        sys.stderr.write(
            "Python %d.%d is too %s for this course, because TensorFlow 2.21 runs on Python 3.11 to "
            "3.13: install Python 3.12 from https://www.python.org/downloads/ and type "
            "`python3.12 %s` (on Windows `py -3.12 %s`).\n"
            % (
                sys.version_info[0],
                sys.version_info[1],
                "old" if sys.version_info[:2] < SUPPORTED[-1] else "new",
                " ".join(sys.argv),
                " ".join(sys.argv),
            )
        )
        return 1
    command = [python, os.path.dirname(os.path.abspath(__file__))] + sys.argv[1:]
    if os.name == "nt":
        return subprocess.call(command)
    sys.stdout.flush()
    os.execv(python, command)


sys.exit(main())
