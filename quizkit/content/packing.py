"""Turn what was read from a file into JSON and back, without the tables that read it from nodes.

A start shows one question: making it of its nodes would load all that reads and checks YAML.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeVar

from quizkit.content import model
from quizkit.content.compact_json import quoted
from quizkit.content.model import Place, Question, fields_of

if TYPE_CHECKING:  # a question needs neither
    from quizkit.content.course import Course, Lesson

_FRACTION: Final = 0
_TUPLE: Final = 1
_MAPPING: Final = 2


M = TypeVar("M", "Question", "Lesson", "Course")


def packed(made: Question | Lesson | Course) -> str:
    """The value as compact JSON, its places without their path."""
    return _packed(made)


def unpacked_question(text: str, path: str) -> Question:
    """The question that `packed` wrote, in a file that is called `path`.

    Raises ValueError for any other text.

    >>> place = Place(path="a.yaml", line=3, column=5)
    >>> answer = model.NumberAnswer(unit="GB", tolerance=model.Relative(Fraction(1, 100)))
    >>> question = Question(id="one", lesson="l", part="practice", prompt="P", answer=answer,
    ...                     revision="0123456789ab", tags=("t",), place=place)
    >>> unpacked_question(packed(question), "a.yaml") == question
    True
    """
    return _unpacked(Question, text, path)


def unpacked_lesson(text: str, path: str) -> Lesson:
    """The lesson that `packed` wrote; raises ValueError for any other text."""
    from quizkit.content.course import Lesson

    return _unpacked(Lesson, text, path)


def unpacked_course(text: str, path: str) -> Course:
    """The course that `packed` wrote; raises ValueError for any other text."""
    from quizkit.content.course import Course

    return _unpacked(Course, text, path)


def _unpacked(kind: type[M], text: str, path: str) -> M:
    try:
        made = _unpack(json.loads(text), path)
    except (TypeError, KeyError, IndexError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"not a packed {kind.__name__}") from error
    if not isinstance(made, kind):
        raise ValueError(f"not a packed {kind.__name__}")
    return made


# Text at once, not lists that an encoder then walks: that takes twice as long.
def _packed(value: Any) -> str:
    kind: Any = type(value)
    if kind is str:
        return quoted(value)
    if kind is int:
        return str(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is Fraction:
        return f"[{_FRACTION},{value.numerator},{value.denominator}]"
    if kind is Place:
        return f'["Place",{value.line},{value.column}]'
    if kind is tuple:
        return _listed(str(_TUPLE), value)
    if isinstance(value, Mapping):
        items = [f"[{quoted(key)},{_packed(one)}]" for key, one in value.items()]
        return f"[{','.join([str(_MAPPING), *items])}]"
    return _listed(f'"{kind.__name__}"', fields_of(value))


def _listed(head: str, values: Iterable[object]) -> str:
    # Most are texts: asking here saves a call for each.
    texts = [quoted(one) if type(one) is str else _packed(one) for one in values]
    return f"[{','.join([head, *texts])}]"


def _unpack(value: Any, path: str) -> Any:
    if type(value) is not list:
        return value
    head, *rest = value
    if head == _FRACTION:
        return Fraction(*rest)
    if head == _TUPLE:
        return tuple([_unpack(one, path) for one in rest])
    if head == _MAPPING:
        return {key: _unpack(one, path) for key, one in rest}
    if head == "Place":
        return Place(path=path, line=rest[0], column=rest[1])
    kind: Any = getattr(model, head, None) or _around(head)
    values = [_unpack(one, path) for one in rest]
    return kind(**dict(zip(kind.__dataclass_fields__, values, strict=True)))


def _around(name: str) -> Any:
    """What is no part of a question; loaded only then."""
    from quizkit.content import course

    return getattr(course, name)
