"""How questions prove themselves: what the rules notice, and what they leave alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from quizkit.check import check_paths, proof_rules
from quizkit.grading.grade import Grade, Graded, grade
from quizkit.grading.readings import Value
from quizkit.variants import Variant
from tests.check.broken_lessons import GOOD

HEAD = "id: proofs\nnumber: 1\ntitle: Pipeline parallelism\n"
WRONG = Grade(verdict="wrong", score=Fraction(0))
RIGHT = Grade(verdict="right", score=Fraction(1))


def found(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    """Code and message of everything in a lesson."""
    path = tmp_path / "lesson.yaml"
    path.write_text(text, encoding="utf-8")
    return [(finding.code, finding.message) for finding in check_paths([path])]


def codes(tmp_path: Path, text: str) -> list[str]:
    return [code for code, _ in found(tmp_path, text)]


# --- a grader that is wrong -----------------------------------------------------------------


def _bounds_are_outside(variant: Variant, graded: Graded) -> Grade | None:
    """As if the bounds were not inside the tolerance."""
    value, key = graded.reading, variant.key
    if not isinstance(value, Value) or graded.grade is None or graded.grade.verdict != "right":
        return graded.grade
    return graded.grade if value.number == key else WRONG


def _slack(variant: Variant, graded: Graded) -> Grade | None:
    """As if there were a hidden hundred-thousandth of slack, as floats need some."""
    value, key = graded.reading, variant.key
    if not isinstance(value, Value) or key is None:
        return graded.grade
    near = abs(value.number - key) <= key * Fraction(501, 100_000)
    return RIGHT if near else graded.grade


def _no_mebibytes(variant: Variant, graded: Graded) -> Grade | None:
    """As if what was typed in one unit could not be converted."""
    value = graded.reading
    if isinstance(value, Value) and value.unit_typed and "MiB" in value.read_as:
        return WRONG
    return graded.grade


def _no_mistakes(variant: Variant, graded: Graded) -> Grade | None:
    """As if no mistake were ever recognised."""
    return WRONG if graded.grade and graded.grade.verdict == "mistake" else graded.grade


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (_bounds_are_outside, "QK412"),
        (_slack, "QK412"),
        (_no_mebibytes, "QK413"),
        (_no_mistakes, "QK512"),
    ],
)
def test_a_grader_with_a_fault_is_noticed_by_the_questions(
    fault: Callable[[Variant, Graded], Grade | None],
    code: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rule that nothing can break proves nothing."""

    def faulty(variant: Variant, response: str, *, decimal_comma: bool = False) -> Graded:
        graded = grade(variant, response, decimal_comma=decimal_comma)
        return replace(graded, grade=fault(variant, graded))

    assert codes(tmp_path, GOOD) == []
    monkeypatch.setattr(proof_rules, "grade", faulty)
    assert {*codes(tmp_path, GOOD)} == {code}


# --- every kind of tolerance, unit and key ----------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        "value: 120, unit: GB, tolerance: {rel: 1%}",
        "value: 64/15, unit: fold, tolerance: exact",
        "value: 1/3, unit: fold, tolerance: {rel: 0.1%}",
        "value: 1/3, unit: fold, tolerance: exact",
        "value: 0, unit: GB, tolerance: {abs: 0.1}",
        "value: -4, unit: plain, tolerance: {abs: 1/3}",
        "value: 7B, unit: params, tolerance: {sigfigs: 2}",
        "value: 99.96, unit: percent, tolerance: {places: 1}",
        "value: 8, unit: fold, tolerance: {factor: 2}",
        "value: 3, unit: days, tolerance: {range: [2.5, 4]}",
        "value: 5, unit: GB, tolerance: {any_of: [5, {value: 7, tolerance: {abs: 1}}, 7.5]}",
        "value: 1.5, unit: bytes/param, tolerance: exact, written: {sigfigs: 3}",
        "value: 12, unit: GB, tolerance: {rel: 1%}, unit_rule: required, accept: [GB, GiB, MB]",
        "value: 12, unit: GB, tolerance: {rel: 1%}, unit_rule: forbidden",
        "value: 2, unit: psi, tolerance: {rel: 0.5%}",
        "value: 150994944, unit: elements, tolerance: exact",
        "value: 6e21, unit: FLOP, tolerance: {rel: 1%}",
        "value: 900, unit: GB/s, tolerance: {rel: 1%}",
        "value: 300B, unit: tokens, tolerance: {rel: 1%}",
        "value: 36, unit: s, tolerance: {abs: 0.5}",
        "value: 512, unit: bits, tolerance: exact",
        "value: 65536, unit: B, tolerance: exact",
    ],
)
@pytest.mark.parametrize("locale", ["", "locale: {decimal_comma: true}\n"])
def test_a_right_question_proves_itself(answer: str, locale: str, tmp_path: Path) -> None:
    """Whatever its tolerance, unit and key, nothing is found."""
    lessons = tmp_path / "course" / "lessons"
    lessons.mkdir(parents=True)
    (lessons.parent / "course.yaml").write_text(f"id: course\ntitle: T\n{locale}")
    (lessons / "a.yaml").write_text(
        f"{HEAD}practice:\n- id: how-much\n  prompt: P\n  answer: {{kind: number, {answer}}}\n"
    )
    assert [str(finding) for finding in check_paths([lessons.parent])] == []


def test_a_mistake_that_is_hidden_on_few_draws_is_left_alone(tmp_path: Path) -> None:
    """At eight devices stage 3 comes to the limit of stage 2; elsewhere both show."""
    text = f"""{HEAD}practice:
- id: exact-factor
  prompt: By what factor, with mixed Adam in stage 2 on {{devices}} devices?
  given:
    calculator: zero
    ask: reduction_factor
    values: {{params: [7B], devices: [4, 8, 16, 32], stage: [2]}}
    example: {{params: 7B, devices: 8, stage: 2}}
  answer: {{kind: number, unit: fold, tolerance: {{rel: 0.5%}}}}
  mistakes:
  - {{ask: reduction_limit, say: That is the limit.}}
  - {{instead: {{stage: 3}}, say: That divides everything.}}
"""
    assert codes(tmp_path, text) == []
    hidden = text.replace("[4, 8, 16, 32]", "[8, 16]").replace("[7B]", "[7B, 9B]")
    assert "QK513" not in codes(tmp_path, hidden)  # half is not most


def test_options_that_numbers_make_equal_are_found(tmp_path: Path) -> None:
    """Two texts of one source differ and are the same once they are filled."""
    text = f"""{HEAD}practice:
- id: which-one
  prompt: How many steps does a ring of {{devices}} take?
  given:
    calculator: communication
    ask: ring_steps
    values: {{devices: [4, 5, 6, 7]}}
    example: {{devices: 5}}
  answer:
    kind: choice
    options:
    - {{id: twice, text: "2 × {{devices}} - 2", right: true}}
    - {{id: once, text: "{{devices}} steps"}}
    - {{id: six, text: 6 steps}}
"""
    ((code, message),) = found(tmp_path, text)
    assert code == "QK514"
    assert 'the text "6 steps" names the option once too' in message


def test_a_key_in_percent_takes_no_percent_sign(tmp_path: Path) -> None:
    """75% of a percent is hardly ever meant, as a key or as a mistake."""
    text = f"""{HEAD}practice:
- id: share
  prompt: What share, in percent?
  answer: {{kind: number, value: 75%, unit: percent, tolerance: exact}}
  mistakes: [{{value: 25%, say: The rest.}}]
"""
    assert codes(tmp_path, text) == ["QK517", "QK517"]
    assert codes(tmp_path, text.replace("75%", "75").replace("25%", "25")) == []


# --- what gives answers away, and warm-ups ---------------------------------------------------

ABOUT = """\
warm_up:
- id: before
  prompt: {warm_up}
  answer: {{kind: recall, model: It.}}
practice:
- id: which-half
  prompt: What is its first half?
  answer:
    kind: choice
    options:
    - {{id: one, text: A reduce-scatter over all devices, right: true}}
    - {{id: two, text: An all-gather over all devices}}
- id: next-one
  prompt: {prompt}
  answer: {{kind: recall, model: It.}}
"""


@pytest.mark.parametrize(
    ("warm_up", "prompt", "expected"),
    [
        ("What does stage 2 shard?", "What follows it?", []),
        ("What does stage 2 shard?", "A reduce-scatter over all devices costs what?", ["QK603"]),
        ("What does stage 2 shard?", "An all-gather over all devices costs what?", []),
        ("What is pipeline parallelism?", "What follows it?", ["QK311"]),
        ("What will this lesson shard?", "What follows it?", ["QK311"]),
        ("What are pipelines in a shell?", "What is pipeline parallelism?", []),
    ],
)
def test_what_tells_an_answer_or_comes_too_early_is_found(
    warm_up: str, prompt: str, expected: list[str], tmp_path: Path
) -> None:
    """Words that are right stand in no other prompt, and a warm-up looks back."""
    assert codes(tmp_path, HEAD + ABOUT.format(warm_up=warm_up, prompt=prompt)) == expected


def test_a_warm_up_that_asks_what_the_practice_asks_is_found(tmp_path: Path) -> None:
    """The same output of the same calculator is the same question."""
    question = """\
- id: {id}
  prompt: What part of the total time do {{pipeline}} stages lose to {{microbatches}} batches?
  given:
    calculator: pipeline
    ask: bubble_of_total
    values: {{pipeline: [4, 8], microbatches: [8, 16, 32]}}
    example: {{pipeline: 4, microbatches: 8}}
  answer: {{kind: number, unit: percent, tolerance: {{rel: 1%}}}}
"""
    once = f"practice:\n{question.format(id='practised')}"
    assert codes(tmp_path, HEAD + once) == []
    twice = f"warm_up:\n{question.format(id='warm')}{once}"
    ((code, message),) = found(tmp_path, HEAD + twice)
    assert code == "QK311"
    assert "like practised, it asks for bubble_of_total" in message


@pytest.mark.parametrize(
    ("prompt", "named"),
    [
        ("How large is the bubble?", False),
        ("How large is the bubble, in percent of the *total* time?", True),
        ("Subtotals aside, how large is the bubble?", False),
    ],
)
def test_the_word_of_a_convention_stands_in_the_prompt(
    prompt: str, named: bool, tmp_path: Path
) -> None:
    """A bubble is a share of ideal or of total time: the prompt says of which."""
    text = f"""{HEAD}practice:
- id: bubble
  prompt: {prompt} With {{pipeline}} stages and {{microbatches}} micro-batches.
  given:
    calculator: pipeline
    ask: bubble_of_total
    values: {{pipeline: [4, 8], microbatches: [8, 16, 32]}}
    example: {{pipeline: 4, microbatches: 8}}
  answer: {{kind: number, unit: percent, tolerance: {{rel: 1%}}}}
"""
    assert codes(tmp_path, text) == ([] if named else ["QK605"])


def test_a_convention_that_makes_no_difference_need_not_be_named(tmp_path: Path) -> None:
    """Stage 3 divides everything: whatever the optimizer keeps, the factor is the same."""
    text = GOOD.replace("ask: optimizer_bytes_per_param", "ask: reduction_factor")
    text = text.replace("stage: [1]", "stage: [3]").replace("stage: 1}", "stage: 3}")
    text = text.replace("unit: bytes/param", "unit: fold")
    text = text.replace("devices, with mixed-precision Adam (16 bytes per parameter).", "devices.")
    start, end = text.index("    mistakes:"), text.index("    hint:")
    text = text[:start] + text[end:]
    start, end = text.index("    tests:"), text.index("  - id: which-stage")
    assert codes(tmp_path, text[:start] + text[end:]) == []


@pytest.mark.parametrize("rule", ["{rel: 1%}", "{sigfigs: 2}", "{factor: 2}"])
def test_a_draw_whose_key_is_0_is_no_draw_for_a_relative_rule(tmp_path: Path, rule: str) -> None:
    """A share of 0 bounds nothing: the value that gives it is named, as is such an example."""
    text = (
        f"{HEAD}practice:\n- id: bubble\n"
        "  prompt: With {microbatches} on {pipeline} stages, how much of the ideal is the bubble?\n"
        "  given: {calculator: pipeline, ask: bubble_of_ideal, values:\n"
        "    {pipeline: [1, 2, 4], microbatches: [8, 16, 32]},\n"
        "    example: {pipeline: 2, microbatches: 8}}\n"
        f"  answer: {{kind: number, unit: percent, tolerance: {rule}}}\n"
    )
    reason = "the key is 0, which nothing can be measured against; use `exact` or `abs`"
    assert ("QK516", f"this value of pipeline is never drawn: {reason}") in found(tmp_path, text)
    at_once = text.replace("example: {pipeline: 2", "example: {pipeline: 1")
    assert ("QK506", f"the example cannot be used: {reason}") in found(tmp_path, at_once)
    bounded = text.replace(rule, "{abs: 1}")
    assert not {"QK506", "QK516"} & {*codes(tmp_path, bounded)}
