"""`quiz config`: show the settings, say where each comes from, and change them in quiz.toml."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.page.wording import say
from quizkit.cli.settings import Settings, read_text
from quizkit.cli.settings_table import SETTINGS, Value, checked
from quizkit.cli.terminal import out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.cli.settings_table import Setting

_VARIABLES = {"learner": "QUIZ_LEARNER", "course": "QUIZ_COURSE"}


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def config(ctx: click.Context, as_json: bool) -> None:
    """Show and change the settings in quiz.toml.

    Example: quiz config set new_per_day 15
    """
    if ctx.invoked_subcommand is None:
        _list(ctx.obj, as_json=as_json)


@config.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def list_(context: Context, as_json: bool) -> None:
    """Show every setting, its value and where that comes from.

    Example: quiz config list --json
    """
    _list(context, as_json=as_json)


@config.command()
@click.argument("name")
@click.pass_obj
def get(context: Context, name: str) -> None:
    """Print the value of one setting; an empty line if it has none.

    Example: quiz config get new_per_day
    """
    _setting(name)
    value, _ = _effective(context, name)
    out("" if value is None else _shown(value))


@config.command("set")
@click.argument("name")
@click.argument("value")
@click.pass_obj
def set_(context: Context, name: str, value: str) -> None:
    """Change one setting in quiz.toml; comments and everything else in it stay.

    Example: quiz config set timezone Europe/Paris
    """
    from quizkit.cli.settings_file import changed

    setting = _setting(name)
    new = setting.typed(value)
    if not setting.admits(new):
        raise UsageError(f"{name} takes {_typed(setting)}, not {value!r}")
    new = _sound(name, new)
    path = context.places.settings
    _write(path, changed(path, read_text(path), name, new))
    out(f"{name} is {_shown(new)} from now on ({path})")
    if os.environ.get(_VARIABLES.get(name, "")):
        out(f"{_VARIABLES[name]} is set and goes before it")


@config.command()
@click.argument("name")
@click.pass_obj
def unset(context: Context, name: str) -> None:
    """Take one setting out of quiz.toml, so that its default holds.

    Example: quiz config unset timezone
    """
    from quizkit.cli.settings_file import changed

    path = context.places.settings
    text = read_text(path)
    after = changed(path, text, name, None)
    if after == text:
        _setting(name)
        out(f"{name} is not set in {path}")
        return
    _write(path, after)
    out(f"{name} is taken out of {path}")


def _typed(setting: Setting) -> str:
    """What may be typed for a setting; the file alone needs quotes."""
    return setting.takes.removesuffix(" in quotes")


def _list(context: Context, *, as_json: bool) -> None:
    found = {name: _effective(context, name) for name in SETTINGS}
    path = context.places.settings
    if as_json:
        settings = {
            name: {
                "value": value,
                "source": source,
                "default": getattr(Settings(), name),
                "takes": _typed(SETTINGS[name]),
                "about": SETTINGS[name].about,
            }
            for name, (value, source) in found.items()
        }
        shape = {"schema": "quizkit.config/1", "file": str(path), "settings": settings}
        out_raw(json.dumps(shape, ensure_ascii=False))
        return
    for name, (value, source) in found.items():
        shown = "(none)" if value is None else _shown(value)
        out(f"{name} = {shown}  [{source}]")
        say(f"{SETTINGS[name].about}; {_typed(SETTINGS[name])}", indent="    ")
    out(f"in {path}" + ("" if path.exists() else " (not there yet)"))


def _effective(context: Context, name: str) -> tuple[Value | None, str]:
    """The value that holds, and what sets it: a flag, a variable, the file or the default."""
    flag = {"learner": context.learner_flag, "course": context.course_flag}.get(name)
    if flag:
        return flag, f"--{name}"
    variable = _VARIABLES.get(name, "")
    if os.environ.get(variable):
        return os.environ[variable], variable
    path = context.places.settings
    value: Value | None = getattr(context.settings, name)
    return value, path.name if name in checked(path, read_text(path)) else "default"


def _setting(name: str) -> Setting:
    """The setting of that name; raises UsageError."""
    if name in SETTINGS:
        return SETTINGS[name]
    from quizkit.cli.lesson_names import meant

    raise UsageError(f'there is no setting "{name}"{meant(name, sorted(SETTINGS))}')


def _sound(name: str, value: Value) -> Value:
    """The value as it is kept; raises UsageError for one that the commands would refuse."""
    from quizkit.cli import clock

    match name, value:
        case "learner", str():
            return Context(learner_flag=value).learner
        case "timezone", str():
            clock.zone(value)
        case "course", str():
            # A relative path would mean another folder wherever quiz is started.
            value = os.pathsep.join(
                part if part.startswith("~") else os.path.abspath(part)
                for part in value.split(os.pathsep)
                if part
            )
            Context(course_flag=value).folders  # noqa: B018 (raises for what is no course)
        case _:
            pass
    return value


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write(path: Path, text: str) -> None:
    from quizkit.exchange.whole_file import whole_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode()
    except UnicodeEncodeError as error:
        raise UsageError("a setting is text that UTF-8 can write") from error
    with whole_file(path) as stream:
        stream.write(data)
