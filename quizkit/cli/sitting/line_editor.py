"""Turn keys into one edited line: readline where Python has it, with nothing that leaves traces."""

from __future__ import annotations

import os
import sys
from functools import cache

try:
    import readline
except ImportError:  # Windows, and Pythons built without it: the terminal's own editing
    _EDITS = False
else:
    _EDITS = True

# Bracketed paste and the eighth-bit switch are escape codes written at every prompt; a program that
# is killed leaves the first one on. Where another program has left it on, the marks around a paste
# do nothing: waiting for the second one, the editor would hear no signal. Tab would offer the
# names of files.
_SETTINGS = (
    "set enable-bracketed-paste off",
    "set enable-meta-key off",
    r'"\e[200~": set-mark',
    r'"\e[201~": set-mark',
    "tab: self-insert",
)

# So many columns beside the prompt are no room: GNU readline divides by a third of the screen's
# width where it scrolls sideways, and a third of two columns is none.
_NO_ROOM = 2


def edits() -> bool:
    """Whether lines can be edited here."""
    return _EDITS


def edited_line(prompt: str, begun: str = "") -> str:
    """The line that was typed; `begun` stands in it from the start. Raises EOFError at the end."""
    if not _EDITS:
        return input(prompt)
    if _is_narrow(prompt):
        return _plain_line(prompt, begun)
    _set_up()
    if begun:
        readline.set_startup_hook(lambda: readline.insert_text(begun))
    try:
        return input(prompt)
    finally:
        readline.set_startup_hook(None)


def half_typed() -> str:
    """What stands in the line that is being edited."""
    return readline.get_line_buffer() if _EDITS else ""


def forget_lines() -> None:
    """Let the arrow keys bring back only lines of the question at hand."""
    if _EDITS:
        readline.clear_history()


def _is_narrow(prompt: str) -> bool:
    try:
        columns, _ = os.get_terminal_size(sys.stdin.fileno())
    except (OSError, ValueError):
        return False
    return 0 < columns <= len(prompt) + _NO_ROOM  # 0 is a width that nobody knows


def _plain_line(prompt: str, begun: str) -> str:
    """The line as the terminal itself lets it be edited."""
    sys.stdout.write(prompt + begun)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return begun + line.removesuffix("\n")


@cache
def _set_up() -> None:
    # The editor that macOS has instead takes other settings, and has neither habit.
    if "libedit" not in (readline.__doc__ or ""):
        for setting in _SETTINGS:
            readline.parse_and_bind(setting)
