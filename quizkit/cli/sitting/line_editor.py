"""Turn keys into one edited line: readline where Python has it, with nothing that leaves traces."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

try:
    import readline
except ImportError:  # Windows, and Pythons built without it: the terminal's own editing
    _EDITS = False
else:
    _EDITS = True

# An answer is a line of text, so every command goes that the editor has for a shell's lines: to put
# the names of files in, to comment the line out, to play or record keys, to put a home folder in
# place of ~, to read its settings again, to go on as another editor. A mark is set in their place,
# which does nothing.
_OF_A_SHELL = (
    "$if mode=emacs",
    *(rf'"\e{key}": set-mark' for key in ("*", "=", "?", "#", "&", "~", r"\C-i", r"\C-j", r"\C-m")),
    r'"\e\e": set-mark',
    *(rf'"\C-x{key}": set-mark' for key in ("(", ")", "e", r"\C-r")),
    "$endif",
    "$if mode=vi",
    "set keymap vi-command",
    *(f'"{key}": set-mark' for key in ("#", "*", "=", "&", r"\\", r"\C-e")),
    "set keymap vi-insert",
    "$endif",
)

# Bracketed paste and the eighth-bit switch are escape codes written at every prompt; a program that
# is killed leaves the first one on. Where another program has left it on, the marks around a paste
# do nothing: waiting for the second one, the editor would hear no signal. Tab would offer the
# names of files. A character beyond ASCII is text: where the locale knows none, its bytes would be
# taken for keys pressed with Alt, and be shown as numbers.
_SETTINGS = (
    "set enable-bracketed-paste off",
    "set enable-meta-key off",
    "set convert-meta off",
    "set input-meta on",
    "set output-meta on",
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
        with _whole_characters():
            return input(prompt)
    finally:
        readline.set_startup_hook(None)


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


@contextmanager
def _whole_characters() -> Iterator[None]:
    """Let the editor know characters where the locale has only bytes: C, or one not installed.

    Else it would move and erase by bytes, and half a character would be left in the answer. The
    editor asks the environment for each line; other programs are to find it as it was.
    """
    from locale import LC_CTYPE, setlocale

    if setlocale(LC_CTYPE) not in ("C", "POSIX"):
        yield
        return
    before = os.environ.get("LC_ALL")
    os.environ["LC_ALL"] = "C.UTF-8"
    try:
        yield
    finally:
        if before is None:
            del os.environ["LC_ALL"]
        else:
            os.environ["LC_ALL"] = before


@cache
def _set_up() -> None:
    readline.set_completer(_no_completion)
    # The editor that macOS has instead takes other settings, and has none of these habits.
    if "libedit" in (readline.__doc__ or ""):
        return
    for setting in _OF_A_SHELL:
        readline.parse_and_bind(setting)
    with suppress(OSError):  # there need not be one
        readline.read_init_file()  # once more: keys that somebody has bound are theirs
    for setting in _SETTINGS:
        readline.parse_and_bind(setting)


def _no_completion(_text: str, _state: int) -> None:
    """Complete nothing; without a completer, the editor completes the names of files."""
