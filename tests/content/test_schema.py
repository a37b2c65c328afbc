"""The JSON Schema and the loader are one table: both accept the same files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from quizkit.content.load import parse_course, parse_lesson
from quizkit.content.nodes import MappingNode, Node, ScalarNode
from quizkit.content.schema import course_json_schema, json_schema, schema_text
from quizkit.content.source import read_source
from tests.content.lessons import FAULTS, WHOLE, Fault
from tests.content.test_load import COURSE

REPOSITORY = Path(__file__).resolve().parents[2]
LESSON_SCHEMA = jsonschema.Draft7Validator(json_schema())
COURSE_SCHEMA = jsonschema.Draft7Validator(course_json_schema())


def as_editors_see(node: Node) -> object:
    """The node as YAML 1.2 types it, which is what an editor validates."""
    if isinstance(node, MappingNode):
        return {key.text: as_editors_see(value) for key, value in node.entries}
    if not isinstance(node, ScalarNode):
        return [as_editors_see(item) for item in node.items]
    if node.is_empty:
        return None
    if node.style:
        return node.text
    if node.text in ("true", "false"):
        return node.text == "true"
    if re.fullmatch(r"[-+]?[0-9]+", node.text):
        return int(node.text)
    if re.fullmatch(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", node.text):
        return float(node.text)
    return node.text


def as_texts(node: Node) -> object:
    """The node with every scalar a text, as YAML's failsafe schema has it."""
    if isinstance(node, MappingNode):
        return {key.text: as_texts(value) for key, value in node.entries}
    if not isinstance(node, ScalarNode):
        return [as_texts(item) for item in node.items]
    return None if node.is_empty else node.text


def accepted(schema: jsonschema.Draft7Validator, text: str) -> tuple[bool, bool]:
    """Whether the schema accepts a file as editors type it, and as texts."""
    root = read_source("a", text.encode()).root
    assert root is not None
    return schema.is_valid(as_editors_see(root)), schema.is_valid(as_texts(root))


def test_the_schemas_are_schemas() -> None:
    """Both are valid JSON Schema of draft 7, as editors know it; no reference leads nowhere."""
    for schema in (json_schema(), course_json_schema()):
        jsonschema.Draft7Validator.check_schema(schema)
        definitions = schema["definitions"]
        assert isinstance(definitions, dict)
        named = re.findall(r'"#/definitions/([^"]+)"', json.dumps(schema))
        assert {*named} == definitions.keys()


def test_a_whole_lesson_and_course_are_accepted_by_both() -> None:
    """What loads is valid, however its scalars are typed."""
    assert accepted(LESSON_SCHEMA, WHOLE) == (True, True)
    assert accepted(COURSE_SCHEMA, COURSE) == (True, True)
    assert parse_lesson("a", WHOLE.encode()).value is not None
    assert parse_course("a", COURSE.encode()).value is not None


@pytest.mark.parametrize("path", sorted((REPOSITORY / "content").glob("*/lessons/*.yaml")), ids=str)
def test_the_packed_lessons_are_accepted_by_both(path: Path) -> None:
    """No lesson of the course is underlined in an editor."""
    assert accepted(LESSON_SCHEMA, path.read_text(encoding="utf-8")) == (True, True)


@pytest.mark.parametrize("path", sorted((REPOSITORY / "content").glob("*/course.yaml")), ids=str)
def test_the_packed_courses_are_accepted_by_both(path: Path) -> None:
    """Nor is its course.yaml."""
    assert accepted(COURSE_SCHEMA, path.read_text(encoding="utf-8")) == (True, True)


@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS if fault.schema], ids=lambda f: f"{f.code}-{f.new[:30]!r}"
)
def test_what_a_schema_can_say_is_refused_by_both(fault: Fault) -> None:
    """A structural fault that the loader finds is underlined in an editor too."""
    assert parse_lesson("a", fault.text.encode()).value is None
    typed, texts = accepted(LESSON_SCHEMA, fault.text)
    assert not typed
    # A pattern cannot compare: how large a number in quotes is, only the loader sees.
    assert not texts or any(bound in fault.new for bound in ("factor: ¦1", "share: ¦2"))


@pytest.mark.parametrize(
    "fault",
    [fault for fault in FAULTS if not fault.schema and fault.code != "QK103"],
    ids=lambda f: f"{f.code}-{f.new[:30]!r}",
)
def test_what_a_schema_cannot_say_is_left_to_the_loader(fault: Fault) -> None:
    """References, repetitions and calculators are beyond JSON Schema: it accepts these files."""
    assert accepted(LESSON_SCHEMA, fault.text) == (True, True)


NUMBERS = [
    "12", "-3", "1.5e9", "67/16", "7B", "0.5%", "124M", "2K", "1T", "+4", "010", "1.10", "0",
    "-0.5", "1e-9", "0/7", "100 %",
    ".5", "5.", "1/0", "1,5", "0x1F", "1_000", "7b", "B", "%", "1e", "--1", ".inf", "NaN", "1 000",
    "1/2/3", "7BB", "1e5B", "½", "1.5/2",
]  # fmt: skip


@pytest.mark.parametrize("number", NUMBERS)
def test_both_read_the_same_notation_of_numbers(number: str) -> None:
    """A value that the loader reads is valid, and one that it refuses is not."""
    text = WHOLE.replace("      - value: 3\n", f"      - value: '{number}'\n")
    loads = parse_lesson("a", text.encode()).value is not None
    root = read_source("a", text.encode()).root
    assert root is not None
    assert LESSON_SCHEMA.is_valid(as_texts(root)) == loads


BOUNDS = [
    "{abs: 0.5}", "{abs: 1/2}", "{abs: 2K}", "{abs: 0}", "{abs: 0.0}", "{abs: -1}", "{abs: 0/7}",
    "{abs: '0e5'}", "{rel: 1%}", "{rel: 0.50 %}", "{rel: 0%}", "{rel: 0.00%}", "{rel: -1%}",
    "{rel: 1}", "{rel: 1e-3%}", "{rel: 1/2%}", "{places: 0}", "{places: 101}", "{places: 1.5}",
    "{sigfigs: 1}", "{sigfigs: '0'}", "{sigfigs: '00'}", "{factor: 2}", "{factor: 3/2}",
    "{factor: 0}", "{range: [1, 2]}", "{range: [1, 2, 3]}", "{any_of: []}", "{any_of: [1, 2]}",
    "{any_of: [{value: 1, tolerance: exact}]}", "{any_of: [exact]}", "exact", "'exact'", "none",
    "{abs: 1, rel: 1%}", "{rel: 1%, abs: 1}", "{abs: 1, places: 2}", "[exact]", "{}", "{abs: [1]}",
]  # fmt: skip


@pytest.mark.parametrize("bound", BOUNDS)
def test_both_take_the_same_tolerances(bound: str) -> None:
    """Each form of a tolerance is taken or refused by both."""
    text = WHOLE.replace("{rel: 0.5%}", bound)
    loads = parse_lesson("a", text.encode()).value is not None
    typed, texts = accepted(LESSON_SCHEMA, text)
    assert typed == loads
    assert texts == loads or bound in ("{places: 101}", "{factor: 0}")


def test_every_field_has_a_help_text() -> None:
    """Whoever hovers over a field in an editor reads what it is for."""
    for schema in (json_schema(), course_json_schema()):
        definitions = schema["definitions"]
        assert isinstance(definitions, dict)
        for kind in (schema, *definitions.values()):
            for name, field in kind.get("properties", {}).items():
                assert field.get("description"), name


@pytest.mark.parametrize("course", sorted((REPOSITORY / "content").glob("*/course.yaml")), ids=str)
def test_the_schema_beside_a_course_is_fresh(course: Path) -> None:
    """`lesson.schema.json` is what `quiz schema` prints."""
    assert (course.parent / "lesson.schema.json").read_text(encoding="utf-8") == schema_text()
