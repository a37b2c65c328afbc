"""Turn a session that was left into the queue that it had left, on the same study day.

The log says what was answered; only the order and the limit of a queue are nowhere else. So a
session at a terminal keeps a small file: the queue it began with, then one line for each question
that left its place. A file that is not as it should be is ignored: then a session starts afresh.
Line mode keeps none, so that a script's session depends on the log and its own flags alone; it
says that it resumes where the log holds an answer of the day.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from quizkit.digests import blake2b

_SCHEMA = "quizkit.session/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What makes two sessions the same one: whose, which day, which courses, which flags."""

    learner: str
    study_day: str
    courses: tuple[str, ...]
    flags: Mapping[str, object]

    def heading(self) -> dict[str, object]:
        """The first line of the file, without the queue."""
        return {
            "schema": _SCHEMA,
            "learner": self.learner,
            "study_day": self.study_day,
            "courses": list(self.courses),
            "flags": dict(self.flags),
        }


class Memory:
    """The file of the session at hand, written as its queue changes."""

    def __init__(self, file: TextIO | None) -> None:
        self._file = file

    @classmethod
    def of(cls, folder: Path, plan: Plan, queue: Sequence[str], *, resumes: bool = False) -> Memory:
        """Begin the file anew; where that cannot be, nothing is remembered.

        A session that `resumes` another has more than begun.
        """
        path = _path(folder, plan.learner)
        # A file of its own, put in place whole: what another terminal still writes goes elsewhere,
        # and a program that is killed here leaves what was remembered before.
        begun = path.with_suffix(".part")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = begun.open("w", encoding="utf-8")
        except OSError:
            return cls(None)
        memory = cls(file)
        memory._write({**plan.heading(), "queue": list(queue)})
        if resumes and queue:
            memory.note(queue[0], queue)
        try:
            begun.replace(path)
        except OSError:
            memory.close()
            return cls(None)
        return memory

    def note(self, ref: str, queue: Sequence[str]) -> None:
        """Write down that a question has left its place, and the one it has now, if any."""
        place = next((place for place, other in enumerate(queue) if other == ref), None)
        self._write([ref, place])

    def close(self) -> None:
        """Let go of the file; it stays for the next session."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()

    def _write(self, value: object) -> None:
        if self._file is None:
            return
        try:
            self._file.write(json.dumps(value, ensure_ascii=True) + "\n")
            self._file.flush()
        except (OSError, ValueError):
            self._file = None  # a full disk stops the store as well, which says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What a session left: the `queue` as it was last, and what was `done` with by then."""

    queue: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


def left_over(folder: Path, plan: Plan) -> Left:
    """What a session of this plan left; nothing if none did more than begin, or all was asked."""
    try:
        text = _path(folder, plan.learner).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return Left()
    try:
        return _replayed(text, plan)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return Left()


def _replayed(text: str, plan: Plan) -> Left:
    # A line that a killed program did not finish has no end.
    first, *moves = text.split("\n")[:-1]
    heading = json.loads(first)
    queue = heading.pop("queue")
    if not moves or heading != plan.heading() or not all(isinstance(ref, str) for ref in queue):
        return Left()
    known = [*queue]
    for move in moves:
        ref, place = json.loads(move)
        known.append(ref)
        if ref in queue:
            queue.remove(ref)
        if place is not None:
            queue.insert(place, ref)
    if not queue:
        return Left()
    left = dict.fromkeys(map(str, queue))
    done = dict.fromkeys(ref for ref in map(str, known) if ref not in left)
    return Left(queue=tuple(left), done=tuple(done))


def _path(folder: Path, learner: str) -> Path:
    # A name may hold what no file name can.
    name = blake2b(learner.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return folder / f"session-{name}.jsonl"
