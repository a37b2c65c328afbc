"""Turn the root node of a lesson or of course.yaml into the value it declares: one table per kind.

A new field is one line in a table and one field in `quizkit.content.course`. `json_schema` prints
the same tables for editors.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, cast

from quizkit.content.answers import (
    KINDS,
    OPTION,
    WRITTEN_KIND,
    AnswerOf,
    same,
)
from quizkit.content.course import Check, Course, Lesson, Link, Objective, Rep, Source, Term
from quizkit.content.givens import (
    GIVEN,
)
from quizkit.content.kinds import Field, Got, Kind, may, need
from quizkit.content.model import Answer, ChoiceAnswer, NumberAnswer, Question, TextAnswer
from quizkit.content.nodes import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    items_of,
)
from quizkit.content.questions import (
    EXPLANATION,
    ID,
    MISTAKE,
    QUESTION,
    TEST,
    TODO,
    QuestionOf,
    look_at_key,
)
from quizkit.content.readers import (
    Address,
    Boolean,
    Distinct,
    Ident,
    Line,
    ListOf,
    OneOf,
    Prose,
    Whole,
)
from quizkit.content.tolerances import MEMBER, ToleranceForm
from quizkit.content.walk import JsonSchema, Walk, short

# --- reps -------------------------------------------------------------------------------------


def _look_at_check(node: MappingNode, walk: Walk) -> None:
    look_at_key(node, walk, drawn=lambda _: False)


def _check(got: Got) -> Check:
    answer = cast("NumberAnswer | ChoiceAnswer | TextAnswer", got[CHECK_ANSWER])
    return Check(prompt=got[CHECK_PROMPT], answer=answer, explanation=got[EXPLANATION])


CHECK_PROMPT = need("prompt", Prose(), "what is asked")
CHECK_ANSWER: Field[Answer] = need(
    "answer", AnswerOf(("number", "choice", "text")), "what is right, and how strictly"
)
CHECK = Kind(
    "a check",
    "A question of a rep: graded and shown, never logged.",
    (CHECK_PROMPT, CHECK_ANSWER, EXPLANATION),
    _check,
    first=_look_at_check,
)


def _rep(got: Got) -> Rep:
    return Rep(
        id=got[ID],
        lesson=got.walk.lesson,
        task=got[TASK],
        next_day=got[DUE] == "next-day",
        checks=got[CHECKS],
        place=got.walk.place(got.at),
    )


TASK = need("task", Prose(), "what to do, away from the program")
DUE = may(
    "due", OneOf(("next-day",)), "next-day: the study day after the lesson's first practice", ""
)
CHECKS: Field[tuple[Check, ...]] = may(
    "checks", ListOf(CHECK), "questions about what came of it", ()
)
REP = Kind("a rep", "A real-world task with a check-box.", (ID, TASK, DUE, CHECKS, TODO), _rep)

# --- lessons ----------------------------------------------------------------------------------

LINK_TITLE = need("title", Line(), "what is there")
URL = need("url", Address(), "its address")
NOTE = may("note", Prose(), "why to read it", "")
LINK = Kind(
    "a link",
    "A place to read on.",
    (LINK_TITLE, URL, NOTE),
    lambda got: Link(title=got[LINK_TITLE], url=got[URL], note=got[NOTE]),
)


def _look_at_lesson(node: MappingNode, walk: Walk) -> None:
    """Ids are unique over warm-up, practice and reps, and so are the old ones of questions."""
    items = [item for name in ("warm_up", "practice", "reps") for item in items_of(node, name)]
    same("QK302", items, "id", "the id", walk)
    present = {
        value.text: value.line for item in items if type(value := item.get("id")) is ScalarNode
    }
    taken: dict[str, ScalarNode] = {}
    for item in items:
        former = item.get("renamed_from")
        own = former.items if isinstance(former, SequenceNode) else ()
        for old in own:
            if type(old) is not ScalarNode:
                continue
            if old.text in present:
                walk.wrong(
                    "QK306",
                    old,
                    f'"{short(old.text)}" is still an id, in line {present[old.text]}',
                    help="a question cannot be renamed from one that is there",
                )
            elif (first := taken.setdefault(old.text, old)) is not old and first not in own:
                walk.wrong(
                    "QK306",
                    old,
                    f'"{short(old.text)}" was renamed already, in line {first.line}',
                    help="only one question can take over its history",
                )


def _lesson(got: Got) -> Lesson:
    return Lesson(
        id=got[LESSON_ID],
        number=got[NUMBER_FIELD],
        title=got[TITLE],
        summary=got[SUMMARY],
        objective=got[OBJECTIVE],
        requires=got[REQUIRES],
        sources=got[SOURCES],
        notes=got[NOTES],
        questions=got[WARM_UP] + got[PRACTICE],
        reps=got[REPS],
        further=got[FURTHER],
        place=got.walk.place(got.at),
    )


LESSON_ID = need("id", Ident(), "its name, for ever; unique over all courses")
NUMBER_FIELD = need("number", Whole(), "where it stands in the course: lessons go by number")
TITLE = need("title", Line(), "its title")
SUMMARY = may("summary", Prose(), "what it is about, in one line", "")
OBJECTIVE = may("objective", Ident(), "which objective of course.yaml it serves", "")
REQUIRES: Field[tuple[str, ...]] = may(
    "requires", Distinct(Ident()), "ids of lessons whose questions come first", ()
)
SOURCES: Field[tuple[str, ...]] = may(
    "sources", Distinct(Ident()), "ids of sources in course.yaml", ()
)
NOTES = may("notes", Prose(), "the explanation, in Markdown", "")
WARM_UP: Field[tuple[Question, ...]] = may(
    "warm_up", ListOf(QuestionOf("warm_up")), "questions on earlier lessons, asked first", ()
)
PRACTICE: Field[tuple[Question, ...]] = may(
    "practice", ListOf(QuestionOf("practice")), "questions on this lesson", ()
)
REPS: Field[tuple[Rep, ...]] = may("reps", ListOf(REP), "tasks away from the program", ())
FURTHER: Field[tuple[Link, ...]] = may("further", ListOf(LINK), "where to read on", ())
LESSON = Kind(
    "a lesson",
    "One lesson: warm-up, notes, practice, reps.",
    (
        LESSON_ID,
        NUMBER_FIELD,
        TITLE,
        SUMMARY,
        OBJECTIVE,
        REQUIRES,
        SOURCES,
        NOTES,
        WARM_UP,
        PRACTICE,
        REPS,
        FURTHER,
        TODO,
    ),
    _lesson,
    first=_look_at_lesson,
    meant={
        "prerequisites": "requires",
        "questions": "practice",
        "description": "summary",
        "name": "title",
        "links": "further",
        "objectives": "objective",
    },
)

# --- course.yaml ------------------------------------------------------------------------------

DECIMAL_COMMA = may("decimal_comma", Boolean(), "true where 1,5 is one and a half", False)
LOCALE = Kind(
    "a locale",
    "How learners of this course write numbers.",
    (DECIMAL_COMMA,),
    lambda got: got[DECIMAL_COMMA],
)

OBJECTIVE_TEXT = need("text", Prose(), "what the learner can do in the end")
OBJECTIVE_KIND = Kind(
    "an objective",
    "What the course's learner can do in the end; lessons name it by id.",
    (ID, OBJECTIVE_TEXT),
    lambda got: Objective(id=got[ID], text=got[OBJECTIVE_TEXT]),
)

SOURCE_TITLE = need("title", Line(), "its title")
AUTHORS = may("authors", Line(), "who wrote it", "")
YEAR = may("year", Whole(1000, 9999), "when it came out", None)
SOURCE = Kind(
    "a source",
    "A primary source; lessons name it by id.",
    (ID, SOURCE_TITLE, AUTHORS, YEAR, URL),
    lambda got: Source(
        id=got[ID], title=got[SOURCE_TITLE], authors=got[AUTHORS], year=got[YEAR], url=got[URL]
    ),
)

TERM_NAME = need("term", Line(), "the word")
TERM_TEXT = need("text", Prose(), "what it means, in one or two sentences")
TERM = Kind(
    "a term",
    "A glossary entry.",
    (ID, TERM_NAME, TERM_TEXT),
    lambda got: Term(id=got[ID], term=got[TERM_NAME], text=got[TERM_TEXT]),
)


def _look_at_course(node: MappingNode, walk: Walk) -> None:
    for name in ("objectives", "sources", "glossary"):
        same("QK302", items_of(node, name), "id", "the id", walk)


def _course(got: Got) -> Course:
    return Course(
        id=got[COURSE_ID],
        title=got[TITLE],
        lessons=(),
        summary=got[SUMMARY],
        objectives=got[OBJECTIVES],
        sources=got[COURSE_SOURCES],
        glossary=got[GLOSSARY],
        tracker=got[TRACKER],
        decimal_comma=got[LOCALE_FIELD],
    )


COURSE_ID = need("id", Ident(), "its name, for ever: the log knows the course by this")
TRACKER = may("tracker", Address(), "where defects are reported", "")
LOCALE_FIELD = may("locale", LOCALE, "how learners write numbers", False)
OBJECTIVES: Field[tuple[Objective, ...]] = may(
    "objectives", ListOf(OBJECTIVE_KIND), "what the learner can do in the end", ()
)
COURSE_SOURCES: Field[tuple[Source, ...]] = may(
    "sources", ListOf(SOURCE), "primary sources of the lessons", ()
)
GLOSSARY: Field[tuple[Term, ...]] = may("glossary", ListOf(TERM), "terms used in the lessons", ())
COURSE = Kind(
    "a course",
    "What all lessons of a course share.",
    (COURSE_ID, TITLE, SUMMARY, TRACKER, LOCALE_FIELD, OBJECTIVES, COURSE_SOURCES, GLOSSARY),
    _course,
    first=_look_at_course,
    meant={"name": "title", "description": "summary", "resources": "sources", "terms": "glossary"},
)

# --- the tables as JSON Schema ----------------------------------------------------------------

_SHARED: Final[tuple[Kind[object], ...]] = (
    QUESTION,
    GIVEN,
    *KINDS.values(),
    OPTION,
    WRITTEN_KIND,
    MEMBER,
    MISTAKE,
    TEST,
    REP,
    CHECK,
    LINK,
)
_COURSE_ONLY: Final[tuple[Kind[object], ...]] = (LOCALE, OBJECTIVE_KIND, SOURCE, TERM)

PROSE: Final = frozenset(
    field.name
    for kind in (LESSON, COURSE, *_SHARED, *_COURSE_ONLY)
    for field in kind.fields
    if isinstance(field.reader, Prose | Line)
)
"""The names of fields that hold prose."""


def json_schema() -> JsonSchema:
    """The JSON Schema (draft 7) of a lesson file."""
    return _printed(LESSON, _SHARED)


def course_json_schema() -> JsonSchema:
    """The JSON Schema (draft 7) of course.yaml."""
    return _printed(COURSE, _COURSE_ONLY)


def schema_text() -> str:
    """What `lesson.schema.json` holds."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def _printed(root: Kind[object], kinds: Iterable[Kind[object]]) -> JsonSchema:
    definitions: JsonSchema = {kind.slug: kind.definition() for kind in kinds}
    if root is LESSON:
        definitions["tolerance"] = ToleranceForm().definition()
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": root.slug,
        **root.definition(),
        "definitions": definitions,
    }
