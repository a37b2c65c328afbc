"""`quiz completion`: print what lets a shell complete commands, lessons, questions and tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from quizkit.cli.terminal import out

if TYPE_CHECKING:
    from click.shell_completion import ShellComplete


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell.

    bash, in ~/.bashrc:  eval "$(quiz completion bash)"

    zsh, in ~/.zshrc:  eval "$(quiz completion zsh)"

    fish, once:  quiz completion fish > ~/.config/fish/completions/quiz.fish

    Example: quiz completion bash
    """
    from click.shell_completion import BashComplete, FishComplete, ZshComplete

    from quizkit.cli.main import COMPLETION_VARIABLE

    shells: dict[str, type[ShellComplete]] = {
        "bash": BashComplete,
        "zsh": ZshComplete,
        "fish": FishComplete,
    }
    out(shells[shell](ctx.find_root().command, {}, "quiz", COMPLETION_VARIABLE).source().strip())
