"""Build a course and years of progress of any size, quickly. Run by hand or by other benchmarks:

    python -m tests.benchmarks.make_large FOLDER [--lessons 2000] [--cards 100000]
        [--events 1000000] [--due 50]

FOLDER then holds `course/`, and `home/` as QUIZ_HOME. Events go in by bulk past the log's own door,
but through its tables; every state is a step of the real scheduler, and a sample of the cards is
compared with the real fold at the end. Two fifths of the cards are the learner's (`me`): four in
five of them of questions that are there, the first lessons whole, the others of a course that is
not open or of questions that are gone. The rest belongs to two more learners.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from quizkit.reports.days import NO_RETENTION, NOTHING, Day, interval_group
from quizkit.scheduling.sm2 import NEW, PASSING, State, step
from quizkit.session import Card, fold
from quizkit.store.database import SqliteFile, make_room
from quizkit.store.log_rows import day_parameters
from quizkit.store.rows import card_parameters
from quizkit.store.statements import (
    CARD_COLUMNS,
    EVENT_COLUMNS,
    WRITE_CARD,
    WRITE_DAY,
)
from quizkit.store.store import Store

COURSE = "large"
PER_LESSON = 20
ORIGIN = date(2000, 1, 1)
ASKED = '{"key":"3/2","shown":["7B","8"],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}'
LONGEST_DAYS = 200
MISTAKES = ("sign", "devices=1", "power-of-ten")
WORDS = (
    "stage", "gradient", "shard", "bandwidth", "node", "parameter", "device", "state", "memory",
    "volume", "ring", "rank", "layer", "token", "batch", "step", "cost", "factor", "message",
)  # fmt: skip


def write_course(folder: Path, lessons: int) -> None:
    """A course of lessons with twenty questions of four kinds; each requires the one before."""
    (folder / "lessons").mkdir(parents=True, exist_ok=True)
    header = [f"id: {COURSE}", "title: A large course", "objectives:"]
    header += [f"  - {{id: objective-{number}, text: An objective.}}" for number in range(20)]
    (folder / "course.yaml").write_text("\n".join(header) + "\n", encoding="utf-8")
    dice = random.Random(42)
    for number in range(lessons):
        path = folder / "lessons" / f"{number:04d}.yaml"
        path.write_text(lesson_text(number, dice), encoding="utf-8")


def lesson_text(number: int, dice: random.Random) -> str:
    """One lesson, in the proportions of lessons written by hand."""

    def words(count: int) -> str:
        return " ".join(dice.choice(WORDS) for _ in range(count))

    lines = [
        f"id: lesson-{number:04d}", f"number: {number + 1}", f"title: Part {number}, {words(3)}",
        f"summary: {words(12)}.", f"objective: objective-{number % 20}",
    ]  # fmt: skip
    lines += [f"requires: [lesson-{number - 1:04d}]"] if number else []
    lines.append("practice:")
    for place in range(PER_LESSON):
        lines.append(f"  - id: question-{place:02d}")
        match place % 4:
            case 0:
                right = dice.randrange(4)
                lines += [f"    prompt: What is {words(9)}?", "    answer:", "      kind: choice"]
                lines += ["      options:"]
                for option in range(4):
                    lines.append(f"        - id: option-{option}")
                    lines.append(f"          text: {words(5)} {option}")
                    if option == right:
                        lines.append("          right: true")
            case 1:
                value = dice.randint(2, 9999)
                lines += ["    prompt: |", f"      {words(10)}", f"      {words(8)}?"]
                lines += ["    answer:", "      kind: number", f"      value: {value}"]
                lines += ["      unit: GB", "      tolerance: {rel: 1%}"]
            case 2:
                lines += [f"    prompt: '{words(9)}: what is that called?'"]
                lines += ["    answer:", "      kind: text"]
                lines += [f'      accept: [{words(1)} one, {words(1)} two, "{words(2)} three"]']
            case _:
                lines += [
                    "    prompt: |",
                    f"      {words(14)}",
                    "    answer:",
                    "      kind: recall",
                ]
                lines += ["      model: |", f"        {words(15)}", "      checklist:"]
                lines += [f"        - {words(4)}", f"        - {words(5)}"]
        lines.append(f"    explanation: {words(12)}.")
    return "\n".join(lines) + "\n"


def refs(lessons: int) -> list[str]:
    """The questions of that course."""
    return [
        f"lesson-{number:04d}/question-{place:02d}"
        for number in range(lessons)
        for place in range(PER_LESSON)
    ]


def owners(lessons: int, cards: int) -> list[tuple[str, str, str]]:
    """Learner, course and question of so many cards."""
    names = refs(lessons)
    mine = cards * 2 // 5
    there = names[: min(len(names) * 3 // 4, mine * 4 // 5)]
    gone = (mine - len(there)) // 4
    found = [("me", COURSE, name) for name in there]
    found += [("me", COURSE, f"gone-{n // PER_LESSON}/question-{n}") for n in range(gone)]
    found += [("me", "closed", f"old-{n // 20}/question-{n}") for n in range(mine - len(found))]
    found += [("ann", COURSE, name) for name in names[: (cards - mine) * 2 // 3]]
    found += [
        ("bob", COURSE, f"lesson-{n // PER_LESSON:04d}/question-{n % PER_LESSON:02d}")
        for n in range(cards - len(found))
    ]
    return found


@dataclass
class _Past:
    """One card's reviews: study day (counted from ORIGIN), rating, states before and after."""

    learner: str
    course: str
    question: str
    due: bool
    reviews: list[tuple[int, int, State, State]] = field(default_factory=list)


def _past(
    dice: random.Random, owner: tuple[str, str, str], due: bool, times: int, now: int
) -> _Past:
    """Reviews on the very days they fell due, moved so that the card is due now or is not."""
    past = _Past(*owner, due)
    state, day = NEW, 0
    for _ in range(times):
        rating = dice.choices((4, 5, 3, 2, 1), (70, 10, 8, 6, 6))[0] if len(past.reviews) else 4
        if state.interval_days > LONGEST_DAYS:
            rating = 1  # or a log would go back for centuries
        after = step(state, rating, ORIGIN + timedelta(days=day))
        past.reviews.append((day, rating, state, after))
        assert after.due_day is not None
        state, day = after, (after.due_day - ORIGIN).days
    while state.interval_days < 2:  # what comes back the next day would be due in any case
        after = step(state, 4, ORIGIN + timedelta(days=day))
        past.reviews.append((day, 4, state, after))
        assert after.due_day is not None
        state, day = after, (after.due_day - ORIGIN).days
    wanted = now - dice.randint(0, 3) if due else now + dice.randint(1, state.interval_days)
    # What was answered today would count against today's new questions.
    wanted = min(wanted, now - 1 + state.interval_days)
    moved = wanted - day
    past.reviews = [
        (at + moved, rating, _later(before, moved), _later(after, moved))
        for at, rating, before, after in past.reviews
    ]
    return past


def _later(state: State, days: int) -> State:
    if state.due_day is None:
        return state
    return State(
        repetitions=state.repetitions,
        interval_days=state.interval_days,
        ease=state.ease,
        due_day=state.due_day + timedelta(days=days),
        lapses=state.lapses,
    )


def _state_text(state: State) -> str:
    day = f'"{state.due_day.isoformat()}"' if state.due_day else "null"
    return (
        f'{{"due_day":{day},"ease":{state.ease},"interval_days":{state.interval_days},'
        f'"lapses":{state.lapses},"repetitions":{state.repetitions}}}'
    )


def fill(path: Path, lessons: int, cards: int, events: int, due: int, today: date) -> None:
    """Make the database and put so many cards and events into it; `due` of `me` are due."""
    make_room(path)
    with SqliteFile(path).writing():
        pass
    dice = random.Random(7)
    now = (today - ORIGIN).days
    every = owners(lessons, cards)
    mine = sum(owner[:2] == ("me", COURSE) and owner[2][0] == "l" for owner in every)
    now_due = {place * mine // max(1, due) for place in range(min(due, mine))}
    mean = events // cards
    pasts = [
        _past(
            dice,
            owner,
            place in now_due if place < mine else owner[0] != "me" and dice.random() < 0.01,
            max(1, dice.randint(mean // 2, mean + mean // 2)),
            now,
        )
        for place, owner in enumerate(every)
    ]
    # The log is in the order of days; one number for each row sorts fast.
    order = sorted(
        (at << 40) | (place << 12) | nth
        for place, past in enumerate(pasts)
        for nth, (at, *_) in enumerate(past.reviews)
    )
    last_ids = [0] * len(pasts)
    counted: dict[tuple[str, str, int], list[int]] = {}
    groups: dict[tuple[str, str, int], list[list[int]]] = {}

    def rows() -> Iterator[tuple[object, ...]]:
        for number, key in enumerate(order, start=1):
            place, nth = (key >> 12) & (2**28 - 1), key & 4095
            past = pasts[place]
            at, rating, before, after = past.reviews[nth]
            day = ORIGIN + timedelta(days=at)
            last_ids[place] = number
            known, recalled = before.repetitions > 0, rating >= PASSING
            took = 2000 + number * 7919 % 50_000
            sums = counted.setdefault((past.learner, past.course, at), [0] * 5)
            for slot, more in enumerate(
                (1, recalled, before.due_day is None, known and not recalled, took)
            ):
                sums[slot] += more
            if known:
                kept = groups.setdefault(
                    (past.learner, past.course, at), [[0, 0] for _ in NO_RETENTION]
                )[interval_group(before.interval_days)]
                kept[0] += 1
                kept[1] += recalled
            at_ms = int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()) * 1000
            yield (
                number, number.to_bytes(16, "big"), past.learner, past.course, past.question,
                nth + 1, "review", None, day.isoformat(), at_ms, 0, "Etc/UTC", 4, rating,
                "rating/1", "sm2", _state_text(before), _state_text(after), None, number,
                "0123456789ab", None, ASKED, "1.5", '{"state":"value","value":"3/2"}',
                "right" if recalled else "mistake" if rating == 2 else "wrong",
                "1" if recalled else "0", MISTAKES[number % 3] if rating == 2 else None, 0, "due",
                took,
            )  # fmt: skip

    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -400000")
        marks = ", ".join("?" * len(EVENT_COLUMNS))
        columns = ", ".join(EVENT_COLUMNS)
        connection.executemany(
            f"INSERT INTO events ({columns}) VALUES ({marks})",
            rows(),
        )
        assert CARD_COLUMNS[0] == "learner"
        connection.executemany(
            WRITE_CARD,
            (
                card_parameters(_card(past, last), past.learner, past.course)
                for past, last in sorted(
                    zip(pasts, last_ids, strict=True), key=lambda pair: _key(pair[0])
                )
            ),
        )
        connection.executemany(
            WRITE_DAY,
            (
                day_parameters(
                    NOTHING
                    + Day(
                        reviews=sums[0],
                        recalled=sums[1],
                        introduced=sums[2],
                        lapses=sums[3],
                        elapsed_ms=sums[4],
                        retention=tuple((a, b) for a, b in groups[key])
                        if key in groups
                        else NO_RETENTION,
                    ),
                    key[0],
                    key[1],
                    ORIGIN + timedelta(days=key[2]),
                )
                for key, sums in sorted(counted.items())
            ),
        )
        connection.commit()
    store = Store.open_reading(path)
    for past in dice.sample(pasts, min(len(pasts), 100)):
        history = store.events(past.learner, past.course, past.question)
        made = store.card(past.learner, past.course, past.question)
        assert made == fold(history, past.question), past.question


def _key(past: _Past) -> tuple[str, str, str]:
    return past.learner, past.course, past.question


def _card(past: _Past, last_id: int) -> Card:
    first, last = past.reviews[0], past.reviews[-1]
    count = len(past.reviews)
    drill: int | None = None
    for at, rating, *_ in past.reviews:
        drill = at if rating == 3 else None if drill == at else drill
    return Card(
        question=past.question,
        state=last[3],
        drill_day=None if drill is None else ORIGIN + timedelta(days=drill),
        introduced_day=ORIGIN + timedelta(days=first[0]),
        last_day=ORIGIN + timedelta(days=last[0]),
        reviews=count,
        live_reviews=count,
        misses=sum(rating < PASSING for _, rating, _, _ in past.reviews),
        rows=count,
        last_id=last_id,
    )


def make(folder: Path, *, lessons: int, cards: int, events: int, due: int) -> Path:
    """Course and home in the folder, made where they are not there yet; the home."""
    if not (folder / "course").exists():
        write_course(folder / "course", lessons)
    home = folder / "home"
    if not (home / "progress.db").exists():
        home.mkdir(parents=True, exist_ok=True)
        today = (datetime.now(UTC) - timedelta(hours=4)).date()
        fill(home / "progress.db", lessons, cards, events, due, today)
    return home


def main() -> None:
    """Make them and say how long it took."""
    words = argparse.ArgumentParser(description="Build a large course and years of progress.")
    words.add_argument("folder", type=Path)
    words.add_argument("--lessons", type=int, default=2000)
    words.add_argument("--cards", type=int, default=100_000)
    words.add_argument("--events", type=int, default=1_000_000)
    words.add_argument("--due", type=int, default=50)
    chosen = words.parse_args()
    start = time.perf_counter()
    home = make(
        chosen.folder,
        lessons=chosen.lessons,
        cards=chosen.cards,
        events=chosen.events,
        due=chosen.due,
    )
    size = (home / "progress.db").stat().st_size / 1e6
    print(f"{home}: {size:.0f} MB, made in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
