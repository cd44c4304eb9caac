"""JupyterLab and formgrader as a person meets them, in the system's Chromium."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading

import pytest
from playwright.sync_api import expect, sync_playwright

from grader.config import course_config
from grader.demo import SOLVER, hand_in
from grader.gradebook import scores

LONG = 120_000  # milliseconds: the first start of JupyterLab and of TensorFlow
QUIET_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START = """
import sys
from pathlib import Path
from grader.course import Course
from grader.jupyter import open_jupyter
open_jupyter(Course(Path(sys.argv[1])), teacher=sys.argv[2] == "teacher", browser=False)
"""


def wait_for(port, server):
    while server.poll() is None:
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError("JupyterLab ended before it listened.")


@pytest.fixture(scope="module")
def chromium():
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if not path and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed; install it to run the browser tests.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET_CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(LONG)
    yield page
    context.close()


@pytest.fixture
def serve(course_copy, tmp_path):
    """Start JupyterLab on a copy of the course, as `start` does; return its first address."""
    servers = []

    def start(who):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        home = {"HOME": str(tmp_path / "home"), "JUPYTER_PORT": str(port), "JUPYTER_TOKEN": "t"}
        server = subprocess.Popen(
            [sys.executable, "-c", START, str(course_copy.root), who],
            env=os.environ | home,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        servers.append(server)
        said = ""
        for line in server.stderr:
            said += line
            if "Use Control-C to stop this server" in line:
                threading.Thread(target=server.stderr.read, daemon=True).start()
                wait_for(port, server)  # it says that it runs a moment before it listens
                return re.search(r"http://127\.0\.0\.1:[^?\s]+", said)[0] + "?token=t"
        raise AssertionError(f"JupyterLab did not start:\n{said[-3000:]}")

    yield start
    for server in servers:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
        with contextlib.suppress(ProcessLookupError):  # JupyterLab may outlive its starter
            os.killpg(server.pid, signal.SIGKILL)


def test_lesson_01_opens_in_jupyterlab_and_runs(serve, page, course_copy):
    address = serve("learner")
    assert f"/lab/tree/lessons/{course_copy.lesson_names[0]}.ipynb" in address
    page.goto(address.replace(course_copy.lesson_names[0], "01_chain_rule"))
    expect(page.get_by_role("heading", name="The chain rule")).to_be_visible(timeout=LONG)
    page.get_by_text("Run", exact=True).first.click()
    page.get_by_text("Restart Kernel and Run All Cells").click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    last = page.locator(".jp-InputPrompt").filter(has_text=re.compile(r"\[12\]"))
    page.locator(".jp-Notebook").press("End")
    expect(last).to_be_attached(timeout=LONG)
    expect(page.locator("[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)


def test_the_validate_button_answers(serve, page, course_copy):
    address = serve("learner")
    lesson = f"lessons/{course_copy.lesson_names[0]}"
    page.goto(address.replace(lesson, "exercises/01_chain_rule/01_chain_rule"))
    expect(page.get_by_role("heading", name="Exercises: the chain rule")).to_be_visible(
        timeout=LONG
    )
    page.get_by_text("Validate", exact=True).click()
    expect(page.get_by_text("Validation Results")).to_be_visible(timeout=LONG)
    expect(page.locator(".jp-Dialog")).to_contain_text(
        "num_grad: Return the central difference of f for each entry of x"
    )


def test_formgrader_lists_the_assignments(serve, page, course_copy):
    page.goto(serve("teacher"))
    for name in course_copy.assignment_names:
        expect(page.get_by_text(name, exact=True).first).to_be_visible()


def test_the_autograde_button_of_formgrader(serve, page, course_copy):
    assignment = "01_chain_rule"
    deserved = hand_in(course_copy, assignment, course_copy.root / "grader")
    partly = next(student for student, points in deserved.items() if 0 < points < deserved[SOLVER])
    address = serve("teacher")
    page.goto(address)
    page.goto(re.sub(r"/formgrader.*", f"/formgrader/manage_submissions/{assignment}", address))
    for student in (SOLVER, partly):
        row = page.locator("tbody tr").filter(has=page.get_by_text(student, exact=True))
        row.locator(".autograde a").click()
        expect(page.get_by_text(f"Successfully autograded '{assignment}'")).to_be_visible(
            timeout=LONG
        )
        page.locator(".modal.in").get_by_role("button", name="OK").click()
        expect(row.locator(".score")).to_contain_text(f"{deserved[student]:g} / ")
    of_checks = scores(course_config(course_copy), assignment)
    got = {student: sum(points.values()) for student, points in of_checks.items()}
    assert got == {student: deserved[student] for student in (SOLVER, partly)}
