"""Let whole processes believe in another time, without a hook in the product.

A `sitecustomize.py` on PYTHONPATH replaces what the command line's clock reads; the time stands in
a file, so that it can move while a session is open. Zones are real ones, by `TZ`.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

_CUSTOMIZE = """
import importlib.abc, importlib.util, os, sys

class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != {name!r}:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            exec({change!r}, {{"module": module, "os": os}})

        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, _Finder())
"""

_TOLD = """
real = module.datetime

class Told(real):
    @classmethod
    def now(cls, tz=None):
        with open(os.environ["TOLD_TIME"], encoding="utf-8") as file:
            return real.fromisoformat(file.read().strip()).astimezone(tz)

module.datetime = Told
"""


def customize(folder: Path, name: str, change: str) -> None:
    """Let processes with the folder on PYTHONPATH change a `module` of that name once it is run."""
    text = _CUSTOMIZE.format(name=name, change=change)
    (folder / "sitecustomize.py").write_text(text, "utf-8")


class Clock:
    """A clock that stands until it is set."""

    def __init__(self, folder: Path, at: str, zone: str = "UTC") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        customize(folder, "quizkit.cli.clock", _TOLD)
        self._file = folder / "told-time"
        before = os.environ.get("PYTHONPATH")
        self.env = {
            "PYTHONPATH": os.pathsep.join([str(folder), *([before] if before else [])]),
            "TOLD_TIME": str(self._file),
            "TZ": zone,
        }
        self.set(at)

    def set(self, at: str) -> None:
        """Set the time, written with its UTC offset."""
        self._at = datetime.fromisoformat(at)
        assert self._at.tzinfo is not None
        other = self._file.with_suffix(".new")
        other.write_text(self._at.astimezone(UTC).isoformat(), "utf-8")
        other.replace(self._file)  # a process that reads meanwhile sees one or the other

    def move(self, **by: int) -> None:
        """Let so many days, hours, minutes pass."""
        self.set((self._at + timedelta(**by)).isoformat())
