"""Turn keys into one edited line: readline where Python has it, with nothing that leaves traces."""

from __future__ import annotations

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


def edits() -> bool:
    """Whether lines can be edited here."""
    return _EDITS


def edited_line(prompt: str, begun: str = "") -> str:
    """The line that was typed; `begun` stands in it from the start. Raises EOFError at the end."""
    if not _EDITS:
        return input(prompt)
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


@cache
def _set_up() -> None:
    # The editor that macOS has instead takes other settings, and has neither habit.
    if "libedit" not in (readline.__doc__ or ""):
        for setting in _SETTINGS:
            readline.parse_and_bind(setting)
