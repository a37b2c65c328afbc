"""Findings as text: what an author sees, and what programs are given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quizkit.check import check_paths
from quizkit.check.formats import FORMATS, formatted, full, summary
from quizkit.errors import Finding

MISSPELT = Finding(
    path="lessons/09.yaml",
    line=2,
    column=24,
    code="QK203",
    message='unknown field "tolerence"',
    width=9,
    help='did you mean "tolerance"?',
)
LINES = ["answer:", "  answer: {kind: number, tolerence: {rel: 1%}}"]


def shown(finding: Finding, *lines: str) -> str:
    return full([finding], lambda path: list(lines))


def at(column: int, width: int = 1, **rest: str) -> Finding:
    return Finding(
        path="a.yaml",
        line=1,
        column=column,
        code="QK999",
        message="m",
        width=width,
        **rest,  # type: ignore[arg-type]
    )


def test_the_full_form_shows_the_line_and_underlines_the_place() -> None:
    """Where, what, the author's own line, and what to do, beside the carets."""
    assert shown(MISSPELT, LINES[0], "  answer: {kind: numb, tolerence: {rel: 1%}}") == (
        'lessons/09.yaml:2:24  QK203  unknown field "tolerence"\n'
        "    2 |   answer: {kind: numb, tolerence: {rel: 1%}}\n"
        '      |                        ^^^^^^^^^ did you mean "tolerance"?\n'
    )


def test_carets_stand_under_wide_characters() -> None:
    """Columns count characters; the terminal's cells are counted for the carets."""
    assert shown(at(5, 2), "漢字: 𝛹x, y") == (
        "a.yaml:1:5  QK999  m\n    1 | 漢字: 𝛹x, y\n      |       ^^\n"
    )


@pytest.mark.parametrize("line", ["a: \x1b[31mred", "a: \u202eabc", "a:\tb\x07"])
def test_an_excerpt_holds_no_character_that_moves_the_cursor(line: str) -> None:
    """What would disturb a terminal is one stand-in each, so that carets stay in place."""
    text = shown(at(1), line)
    assert not {*"\x1b\u202e\t"} & {*text}
    assert "\ufffd" in text


def test_a_tab_is_shown_as_an_arrow_of_one_column() -> None:
    """A tab is seen for what it is, and the caret stands under the character that is meant."""
    assert shown(at(4), "a:\tb\t# c").endswith("1 | a:→b→# c\n      |    ^\n")


def test_a_long_line_is_cut_round_the_place() -> None:
    """Nobody's terminal is flooded by a line of a megabyte."""
    text = shown(at(500_001, 5), "x" * 500_000 + "wrong" + "y" * 500_000)
    assert len(text) < 400
    assert "xxxwrongyyy" in text
    line, carets = text.splitlines()[1:]
    assert line[carets.index("^") : carets.rindex("^") + 1] == "wrong"


def test_a_place_behind_the_last_line_has_no_excerpt() -> None:
    """A quote that is never closed is noticed where the file ends."""
    finding = Finding(path="a", line=9, column=1, code="QK103", message="m", help="close it")
    assert shown(finding, "a: 'b") == "a:9:1  QK103  m\n      = close it\n"


def test_a_caret_never_runs_over_the_end_of_the_line() -> None:
    """A place past the text gets one caret there."""
    assert shown(at(3, 90), "a:").endswith("1 | a:\n      |   ^\n")


def test_warnings_say_that_they_are_warnings() -> None:
    """An error needs no word; a warning does."""
    assert formatted([at(1, severity="warning")], "concise") == ("a.yaml:1:1  QK999  warning: m\n")


def test_json_has_the_promised_fields() -> None:
    """Programs find code, path, line, column, severity and message."""
    printed = json.loads(formatted([MISSPELT], "json"))
    assert printed["schema"] == "quizkit.check/1"
    assert printed["findings"] == [
        {
            "code": "QK203",
            "path": "lessons/09.yaml",
            "line": 2,
            "column": 24,
            "severity": "error",
            "message": 'unknown field "tolerence"',
            "help": 'did you mean "tolerance"?',
        }
    ]


def test_github_annotations_escape_what_commands_are_made_of() -> None:
    """A percent sign, a line end, a comma or a colon cannot end the annotation or start another."""
    finding = Finding(path="a,b:c.yaml", line=1, column=2, code="QK403", message="1%\n::error::x")
    assert formatted([finding], "github") == (
        "::error file=a%2Cb%3Ac.yaml,line=1,col=2,title=QK403::1%25%0A::error::x\n"
    )


def test_sarif_names_each_rule_once_and_points_to_it() -> None:
    """Code hosts show a result with the rule that it refers to by index."""
    finding = Finding(path="a", line=1, column=1, code="QK101", message="m")
    (run,) = json.loads(formatted([finding, MISSPELT, MISSPELT], "sarif"))["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["QK101", "QK203"]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == ["QK101", "QK203", "QK203"]
    region = run["results"][1]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 24, "endColumn": 33}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_takes_no_findings_and_real_ones(form: str, tmp_path: Path) -> None:
    """Nothing found is an empty text, or an object with an empty list."""
    lesson = tmp_path / "a.yaml"
    lesson.write_text("id: ok\nnumber: 1\ntitel: T\n")
    assert formatted(check_paths([lesson]), form).count("QK203") >= 1
    assert ("[]" in formatted([], form)) == (form in ("json", "sarif"))


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([MISSPELT], "1 error in 1 file"),
        ([MISSPELT, at(1), at(2, severity="warning")], "2 errors and 1 warning in 2 files"),
        ([at(2, severity="warning")], "1 warning in 1 file"),
    ],
)
def test_the_summary_counts_by_severity(findings: list[Finding], expected: str) -> None:
    """Only what there is, is counted."""
    assert summary(findings) == expected
