"""The exam's course where a test may mend it, and an environment in which it is the one in use."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.autograde.classes import EXAM


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the exam's course."""
    return Path(shutil.copytree(EXAM, tmp_path / "course"))


@pytest.fixture
def env(course: Path, tmp_path: Path) -> dict[str, str]:
    """The course in use, and a home that nobody has been in."""
    return {"QUIZ_COURSE": str(course), "QUIZ_HOME": str(tmp_path / "home")}
