"""What an author hears who has made several mistakes: each of them, in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.check.broken_lessons import GOOD
from tests.check.test_broken_lessons import found_in

HEAD = "id: many-faults\nnumber: 9\ntitle: Many\nobjective: zero-fsdp\npractice:\n"
GIVEN = (
    "    given: {calculator: zero, ask: bytes_per_device, values: {params: [7B],"
    " stage: [2], devices: [8, 16]}, example: {params: 7B, stage: 2, devices: 8}}\n"
)


def codes(folder: Path, practice: str) -> list[tuple[str, int]]:
    """The codes that are found in a lesson with these questions, with their lines in them."""
    lines = HEAD.count("\n")
    return [(one.code, one.line - lines) for one in found_in(folder, (HEAD + practice).encode())]


def test_a_field_that_stands_twice_hides_no_later_fault(tmp_path: Path) -> None:
    """Neither the tolerance nor the unknown field after it stays unsaid."""
    assert codes(
        tmp_path,
        "  - id: q1\n    prompt: How many?\n    hint: a\n    hint: b\n"
        "    answer: {kind: number, value: 4, unit: plain, tolerance: exac}\n    tagz: 1\n",
    ) == [("QK107", 4), ("QK401", 5), ("QK203", 6)]


def test_a_first_field_that_stands_twice_hides_no_later_fault(tmp_path: Path) -> None:
    """Nor in braces, where no dash can have been forgotten, nor where it is written again alone."""
    assert codes(
        tmp_path,
        "  - id: q1\n    id: q2\n    prompt: How many?\n"
        "    answer: {kind: number, kind: number, value: 4, unit: gg, tolerance: exac}\n",
    ) == [("QK107", 2), ("QK107", 4), ("QK406", 4), ("QK401", 4)]


def test_each_field_that_stands_twice_is_found(tmp_path: Path) -> None:
    """Two of them are two findings."""
    assert codes(
        tmp_path,
        "  - id: q1\n    prompt: How many?\n    prompt: How?\n    hint: a\n    hint: b\n"
        "    answer: {kind: recall, model: Four.}\n",
    ) == [("QK107", 3), ("QK107", 5)]


@pytest.mark.parametrize("dash", ["which-stage", "name-it"])
def test_a_forgotten_dash_hides_no_fault_of_other_questions(dash: str, tmp_path: Path) -> None:
    """Two questions run together are one finding; a fault in a third is another."""
    torn = GOOD.replace(f"  - id: {dash}", f"    id: {dash}")
    torn = torn.replace("number: 9", "number: nine")
    assert [one.code for one in found_in(tmp_path, torn.encode())] == ["QK205", "QK107"]


def test_a_list_that_is_too_short_hides_no_fault_of_its_entries(tmp_path: Path) -> None:
    """The one option has an unknown field, and no text; both are said."""
    assert codes(
        tmp_path,
        "  - id: q1\n    prompt: Which?\n    answer:\n      kind: choice\n"
        "      options:\n        - {id: one, text: Two, right: yes}\n",
    ) == [("QK207", 6), ("QK205", 6)]


def test_every_entry_that_stands_again_is_found(tmp_path: Path) -> None:
    """A third equal one is a finding of its own."""
    assert codes(
        tmp_path,
        "  - id: q1\n    prompt: Say it.\n    answer: {kind: text, accept: [ab, ab, ab]}\n",
    ) == [("QK409", 3), ("QK409", 3)]


def test_a_bad_tolerance_hides_no_unknown_gap(tmp_path: Path) -> None:
    """The prompt, the hint and what mistakes say are looked at though the question has no value."""
    assert codes(
        tmp_path,
        "  - id: q1\n    prompt: Of {parms} on {devices}?\n    hint: See {nothing}, not {key}.\n"
        f"{GIVEN}    answer: {{kind: number, unit: GB, tolerance: exac}}\n"
        "    mistakes:\n      - {instead: {devices: 1}, say: 'Divide by {device}.'}\n",
    ) == [("QK601", 2), ("QK601", 3), ("QK401", 5), ("QK601", 7)]


def test_a_bad_input_in_a_mistake_hides_no_unknown_gap(tmp_path: Path) -> None:
    """Nor the output that the mistake asks for."""
    assert codes(
        tmp_path,
        f"  - id: q1\n    prompt: On {{devices}}?\n    hint: See {{nothing}}.\n{GIVEN}"
        "    answer: {kind: number, unit: GB, tolerance: exact}\n"
        "    mistakes:\n      - instead: {devizes: 1}\n        ask: bytes_per_devise\n"
        "        say: 'Divide by {device}.'\n",
    ) == [("QK601", 3), ("QK502", 7), ("QK503", 8), ("QK601", 9)]


def test_a_unit_of_another_kind_hides_no_fault_of_mistakes(tmp_path: Path) -> None:
    """Names of inputs and outputs do not depend on the asked unit."""
    assert codes(
        tmp_path,
        f"  - id: q1\n    prompt: On {{devices}}?\n{GIVEN}"
        "    answer: {kind: number, unit: plain, tolerance: exact}\n"
        "    mistakes:\n      - {instead: {devizes: 1}, say: One.}\n"
        "      - {ask: bytes_per_devise, say: Two.}\n",
    ) == [("QK407", 4), ("QK502", 6), ("QK503", 7)]


def test_a_misspelt_input_of_the_example_is_one_finding(tmp_path: Path) -> None:
    """The gap in the prompt that it was meant for is no second one."""
    given = GIVEN.replace("devices", "devizes")
    found = codes(
        tmp_path,
        f"  - id: q1\n    prompt: On {{devices}}?\n{given}"
        "    answer: {kind: number, unit: GB, tolerance: exact}\n",
    )
    assert found == [("QK502", 3), ("QK502", 3)]


def test_a_missing_input_is_one_finding(tmp_path: Path) -> None:
    """The gap in the prompt that shows it is no second one."""
    found = codes(
        tmp_path,
        "  - id: q1\n    prompt: On {devices}, stage {stage}?\n"
        f"{GIVEN.replace('stage: [2], ', '').replace('stage: 2, ', '')}"
        "    answer: {kind: number, unit: GB, tolerance: exact}\n",
    )
    assert found == [("QK504", 3)]


@pytest.mark.parametrize("given", ["givn", "given"])
def test_gaps_are_not_judged_where_nothing_says_what_is_drawn(given: str, tmp_path: Path) -> None:
    """A given that is misspelt, or lacks its example, is one finding."""
    lines = GIVEN.replace("    given:", f"    {given}:")
    if given == "given":
        lines = lines.replace(" example:", " exampel:")
    found = codes(
        tmp_path,
        f"  - id: q1\n    prompt: On {{devices}}?\n{lines}"
        "    answer: {kind: number, unit: GB, tolerance: exact}\n",
    )
    assert found == [("QK203", 3)]


def test_a_gap_that_is_ignored_stays_ignored_beside_another_fault(tmp_path: Path) -> None:
    """What staff silenced with a reason does not come back with the next fault."""
    assert codes(
        tmp_path,
        "  - id: q1\n    # quizkit: ignore QK601 -- braces are meant\n    prompt: What is {x}?\n"
        "    answer: {kind: recall, model: A set.}\n    tagz: 1\n",
    ) == [("QK203", 5)]
