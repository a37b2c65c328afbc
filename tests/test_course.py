"""The shipped course keeps its promises: its shape, its numbers, and what each answer gets."""

from __future__ import annotations

import csv
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from quizkit.content.course import Course, Lesson
from quizkit.content.load import load_course
from quizkit.content.model import (
    ChoiceAnswer,
    MatchAnswer,
    NumberAnswer,
    Question,
    RecallAnswer,
    TextAnswer,
)
from quizkit.grading.grade import grade
from quizkit.tolerance import within, within_twice
from quizkit.units import UNITS
from quizkit.variants import Variant, key_shown, make_variant, make_variants

FOLDER = Path(__file__).parents[1] / "content" / "llm-pretraining"
SEEDS = range(25)
LESSONS = {
    7: "data-parallelism",
    8: "dp-memory",
    9: "zero-1-2",
    10: "zero-3-fsdp",
    11: "activation-memory",
    12: "tensor-parallelism",
    13: "pipeline-parallelism",
    14: "combining",
}
# Typical wrong answers of tests/golden/zero/quiz_traps.csv, and the question whose example they
# are given to. The table writes shares as fractions, the course as percentages.
TRAPS = {
    "T09": ("dp-memory/frozen-base", 1),
    "T17": ("dp-memory/optimizer-gigabytes", 1),
    "T22": ("dp-memory/plain-sgd", 1),
    "T23": ("zero-3-fsdp/one-unit", 1),
    "T24": ("dp-memory/model-states", 1),
    "T26": ("zero-1-2/all-reduce-first", 1),
    "T28": ("zero-1-2/all-reduce-first", 1),
    "T29": ("zero-1-2/reduce-every-backward", 1),
    "T32": ("zero-3-fsdp/hybrid-gigabytes", 1),
    "T35": ("dp-memory/card-in-gb", 1),
    "T57": ("activation-memory/checkpoint-gigabytes", 1),
    "T58": ("zero-1-2/stage-1-exact-factor", 1),
    "T59": ("zero-1-2/stage-2-exact-factor", 1),
    "T60": ("zero-1-2/stage-1-gigabytes", 1),
    "T65": ("pipeline-parallelism/bubble-of-total", 100),
}


@cache
def course() -> Course:
    """The shipped course, loaded once."""
    loaded = load_course(FOLDER)
    assert loaded.course is not None
    return loaded.course


def question(ref: str) -> Question:
    """The question of that reference."""
    return next(one for one in questions() if one.ref == ref)


def questions(*kinds: type) -> list[Question]:
    """All questions, or those whose answer is of one of these kinds."""
    every = [one for lesson in course().lessons for one in lesson.questions]
    return [one for one in every if not kinds or isinstance(one.answer, kinds)]


def by_ref(*kinds: type) -> list[object]:
    """Those questions as parameters named by their references."""
    return [pytest.param(one, id=one.ref) for one in questions(*kinds)]


def variants(asked: Question) -> list[Variant]:
    """Some variants of a question; the example alone where nothing is drawn."""
    seeds = SEEDS if asked.given or isinstance(asked.answer, (ChoiceAnswer, MatchAnswer)) else [0]
    return list(make_variants(asked, seeds))


def verdict(variant: Variant, response: str) -> str:
    """The verdict on a response, or the state of its reading if it is no value."""
    graded = grade(variant, response)
    return graded.grade.verdict if graded.grade else graded.reading.state


def mistake(variant: Variant, response: str) -> str | None:
    """The mistake that a response is recognised as."""
    graded = grade(variant, response)
    return graded.grade.mistake if graded.grade else None


# --- shape ------------------------------------------------------------------------------------


def test_the_course_loads_without_a_finding() -> None:
    """No file of the shipped course has a structural fault."""
    assert load_course(FOLDER).findings == ()


def test_the_course_has_lessons_7_to_14_in_order() -> None:
    """Numbers and ids of the lessons, which learners' histories hang on, are fixed."""
    assert {lesson.number: lesson.id for lesson in course().lessons} == LESSONS
    assert [lesson.number for lesson in course().lessons] == sorted(LESSONS)


def test_the_course_is_as_large_as_promised() -> None:
    """At least 80 questions and 30 glossary terms; sources, objective and tracker are there."""
    assert len(questions()) >= 80
    assert len(course().glossary) >= 30
    assert {source.url for source in course().sources} >= {
        "https://arxiv.org/abs/1910.02054",
        "https://pytorch.org/docs/stable/fsdp.html",
        "https://docs.pytorch.org/docs/stable/distributed.fsdp.fully_shard.html",
        "https://arxiv.org/abs/2104.04473",
        "https://arxiv.org/abs/2205.05198",
    }
    assert course().tracker == "https://github.com/TokenCemetery/teach/issues"


@pytest.mark.parametrize("lesson", course().lessons, ids=lambda lesson: lesson.id)
def test_a_lesson_has_all_its_parts(lesson: Lesson) -> None:
    """One or two warm-ups, four practice questions or more, three reps, the last for tomorrow."""
    parts = Counter(one.part for one in lesson.questions)
    assert 1 <= parts["warm_up"] <= 2
    assert parts["practice"] >= 4
    assert [rep.next_day for rep in lesson.reps] == [False, False, True]
    assert lesson.summary
    assert lesson.objective == "zero-fsdp"
    assert lesson.sources
    assert lesson.further


@pytest.mark.parametrize("lesson", course().lessons, ids=lambda lesson: lesson.id)
def test_a_lesson_has_at_least_three_randomised_numeric_questions(lesson: Lesson) -> None:
    """Each lesson asks for numbers that differ from one review to the next."""
    randomised = [one for one in lesson.questions if one.given and one.answer.kind == "number"]
    assert len(randomised) >= 3


@pytest.mark.parametrize("lesson", course().lessons, ids=lambda lesson: lesson.id)
def test_notes_are_300_to_600_words_in_sections_and_fit_80_columns(lesson: Lesson) -> None:
    """Notes are read in a terminal, in one sitting."""
    assert 300 <= len(lesson.notes.split()) <= 600
    assert len(re.findall(r"^## ", lesson.notes, re.MULTILINE)) >= 3
    assert max(len(line) for line in lesson.notes.splitlines()) <= 80


@pytest.mark.parametrize("lesson", course().lessons[1:], ids=lambda lesson: lesson.id)
def test_each_lesson_builds_on_the_one_before(lesson: Lesson) -> None:
    """Prerequisites lead through the lessons in their order."""
    assert lesson.requires == (LESSONS[lesson.number - 1],)


# --- lesson 9 ---------------------------------------------------------------------------------


def test_lesson_9_has_its_fixed_questions_first() -> None:
    """The ids of the seed lesson never change; further questions come after them."""
    lesson = next(one for one in course().lessons if one.id == "zero-1-2")
    assert [one.id for one in lesson.questions][:7] == [
        "five-costs",
        "dp-reduces-nothing",
        "optimizer-bytes",
        "why-no-extra-communication",
        "largest-free-stage",
        "largest-free-factor",
        "stage-2-exact-factor",
    ]
    assert [rep.id for rep in lesson.reps] == [
        "find-config-options",
        "thirteen-billion",
        "predict-stage-3",
    ]
    five = question("zero-1-2/five-costs").answer
    assert isinstance(five, RecallAnswer)
    assert len(five.checklist) == 5


@pytest.mark.parametrize(
    ("ref", "key", "unit", "wrong"),
    [
        ("zero-1-2/optimizer-bytes", Fraction(3, 2), "bytes/param", "12 5.5 2 3 1 1.75"),
        ("zero-1-2/largest-free-factor", Fraction(8), "fold", "4"),
        ("zero-1-2/stage-2-exact-factor", Fraction(64, 15), "fold", "8"),
    ],
)
def test_the_numbers_of_lesson_9(ref: str, key: Fraction, unit: str, wrong: str) -> None:
    """Seed 0 has the lesson's own numbers, and its typical wrong answers are recognised."""
    variant = make_variant(question(ref), 0)
    assert (variant.key, variant.unit) == (key, unit)
    assert {text: verdict(variant, text) for text in wrong.split()} == dict.fromkeys(
        wrong.split(), "mistake"
    )


def test_4_27_is_right_for_64_over_15() -> None:
    """The exact factor may be rounded to two places, but not to one."""
    variant = make_variant(question("zero-1-2/stage-2-exact-factor"), 0)
    assert verdict(variant, "4.27") == "right"
    assert verdict(variant, "4.2") == "wrong"


def test_the_rep_on_13_billion_parameters_checks_both_sizes() -> None:
    """48.75 GB with stage 2 on 8 devices, 208 GB without ZeRO."""
    lesson = next(one for one in course().lessons if one.id == "zero-1-2")
    rep = next(one for one in lesson.reps if one.id == "thirteen-billion")
    answers = [check.answer for check in rep.checks]
    assert [(one.value, one.unit) for one in answers if isinstance(one, NumberAnswer)] == [
        (Fraction("48.75"), "GB"),
        (Fraction(208), "GB"),
    ]


# --- every question, answered right, wrong, by its mistakes and with nonsense --------------------


@pytest.mark.parametrize("asked", by_ref())
def test_what_the_author_expects_happens(asked: Question) -> None:
    """The `tests:` of each question hold, and each number has some."""
    assert asked.tests or not isinstance(asked.answer, NumberAnswer)
    for one in asked.tests:
        variant = make_variant(asked, one.seed)
        assert (one.response, verdict(variant, one.response)) == (one.response, one.expect)


@pytest.mark.parametrize("asked", by_ref())
def test_every_text_is_filled_and_fits_80_columns(asked: Question) -> None:
    """No variant shows a gap, and no line of it is wider than a terminal."""
    for variant in variants(asked):
        texts = [variant.prompt, variant.hint, *(one.say for one in variant.mistakes)]
        # Only in the explanation the key may push a line over the edge.
        for line in "\n".join(texts).splitlines():
            assert len(line) <= 80, line
        assert variant.explanation or isinstance(asked.answer, ChoiceAnswer)


@pytest.mark.parametrize("asked", by_ref(NumberAnswer))
def test_numbers_right_wrong_by_mistake_and_nonsense(asked: Question) -> None:
    """The key is right in every variant, each declared mistake is recognised, nonsense is asked."""
    assert asked.mistakes
    for variant in variants(asked):
        assert variant.key is not None
        assert verdict(variant, key_shown(variant)) == "right"
        assert verdict(variant, str(variant.key)) in ("right", "ambiguous")
        for one in variant.mistakes:
            assert verdict(variant, str(one.value)) in ("mistake", "ambiguous"), one.name
        for nonsense in ("banana", "about 3 or 4", "?", "x = y"):
            assert verdict(variant, nonsense) in ("unreadable", "ambiguous")
        assert verdict(variant, " ") == "blank"


@pytest.mark.parametrize("asked", by_ref(NumberAnswer))
def test_declared_mistakes_stay_clear_of_the_key(asked: Question) -> None:
    """A recognised mistake is never within twice the tolerance of the key."""
    for variant in variants(asked):
        assert variant.key is not None
        assert variant.tolerance is not None
        for one in variant.mistakes:
            assert not within_twice(variant.tolerance, variant.key, one.value), one.name


@pytest.mark.parametrize("asked", by_ref(NumberAnswer))
def test_gib_never_pass_for_gb(asked: Question) -> None:
    """No tolerance is so wide that 2^30 passes for 10^9."""
    if UNITS[asked.answer.unit].dimension != "data":  # type: ignore[union-attr]
        return
    for variant in variants(asked):
        assert variant.key is not None
        assert variant.tolerance is not None
        assert not within(variant.tolerance, variant.key, variant.key * 10**9 / 2**30)
        assert not within(variant.tolerance, variant.key, variant.key * 2**30 / 10**9)


@pytest.mark.parametrize("asked", by_ref(ChoiceAnswer))
def test_choices_right_wrong_and_nonsense(asked: Question) -> None:
    """Each option has feedback of its own, which choosing it brings, in every order."""
    for variant in variants(asked):
        for option in variant.options:
            graded = grade(variant, option.letter)
            assert graded.grade is not None
            assert graded.grade.verdict == ("right" if option.right else "wrong")
            assert option.say
            assert option.say in graded.grade.feedback
        assert verdict(variant, key_shown(variant)) == "right"
        assert verdict(variant, "banana") in ("unreadable", "ambiguous")
        assert verdict(variant, "") == "blank"
    says = [option.say for option in asked.answer.options]  # type: ignore[union-attr]
    assert len(set(says)) == len(says)


@pytest.mark.parametrize("asked", by_ref(MatchAnswer))
def test_matches_right_partly_and_nonsense(asked: Question) -> None:
    """All pairs are right, some pairs are partly right, no pairs are asked again."""
    for variant in variants(asked):
        key = key_shown(variant)
        assert verdict(variant, key) == "right"
        assert verdict(variant, "banana") in ("unreadable", "ambiguous")
        pairs = key.split(", ")
        letters = [pair[-1] for pair in pairs]
        turned = letters[1:] + letters[:1]
        other = ", ".join(f"{pair[:-1]}{one}" for pair, one in zip(pairs, turned, strict=True))
        assert verdict(variant, other) in ("wrong", "partly")


@pytest.mark.parametrize("asked", by_ref(RecallAnswer))
def test_recalls_have_a_model_and_a_checklist(asked: Question) -> None:
    """A learner can rate a recall against at least two points."""
    assert isinstance(asked.answer, RecallAnswer)
    assert asked.answer.model.strip()
    assert len(asked.answer.checklist) >= 2


@pytest.mark.parametrize("typed", ["40 tokens", "40 tokens per parameter", "40 params", "40x"])
def test_a_number_per_parameter_with_the_name_of_a_unit_is_asked(typed: str) -> None:
    """Who repeats what the question counts is not told that the unit is wrong."""
    shown = make_variant(question("data-parallelism/tokens-per-parameter"), 0)
    assert key_shown(shown) == "40"
    assert grade(shown, typed).grade is None


def test_checks_of_reps_take_their_own_keys() -> None:
    """Each number that a rep checks has a tolerance that its key meets."""
    for lesson in course().lessons:
        for rep in lesson.reps:
            for check in rep.checks:
                assert check.prompt.strip()
                assert check.explanation.strip()
                assert isinstance(check.answer, (NumberAnswer, TextAnswer))


# --- fairness ---------------------------------------------------------------------------------


def test_right_options_cannot_be_told_by_place_or_length() -> None:
    """Over the course the right option stands everywhere, and seldom is the longest."""
    places, longest, shuffled = Counter[int](), 0, 0
    for asked in questions(ChoiceAnswer):
        assert isinstance(asked.answer, ChoiceAnswer)
        if asked.answer.fixed:
            continue
        options = asked.answer.options
        right = next(n for n, option in enumerate(options) if option.right)
        lengths = [len(option.text) for option in options]
        shuffled += 1
        places[right] += 1
        longest += lengths[right] == max(lengths)
    assert set(places) == {0, 1, 2, 3}
    assert max(places.values()) <= shuffled * 2 // 5
    assert longest <= shuffled // 2


def test_typical_wrong_answers_of_the_trap_table_are_recognised() -> None:
    """Fifteen traps that people fell into in public have a question that names the mistake."""
    path = Path(__file__).parent / "golden" / "zero" / "quiz_traps.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        rows = {row["id"]: row for row in csv.DictReader(lines)}
    recognised = {}
    for trap, (ref, scale) in TRAPS.items():
        variant = make_variant(question(ref), 0)
        wrong = Fraction(rows[trap]["typical_wrong_value"]) * scale
        right = Fraction(rows[trap]["right_value"]) * scale
        recognised[trap] = verdict(variant, str(float(wrong)))
        if trap != "T28":  # T28 counts (N - 1)/N as 1, its question is ring-exact
            assert variant.key is not None
            assert abs(right - variant.key) <= variant.key / 10**6, trap
    assert recognised == dict.fromkeys(TRAPS, "mistake")
    assert len(TRAPS) >= 15


def test_twins_stand_apart() -> None:
    """Questions that could give each other's answer away never follow one another."""
    twins = [
        ("zero-1-2/stage-1-gigabytes", "zero-1-2/stage-1-exact-factor"),
        ("zero-3-fsdp/gathers-per-step", "zero-3-fsdp/two-generations"),
        ("tensor-parallelism/layer-forward", "tensor-parallelism/layer-both-passes"),
        ("tensor-parallelism/layer-both-passes", "tensor-parallelism/layer-with-recomputation"),
        ("tensor-parallelism/layer-volume", "tensor-parallelism/layer-with-recomputation"),
        ("pipeline-parallelism/bubble-of-total", "pipeline-parallelism/interleaved-bubble"),
        ("pipeline-parallelism/bubble-of-ideal", "pipeline-parallelism/bubble-of-total"),
        ("pipeline-parallelism/gpipe-to-1f1b", "pipeline-parallelism/in-flight"),
        ("pipeline-parallelism/border-elements", "pipeline-parallelism/border-elements-scattered"),
    ]
    order = [one.ref for one in questions()]
    for one, other in twins:
        assert abs(order.index(one) - order.index(other)) >= 2, (one, other)
