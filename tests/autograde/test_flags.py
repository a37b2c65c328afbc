"""What staff should look at first: doubtful keys, tolerances and numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import exp

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.flags import flags
from quizkit.autograde.items import Item, analyse
from tests.autograde.classes import dice
from tests.autograde.exam_attempts import attempt, item, the_class


def sentences(one: Item) -> list[tuple[str, str]]:
    return [(flag.name, flag.sentence) for flag in flags(one)]


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


def test_one_learner_says_nothing_about_a_set_of_numbers() -> None:
    """Whoever is alone with some numbers is right or wrong: they are neither easy nor hard."""
    rows = [attempt("lucky", "bytes", "1.5", "0")]
    seed = 0
    while len(rows) < 24:
        seed += 1
        made = attempt(f"l{seed}", "bytes", "9", str(seed))
        if dict(made.showing["drawn"]) != dict(rows[0].showing["drawn"]):
            rows.append(made)
    (only,) = analyse(rows).items
    alone = next(one.facility for one in only.groups if one.facility)
    assert (alone.value, alone.count) == (Fraction(1), 1)
    assert sentences(only) == []


def test_a_key_that_is_wrong_with_some_numbers_alone_is_named_with_them() -> None:
    """With 32 devices the strong agree on twice the key, with 8 on the key itself."""
    other = next(
        str(seed)
        for seed in range(1, 100)
        if attempt("x", "bytes", "1", str(seed)).showing["drawn"]["devices"]["value"] == "32"
    )
    rows = []
    for number in range(60):
        learner, strong = f"l{number:02d}", number % 3 > 0
        rows.append(attempt(learner, "word", "one shard" if number % 3 else "the sum"))
        rows.append(attempt(learner, "collective", "all-reduce" if number % 3 > 1 else "scatter"))
        if number % 2:
            rows.append(attempt(learner, "bytes", "0.75" if strong else "5", other))
        else:
            rows.append(attempt(learner, "bytes", "1.5" if strong else "5", "0"))
    found = [text for name, text in sentences(item(analyse(rows), "bytes")) if name == "key"]
    assert len(found) == 1
    assert found[0].startswith("with devices 32: the key looks wrong: ")


def test_a_few_that_agree_among_many_answers_blame_no_key() -> None:
    """Of forty strong learners three say the same and nobody the key: all the others differ."""
    rows = []
    for number in range(120):
        learner, strong = f"l{number:03d}", number >= 80
        rows.append(attempt(learner, "word", "one shard" if strong else "the sum"))
        rows.append(attempt(learner, "collective", "all-reduce" if number >= 40 else "scatter"))
        rows.append(attempt(learner, "wrong-key", "7" if number >= 117 else str(number + 100)))
    whole = item(analyse(rows), "wrong-key")
    assert next(one.thirds for one in whole.whole.alike if one.meaning == "7 GB") == (0, 0, 3)
    assert sentences(whole) == []


# --- how often a flag is right --------------------------------------------------------------------

_OPTIONS = ("all-reduce", "all-gather", "broadcast", "scatter")


def simulated(name: str, learners: int, *, wrong_key: bool) -> list[Attempt]:
    """A class at ten choices of one shape, the easiest of ability -1.5, the hardest of 1.5.

    Two-parameter logistic; who does not know takes the first wrong option six times of ten. With a
    wrong key the first question's right option is one of the others.
    """
    rows = []
    for number in range(learners):
        ability = sum(dice(f"{name}/{number}/{part}", 1000) for part in range(12)) / 1000 - 6
        for question in range(10):
            who = f"{name}/{number}/{question}"
            right, *others = _OPTIONS
            if wrong_key and not question:
                others[0], right = right, others[0]
            knows = 1 / (1 + exp(-1.2 * (ability - (question - 4.5) / 3)))
            if dice(f"{who}/knows", 1000) < 1000 * knows:
                response = right
            else:
                response = others[(0, 0, 0, 0, 0, 0, 1, 1, 1, 2)[dice(f"{who}/guess", 10)]]
            made = attempt(f"l{number}", "collective", response)
            rows.append(replace(made, question=f"midterm/q{question}"))
    return rows


def blamed(name: str, *, wrong_key: bool) -> set[str]:
    """The questions of a simulated class of thirty whose keys look wrong."""
    return {
        one.question
        for one in analyse(simulated(name, 30, wrong_key=wrong_key)).items
        if any(flag.name == "key" for flag in flags(one))
    }


def test_few_sound_keys_are_blamed() -> None:
    """In 24 small classes, of 240 keys that are right: what traps many is not for that the key."""
    found = [question for number in range(24) for question in blamed(f"s{number}", wrong_key=False)]
    assert len(found) <= 4


def test_most_wrong_keys_are_found() -> None:
    """In 24 small classes, each with one."""
    assert sum("midterm/q0" in blamed(f"w{n}", wrong_key=True) for n in range(24)) >= 18


def test_a_key_that_nobody_gave_looks_wrong() -> None:
    """Where all strong learners agree on something else, it need not be the strong alone."""
    rows = []
    for number in range(12):
        rows.append(attempt(f"l{number}", "collective", "all-gather"))
        rows.append(attempt(f"l{number}", "word", "one shard" if number % 2 else "the sum"))
    found = sentences(item(analyse(rows), "collective"))
    assert [name for name, _ in found] == ["key"]
    assert found[0][1].endswith('gave "all-gather", 0 the key')
