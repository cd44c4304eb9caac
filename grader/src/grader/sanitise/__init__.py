"""What students wrote and printed, so that it can be looked at and can't act.

A graded notebook is shown in formgrader, under the teacher's session, and as a feedback page. Its
outputs are cleaned and cut when it is graded (`SafeOutputs`); Markdown, which has to stay what the
student wrote, is cleaned where it is turned into a page (`markdown2html`).
"""

from grader.sanitise.html import clean_html, markdown2html
from grader.sanitise.outputs import SafeOutputs

__all__ = ["SafeOutputs", "clean_html", "markdown2html"]
