"""Turn the root node of a lesson or of course.yaml into the value it declares: one table per kind.

A new field is one line in a table and one field in `quizkit.content.model`. `json_schema` prints
the same tables for editors.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import Final, cast

from quizkit import calculators, units
from quizkit.calculators.api import Value
from quizkit.content.answers import (
    KINDS,
    MEMBER,
    NUMBER,
    OPTION,
    WRITTEN_KIND,
    AnswerOf,
    ToleranceForm,
    key_node,
    same,
)
from quizkit.content.givens import (
    GIVEN,
    Name,
    allowed,
    calculator_of,
    inputs_of,
    output_named,
    output_unit,
)
from quizkit.content.model import (
    Answer,
    AuthorTest,
    Check,
    ChoiceAnswer,
    Course,
    Given,
    Lesson,
    Link,
    Mistake,
    NumberAnswer,
    Objective,
    Part,
    Question,
    RecallAnswer,
    Rep,
    Source,
    Term,
    TextAnswer,
)
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of, plain
from quizkit.content.readers import (
    BAD,
    Address,
    Bad,
    Boolean,
    Distinct,
    Field,
    Got,
    Ident,
    JsonSchema,
    Kind,
    Line,
    ListOf,
    Number,
    OneOf,
    Prose,
    Raw,
    Share,
    UnitName,
    Walk,
    Whole,
    may,
    need,
    scalar,
    short,
)

# --- mistakes ---------------------------------------------------------------------------------


def _look_at_mistake(node: MappingNode, walk: Walk) -> None:
    if all(MISTAKE.lacks(node, name) for name in ("instead", "ask", "value", "unit")):
        walk.wrong(
            "QK202",
            node,
            "a mistake needs instead, ask, value or unit",
            help="what leads to it: instead: {devices: 1}",
        )
    for name in ("instead", "ask"):
        if node.get("value") is not None and node.get(name) is not None:
            walk.wrong(
                "QK208",
                key_node(node, name),
                f"value and {name} do not go together: value replaces it",
            )


INSTEAD = may(
    "instead",
    Raw({"type": ["string", "number"]}, "instead"),
    "inputs that differ from the drawn ones",
    None,
)
MISTAKE_ASK = may("ask", Name("an output's name"), "another output than the one asked for", None)
MISTAKE_VALUE = may("value", Number(), "the mistaken value itself, in the asked unit", None)
MISTAKE_UNIT = may(
    "unit", UnitName(), "the right number of this unit, given as the asked unit", None
)
MISTAKE_SAY = need("say", Prose(), "what to tell whoever made it")
MISTAKE_SHARE = may(
    "share", Share(), "the score of this mistake, 0 to 1; 0 unless said", Fraction(0)
)
MISTAKE = Kind(
    "a mistake",
    "A wrong way that learners take, and what to say to it.",
    (INSTEAD, MISTAKE_ASK, MISTAKE_VALUE, MISTAKE_UNIT, MISTAKE_SAY, MISTAKE_SHARE),
    lambda got: got,  # made once the question's calculator is known
    first=_look_at_mistake,
    rules={"anyOf": [{"required": [name]} for name in ("instead", "ask", "value", "unit")]},
    meant={"feedback": "say", "score": "share", "output": "ask", "with": "instead"},
)


def _mistake(got: Got, given: Given | None, asked: str) -> Mistake | Bad:
    walk, instead_node, ask_node = got.walk, got[INSTEAD], got[MISTAKE_ASK]
    instead: dict[str, Value] = {}
    ask: str | None = None
    if given is None:
        for name, node in (("instead", instead_node), ("ask", ask_node)):
            if node is not None:
                return walk.wrong(
                    "QK208", key_node(got.at, name), f"{name} needs a given", help="use value"
                )
    else:
        calculator = calculators.find(given.calculator)
        if instead_node is not None:
            inputs = inputs_of(instead_node, calculator, walk)
            if inputs is BAD or not allowed(inputs, calculator, walk, instead_node, given.example):
                return BAD
            instead = {name: value for name, (_, value) in inputs.items()}
        if ask_node is not None:
            output = output_named(ask_node, calculator, walk)
            if output is BAD:
                return BAD
            ask = output
            made = output_unit(calculator, output)
            if not units.same_dimension(made, asked):
                return walk.wrong(
                    "QK407", ask_node, f"{output} is in {made}, the answer in {asked}"
                )
    unit_node = got.node(MISTAKE_UNIT)
    unit = got[MISTAKE_UNIT]
    if unit is not None and unit_node is not None:
        if not units.same_dimension(unit, asked):
            return walk.wrong("QK407", unit_node, f"{unit} does not measure what {asked} does")
        if unit == asked:
            return walk.wrong("QK407", unit_node, f"{unit} is the asked unit")
    return Mistake(
        say=got[MISTAKE_SAY],
        instead=instead,
        ask=ask,
        value=got[MISTAKE_VALUE],
        unit=unit,
        share=got[MISTAKE_SHARE],
        place=walk.place(got.at),
    )


# --- author's tests ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Typed:
    """What a learner might type; `""` is a blank."""

    def read(self, node: Node, walk: Walk) -> str | Bad:
        found = scalar(node, walk, "what is typed")
        return BAD if found is BAD else found.text

    def schema(self) -> JsonSchema:
        return {"type": ["string", "number", "boolean"]}


RESPONSE = need("response", Typed(), 'what is typed; in quotes, since "1.50" is not 1.5')
EXPECT = need(
    "expect",
    OneOf(("right", "partly", "mistake", "wrong", "ambiguous", "unreadable", "blank")),
    "the verdict, or how it is read",
)
SEED = may("seed", Whole(), "which variant; 0 unless said", 0)
TEST = Kind(
    "a test",
    "A response and what must come of it; `quiz check` runs it.",
    (RESPONSE, EXPECT, SEED),
    lambda got: AuthorTest(
        response=got[RESPONSE], expect=got[EXPECT], seed=got[SEED], place=got.walk.place(got.at)
    ),
    meant={"answer": "response", "verdict": "expect"},
)

# --- questions --------------------------------------------------------------------------------


def _look_at_key(node: MappingNode, walk: Walk, *, drawn: bool) -> None:
    """A number's key comes from exactly one of `given` and `value`."""
    answer = node.get("answer")
    kind = answer.get("kind") if isinstance(answer, MappingNode) else None
    if not (type(kind) is ScalarNode and kind.text == "number"):
        return
    assert isinstance(answer, MappingNode)
    if drawn and answer.get("value") is not None:
        walk.wrong(
            "QK410",
            key_node(answer, "value"),
            "the key comes from given; value is a second one",
            help="remove value, or given",
        )
    elif not drawn and NUMBER.lacks(answer, "value"):
        walk.wrong(
            "QK410", answer, "a number without given needs value, its key", help="value: 48.75"
        )


def _look_at_question(node: MappingNode, walk: Walk) -> None:
    _look_at_key(node, walk, drawn=not QUESTION.lacks(node, "given"))


def _mistaken_names(node: MappingNode, walk: Walk) -> None:
    """The names in the mistakes of a question that has another fault."""
    calculator = calculator_of(node.get("given"))
    if calculator is None:
        return
    for mistake in items_of(node, "mistakes"):
        instead, ask = mistake.get("instead"), mistake.get("ask")
        if isinstance(instead, MappingNode):
            inputs_of(instead, calculator, walk)
        if type(ask) is ScalarNode and not ask.is_empty:
            output_named(ask, calculator, walk)


def _question(got: Got, part: Part) -> Question | Bad:
    walk, answer, given = got.walk, got[ANSWER], got[GIVEN_FIELD]
    mistakes: list[Mistake] = []
    if isinstance(answer, NumberAnswer):
        if given is not None and not _gives(given, answer, got):
            return BAD
        for declared in got[MISTAKES]:
            mistake = _mistake(declared, given, answer.unit)
            if mistake is not BAD:
                mistakes.append(mistake)
        if len(mistakes) < len(got[MISTAKES]):
            return BAD
    elif got[MISTAKES]:
        return walk.wrong(
            "QK208",
            key_node(got.at, "mistakes"),
            f"mistakes belong to a number, not to a {answer.kind}",
        )
    if isinstance(answer, RecallAnswer) and got[TESTS]:
        return walk.wrong("QK208", key_node(got.at, "tests"), "a recall is not graded")
    return Question(
        id=got[ID],
        lesson=walk.lesson,
        part=part,
        prompt=got[PROMPT],
        answer=answer,
        revision=revision(got.at, given),
        given=given,
        mistakes=tuple(mistakes),
        hint=got[HINT],
        explanation=got[EXPLANATION],
        tags=got[TAGS],
        tests=got[TESTS],
        renamed_from=got[RENAMED_FROM],
        place=walk.place(got.at),
    )


def _gives(given: Given, answer: NumberAnswer, got: Got) -> bool:
    """Whether what the calculator makes can be given in the asked unit."""
    unit = output_unit(calculators.find(given.calculator), given.ask)
    if units.same_dimension(unit, answer.unit):
        return True
    at = got.node(ANSWER)
    assert isinstance(at, MappingNode)
    got.walk.wrong(
        "QK407",
        at.get("unit") or at,
        f"{given.ask} is in {unit}, which is not given in {answer.unit}",
    )
    return False


def revision(node: Node, given: Given | None) -> str:
    """12 hex digits over the question as authored and its calculator's `name@version`.

    Canonical: the order of fields, quotes, line breaks and comments make no difference.
    """
    stamp = calculators.find(given.calculator).stamp if given is not None else None
    authored = json.dumps(
        [plain(node), stamp], sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return blake2b(authored.encode(), digest_size=6).hexdigest()


ID = need("id", Ident(), "its name, for ever: the log knows it by this")
PROMPT = need("prompt", Prose(), "what is asked; fills {name}, {name:full}, {name:unit}")
ANSWER: Field[Answer] = need("answer", AnswerOf(tuple(KINDS)), "what is right, and how strictly")
GIVEN_FIELD = may("given", GIVEN, "where the numbers come from", None)
MISTAKES: Field[tuple[Got, ...]] = may(
    "mistakes", ListOf(MISTAKE), "wrong ways that learners take, tried in this order", ()
)
HINT = may("hint", Prose(), "shown on request; a right answer after it counts as hard", "")
EXPLANATION = may("explanation", Prose(), "why the key is right, shown with the verdict", "")
TAGS: Field[tuple[str, ...]] = may("tags", Distinct(Ident()), "words to choose questions by", ())
TESTS: Field[tuple[AuthorTest, ...]] = may(
    "tests", ListOf(TEST), "responses and their verdicts, run by quiz check", ()
)
RENAMED_FROM: Field[tuple[str, ...]] = may(
    "renamed_from", Distinct(Ident()), "ids that the question had before", ()
)
TODO = may("todo", Prose(), "what is left to do; quiz check reports it", "")

QUESTION: Kind[Got] = Kind(
    "a question",
    "What an author writes: a prompt, how it is answered, perhaps where its numbers come from.",
    (
        ID,
        PROMPT,
        GIVEN_FIELD,
        ANSWER,
        MISTAKES,
        HINT,
        EXPLANATION,
        TAGS,
        TESTS,
        RENAMED_FROM,
        TODO,
    ),
    lambda got: got,
    first=_look_at_question,
    otherwise=_mistaken_names,
    meant={
        "question": "prompt",
        "text": "prompt",
        "solution": "explanation",
        "explain": "explanation",
        "feedback": "explanation",
        "hints": "hint",
        "tag": "tags",
    },
)


@dataclass(frozen=True, slots=True)
class QuestionOf:
    """A question of one part of a lesson."""

    part: Part

    def read(self, node: Node, walk: Walk) -> Question | Bad:
        got = QUESTION.read(node, walk)
        return BAD if got is BAD else _question(got, self.part)

    def schema(self) -> JsonSchema:
        return QUESTION.schema()


# --- reps -------------------------------------------------------------------------------------


def _look_at_check(node: MappingNode, walk: Walk) -> None:
    _look_at_key(node, walk, drawn=False)


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
    """Ids are unique over warm-up, practice and reps; no question had one that is still there."""
    items = [item for name in ("warm_up", "practice", "reps") for item in items_of(node, name)]
    same("QK302", items, "id", "the id", walk)
    present = {
        value.text: value.line for item in items if type(value := item.get("id")) is ScalarNode
    }
    for item in items:
        former = item.get("renamed_from")
        for old in former.items if isinstance(former, SequenceNode) else ():
            if type(old) is ScalarNode and old.text in present:
                walk.wrong(
                    "QK306",
                    old,
                    f'"{short(old.text)}" is still an id, in line {present[old.text]}',
                    help="a question cannot be renamed from one that is there",
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
