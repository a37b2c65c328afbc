"""What is looked up makes the same plan, counts and waiting lessons as everything would."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizkit.cli.context import Context
from quizkit.cli.counting import Sitting, renamed_of, sitting, take_over_renamed
from quizkit.errors import UsageError
from quizkit.scheduling import queue
from quizkit.session import Card
from quizkit.store.index import Library, open_library
from quizkit.store.store import Store
from tests.session.scenes import at, open_store, showing

ME = "me"
DAYS = [date(2026, 3, 1) + timedelta(days=days) for days in range(9)]
TODAY = DAYS[6]

_Lesson = tuple[list[str], dict[str, tuple[list[str], list[str]]]]
COURSES: dict[str, dict[str, _Lesson]] = {
    "first": {
        # Lesson: requires, questions with former names and tags.
        "zz-start": ([], {"aa-one": ([], ["hard"]), "bb-two": ([], []), "cc-three": ([], [])}),
        "mm-then": (["zz-start"], {"aa-one": (["old-one"], []), "bb-two": ([], ["hard"])}),
        "aa-last": (["mm-then", "zz-start"], {"dd-new": (["cc-mid", "bb-old"], ["hard"])}),
        "kk-free": ([], {"aa-one": ([], []), "ab-two": ([], ["hard"])}),
    },
    "second": {
        "other": ([], {"aa-one": ([], []), "bb-two": (["aa-past"], ["hard"])}),
        "other-0": (["other"], {"aa-one": ([], [])}),
    },
}
GONE = [
    "mm-then/old-one",
    "aa-last/bb-old",
    "aa-last/cc-mid",
    "other/aa-past",
    "no/more",
    "zz-start/x-1",
]
QUESTIONS = [
    (course, f"{lesson}/{name}")
    for course, lessons in COURSES.items()
    for lesson, (_, questions) in lessons.items()
    for name in questions
]
# Cards of the other course's questions too: a lesson may have moved.
NAMES = [
    *QUESTIONS,
    *((course, name) for course in COURSES for name in GONE),
    ("first", "other/aa-one"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("courses")
    for course, lessons in COURSES.items():
        (folder / course / "lessons").mkdir(parents=True)
        (folder / course / "course.yaml").write_text(
            f"id: {course}\ntitle: T\nobjectives: [{{id: aim, text: Aim.}}]\n"
        )
        for number, (lesson, (requires, questions)) in enumerate(lessons.items(), start=1):
            lines = [f"id: {lesson}", f"number: {number}", "title: T", "objective: aim"]
            lines += [f"requires: [{', '.join(requires)}]"] if requires else []
            lines += ["practice:"]
            for name, (former, tags) in questions.items():
                lines += [f"  - id: {name}", "    prompt: P"]
                lines += [f"    renamed_from: [{', '.join(former)}]"] if former else []
                lines += [f"    tags: [{', '.join(tags)}]"] if tags else []
                lines += ["    answer: {kind: recall, model: M}"]
            (folder / course / "lessons" / f"{lesson}.yaml").write_text("\n".join(lines) + "\n")
    library = open_library([folder / course for course in COURSES], None)
    assert library.broken == ()
    assert len(library.entries) == len(QUESTIONS)
    return library


@dataclass(frozen=True)
class Everything:
    """All questions and all of a learner's cards, renamed where that is due."""

    asked: tuple[queue.Asked, ...]
    cards: dict[str, Card]
    answered: list[Card]


def everything(library: Library, store: Store) -> Everything:
    """The computation that reads all. A card counts for the course that its lesson is in."""
    cards: dict[str, Card] = {}
    answered: list[Card] = []
    for course in library.courses:
        own = store.cards(ME, course)
        for entry in library.entries:
            if entry.course == course and entry.ref not in own:
                old = next((old for old in entry.renamed_from if old in own), None)
                if old is not None:
                    own[entry.ref] = replace(own.pop(old), question=entry.ref)
        answered += [
            card
            for card in own.values()
            if TODAY in (card.introduced_day, card.last_day, card.drill_day)
        ]
        for ref, card in own.items():
            lesson = ref.partition("/")[0]
            if lesson not in library.lessons or library.course_of(lesson) == course:
                cards[ref] = card
    return Everything(
        asked=tuple(
            queue.Asked(
                ref=entry.ref, lesson=entry.lesson, requires=entry.requires, tags=entry.tags
            )
            for entry in library.entries
        ),
        cards=cards,
        answered=answered,
    )


@contextmanager
def new_store() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        yield open_store(Path(folder) / "progress.db")


def happen(store: Store, what: tuple[str, int, int, int]) -> None:
    """Let one thing happen to a card; what cannot be is passed over."""
    kind, which, day, rating = what
    course, name = NAMES[which]
    moment = at(DAYS[day])
    match kind:
        case "answer":
            card = store.card(ME, course, name)
            shown = showing(card, verdict="self", score=None, calculator=None)
            store.answer(moment, ME, course, shown, rating)
        case "suspend":
            store.suspend(moment, ME, course, name)
        case "unsuspend":
            store.unsuspend(moment, ME, course, name)
        case "reset":
            store.reset(moment, ME, course, name)
        case "set_due":
            store.set_due(moment, ME, course, name, DAYS[rating])
        case "rename":
            new = NAMES[(which + rating) % len(NAMES)][1]
            if new != name:
                store.rename(moment, ME, course, name, new)
        case "undo":
            store.undo(moment, ME)
        case _:
            newest = [one for one in store.events(ME, course) if one.kind == "review"]
            if newest:
                try:
                    store.rerate(moment, ME, course, newest[-1].uid, 3)
                except UsageError:
                    return


happenings = st.lists(
    st.tuples(
        st.sampled_from(
            ["answer"] * 8
            + ["suspend", "unsuspend", "reset", "set_due", "rename", "undo", "rerate"]
        ),
        st.integers(0, len(NAMES) - 1),
        # Mostly one after another, now and then by a clock that was wrong.
        st.sampled_from([0, 1, 3, 5, 5, 6, 6, 6, 6, 8]),
        st.integers(0, 5),
    ),
    max_size=30,
)


def sitting_of(
    library: Library,
    store: Store,
    new_left: int,
    reviews_left: int | None,
    finished: Path | None = None,
) -> Sitting:
    return Sitting(
        library=library,
        store=store,
        learner=ME,
        today=TODAY,
        new_left=new_left,
        reviews_left=reviews_left,
        order="due",
        dice="",
        finished=finished,
    )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    happened=happenings,
    new_left=st.integers(0, 7),
    reviews_left=st.sampled_from([None, None, 0, 2]),
    lesson=st.sampled_from([None, None, None, "mm-then", "other"]),
    tag=st.sampled_from([None, None, None, "hard"]),
    limit=st.sampled_from([None, None, 1, 3]),
)
def test_looking_up_says_the_same_as_reading_everything(
    library: Library,
    happened: list[tuple[str, int, int, int]],
    new_left: int,
    reviews_left: int | None,
    lesson: str | None,
    tag: str | None,
    limit: int | None,
) -> None:
    """Plans, counts, lessons waited for and cards are those of all questions and all cards."""
    with new_store() as store:
        for what in happened:
            happen(store, what)
        full = everything(library, store)
        now = sitting_of(library, store, new_left, reviews_left)
        assert now.cards == full.cards
        few = now.to_repeat(lambda own: own.lapsed(1), lesson=lesson, tag=tag)
        assert queue.practise(few.asked, few.cards, few.cards, limit=limit) == queue.practise(
            full.asked,
            full.cards,
            {ref for ref, card in full.cards.items() if card.state.lapses},
            lesson=lesson,
            tag=tag,
            limit=limit,
        )
        for ahead in (False, True):
            planned = now.plan(lesson=lesson, tag=tag, ahead=ahead, limit=limit)
            assert planned == queue.plan(
                full.asked,
                full.cards,
                TODAY,
                new_left=new_left,
                reviews_left=reviews_left,
                lesson=lesson,
                tag=tag,
                ahead=ahead,
                limit=limit,
            )
            assert now.cards_of(planned) == {
                ref: full.cards[ref] for ref in planned if ref in full.cards
            }
        assert now.count(lesson=lesson, tag=tag) == queue.counts(
            full.asked,
            full.cards,
            TODAY,
            new_left=new_left,
            reviews_left=reviews_left,
            lesson=lesson,
            tag=tag,
        )
        requires = ("zz-start", "aa-last", "gone", "other")
        assert now.unmet(requires) == queue.unmet(full.asked, full.cards, requires)
        with store.looking(ME, renamed_of(library)) as shelves:
            answered = [card for own in shelves.values() for card in own.answered_on(TODAY)]
        assert sorted(answered, key=repr) == sorted(full.answered, key=repr)


def test_a_card_of_another_course_is_not_asked(library: Library) -> None:
    """A question that stands in one course now is not due by the card of another."""
    with new_store() as store:
        moved = store.card(ME, "first", "other/aa-one")
        store.answer(
            at(DAYS[0]), ME, "first", showing(moved, verdict="self", score=None, calculator=None), 4
        )
        now = sitting_of(library, store, 0, None)
        assert now.plan() == ()
        assert now.unmet(["other"]) == ("other",)
        assert now.count().due == 0


def test_a_renamed_card_moves_once(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What reading commands take for granted is written by the first one that writes."""
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    store = open_store(tmp_path / "progress.db")
    card = store.card(ME, "first", "mm-then/old-one")
    shown = showing(card, verdict="self", score=None, calculator=None)
    store.answer(at(DAYS[0]), ME, "first", shown, 4)
    now = sitting_of(library, store, 0, None)
    assert now.plan() == ("mm-then/aa-one",)
    context = Context()
    take_over_renamed(context, library, store)
    assert store.card(ME, "first", "mm-then/aa-one").live_reviews == 1
    assert sitting_of(library, store, 0, None).plan() == ("mm-then/aa-one",)
    rows = len(store.events(ME, "first"))
    take_over_renamed(context, library, store)
    assert len(store.events(ME, "first")) == rows
    assert sitting(context, library, store).new_left == 10
