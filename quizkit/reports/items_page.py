"""Turn the analysis of an exam into one page of HTML that needs nothing beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from quizkit.autograde.exam import Exam
from quizkit.autograde.figures import Alike, Figures
from quizkit.autograde.flags import Flag, flags, numbers_words
from quizkit.autograde.items import Analysis, Item
from quizkit.autograde.measures import Estimate, estimate_words
from quizkit.autograde.quoting import named, quoted
from quizkit.nouns import plural
from quizkit.numerals import decimal
from quizkit.reports.items_pictures import (
    estimate_picture,
    numbers_picture,
    question_map,
    thirds_picture,
    totals_picture,
)
from quizkit.reports.markup import escaped

_MOST_ANSWERS = 10
_MOST_UNREAD = 20
_MOST_GROUPS = 40
_MARK = '<span class="mark" role="img" aria-label="doubtful">■</span>'
_QUOTED = re.compile(r"&quot;.*?&quot;")

_STYLE = """
:root { color-scheme: light dark;
  --ink: #1b1f24; --quiet: #5b6470; --paper: #ffffff; --card: #f5f7f9; --line: #d6dbe1;
  --sound: #2b6cb0; --doubt: #b3430f; --weak: #bcd3ea; --middling: #6fa3d4; --strong: #1f4e84;
  --right: #1f7a4d; --onDot: #ffffff; }
@media (prefers-color-scheme: dark) { :root {
  --ink: #e6e9ed; --quiet: #9aa4b0; --paper: #14171b; --card: #1d2229; --line: #3a424d;
  --sound: #6aa9e6; --doubt: #f0945f; --weak: #2f4a66; --middling: #5288bd; --strong: #a9d0f5;
  --right: #5cc48d; --onDot: #14171b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1.1rem 0 .35rem; }
p { margin: .35rem 0; } .quiet { color: var(--quiet); font-size: .875rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem;
  margin: 1.1rem 0; padding: 0; }
.tile { background: var(--card); border-radius: .5rem; padding: .65rem 1rem; }
.tile b { display: block; font-size: 1.35rem; line-height: 1.3; }
.tile span { color: var(--quiet); font-size: .875rem; }
.flags { padding: 0; list-style: none; }
.flags li { border-left: .3rem solid var(--doubt); background: var(--card); margin: .4rem 0;
  padding: .45rem .8rem; border-radius: 0 .4rem .4rem 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: middle; }
thead th { color: var(--quiet); font-weight: 600; } tbody th { font-weight: 400; }
td.n, th.n { text-align: right; } .n, td.e, .key { white-space: nowrap; }
tbody th, td.why { min-width: 9rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
details { border-top: 1px solid var(--line); padding: .55rem 0; overflow-wrap: break-word; }
summary { cursor: pointer; } h3 { display: inline; font-size: 1rem; }
.prompt { white-space: pre-line; }
.mark { color: var(--doubt); } .key { color: var(--right); font-weight: 600; }
a { color: var(--sound); }
svg.figure { width: 100%; min-width: 36rem; max-width: 46rem; height: auto; display: block; }
svg.spark { vertical-align: middle; max-width: 100%; }
td svg.spark { min-width: 6rem; }
svg text { font: 12px system-ui, sans-serif; fill: var(--quiet); }
svg text.small { font-size: 11px; }
svg text.dot { fill: var(--onDot); font-size: 11px; font-weight: 600; }
svg text.long { font-size: 9px; letter-spacing: -.5px; }
svg .grid { stroke: var(--line); } svg .zero { stroke: var(--quiet); }
svg .leader { stroke: var(--quiet); stroke-dasharray: 2 2; }
svg .whisker { stroke: var(--quiet); stroke-width: 2; }
svg circle.sound { fill: var(--sound); } svg .doubtful { fill: var(--doubt); }
svg .bar { fill: var(--sound); }
svg .weak, svg .middling, svg .strong, svg .unplaced { stroke: var(--quiet); stroke-width: .5; }
svg .weak { fill: var(--weak); } svg .middling { fill: var(--middling); }
svg .strong { fill: var(--strong); } svg .unplaced { fill: none; }
.swatch { display: inline-block; width: .8rem; height: .8rem; border-radius: .15rem;
  vertical-align: -.08rem; margin: 0 .25rem 0 .7rem; border: 1px solid var(--quiet); }
@media print {
  body { max-width: none; padding: 0; print-color-adjust: exact; }
  tr, li, .tile, svg.figure { break-inside: avoid; }
  h2, summary, h4, thead { break-after: avoid; }
  details:not([open])::details-content { content-visibility: visible; height: auto; }
  .scroll { overflow: visible; } svg.figure { min-width: 0; }
  table { font-size: .75rem; } tbody th { min-width: 0; } .questions td svg.spark { display: none; }
}
"""

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
        f"<title>{escaped(title)}</title><style>{_STYLE}</style></head>\n<body><main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main></body></html>\n"
    )


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


def score_words(item: Item, one: Alike) -> str:
    """What a response scored: `key` for all of it, nothing for nothing; a recall has no key."""
    if one.is_right and item.kind != "recall":
        return "key"
    return decimal(one.score, 2).removesuffix(".00") if one.score else ""


def status_words(figures: Figures) -> str:
    """The verdicts and statuses of a question that occurred, with their counts."""
    counts: dict[str, int] = dict(figures.verdicts)
    counts |= {name: count for name, count in figures.statuses.items() if name != "graded"}
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


def _answers(item: Item) -> Iterator[str]:
    figures = item.whole
    if figures.ticked:
        rows = [
            (one.option, "key" if one.right else "", one.count, one.thirds)
            for one in figures.ticked
        ]
        heading = "option"
    else:
        rows = [
            (named(one), score_words(item, one), one.count, one.thirds) for one in figures.alike
        ]
        heading = "response"
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
