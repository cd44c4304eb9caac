"""nbgrader's configuration for this course: run `nbgrader` and formgrader from this folder.

nbgrader's own lists of steps are kept, in their order, with steps of the course's own: stubs that
say what to do, notebooks run fast and shut in, scores from checks that ran to their end, outputs
that can't act, and feedback without held-out sources.
"""

from functools import partial
from pathlib import Path

from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback
from nbgrader.preprocessors import ClearSolutions, Execute, GetGrades, SaveAutoGrades

from grader.autograde.button import ExecuteAndScore, SaveScores, make_sound
from grader.config import put_environment_first
from grader.feedback import FeedbackExporter, HideHeldOut
from grader.sanitise import SafeOutputs
from grader.stubs import ClearSolutionsToSentences, RememberAsBuilt


def _steps(converter: type, name: str, exchange: dict) -> list[type]:
    """The stock list `name` of a converter, each key of `exchange` replaced by its steps."""
    stock = converter.class_traits()[name].default()
    return [new for step in stock for new in exchange.get(step, [step])]


ROOT = Path(__file__).resolve().parent.parent

put_environment_first()

c = get_config()  # noqa: F821 - traitlets provides it

c.CourseDirectory.root = str(ROOT)
c.CourseDirectory.course_id = "gradflow"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.submitted_directory = "grader/submitted"
c.CourseDirectory.autograded_directory = "grader/autograded"
c.CourseDirectory.feedback_directory = "grader/feedback"
c.CourseDirectory.db_url = f"sqlite:///{ROOT / 'grader' / 'gradebook.db'}"

c.GenerateAssignment.preprocessors = [
    *_steps(GenerateAssignment, "preprocessors", {ClearSolutions: [ClearSolutionsToSentences]}),
    RememberAsBuilt,
]
c.Autograde.autograde_preprocessors = _steps(
    Autograde,
    "autograde_preprocessors",
    {Execute: [ExecuteAndScore], SaveAutoGrades: [SaveScores, SafeOutputs]},
)
c.Autograde.pre_convert_hook = partial(make_sound, ROOT)
c.GenerateFeedback.preprocessors = _steps(
    GenerateFeedback, "preprocessors", {GetGrades: [GetGrades, SafeOutputs, HideHeldOut]}
)
c.GenerateFeedback.exporter_class = FeedbackExporter

# What students wrote is shown under the teacher's session, so it may show and must not act.
c.TemplateExporter.filters = {
    "clean_html": "grader.sanitise.clean_html",
    "markdown2html": "grader.sanitise.markdown2html",
}
c.HTMLExporter.sanitize_html = True

# Seconds for one cell and for all cells of a hand-in; gigabytes of memory for its processes.
c.Execute.timeout = 60
c.ExecuteAndScore.notebook_timeout = 300
c.ExecuteAndScore.memory = 3

# formgrader shows the whole configuration to everybody who can open it when this is on.
c.FormgradeExtension.debug = False
