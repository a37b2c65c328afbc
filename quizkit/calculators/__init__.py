"""Find a calculator by name: the built-in ones in a literal table, others by entry point.

Entry points of the group `quizkit.calculators` are scanned only for a name that the table lacks.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from quizkit.calculators.api import Calculator
from quizkit.errors import InputRefused

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

BUILT_IN = {
    "zero": "quizkit.calculators.zero",
}
"""Name to module; each module has one `CALCULATOR`."""

GROUP = "quizkit.calculators"


def find(name: str) -> Calculator:
    """The calculator of that name; raises InputRefused naming the ones there are."""
    if name in BUILT_IN:
        found = import_module(BUILT_IN[name]).CALCULATOR
        assert isinstance(found, Calculator)
        return found
    for entry in _entry_points():
        if entry.name == name:
            plugged = entry.load()
            if not isinstance(plugged, Calculator):
                raise InputRefused(name, f'the entry point "{name}" is not a quizkit Calculator')
            return plugged
    raise InputRefused(name, f'there is no calculator "{name}"; there are {", ".join(names())}')


def names() -> tuple[str, ...]:
    """The names of all calculators, built-in and plugged in, sorted."""
    return tuple(sorted({*BUILT_IN, *(entry.name for entry in _entry_points())}))


def _entry_points() -> EntryPoints:
    from importlib.metadata import entry_points  # 15 ms that most commands need not pay

    return entry_points(group=GROUP)
