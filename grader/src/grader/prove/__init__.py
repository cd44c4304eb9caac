"""The author's gate: it tests the tests."""

from grader.prove.gate import Proof, prove

__all__ = ["Proof", "prove"]
