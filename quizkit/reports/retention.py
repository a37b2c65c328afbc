"""Turn counts of recalls into shares, with how uncertain so few reviews leave them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from quizkit.reports.days import INTERVALS, Day

CONFIDENCE = Fraction(95, 100)
"""How sure the bounds are; 1.96 standard deviations, as everywhere."""

_Z_SQUARED = 38416
"""1.96 squared, in ten-thousandths."""

_SCALE = 10_000
_FINER = 1_000
"""Square roots are taken to this many parts of a ten-thousandth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many of so many, as a share between 0 and 1; without any there is no share."""

    of: int
    got: int

    @property
    def share(self) -> Fraction | None:
        """The share that was seen."""
        return Fraction(self.got, self.of) if self.of else None

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """Between what the true share lies with 95 % confidence; 0 and 1 where nothing was seen.

        >>> low, high = Share(of=10, got=9).bounds
        >>> round(low, 3), round(high, 3)
        (Fraction(149, 250), Fraction(491, 500))
        """
        return wilson(self.got, self.of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """How much was recalled of cards with an interval from `low_days` to `high_days` (None: on)."""

    low_days: int
    high_days: int | None
    recalls: Share


def retention(total: Day) -> tuple[Retention, ...]:
    """True retention by interval length: of due reviews of known cards, those rated 3 or better."""
    return tuple(_groups(total))


def overall(groups: Iterable[Retention]) -> Share:
    """All intervals together."""
    shares = [group.recalls for group in groups]
    return Share(of=sum(one.of for one in shares), got=sum(one.got for one in shares))


def wilson(got: int, of: int) -> tuple[Fraction, Fraction]:
    """The score interval for a share, rounded outwards by less than a millionth.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927; at
    1.96 standard deviations. It stays within 0 and 1 and says something of 0 of 3 as well.

    >>> low, high = wilson(0, 3)
    >>> low, round(high, 3)
    (Fraction(0, 1), Fraction(281, 500))
    """
    if of == 0:
        return Fraction(0), Fraction(1)
    middle = got * _SCALE * _FINER + _Z_SQUARED * _FINER // 2
    # z * sqrt(p(1-p)n + z^2/4), with everything times 10,000 * 1,000.
    inside = _Z_SQUARED * (_SCALE * got * (of - got) * 4 + _Z_SQUARED * of) * _FINER**2
    spread = isqrt(inside // (4 * of)) + 1
    whole = (of * _SCALE + _Z_SQUARED) * _FINER
    low, high = Fraction(middle - spread, whole), Fraction(middle + spread, whole)
    return (
        max(low, Fraction(0)) if got else Fraction(0),
        min(high, Fraction(1)) if got < of else Fraction(1),
    )


def _groups(total: Day) -> Iterator[Retention]:
    low = 1
    for high, (asked, recalled) in zip((*INTERVALS, None), total.retention, strict=True):
        yield Retention(low_days=low, high_days=high, recalls=Share(of=asked, got=recalled))
        low = high + 1 if high is not None else low
