"""The closed words of the log: kinds of rows, roles of reviews, verdicts."""

from __future__ import annotations

from typing import Literal, get_args

Kind = Literal[
    "review", "rerate", "undo", "suspend", "unsuspend", "reset", "set_due", "rename", "rep_tick",
    "rep_untick",
]  # fmt: skip
Role = Literal["due", "drill", "ahead"]
Verdict = Literal["right", "partly", "mistake", "wrong", "self", "given_up"]

KINDS: tuple[Kind, ...] = get_args(Kind)
REP_KINDS: tuple[Kind, ...] = ("rep_tick", "rep_untick")
ROLES: tuple[Role, ...] = get_args(Role)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
