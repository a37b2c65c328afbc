"""Choices and pairs: how a response names them, and what it scores."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.model import ChoiceAnswer, Option
from quizkit.grading.grade import Grade, grade
from quizkit.grading.readings import Ambiguous, Blank, Chosen, Matched, Unreadable
from quizkit.grading.responses import read_response
from quizkit.variants import Variant, key_shown
from tests.grading.variants import choice, judged, pairs, variant, verdict
from tests.strategies import anything

FRUIT = choice("An apple", "A pear", "A plum", "No fruit at all.", right="2")
COLLECTIVES = choice(
    "all-gather", "reduce-scatter", "all-reduce", "broadcast", right="1 2", many=True,
    ids="ag rs ar bc",
)  # fmt: skip


def outcome(asked: Variant, typed: str, *, decimal_comma: bool = False) -> str:
    """The verdict, or `asked` where nothing is graded."""
    graded = grade(asked, typed, decimal_comma=decimal_comma)
    return "asked" if graded.grade is None else graded.grade.verdict


@pytest.mark.parametrize(
    "typed",
    ["b", "B", "(b)", "b)", "b.", " b ", "ｂ", "option-2", "OPTION-2", "A pear", "a  pear", "2",
     "2.", "2)", "(2)", "（2）", "b: A pear", "B) a pear.", "(B)", "A PEAR.", "\ufeffb", "b\n",
     "A\u00a0pear\u200b", "(b) A pear", "b - A pear", "b – a pear", "b A pear", "B.) A pear",
     "A pear (b)", '"b"', "'b'", "“b”", "`b`", '"A pear."', "«A pear»", "„A pear“",
     "ｂ）Ａ ｐｅａｒ"],
)  # fmt: skip
def test_a_letter_an_id_a_text_or_a_place_names_an_option(typed: str) -> None:
    """An option is named by letter, id or text, or by its place where no text is a number."""
    assert judged(FRUIT, typed) == Grade(verdict="right", score=Fraction(1), feedback="say 2")


def test_the_reading_is_an_id_and_says_which_option_it_is() -> None:
    """A choice is kept by id, so that another order changes nothing."""
    assert read_response(FRUIT, "2") == Chosen(
        ids=("option-2",), read_as="b: A pear", literal=False
    )
    assert read_response(FRUIT, "b") == Chosen(ids=("option-2",), read_as="b: A pear", literal=True)


@pytest.mark.parametrize(
    "typed",
    ["e", "z", "5", "0", "apple", "pear or plum", "?", "b because", "-1", "1.5", "b or c", "bc",
     "b?", "b!", "not b", "b is right", "I think b", "all of the above", "b/c", "a-c", "b+c", "2b",
     "b2", "bb", "-b", "b*", "second", "b. An apple", "2: A pear", "а", "с", "Ь", "β",
     "(b) An apple", "b An apple", "An apple (b)", "b - apple", '"b', "'b", '"b or c"',
     "b A pear?"],
)  # fmt: skip
def test_what_names_no_option_is_asked(typed: str) -> None:
    """Other letters, places and words are asked about, never wrong."""
    assert isinstance(read_response(FRUIT, typed), Unreadable)


@pytest.mark.parametrize("typed", ["a, b", "a b", "a and c", "An apple, A plum"])
def test_one_option_is_wanted(typed: str) -> None:
    """Several options for a single choice are asked about."""
    reading = read_response(FRUIT, typed)
    assert isinstance(reading, Ambiguous)
    assert len(reading.readings) == 2


def test_blank_is_no_choice() -> None:
    """A blank response chooses nothing and is not wrong."""
    assert grade(FRUIT, " \u00a0").reading == Blank()
    assert grade(FRUIT, "").grade is None


NUMBERS = choice("16", "2", "4", right="3")
STAGES = choice("Stage 0", "Stage 1", "Stage 2", "Stage 3", right="3")


def test_digits_are_texts_where_an_option_is_a_number() -> None:
    """`2` is the option that says 2, not the second one; `3` is none of them."""
    assert judged(NUMBERS, "4").verdict == "right"
    assert judged(NUMBERS, "16.0").feedback == "say 1"
    assert read_response(NUMBERS, "3") == Unreadable(
        message='"3" names no option: type a letter from a to c.'
    )


def test_a_digit_that_stands_in_another_option_is_asked() -> None:
    """`2` among stages 0 to 3 may be a place or a stage."""
    assert read_response(STAGES, "2") == Ambiguous(
        readings=("b: Stage 1", "c: Stage 2"),
        message='"2" can be a position or a number in an option. Type the letter.',
    )
    assert judged(STAGES, "stage 2").verdict == "right"


CODE = choice("`no_sync()`", "`no_sync`", "b", "'x'", right="1")


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("`no_sync()`", "right"), ("no_sync()", "right"), ("no_sync", "wrong"), ("`b`", "wrong"),
     ("c b", "asked"), ("c) b", "wrong"), ("no_sync() no_sync", "asked"), ("nosync", "asked")],
)  # fmt: skip
def test_quotation_marks_round_a_text_do_not_count(typed: str, verdict: str) -> None:
    """Code is named with its marks or without; a text of one letter needs more than a blank."""
    assert outcome(CODE, typed) == verdict


def test_equal_texts_are_told_apart_by_letter() -> None:
    """A text that two options share names neither."""
    twins = choice("same", "same", "other", right="2")
    assert read_response(twins, "same").state == "ambiguous"
    assert verdict(twins, "b") == "right"


@pytest.mark.parametrize(
    ("typed", "score", "verdict"),
    [
        ("a, b", "1", "right"),
        ("b a", "1", "right"),
        ("ag;rs", "1", "right"),
        ("all-gather and reduce-scatter", "1", "right"),
        ("a", "1/2", "partly"),
        ("a, b, c", "1/2", "partly"),
        ("a, c", "0", "wrong"),
        ("a, b, c, d", "0", "wrong"),
        ("c, d", "0", "wrong"),
        ("a, a", "1/2", "partly"),
        ('"a, b"', "1", "right"),
        ("“a”, “b”", "1", "right"),
        ("'a' and 'b'", "1", "right"),
        ("a，b", "1", "right"),
        ("a、b", "1", "right"),
        ("(a) all-gather, (b) reduce-scatter", "1", "right"),
        ("a all-gather, c all-reduce", "0", "wrong"),
    ],
)
def test_partial_credit_of_several_choices(typed: str, score: str, verdict: str) -> None:
    """Right ticks minus wrong ticks over the number right, never below 0."""
    grade = judged(COLLECTIVES, typed)
    assert (grade.score, grade.verdict) == (Fraction(score), verdict)


@pytest.mark.parametrize(
    "typed",
    ["a or b", "a/b", "a+b", "a-b", "a to c", "a, e", "a, b, not c", "a, b or c", "a, b?", "1, 5",
     "12", "aa bb", "a b because", "all", "both", "а, b", "a..b", '"a, b?"',
     "a) reduce-scatter, b"],
)  # fmt: skip
def test_a_part_that_names_no_option_is_asked_about(typed: str) -> None:
    """One unknown word among the letters asks about the whole response, and ticks nothing."""
    assert read_response(COLLECTIVES, typed).state in ("ambiguous", "unreadable")


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("16", "right"), ("16.0", "right"), ("2^4", "right"), ("b: 16", "right"), ("8", "wrong"),
     ("2", "asked"), ("(2)", "asked"), ("2)", "asked"), ("16 GB", "asked"), ("8 or 16", "asked"),
     ("8)", "wrong"), ("5", "asked"), ("160", "asked")],
)  # fmt: skip
def test_among_numbers_a_digit_is_a_number(typed: str, verdict: str) -> None:
    """Where an option's text is a number, no digit is a place."""
    assert outcome(choice("8", "16", "32", "64", right="2"), typed) == verdict


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("8x", "right"), ("8 times", "right"), ("x8", "right"), ("4x", "wrong"), ("8", "asked"),
     ("1", "asked"), ("3", "asked"), ("2", "asked"), ("800%", "asked")],
)  # fmt: skip
def test_among_folds_a_digit_is_no_place(typed: str, verdict: str) -> None:
    """So many times is a number, too, and not the same as the number alone."""
    assert outcome(choice("2x", "4x", "8x", right="3"), typed) == verdict


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("2", "right"), ("4-2", "asked"), ("4 - 2", "asked"), ("4/2", "asked"), ("16-4", "asked"),
     ("8/4", "asked"), ("6/3", "right"), ("2^4", "asked"), ("8*2", "asked"), ("1+1", "asked"),
     ("200%", "right"), ("2e0", "right"), ("16/1", "asked"), ("4:2", "asked"), ("+2", "right")],
)  # fmt: skip
def test_several_numbers_among_options_are_not_worked_out(typed: str, verdict: str) -> None:
    """`4-2` and `4/2` may name both options; a fraction of other numbers is a number."""
    assert outcome(choice("16", "2", "4", right="2"), typed) == verdict


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("1/4", "right"), ("¼", "right"), ("0.25", "right"), ("2/8", "right"), ("25 %", "right"),
     ("3/4 - 1/2", "asked"), ("3/4-1/2", "asked"), ("1/2 * 1/2", "asked"), ("6/8", "wrong")],
)  # fmt: skip
def test_a_fraction_among_options_is_a_number(typed: str, verdict: str) -> None:
    """An option that is a fraction is named by its value, and by no sum of others."""
    assert outcome(choice("3/4", "1/2", "1/4", right="3"), typed) == verdict


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("1", "asked"), ("2", "asked"), ("(1)", "asked"), ("0", "asked"), ("100%", "right"),
     ("1 %", "wrong"), ("1.0", "right"), ("0.5", "wrong"), ("50", "asked"), ("1/2", "wrong")],
)  # fmt: skip
def test_among_percentages_a_digit_is_no_share(typed: str, verdict: str) -> None:
    """`1` among percentages may be a place or one per cent, and is not taken for all of it."""
    assert outcome(choice("1 %", "0 %", "50 %", "100 %", right="4"), typed) == verdict


@pytest.mark.parametrize(
    ("typed", "decimal_comma", "verdict"),
    [("1500", False, "right"), ("1500", True, "asked"), ("1.5", False, "asked"),
     ("1.5", True, "right"), ("1,5", True, "right"), ("1,500", False, "right"),
     ("1,500", True, "right"), ("2500", True, "asked")],
)  # fmt: skip
def test_a_number_among_options_is_read_as_the_course_writes_it(
    typed: str, decimal_comma: bool, verdict: str
) -> None:
    """Where a comma is decimal, it is so in the options, too."""
    asked = choice("1,500", "2,500", "7", right="1")
    assert outcome(asked, typed, decimal_comma=decimal_comma) == verdict


def test_letters_run_together_are_asked() -> None:
    """`ab` may be a word: the reader asks for letters apart."""
    assert read_response(COLLECTIVES, "bca") == Ambiguous(
        readings=("b, c, a",), message="If you mean several options, type them apart: b, c, a."
    )


@given(
    st.lists(st.booleans(), min_size=2, max_size=8).filter(any),
    st.integers(0, 50),
    st.data(),
)
def test_the_key_of_a_choice_is_right_in_every_order(
    rights: list[bool], seed: int, data: st.DataObject
) -> None:
    """However the options are shuffled, the letters that the key shows are right, alone."""
    answer = ChoiceAnswer(
        options=tuple(
            Option(id=f"id-{place}", text=f"text of {'abcdefgh'[place]}", right=right)
            for place, right in enumerate(rights)
        ),
        many=True,
    )
    asked = variant(answer, seed)
    assert judged(asked, key_shown(asked)).score == 1
    ticks = data.draw(st.sets(st.sampled_from([one.letter for one in asked.options]), min_size=1))
    key = {one.letter for one in asked.options if one.right}
    expected = max(Fraction(0), Fraction(len(ticks & key) - len(ticks - key), len(key)))
    assert judged(asked, ", ".join(sorted(ticks))).score == expected


@given(anything, st.booleans())
def test_an_echo_of_a_choice_names_the_same_options(text: str, many: bool) -> None:
    """Whatever is typed, nothing raises, and the echo reads as the same choice."""
    asked = choice("one or more", "two; or three", "a", "R&D <b>", right="1", many=many)
    reading = read_response(asked, text)
    if isinstance(reading, Chosen):
        again = read_response(asked, reading.read_as)
        assert isinstance(again, Chosen)
        assert again.ids == reading.ids


# --- pairs ----------------------------------------------------------------------------------------

STATES = pairs(("weights", "2 bytes"), ("gradients", "two bytes"), ("optimizer", "12 bytes"))


@pytest.mark.parametrize(
    "typed",
    ["1-a, 2-b, 3-c", "1a 2b 3c", "1 - A; 2 - B; 3 - C", "3c,1a,2b", "1→a 2→b 3→c",
     "1) a 2) b 3) c", "1:a\n2:b\n3:c.", "1=a, 2=b, 3=c",
     "1->a 2=>b 3 -> c", "(1)a (2)b (3)c", "1a2b3c", "01-a 02-b 3-c", "1-(a), 2-(b), 3-(c),",
     "１-a, ２-b, ３-c", "1-a, 2-b, 3-c, 3-c", "1-a and 2-b and 3-c", "1-a & 2-b & 3-c",
     "1-a | 2-b | 3-c", "1-a/2-b/3-c"],
)  # fmt: skip
def test_pairs_are_numbers_with_letters(typed: str) -> None:
    """Pairs may come in any order and with the usual marks between them."""
    assert judged(STATES, typed).verdict == "right"


def test_pairs_score_by_the_share_that_is_right() -> None:
    """Each right pair counts alike, and those that are not are named, their right sides not."""
    assert judged(STATES, "1-b, 2-a, 3-c") == Grade(
        verdict="partly",
        score=Fraction(1, 3),
        feedback="1 of 3 pairs is right. Not right: weights - two bytes; gradients - 2 bytes.",
    )
    two = pairs(("one", "a"), ("two", "b"), ("three", "b"))
    assert judged(two, "1-a, 2-b, 3-a").feedback == "2 of 3 pairs are right. Not right: three - a."
    assert judged(STATES, "1-b, 2-c, 3-a") == Grade(verdict="wrong", score=Fraction(0))


@pytest.mark.parametrize(
    "typed",
    ["1-a, 2-b", "1-a 1-b 2-b 3-c", "4-a", "1-d 2-b 3-c", "abc", "a-1", "123", "1-2, 2-3",
     "0-a, 1-b, 2-c", "1-ab, 2-b, 3-c", "1-a, 2-b, 3-", "1-, 2-b, 3-c", "1-a, 2-b, 3-c?",
     "1-a, 2-b, 3-c I think", "12-a, 3-c", "1/a, 2/b, 3/c", "1-a or 1-b, 2-b, 3-c",
     "1-а, 2-b, 3-c", "1-a/b, 2-b, 3-c", "1-a or 2-b or 3-c", "1 and 2-a, 3-c",
     "1-a android 2-b 3-c"],
)  # fmt: skip
def test_incomplete_pairs_are_asked(typed: str) -> None:
    """A missing, doubled or unknown side is asked about."""
    assert read_response(STATES, typed).state in ("ambiguous", "unreadable")


@given(st.integers(0, 30))
def test_the_key_of_pairs_is_right_in_every_order(seed: int) -> None:
    """However the right sides are shuffled, the shown key is right, and so is its echo."""
    asked = pairs(("a1", "x"), ("b1", "y"), ("c1", "x"), ("d1", "z"), seed=seed)
    reading = read_response(asked, key_shown(asked))
    assert isinstance(reading, Matched)
    assert reading.read_as == key_shown(asked)
    assert judged(asked, reading.read_as).score == 1


@given(anything)
def test_nothing_that_is_typed_to_pairs_raises(text: str) -> None:
    """Any text at all has a state."""
    assert read_response(STATES, text).state in ("value", "ambiguous", "unreadable", "blank")


@pytest.mark.parametrize("dash", ["-", "−", "–", "—", "‐", "‑", "‒", "―", "﹣", "－", " − ", " – "])
def test_any_dash_joins_a_pair(dash: str) -> None:
    """A pair may be joined by any kind of hyphen, dash or minus."""
    assert verdict(STATES, f"1{dash}a, 2{dash}b, 3{dash}c") == "right"


@pytest.mark.parametrize("asked", [FRUIT, COLLECTIVES, STATES])
@pytest.mark.parametrize("typed", ["b\x1b", "\x1b[D", "a, b\x07", "1-a, 2-b, 3-c\u202e"])
def test_what_cannot_be_seen_is_named(asked: Variant, typed: str) -> None:
    """A control character, or one that turns the text round, is named and never graded."""
    reading = grade(asked, typed).reading
    assert isinstance(reading, Unreadable)
    assert reading.message.startswith("U+")
