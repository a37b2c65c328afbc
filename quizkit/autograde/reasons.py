"""Turn an attempt before and after grading it again into why its grade is another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from quizkit.autograde.attempts import Attempt
from quizkit.numerals import plain_number
from quizkit.variants import key_text, kind_of


def reasons(before: Attempt, after: Attempt) -> tuple[str, ...]:
    """What changed in the question, most telling first; where nothing did, the grader did."""
    found = [*_asked(before.showing, after.showing), *_decided(before, after)]
    if not found:
        if before.calculator != after.calculator:
            found.append(f"calculator {before.calculator} -> {after.calculator}")
        elif before.revision != after.revision:
            found.append(f"question changed: revision {before.revision} -> {after.revision}")
        else:
            found.append(_read(before, after))
    return tuple(found)


def _read(before: Attempt, after: Attempt) -> str:
    """What the same question, unchanged, made of the response then and makes of it now."""
    then, now = before.understood, after.understood
    if then["value"] == now["value"]:
        return "the same question, read or graded otherwise by this quizkit"
    old, new = (one["read_as"] or "nothing" for one in (then, now))
    return f"read as {old} then, as {new} now: by its course's decimal_comma, or by this quizkit"


def _asked(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    kind = kind_of(after)
    if kind != kind_of(before):
        yield f"kind {kind_of(before)} -> {kind}"
        return
    if before["key"] != after["key"]:
        old, new = _key(before), _key(after)
        if kind == "text":
            old_texts, new_texts = set(before["key"]), set(after["key"])
            for word, texts in (
                ("accepts now", new_texts - old_texts), ("accepts no more", old_texts - new_texts)
            ):  # fmt: skip
                if texts:
                    yield f"{word}: {' | '.join(sorted(texts))}"
        elif old != new:
            yield f"key {old} -> {new}"
    elif before["unit"] != after["unit"]:
        yield f"unit {before['unit']} -> {after['unit']}"
    if before["tolerance"] != after["tolerance"]:
        yield f"tolerance {_rule(before['tolerance'])} -> {_rule(after['tolerance'])}"


def _decided(before: Attempt, after: Attempt) -> Iterator[str]:
    if after.decision is not None and after.decision != before.decision:
        yield "decided by staff"
    elif before.decision is not None and after.decision is None:
        yield "staff's decision was about what was asked then"


def _key(showing: Mapping[str, Any]) -> str:
    key = showing["key"]
    match kind_of(showing):
        case "number":
            return key_text(Fraction(key), showing["unit"])
        case "choice":
            return " + ".join(sorted(key))
        case "match":
            return "; ".join(sorted(f"{left} - {right}" for left, right in key))
        case _:
            return str(key)


def _rule(rule: Any) -> str:
    """A stored tolerance in an author's words: `rel 1%`, `abs 1/2 or rel 1%`.

    >>> _rule({"rel": "1/100"}), _rule("exact"), _rule({"range": ["1", "3/2"]})
    ('rel 1%', 'exact', 'range 1 to 1.5')
    """
    if isinstance(rule, str) or rule is None:
        return rule or "none"
    parts = []
    for name, value in rule.items():
        match name:
            case "rel":
                parts.append(f"rel {plain_number(Fraction(value) * 100)}%")
            case "range":
                low, high = (plain_number(Fraction(end)) for end in value)
                parts.append(f"range {low} to {high}")
            case "any_of":
                parts.append("any of " + ", ".join(map(_member, value)))
            case "places" | "sigfigs":
                parts.append(f"{name} {value}")
            case _:
                parts.append(f"{name} {plain_number(Fraction(value))}")
    return " or ".join(parts)


def _member(one: Mapping[str, Any]) -> str:
    """One of several right values, with its own tolerance unless that is exact."""
    own = _rule(one["tolerance"])
    return plain_number(Fraction(one["value"])) + (f" ({own})" if own != "exact" else "")
