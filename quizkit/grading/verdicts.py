"""What a value of a response was judged to be."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Verdict = Literal["right", "partly", "mistake", "wrong"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The judgement of a value: `score` is 0 to 1; `mistake` names the mistake recognised."""

    verdict: Verdict
    score: Fraction
    feedback: str = ""
    mistake: str | None = None
