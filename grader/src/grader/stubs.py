"""What a learner sees where the author wrote a solution.

A solution region starts with a sentence that says what to do:

    ### BEGIN SOLUTION Return the central difference quotient of every entry.
    ...
    ### END SOLUTION

and is released as `raise NotImplementedError("num_grad: Return the ...")`. In a cell of
predictions, where nothing can be raised inside the dictionary, the region is

    ### BEGIN ANSWERS Replace each ... by your prediction.
    "a": 7.0,  # dy/da
    ### END ANSWERS

and each value is released as `...`, without its comment.
"""

import re
from collections.abc import Iterator

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearSolutions, NbGraderPreprocessor

from grader.text import AS_BUILT, fingerprint

_BEGIN = re.compile(r"^(?P<indent>\s*)### BEGIN (?P<kind>SOLUTION|ANSWERS) ?(?P<sentence>.*)$")
_END = re.compile(r"^\s*### END (SOLUTION|ANSWERS)\s*$")
_ENTRY = re.compile(r'^(?P<key>\s*"\w+": )')
_LINE = 100


def sentences(source: str) -> list[str]:
    """The sentences of all regions of a solution cell, in order."""
    return [found["sentence"] for line in source.split("\n") if (found := _BEGIN.match(line))]


def solution_region(source: str) -> list[str]:
    """The lines of a cell that learners must not see: those inside its regions."""
    inside, region = [], False
    for line in source.split("\n"):
        if _BEGIN.match(line) or _END.match(line):
            region = not region
        elif region:
            inside.append(line)
    return inside


class ClearSolutionsToSentences(ClearSolutions):
    """nbgrader's ClearSolutions, with the author's own sentence in the stub."""

    def _replace_solution_region(self, cell: NotebookNode, language: str) -> bool:
        if cell.cell_type != "code":
            return super()._replace_solution_region(cell, language)
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        released = list(_stub_lines(cell.source.split("\n"), name))
        replaced = released != cell.source.split("\n")
        cell.source = "\n".join(released)
        return replaced


def _stub_lines(lines: list[str], name: str) -> Iterator[str]:
    region = None
    for line in lines:
        begin = _BEGIN.match(line)
        if begin and region:
            raise RuntimeError(f"{name}: a solution region begins inside another")
        if begin and not begin["sentence"]:
            raise RuntimeError(
                f"{name}: BEGIN {begin['kind']} needs a sentence that says what to do"
            )
        if begin:
            region = begin["kind"]
            yield from _opening(begin, name)
        elif _END.match(line):
            region = None
        elif region == "ANSWERS" and (entry := _ENTRY.match(line)):
            yield f"{entry['key']}...,"
        elif not region:
            yield line
    if region:
        raise RuntimeError(f"{name}: a solution region has no end")


def _opening(begin: re.Match[str], name: str) -> list[str]:
    indent, sentence = begin["indent"], begin["sentence"]
    if begin["kind"] == "ANSWERS":
        return [f"{indent}# {sentence}"]
    text = f"{name}: {sentence}".replace('"', "'")
    one_line = f'{indent}raise NotImplementedError("{text}")'
    if len(one_line) <= _LINE:
        return [one_line]
    return [f"{indent}raise NotImplementedError(", f'{indent}    "{text}"', f"{indent})"]


class RememberAsBuilt(NbGraderPreprocessor):
    """Let the released notebook remember what it is like, so that `build` sees work in it."""

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Write the fingerprint into the metadata."""
        nb.metadata[AS_BUILT] = fingerprint(nb)
        return nb, resources
