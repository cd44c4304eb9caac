"""What students wrote and printed can be looked at, can't act, and gives no held-out check away."""

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import nbformat
import nbgrader
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
    new_raw_cell,
)
from nbgrader.apps import NbGraderAPI
from playwright.sync_api import sync_playwright
from traitlets.config import Config

from grader.config import course_config
from grader.feedback import HIDDEN, FeedbackExporter, HideHeldOut
from grader.gradebook import bring_up_to_date, scores
from grader.notebooks import read, write
from grader.sanitise import SafeOutputs, clean_html

ASSIGNMENT = "01_chain_rule"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
PIXEL += "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
ACT = "console.log('acted')"
ATTACKS = [
    f"<script>{ACT}</script>",
    f"<ScRiPt >{ACT}</sCrIpT>",
    f"<scr<script>ipt>{ACT}</script>",
    f'<script type="text/x-mathjax-config">{ACT}</script>',
    f'<img src="x" onerror="{ACT}">',
    f"<img src=x onerror={ACT}//",
    f"<img/src=x/onerror={ACT}>",
    f'<svg onload="{ACT}"><circle r="9"/></svg>',
    f"<svg><script>{ACT}</script></svg>",
    f'<svg><a xlink:href="javascript:{ACT}"><text y="9">svg</text></a></svg>',
    f'<svg><animate onbegin="{ACT}" attributeName="x" dur="1s"/></svg>',
    f"<math><mtext><table><mglyph><style><img src=x onerror={ACT}>",
    f'<math><mi xlink:href="javascript:{ACT}">m</mi></math>',
    f'<a href="javascript:{ACT}">link</a>',
    f'<a href="JaVa&#10;Script:{ACT}">link</a>',
    f'<a href="&#1;javascript:{ACT}">link</a>',
    f'<a href="data:text/html,<script>{ACT}</script>">link</a>',
    f'<a href="vbscript:{ACT}">link</a>',
    '<a href="/logout">relative</a>',
    f'<details open ontoggle="{ACT}"><summary>more</summary></details>',
    f'<div onmouseover="{ACT}" style="position:fixed;inset:0;z-index:9">over</div>',
    f'<input autofocus onfocus="{ACT}">',
    f'<video><source onerror="{ACT}"></video><audio src=x onerror="{ACT}">',
    f'<iframe srcdoc="<script>{ACT}</script>"></iframe>',
    f'<iframe src="javascript:{ACT}"></iframe>',
    f'<object data="javascript:{ACT}"></object><embed src="javascript:{ACT}">',
    f'<form action="javascript:{ACT}"><button>go</button></form>',
    f'<button formaction="javascript:{ACT}">b</button>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">',
    "<style>@import url(https://evil.example/x.css);</style>",
    '<p style="background:url(https://evil.example/x)">css</p>',
    '<p style="background-color:expression(alert(1));color:red">css</p>',
    '<img src="https://evil.example/pixel.png" alt="a pixel">',
    '<img srcset="https://evil.example/pixel.png 1x">',
    '<table background="https://evil.example/x"><tr><td>t</td></tr></table>',
    f'<noscript><p title="</noscript><img src=x onerror={ACT}>"></noscript>',
    f"<!--><img src=x onerror={ACT}>-->",
    f"<![CDATA[<img src=x onerror={ACT}>]]>",
    f"<template><script>{ACT}</script></template>",
    f"<xmp><img src=x onerror={ACT}></xmp>",
    f"<textarea><img src=x onerror={ACT}></textarea></textarea><img src=x onerror={ACT}>",
    f"<plaintext><img src=x onerror={ACT}>",
    '<p id="num_grad_check" name="score" class="score tabbable save-icon">clobber</p>',
    '<input class="score" id="num_grad_held_out" value="99">',
    f"</div></body></html><script>{ACT}</script>",
]
HARMLESS = [
    "<details><summary>Hint</summary>text</details>",
    f'<img src="data:image/png;base64,{PIXEL}" alt="a dot">',
    '<table class="dataframe"><thead><tr><th>x</th></tr></thead></table>',
    '<a href="https://www.tensorflow.org/">docs</a>',
    '<span style="color:red;">red</span>',
    '<div class="highlight"><pre><span class="k">def</span></pre></div>',
    "<p>a &lt; b &amp;&amp; c &gt; d</p>",
]
MARKDOWN_ATTACKS = [
    f"[link](javascript:{ACT})",
    f"[link](<java\tscript:{ACT}>)",
    f'![x](x"onerror="{ACT})',
    f'![x](javascript:{ACT} "t")',
    f"<javascript:{ACT}>",
    f"[ref]\n\n[ref]: javascript:{ACT}",
    f'```html" onclick="{ACT}\n<script>{ACT}</script>\n```',
    f"$\\href{{javascript:{ACT}}}{{x}}$ and $</script><script>{ACT}</script>$",
    "![missing](attachment:missing.png)",
    "> " * 2000 + "deep",
    "[" * 5000,
]


def assert_cannot_act(part):
    """A part of a page holds nothing but what the allow-list of this test lets through."""
    for tag in part.find_all(True):
        assert tag.name not in {
            *("script", "style", "svg", "math", "iframe", "object", "embed", "form", "input"),
            *("button", "meta", "base", "link", "video", "audio", "source", "template", "textarea"),
            *("noscript", "xmp", "plaintext", "animate", "frame", "applet"),
        }, tag
        for name, value in tag.attrs.items():
            assert not name.lower().startswith("on"), tag
            if name == "href":
                assert re.match(r"https?://|mailto:|#", value), tag
            elif name == "src":
                assert value.startswith("data:image/"), tag
            elif name == "style":
                assert not re.search(r"url|expression|position|import|@|z-index", value), tag
            assert name not in {"srcset", "action", "formaction", "background", "srcdoc", "data"}


# HTML --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_acts_is_taken_out(attack):
    assert_cannot_act(BeautifulSoup(clean_html(attack), "html.parser"))


@pytest.mark.parametrize("text", HARMLESS)
def test_what_shows_something_stays(text):
    before, after = (BeautifulSoup(one, "html.parser") for one in (text, clean_html(text)))
    assert [(tag.name, tag.attrs) for tag in after.find_all(True)] == [
        (tag.name, tag.attrs) for tag in before.find_all(True)
    ]
    assert after.get_text() == before.get_text()


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from([*ATTACKS, *HARMLESS]) | st.text("<>\"'/=&;! -abont[]\0\n", max_size=9),
        max_size=6,
    ),
    st.integers(0, 200),
)
def test_no_mixture_of_attacks_acts(pieces, cut):
    text = "".join(pieces)
    for one in (text, text[cut:], text[:cut]):
        assert_cannot_act(BeautifulSoup(clean_html(one), "html.parser"))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from([*ATTACKS, *HARMLESS]), max_size=5))
def test_cleaning_twice_changes_nothing(pieces):
    once = clean_html("".join(pieces))
    assert BeautifulSoup(clean_html(once), "html.parser") == BeautifulSoup(once, "html.parser")


@pytest.mark.parametrize(
    "piece", ["<b>", "<div>", "<p><b>", "<b><p></b>", "<table><tr><td>", "<", "a<b ", "<!", "&#"]
)
def test_nothing_takes_long_to_clean(piece):
    start = time.process_time()
    clean_html(piece * (1_000_000 // len(piece)))
    assert time.process_time() - start < 6


# Outputs -----------------------------------------------------------------------------------------


def display(**data):
    kinds = {"html": "text/html", "png": "image/png", "js": "application/javascript"}
    return new_output("display_data", data={kinds.get(key, key): data[key] for key in data})


def safe(*outputs):
    notebook = new_notebook(cells=[new_code_cell("1")])
    notebook.cells[0].outputs = list(outputs)
    SafeOutputs().preprocess(notebook, {})
    nbformat.validate(notebook)
    return notebook.cells[0].outputs


def test_outputs_keep_what_shows_something():
    picture = new_output(
        "display_data",
        data={"image/png": PIXEL, "text/plain": "<Figure>"},
        metadata={"image/png": {"width": 300, "alt": "a curve", "x": "1 onload=alert(1)"}},
    )
    (kept,) = safe(picture)
    assert kept.data == picture.data
    assert kept.metadata == {"image/png": {"width": 300, "alt": "a curve"}}


def test_a_size_that_is_an_attack_is_taken_out():
    metadata = {"image/png": {"width": f"1 onload={ACT}", "height": "2"}, "isolated": True}
    output = new_output("display_data", data={"image/png": PIXEL}, metadata=metadata)
    assert safe(output)[0].metadata == {"image/png": {}}


@pytest.mark.parametrize(
    "data",
    [
        {"application/javascript": ACT},
        {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}},
        {"text/vnd.mermaid": "graph"},
        {"image/png": f'"><script>{ACT}</script>'},
        {"image/png": "A" * 3_000_000},
        {"text/html": ["a", "list"], "image/svg+xml": {"a": 1}},
        {},
    ],
)
def test_other_kinds_are_left_out_and_named(data):
    output = nbformat.from_dict({"output_type": "display_data", "data": data, "metadata": {}})
    (kept,) = safe(output)
    assert list(kept.data) == ["text/plain"]
    assert kept.data["text/plain"].startswith("(left out: ")


def test_one_line_of_60_mb_is_cut():
    (stream,) = safe(new_output("stream", text="x" * 60_000_000))
    assert len(stream.text) < 21_000
    assert "letters are left out" in stream.text


def test_3000_html_outputs_are_cut_quickly_and_the_error_stays():
    table = "<table><tr><td>1</td></tr></table>" * 300
    error = new_output("error", ename="E", evalue="the message", traceback=["t"])
    start = time.process_time()
    kept = safe(*[display(html=table) for _ in range(3000)], error)
    assert time.process_time() - start < 20
    assert len(kept) <= 102
    assert [one.evalue for one in kept if one.output_type == "error"] == ["the message"]
    assert "more outputs are left out" in kept[-1].text


def test_all_outputs_together_are_bounded():
    notebook = new_notebook(cells=[new_code_cell("1") for _ in range(5)])
    for cell in notebook.cells:
        cell.outputs = [display(png="A" * 1_900_000)] * 20
    SafeOutputs().preprocess(notebook, {})
    assert len(write(notebook)) < 20_000_000


def test_making_safe_twice_changes_nothing():
    outputs = [display(html="".join(ATTACKS + HARMLESS)), display(js=ACT, png=PIXEL)]
    outputs += [new_output("stream", text="y" * 50_000), new_output("error", traceback=["x"])]
    once = safe(*outputs)
    assert safe(*once) == once


# Held-out checks ---------------------------------------------------------------------------------

SECRET = 'check.call(-11.5, shown="double(-11.5)").close(-23)'
COLOURED = re.sub(r"(\W)", "\x1b[38;5;28m\\1\x1b[39m", SECRET)
SPANS = re.sub(r"(\w+)", r'<span class="n">\1</span>', SECRET)


def with_held_out(*outputs):
    marks = {"grade": True, "locked": True, "solution": False, "grade_id": "double_held_out"}
    held_out = new_code_cell(
        f"# note\n### BEGIN HIDDEN TESTS\n{SECRET}\n### END HIDDEN TESTS",
        metadata={"nbgrader": marks},
    )
    notebook = new_notebook(cells=[new_code_cell("own", outputs=list(outputs)), held_out])
    return notebook, held_out


@pytest.mark.parametrize(
    "shown",
    [
        SECRET,
        repr(SECRET),
        COLOURED,
        SPANS,
        SECRET.replace(" ", "\n\t"),
        SECRET.replace('"', "&quot;"),
    ],
)
def test_a_held_out_line_is_not_shown_however_it_is_printed(shown):
    outputs = [
        new_output("stream", text=shown),
        display(html=shown),
        new_output("error", ename="E", evalue="e", traceback=[f"line\n{shown}"]),
    ]
    notebook, held_out = with_held_out(*outputs)
    HideHeldOut().preprocess(notebook, {})
    assert held_out.source == "# note"
    stream, html, error = notebook.cells[0].outputs
    assert (stream.text, html.data["text/html"], error.traceback) == (HIDDEN, HIDDEN, [HIDDEN])


def test_a_check_says_its_message_and_shows_no_traceback():
    notebook, held_out = with_held_out()
    message = "Seen: double(-11.5) is 0.\nLook: at your memory."
    held_out.outputs = [
        new_output("error", ename="CheckError", evalue=message, traceback=["lines", SECRET])
    ]
    HideHeldOut().preprocess(notebook, {})
    assert held_out.outputs[0].traceback == message.split("\n")


def test_an_exception_that_carries_the_source_is_left_out():
    notebook, held_out = with_held_out()
    held_out.outputs = [new_output("error", ename="E", evalue=f"a\n{SECRET}", traceback=["x"])]
    HideHeldOut().preprocess(notebook, {})
    assert SECRET not in str(held_out.outputs)


def test_what_gives_nothing_away_stays():
    outputs = [new_output("stream", text="double(-11.5) gave 3"), display(html="<b>-23</b>")]
    notebook, _ = with_held_out(*outputs)
    HideHeldOut().preprocess(notebook, {})
    assert notebook.cells[0].outputs == outputs


# Pages -------------------------------------------------------------------------------------------


def nasty_notebook(released):
    """A hand-in that attacks in all ways at once."""
    notebook = nbformat.from_dict(released)
    markdown = [*MARKDOWN_ATTACKS, *ATTACKS, *HARMLESS]
    notebook.cells += [new_markdown_cell(text, id=f"m-{n}") for n, text in enumerate(markdown)]
    notebook.cells += [new_raw_cell(text, id=f"r-{n}") for n, text in enumerate(ATTACKS)]
    notebook.cells.append(
        new_markdown_cell(
            "![a dot](attachment:a.png) ![bad](attachment:b.png)",
            id="pictures",
            attachments={
                "a.png": {"image/png": PIXEL},
                "b.png": {f'image/png" onerror="{ACT}': PIXEL},
            },
        )
    )
    printing = [
        "from IPython.display import HTML, SVG, Image, Javascript, Markdown, display",
        *(f"display(HTML({text!r}))" for text in [*ATTACKS, *HARMLESS]),
        *(f"display(Markdown({text!r}))" for text in [*ATTACKS, *MARKDOWN_ATTACKS]),
        f"display(Javascript({ACT!r}))",
        f'display(SVG(\'<svg xmlns="http://www.w3.org/2000/svg" onload="{ACT}"></svg>\'))',
        f"display({{'image/png': {PIXEL!r}}}, raw=True, "
        f"metadata={{'image/png': {{'width': '1 onload={ACT}'}}}})",
        f"display({{'text/html': '<script>{ACT}</script>'}}, raw=True, "
        "metadata={'text/html': {'isolated': True}})",
        f"print({''.join(ATTACKS)!r})",
        f"raise ValueError({''.join(ATTACKS)!r})",
    ]
    notebook.cells += [
        new_code_cell(f"{printing[0]}\n{line}", id=f"c-{n}") for n, line in enumerate(printing[1:])
    ]
    return notebook


@pytest.fixture(scope="module")
def attacked(copy_course, tmp_path_factory):
    """A course with one graded hand-in that attacks, and its feedback."""
    course = copy_course(tmp_path_factory.mktemp("attacked"))
    for other in set(course.solutions.glob("*.py")) - {course.solution_text(ASSIGNMENT)}:
        other.unlink()
    path = course.root / "grader" / "submitted" / "eve" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(write(nasty_notebook(read(course.exercise_notebook(ASSIGNMENT)))))
    config = course_config(course)
    bring_up_to_date(course, config)
    api = NbGraderAPI(config=config)
    for step in (api.autograde, api.generate_feedback):
        result = step(ASSIGNMENT, "eve")
        assert result["success"], result["error"][-3000:] + result["log"][-3000:]
    return course


def feedback_page(course):
    return course.root / "grader" / "feedback" / "eve" / ASSIGNMENT / f"{ASSIGNMENT}.html"


def formgrader_page(course):
    """The submission's page as formgrader's handler makes it."""
    templates = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"
    config = Config(course_config(course))
    config.HTMLExporter.template_name = "formgrade"
    config.HTMLExporter.extra_template_basedirs = [str(templates)]
    notebook = course.root / "grader" / "autograded" / "eve" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    resources = {"base_url": "", "index": 0, "total": 1, "student": "eve"}
    page, _ = HTMLExporter(config=config).from_filename(str(notebook), resources=resources)
    return page


def shown(page):
    """The part of a page that shows the notebook."""
    return BeautifulSoup(page, "html.parser").find(id="notebook-container")


@pytest.fixture(scope="module", params=["feedback", "formgrader"])
def page(request, attacked):
    if request.param == "feedback":
        return feedback_page(attacked).read_text(encoding="utf-8")
    return formgrader_page(attacked)


def test_the_attacked_notebook_was_graded(attacked):
    assert sum(scores(course_config(attacked), ASSIGNMENT)["eve"].values()) == 0


def test_nothing_a_student_wrote_acts_in_a_page(page):
    part = shown(page)
    for box in part.select(".rendered_html, .output_subarea, .highlight"):
        assert_cannot_act(box)
    assert not part.find_all(["script", "iframe", "svg", "style", "meta"])
    assert not [tag for tag in part.find_all(True) for name in tag.attrs if name.startswith("on")]


def test_pictures_tables_and_details_still_show(page):
    part = shown(page)
    dots = part.find_all("img", alt="a dot")
    assert len(dots) == 3  # in Markdown, in an output, as an attachment
    assert all(dot["src"].startswith("data:image/png;base64,") for dot in dots)
    assert len(part.select("table.dataframe")) == 2
    assert part.find("summary", string="Hint 1: a question")
    assert part.find("a", href="https://www.tensorflow.org/")


def test_markdown_that_breaks_the_page_is_shown_as_it_is(page):
    assert "![missing](attachment:missing.png)" in shown(page).get_text()


def test_the_feedback_page_has_a_policy_before_anything_else(attacked):
    page = BeautifulSoup(feedback_page(attacked).read_text(encoding="utf-8"), "html.parser")
    first = page.head.find(True)
    assert first["http-equiv"] == "Content-Security-Policy"
    assert "default-src 'none'" in first["content"]
    assert "unsafe-eval" not in first["content"]
    scripts = page.find_all("script")
    assert len(scripts) == 2
    assert scripts[1]["src"].endswith("config=TeX-AMS_CHTML-full,Safe")


def test_a_page_without_a_head_is_refused(monkeypatch):
    monkeypatch.setattr(HTMLExporter, "from_notebook_node", lambda *_, **__: ("<p>", {}))
    with pytest.raises(ValueError, match="no <head>"):
        FeedbackExporter().from_notebook_node(new_notebook())


# In a browser ------------------------------------------------------------------------------------

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
open_jupyter(Course(Path(sys.argv[1])), teacher=True, browser=False)
"""


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
def formgrader(attacked, tmp_path):
    """The address of a running formgrader of the attacked course."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = {"HOME": str(tmp_path / "home"), "JUPYTER_PORT": str(port), "JUPYTER_TOKEN": "t"}
    server = subprocess.Popen(
        [sys.executable, "-c", START, str(attacked.root)],
        env=os.environ | home,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    for line in server.stderr:
        if "Use Control-C to stop this server" in line:
            break
    threading.Thread(target=server.stderr.read, daemon=True).start()
    while server.poll() is None:  # it says that it runs a moment before it listens
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                break
    yield f"http://127.0.0.1:{port}"
    os.killpg(server.pid, 15)
    server.wait()


class Watched:
    """A page, and what should not happen in it: scripts that act, requests that leave here."""

    def __init__(self, chromium, **headers):
        self.page = chromium.new_context(extra_http_headers=headers).new_page()
        self.seen = []
        self.page.on("console", self._hear)
        self.page.on("dialog", self._dismiss)
        self.page.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), self._stop)

    def _hear(self, message):
        if message.text == "acted":
            self.seen.append("acted")

    def _dismiss(self, dialog):
        self.seen.append("dialog")
        dialog.dismiss()

    def _stop(self, route):
        if "evil" in route.request.url:
            self.seen.append(route.request.url)
        route.abort()


def act_on_everything(page):
    """Point at everything, click every link that leads nowhere else, open every detail."""
    page.wait_for_timeout(1000)
    page.evaluate(
        """() => {
            const part = document.querySelector('#notebook-container');
            for (const one of part.querySelectorAll('*')) {
                for (const name of ['mouseover', 'focus', 'click', 'toggle', 'error', 'load'])
                    if (!one.closest('a[href^=http]')) one.dispatchEvent(new Event(name));
                if (one.tagName === 'A' && !/^(https?|mailto):/.test(one.href)) one.click();
            }
        }"""
    )
    page.wait_for_timeout(1000)


def test_nothing_acts_in_the_feedback_page(chromium, attacked):
    watched = Watched(chromium)
    watched.page.goto(feedback_page(attacked).as_uri())
    act_on_everything(watched.page)
    assert watched.seen == []
    assert pixel_width(watched.page) == 1


def pixel_width(page):
    return page.locator("img[alt='a dot']").first.evaluate("image => image.naturalWidth")


def test_the_policy_stops_what_would_get_through(chromium, attacked, tmp_path):
    """The page with the attacks put back in, as if nothing had been cleaned."""
    page_text = feedback_page(attacked).read_text(encoding="utf-8")
    raw = "".join(text for text in ATTACKS if "refresh" not in text and "plaintext" not in text)
    (tmp_path / "raw.html").write_text(page_text.replace("<body>", f"<body>{raw}", 1))
    watched = Watched(chromium)
    watched.page.goto((tmp_path / "raw.html").as_uri())
    watched.page.wait_for_timeout(1000)
    for link in watched.page.locator("a", has_text="link").all():
        link.evaluate("link => link.click()")
    watched.page.wait_for_timeout(500)
    assert watched.seen == []


def test_the_same_attacks_act_in_a_page_without_policy(chromium, tmp_path):
    (tmp_path / "raw.html").write_text(f"<body>{''.join(ATTACKS)}")
    watched = Watched(chromium)
    watched.page.goto((tmp_path / "raw.html").as_uri(), wait_until="commit")
    watched.page.wait_for_timeout(1000)
    assert watched.seen.count("acted") > 5
    assert any("evil" in url for url in watched.seen)


def test_nothing_acts_in_formgraders_page(chromium, attacked, formgrader):
    watched = Watched(chromium, Authorization="token t")
    page = watched.page
    page.goto(f"{formgrader}/formgrader/gradebook/{ASSIGNMENT}/{ASSIGNMENT}")
    page.get_by_text("Submission #1").first.click()
    page.locator("#notebook-container").first.wait_for()
    assert page.locator("input.score").count() == 6
    act_on_everything(page)
    assert watched.seen == []
    assert pixel_width(page) == 1
