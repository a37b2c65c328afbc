"""What went wrong with YAML elsewhere, one test per report; each names where it was reported."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.content.course import Lesson
from quizkit.content.load import parse_lesson
from quizkit.content.model import ChoiceAnswer, MatchAnswer, NumberAnswer, TextAnswer
from quizkit.content.references import Parsed
from quizkit.errors import Finding

HEAD = "id: report\nnumber: 1\ntitle: Report\npractice:\n"


def parsed(question: str, *, head: str = HEAD) -> Parsed[Lesson]:
    """A lesson that holds this question."""
    return parse_lesson("a.yaml", (head + question).encode())


def only(lesson: Parsed[Lesson]) -> Finding:
    """The one finding."""
    (finding,) = lesson.findings
    return finding


def number(value: str, tolerance: str = "exact") -> Parsed[Lesson]:
    return parsed(
        "- id: how-many\n  prompt: How many?\n"
        f"  answer: {{kind: number, value: {value}, unit: plain, tolerance: {tolerance}}}\n"
    )


@pytest.mark.parametrize(("text", "value"), [("1e3", 1000), ("1.5e9", 1_500_000_000)])
def test_powers_of_ten_need_no_point_and_no_sign(text: str, value: int) -> None:
    """pyyaml 173: `1e3` is a number to its author, whatever YAML takes it for."""
    lesson = number(text).value
    assert lesson is not None
    answer = lesson.questions[0].answer
    assert isinstance(answer, NumberAnswer)
    assert answer.value == value


def test_leading_zeros_are_no_octal_number() -> None:
    """pyyaml 107, opensanctions 3845: `010` is that text, or the number 10; `08` is an id."""
    choice = parsed(
        "- id: '08'\n  prompt: Which?\n  answer: {kind: choice, options: ["
        "{id: aa, text: 010, right: true}, {id: bb, text: 08}]}\n"
    ).value
    assert choice is not None
    answer = choice.questions[0].answer
    assert isinstance(answer, ChoiceAnswer)
    assert [option.text for option in answer.options] == ["010", "08"]
    assert choice.questions[0].id == "08"
    for text, value in (("010", 10), ("08", 8)):
        lesson = number(text).value
        assert lesson is not None
        found = lesson.questions[0].answer
        assert isinstance(found, NumberAnswer)
        assert found.value == value


WORDS = ("no", "on", "yes", "1:30", "012", "1e9", "7.5e9", "2024-01-01", "0x1F", "null-op")


@pytest.mark.parametrize("word", WORDS)
def test_an_option_and_an_accepted_text_are_what_was_written(word: str) -> None:
    """libxkbcommon 268, pyyaml 173: no switch, sexagesimal, octal number or date is made of it."""
    lesson = parsed(
        "- id: which\n  prompt: Which?\n  answer: {kind: choice, options: ["
        f"{{id: aa, text: {word}, right: true}}, {{id: bb, text: other}}]}}\n"
        f"- id: what\n  prompt: What?\n  answer: {{kind: text, accept: [{word}]}}\n"
        f"- id: match\n  prompt: P\n  answer: {{kind: match, pairs: [[{word}, x], [b, y]]}}\n"
    ).value
    assert lesson is not None
    which, what, match = (question.answer for question in lesson.questions)
    assert isinstance(which, ChoiceAnswer)
    assert which.options[0].text == word
    assert isinstance(what, TextAnswer)
    assert what.accept == (word,)
    assert isinstance(match, MatchAnswer)
    assert match.pairs[0] == (word, "x")


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("1e9", 10**9), ("7.5e9", 75 * 10**8), ("7.5B", 75 * 10**8), ("012", 12), ("no", None),
        ("1:30", None), ("2024-01-01", None), ("0x1F", None), ("true", None),
    ],
)  # fmt: skip
def test_a_parameter_count_and_a_key_are_numbers_or_errors(word: str, value: int | None) -> None:
    """pyyaml 173: where a number belongs a text is refused at its place, and none is guessed."""
    drawn = parsed(
        "- id: drawn\n  prompt: '{params}'\n"
        "  given: {calculator: zero, ask: bytes_per_param, values: {devices: [8], stage: [1],\n"
        f"    params: [{word}]}}, example: {{devices: 8, stage: 1, params: {word}}}}}\n"
        "  answer: {kind: number, unit: bytes/param, tolerance: exact}\n"
    )
    fixed = number(word)
    if value is None:
        assert drawn.value is None
        assert {found.line for found in drawn.findings} == {8}
        assert only(fixed).line == 7
        return
    assert drawn.value is not None, drawn.findings
    assert fixed.value is not None
    given, answer = drawn.value.questions[0].given, fixed.value.questions[0].answer
    assert given is not None
    assert dict(given.example)["params"] == value
    assert isinstance(answer, NumberAnswer)
    assert answer.value == value


def test_dates_stay_texts() -> None:
    """papermill 357, DataJunction 2448: a date is the text that was written."""
    lesson = parsed(
        "- id: when\n  prompt: When?\n  answer: {kind: text, accept: [2024-01-01]}\n"
    ).value
    assert lesson is not None
    answer = lesson.questions[0].answer
    assert isinstance(answer, TextAnswer)
    assert answer.accept == ("2024-01-01",)


def test_a_field_that_stands_twice_is_refused_with_both_lines() -> None:
    """pyyaml 165 and 41: neither of two answers is dropped in silence."""
    found = only(
        parsed(
            "- id: twice\n  prompt: Say it.\n  answer: {kind: recall, model: One.}\n"
            "  answer: {kind: recall, model: Two.}\n"
        )
    )
    assert (found.code, found.line, found.column) == ("QK107", 8, 3)
    assert found.message == '"answer" stands twice; the first is in line 7'


def test_files_are_utf_8_on_every_system() -> None:
    """pyyaml 147: times and half are themselves, and a byte of another encoding has its line."""
    lesson = parsed("- {id: signs, prompt: 3 × ½?, answer: {kind: recall, model: ×½}}\n").value
    assert lesson is not None
    assert lesson.questions[0].prompt == "3 × ½?"
    found = only(parse_lesson("a.yaml", (HEAD + "- {id: signs, prompt: 3 ×}").encode("cp1252")))
    assert (found.code, found.line, found.column) == ("QK102", 5, 25)


def test_a_number_keeps_the_figures_that_were_written() -> None:
    """`1.10` is no float 1.1: as a text it keeps its zero, as a number it is exact."""
    lesson = parsed("- id: text\n  prompt: P\n  answer: {kind: text, accept: [1.10]}\n").value
    assert lesson is not None
    answer = lesson.questions[0].answer
    assert isinstance(answer, TextAnswer)
    assert answer.accept == ("1.10",)
    lesson = number("1.10").value
    assert lesson is not None
    exact = lesson.questions[0].answer
    assert isinstance(exact, NumberAnswer)
    assert exact.value == Fraction(11, 10)


@pytest.mark.parametrize("text", [".inf", "-.inf", ".nan", "Infinity", "NaN", "1e99999"])
def test_what_is_not_finite_is_no_number(text: str) -> None:
    """Neither a key nor a bound can be infinite or nothing at all."""
    assert only(number(text)).code == "QK206"
    assert only(number("1", f"{{abs: {text}}}")).code == "QK206"
    assert only(number("1", text)).code == "QK401"


def test_a_second_document_is_refused() -> None:
    """A second `---` is no place to lose half a lesson."""
    found = only(parsed("- {id: one, prompt: P, answer: {kind: recall, model: M}}\n---\nid: x\n"))
    assert (found.code, found.line, found.column) == ("QK106", 6, 1)


def test_a_number_and_its_text_are_one_id() -> None:
    """Ids 10 and "10" cannot live beside each other."""
    one = "prompt: P, answer: {kind: recall, model: M}"
    found = only(parsed(f'- {{id: 10, {one}}}\n- {{id: "10", {one}}}\n'))
    assert (found.code, found.line) == ("QK302", 6)


@pytest.mark.parametrize(
    "tag", ["!!python/object/apply:os.system [id]", "!!str x", "!custom x", "!<tag:x.org,2024:y> x"]
)
def test_every_tag_is_refused(tag: str) -> None:
    """No tag builds anything, not even YAML's own."""
    lesson = parsed(f"- id: tagged\n  prompt: {tag}\n  answer: {{kind: recall, model: M}}\n")
    assert lesson.value is None
    assert lesson.findings[0].code == "QK105"
    assert (lesson.findings[0].line, lesson.findings[0].column) == (6, 11)


def test_windows_line_ends_leave_no_trace_in_a_block() -> None:
    """A block text is the same under CR LF."""
    text = HEAD + "- id: block\n  prompt: |\n    one\n    two\n  answer: {kind: recall, model: M}\n"
    unix = parse_lesson("a.yaml", text.encode()).value
    windows = parse_lesson("a.yaml", text.replace("\n", "\r\n").encode()).value
    assert unix is not None
    assert unix == windows
    assert unix.questions[0].prompt == "one\ntwo"


@pytest.mark.parametrize(
    ("lines", "place", "message"),
    [
        ("pairs:\n    - [stage 1, all\n    - [stage 2, x]\n", (9, 7), "this [ is not closed"),
        ("pairs:\n    - {a: 1,\n       b: 2\n    - aa: 3\n", (9, 7), "this { is not closed"),
        ("pairs:\n    - [stage 1, all]]\n    - [stage 2, x]\n", (9, 21), "this ] closes nothing"),
        ("accept: {a: 1}}\n  hint: x\n", (8, 19), "this } closes nothing"),
        (
            'pairs:\n    - {aa: "1, b}\n    - {aa: "2"}\n',
            (10, 13),
            "no } closes what { opens, or a comma is missing (the { is in line 9)",
        ),
    ],
)
def test_a_bracket_without_its_other_half_is_named_where_it_stands(
    lines: str, place: tuple[int, int], message: str
) -> None:
    """The entry after an open bracket is right, and quotes round it would spoil it."""
    found = only(parsed(f"- id: pairs\n  prompt: P\n  answer:\n    {lines}"))
    assert ((found.line, found.column), found.message) == (place, message)


@pytest.mark.parametrize(
    "text", ["{What} does", "[What] does", "*what* does", ">5 does", "&what& does", "@what does"]
)
def test_a_text_that_starts_like_yaml_is_reported_where_it_starts(text: str) -> None:
    """The sign that needs the quotes is the one that is pointed at."""
    found = only(parsed(f"- id: what\n  prompt: {text} it?\n"))
    assert (found.line, found.column) == (6, 11)
    assert found.message.startswith(f'the text of "prompt" starts with {text[0]}: ')


@pytest.mark.parametrize("mark", ["|", ">", "|-", "|2"])
def test_the_mark_of_a_block_needs_no_quotes(mark: str) -> None:
    """A field that is indented wrongly is no text that starts with the mark of its block."""
    found = only(parsed(f"- id: block\n prompt: {mark}\n    Which?\n  hint: x\n"))
    assert (found.line, found.column) == (6, 2)
    assert "is the indentation right?" in found.message
