"""Every code is explained, by an example that brings it and one that does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import quizkit
from quizkit.check import check_paths
from quizkit.check.codes import CODES

HEAD = "id: sharding\nnumber: 1\ntitle: Sharding\n"


def codes_of(tmp_path: Path, piece: str) -> list[str]:
    """The codes found in a lesson that holds this piece."""
    indented = "".join(f"  {line}\n" for line in piece.splitlines())
    body = f"practice:\n{indented}" if piece.startswith("- ") else piece
    path = tmp_path / "lesson.yaml"
    path.write_text(HEAD + body, encoding="utf-8")
    return [finding.code for finding in check_paths([path])]


@pytest.mark.parametrize("code", [code for code, known in CODES.items() if known.wrong])
def test_the_wrong_example_of_a_code_brings_it_alone(code: str, tmp_path: Path) -> None:
    """What `wrong` shows is found under this code, and nothing else is wrong with it."""
    found = codes_of(tmp_path, CODES[code].wrong)
    # A piece that is no question leaves the lesson without any.
    assert {*found} - {"QK309"} == {code} - {"QK309"}
    assert code in found


@pytest.mark.parametrize("code", [code for code, known in CODES.items() if known.right])
def test_the_right_example_of_a_code_is_clean(code: str, tmp_path: Path) -> None:
    """What `right` shows has nothing wrong with it."""
    assert [*{*codes_of(tmp_path, CODES[code].right)} - {"QK309"}] == []


def test_every_code_in_use_is_explained() -> None:
    """The table holds exactly the codes that the package writes."""
    package = Path(quizkit.__file__).parent
    sources = [*(package / "content").glob("*.py"), *(package / "check").glob("*.py")]
    used = {
        code
        for path in sources
        if path.name != "codes.py"
        for code in re.findall(r'"(QK[0-9]{3})"', path.read_text(encoding="utf-8"))
    }
    assert used == CODES.keys()
