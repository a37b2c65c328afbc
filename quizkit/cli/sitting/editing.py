"""Turn a place in a course into an editor that stands there."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

# How editors are told a line. One that is not listed opens the file and no more: a `+12` that it
# does not know would become a second file.
_PLUS = frozenset(
    {
        "emacs", "emacsclient", "gvim", "jmacs", "joe", "kak", "mcedit", "mg", "micro", "nano",
        "ne", "nvim", "pico", "vi", "view", "vim",
    }
)  # fmt: skip
_COLON = frozenset({"helix", "hx", "subl", "zed"})
_GOTO = frozenset({"code", "code-insiders", "codium", "cursor"})


def chosen_editor() -> str | None:
    """What `VISUAL` or `EDITOR` says, or None."""
    for name in ("VISUAL", "EDITOR"):
        if said := os.environ.get(name, "").strip():
            return said
    return None


def command(editor: str, path: str, line: int) -> list[str]:
    """The command that opens the file at the line; raises ValueError for quotes left open.

    >>> command("vim -n", "lessons/09.yaml", 31), command("code --wait", "lessons/09.yaml", 31)
    (['vim', '-n', '+31', 'lessons/09.yaml'], ['code', '--wait', '--goto', 'lessons/09.yaml:31'])
    """
    words = shlex.split(editor)
    match PurePath(words[0]).name.removesuffix(".exe"):
        case name if name in _PLUS:
            return [*words, f"+{line}", path]
        case name if name in _COLON:
            return [*words, f"{path}:{line}"]
        case name if name in _GOTO:
            return [*words, "--goto", f"{path}:{line}"]
        case _:
            return [*words, path]


def edit(editor: str, path: str, line: int) -> str | None:
    """Run the editor until it ends; what went wrong in a sentence, or None."""
    try:
        words = command(editor, path, line)
        with _keys_are_the_editors():
            done = subprocess.run(words, check=False)
    except (OSError, ValueError, IndexError) as error:
        why = getattr(error, "strerror", None) or error
        return f"the editor {editor} cannot be started ({why}); set EDITOR to another"
    if done.returncode:
        return f"the editor {editor} ended with exit code {done.returncode}"
    return None


@contextmanager
def _keys_are_the_editors() -> Iterator[None]:
    """Let Ctrl-C and Ctrl-\\ mean to us what the editor makes of them: nothing.

    Handlers rather than ignoring, which the editor would inherit.
    """
    numbers = [number for name in ("SIGINT", "SIGQUIT") if (number := getattr(signal, name, None))]
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
