"""Markdown notes on a terminal: readable lines first, decoration on top."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.cli.page.markdown import markdown
from quizkit.cli.page.spans import cells_of_line
from quizkit.cli.terminal import laid_out


def plain(text: str, cells: int = 60) -> list[str]:
    """The lines of a text where nothing is decorated."""
    return laid_out(markdown(text, cells, marks=True), paint=False).split("\n")


def painted(text: str) -> str:
    """The text as a terminal with colours gets it."""
    return laid_out(markdown(text, 60, marks=False), paint=True)


def test_headings_are_underlined_by_level() -> None:
    """A heading stands out without colour, and the level shows."""
    assert plain("# One\n\n## Two\ntext\n\n### Three ###") == [
        "One", "===", "", "Two", "---", "", "text", "", "Three", "~~~~~",
    ]  # fmt: skip


def test_a_line_under_text_makes_it_a_heading() -> None:
    """Underlined headings are headings too."""
    assert plain("One\n===\nTwo\n---") == ["One", "===", "", "Two", "---"]


def test_lines_of_a_paragraph_are_joined_and_wrapped_anew() -> None:
    """An author's line ends are not the reader's."""
    assert plain("one two\nthree four\n\nfive", 20) == ["one two three four", "", "five"]
    assert plain("one two three four five six", 20) == ["one two three four", "five six"]


def test_a_line_may_be_ended_by_force() -> None:
    """Two blanks or a backslash at a line's end keep the break."""
    assert plain("one  \ntwo\\\nthree") == ["one", "two", "three"]


def test_stress_and_code_keep_signs_where_nothing_is_decorated() -> None:
    """What colour would say alone, a pipe is told by signs."""
    assert plain("a *b* **c** _d_ __e__ `f` ***g***") == ["a *b* *c* *d* *e* `f` *g*"]


def test_stress_and_code_are_decorated_on_a_terminal() -> None:
    """The signs give way to the decoration."""
    assert painted("a *b* **c** `d`") == "a \x1b[3mb\x1b[0m \x1b[1mc\x1b[0m \x1b[36md\x1b[0m"


@pytest.mark.parametrize(
    "text",
    [
        "N_d and P_os+g+p",
        "2*3*4 and t * p * d",
        "snake_case_name",
        "16/N_d bytes, 4 + 12/N_d",
        r"$\frac{N-1}{N}$",
        "<b>bold</b> [red]rich[/red]",
        "so * and ** and _ and `",
        "a lone *star",
        "3. a sentence may begin with 3.",
    ],
)
def test_formulas_and_other_markup_stay_text(text: str) -> None:
    """Names, products, TeX, HTML and terminal markup come out as they were written."""
    assert " ".join(plain(text, 80)) == text


def test_a_backslash_takes_the_meaning_away() -> None:
    """Escaped signs are themselves."""
    assert plain(r"\*not\* stressed \`nor\` code") == ["*not* stressed `nor` code"]


def test_what_stands_in_code_is_not_markup() -> None:
    """Code is shown letter by letter."""
    assert plain("`a *b* \\c`") == ["`a *b* \\c`"]


def test_links_show_their_address() -> None:
    """A terminal cannot be clicked: the address stands behind the text."""
    text = "see [the paper](https://example.org/a_(b)) or <https://example.org>"
    assert plain(text, 80) == ["see the paper (https://example.org/a_(b)) or https://example.org"]


def test_lists_hang_their_lines_and_keep_their_numbers() -> None:
    """Bullets and numbers, nested and wrapped."""
    text = "- one two three four five\n- six\n  1. seven\n  2. eight\n\n9. nine\n10. ten"
    assert plain(text, 22) == [
        "- one two three four",
        "  five",
        "- six",
        "  1. seven",
        "  2. eight",
        "",
        " 9. nine",
        "10. ten",
    ]


def test_a_list_with_space_between_its_items_keeps_it() -> None:
    """Loose lists stay loose, paragraphs inside stay apart."""
    assert plain("- one\n\n  more\n\n- two") == ["- one", "", "  more", "", "- two"]


def test_a_wrapped_line_that_begins_with_a_number_starts_no_list() -> None:
    """`... in the year\\n2009. Then` is one paragraph."""
    assert plain("in the year\n2009. Then more") == ["in the year 2009. Then more"]


def test_tables_line_up_and_keep_their_sides() -> None:
    """Columns are as wide as they need to be; numbers can stand right."""
    text = "| what | GB |\n|------|---:|\n| Ψ | 1.5 |\n| 字 | 112 |\n| a\\|b |"
    assert plain(text) == [
        "what   GB",
        "----  ---",
        "Ψ     1.5",
        "字    112",
        "a|b",
    ]


def test_a_table_that_is_too_wide_wraps_its_widest_column() -> None:
    """The table fits the terminal, and rows stay apart."""
    text = "| a | b |\n|---|---|\n| x | one two three four five |\n| y | z |"
    assert plain(text, 20) == [
        "a  b",
        "-  -----------------",
        "x  one two three",
        "   four five",
        "",
        "y  z",
    ]


def test_a_table_that_cannot_fit_becomes_a_list() -> None:
    """On a very narrow terminal each row lists its cells under their headings."""
    text = "| parallelism | sends |\n|---|---|\n| tensor | activations |\n| data | gradients |"
    assert plain(text, 20) == [
        "parallelism: tensor",
        "sends: activations",
        "",
        "parallelism: data",
        "sends: gradients",
    ]


def test_code_blocks_are_shown_as_they_are() -> None:
    """Indentation, long lines and signs of code stay."""
    long = "x" * 90
    assert plain(f"```python\nif *a*:\n    {long}\n\n```\n\n    b | c") == [
        "    if *a*:",
        f"        {long}",
        "",
        "",
        "    b | c",
    ]


def test_quotes_and_rules() -> None:
    """Quoted text has a bar before it, a rule is a line."""
    assert plain("> one\n> two\n>\n> - three\n\n***") == [
        "| one two", "|", "| - three", "", "-" * 20,
    ]  # fmt: skip


def test_controls_are_made_visible() -> None:
    """No content reaches the terminal as a code for it."""
    assert plain("a\x1b[31mb\u202ec") == ["a␛[31mb<U+202E>c"]


def test_a_long_address_is_left_whole() -> None:
    """An address that is broken cannot be copied."""
    address = "https://example.org/" + "a" * 60
    assert plain(f"see {address} there", 40) == ["see", address, "there"]


@given(st.text(alphabet="ab字 *_-+#>\n\t<:=\\", max_size=200), st.integers(1, 90))
def test_every_letter_comes_out_in_order(text: str, cells: int) -> None:
    """Whatever the signs around them, no letter of running text is lost or moved."""
    shown = "".join(plain(text, cells))
    assert [one for one in shown if one.isalpha()] == [one for one in text if one.isalpha()]


@given(st.text(alphabet="ab *_`|-#>[](){}!\\\n1.)字\t<:~=\x1b\u202e", max_size=300))
def test_any_text_can_be_shown(text: str) -> None:
    """No text stops the reader, and none reaches the terminal as a code."""
    shown = "\n".join(plain(text))
    assert "\x1b" not in shown
    assert "\u202e" not in shown


@given(st.lists(st.text(alphabet="ab字e\u0301 *_", max_size=12), max_size=8), st.integers(20, 60))
def test_no_line_of_words_is_wider_than_asked(words: list[str], cells: int) -> None:
    """Width is counted in cells of the terminal, not in characters."""
    lines = markdown("x " + " ".join(words), cells, marks=True)
    assert all(cells_of_line(line) <= cells for line in lines)
