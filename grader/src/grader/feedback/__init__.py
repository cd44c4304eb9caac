"""Feedback: what a learner may see of graded work, one page a student, a class at once."""

from grader.feedback.page import HIDDEN, FeedbackExporter, HideHeldOut

__all__ = ["HIDDEN", "FeedbackExporter", "HideHeldOut"]
