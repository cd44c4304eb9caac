"""nbgrader's own tests of autograding, run against this course's configuration.

    python grader/bench/nbgraders_tests.py

Three files of tests from nbgrader's wheel, as they are:

- `test_nbgrader_autograde` runs the command. It reads the Autograde steps, the time limit and the
  filters of `nbgrader_config.py` from Jupyter's folder for configurations; folders and gradebooks
  are those of each test. The hook before a conversion runs too: the tests' assignments are none
  of the course's, so it leaves their hand-ins as they are.
- `test_saveautogrades` makes its steps by itself, so pytest, with this module as a plugin, puts
  `RunAndSave` in the place of SaveAutoGrades.
- `test_overwritecells` tests a step that the configuration keeps as it is.

What fails is compared with `DIFFERENCES`. Exits with status 1 if anything else fails, or if a test
named there passes: all of them pass with nbgrader's own steps.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode

from grader.autograde.button import ExecuteAndScore, SaveScores
from grader.config import put_environment_first

TESTS = (
    "nbgrader.tests.apps.test_nbgrader_autograde",
    "nbgrader.tests.preprocessors.test_overwritecells",
    "nbgrader.tests.preprocessors.test_saveautogrades",
)
DIFFERENCES = {
    "TestNbGraderAutograde::test_side_effects": (
        "nbgrader keeps a file that a cell writes, beside the graded notebook; here cells write "
        "into a copy of the folder that is deleted, so that no code of a student's puts files "
        "where the teacher works."
    ),
    "TestNbGraderAutograde::test_missing_source_kernelspec": (
        "nbgrader refuses a hand-in whose kernel is not installed; no kernel is started here, so "
        "what a student's machine calls its Python keeps no work from being graded."
    ),
    "TestNbGraderAutograde::test_incorrect_source_kernelspec": (
        "nbgrader refuses to grade when the teacher's kernel is not installed; no kernel is "
        "started here, and every notebook of the course is Python's."
    ),
    "TestNbGraderAutograde::test_grade_with_validating_envvar": (
        "nbgrader tells cells by the variable NBGRADER_EXECUTION that they are being graded; here "
        "nothing tells them, so that no answer behaves otherwise when it counts."
    ),
    "TestSaveAutoGrades::test_grade_correct_code": (
        "nbgrader gives all points to a check without outputs, which was never run and would raise "
        "a NameError; here points come from a run that reached the check's end, so that no file "
        "brings its own."
    ),
}
_CONFIG = """
from grader.config import course_config

c, ours = get_config(), course_config()
for section in ("Autograde", "Execute", "ExecuteAndScore", "TemplateExporter", "HTMLExporter"):
    c[section] = ours[section]
"""


class RunAndSave(SaveScores):
    """`SaveScores` behind `ExecuteAndScore`, as the configuration has the two.

    The tests write a cell's outputs by hand and run nothing. Scores taken from these outputs would
    follow a rule that this course doesn't use; so the notebook is run, and keeps its outputs.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run a notebook in an empty folder, and enter what its checks earned."""
        with tempfile.TemporaryDirectory() as folder:
            resources["metadata"] = {"path": folder}
            _, resources = ExecuteAndScore().preprocess(nb, resources)
        return super().preprocess(nb, resources)


@pytest.fixture(autouse=True)
def _run_and_save(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if hasattr(request.module, "SaveAutoGrades"):
        monkeypatch.setattr(request.module, "SaveAutoGrades", RunAndSave)


def outcomes() -> dict[str, tuple[str, str]]:
    """Run the tests; return of each whether it passed, failed or was skipped, and why."""
    put_environment_first()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "nbgrader_config.py").write_text(_CONFIG, encoding="utf-8")
        report = Path(folder, "report.xml")
        pytest_ = [sys.executable, "-m", "pytest", "-p", Path(__file__).stem]
        options = ["-p", "no:cacheprovider", "-q", "--no-summary", f"--rootdir={folder}"]
        own = {"JUPYTER_CONFIG_DIR": folder, "PYTHONPATH": str(Path(__file__).resolve().parent)}
        subprocess.run(
            [*pytest_, *options, f"--junitxml={report}", "--pyargs", *TESTS],
            cwd=folder,
            env=os.environ | own,
            check=False,  # tests are expected to fail
        )
        return dict(map(_outcome, ElementTree.parse(report).iter("testcase")))


def _outcome(case: ElementTree.Element) -> tuple[str, tuple[str, str]]:
    name = f"{case.get('classname', '').rpartition('.')[2]}::{case.get('name')}"
    for result in case:
        if result.tag in ("failure", "error", "skipped"):
            outcome = "skipped" if result.tag == "skipped" else "failed"
            return name, (outcome, result.get("message", ""))
    return name, ("passed", "")


def main() -> int:
    """Print what passed and what differs; return the exit status."""
    found = outcomes()
    failed = {name: why for name, (outcome, why) in found.items() if outcome == "failed"}
    explained = [name for name in DIFFERENCES if name in failed]
    outdated = [name for name in DIFFERENCES if name not in failed]
    unexplained = {name: why for name, why in failed.items() if name not in DIFFERENCES}
    for name in explained:
        print(f"\n{name}: differs.\n  {DIFFERENCES[name]}")
    for name in outdated:
        print(f"\n{name}: explained, and does not fail.")
    for name, why in unexplained.items():
        print(f"\n{name}: NOT EXPLAINED.\n  {why}")
    count = [outcome for outcome, _ in found.values()].count
    print(
        f"\n{count('passed')} passed, {count('skipped')} skipped by nbgrader, "
        f"{len(explained)} different as explained, {len(unexplained)} unexplained, "
        f"{len(outdated)} explained that do not fail."
    )
    return 1 if unexplained or outdated else 0


if __name__ == "__main__":
    sys.exit(main())
