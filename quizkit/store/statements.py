"""Hold every SQL text that quizkit sends: SQL that SQLite and PostgreSQL both read.

Parameters are `:name`; writing uses `ON CONFLICT` and `RETURNING` at most. No text updates or
deletes a row of `events`, `attempts` or `decisions`. What makes the tables is in `ddl.py`.
"""

# ruff: noqa: S608
# What is put into the texts is column names from this module.

from __future__ import annotations

VERSION = 4
"""The version of the tables: `PRAGMA user_version`, and the number of the newest migration.

One more also where only a fold changes: an upgrade makes cards and days anew from the log, and
without it what an older quizkit counted would stand there as damage.
"""

APPLICATION_ID = 0x515A4B54
"""`PRAGMA application_id` of every file of ours ("QZKT"): how a file of another program is told."""


def revision(version: int) -> str:
    """The migration that makes this version of the tables.

    >>> revision(1)
    '0001'
    """
    return f"{version:04d}"


EVENT_COLUMNS = (
    "id", "uid", "learner", "course", "question", "ordinal", "kind", "refers_to", "study_day",
    "at_ms", "offset_minutes", "zone", "rollover_hour", "rating", "rating_rule", "scheduler",
    '"before"', '"after"', "detail", "seed", "revision", "calculator", "asked", "response",
    "reading", "verdict", "score", "mistake", "hint", "role", "elapsed_ms",
)  # fmt: skip

CARD_COLUMNS = (
    "learner", "course", "question", "repetitions", "interval_days", "ease", "due_day", "lapses",
    "suspended", "drill_day", "introduced_day", "last_day", "reviews", "live_reviews", "misses",
    "rows", "last_id",
)  # fmt: skip

DAY_COLUMNS = (
    "learner", "course", "study_day", "reviews", "recalled", "drills", "ahead", "introduced",
    "lapses", "elapsed_ms", "retention",
)  # fmt: skip

ATTEMPT_COLUMNS = (
    "id", "file", "file_name", "line", "ordinal", "cause", "at_ms", "offset_minutes", "grader",
    "learner", "course", "question", "seed", "response", "asked", "reading", "status", "verdict",
    "score", "mistake", "revision", "calculator", "decision",
)  # fmt: skip

DECISION_COLUMNS = (
    "id", "course", "question", "scope", "response", "verdict", "score", "revision", "message",
    "at_ms", "offset_minutes",
)  # fmt: skip

_EVENT = ", ".join(EVENT_COLUMNS)
_ATTEMPT = ", ".join(ATTEMPT_COLUMNS)
_DECISION = ", ".join(DECISION_COLUMNS)
_CARD = ", ".join(CARD_COLUMNS)
_CARD_KEY = ("learner", "course", "question")
_DAY = ", ".join(DAY_COLUMNS)
_DAY_KEY = ("learner", "course", "study_day")


def _values(columns: tuple[str, ...]) -> str:
    return ", ".join(":" + column.strip('"') for column in columns)


# --- the log ----------------------------------------------------------------------------------

INSERT_EVENT = f"INSERT INTO events ({_EVENT}) VALUES ({_values(EVENT_COLUMNS)})"

NEXT_ID = "SELECT coalesce(max(id), 0) + 1 FROM events"

NEXT_ORDINAL = """
SELECT coalesce(max(ordinal), 0) + 1 FROM events
WHERE learner = :learner AND course = :course AND question = :question
"""

# By `ordinal`, which is the same order: asked for `id`, SQLite walks the learner's whole log.
HISTORY = f"""
SELECT {_EVENT} FROM events
WHERE learner = :learner AND course = :course AND question = :question
ORDER BY ordinal
"""

EVENTS = f"""
SELECT {_EVENT} FROM events WHERE learner = :learner AND course = :course ORDER BY id
"""

EVENT = f"""
SELECT {_EVENT} FROM events WHERE learner = :learner AND course = :course AND id = :id
"""

# By what no other row ever has: after a restore another row may have the id.
EVENT_OF_UID = f"""
SELECT {_EVENT} FROM events WHERE learner = :learner AND course = :course AND uid = :uid
"""

NEWEST_EVENT = "SELECT id, uid FROM events WHERE learner = :learner ORDER BY id DESC LIMIT 1"

UID_OF = "SELECT uid FROM events WHERE learner = :learner AND id = :id"

# What may make a card new again; `ix_events_learner_id` leads to the rows after one.
LET_GO = """
SELECT question, kind FROM events
WHERE learner = :learner AND id > :id AND kind IN ('undo', 'unsuspend', 'reset', 'rename')
"""

RENAMES = f"""
SELECT {_EVENT} FROM events
WHERE learner = :learner AND course = :course AND kind = 'rename'
ORDER BY id
"""

# What `quiz undo` takes back: neither an undo nor a rename, and not undone already.
NEWEST = f"""
SELECT {_EVENT} FROM events AS e
WHERE learner = :learner AND kind NOT IN ('undo', 'rename')
AND NOT EXISTS (SELECT 1 FROM events AS u WHERE u.kind = 'undo' AND u.refers_to = e.id)
ORDER BY id DESC
LIMIT 1
"""

REP_ROWS = f"""
SELECT {_EVENT} FROM events AS e
WHERE learner = :learner AND course = :course AND kind IN ('rep_tick', 'rep_untick')
AND NOT EXISTS (SELECT 1 FROM events AS u WHERE u.kind = 'undo' AND u.refers_to = e.id)
ORDER BY id
"""

# Both are read from an index of their own alone.
MISTAKES = """
SELECT mistake, count(*), max(id) FROM events AS e
WHERE learner = :learner AND course = :course AND mistake IS NOT NULL
AND NOT EXISTS (SELECT 1 FROM events AS u WHERE u.kind = 'undo' AND u.refers_to = e.id)
GROUP BY mistake
"""

MISTAKEN = """
SELECT question, count(*) FROM events AS e
WHERE learner = :learner AND course = :course AND mistake = :mistake
AND NOT EXISTS (SELECT 1 FROM events AS u WHERE u.kind = 'undo' AND u.refers_to = e.id)
GROUP BY question
ORDER BY count(*) DESC, question
LIMIT :most
"""

# --- the cache of cards -----------------------------------------------------------------------

CARD = f"""
SELECT {_CARD} FROM cards
WHERE learner = :learner AND course = :course AND question = :question
"""

CARDS = f"SELECT {_CARD} FROM cards WHERE learner = :learner AND course = :course"

# The rest is for looking up a few cards of many. `ix_cards_learner_course_due_day` serves these
# (asked for one day by `=`, SQLite walks all cards of the course).
DUE_CARDS = f"""
SELECT {_CARD} FROM cards
WHERE learner = :learner AND course = :course AND due_day <= :day AND NOT suspended
"""

NEXT_DUE_DAY = """
SELECT due_day FROM cards
WHERE learner = :learner AND course = :course AND due_day > :day AND NOT suspended
ORDER BY due_day
LIMIT 1
"""

DUE_ON = """
SELECT question FROM cards
WHERE learner = :learner AND course = :course AND due_day BETWEEN :day AND :day AND NOT suspended
ORDER BY due_day, question
LIMIT :most OFFSET :start
"""

LAPSED_CARDS = f"""
SELECT {_CARD} FROM cards
WHERE learner = :learner AND course = :course AND lapses >= :least
"""

# By the key, as the questions of a lesson stand together in it.
HELD_IN_LESSON = """
SELECT question FROM cards
WHERE learner = :learner AND course = :course AND question >= :low AND question < :high
AND (due_day IS NOT NULL OR suspended)
"""

SUSPENDED_IN_LESSON = """
SELECT question FROM cards
WHERE learner = :learner AND course = :course AND question >= :low AND question < :high
AND suspended
"""

STARTED_LESSON = """
SELECT 1 FROM cards
WHERE learner = :learner AND course = :course AND question >= :low AND question < :high
AND live_reviews > 0
LIMIT 1
"""

# Backwards through the learner's log (`ix_events_learner_id`), as far as there are answers to be
# found; the course is disguised, lest its own index be taken, which knows no days.
ANSWERED_ON = """
SELECT question FROM events AS e
WHERE learner = :learner AND course || '' = :course AND study_day = :day AND kind = 'review'
AND NOT EXISTS (SELECT 1 FROM events AS u WHERE u.kind = 'undo' AND u.refers_to = e.id)
ORDER BY id DESC
LIMIT :most
"""

# What reports need of cards, in the order of `reports.standing.Known`.
KNOWN = """
SELECT question, repetitions, ease, due_day, introduced_day, lapses, suspended, live_reviews, misses
FROM cards
WHERE learner = :learner AND course = :course
"""

WRITE_CARD = f"""
INSERT INTO cards ({_CARD}) VALUES ({_values(CARD_COLUMNS)})
ON CONFLICT (learner, course, question) DO UPDATE SET
{", ".join(f"{name} = excluded.{name}" for name in CARD_COLUMNS if name not in _CARD_KEY)}
"""

DROP_CARD = """
DELETE FROM cards WHERE learner = :learner AND course = :course AND question = :question
"""

DROP_CARDS = "DELETE FROM cards"

# --- the cache of days ------------------------------------------------------------------------

DAY = f"""
SELECT {_DAY} FROM days
WHERE learner = :learner AND course = :course AND study_day = :study_day
"""

DAYS = f"""
SELECT {_DAY} FROM days WHERE learner = :learner AND course = :course ORDER BY study_day
"""

NEWEST_DAY = """
SELECT study_day FROM days WHERE learner = :learner AND course = :course
ORDER BY study_day DESC
LIMIT 1
"""

WRITE_DAY = f"""
INSERT INTO days ({_DAY}) VALUES ({_values(DAY_COLUMNS)})
ON CONFLICT (learner, course, study_day) DO UPDATE SET
{", ".join(f"{name} = excluded.{name}" for name in DAY_COLUMNS if name not in _DAY_KEY)}
"""

DROP_DAY = """
DELETE FROM days WHERE learner = :learner AND course = :course AND study_day = :study_day
"""

DROP_DAYS = "DELETE FROM days"

# --- attempts and decisions -------------------------------------------------------------------

# The database numbers these two itself.
INSERT_ATTEMPT = f"""
INSERT INTO attempts ({", ".join(ATTEMPT_COLUMNS[1:])}) VALUES ({_values(ATTEMPT_COLUMNS[1:])})
ON CONFLICT (file, line, ordinal) DO NOTHING
"""

_IN_FORCE = """
NOT EXISTS (
SELECT 1 FROM attempts AS later
WHERE later.file = a.file AND later.line = a.line AND later.ordinal > a.ordinal
)
"""

# A part of a file, each attempt as it is graded now.
ATTEMPTS_OF_FILE = f"""
SELECT {_ATTEMPT} FROM attempts AS a
WHERE file = :file AND line BETWEEN :first AND :last AND {_IN_FORCE}
ORDER BY line
"""

# As they are graded now, in the order in which they were recorded, a few thousand at a time: there
# may be a million. First comes the number of the first grading, by which the next part is found.
_PART = f"""
SELECT first.id, {", ".join(f"a.{name}" for name in ATTEMPT_COLUMNS)}
FROM attempts AS first JOIN attempts AS a ON a.file = first.file AND a.line = first.line
WHERE first.ordinal = 1 AND first.id > :after AND {_IN_FORCE}
"""

ATTEMPTS = f"{_PART} ORDER BY first.id LIMIT :most"

# Between two gradings of an attempt its question may have been renamed, its lesson moved to another
# course. First come the courses and names by which the attempts that ever went by some name began:
# few, and each with its part of the index.
FIRST_NAMES = """
SELECT DISTINCT first.course, first.question
FROM attempts AS a JOIN attempts AS first ON first.file = a.file AND first.line = a.line
WHERE a.course = :course AND a.question = :question AND first.ordinal = 1
ORDER BY first.course, first.question
"""

# What else the attempts at a question were called, with its revision then.
EARLIER_NAMES = """
SELECT DISTINCT one.question, one.revision
FROM attempts AS a JOIN attempts AS one ON one.file = a.file AND one.line = a.line
WHERE a.course = :course AND a.question = :question AND one.ordinal < a.ordinal
ORDER BY one.question, one.revision
"""

# Joined to an empty text, course and question are no use for an index: the few gradings of a line
# are to be looked through, not for each line all that go by a name.
ATTEMPTS_AT = f"""
{_PART} AND first.course = :first_course AND first.question = :first AND EXISTS (
SELECT 1 FROM attempts AS one
WHERE one.file = first.file AND one.line = first.line
AND one.course || '' = :course AND one.question || '' = :question
)
ORDER BY first.id
LIMIT :most
"""

GRADINGS = f"SELECT {_ATTEMPT} FROM attempts WHERE file = :file AND line = :line ORDER BY ordinal"

# How many attempts of a file say what one of another file says. What the others say is listed once,
# for the questions of this file alone.
REPEATED = """
SELECT count(*) FROM attempts AS new
WHERE new.file = :file AND new.ordinal = 1
AND (new.course, new.question, new.learner, coalesce(new.seed, -1), new.response) IN (
SELECT old.course, old.question, old.learner, coalesce(old.seed, -1), old.response
FROM attempts AS old
WHERE old.ordinal = 1 AND old.file <> :file AND (old.course, old.question) IN (
SELECT course, question FROM attempts WHERE file = :file
)
)
"""

INSERT_DECISION = f"""
INSERT INTO decisions ({", ".join(DECISION_COLUMNS[1:])})
VALUES ({_values(DECISION_COLUMNS[1:])})
RETURNING id
"""

DECISIONS = f"SELECT {_DECISION} FROM decisions WHERE course = :course ORDER BY id"

# The last one about the same; some thousand may be about one question.
SAME_DECISION = f"""
SELECT {_DECISION} FROM decisions
WHERE course = :course AND question = :question AND scope = :scope AND response = :response
ORDER BY id DESC
LIMIT 1
"""

BROKEN_GRADINGS = """
SELECT file, line FROM attempts
GROUP BY file, line
HAVING max(ordinal) <> count(*)
ORDER BY file, line
"""

# --- looking after it -------------------------------------------------------------------------

ALL_LEARNERS = "SELECT DISTINCT learner, course FROM events ORDER BY learner, course"

ALL_QUESTIONS = """
SELECT DISTINCT question FROM events
WHERE learner = :learner AND course = :course
ORDER BY question
"""

ALL_DAYS = f"SELECT {_DAY} FROM days ORDER BY learner, course, study_day"

ALL_CARDS = f"SELECT {_CARD} FROM cards ORDER BY learner, course, question"

BROKEN_ORDINALS = """
SELECT learner, course, question FROM events
GROUP BY learner, course, question
HAVING max(ordinal) <> count(*)
ORDER BY learner, course, question
"""

LOG_ENDS = "SELECT coalesce(max(id), 0), count(*) FROM events"

# A part at a time: a table may hold a million rows. By name of the table.
NUMBERS = {
    table: f"SELECT id FROM {table} WHERE id > :after ORDER BY id LIMIT :most"
    for table in ("events", "attempts", "decisions")
}

NUMBERED = {
    table: f"SELECT {columns} FROM {table} WHERE id BETWEEN :first AND :last ORDER BY id"
    for table, columns in (("events", _EVENT), ("attempts", _ATTEMPT), ("decisions", _DECISION))
}

ANY_TABLE = "SELECT 1 FROM sqlite_master LIMIT 1"

OBJECTS = "SELECT type, name FROM sqlite_master"

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
