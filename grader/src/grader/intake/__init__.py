"""Intake: whatever a student handed in becomes a sound notebook to grade.

`receive` does this in memory, for one file. `take_in` brings a class's files (a folder, a zip, an
LMS's bulk download) to where nbgrader expects them, and `normalise` makes what lies there sound, so
that nbgrader's own commands and formgrader see sound files too. Originals are kept, byte for byte.
"""

from grader.intake.files import Unreadable
from grader.intake.receive import Received, receive, receive_bytes

__all__ = ["Received", "Unreadable", "receive", "receive_bytes"]
