"""What learners see where the author wrote a solution."""

import nbformat
import pytest

from grader.stubs import ClearSolutionsToSentences, sentences, solution_region


def released(source, name="double"):
    cell = nbformat.v4.new_code_cell(source)
    cell.metadata = {"nbgrader": {"grade_id": name, "solution": True, "grade": False}}
    notebook = nbformat.v4.new_notebook(cells=[cell])
    ClearSolutionsToSentences().preprocess(notebook, {})
    return cell.source


def test_the_stub_says_what_to_do_and_names_the_exercise():
    source = (
        "def double(x):\n    ### BEGIN SOLUTION Return 2 x.\n    return 2 * x\n    ### END SOLUTION"
    )
    assert released(source) == (
        'def double(x):\n    raise NotImplementedError("double: Return 2 x.")'
    )


def test_a_long_sentence_gets_lines_of_its_own():
    sentence = "Say it at such length that the line would be longer than a line may be here, quite."
    stub = released(f"### BEGIN SOLUTION {sentence}\nx = 1\n### END SOLUTION")
    assert stub.split("\n") == ["raise NotImplementedError(", f'    "double: {sentence}"', ")"]


def test_quotes_in_a_sentence_do_not_break_the_stub():
    stub = released('### BEGIN SOLUTION Say "yes".\nx = 1\n### END SOLUTION')
    with pytest.raises(NotImplementedError, match="Say 'yes'"):
        exec(stub)


def test_predictions_keep_their_letters_and_lose_values_and_comments():
    source = (
        'answers = {\n    ### BEGIN ANSWERS Guess.\n    "a": 7.0,  # 3 + 4\n    "b": "a # b",\n'
        "    ### END ANSWERS\n}"
    )
    assert released(source) == 'answers = {\n    # Guess.\n    "a": ...,\n    "b": ...,\n}'


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("### BEGIN SOLUTION\nx\n### END SOLUTION", "needs a sentence"),
        ("### BEGIN SOLUTION Do it.\nx", "has no end"),
        ("### BEGIN SOLUTION A.\n### BEGIN SOLUTION B.\n### END SOLUTION", "inside another"),
    ],
)
def test_a_region_that_is_not_well_formed_is_refused(source, words):
    with pytest.raises(RuntimeError, match=words):
        released(source)


def test_sentences_and_regions_are_read_from_the_source():
    source = "a\n### BEGIN SOLUTION Do it.\nb\n### END SOLUTION\nc"
    assert sentences(source) == ["Do it."]
    assert solution_region(source) == ["b"]
