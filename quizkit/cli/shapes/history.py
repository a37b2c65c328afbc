"""Turn the rows of one card's history into lines and JSON: what was asked, answered and changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from quizkit.cli.page.wording import judged, plural
from quizkit.numerals import decimal, plain_number, with_unit
from quizkit.units import UNITS
from quizkit.variants import key_text
from quizkit.variants.prompts import drawn_text

if TYPE_CHECKING:
    from quizkit.scheduling.sm2 import State
    from quizkit.session import Event

_MOST_OF_KEY = 200


def event_shape(event: Event, undone: frozenset[int]) -> dict[str, object]:
    """A row as `quiz card --json` prints it; exact numbers are texts."""
    shape: dict[str, object] = {
        "id": event.id,
        "kind": event.kind,
        "study_day": event.study_day.isoformat(),
        "at_ms": event.at_ms,
        "offset_minutes": event.offset_minutes,
        "undone": event.id in undone,
    }
    if event.refers_to is not None:
        shape["refers_to"] = event.refers_to
    if event.rating is not None:
        shape["rating"] = event.rating
    if event.detail is not None:
        shape |= _read(event.detail)
    if event.after is not None:
        shape["after"] = _state(event.after)
    if event.kind == "review":
        reading = _read(event.reading)
        shape |= {
            "variant": event.variant,
            "revision": event.revision,
            "calculator": event.calculator,
            "asked": _read(event.asked),
            "response": event.response,
            "read_as": reading.get("read_as"),
            "verdict": event.verdict,
            "role": event.role,
            "score": None if event.score is None else str(event.score),
            "mistake": event.mistake,
            "hint": event.hint,
            "elapsed_ms": event.elapsed_ms,
        }
    return shape


def event_lines(event: Event, undone: frozenset[int]) -> Iterator[str]:
    """A row in words; what belongs to a review follows, indented."""
    words = f"  {event.study_day} {_wall_time(event)}  {event.kind.replace('_', ' ')}"
    if event.kind == "review":
        words += f"  {event.variant}  {judged(event)} ({event.role})"
        words += f": {event.response}" if event.response else ""
        read_as = _read(event.reading).get("read_as")
        words += f" (read as {read_as})" if read_as and read_as != event.response else ""
    elif event.rating is not None:
        words += f" to {event.rating}"
    elif event.detail is not None:
        words += " " + ", ".join(f"{name} {value}" for name, value in _read(event.detail).items())
    yield words + ("  (taken back)" if event.id in undone else "")
    if event.kind == "review" and (asked := asked_words(_read(event.asked))):
        yield f"      {asked}"
    if event.after is not None and event.after != event.before:
        yield f"      {_state_words(event.after)}"


def asked_words(asked: Mapping[str, Any]) -> str:
    """What a showing asked, as it was stored: the numbers drawn or the options, and the key.

    >>> asked_words({"drawn": {"params": {"value": "7000000000", "unit": "params"},
    ...     "devices": {"value": "8", "unit": "plain"}}, "key": "3/2", "unit": "bytes/param"})
    'params 7B, devices 8; key 1.5 bytes/param'
    """
    given = asked.get("drawn")
    values = given.items() if isinstance(given, dict) else ()
    drawn = [f"{name} {_value(one)}" for name, one in values]
    options = asked.get("options") or asked.get("rights")
    parts = [", ".join(drawn or map(str, options if isinstance(options, list) else ()))]
    if key := _key_words(asked.get("key"), asked.get("unit")):
        parts.append(f"key {key}")
    return "; ".join(part for part in parts if part)


def _value(stored: Any) -> str:
    """A drawn value without the name of its unit where people leave that out."""
    if not isinstance(stored, dict):
        return str(stored)
    number, unit = _fraction(stored.get("value")), str(stored.get("unit"))
    if number is None or unit not in UNITS:
        return str(stored.get("value"))
    shown = drawn_text(number, unit)
    return shown if unit == "params" else with_unit(shown, unit)


def _key_words(key: Any, unit: object) -> str:
    number = _fraction(key) if unit is not None else None
    if number is not None:
        known = isinstance(unit, str) and unit in UNITS
        return key_text(number, str(unit)) if known else plain_number(number)
    match key:
        case None:
            words = ""
        case [[_, _], *_] if all(isinstance(pair, list) for pair in key):
            words = ", ".join(" - ".join(map(str, pair)) for pair in key)
        case list():
            words = " or ".join(map(str, key))
        case _:
            words = str(key)
    return words if len(words) <= _MOST_OF_KEY else words[:_MOST_OF_KEY] + "..."


def _fraction(text: object) -> Fraction | None:
    try:
        return Fraction(text) if isinstance(text, str) else None
    except (ValueError, ZeroDivisionError):
        return None


def _read(text: str | None) -> dict[str, Any]:
    """A JSON text of the log; what is no object says nothing."""
    found = json.loads(text or "{}")
    return found if isinstance(found, dict) else {}


def _wall_time(event: Event) -> str:
    """The hour and minute that the clock on the wall showed."""
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(
        milliseconds=event.at_ms, minutes=event.offset_minutes
    )
    return f"{at:%H:%M}"


def _state(state: State) -> dict[str, object]:
    return {
        "due_day": state.due_day.isoformat() if state.due_day else None,
        "ease": decimal(Fraction(state.ease, 100), 2),
        "interval_days": state.interval_days,
        "repetitions": state.repetitions,
        "lapses": state.lapses,
    }


def _state_words(state: State) -> str:
    ease = decimal(Fraction(state.ease, 100), 2)
    if state.due_day is None:
        return f"then new, ease {ease}"
    return f"then due {state.due_day}, interval {plural(state.interval_days, 'day')}, ease {ease}"
