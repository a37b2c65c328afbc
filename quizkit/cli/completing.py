"""Turn what was typed so far into what may follow, for the shell's TAB key.

Loaded only while a shell asks. What a parameter completes to goes by its metavar, so that a new
command that takes a `Q` completes questions; the rest is named here. Lessons, questions and tags
come from the compiled index. Nothing is said and nothing raised: a shell has no place for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from quizkit.cli.context import Context
from quizkit.cli.terminal import visible
from quizkit.errors import QuizkitError

if TYPE_CHECKING:
    from quizkit.store.index import Library

Source = Callable[[click.Context, str], Iterable[CompletionItem]]

_MOST_QUESTIONS = 1000
"""With more, the names of lessons come first."""


class _Completed(StringParamType):
    """A text that the shell completes from a source."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002 (click calls with it)
        incomplete: str,
    ) -> list[CompletionItem]:
        try:
            found = self._source(ctx, incomplete)
            return [item for item in found if item.value.startswith(incomplete)]
        except (QuizkitError, OSError):
            return []


def attach(name: str, command: click.Command) -> None:
    """Let the parameters of a command complete."""
    for param in command.params:
        metavar = (param.metavar or "").strip("[].")
        source = _BY_NAME.get((name, param.name or "")) or _BY_METAVAR.get(metavar)
        if source is not None:
            param.type = _Completed(source)
    if isinstance(command, click.Group):
        for child_name, child in command.commands.items():
            attach(f"{name} {child_name}", child)


# --- from the courses ---------------------------------------------------------------------------


def _library(ctx: click.Context) -> Library:
    """The courses, without a word about broken lessons."""
    from quizkit.store.index import open_library

    context = ctx.find_root().ensure_object(Context)
    return open_library(context.folders, context.places.cache)


def _lessons(ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    library = _library(ctx)
    return [_of_lesson(library, lesson, "") for lesson in library.lessons]


def _questions(ctx: click.Context, incomplete: str) -> Iterable[CompletionItem]:
    """Whole references or, where these are too many, the lessons that they begin with."""
    library = _library(ctx)
    lesson, slash, _ = incomplete.partition("/")
    lessons = [
        one for one in library.lessons if (one == lesson if slash else one.startswith(lesson))
    ]
    refs = [library.refs(one) for one in lessons]
    if len(lessons) > 1 and sum(map(len, refs)) > _MOST_QUESTIONS:
        return [_of_lesson(library, one, "/") for one in lessons]
    return [CompletionItem(ref) for own in refs for ref in own]


def _of_lesson(library: Library, lesson: str, after: str) -> CompletionItem:
    """A lesson with its title, which zsh and fish show beside it: on one line, nothing hidden."""
    title = " ".join(visible(library.titles[lesson]).split())
    return CompletionItem(lesson + after, help=title)


def _reps(ctx: click.Context, incomplete: str) -> Iterable[CompletionItem]:
    library = _library(ctx)
    lesson, slash, _ = incomplete.partition("/")
    return [
        CompletionItem(f"{one}/{rep.id}")
        for one in library.lessons
        if (one == lesson if slash else one.startswith(lesson))
        for rep in library.outline(one).reps
    ]


def _tags(ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    tags = {tag for entry in _library(ctx).entries for tag in entry.tags}
    return [CompletionItem(tag) for tag in sorted(tags)]


def _terms(ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    return [
        CompletionItem(term.id, help=term.term)
        for course in _library(ctx).courses.values()
        for term in course.glossary
    ]


# --- from tables --------------------------------------------------------------------------------


def _calculators(_ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    from quizkit.calculators import BUILT_IN

    return [CompletionItem(name) for name in BUILT_IN]


def _inputs(ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    from quizkit.calculators import BUILT_IN, find

    name = ctx.params.get("name")
    if name not in BUILT_IN:
        return []
    return [CompletionItem(f"{one.name}=") for one in find(name).inputs]


def _units(_ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    from quizkit.units import UNITS

    return [CompletionItem(name) for name in UNITS]


def _schedulers(_ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    from quizkit.scheduling.sm2 import SCHEDULERS

    return [CompletionItem(name) for name in SCHEDULERS]


def _codes(_ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    from quizkit.check.codes import CODES

    return [CompletionItem(code) for code in CODES]


def _settings(_ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    from quizkit.cli.settings_table import SETTINGS

    return [CompletionItem(name, help=setting.about) for name, setting in SETTINGS.items()]


def _values(ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    from quizkit.cli.settings_table import SETTINGS

    setting = SETTINGS.get(ctx.params.get("name") or "")
    if setting is None:
        return []
    words = ("true", "false") if setting.kind == "switch" else setting.words
    return [CompletionItem(word) for word in words]


def _days(_ctx: click.Context, _incomplete: str) -> Iterable[CompletionItem]:
    return [CompletionItem(day) for day in ("today", "tomorrow")]


def _files(_ctx: click.Context, incomplete: str) -> Iterable[CompletionItem]:
    return [CompletionItem(incomplete, type="file")]


def _folders(_ctx: click.Context, incomplete: str) -> Iterable[CompletionItem]:
    return [CompletionItem(incomplete, type="dir")]


_BY_METAVAR: dict[str, Source] = {
    "Q": _questions,
    "Q[#SEED": _questions,
    "L": _lessons,
    "LESSON": _lessons,
    "L/R": _reps,
    "TAG": _tags,
    "TERM": _terms,
    "DAY": _days,
    "S": _schedulers,
    "FILE": _files,
    "FILE|recorded": _files,
    "FILE.md": _files,
    "OUT": _files,
    "OUT.yaml": _files,
    "FOLDER": _folders,
}

_BY_NAME: dict[tuple[str, str], Source] = {
    ("calc", "name"): _calculators,
    ("calc", "given"): _inputs,
    ("read", "unit"): _units,
    ("explain", "code"): _codes,
    ("config get", "name"): _settings,
    ("config set", "name"): _settings,
    ("config set", "value"): _values,
    ("config unset", "name"): _settings,
}
