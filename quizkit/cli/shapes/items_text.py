"""Turn the analysis of an exam into the lines that `quiz items` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from quizkit.autograde.exam import Exam
from quizkit.autograde.flags import Flag, numbers_words
from quizkit.autograde.items import Analysis, Item
from quizkit.autograde.measures import estimate_words
from quizkit.autograde.quoting import quoted
from quizkit.cli.page.spans import cells_of, wrapped
from quizkit.cli.page.tables import table
from quizkit.cli.page.wording import plural, say
from quizkit.cli.terminal import Line, Role, Span, out, out_lines, visible, width
from quizkit.numerals import decimal
from quizkit.reports.items_words import answers, counts_words

_RESPONSES, _UNREAD = 6, 5
_WHOLE_LINES = 10_000
_UNDER = " " * 9
_NARROW = ("question", "n", "facility", "discrimination", "review", "flags")


def print_items(analysis: Analysis, doubts: Mapping[str, Sequence[Flag]], *, one: bool) -> None:
    """Print it, with all that is known of the questions that are doubtful, or of the only `one`."""
    say(counts_words(analysis))
    if not one:
        for line in _exam_lines(analysis.exam):
            say(line)
    found = [(item.question, flag) for item in analysis.items for flag in doubts[item.question]]
    if found:
        out()
        out("Look at these first:", role="strong")
    for name, flag in found:
        out_lines(_fitted("  ", f"{name}: {flag.sentence}", "    ", "note"))
    out()
    out_lines(_table(analysis.items, doubts))
    for item in analysis.items:
        if one or doubts[item.question]:
            out()
            out_lines(_details(item, numbers=one))


def _exam_lines(exam: Exam) -> Iterator[str]:
    if exam.alpha is not None:
        yield (
            f"Cronbach's alpha {estimate_words(exam.alpha)} of {plural(exam.questions, 'question')}"
            f" over {plural(exam.learners, 'learner')} with a score in each"
            + (f"; {exam.left_out} left out" if exam.left_out else "")
        )
    elif exam.questions > 1:
        yield (
            f"no Cronbach's alpha: {plural(exam.learners, 'learner')} of "
            f"{exam.learners + exam.left_out} with a score in each of "
            f"{plural(exam.questions, 'question')}"
        )
    if exam.mean is not None:
        words = f"mean {decimal(exam.mean, 2)} of {exam.questions}"
        if exam.alpha is None:
            words += f" over {plural(exam.learners, 'learner')}"
        if exam.deviation is not None:
            words += f", standard deviation {decimal(exam.deviation, 2)}"
        if exam.error is not None:
            words += f", standard error of measurement {decimal(exam.error, 2)}"
        yield words


def _table(items: Sequence[Item], doubts: Mapping[str, Sequence[Flag]]) -> list[Line]:
    names = (
        "question", "n", "facility", "discrimination", "right", "partly", "mistake", "wrong",
        "blank", "review", "alpha without", "flags",
    )  # fmt: skip
    rows: list[list[str]] = []
    for item in items:
        whole = item.whole
        rows.append(
            [
                item.question,
                str(whole.facility.count if whole.facility else 0),
                _tight(estimate_words(whole.facility)),
                _tight(estimate_words(whole.discrimination)),
                *(str(whole.verdicts[word]) for word in ("right", "partly", "mistake", "wrong")),
                str(whole.statuses["blank"]),
                str(whole.statuses["needs_review"]),
                decimal(item.alpha_without.value, 2) if item.alpha_without else "",
                ", ".join(flag.name for flag in doubts[item.question]),
            ]
        )
    # What is empty everywhere is left out, and in a terminal what would not fit beside the rest.
    cells = width()
    kept = [
        at
        for at, name in enumerate(names)
        if any(row[at] not in ("", "0") for row in rows) and (cells is None or name in _NARROW)
    ]
    widths = [
        max(cells_of(text) for text in (names[at], *(row[at] for row in rows))) for at in kept
    ]
    if cells is not None and sum(widths) + 2 * (len(kept) - 1) > cells:
        # They are told above the table, and with them its lines would be two.
        kept = [at for at in kept if names[at] != "flags"]
    return table(
        [_cell(names[at]) for at in kept],
        [[_cell(row[at]) for at in kept] for row in rows],
        ["left" if names[at] in ("question", "flags") else "right" for at in kept],
        cells or _WHOLE_LINES,
    )


def _details(item: Item, *, numbers: bool) -> Iterator[Line]:
    """What was answered, the strings that needed review, and if asked for the sets of numbers."""
    yield ((f"{item.question} ({item.kind})", "strong"),)
    found = answers(item)
    shown = found if numbers or item.whole.ticked else found[:_RESPONSES]
    for said, score, count, thirds in shown:
        split = "" if thirds is None else "  weak {}, middling {}, strong {}".format(*thirds)
        words = f"{said}{f'  [{score}]' if score else ''}{split}"
        yield from _fitted(f"  {count:>5}  ", words, _UNDER)
    left = len(found) - len(shown)
    if left:
        yield ((f"  and {plural(left, 'more response')}", "dim"),)
    for unread in item.whole.unread[:_UNREAD]:
        words = f"needs review: {quoted(unread.response)}"
        yield from _fitted(f"  {unread.count:>5}  ", words, _UNDER)
    left = len(item.whole.unread) - _UNREAD
    if left > 0:
        words = plural(left, "more text that needs review", "more texts that need review")
        yield ((f"  and {words}", "dim"),)
    for group in item.groups if numbers else ():
        # Where every row waits for review, nobody has a score yet.
        words = f"with {numbers_words(group)}: " + (
            f"facility {estimate_words(group.facility)}" if group.facility else "no score yet"
        )
        if group.discrimination is not None:
            words += f", discrimination {estimate_words(group.discrimination)}"
        yield from _fitted("  ", f"{words}, {plural(group.rows, 'row')}", "    ")


def _fitted(lead: str, text: str, under: str, role: Role | None = None) -> list[Line]:
    """The text in lines of the terminal's width: `lead` begins the first, `under` the others."""
    text, cells = visible(text), width()
    if cells is None or cells_of(lead + text) <= cells:
        return [((lead + text, role),)]
    return wrapped([(text, role)], cells, first=lead, rest=under, split=True)


def _tight(words: str) -> str:
    """An interval in fewer cells; from a minus sign beside it no dash could be told."""
    return words if "(-" in words else words.replace(" to ", "–")


def _cell(text: str) -> tuple[Span, ...]:
    return ((text, None),) if text else ()
