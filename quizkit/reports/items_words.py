"""Turn the analysis of an exam into the words that its page and the terminal share."""

from __future__ import annotations

from quizkit.autograde.figures import Alike, Figures, Thirds
from quizkit.autograde.items import Analysis, Item
from quizkit.autograde.quoting import named
from quizkit.nouns import plural
from quizkit.numerals import decimal


def counts_words(analysis: Analysis) -> str:
    """The rows in a sentence: how many, of whom, and what became of them."""
    statuses = ", ".join(f"{count} {name}" for name, count in analysis.statuses.items() if count)
    words = f"{plural(analysis.rows, 'row')} of {plural(analysis.learners, 'learner')}: {statuses}."
    if analysis.repeats:
        count = "counts" if analysis.repeats == 1 else "count"
        words += (
            f" {plural(analysis.repeats, 'row')} came after a first graded one of the same learner "
            f"and question and {count} as nothing here."
        )
    return words


def status_words(figures: Figures) -> str:
    """The verdicts and statuses of a question that occurred, with their counts."""
    counts: dict[str, int] = dict(figures.verdicts)
    counts |= {name: count for name, count in figures.statuses.items() if name != "graded"}
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


def answers(item: Item) -> list[tuple[str, str, int, Thirds | None]]:
    """What was answered, what it scored, how many learners gave it, and how many of each third.

    Of a question with several right options these are the options, each by itself.
    """
    if item.whole.ticked:
        return [
            (one.option, "key" if one.right else "", one.count, one.thirds)
            for one in item.whole.ticked
        ]
    return [(named(one), _score(item, one), one.count, one.thirds) for one in item.whole.alike]


def _score(item: Item, one: Alike) -> str:
    """What a response scored: `key` for all of it, nothing for nothing; a recall has no key."""
    if one.is_right and item.kind != "recall":
        return "key"
    return decimal(one.score, 2).removesuffix(".00") if one.score else ""
