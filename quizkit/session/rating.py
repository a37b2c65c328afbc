"""Turn a verdict into a rating, by the rule that the README publishes.

| what happened                                  | rating |
|------------------------------------------------|--------|
| right, then marked easy                        | 5      |
| right                                          | 4      |
| right after the hint, or marked hard           | 3      |
| partly right, or a recognised mistake          | 2      |
| wrong                                          | 1      |
| given up                                       | 0      |
"""

from __future__ import annotations

from typing import Literal, assert_never

RATING_RULE = "rating/1"
"""The name of this rule; every review stores it, so a later rule leaves old ratings explained."""

GOOD = 4
CHANGES = (3, 5)
"""What a plain right answer may be changed to, for as long as it is the session's last."""


def rating_for(
    verdict: Literal["right", "partly", "mistake", "wrong", "given_up"], *, hint: bool
) -> int:
    """The rating of a graded response, or of giving up; `hint` whether the hint was shown.

    >>> rating_for("right", hint=False), rating_for("right", hint=True)
    (4, 3)
    """
    match verdict:
        case "right":
            return 3 if hint else GOOD
        case "partly" | "mistake":
            return 2
        case "wrong":
            return 1
        case "given_up":
            return 0
        case _:
            assert_never(verdict)


def recall_rating(ticked: int, of: int) -> int:
    """What a recall's ticks offer: 4 for all, 3 for all but one, 1 for fewer, 0 for none.

    Raises ValueError where there is nothing to tick, or for more ticks than there are entries.

    >>> [recall_rating(ticked, 5) for ticked in range(6)]
    [0, 1, 1, 1, 3, 4]
    """
    if not 0 <= ticked <= of or of == 0:
        raise ValueError(f"{ticked} ticks of {of}")
    if ticked == of:
        return GOOD
    if ticked == 0:
        return 0
    return 3 if ticked == of - 1 else 1
