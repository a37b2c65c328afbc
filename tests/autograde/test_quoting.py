"""A response in the words that quote it."""

from __future__ import annotations

from quizkit.autograde.quoting import one_line, quoted


def test_a_long_response_is_cut_and_its_length_told() -> None:
    """Up to 200 characters it stands whole; the length is that of what was typed."""
    assert quoted("x" * 200) == f'"{"x" * 200}"'
    assert quoted("x" * 201) == f'"{"x" * 200}…" (201 characters)'
    typed = "\n".join("x" * 100)
    assert quoted(typed) == f'"{one_line(typed)[:200]}…" (199 characters)'
