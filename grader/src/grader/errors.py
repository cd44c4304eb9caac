"""The one error that the command line turns into a sentence."""


class CourseError(Exception):
    """Something a person can mend: the message says what happened, why, and what to do."""
