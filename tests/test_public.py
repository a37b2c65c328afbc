"""The names that `import quizkit` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import quizkit


def test_every_public_name_is_there() -> None:
    """Each name of `__all__` can be imported, and `dir` shows it."""
    for name in quizkit.__all__:
        assert getattr(quizkit, name) is not None
        assert name in dir(quizkit)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A slip in a name is told as Python tells it."""
    with pytest.raises(AttributeError, match="no attribute 'grade_all'"):
        _ = quizkit.grade_all


def test_importing_the_package_imports_none_of_it() -> None:
    """`import quizkit` costs nothing: what is used is loaded when it is used."""
    script = "import sys, quizkit; print([n for n in sys.modules if n.startswith('quizkit.')])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
