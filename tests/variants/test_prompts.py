"""Prompts: the gaps that are filled, the braces that are meant, and nothing else."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.model import ChoiceAnswer, Given, Option, Question
from quizkit.errors import ContentError, NotationError
from quizkit.variants import make_variant
from quizkit.variants.prompts import drawn_text, fill, gaps, key_text
from tests.variants.questions import drawn, numeric, one, question


def filled(prompt: str = "What?", explanation: str = "", ask: str = "bytes_per_device") -> Question:
    return question(
        "q",
        numeric("GB"),
        prompt=prompt,
        explanation=explanation,
        given=drawn(ask, "", "params=7B devices=48 stage=2 memory=80"),
    )


@pytest.mark.parametrize(
    ("prompt", "shown"),
    [
        ("{params} on {devices}", "7B on 48"),
        ("{params:full} on {devices:full}", "7,000,000,000 on 48"),
        ("{params:unit}, {memory:unit}, {devices:unit}", "7B params, 80 GB, 48"),
        ("{{params}} is {params}", "{params} is 7B"),
        ("a set {{1, 2}} and }}{{", "a set {1, 2} and }{"),
        ("no gap", "no gap"),
    ],
)
def test_prompts_fill_their_gaps(prompt: str, shown: str) -> None:
    """A gap holds a drawn number, short, in full or with its unit; doubled braces are braces."""
    assert make_variant(filled(prompt), 0).prompt == shown


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("{nodes}", 'nothing fills "{nodes}"; there are '),
        ("{key}", 'nothing fills "{key}"; there are '),
        ("{params:hex}", 'nothing fills "{params:hex}"; there are '),
        ("{params.numerator}", 'nothing fills "{params.numerator}"; there are '),
        ("{params!r}", 'nothing fills "{params!r}"; there are '),
        ("{0}", 'nothing fills "{0}"; there are '),
        ("{}", 'nothing fills "{}"; there are '),
        ("{ params }", 'nothing fills "{ params }"; there are '),
        ("{params", 'a "{" on its own; write "{{" for a literal brace'),
        ("params}", 'a "}" on its own; write "}}" for a literal brace'),
        ("{a{params}", 'a "{" on its own; write "{{" for a literal brace'),
    ],
)
def test_anything_else_in_braces_is_an_error(prompt: str, told: str) -> None:
    """No attribute, no index, no unknown name or format gets through, and each is told why."""
    with pytest.raises(ContentError) as caught:
        make_variant(filled(prompt), 0)
    assert str(caught.value).startswith(f"toys/q: prompt: {told}")


def test_the_message_lists_what_may_be_filled() -> None:
    """An author who mistypes a name sees the names there are, and how to write braces."""
    with pytest.raises(NotationError) as caught:
        fill("{devcies}", gaps("devices", Fraction(8), "plain"))
    assert str(caught.value) == (
        'nothing fills "{devcies}"; there are {devices}, {devices:full}, {devices:unit}; '
        'write "{{devcies}}" for the braces themselves'
    )


def test_key_is_for_what_is_read_afterwards() -> None:
    """`{key}` fills hints, explanations and feedback, exact, and rounded where it is no decimal."""
    exact = filled(explanation="It is {key}.", ask="params_bytes_per_device")
    assert make_variant(exact, 0).explanation == "It is 14 GB."
    fold = question(
        "q",
        numeric("fold"),
        explanation="It is {key}.",
        given=drawn("reduction_factor", "", "params=7B devices=8 stage=2"),
    )
    assert make_variant(fold, 0).explanation == "It is 64/15-fold (about 4.267)."


def test_options_and_their_feedback_are_filled_too() -> None:
    """A choice on drawn numbers has them in its options, and the output asked for in `{key}`."""
    asked = question(
        "q",
        ChoiceAnswer(
            options=(
                Option(id="yes", text="{devices} devices", right=True, say="{key} of them"),
                Option(id="no", text="{{none}}", say="no"),
            )
        ),
        given=Given(
            calculator="zero", ask="bytes_per_param", example=one("params=7B devices=8 stage=0")
        ),
    )
    yes, no = make_variant(asked, 0).options
    assert (yes.text, yes.say, no.text) == ("8 devices", "16 bytes/param of them", "{none}")


def test_every_feedback_is_checked_even_where_it_does_not_apply() -> None:
    """A gap that nothing fills is found in seed 0, in whatever text it stands."""
    asked = question(
        "q",
        ChoiceAnswer(
            options=(Option(id="aa", text="a", right=True), Option(id="bb", text="b", say="{x}"))
        ),
    )
    with pytest.raises(ContentError, match=r'^toys/q: say: nothing fills "\{x\}"'):
        make_variant(asked, 0)


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (Fraction(1_500_000_000), "params", "1.5B"),
        (Fraction(6_738_415_616), "params", "6,738,415,616"),
        (Fraction(300 * 10**9), "tokens", "300B"),
        (Fraction(6 * 10**21), "FLOP", "6e21"),
        (Fraction(314 * 10**21), "FLOP", "3.14e23"),
        (Fraction(8), "plain", "8"),
        (Fraction(1024), "plain", "1024"),
        (Fraction(12_288), "plain", "12,288"),
        (Fraction(3, 2), "bytes/param", "1.5"),
        (Fraction(-25, 2), "plain", "-12.5"),
        (Fraction(-123_456, 10), "plain", "-12,345.6"),
        (Fraction(1, 3), "plain", "1/3"),
        ("mixed-adam", None, "mixed-adam"),
    ],
)
def test_numbers_are_shown_as_people_write_them(
    value: Fraction | str, unit: str | None, shown: str
) -> None:
    """Counts get their letter, long numbers group marks or a power, names stay as they are."""
    assert drawn_text(value, unit) == shown


@pytest.mark.parametrize(
    ("key", "unit", "text"),
    [
        (Fraction(67, 16), "bytes/param", "4.1875 bytes/param"),
        (Fraction(7 * 10**9), "params", "7B params"),
        (Fraction(1, 3), "psi", "1/3 Ψ (about 0.3333)"),
        (Fraction(75), "percent", "75 %"),
        (Fraction(700, 39), "percent", "700/39 % (about 17.95)"),
        (Fraction(150_994_944), "elements", "150,994,944 elements"),
        (Fraction(20_000, 3), "params", "about 6667 params"),
        (Fraction(828_125, 8064), "days", "about 102.7 days"),
    ],
)
def test_a_key_is_stated_exactly(key: Fraction, unit: str, text: str) -> None:
    """A key carries its unit; a fraction is rounded beside it, or alone where it is long."""
    assert key_text(key, unit) == text


@given(st.text(st.characters(codec="utf-8")))
def test_doubled_braces_come_out_single(text: str) -> None:
    """Any text at all can be written, by doubling its braces."""
    assert fill(text.replace("{", "{{").replace("}", "}}"), {}) == text


@given(st.text("{}a:"))
def test_filling_ends_in_a_text_or_a_sentence(text: str) -> None:
    """However braces are strewn, filling gives a text or a NotationError, nothing else."""
    with suppress(NotationError):
        fill(text, {"a": "1"})
