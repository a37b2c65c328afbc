"""Short texts: what is ignored is declared, and nothing else is."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.keys import key_exact, key_text
from quizkit.cli.page.wording import key_words
from quizkit.cli.shapes.variant_json import key_json
from quizkit.content.model import TextAnswer
from quizkit.grading.grade import Grade, grade
from quizkit.grading.readings import Blank, Said, Unreadable
from quizkit.grading.texts import comparable, legible, tidy
from quizkit.variants import key_shown, record
from tests.grading.variants import judged, text, verdict
from tests.strategies import anything

STRICT = {"ignore_case": False, "ignore_spaces": False, "ignore_quotes": False}


@pytest.mark.parametrize(
    "typed",
    ["all-reduce", " all-reduce ", "all-reduce\u00a0", "all\u2011reduce", "all-\u200breduce"],
)
def test_blanks_around_and_kinds_of_hyphen_never_count(typed: str) -> None:
    """Even with every switch off a text is trimmed, and one kind of hyphen is like another."""
    assert judged(text("all-reduce", **STRICT), typed) == Grade(verdict="right", score=Fraction(1))


@pytest.mark.parametrize(
    ("switch", "typed"),
    [
        ("ignore_case", "All-Reduce Ring"),
        ("ignore_spaces", "all-reducering"),
        ("ignore_punctuation", "all-reduce, ring!"),
        ("ignore_quotes", "“all-reduce” ring"),
    ],
)
def test_each_switch_ignores_its_own(switch: str, typed: str) -> None:
    """What a switch names is ignored when it is on, and counts when it is off."""
    off = dict.fromkeys(
        ("ignore_case", "ignore_spaces", "ignore_punctuation", "ignore_quotes"), False
    )
    assert verdict(text("all-reduce ring", **off), typed) == "wrong"
    assert verdict(text("all-reduce ring", **{**off, switch: True}), typed) == "right"


@pytest.mark.parametrize(
    ("accepted", "typed"),
    [
        ("12000", "12001"),
        ("1.5", "15"),
        ("12", "1 2"),
        ("-3", "3"),
        ("2.5", "2,5"),
        ("v1.2", "v12"),
    ],
)
def test_no_switch_changes_a_number(accepted: str, typed: str) -> None:
    """Digits are never forgiven: no edit distance, and marks and blanks in numbers stay."""
    everything = {"ignore_punctuation": True}
    assert verdict(text(accepted, **everything), typed) == "wrong"


@pytest.mark.parametrize(
    ("accepted", "typed", "seen"),
    [
        ("all-reduce", "All-reduce.", "right"),
        ("all-reduce", "all-reduce .", "right"),
        ("all-reduce", "“All-reduce.”", "right"),
        ("16", "16.", "right"),
        ("all-reduce", "all-reduce..", "wrong"),
        ("all-reduce", "all-reduce,", "wrong"),
        ("etc.", "etc.", "right"),
        ("etc.", "etc", "wrong"),
        ("etc.", "etc..", "wrong"),
    ],
)
def test_the_full_stop_of_a_sentence_does_not_count(accepted: str, typed: str, seen: str) -> None:
    """One full stop at the end is ignored, unless an accepted text ends with one."""
    assert verdict(text(accepted), typed) == seen


def test_one_accepted_full_stop_makes_all_of_them_count() -> None:
    """Where one accepted text ends with a full stop, the stop is part of every answer."""
    assert verdict(text("etc.", "so on"), "so on.") == "wrong"


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("q\x1b", "U+001B"),
        ("q\x07", "U+0007"),
        ("q\x00q", "U+0000"),
        ("\x1b[D", "U+001B"),
        ("q\u202e", "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("\u2067q", "U+2067 (RIGHT-TO-LEFT ISOLATE)"),
        ("q\udc80", "U+DC80"),
        ("q\ufffd", '"\ufffd" (REPLACEMENT CHARACTER)'),
    ],
)
def test_what_cannot_be_seen_is_asked_about(typed: str, named: str) -> None:
    """A control character, a lost one, or one that turns the text round is named, never graded."""
    reading = grade(text("q"), typed).reading
    assert isinstance(reading, Unreadable)
    assert reading.message.startswith(named)


@pytest.mark.parametrize("typed", ["q\t", "\u200bq", "q\u200f", "\r\nq\n", "q\u00ad"])
def test_what_shows_nothing_and_turns_nothing_is_passed_over(typed: str) -> None:
    """Blanks, line ends and invisible marks around a text are no reason to ask."""
    assert verdict(text("q"), typed) == "right"


def test_any_accepted_text_is_right() -> None:
    """Several texts may be accepted, and a number as a text is a text."""
    asked = text("reduce-scatter", "16")
    assert verdict(asked, "Reduce-Scatter") == "right"
    assert verdict(asked, "16") == "right"
    assert verdict(asked, "16.0") == "wrong"


def test_a_blank_text_is_blank() -> None:
    """Nothing visible is no answer."""
    assert grade(text("x"), "\u200b ").reading == Blank()


def test_a_text_is_read_as_it_stands() -> None:
    """The reading of a text is the text, with its blanks tidied."""
    assert grade(text("x"), " a \u00a0 b ").reading == Said(text="a b", literal=False)


@pytest.mark.parametrize(
    "emoji", ["\U0001f469\u200d\U0001f680", "\u2764\ufe0f\u200d\U0001f525", "\u263a\ufe0f"]
)
def test_an_emoji_of_several_is_read_as_one(emoji: str) -> None:
    """What joins it is read back, and makes no difference to the verdict."""
    parts = emoji.replace("\u200d", "").replace("\ufe0f", "")
    assert grade(text("x"), f"go {emoji}").reading == Said(text=f"go {emoji}", literal=True)
    assert grade(text("x"), f"g\u200do  {emoji}\u200d").reading == Said(
        text=f"go {emoji}", literal=False
    )
    for accepted, typed in ((emoji, parts), (parts, emoji), (emoji, emoji)):
        assert verdict(text(f"go {accepted}"), f"go {typed}") == "right"
    alone = grade(text("x"), emoji).reading
    assert isinstance(alone, Unreadable)
    assert alone.message.startswith(f'"{emoji}" holds no letter')


@given(
    st.text(st.sampled_from("aé\u0301-\u200d\ufe0f\u200b \u2764\U0001f469\U0001f3fd.")), anything
)
def test_what_is_read_back_is_compared_as_what_was_typed(emoji: str, typed: str) -> None:
    """The characters that show nothing are kept for the eye alone."""
    answer = TextAnswer(accept=("x",))
    for one in (emoji, typed, emoji + typed):
        assert comparable(legible(one), answer) == comparable(tidy(one), answer)


@pytest.mark.parametrize("typed", ["?", "-", "...", "/", "—", "??!", "(?)", "- -", "∞"])
def test_signs_alone_are_asked_about(typed: str) -> None:
    """A text without letter and digit was no attempt at one, and is never wrong."""
    reading = grade(text("reduce-scatter", ignore_punctuation=True), typed).reading
    assert reading == Unreadable(message=f'"{typed}" holds no letter and no digit. Type an answer.')


@pytest.mark.parametrize(
    ("accepted", "typed", "seen"),
    [("->", "->", "right"), ("->", "?", "wrong"), ("->", "x", "wrong"), ("?", "?", "right")],
)
def test_signs_are_answers_where_some_are_accepted(accepted: str, typed: str, seen: str) -> None:
    """Where an accepted text is of signs alone, other signs are answers too."""
    assert verdict(text(accepted, "arrow"), typed) == seen


@pytest.mark.parametrize(
    "typed",
    [
        "N/A",
        "n/a",
        "N.A.",
        "idk",
        "IDK.",
        "i don't know",
        "I don’t  know.",
        "I dont know",
        "No idea",
        "dunno",
        "do not know",
        "idk :(",
        "(idk)",
        "no clue!!",
        "I'm not sure.",
        "iʼm not sure",
    ],
)
def test_words_for_no_answer_are_asked_about(typed: str) -> None:
    """Who writes that there is no answer has given none that could be wrong."""
    reading = grade(text("reduce-scatter"), typed).reading
    assert isinstance(reading, Unreadable)
    assert reading.message.endswith(" says that there is no answer. Type one.")


@pytest.mark.parametrize(
    ("accepted", "typed", "seen"),
    [
        ("N/A", "n/a", "right"),
        ("n/a", "N/A.", "right"),
        ("No idea.", "no idea", "wrong"),
        ("N/A", "idk", "unreadable"),
        ("reduce-scatter", "none", "wrong"),
        ("reduce-scatter", "no", "wrong"),
        ("reduce-scatter", "na", "wrong"),
        ("reduce-scatter", "no idea of it", "wrong"),
        ("ψ", "Ψ", "right"),
        ("reduce-scatter", "ψ", "wrong"),
        ("not sure", "Not sure.", "right"),
        ("maybe monad", "maybe monad", "right"),
        ("#N/A", "#N/A", "right"),
        ("NaN", "nan", "right"),
        ("K", "Na", "wrong"),
        ("undefined", "null", "wrong"),
        ("why?", "why?", "right"),
        ("why?", "what?", "wrong"),
        ("forward or backward", "backward or forward", "wrong"),
        ("forward", "or", "wrong"),
        ("forward", "forward/backward", "wrong"),
        ("forward", "#1", "wrong"),
        ("forward", "nor for", "wrong"),
    ],
)
def test_words_are_answers_where_they_are_accepted(accepted: str, typed: str, seen: str) -> None:
    """An accepted text is graded whatever it says, and so is what may be meant as an answer."""
    assert verdict(text(accepted), typed) == seen


@pytest.mark.parametrize("typed", ["#N/A", "#NAME?", "#REF!", "#DIV/0!", "#WERT!", "#VALUE!"])
def test_a_spreadsheets_error_is_asked_about(typed: str) -> None:
    """What a spreadsheet made of a cell is nobody's answer."""
    reading = grade(text("forward"), typed).reading
    assert reading == Unreadable(message=f'"{typed}" is a spreadsheet\'s error, not an answer.')


@pytest.mark.parametrize("typed", ["NA", " NA ", "<NA>", "NaN", "nan"])
def test_what_programs_write_for_nothing_is_asked_about(typed: str) -> None:
    """R and pandas write a word into a cell without a value; nobody has answered with it."""
    reading = grade(text("forward"), typed).reading
    said = f'"{typed.strip()}" is what a program writes where there is no answer. Type one.'
    assert reading == Unreadable(message=said)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("forward?", "?"),
        ("forward ？", "？"),
        ("I think forward", "I think"),
        ("forward (I guess)", "I guess"),
        ("Probably the forward", "Probably"),
        ("backward, not sure", "not sure"),
        ("forward or backward", "or"),
        ("ﬁrst ＭＡＹＢＥ", "maybe"),
    ],
)
@pytest.mark.parametrize("accepted", ["forward", "backward", "something else"])
def test_what_leaves_open_what_is_meant_is_asked_about(
    typed: str, found: str, accepted: str
) -> None:
    """A question, a guess and one of two are asked about, whatever would have been right.

    They are quoted as they were typed, where every letter has one letter's place.
    """
    message = f'"{found}" leaves open what is meant. Type the answer alone.'
    assert grade(text(accepted), typed).reading == Unreadable(message=message)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("<p>forward</p>", "<p>"),
        ("forward<br />", "<br />"),
        ('<SPAN class="x">forward</SPAN>', '<SPAN class="x">'),
        ("R&amp;D", "&amp;"),
        ("Adam&#39;s", "&#39;"),
        ("a&nbsp;b", "&nbsp;"),
        ("**forward**", "**"),
    ],
)
def test_markup_is_asked_about(typed: str, found: str) -> None:
    """What an export left of a web page is nobody's answer, unless the answer is markup."""
    message = f'"{found}" is markup, not text. Type the answer alone.'
    assert grade(text("forward", "R&D", "p"), typed).reading == Unreadable(message=message)
    assert verdict(text("<em>"), typed) == "wrong"


@pytest.mark.parametrize(
    "typed", ["a < b", "x<y>z", "R&D", "a&b;", "List<int>", "p > 0.5", "2**n**2", "**options"]
)
def test_what_only_looks_like_markup_is_an_answer(typed: str) -> None:
    """Signs that stand in formulas and code are part of an answer."""
    assert verdict(text("forward"), typed) == "wrong"
    assert verdict(text(typed), typed) == "right"


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("Answer: forward", "Answer:"),
        ("the answer is forward", "the answer is"),
        ("ans = forward", "ans ="),
    ],
)
def test_a_label_before_an_answer_is_asked_about(typed: str, label: str) -> None:
    """It is no part of the answer, and says nothing against it."""
    message = f'"{label}" is no part of an answer. Type the answer alone.'
    assert grade(text("forward"), typed).reading == Unreadable(message=message)
    assert verdict(text(typed), typed) == "right"
    assert verdict(text("forward"), "answering") == "wrong"


def test_a_question_mark_is_ignored_with_all_punctuation() -> None:
    """Where punctuation does not count, neither does a question mark."""
    assert verdict(text("all-reduce", ignore_punctuation=True), "all-reduce?") == "right"


@pytest.mark.parametrize(
    ("accepted", "typed", "verdict"),
    [
        ("no_sync()", "ｎｏ＿ｓｙｎｃ（）", "right"),
        ("16", "１６", "right"),
        ("offload", "o\ufb00load", "right"),
        ("µ", "μ", "right"),
        ("x", "𝑥", "right"),
        ("2n", "2ⁿ", "wrong"),
        ("x2", "x²", "wrong"),
        ("a1", "a₁", "wrong"),
        ("1/2", "½", "wrong"),
        ("don't", "donʼt", "right"),
    ],
)
def test_another_shape_of_a_letter_is_the_same_letter(
    accepted: str, typed: str, verdict: str
) -> None:
    """Full-width signs, ligatures and styled letters count as the common ones, raised ones not."""
    assert judged(text(accepted, ignore_case=False), typed).verdict == verdict


def test_an_endless_text_is_asked() -> None:
    """A text has a limit."""
    assert verdict(text("x"), "x" * 1001) == "unreadable"


@given(anything.filter(str.strip), st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_an_accepted_text_is_right_as_it_stands(
    accepted: str, case: bool, spaces: bool, punctuation: bool, quotes: bool
) -> None:
    """Whatever the switches, the accepted text itself is right, and comparing is stable."""
    answer = TextAnswer(
        accept=(accepted,),
        ignore_case=case,
        ignore_spaces=spaces,
        ignore_punctuation=punctuation,
        ignore_quotes=quotes,
    )
    assert comparable(accepted, answer) == comparable(f" {accepted}\n", answer)


def test_a_key_is_shown_without_the_blanks_around_it() -> None:
    """Blanks that an author left around an accepted text are shown in no key."""
    asked = text(" 16 ", "sixteen\u00a0")
    assert key_shown(asked) == "16"
    assert key_text(asked) == key_exact(asked) == "16 | sixteen"
    assert key_json(asked, decimal_comma=False) == record.asked(asked)["key"] == ["16", "sixteen"]
    assert key_words(asked) == "16 or sixteen"
    assert verdict(asked, "16") == "right"


@pytest.mark.parametrize(
    ("accepted", "typed", "verdict"),
    [
        ("all-reduce", "all−reduce", "right"),
        ("all-reduce", "All-reduce .", "right"),
        ("all-reduce", "all-reduce..", "wrong"),
        ("all-reduce", "all-reduce!", "wrong"),
        ("all-reduce", "all--reduce", "wrong"),
        ("all-reduce", "allreduce", "wrong"),
        ("all-reduce", "\u0430ll-reduce", "wrong"),
        ("12000", "12000.", "right"),
        ("12000", "12 000", "wrong"),
        ("12000", "12,000", "wrong"),
        ("12000", "12001", "wrong"),
        ("12000", "1.2e4", "wrong"),
        ("12000", "-12000", "wrong"),
        ("-1", "−1", "right"),
        ("-1", "+1", "wrong"),
        ("3.5 GB", "3.5GB", "right"),
        ("3.5 GB", "3 5 GB", "wrong"),
        ("3.5 GB", "35 GB", "wrong"),
        ("straße", "STRASSE", "right"),
        ("Zoë", "Zoe\u0308", "right"),
        ("Zoë", "Zoe", "wrong"),
    ],
)
def test_a_text_is_the_accepted_one_or_is_not(accepted: str, typed: str, verdict: str) -> None:
    """Case, blanks between words and kinds of dash do not count; a letter or a figure does."""
    assert judged(text(accepted), typed).verdict == verdict
