"""Intake: whatever a student handed in becomes a sound notebook to grade.

`receive` does this in memory, for one file. An `Intake` takes a class's files (a folder, a zip, an
LMS's download) to where nbgrader looks for them, and makes what lies there sound, so that
nbgrader's own commands and formgrader see sound files too. Originals are kept, byte for byte.
"""

from grader.intake.files import Unreadable
from grader.intake.receive import Received, receive, receive_bytes
from grader.intake.take_in import ORIGINALS, Intake, Status

__all__ = ["ORIGINALS", "Intake", "Received", "Status", "Unreadable", "receive", "receive_bytes"]
