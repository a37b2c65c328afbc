"""Run the real command line in a process of its own, in a pipe or in a terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
COURSE = REPOSITORY / "content" / "llm-pretraining"


def command(*arguments: str) -> list[str]:
    """The command line that starts this checkout's `quiz`."""
    return [sys.executable, "-m", "quizkit", *arguments]


def quiz(
    *arguments: str,
    lines: Sequence[str] | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `quiz` with these lines (none: an empty input) and wait for its end."""
    typed = None if lines is None else "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        command(*arguments),
        input=typed if typed is not None else "",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        cwd=cwd or REPOSITORY,
        env={**os.environ, "PYTHONWARNINGS": "error", **(env or {})},
        check=False,
    )


def quiz_json(*arguments: str, env: Mapping[str, str] | None = None) -> Any:
    """The JSON object that a command prints; it must end well."""
    done = quiz(*arguments, "--json", env=env)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


SMALL = REPOSITORY / "tests" / "courses" / "small"


def small(**more: str) -> dict[str, str]:
    """The environment that reviews the small test course."""
    return {"QUIZ_COURSE": str(SMALL), **more}


def review(*lines: str, more: Sequence[str] = ()) -> str:
    """The transcript of one session over the small course, which must end well."""
    done = quiz("review", "--line", *more, lines=lines, env=small())
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"(Resuming today's session: \d+ questions? left\.\n)?", done.stderr)
    return done.stdout


def card(question: str) -> Any:
    """What `quiz card` says of a question of the small test course."""
    return quiz_json("card", question, env=small())


def reviews(question: str) -> list[tuple[str, str, int, bool]]:
    """Response, verdict, rating and whether undone of each review of such a question."""
    return [
        (event["response"], event["verdict"], event["rating"], event["undone"])
        for event in card(question)["events"]
        if event["kind"] == "review"
    ]


READING = REPOSITORY / "tests" / "courses" / "reading"
MORE = REPOSITORY / "tests" / "courses" / "more"

# Zones 24 hours apart: with them a test moves on by one study day, whatever the time is.
FIRST_DAY = {"TZ": "AAA12"}
NEXT_DAY = {"TZ": "BBB-12"}


def reading(**more: str) -> dict[str, str]:
    """The environment of the test course with notes, reps and a glossary."""
    return {"QUIZ_COURSE": str(READING), **more}


def both(**more: str) -> dict[str, str]:
    """The environment of two courses side by side."""
    return {"QUIZ_COURSE": f"{READING}{os.pathsep}{MORE}", **more}
