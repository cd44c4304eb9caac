"""What checks accept, what they refuse, and the three things that a refusal says."""

import enum
import logging
import os
import sys
import warnings
from fractions import Fraction

from gradflow.beliefs import BELIEFS
from gradflow.checks import PREDICT, Check, CheckFailed, NotWritten, Outcome

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given
from hypothesis import strategies as st


def check_of(answer, name="work"):
    return Check(name, {name: answer}, look="lesson 01.")


def message(call):
    with pytest.raises(CheckFailed) as caught:
        call()
    return str(caught.value)


def seen(value):
    return check_of(None).that(value, "the value")


@given(st.text(min_size=1), st.sampled_from(sorted(BELIEFS)), st.text(min_size=1))
def test_every_line_of_a_failure_is_shorter_than_80_columns(text, belief, look):
    lines = str(CheckFailed(text, belief=belief, look=look)).split("\n")
    assert max(map(len, lines)) < 80


def test_a_failure_says_what_was_seen_then_the_belief_then_where_to_look():
    text = str(CheckFailed("it is 3.", belief="value-is-slope", look="lesson 01."))
    heads = [line.split(":")[0] for line in text.split("\n") if not line.startswith(" ")]
    assert heads == ["Seen", "Belief", "Look"]
    assert "[value-is-slope]" in text


@pytest.mark.parametrize(
    "value",
    [
        [1.0, 2.0],
        (np.float32(1), 2),
        np.array([1.0, 2.0]),
        tf.constant([1.0, 2.0]),
        tf.Variable([1.0, 2.0]),
        tf.keras.Variable([1.0, 2.0]),
        [tf.constant(1.0), tf.Variable(2.0)],
        tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([0, 1]), tf.constant([2])),
    ],
    ids=lambda value: type(value).__name__,
)
def test_numbers_are_accepted_in_every_clothing(value):
    seen(value).close([1.0, 2.0])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "is None"),
        ("seven", "a str; it must hold numbers"),
        ([1.0, None], "must hold numbers"),
        ([[1.0], [2.0, 3.0]], "must hold numbers"),
        ([1.0, 2.0, 3.0], "has shape (3,); the right shape is (2,)"),
        (np.array([1.0, 2.0], np.float16), "has dtype float16"),
        ([1.0, 2.1], "is [1, 2.1]; it should be [1, 2]"),
        ([1.0, np.nan], "is [1, nan]"),
    ],
)
def test_type_comes_first_then_shape_then_dtype_then_value(value, words):
    assert words in message(lambda: seen(value).close([1.0, 2.0], dtype="float32"))


def test_a_belief_is_named_only_when_its_value_was_seen():
    beliefs = {"value-is-slope": 5.0, "paths-multiply": 6.0}
    assert "[paths-multiply]" in message(lambda: seen(6.0).close(7.0, beliefs=beliefs))
    assert "Belief" not in message(lambda: seen(6.5).close(7.0, beliefs=beliefs))


def test_a_belief_that_gives_the_right_value_is_never_named():
    beliefs = {"value-is-slope": [[7.0]], "paths-multiply": 7.0}
    assert "Belief" not in message(lambda: seen([7.0, 7.0]).close(7.0, beliefs=beliefs))


def test_two_beliefs_with_the_same_value_prove_neither():
    beliefs = {"value-is-slope": 6.0, "paths-multiply": 6.0}
    assert "Belief" not in message(lambda: seen(6.0).close(7.0, beliefs=beliefs))


def test_none_can_be_what_a_belief_gives():
    text = message(lambda: seen(None).close(7.0, beliefs={"value-is-slope": None}))
    assert "[value-is-slope]" in text


def test_no_gradient_is_none_or_zero():
    seen(None).nothing()
    seen(tf.zeros([3])).nothing()
    assert "no gradient may arrive" in message(lambda: seen([0.0, 1e-30]).nothing())
    assert "no gradient may arrive" in message(lambda: seen([np.nan]).nothing())


def test_bits_decide_where_nothing_may_move():
    weights = np.array([1.0, 0.0], np.float32)
    seen(weights.copy()).bitwise(weights)
    for moved in (np.nextafter(weights, 2), np.array([1.0, -0.0], np.float32)):
        assert "must stay exactly" in message(lambda moved=moved: seen(moved).bitwise(weights))


@pytest.mark.parametrize("value", [True, np.True_, tf.constant(True)])
def test_truth_in_every_clothing(value):
    seen(value).truth(True)
    assert "is True; it should be False" in message(lambda: seen(value).truth(False))


@pytest.mark.parametrize("value", [1, None, "True", [True]])
def test_what_is_no_truth_value_is_refused(value):
    assert "must be True or False" in message(lambda: seen(value).truth(True))


def test_an_exception_of_the_learner_becomes_one_sentence():
    text = message(lambda: check_of(lambda x: 1 / x).call(0, shown="work(0)"))
    assert text.startswith("Seen: work(0) raised ZeroDivisionError: division by zero")


def test_the_stub_shows_its_own_sentence():
    def work():
        raise NotImplementedError("work: Return two times x.")

    with pytest.raises(NotWritten, match=r"work: Return two times x\."):
        check_of(work).call(shown="work()")


def test_a_library_that_can_not_do_something_is_no_stub():
    def work(x):
        raise NotImplementedError("Cannot convert a symbolic tf.Tensor to a NumPy array.")

    text = message(lambda: check_of(work).call(1, shown="work(1)"))
    assert "work(1) raised NotImplementedError: Cannot convert a symbolic" in text


def test_a_stub_inside_a_traced_function_is_a_stub():
    def work(x):
        raise NotImplementedError("work: Return two times x.")

    with pytest.raises(NotWritten, match=r"^work: Return two times x\."):
        check_of(work).call(tf.constant(1.0), of=tf.function(work), shown="work(1)")


def test_a_tensor_of_a_graph_is_not_numbers():
    box = []
    tf.function(lambda x: box.append(x))(tf.constant(1.0))
    assert "must hold numbers" in message(lambda: seen(box[0]).close(1.0))


def test_the_line_that_says_most_is_shown():
    def work(text):
        raise ValueError(text)

    for text in (
        "Graph execution error:\n\n  the reason\n",
        "in user code:\n\n    File 'x.py', line 1\n    the reason",
        "the reason, as in:\n```\ncode\n```",
    ):
        seen_text = message(lambda text=text: check_of(work).call(text, shown="work()"))
        assert "raised ValueError: the reason" in seen_text


def test_an_error_in_a_trace_is_shown_at_the_learners_own_line(tmp_path):
    cell = tmp_path / "cell.py"
    cell.write_text("@tf.function\ndef work(x):\n    y = x + 1\n    return nothing(y)\n")
    scope = {"__name__": "__main__", "tf": tf}
    exec(compile(cell.read_text(), str(cell), "exec"), scope)
    text = message(lambda: check_of(scope["work"]).call(tf.constant(1.0), shown="work(1)"))
    words = " ".join(text.split())
    assert "raised NameError: name 'nothing' is not defined (at `return nothing(y)`)" in words


def test_a_name_that_the_check_took_from_the_learner_is_told(tmp_path):
    scope = {"__name__": "__main__", "Check": Check}
    cells = {
        "cell.py": "def moved(x):\n    return x.found\n\n\ndef work(x):\n    return moved(x)\n",
        "check.py": "found = moved = [1]\n"
        "check = Check('work', globals(), look='x')\ncheck.call(1, shown='work(1)')\n",
    }
    for name, text in cells.items():
        (tmp_path / name).write_text(text)

    def run(name):
        exec(compile(cells[name], str(tmp_path / name), "exec"), scope)

    run("cell.py")
    words = " ".join(message(lambda: run("check.py")).split())
    assert (
        "(at `return moved(x)`) The check gives `moved` a value of its own; take another name."
        in words
    )


def test_what_a_passed_check_took_is_given_back_and_nothing_else(tmp_path):
    cell = tmp_path / "check.py"
    cell.write_text(
        "check = Check('work', globals(), look='x')\nmoved = seen = work()\ncheck.passed()"
    )
    scope = {"Check": Check, "moved": "the learner's", "calls": 0}
    exec("def work():\n    global calls\n    calls += 1\n    return calls", scope)
    exec(compile(cell.read_text(), str(cell), "exec"), scope)
    assert (scope["moved"], scope["seen"], scope["calls"]) == ("the learner's", 1, 1)


def test_a_name_that_is_missing_or_no_function_is_told():
    assert "there is no `work`" in message(lambda: Check("work", {}, look="x"))
    assert "can't be called: it is an int" in message(lambda: check_of(3).call(shown="work()"))


def test_nothing_reaches_stderr_while_the_learners_code_runs(capfd):
    def noisy(x):
        print("to stderr", file=sys.stderr)
        os.write(2, b"to descriptor 2\n")
        tf.print("printed by TensorFlow")
        warnings.warn("a warning", stacklevel=1)
        logging.getLogger("tensorflow").error("a log line")
        return x

    check_of(noisy).call(1.0, shown="work(1)").close(1.0)
    out, err = capfd.readouterr()
    assert err == ""
    assert "to stderr" in out
    assert "to descriptor 2" in out
    assert "printed by TensorFlow" in out


def test_logging_works_again_afterwards(caplog):
    check_of(lambda: 1).call(shown="work()")
    logging.getLogger("tensorflow").warning("heard")
    assert "heard" in caplog.text


def test_predictions_must_be_filled_in_with_numbers_none_or_words():
    with pytest.raises(NotWritten, match=PREDICT[-20:]):
        check_of({"a": ..., "b": 1}).predictions("ab")
    assert "no answer for b" in message(lambda: check_of({"a": 1}).predictions("ab"))
    assert "no dict" in message(lambda: check_of([1]).predictions("a"))
    assert "it may be a number" in message(lambda: check_of({"a": "x"}).predictions("a"))
    given_answers = {"a": np.float32(1), "b": None, "c": "stops", "d": tf.constant(2.0)}
    given_answers["e"] = Fraction(1, 2)
    assert check_of(given_answers).predictions("abcde", ["stops"]) == given_answers


class Word(enum.StrEnum):
    STOPS = "stops"


def test_a_word_is_a_word_in_numpy_and_in_an_enum_too():
    given_answers = {"a": np.str_("stops"), "b": Word.STOPS}
    found = check_of(given_answers).predictions("ab", ["stops"])
    assert [type(word) for word in found.values()] == [str, str]
    assert set(found.values()) == {"stops"}


def test_a_word_that_claims_to_equal_all_others_is_taken_for_what_it_holds():
    class Sly(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other):
            return True

        def __str__(self):
            return "stops"

    text = message(lambda: check_of({"a": Sly("x")}).predictions("a", ["stops"]))
    assert "answer a is 'x'" in text


@pytest.mark.parametrize("wrong", [1, None, True, "x"])
def test_where_only_words_are_answers_numbers_are_none(wrong):
    text = message(lambda: check_of({"a": wrong}).predictions("a", ["x1", "x2"], words_only=True))
    assert f"answer a is {wrong!r}; it must be one of x1, x2." in text


@pytest.mark.parametrize(
    ("got", "want", "words"),
    [
        (
            np.arange(20.0),
            np.arange(20.0) + 0.5 * (np.arange(20) == 7),
            "7.0 at [7]; it should be 7.5",
        ),
        (np.float32(1.0000001), np.float32(1), "1.0000001; it must stay exactly 1.0"),
        (-np.zeros(9), np.zeros(9), "is [-0,"),
        (np.zeros(9) * ([1] * 4 + [-1] + [1] * 4), np.zeros(9), "-0.0 at [4]; it must stay"),
        (np.float64(5), np.float32(5), "5 (float64); it must stay exactly 5 (float32)"),
    ],
)
def test_what_differs_is_never_shown_as_the_same(got, want, words):
    held = seen(got).close if "should" in words else seen(got).bitwise
    assert words in " ".join(message(lambda: held(want)).split())


def test_predictions_are_compared_and_the_first_wrong_one_is_shown():
    outcomes = {
        "a": Outcome(7.0, {"paths-multiply": 12}),
        "b": Outcome(None, {}, none_is_zero=True),
        "c": Outcome("stops", {"value-is-slope": "flows"}),
    }
    check = check_of(None)
    check.compare_predictions({"a": 7, "b": 0, "c": "stops"}, outcomes)
    text = message(lambda: check.compare_predictions({"a": 12, "b": None, "c": "flows"}, outcomes))
    assert "a gave 7 when it was run; you said 12. Also off: c." in text
    assert "[paths-multiply]" in text


def test_none_and_zero_differ_unless_an_outcome_says_otherwise():
    check = check_of(None)
    text = message(lambda: check.compare_predictions({"a": 0}, {"a": Outcome(None, {})}))
    assert "a gave None when it was run; you said 0" in text


def test_a_pass_says_what_was_checked_and_what_will_be(capsys):
    check_of(lambda: 1).passed()
    assert "A held-out check with other values runs" in capsys.readouterr().out
    predictions = check_of({"a": 1})
    predictions.predictions("a")
    predictions.passed()
    assert "Whether they are right is checked when your work is graded" in capsys.readouterr().out
    Check("work", {"work": 1}, look="x", held_out=True).passed()
    assert capsys.readouterr().out == ""
