"""What a class's attempts say about the questions of an exam."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest

from quizkit.autograde.alike import is_near, meaning
from quizkit.autograde.attempts import Attempt, AttemptMaker, kind_of
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.canonical import canonical
from quizkit.autograde.flags import flags
from quizkit.autograde.items import Analysis, Item, analyse
from quizkit.autograde.rows import GradedRow
from tests.autograde.classes import exam_file, exam_questions

QUESTIONS = by_name(exam_questions().values())
MAKER = AttemptMaker(Grader(QUESTIONS), QUESTIONS, {"midterm": "exam"})


def attempt(learner: str, question: str, response: str, seed: str = "0") -> Attempt:
    made = MAKER.attempt(learner, f"midterm/{question}", seed, response)
    assert isinstance(made, Attempt), made
    return made


def the_class(text: str | None = None) -> list[Attempt]:
    lines = (text or exam_file()).splitlines()[1:]
    made = []
    for line in lines:
        learner, ref, seed, response = line.split(",", 3)
        made.append(attempt(learner, ref.removeprefix("midterm/"), response.strip('"'), seed))
    return made


def item(found: Analysis, question: str) -> Item:
    return next(one for one in found.items if one.question == f"midterm/{question}")


def sentences(one: Item) -> list[tuple[str, str]]:
    return [(flag.name, flag.sentence) for flag in flags(one)]


def test_an_attempt_holds_all_that_grading_it_again_needs() -> None:
    """Numbers, key, unit, tolerance, order, reading, verdict, mistake, revision, calculator."""
    made = attempt("ann", "bytes", "12")
    assert made.asked == canonical(
        {
            "drawn": {
                "devices": {"unit": "plain", "value": "8"},
                "params": {"unit": "params", "value": "7000000000"},
                "stage": {"unit": "plain", "value": "1"},
            },
            "key": "3/2",
            "unit": "bytes/param",
            "tolerance": {"rel": "1/200"},
            "options": [],
            "rights": [],
        }
    )
    assert made.understood["value"] == "12"
    assert (made.status, made.verdict, made.score) == ("graded", "mistake", Fraction(0))
    assert (made.mistake, made.calculator) == ("devices=1", "zero@1")
    assert (made.course, made.question, made.seed) == ("exam", "midterm/bytes", 0)
    assert made.revision == QUESTIONS["midterm/bytes"].revision


def test_what_cannot_be_graded_is_no_attempt() -> None:
    """An unknown question or a seed that is none comes back as an error row."""
    for question, seed in (("midterm/gone", "0"), ("midterm/bytes", "x"), ("midterm/bytes", "")):
        row = MAKER.attempt("ann", question, seed, "1")
        assert isinstance(row, GradedRow)
        assert row.status == "error"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("bytes", "number"),
        ("collective", "choice"),
        ("word", "text"),
        ("pairs", "match"),
        ("why", "recall"),
    ],
)
def test_what_was_asked_tells_the_kind(question: str, kind: str) -> None:
    """The stored showing alone says what kind of answer was asked for."""
    assert kind_of(attempt("ann", question, "x", "3").showing) == kind


@pytest.mark.parametrize(
    ("question", "response", "said"),
    [
        ("bytes", "1.5", "the key"),
        ("bytes", "12", "devices=1"),
        ("bytes", "1.8", "1.2 of the key"),
        ("bytes", "7 GB", "7 GB"),
        ("wrong-key", "70", "70 GB"),
        ("collective", "all-gather", "all-gather"),
        ("sharded", "parameters, optimizer", "optimizer + parameters"),
        ("word", "The  Sum", "the sum"),
        ("pairs", "1-b, 2-a, 3-c", "stage 1 - gradients; stage 2 - optimizer state"),
    ],
)
def test_responses_that_say_the_same_are_alike(question: str, response: str, said: str) -> None:
    """A response is named by what it says, whatever the numbers or the order shown."""
    assert meaning(attempt("ann", question, response)) == said


@pytest.mark.parametrize(
    ("question", "response", "near"),
    [
        ("narrow", "4.27", True),  # the key, rounded
        ("narrow", "4.3", True),  # to two figures
        ("narrow", "4", False),  # one figure is too few
        ("narrow", "64/15", False),  # right
        ("narrow", "4.30", True),  # within 1 %
        ("narrow", "4.4", False),
        ("bytes", "1.514", True),  # within twice the tolerance
        ("bytes", "12", False),  # a known mistake
        ("bytes", "7 GB", False),  # another unit
        ("word", "the sum", False),
    ],
)
def test_what_is_all_but_right_is_near(question: str, response: str, near: bool) -> None:
    """Twice the tolerance, 1 %, or the key rounded to two figures or more."""
    assert is_near(attempt("ann", question, response)) is near


def test_a_key_that_the_strong_reject_looks_wrong() -> None:
    """The class was asked for 64 GiB in GB and the key says 64: the best say 68.7."""
    found = sentences(item(analyse(the_class()), "wrong-key"))
    assert [name for name, _ in found] == ["key", "reversed"]
    assert found[0][1] == (
        "the key looks wrong: of the 20 strongest that answered, 19 gave GB-for-GiB "
        '("68.7"), 1 the key'
    )


def test_a_tolerance_that_rejects_what_is_near_is_named() -> None:
    """Nobody writes 64/15; what most wrote is counted, and the key is not blamed."""
    ((name, sentence),) = sentences(item(analyse(the_class()), "narrow"))
    assert name == "tolerance"
    assert sentence == (
        "the tolerance rejects 24 that are all but right, beside 11 right: "
        '"4.27" (11), "4.2667" (8), "4.267" (5)'
    )


def test_sound_questions_are_left_alone() -> None:
    """Nothing is doubtful where the key is right and the tolerance wide enough."""
    analysis = analyse(the_class())
    doubtful = {one.question for one in analysis.items if flags(one)}
    assert doubtful == {"midterm/wrong-key", "midterm/narrow"}


def test_a_recall_has_no_key_that_could_be_wrong() -> None:
    """Staff gave the strong half for one wording and full marks for another: no key is doubtful."""
    rows = []
    for number in range(12):
        learner, strong = f"l{number:02d}", number >= 6
        rows.append(attempt(learner, "word", "one shard" if strong else "the sum"))
        said = attempt(learner, "why", "as they move" if strong else "because")
        score = Fraction(1, 2) if strong else Fraction(1)
        rows.append(
            replace(said, status="graded", verdict="partly" if strong else "right", score=score)
        )
    recall = item(analyse(rows), "why")
    assert sentences(recall) == []
    assert [(one.meaning, one.score) for one in recall.whole.alike] == [
        ("because", 1), ("as they move", Fraction(1, 2)),
    ]  # fmt: skip


def test_a_trap_that_the_weak_fall_into_is_no_wrong_key() -> None:
    """Many give the same wrong response, but those who are good elsewhere do not."""
    rows = []
    for number in range(12):
        learner, good = f"l{number:02d}", number >= 7
        rows += [
            attempt(learner, "word", "one shard" if number >= 4 else "the sum"),
            attempt(learner, "pairs", "1-a, 2-b, 3-c" if number >= 6 else "1-b, 2-a, 3-c"),
            attempt(learner, "collective", "all-reduce" if good else "all-gather"),
        ]
    assert sentences(item(analyse(rows), "collective")) == []


def test_numbers_that_are_much_harder_are_named() -> None:
    """Of 40 learners everybody fails with 32 devices and nobody with 8."""
    rows = []
    seeds = {"8": "0", "32": ""}
    seed = 1
    while not seeds["32"]:
        made = attempt("x", "bytes", "1", str(seed))
        if made.showing["drawn"]["devices"]["value"] == "32":
            seeds["32"] = str(seed)
        seed += 1
    for number in range(40):
        hard = number % 2 == 0
        rows.append(
            attempt(f"l{number}", "bytes", "9" if hard else "1.5", seeds["32" if hard else "8"])
        )
    (only,) = analyse(rows).items
    assert [one.facility.value for one in only.groups if one.facility] == [1, 0]
    assert [name for name, _ in sentences(only)] == ["numbers", "numbers"]
    assert "harder with devices 32" in sentences(only)[1][1]


def test_variant_groups_hold_what_varies_in_the_order_of_the_values() -> None:
    """Devices and parameters vary, the stage does not; 8 comes before 16."""
    groups = item(analyse(the_class()), "bytes").groups
    assert [dict(one.numbers)["devices"] for one in groups] == ["8", "8", "16", "16", "32", "32"]
    assert {name for one in groups for name, _ in one.numbers} == {"devices", "params"}
    assert sum(one.rows for one in groups) == 60


def test_counts_sum_to_the_rows() -> None:
    """By status, and of a choice every option, also the one that nobody chose."""
    rows = the_class()
    analysis = analyse(rows)
    assert sum(analysis.statuses.values()) == analysis.rows == len(rows) == 480
    assert sum(one.whole.rows for one in analysis.items) == 480
    collective = item(analysis, "collective").whole
    assert [(one.option, one.right, one.count) for one in collective.ticked] == [
        ("all-reduce", True, 34),
        ("all-gather", False, 17),
        ("broadcast", False, 6),
        ("scatter", False, 0),
    ]
    assert [(one.response, one.count) for one in collective.unread] == [("dunno", 3)]


def test_a_blank_counts_as_0_and_a_doubtful_response_as_nothing() -> None:
    """Three learners: right, blank, and unread; the facility is 1/2 over two."""
    rows = [
        attempt("ann", "wrong-key", "64"),
        attempt("bob", "wrong-key", ""),
        attempt("cy", "wrong-key", "many"),
    ]
    (only,) = analyse(rows).items
    assert only.whole.facility is not None
    assert (only.whole.facility.value, only.whole.facility.count) == (Fraction(1, 2), 2)
    assert [(one.response, one.count) for one in only.whole.unread] == [("many", 1)]


def test_what_nobody_graded_takes_no_part_in_the_exam() -> None:
    """Recall waits for staff: its blanks are no zeros, and alpha is that of the others."""
    analysis = analyse(the_class())
    assert item(analysis, "why").whole.facility is None
    assert analysis.exam.questions == 7
    assert (analysis.exam.learners, analysis.exam.left_out) == (53, 7)


def test_the_first_graded_response_counts() -> None:
    """A doubtful one before it uses nothing up, a later one is a repeat."""
    rows = [
        attempt("ann", "wrong-key", "many"),
        attempt("ann", "wrong-key", "64"),
        attempt("ann", "wrong-key", "12"),
    ]
    analysis = analyse(rows)
    (only,) = analysis.items
    assert only.whole.facility is not None
    assert only.whole.facility.value == 1
    assert (analysis.rows, analysis.repeats) == (3, 2)


def test_three_parts_of_a_third_are_one() -> None:
    """Totals are exact: no 0.9999999 among them."""
    rows: Iterable[Attempt] = [
        made
        for learner in ("ann", "bob")
        for made in (
            attempt(learner, "pairs", "1-a, 2-c, 3-b"),
            attempt(learner, "sharded", "a" if learner == "ann" else "b"),
        )
    ]
    analysis = analyse(rows)
    assert analysis.exam.totals == (Fraction(5, 6), Fraction(5, 6))


def test_one_question_alone_has_a_facility_and_nothing_else() -> None:
    """Without other questions nobody is strong or weak."""
    (only,) = analyse([attempt(f"l{n}", "wrong-key", "64") for n in range(9)]).items
    assert only.whole.discrimination is None
    assert only.whole.alike[0].thirds is None
    assert only.alpha_without is None
