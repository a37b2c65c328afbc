"""The page of all codes."""

from __future__ import annotations

from quizkit.check.code_page import code_page
from quizkit.check.codes import CODES
from tests.cli.running import REPOSITORY


def test_the_page_of_codes_is_fresh() -> None:
    """What the repository holds is what the table prints: quiz explain --markdown > the page."""
    page = (REPOSITORY / "content" / "codes.md").read_text(encoding="utf-8")
    assert page == code_page()


def test_every_code_has_its_heading() -> None:
    """No code is left out, and each family has a name."""
    page = code_page()
    for code in CODES:
        assert f"\n### {code}: " in page
    assert ": Others" not in page
