"""Turn the analysis of an exam into one page of HTML that needs nothing beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from quizkit.autograde.exam import Exam
from quizkit.autograde.figures import Figures
from quizkit.autograde.flags import Flag, flags, numbers_words
from quizkit.autograde.items import Analysis, Item
from quizkit.autograde.measures import Estimate, estimate_words
from quizkit.autograde.quoting import quoted
from quizkit.nouns import plural
from quizkit.numerals import decimal
from quizkit.reports.items_pictures import (
    estimate_picture,
    numbers_picture,
    question_map,
    thirds_picture,
    totals_picture,
)
from quizkit.reports.items_style import STYLE
from quizkit.reports.items_words import answers, counts_words, status_words
from quizkit.reports.markup import escaped

_MOST_ANSWERS = 10
_MOST_UNREAD = 20
_MOST_GROUPS = 40
_MARK = '<span class="mark" role="img" aria-label="doubtful">■</span>'
_QUOTED = re.compile(r"&quot;.*?&quot;")

_HOW_TO_READ = """
Facility is the mean score: 1 if everybody is right.
Discrimination is the correlation with the mean score in the other questions (corrected item-total).
Below 0, the weak do better than the strong.
Alpha says how well the questions measure one thing.
A question without which alpha would be higher may not belong.
In brackets are 95 % intervals.
They are by Wilson's method for facility, by Fisher's for discrimination and by Feldt's for alpha.
The last two are widened where scores are far from normally distributed.
Of questions that nearly everybody has right, or nearly nobody, some nine in ten still hold.
A blank counts as 0; what needs review, or was not submitted, does not count.
Alpha, totals and their mean are of the learners with a score in every question.
Of several responses of a learner to a question, the first graded one counts.
The weak third and the strong one are larger where learners have equal scores: these are not parted.
"""


def page(analysis: Analysis, *, source: str, prompts: Mapping[str, str] | None = None) -> str:
    """The page; `source` is what was analysed, `prompts` a question's text by reference."""
    doubts = {item.question: flags(item) for item in analysis.items}
    title = f"Questions of {source}"
    parts = [
        f"<h1>{escaped(title)}</h1>",
        f'<p class="quiet">{escaped(counts_words(analysis))}</p>',
        _tiles(analysis.exam),
        *_first(analysis.items, doubts),
        *_pictures(analysis, doubts),
        *_table(analysis.items, doubts),
        *_details(analysis.items, doubts, prompts or {}),
        *_reading(),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        # Nothing may be fetched and nothing run, whatever a learner typed.
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escaped(title)}</title><style>{STYLE}</style></head>\n<body><main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main></body></html>\n"
    )


def _tiles(exam: Exam) -> str:
    tiles = [
        _counted(exam.learners, "learner with every score", "learners with every score"),
        _counted(exam.questions, "question"),
        (
            decimal(exam.alpha.value, 2) if exam.alpha else "–",
            "Cronbach's alpha" + _between(exam.alpha),
        ),
    ]
    if exam.mean is not None:
        spread = f", deviation {decimal(exam.deviation, 2)}" if exam.deviation is not None else ""
        tiles.append((decimal(exam.mean, 2), f"mean of {exam.questions}{spread}"))
    if exam.error is not None:
        tiles.append((decimal(exam.error, 2), "standard error of measurement"))
    found = "".join(
        f'<div class="tile"><b>{escaped(value)}</b><span>{escaped(words)}</span></div>'
        for value, words in tiles
    )
    left = ""
    if exam.left_out:
        left = (
            f'<p class="quiet">{plural(exam.left_out, "learner")} without a score in some question '
            "left out of alpha and totals.</p>"
        )
    return f'<div class="tiles">{found}</div>{left}'


def _counted(number: int, noun: str, many: str | None = None) -> tuple[str, str]:
    count, _, words = plural(number, noun, many).partition(" ")
    return count, words


def _between(estimate: Estimate | None) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return ""
    return f", {decimal(estimate.low, 2)} to {decimal(estimate.high, 2)}"


def _first(items: Sequence[Item], doubts: Mapping[str, Sequence[Flag]]) -> Iterator[str]:
    yield "<h2>Look at these first</h2>"
    found = [
        f'<li><a href="#q{number}">{number}. {escaped(item.question)}</a>: {_sentence(flag)}</li>'
        for number, item in enumerate(items, 1)
        for flag in doubts[item.question]
    ]
    yield f'<ul class="flags">{"".join(found)}</ul>' if found else "<p>Nothing is doubtful.</p>"


def _sentence(flag: Flag) -> str:
    """With what is quoted in it set apart: a text from right to left would turn round the rest."""
    return _QUOTED.sub(r"<bdi>\g<0></bdi>", escaped(flag.sentence))


def _pictures(analysis: Analysis, doubts: Mapping[str, Sequence[Flag]]) -> Iterator[str]:
    if any(item.whole.discrimination for item in analysis.items):
        yield "<h2>Facility and discrimination</h2>"
        yield (
            '<p class="quiet">Right: easy. Up: those who do well elsewhere do well here. The '
            'numbers are those of the table; <span class="mark">■</span> is doubtful.</p>'
        )
        yield _scrolled(
            "Map of the questions",
            question_map(analysis.items, [question for question, found in doubts.items() if found]),
        )
    if analysis.exam.totals and analysis.exam.questions > 1:
        yield "<h2>Totals</h2>"
        yield _scrolled(
            "Picture of the totals", totals_picture(analysis.exam.totals, analysis.exam.questions)
        )


def _scrolled(name: str, inside: str) -> str:
    """What may be wider than a narrow screen, to be moved there by keyboard too."""
    return f'<div class="scroll" role="region" aria-label="{name}" tabindex="0">{inside}</div>'


def _table(items: Sequence[Item], doubts: Mapping[str, Sequence[Flag]]) -> Iterator[str]:
    yield "<h2>All questions</h2>"
    rows = []
    for number, item in enumerate(items, 1):
        whole = item.whole
        mark = f" {_MARK}" if doubts[item.question] else ""
        without = decimal(item.alpha_without.value, 2) if item.alpha_without else ""
        count = whole.facility.count if whole.facility else 0
        rows.append(
            f'<tr><td class="n">{number}</td>'
            f'<th scope="row"><a href="#q{number}">{escaped(item.question)}</a>{mark}</th>'
            f'<td class="n">{count}</td>'
            f'<td class="e">{estimate_words(whole.facility)}</td>'
            f"<td>{estimate_picture(whole.facility, Fraction(0), Fraction(1))}</td>"
            f'<td class="e">{estimate_words(whole.discrimination)}</td>'
            f"<td>{estimate_picture(whole.discrimination, Fraction(-1), Fraction(1))}</td>"
            f'<td class="n">{without}</td></tr>'
        )
    yield _scrolled(
        "Table of the questions",
        '<table class="questions"><thead><tr><th scope="col" class="n">#</th>'
        '<th scope="col">question</th><th scope="col" class="n">learners</th>'
        '<th scope="colgroup" colspan="2">facility</th>'
        '<th scope="colgroup" colspan="2">discrimination</th>'
        '<th scope="col" class="n">alpha without</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>",
    )


def _details(
    items: Sequence[Item], doubts: Mapping[str, Sequence[Flag]], prompts: Mapping[str, str]
) -> Iterator[str]:
    yield "<h2>Each question</h2>"
    yield (
        '<p class="quiet">Bars count learners:'
        + "".join(
            f'<span class="swatch" style="background: var(--{kind})"></span>{kind} third'
            for kind in ("weak", "middling", "strong")
        )
        + ", by their mean score in the other questions.</p>"
    )
    for number, item in enumerate(items, 1):
        found = doubts[item.question]
        mark = f"{_MARK} " if found else ""
        yield (
            f'<details id="q{number}"{" open" if found else ""}><summary>{mark}<h3>{number}. '
            f'{escaped(item.question)}</h3> <span class="quiet">{escaped(item.kind)}; '
            f"{escaped(status_words(item.whole))}</span></summary>"
        )
        if item.question in prompts:
            yield f'<p class="prompt" dir="auto">{escaped(prompts[item.question])}</p>'
        if found:
            sentences = "".join(f"<li>{_sentence(flag)}</li>" for flag in found)
            yield f'<ul class="flags">{sentences}</ul>'
        yield from _answers(item)
        yield from _groups(item)
        yield from _unread(item.whole)
        yield "</details>"


def _answers(item: Item) -> Iterator[str]:
    rows = answers(item)
    heading = "option" if item.whole.ticked else "response"
    if not rows:
        return
    most = max(count for _, _, count, _ in rows)
    found = []
    for name, mark, count, thirds in rows[:_MOST_ANSWERS]:
        key = '<span class="key">✓ key</span>' if mark == "key" else escaped(mark)
        split = " / ".join(map(str, thirds)) if thirds else ""
        found.append(
            f'<tr><th scope="row"><bdi>{escaped(name)}</bdi></th><td>{key}</td>'
            f'<td class="n">{count}</td>'
            f"<td>{thirds_picture(count, thirds, most)} "
            f'<span class="quiet">{split}</span></td></tr>'
        )
    yield _scrolled(
        f"Table of the {heading}s",
        f'<table><thead><tr><th scope="col">{heading}</th><th scope="col">score</th>'
        '<th scope="col" class="n">learners</th><th scope="col">weak, middling, strong</th>'
        f"</tr></thead><tbody>{''.join(found)}</tbody></table>",
    )
    if len(rows) > _MOST_ANSWERS:
        yield f'<p class="quiet">and {len(rows) - _MOST_ANSWERS} more.</p>'


def _groups(item: Item) -> Iterator[str]:
    if not item.groups:
        return
    shown = item.groups[:_MOST_GROUPS]
    yield "<h4>By the numbers drawn</h4>"
    yield _scrolled(
        "Picture of the sets of numbers",
        numbers_picture(shown, [numbers_words(one) for one in shown]),
    )
    if len(item.groups) > len(shown):
        more = plural(len(item.groups) - len(shown), "more set of numbers", "more sets of numbers")
        yield f'<p class="quiet">and {more}.</p>'


def _unread(figures: Figures) -> Iterator[str]:
    if not figures.unread:
        return
    yield "<h4>Responses that needed review</h4>"
    rows = "".join(
        f'<tr><th scope="row"><bdi>{escaped(quoted(one.response))}</bdi></th>'
        f'<td class="n">{one.count}</td>'
        f'<td class="why"><bdi>{escaped(one.message)}</bdi></td></tr>'
        for one in figures.unread[:_MOST_UNREAD]
    )
    yield _scrolled(
        "Table of the responses that needed review",
        '<table><thead><tr><th scope="col">response</th><th scope="col" class="n">rows</th>'
        f'<th scope="col">why</th></tr></thead><tbody>{rows}</tbody></table>',
    )
    if len(figures.unread) > _MOST_UNREAD:
        yield f'<p class="quiet">and {plural(len(figures.unread) - _MOST_UNREAD, "more text")}.</p>'


def _reading() -> Iterator[str]:
    yield "<h2>How to read this</h2>"
    for sentence in _HOW_TO_READ.strip().splitlines():
        yield f'<p class="quiet">{escaped(sentence)}</p>'
