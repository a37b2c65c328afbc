"""Turn a question into JSON and back, without the tables that read it from nodes.

A start shows one question: making it of its nodes would load all that reads and checks YAML.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from quizkit.content import model
from quizkit.content.model import Place, Question
from quizkit.content.nodes import compact

_FRACTION: Final = 0
_TUPLE: Final = 1
_MAPPING: Final = 2


def packed_question(question: Question) -> str:
    """The question as compact JSON, its places without their path."""
    return compact(_pack(question))


def unpacked_question(text: str, path: str) -> Question:
    """The question that `packed_question` wrote, in a file that is called `path`.

    Raises ValueError for any other text.

    >>> place = Place(path="a.yaml", line=3, column=5)
    >>> answer = model.NumberAnswer(unit="GB", tolerance=model.Relative(Fraction(1, 100)))
    >>> question = Question(id="one", lesson="l", part="practice", prompt="P", answer=answer,
    ...                     revision="0123456789ab", tags=("t",), place=place)
    >>> unpacked_question(packed_question(question), "a.yaml") == question
    True
    """
    try:
        made = _unpack(json.loads(text), path)
    except (TypeError, KeyError, IndexError, AttributeError, ArithmeticError) as error:
        raise ValueError("not a packed question") from error
    if not isinstance(made, Question):
        raise ValueError("not a packed question")
    return made


def _pack(value: Any) -> Any:
    kind = type(value)
    if value is None or kind is str or kind is int or kind is bool:
        return value
    if kind is Fraction:
        return [_FRACTION, value.numerator, value.denominator]
    if kind is tuple:
        return [_TUPLE, *map(_pack, value)]
    if kind is Place:
        return ["Place", value.line, value.column]
    if isinstance(value, Mapping):
        return [_MAPPING, *((key, _pack(one)) for key, one in value.items())]
    return [kind.__name__, *(_pack(getattr(value, name)) for name in kind.__dataclass_fields__)]


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
    kind: Any = getattr(model, head)
    values = [_unpack(one, path) for one in rest]
    return kind(**dict(zip(kind.__dataclass_fields__, values, strict=True)))
