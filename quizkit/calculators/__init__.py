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
    "activations": "activations:CALCULATOR",
    "communication": "communication:CALCULATOR",
    "deepspeed-zero2": "estimators:ZERO2",
    "deepspeed-zero3": "estimators:ZERO3",
    "frameworks": "frameworks:CALCULATOR",
    "layout": "layout:CALCULATOR",
    "megatron-memory": "megatron:MEMORY",
    "megatron-optimizer": "megatron:OPTIMIZER",
    "pipeline": "pipeline:CALCULATOR",
    "sizes": "sizes:CALCULATOR",
    "tensor": "tensor:CALCULATOR",
    "training": "training:CALCULATOR",
    "transformer": "transformer:CALCULATOR",
    "zero": "zero:CALCULATOR",
    "zero-r": "zero_r:CALCULATOR",
    "zeropp": "zeropp:CALCULATOR",
}
"""Name to module and value in this package. To add a calculator, add its line."""

GROUP = "quizkit.calculators"


def find(name: str) -> Calculator:
    """The calculator of that name; raises InputRefused naming the ones there are."""
    if name in BUILT_IN:
        module, _, value = BUILT_IN[name].partition(":")
        found = getattr(import_module(f"{__name__}.{module}"), value)
        assert isinstance(found, Calculator)
        return found
    for entry in _entry_points():
        if entry.name == name:
            try:
                plugged = entry.load()
            except Exception as error:  # another package's code: whatever it raises
                raise InputRefused(
                    name, f'the entry point "{name}" cannot be loaded: {error}'
                ) from error
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
