"""Run one command: parse, call, and turn every way to end into an exit code.

0 done; 1 findings; 2 usage, or a terminal is needed; 3 content cannot be loaded; 4 store trouble;
130, 143, 129 for SIGINT, SIGTERM, SIGHUP, with everything answered saved.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from importlib import import_module
from inspect import cleandoc
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, NoReturn

import click

from quizkit.cli import exit_codes, terminal
from quizkit.cli.context import Context
from quizkit.cli.stopping import Stopped, received
from quizkit.errors import ContentError, InputRefused, QuizkitError, StoreError, UsageError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# Command, its module, its help line. Modules load only when their command runs: `quiz --help` and
# `quiz due` sit in prompts and status bars. A test keeps the lines equal to the commands' own.
COMMANDS = {
    "review": ("review", "Answer what is due, then new questions."),
    "due": ("due", "Count what is due now."),
    "lesson": ("lesson", "List lessons and progress, or read one."),
    "reps": ("reps", "List the tasks of lessons, tick them, ask their checks."),
    "stats": ("stats", "Look back on what was done, and ahead on what falls due."),
    "glossary": ("glossary", "Explain a term of the course, or all of them."),
    "report": ("report", "Prepare a report of something wrong in a question."),
    "card": ("card", "Show what is remembered of one question, and its history."),
    "undo": ("undo", "Take back the newest answer or change."),
    "suspend": ("changing", "Keep a question from being asked."),
    "unsuspend": ("changing", "Let a suspended question be asked again."),
    "reset": ("changing", "Start a question anew; its history stays."),
    "set-due": ("changing", "Move the day on which a question is due."),
    "show": ("show", "Show one variant of a question."),
    "sample": ("sample", "Show many variants of a question with their keys."),
    "read": ("read", "Show how a typed answer is read."),
    "calc": ("calc", "Compute every output of a calculator, exactly."),
    "schedule": ("schedule", "Show the intervals that a row of ratings brings."),
    "check": ("check", "Check lessons and courses, and say what is wrong where."),
    "explain": ("explain", "Explain a code of quiz check; without one, list them all."),
    "new": ("new", "Write the first text of a course, lesson or question."),
    "import": ("import_", "Turn a lesson written as Markdown into a lesson file."),
    "schema": ("schema", "Print the JSON Schema of course files, for editors."),
    "grade": ("grade", "Grade a file of submitted answers."),
    "regrade": ("regrade", "Grade recorded attempts again, after a question was mended."),
    "items": ("items", "Show what a class's responses say about the questions."),
    "db": ("db", "Look after the database of progress."),
    "config": ("config", "Show and change the settings in quiz.toml."),
    "completion": ("completion", "Print the completion script of a shell."),
    "paths": ("paths", "Show where quizkit keeps its files."),
}

_NEGATIVE = re.compile(r"-[0-9.]")
_LONGEST_NAME, _LONGEST_SENTENCE = 255, 2000  # of characters; a file's name has at most 255 bytes

COMPLETION_VARIABLE = "_QUIZ_COMPLETE"
"""Set by the script of `quiz completion` while a shell asks; click answers when it sees it."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        word = cmd_name.replace("-", "_")
        # As Python's custom has it, a name that is a keyword ends in an underscore.
        attribute = f"{word}_" if iskeyword(word) else word
        command = getattr(import_module(f"quizkit.cli.{module}"), attribute)
        assert isinstance(command, click.Command)
        _add_shared(command)
        _lay_out(command)
        if COMPLETION_VARIABLE in os.environ:
            from quizkit.cli.completing import attach

            attach(cmd_name, command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands of the table, none of them imported; options as every command has them."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=line)
            for name, (_, line) in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        unknown = args and args[0] not in COMMANDS and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:  # a shell that completes wants no sentence
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f'; did you mean "quiz {near[0]}"?' if near else "; see quiz --help"
            raise click.UsageError(f'there is no command "{args[0]}"{hint}', ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _shared_options() -> list[click.Parameter]:
    def keep(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        context = ctx.find_root().ensure_object(Context)
        if value is None:
            return
        if param.name == "color":
            terminal.set_color(value)  # type: ignore[arg-type]
        elif param.name == "learner":
            context.learner_flag = value
        else:
            context.course_flag = value

    def option(name: str, words: str, **rest: Any) -> click.Option:
        return click.Option([name], expose_value=False, callback=keep, help=words, **rest)

    return [
        option("--course", "Course folders, joined as in PATH.", metavar="FOLDER"),
        option("--learner", "Whose progress (default: me).", metavar="NAME"),
        option("--color", "When to colour.", type=click.Choice(["auto", "always", "never"])),
    ]


def _add_shared(command: click.Command) -> None:
    """Let the shared options stand after the command as well as before it."""
    taken = {name for param in command.params for name in param.opts}
    command.params.extend(
        option for option in _shared_options() if not taken.intersection(option.opts)
    )
    if isinstance(command, click.Group):
        for child in command.commands.values():
            _add_shared(child)


def _lay_out(command: click.Command) -> None:
    """Keep an example in one line, to be copied, and what a subcommand does in a whole sentence."""
    words = cleandoc(command.help or "")
    # The mark is click's: it wraps other paragraphs, and breaks a path at its hyphens.
    command.help = words.replace("\n\nExample: ", "\n\n\b\nExample: ")
    if isinstance(command, click.Group):
        for child in command.commands.values():
            _lay_out(child)
            child.short_help = (child.help or "").partition("\n\n")[0]


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        terminal.out(f"quiz {version('quizkit')}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
    help="Show the version.",
)  # fmt: skip
@click.pass_context
def quiz(ctx: click.Context) -> None:
    """Quizzes that come back when you are about to forget, and exact grading.

    Start with: quiz review
    """
    context = ctx.ensure_object(Context)
    if ctx.invoked_subcommand is None:
        from quizkit.cli.today import today

        today(context)


quiz.params.extend(_shared_options())


def run() -> NoReturn:
    """Run the command line of this process and exit with its code."""
    # A start makes thousands of objects that stay; looking through them for garbage costs time.
    gc.set_threshold(20_000)
    terminal.prepare_streams()
    code = _code()
    # Flushing at exit would raise once more where nobody reads.
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            _silence(stream)
    if "pyarrow" in sys.modules:
        # Where a thread of its begins just as the library is taken down, it aborts the process, and
        # what was done whole would look as if it had failed.
        os._exit(code)
    sys.exit(code)


def _silence(stream: Any) -> None:
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return


def _code() -> int:
    """Run and answer the exit code; everything that goes wrong is a sentence on standard error."""
    try:
        outcome = quiz.main(standalone_mode=False, prog_name="quiz")
        if number := received():
            return 128 + number
        return outcome if isinstance(outcome, int) else 0
    except Stopped as stop:
        return 128 + stop.number
    except terminal.ClosedOutput:
        _silence(sys.stdout)
        return 128 + 13
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as refused:
        return _say(refused, exit_codes.USAGE)
    except ContentError as broken:
        for finding in broken.findings:
            _err(str(finding))
        return _say(broken, exit_codes.CONTENT)
    except InputRefused as refused:
        return _say(refused, exit_codes.USAGE)
    except UsageError as refused:
        return _say(refused, exit_codes.USAGE)
    except StoreError as trouble:
        return _say(trouble, exit_codes.STORE)
    except QuizkitError as other:
        return _say(other, exit_codes.USAGE)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror or error}", exit_codes.STORE)


def _say(what: Exception | str, code: int) -> int:
    if isinstance(what, click.ClickException):
        sentence = what.format_message()
        if isinstance(what, click.NoSuchOption) and _NEGATIVE.match(what.option_name):
            sentence = (
                f'"{what.option_name}" was taken for an option; put -- before it if it is none'
            )
        if isinstance(what, click.UsageError) and what.ctx is not None:
            sentence += f"\ntry: {what.ctx.command_path} --help"
    else:
        sentence = str(what)
    _err(f"quiz: {_cut(sentence)}")
    return code


def _cut(sentence: str) -> str:
    """The sentence, with the middle left out of what was typed where a name was meant.

    Each sentence repeats what it is about; a whole file that was pasted would bury the rest of it.
    """
    cut = re.sub(
        rf"\S{{{_LONGEST_NAME + 1},}}", lambda name: f"{name[0][:80]}...{name[0][-80:]}", sentence
    )
    if len(cut) <= _LONGEST_SENTENCE:
        return cut
    return f"{cut[: _LONGEST_SENTENCE // 2]} ... {cut[-_LONGEST_SENTENCE // 4 :]}"


def _err(line: str) -> None:
    try:
        terminal.err(line)
    except (OSError, ValueError, terminal.ClosedOutput):
        return
