"""What the lines of a file that cannot be used still say of the lesson."""

from __future__ import annotations

from pathlib import Path

from quizkit.content.salvage import said_in


def test_the_first_id_and_number_at_the_start_of_a_line_count(tmp_path: Path) -> None:
    """Fields further in are those of questions, and what comes again is the error."""
    file = tmp_path / "01-one.yaml"
    file.write_text(
        "id: 'one'  # mine\r\nnumber: 7\ntitle: [\n  id: inner\nid: two\nnumber: 8\n",
        encoding="utf-8",
    )
    assert said_in(file) == {"id": "one", "number": "7"}


def test_a_file_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    """Neither a folder nor a file that is not there."""
    assert said_in(tmp_path) == said_in(tmp_path / "gone.yaml") == {}
