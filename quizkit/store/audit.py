"""Turn the log into what the cards must be, and say where the database differs.

`quiz db check` reports it, `quiz db rebuild` writes it, an upgrade trusts nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from quizkit.session import Card, Event, fold, histories, wrong_rows
from quizkit.session.events import REP_KINDS
from quizkit.store import statements as sql
from quizkit.store.database import Run
from quizkit.store.rows import card_parameters, read_card, read_event


def related(run: Run, learner: str, course: str, question: str) -> dict[str, list[Event]]:
    """The histories of every card that has, or had, something to do with a name.

    Mostly that is one; renames tie more together.
    """
    names = {question}
    renames = [read_event(row) for row in run(sql.RENAMES, {"learner": learner, "course": course})]
    growing = bool(renames)
    while growing:
        before = len(names)
        for row in renames:
            if row.question in names or row.renamed_from in names:
                names |= {row.question, row.renamed_from}
        growing = len(names) > before
    rows = [
        read_event(row)
        for name in names
        for row in run(sql.HISTORY, {"learner": learner, "course": course, "question": name})
    ]
    return histories(sorted(rows, key=lambda row: row.id))


def folded(run: Run) -> Iterator[tuple[str, str, list[Event], Card]]:
    """Every card that the log makes: learner, course, history, card."""
    for learner, course in run(sql.ALL_LEARNERS, {}):
        for (question,) in run(sql.ALL_QUESTIONS, {"learner": learner, "course": course}):
            history = related(run, learner, course, question).get(question, [])
            if any(row.kind not in REP_KINDS and row.before for row in history):
                yield learner, course, history, fold(history, question)


def rebuild(run: Run) -> int:
    """Write every card anew, inside a transaction; the number that was wrong, missing or extra."""
    stored = _stored(run)
    right = {(learner, course, card.question): card for learner, course, _, card in folded(run)}
    wrong = [key for key in stored.keys() | right.keys() if stored.get(key) != right.get(key)]
    run(sql.DROP_CARDS, {})
    for (learner, course, _), card in right.items():
        run(sql.WRITE_CARD, card_parameters(card, learner, course))
    return len(wrong)


def problems(run: Run) -> Iterator[str]:
    """Everything that is wrong, one sentence each: pages, keys, places in the log, cards."""
    pages = [str(text) for (text,) in run("PRAGMA integrity_check", {}) if text != "ok"]
    yield from (f"SQLite's own check: {text}" for text in pages)
    if pages:
        # What is read from damaged pages would only be wrong about more.
        return
    for table, row, parent, _ in run("PRAGMA foreign_key_check", {}):
        yield f"{table} row {row} refers to a row of {parent} that is not there"
    for learner, course, question in run(sql.BROKEN_ORDINALS, {}):
        yield f"{question} ({learner}, {course}): its rows in the log are not numbered 1, 2, 3, ..."
    for newest, counted in run(sql.LOG_ENDS, {}):
        if newest != counted:
            yield f"the newest row of the log has the number {newest}, but there are {counted} rows"
    stored = _stored(run)
    for learner, course, history, card in folded(run):
        yield from wrong_rows(history)
        cached = stored.pop((learner, course, card.question), None)
        if cached != card:
            yield (
                f"{card.question} ({learner}, {course}): the card is not what the log makes; "
                "quiz db rebuild mends it"
            )
    for learner, course, question in stored:
        yield (
            f"{question} ({learner}, {course}): a card without a history; quiz db rebuild mends it"
        )


def _stored(run: Run) -> dict[tuple[str, str, str], Card]:
    return {
        (str(row[0]), str(row[1]), str(row[2])): read_card(row) for row in run(sql.ALL_CARDS, {})
    }
