"""Attempts graded again: by today's key, for what was shown, and never by guessing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.attempts import Attempt, AttemptMaker, Kept
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.decisions import Decision, Decisions, scope_of
from quizkit.autograde.regrade import Regraded, Regrader
from quizkit.content.model import (
    ChoiceAnswer,
    Given,
    NumberAnswer,
    Question,
    RecallAnswer,
    Relative,
    TextAnswer,
)
from tests.autograde.classes import exam_questions
from tests.autograde.regrading import kept

EXAM = exam_questions()
COURSES = {"midterm": "exam"}
NEW = "0123456789ab"


def makers(questions: dict[str, Question], *decisions: Decision) -> tuple[AttemptMaker, Regrader]:
    named = by_name(questions.values())
    decided = Decisions(decisions)
    maker = AttemptMaker(Grader(named), named, COURSES, decisions=decided)
    return maker, Regrader(named, decisions=decided, broken_lessons={"broken"})


def attempt(question: str, response: str, seed: str = "3", *decisions: Decision) -> Kept:
    """A response as it was graded by the exam as it stands."""
    made = makers(EXAM, *decisions)[0].attempt("ann", f"midterm/{question}", seed, response)
    assert isinstance(made, Attempt), made
    return kept(made)


def mended(name: str, change: Callable[[Question], Question]) -> dict[str, Question]:
    """The exam after one question was changed."""
    return {**EXAM, name: replace(change(EXAM[name]), revision=NEW)}


def with_answer(**changes: object) -> Callable[[Question], Question]:
    return lambda one: replace(one, answer=replace(one.answer, **changes))  # type: ignore[arg-type]


def again(before: Kept, questions: dict[str, Question], *decisions: Decision) -> Regraded:
    return makers(questions, *decisions)[1].regrade(before)


def grades(found: Regraded) -> tuple[object, ...]:
    before, after = found.before.attempt, found.after
    assert after is not None, found.why
    return found.effect, (before.verdict, before.score), (after.verdict, after.score)


def test_a_mended_key_turns_verdicts_round() -> None:
    """Who gave the old key loses, who gave the new one wins, with the two keys as the reason."""
    exam = mended("wrong-key", with_answer(value=Fraction("68.719476736")))
    lost, won = again(attempt("wrong-key", "64"), exam), again(attempt("wrong-key", "68.7"), exam)
    assert grades(lost) == ("lower", ("right", 1), ("mistake", 0))
    assert grades(won) == ("higher", ("mistake", 0), ("right", 1))
    assert lost.why == won.why == ("key 64 GB -> 68.719476736 GB",)
    assert lost.after is not None
    assert lost.after.revision == NEW


def test_an_untouched_question_gives_the_same() -> None:
    """Every kind of answer, right, wrong, blank or unread: nothing changes, and nothing is due."""
    maker, regrader = makers(EXAM)
    for question, responses in {
        "bytes": ("1.5", "12", "", "one", "3 GB"),
        "collective": ("a", "b", "dunno", "all-reduce"),
        "sharded": ("a, b", "optimizer"),
        "word": ("one shard", "two"),
        "pairs": ("1-a, 2-b, 3-c", "1-a"),
        "why": ("because", ""),
    }.items():
        for response in responses:
            for seed in ("0", "3", "99"):
                made = maker.attempt("ann", f"midterm/{question}", seed, response)
                assert isinstance(made, Attempt)
                found = regrader.regrade(kept(made))
                assert found.effect == "same"
                assert found.after == made
                assert not regrader.is_due(kept(made))


def test_what_was_graded_again_before_changes_nothing() -> None:
    """One regrader for a class gives what a new one for each attempt gives, seed and all."""
    exam = mended("bytes", with_answer(tolerance=Relative(Fraction(1, 2))))
    shared = makers(exam)[1]
    for number, seed in enumerate([*range(25), *range(5), ""]):
        for name in ("bytes", "collective", "wrong-key"):
            for response in ("1.5", "a", "one"):
                made = makers(EXAM)[0].attempt(f"l{number}", f"midterm/{name}", str(seed), response)
                if isinstance(made, Attempt):
                    assert shared.regrade(kept(made)) == again(kept(made), exam)


def test_what_was_forgotten_is_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A regrader that has room for two attempts gives what one with room for all gives."""
    maker, roomy = makers(EXAM)
    monkeypatch.setattr("quizkit.autograde.regrade._KEPT", 2)
    narrow = makers(EXAM)[1]
    for number in range(30):
        for name, response in (("bytes", "1.5"), ("collective", "ab"[number % 2]), ("pairs", "x")):
            made = maker.attempt("ann", f"midterm/{name}", str(number), response)
            assert isinstance(made, Attempt)
            assert narrow.regrade(kept(made)) == roomy.regrade(kept(made))
            assert len(narrow._known) <= 2


@given(
    st.sampled_from(sorted(EXAM)),
    st.integers(0, 40).map(str) | st.just(""),
    st.sampled_from(["1.5", "a", "a, c", "1-a, 2-b, 3-c", "one shard", "64", "", "4.27", "c?"]),
)
def test_grading_again_twice_is_grading_again_once(name: str, seed: str, response: str) -> None:
    """Whatever was answered: after the second time nothing is left to change."""
    made = makers(EXAM)[0].attempt("ann", f"midterm/{name}", seed, response)
    if not isinstance(made, Attempt):
        return
    exam = {
        key: replace(one, revision=NEW, answer=replace(one.answer, tolerance=Relative(Fraction(1))))
        if isinstance(one.answer, NumberAnswer)
        else replace(one, revision=NEW)
        for key, one in EXAM.items()
    }
    regrader = makers(exam)[1]
    first = regrader.regrade(kept(made))
    assert first.after is not None
    second = regrader.regrade(kept(first.after))
    assert second.effect == "same"
    assert second.after == first.after
    assert not regrader.is_due(kept(first.after))


def test_a_wider_tolerance_lets_near_responses_in() -> None:
    """4.27 for 64/15 was rejected as rounded; within 1 % it is right."""
    exam = mended("narrow", with_answer(tolerance=Relative(Fraction(1, 100))))
    found = again(attempt("narrow", "4.27"), exam)
    assert grades(found) == ("higher", ("wrong", 0), ("right", 1))
    assert found.why == ("tolerance exact -> rel 1%",)


def test_a_response_is_judged_for_the_numbers_that_were_shown() -> None:
    """The question draws other numbers today; ann saw 13B on 32 devices and stays right."""
    seed = next(
        str(n)
        for n in range(1, 99)
        if attempt("bytes", "", str(n)).attempt.showing["drawn"]["devices"]["value"] == "32"
    )
    before = attempt("bytes", "0.375", seed)
    assert before.attempt.score == 1

    def drawn_otherwise(one: Question) -> Question:
        assert isinstance(one.given, Given)
        values = {**one.given.values, "devices": (Fraction(128), Fraction(256))}
        example = {**one.given.example, "devices": Fraction(128)}
        return replace(one, given=replace(one.given, values=values, example=example))

    found = again(before, mended("bytes", drawn_otherwise))
    assert found.effect == "same"


def test_a_letter_means_the_option_that_stood_beside_it() -> None:
    """After the right option was mended, b is still what b was in the order shown."""

    def gather_is_right(one: Question) -> Question:
        assert isinstance(one.answer, ChoiceAnswer)
        options = tuple(
            replace(option, right=option.id == "all-gather") for option in one.answer.options
        )
        return replace(one, answer=replace(one.answer, options=options))

    for seed in range(1, 9):
        shown = attempt("collective", "a", str(seed)).attempt.showing["options"]
        letter = "abcd"[shown.index("all-gather")]
        found = again(
            attempt("collective", letter, str(seed)), mended("collective", gather_is_right)
        )
        assert grades(found) == ("higher", ("wrong", 0), ("right", 1))
        assert found.why == ("key all-reduce -> all-gather",)


def test_a_new_accepted_text_is_named() -> None:
    """Who said it wins; the reason names what is accepted now."""
    exam = mended("word", with_answer(accept=("one shard", "the sum")))
    found = again(attempt("word", "The sum"), exam)
    assert grades(found) == ("higher", ("wrong", 0), ("right", 1))
    assert found.why == ("accepts now: the sum", "accepts no more: a shard")


def test_a_bare_number_was_meant_in_the_unit_asked_then() -> None:
    """Asked in GB then and in MB now: 64 is 64,000 MB, and a written unit speaks for itself."""
    exam = mended("wrong-key", with_answer(value=Fraction(64_000), unit="MB"))
    for response in ("64", "64 GB", "64,0"):
        found = again(attempt("wrong-key", response), exam)
        if found.before.attempt.status == "graded":
            assert found.effect == "same", response
    typed = again(attempt("wrong-key", "64000 MB"), exam)
    assert typed.effect == "same"


def test_a_bare_number_of_another_kind_is_not_guessed() -> None:
    """Asked in GB then and in percent now: the old grade stands, and says why."""
    exam = mended("wrong-key", with_answer(value=Fraction(64), unit="percent"))
    found = again(attempt("wrong-key", "64"), exam)
    assert (found.effect, found.after) == ("error", None)
    (why,) = found.why
    assert why == (
        "midterm/wrong-key was asked in GB and is in percent now, which cannot be compared"
    )


def _broken(one: Question) -> Question:
    assert isinstance(one.given, Given)
    return replace(one, given=replace(one.given, ask="no_such_output"))


def _other_kind(one: Question) -> Question:
    return replace(one, given=None, answer=TextAnswer(accept=("a shard",)))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_broken, 'midterm/bytes: zero has no output "no_such_output"'),
        (_other_kind, "midterm/bytes asked for a number then and asks for a text now"),
        (with_answer(value=None, tolerance=None), "the grader failed: "),
    ],
)
def test_a_failing_question_leaves_the_old_grade(
    change: Callable[[Question], Question], sentence: str
) -> None:
    """A calculator that fails, another question under the name, a grader that stumbles: error."""
    found = again(attempt("bytes", "1.5", "0"), mended("bytes", change))
    assert (found.effect, found.after) == ("error", None)
    assert found.why[0].startswith(sentence)


def test_a_question_that_is_gone_leaves_the_old_grade() -> None:
    """Renamed away, deleted, or in a lesson that cannot be loaded: each has its sentence."""
    gone = {name: one for name, one in EXAM.items() if name != "word"}
    found = again(attempt("word", "one shard"), gone)
    assert (found.effect, found.why) == ("error", ("there is no question midterm/word any more",))
    before = attempt("word", "one shard")
    elsewhere = replace(before, attempt=replace(before.attempt, question="broken/word"))
    found = again(elsewhere, EXAM)
    assert found.why == ("the lesson broken cannot be loaded (see: quiz check)",)


def test_a_renamed_question_takes_its_attempts_along() -> None:
    """The attempt is graded under the new name."""
    renamed = replace(EXAM["word"], id="two-words", renamed_from=("word",), revision=NEW)
    exam = {name: one for name, one in EXAM.items() if name != "word"} | {"two-words": renamed}
    found = again(attempt("word", "one shard"), exam)
    assert found.effect == "same"
    assert found.after is not None
    assert found.after.question == "midterm/two-words"


def test_an_attempt_without_a_seed_is_graded_as_a_file_is() -> None:
    """A text that needs no order is graded again; a letter still waits for staff."""
    exam = mended("collective", lambda one: one)
    assert again(attempt("collective", "all-reduce", ""), exam).effect == "same"
    found = again(attempt("collective", "b", ""), exam)
    assert found.after is not None
    assert found.after.status == "needs_review"

    def drawn(one: Question) -> Question:
        return replace(one, given=EXAM["bytes"].given)

    found = again(attempt("wrong-key", "64", ""), mended("wrong-key", drawn))
    assert found.effect == "error"
    assert found.why == ("midterm/wrong-key draws params now, which was not shown then",)


def test_a_stricter_reader_asks_and_takes_the_points() -> None:
    """The unit is required now: what was right needs review, which counts as lower."""
    exam = mended("wrong-key", with_answer(unit_rule="required"))
    found = again(attempt("wrong-key", "64"), exam)
    assert found.effect == "lower"
    assert found.after is not None
    assert (found.after.status, found.after.score) == ("needs_review", None)


# --- decisions ------------------------------------------------------------------------------------


def decision(before: Kept, score: Fraction, scope: str | None = None) -> Decision:
    made = before.attempt
    question = by_name(EXAM.values())[made.question]
    return Decision(
        id=7,
        course="exam",
        question=made.question,
        scope=scope or scope_of(question, made.showing, seeded=made.seed is not None),
        response=made.response,
        verdict="right" if score == 1 else "partly" if score else "wrong",
        score=score,
        revision=made.revision,
        message="",
    )


def test_what_was_decided_since_is_due_and_graded() -> None:
    """The question is the same; only staff have spoken."""
    before = attempt("bytes", "one and a half", "0")
    half = decision(before, Fraction(1, 2))
    assert makers(EXAM, half)[1].is_due(before)
    found = again(before, EXAM, half)
    assert grades(found) == ("higher", (None, None), ("partly", Fraction(1, 2)))
    assert found.why == ("decided by staff",)
    assert found.after is not None
    assert found.after.decision == 7


def test_a_decision_holds_while_what_was_asked_is_the_same() -> None:
    """A typo was mended in the prompt: the decided grade stays."""
    before = attempt("bytes", "one and a half", "0")
    right = decision(before, Fraction(1))
    decided = attempt("bytes", "one and a half", "0", right)
    assert decided.attempt.score == 1
    exam = mended("bytes", lambda one: replace(one, prompt=one.prompt + " Think!"))
    assert again(decided, exam, right).effect == "same"


def test_a_decision_about_another_key_decides_nothing() -> None:
    """After the key was mended it waits for a new decision, and nobody loses points unseen."""
    before = attempt("wrong-key", "sixty-four", "0")
    right = decision(before, Fraction(1))
    decided = attempt("wrong-key", "sixty-four", "0", right)
    exam = mended("wrong-key", with_answer(value=Fraction("68.7")))
    found = again(decided, exam, right)
    assert found.effect == "lower"
    assert found.after is not None
    assert found.after.status == "needs_review"
    assert found.why == ("key 64 GB -> 68.7 GB", "staff's decision was about what was asked then")


def test_a_recall_is_decided_while_its_model_answer_is_what_it_was() -> None:
    """Staff compared it with that one: beside another it waits for a new decision."""
    before = attempt("why", "because", "0")
    right = decision(before, Fraction(1))
    decided = attempt("why", "because", "0", right)
    assert decided.attempt.score == 1
    exam = mended("why", lambda one: replace(one, prompt=one.prompt + " Think!"))
    assert again(decided, exam, right).effect == "same"
    exam = mended("why", lambda one: replace(one, answer=RecallAnswer(model="Another.")))
    found = again(decided, exam, right)
    assert found.after is not None
    assert (found.effect, found.after.status) == ("lower", "needs_review")


def test_what_was_decided_otherwise_since_is_due() -> None:
    """A decision that was corrected, and one that holds no more; one that holds is not due."""
    before = attempt("bytes", "one and a half", "0")
    right = decision(before, Fraction(1))
    decided = attempt("bytes", "one and a half", "0", right)
    wrong = replace(decision(before, Fraction(0)), id=8)
    assert not makers(EXAM, right)[1].is_due(decided)
    assert makers(EXAM, right, wrong)[1].is_due(decided)
    assert grades(again(decided, EXAM, right, wrong))[2] == ("wrong", 0)
    assert makers(EXAM)[1].is_due(decided)


def test_scores_stay_exact() -> None:
    """A third of a share and another third are two thirds, never 0.666667."""
    exam = mended("bytes", lambda one: replace(
        one, mistakes=tuple(replace(slip, share=Fraction(1, 3)) for slip in one.mistakes)
    ))  # fmt: skip
    found = again(attempt("bytes", "12", "0"), exam)
    assert grades(found) == ("higher", ("mistake", 0), ("mistake", Fraction(1, 3)))
