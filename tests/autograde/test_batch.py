"""Grading many submissions: one row for each, the verdicts of the terminal, no surprises."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.batch import Grader, by_name, grade_batch
from quizkit.autograde.rows import GradedRow, Submission
from quizkit.content.course import Course
from quizkit.content.load import load_course
from quizkit.content.model import (
    Answer,
    ChoiceAnswer,
    Exact,
    MatchAnswer,
    NumberAnswer,
    Option,
    Question,
    RecallAnswer,
    Relative,
    TextAnswer,
)
from quizkit.grading.grade import grade
from quizkit.variants import make_variant
from tests.exchange.samples import SMALL


def question(answer: Answer, name: str, renamed_from: tuple[str, ...] = ()) -> Question:
    return Question(
        id=name,
        lesson="one",
        part="practice",
        prompt="?",
        answer=answer,
        revision="0" * 12,
        renamed_from=renamed_from,
    )


NUMBER = question(
    NumberAnswer(unit="GB", tolerance=Relative(Fraction(1, 100)), value=Fraction(120)), "number"
)
THIRD = question(NumberAnswer(unit="plain", tolerance=Exact(), value=Fraction(1, 3)), "third")
CHOICE = question(
    ChoiceAnswer(
        options=(
            Option(id="left", text="The left one", right=True, say="Yes."),
            Option(id="middle", text="The middle one"),
            Option(id="right", text="The right one"),
            Option(id="other", text="a fourth one"),
        )
    ),
    "choice",
)
FIXED = question(
    ChoiceAnswer(
        options=(Option(id="yes", text="Yes"), Option(id="no", text="No", right=True)), fixed=True
    ),
    "fixed",
)
TEXT = question(TextAnswer(accept=("all-reduce",)), "text")
MATCH = question(MatchAnswer(pairs=(("one", "apple"), ("two", "pear"))), "match")
RECALL = question(RecallAnswer(model="The model answer.\n", checklist=("a",)), "recall")
QUESTIONS = by_name([NUMBER, THIRD, CHOICE, FIXED, TEXT, MATCH, RECALL])


def row(name: str, response: str, seed: str = "") -> GradedRow:
    return Grader(QUESTIONS).row(f"one/{name}", seed, response)


def small() -> Course:
    course = load_course(SMALL).course
    assert course is not None
    return course


def test_a_value_gets_verdict_score_key_and_reading_with_their_unit() -> None:
    """A graded row says how the response was read and what was right, both with the unit."""
    assert row("number", "120 GB") == GradedRow(
        status="graded", verdict="right", score=Fraction(1), read_as="120 GB", key="120 GB",
        key_exact="120", revision="0" * 12,
    )  # fmt: skip


def test_only_graded_rows_have_a_score() -> None:
    """What needs review, is blank or in error is never worth 0 points by accident."""
    rows = [row("number", text) for text in ("7 bananas", "", "1.5")]
    rows.append(row("number", "120", seed="x"))
    assert [one.status for one in rows] == ["needs_review", "blank", "graded", "error"]
    assert [one.score is not None for one in rows] == [False, False, True, False]


def test_a_key_without_unit_that_is_a_fraction_shows_its_decimal() -> None:
    """A bare 1/3 would be the first of March in a spreadsheet."""
    third = row("third", "0.5")
    assert third.key == "1/3 (about 0.333333)"
    assert third.key_exact == "1/3"


def test_a_score_is_a_decimal_of_at_most_six_places() -> None:
    """For people 2/3 is 0.666667, for programs it stays 2/3."""
    one = GradedRow(status="graded", score=Fraction(2, 3))
    assert (one.score_text, one.score_exact) == ("0.666667", "2/3")
    assert GradedRow(status="graded", score=Fraction(1, 2)).score_text == "0.5"
    assert GradedRow(status="graded", score=Fraction(0)).score_text == "0"
    assert GradedRow(status="blank").score_text == ""


def test_recall_needs_review_beside_the_model_answer() -> None:
    """No program judges a recall: staff see the model answer as the key."""
    assert row("recall", "something like it").status == "needs_review"
    assert row("recall", "something like it").key == "The model answer."
    assert row("recall", " \u00a0").status == "blank"


def test_without_a_seed_a_letter_on_a_shuffled_choice_needs_review() -> None:
    """A letter, a bracketed letter or a position names an option only in an order."""
    for text in ("a", "B", "(b)", "c.", "2", "a, b"):
        assert row("choice", text).status == "needs_review", text
    assert "seed" in row("choice", "a").feedback


def test_without_a_seed_an_id_or_a_text_on_a_shuffled_choice_is_graded() -> None:
    """Ids and texts name an option in any order; the key then names no letter either."""
    assert row("choice", "left").verdict == "right"
    assert row("choice", "The right one").verdict == "wrong"
    assert row("choice", "left").key == row("choice", "left").read_as == "The left one"
    assert row("choice", "a fourth one").status == "graded"
    assert row("choice", "something else").status == "needs_review"


def test_with_a_seed_the_key_names_the_letter_of_that_order() -> None:
    """The same right option stands under another letter in another variant."""
    variant = make_variant(CHOICE, 5)
    letter = next(option.letter for option in variant.options if option.right)
    assert row("choice", letter, seed="5").verdict == "right"
    assert row("choice", letter, seed="5").key == f"{letter}: The left one"
    assert row("choice", letter, seed="5").key_exact == "left"


def test_a_choice_in_fixed_order_takes_letters_without_a_seed() -> None:
    """Nothing is shuffled, so no seed is needed."""
    assert row("fixed", "b").verdict == "right"


def test_a_match_needs_the_seed() -> None:
    """Pairs are answered by letters of the shuffled right sides."""
    assert row("match", "1-a, 2-b").status == "needs_review"
    assert row("match", "").status == "blank"


def test_a_drawn_question_without_a_seed_is_an_error() -> None:
    """A blank seed is never seed 0: its key would be a guess."""
    one = Grader.of_course(small()).row("kinds/drawn-number", " ", "1.5")
    assert one.status == "error"
    assert (
        one.feedback == "kinds/drawn-number draws its numbers; without a seed its key is not known"
    )
    assert one.revision


def test_a_variant_may_stand_for_question_and_seed() -> None:
    """`lesson/question#seed` is the question and its seed; a second, other seed is an error."""
    grader = Grader.of_course(small())
    assert grader.row("kinds/drawn-number#0", "", "1.5").verdict == "right"
    assert grader.row("kinds/drawn-number#0", "0", "1.5").verdict == "right"
    assert grader.row("kinds/drawn-number#0", "0.0", "1.5").verdict == "right"
    assert grader.row("kinds/drawn-number # 0", "", "1.5").verdict == "right"
    assert grader.row("kinds/drawn-number#0", "1", "1.5").status == "error"


@pytest.mark.parametrize("seed", ["-1", "1.5", "1e3", "٣", "0x1", "1 2"])
def test_a_seed_that_is_no_whole_number_is_an_error(seed: str) -> None:
    """A bad seed is named in a sentence, and nothing is graded by a seed made of it."""
    one = row("number", "120", seed=seed)
    assert one.status == "error"
    assert one.feedback == f'the seed "{seed}" is not a whole number from 0'


@pytest.mark.parametrize("seed", ["NA", "NaN", "None", "null", ".", "#N/A", "-", "x"])
def test_a_word_for_no_seed_is_an_error_that_says_how_to_give_none(seed: str) -> None:
    """Statistics programs write one into cells without a value; it is not guessed away."""
    one = row("number", "120", seed=seed)
    assert (one.status, one.feedback) == (
        "error",
        f'the seed "{seed}" is not a whole number from 0; leave it empty where there is none',
    )


def test_a_seed_is_refused_for_its_length_only_if_it_has_more_digits_than_can_be_kept() -> None:
    """18 digits are a seed, 19 are too many and that is said; zeros before them do not count."""
    assert row("number", "120", seed="9" * 18).verdict == "right"
    assert row("number", "120", seed="0" * 30 + "7") == row("number", "120", seed="7")
    assert row("number", "120", seed="99999999999999999999").feedback == (
        'the seed "99999999999999999999" is too long: it has 20 digits, and at most 18 are taken'
    )


def test_a_seed_that_a_table_program_made_a_decimal_is_read() -> None:
    """Columns with gaps come out as floats: `8.0` can only mean 8."""
    grader = Grader.of_course(small())
    assert grader.row("kinds/drawn-number", "8.0", "1") == grader.row(
        "kinds/drawn-number", "8", "1"
    )


def test_an_unknown_question_is_an_error_that_offers_the_nearest() -> None:
    """The row says which question it names and which one may be meant."""
    assert row("nmber", "1").feedback == 'unknown question "one/nmber"; did you mean "one/number"?'
    assert Grader(QUESTIONS).row("number", "", "1").feedback.endswith('did you mean "one/number"?')
    assert Grader(QUESTIONS).row("", "", "1").feedback == "no question is named"


@pytest.mark.parametrize("unseen", ["\u200b", "\ufeff", "\u00ad", "\u2060", "\u202e"])
def test_what_nobody_sees_in_a_name_or_a_seed_is_named(unseen: str) -> None:
    """Two names that look alike would be said to be different, and nobody could find out why."""
    shown = f"<U+{ord(unseen):04X}>"
    assert row(f"number{unseen}", "1").feedback == (
        f'unknown question "one/number{shown}"; did you mean "one/number"?'
    )
    assert row("number", "1", f"{unseen}3").feedback == (
        f'the seed "{shown}3" is not a whole number from 0'
    )
    assert row("number#3", "1", f"3{unseen}").feedback == (
        f'the variant "one/number#3" is not of seed "3{shown}"'
    )


def test_what_may_be_meant_is_looked_for_once() -> None:
    """A file of another course's answers names few questions often, each with many seeds."""
    grader = Grader(QUESTIONS)
    assert grader.row("one/gone", "1", "a") is grader.row("one/gone", "2", "b")


def test_former_names_of_a_question_still_grade() -> None:
    """Answers collected before a rename belong to the renamed question."""
    new = question(NUMBER.answer, "new", renamed_from=("old",))
    assert Grader(by_name([new])).row("one/old", "", "120").verdict == "right"


def test_a_question_of_another_course_is_said_to_be_one() -> None:
    """Whoever forgets to name the course has a file of errors, and learns why from the first."""
    grader = Grader(QUESTIONS)
    assert grader.row("rules-two/moon", "", "a").feedback == (
        'unknown question "rules-two/moon"; no lesson "rules-two" is loaded: is it of another '
        "course?"
    )
    for name in ("Q1", "zebra crossing/b", "zebra/", "/zebra", "one/zzzzzzzz"):
        assert grader.row(name, "", "a").feedback.endswith(
            '; a question is named as in "one/number"'
        ), name


def test_only_todays_name_of_a_question_is_offered() -> None:
    """Whoever mistypes a former name, or has none at all, is told what it is called today."""
    new = question(NUMBER.answer, "new", renamed_from=("older-name",))
    grader = Grader(by_name([new]))
    assert grader.row("one/older-nam", "", "1").feedback.endswith('; did you mean "one/new"?')
    assert grader.row("older-name", "", "1").feedback.endswith('; did you mean "one/new"?')
    assert grader.row("Q1", "", "1").feedback.endswith('; a question is named as in "one/new"')
    assert [grader.ref_of(name) for name in ("one/older-name#3", "one/new", "Q1")] == [
        "one/new", "one/new", ""
    ]  # fmt: skip


def test_a_failing_calculator_costs_one_row_and_gives_no_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever breaks while one row is graded, that row is an error and the next is graded."""
    grader = Grader(QUESTIONS)
    monkeypatch.setattr("quizkit.grading.number_keys.NumberKey.grade", lambda *_: 1 // 0)
    broken = grader.row("one/number", "", "120")
    monkeypatch.undo()
    assert (broken.status, broken.score) == ("error", None)
    assert "ZeroDivisionError" in broken.feedback
    assert grader.row("one/number", "", "121").verdict == "right"


def test_a_batch_names_the_rows_it_cannot_grade() -> None:
    """In a list of submissions an error says which one it is about."""
    rows = list(
        grade_batch(
            [
                Submission(learner="ann", question="one/number", response="120"),
                Submission(learner="bob", question="one/gone", response="120"),
                Submission(learner=" ", question="one/number", response="120"),
            ],
            QUESTIONS,
        )
    )
    assert [one.status for one in rows] == ["graded", "error", "error"]
    assert rows[1].feedback.startswith('row 2: unknown question "one/gone"')
    assert rows[2].feedback == "row 3: no learner is named"


def test_a_batch_takes_a_course_and_seeds_as_numbers() -> None:
    """From Python: a loaded course, submissions with whole-number seeds."""
    one = Submission(learner="ann", question="kinds/drawn-number", seed=0, response="3/2")
    assert [row.verdict for row in grade_batch([one], small())] == ["right"]


NAN = float("nan")


@pytest.mark.parametrize(
    ("changed", "status", "feedback"),
    [
        ({"learner": 12}, "graded", ""),
        ({"learner": None}, "error", "row 1: no learner is named"),
        ({"learner": NAN}, "error", "row 1: no learner is named"),
        ({"question": None}, "error", "row 1: no question is named"),
        ({"question": 3}, "error", 'row 1: unknown question "3"'),
        ({"question": ["one/number"]}, "error", "row 1: the question is of type list; "),
        ({"seed": 3.0}, "graded", ""),
        ({"seed": NAN}, "graded", ""),
        ({"seed": 2.5}, "error", 'row 1: the seed "2.5" is not a whole number from 0'),
        ({"seed": True}, "error", 'row 1: the seed "true" is not a whole number from 0; leave'),
        ({"seed": [3]}, "error", "row 1: the seed is of type list; give a text or a number"),
        (
            {"seed": 10**6000},
            "error",
            "row 1: the seed is a number that Python does not write out; ",
        ),
        ({"response": 120}, "graded", ""),
        ({"response": 120.0}, "graded", ""),
        ({"response": Decimal("120.0")}, "graded", ""),
        ({"response": Fraction(240, 2)}, "graded", ""),
        ({"response": None}, "blank", ""),
        ({"response": NAN}, "blank", ""),
        ({"response": Decimal("NaN")}, "blank", ""),
        ({"response": Decimal("sNaN")}, "error", "row 1: the response is a number that Python "),
        ({"response": True}, "needs_review", ""),
        ({"response": ["120"]}, "error", "row 1: the response is of type list; "),
        ({"response": b"120"}, "error", "row 1: the response is of type bytes; "),
        (
            {"response": 10**6000},
            "error",
            "row 1: the response is a number that Python does not write out; ",
        ),
    ],
)
def test_a_batch_takes_the_cells_of_a_data_frame(
    changed: dict[str, Any], status: str, feedback: str
) -> None:
    """Numbers are their texts, None and NaN are nothing, and what is neither is an error row."""
    cells = {"learner": "ann", "question": "one/number", "seed": None, "response": "120", **changed}
    [row] = grade_batch([Submission(**cells)], QUESTIONS)
    assert row.status == status
    assert row.feedback.startswith(feedback)
    assert row.verdict == ("right" if status == "graded" else None)


def test_what_nobody_typed_is_not_taken_for_the_same_text_that_somebody_did() -> None:
    """True is left to staff, whether or not another learner typed `true`."""
    typed, untyped = (
        Submission(learner="ann", question="one/text", response=cast("str", response))
        for response in ("true", True)
    )
    for order in ([typed, untyped], [untyped, typed], [untyped, untyped, typed]):
        statuses = [row.status for row in grade_batch(order, QUESTIONS)]
        assert statuses == ["graded" if one is typed else "needs_review" for one in order]


def test_a_batch_streams() -> None:
    """Each row is there before the next submission is asked for."""
    asked = 0

    def endless() -> Iterator[Submission]:
        nonlocal asked
        while True:
            asked += 1
            yield Submission(learner="ann", question="one/number", response=str(asked))

    rows = grade_batch(endless(), QUESTIONS)
    next(rows)
    next(rows)
    assert asked == 2


@given(
    name=st.sampled_from(
        ["fixed-number", "drawn-number", "pick-one", "say-it", "match-up"]
    ),
    seed=st.integers(0, 40),
    response=st.one_of(
        st.sampled_from(["1.5", "120", "3/2", "a", "b", "1-a, 2-b, 3-c", "one shard", "12"]),
        st.text(max_size=12),
    ),
)  # fmt: skip
def test_bulk_and_terminal_agree(name: str, seed: int, response: str) -> None:
    """A row's verdict and score are those of the function that grades in the terminal."""
    found = next(q for lesson in small().lessons for q in lesson.questions if q.id == name)
    graded = grade(make_variant(found, seed), response)
    one = Grader.of_course(small()).row(found.ref, str(seed), response)
    if graded.grade is None:
        assert one.status == ("blank" if graded.reading.state == "blank" else "needs_review")
        assert (one.verdict, one.score) == (None, None)
    else:
        assert (one.status, one.verdict, one.score) == (
            "graded", graded.grade.verdict, graded.grade.score,
        )  # fmt: skip
