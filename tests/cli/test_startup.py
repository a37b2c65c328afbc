"""What a start loads: the daily commands spare the learner the heavy libraries."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.cli.running import REPOSITORY, small

PROBE = """
import json, sys
sys.argv = ["quiz", *json.loads(sys.argv[1])]
from quizkit.cli.main import run
try:
    run()
except SystemExit:
    pass
packages = sorted({name.partition(".")[0] for name in sys.modules})
print("loaded:", json.dumps(packages), file=sys.stderr)
"""


def loaded(*arguments: str) -> set[str]:
    """The top-level packages that a command has loaded by its end, its input being empty."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(arguments)],
        input="",
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env={**os.environ, **small()},
        timeout=120,
        check=True,
    )
    return set(json.loads(done.stderr.rpartition("loaded: ")[2]))


@pytest.mark.parametrize(
    "arguments", [("--help",), ("due",), ("review", "--line"), ("review", "-h")]
)
def test_the_daily_commands_load_no_database_library(arguments: tuple[str, ...]) -> None:
    """Help, the counts and the first question come without SQLAlchemy and Alembic."""
    packages = loaded(*arguments)
    assert not packages & {"sqlalchemy", "alembic", "rich", "hypothesis", "jsonschema"}


def test_an_unchanged_course_is_not_parsed_again() -> None:
    """After the first start the compiled content serves: YAML is not even imported."""
    loaded("due")
    assert not loaded("due") & {"yaml", "platformdirs", "zoneinfo"}


def test_help_opens_no_database() -> None:
    """Help needs neither content nor progress."""
    assert "sqlite3" not in loaded("--help")


def test_a_session_loads_neither_openssl_nor_toml() -> None:
    """Dice are hashes that need no OpenSSL, and without a settings file nothing reads TOML."""
    loaded("due")
    assert not loaded("review", "--line") & {"hashlib", "_hashlib", "tomllib"}
