"""Turn items into questions and reps as lesson files write them; what is undecided is a `todo`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import fill

from quizkit.content.questions import NOT_WRITTEN
from quizkit.exchange.lesson_yaml import Tree, Word
from quizkit.exchange.markdown.items import Item, Option
from quizkit.exchange.markdown.keys import Told, tell
from quizkit.exchange.markdown.numbers import Stated, is_bare_number, stated_number
from quizkit.exchange.markdown.slugs import Ids, slug
from quizkit.exchange.markdown.source import Row, is_rule, joined, trimmed


def question(item: Item, ids: Ids, otherwise: str) -> dict[str, Tree]:
    """One question: a choice with its key, a number that cannot be mistaken, else recall."""
    prompt = _prompt(item.prompt)
    check = joined(item.folded("check")) or joined(item.folded("explanation"))
    why = _more(item, told=bool(item.folded("check")))
    todo: list[str] = []
    if not prompt:
        prompt = "Which is right?" if item.options else NOT_WRITTEN
        todo.append("The question has no text; write the prompt.")
    if not item.options:
        item.options = _two_words(prompt, check)
    told = _told(item, check) if item.options else Told()
    stated = None if item.options else stated_number(prompt, check)
    answer: dict[str, Tree]
    explanation = ""
    if told.right:
        answer = _choice(item, told, prompt)
        explanation = told.explanation
    elif stated is not None:
        answer, explanation = _number(stated), stated.rest
        todo.append(
            f"Read as {stated.value} {stated.unit}: see that the tolerance is what you mean."
        )
    else:
        if item.options:
            prompt = "\n\n".join([prompt, _listing(item.options)])
            todo.append(
                "Which option is right? The lesson does not say it in so many words. Make it "
                "kind: choice, with right: true in the one that is."
            )
        answer = {"kind": Word("recall"), "model": check or NOT_WRITTEN}
        if not item.options and is_bare_number(prompt, check):
            todo.append(
                "The answer seems to be a number. To have it graded, make it kind: number, with "
                "value, unit and tolerance."
            )
        if not check:
            todo.append("The lesson holds no answer; write the model answer.")
        points = checklist(item.folded("check") or item.folded("explanation"))
        if points:
            answer["checklist"] = points
    found: dict[str, Tree] = {
        "id": _name(ids.take(slug(_telling(prompt), telling=True), otherwise)),
        "prompt": braced(prompt),
        "answer": answer,
    }
    hint = joined(item.folded("hint"))
    explanation = "\n\n".join(part for part in (explanation, why) if part)
    if hint:
        found["hint"] = braced(hint)
    if explanation:
        found["explanation"] = braced(explanation)
    if todo:
        found["todo"] = "\n".join(map(wrapped, todo))
    return found


def wrapped(text: str) -> str:
    """What is left to do, in lines that an editor shows whole; lines of its own stay."""
    return "\n".join(line if len(line) < 88 else fill(line, 88) for line in text.split("\n"))


def braced(text: str) -> str:
    """A text that fills nothing: its braces are literal ones.

    >>> braced("{0, 1}")
    '{{0, 1}}'
    """
    return text.replace("{", "{{").replace("}", "}}")


def _name(text: str) -> Tree:
    """An id; one that other YAML programs take for a number or a switch gets quotes."""
    return Word(text) if re.search(r"[a-z]", text) and "-" in text else text


def _prompt(rows: Sequence[Row]) -> str:
    kept = trimmed([row for row in rows if row.code or not is_rule(row.text)])
    text = joined(kept)
    whole = re.fullmatch(r"\*\*([^*]+)\*\*", text)
    return whole[1].strip() if whole else text


def _telling(prompt: str) -> str:
    """The sentence of a prompt that asks: ids are made of it."""
    text = re.sub(r"```.*?(?:```|$)", " ", prompt, flags=re.DOTALL)
    text = re.sub(r"^\W*true or false\W*", "", " ".join(text.split()), flags=re.IGNORECASE)
    sentences = re.split(r"(?<=[.?!])\s+", text)
    return next((one for one in sentences if one.rstrip("*_)").endswith("?")), sentences[0])


def _more(item: Item, *, told: bool) -> str:
    """What else is folded: explanations beside a check, and blocks of other names."""
    parts = []
    for fold in item.folds:
        text = joined(fold.rows)
        if fold.name == "explanation" and told and text:
            parts.append(text)
        elif fold.name == "other" and text:
            parts.append(f"{fold.summary}\n\n{text}" if fold.summary else text)
    return "\n\n".join(parts)


def _two_words(prompt: str, check: str) -> list[Option]:
    """The options of "True or false?" and "Yes or no?", where the check begins with one of them."""
    asked = re.search(r"\b(true) or (false)\b|\b(yes) or (no)\b", prompt, re.IGNORECASE)
    if asked is None or re.search(r"\b(?:why|explain|justify)\b", prompt, re.IGNORECASE):
        return []
    words = [word.capitalize() for word in asked.groups() if word]
    if not re.match(rf"\W*(?:{'|'.join(words)})\b\W", f"{check}\n", re.IGNORECASE):
        return []
    return [
        Option(letter=letter, rows=[Row(0, word)]) for letter, word in zip("AB", words, strict=True)
    ]


# --- choices ----------------------------------------------------------------------------------


def _told(item: Item, check: str) -> Told:
    texts = [(option.letter, joined(option.rows)) for option in item.options]
    if len({text.casefold() for _, text in texts}) < len(texts):
        return Told()  # equal options cannot be told apart
    return tell(check, texts, [option.letter for option in item.options if option.ticked])


def _choice(item: Item, told: Told, prompt: str) -> dict[str, Tree]:
    ids = Ids()
    options: list[Tree] = []
    for option in item.options:
        text = joined(option.rows)
        wanted = slug(text, 4, telling=len(text.split()) > 4)
        if len(re.findall(r"[a-z]", wanted)) < 3 and not re.search(r"[a-z]{2}", wanted):
            wanted = ""
        entry: dict[str, Tree] = {
            "id": _name(ids.take(wanted, f"option-{option.letter.lower()}")),
            "text": braced(text),
        }
        if option.letter in told.right:
            entry["right"] = Word("true")
        if option.letter in told.says:
            entry["say"] = braced(told.says[option.letter])
        options.append(entry)
    answer: dict[str, Tree] = {"kind": Word("choice")}
    if len(told.right) > 1:
        answer["many"] = Word("true")
    words = [prompt, told.explanation, *told.says.values(), *map(joined, _rows(item))]
    if _order_matters([joined(option.rows) for option in item.options]) or any(
        _names_letter(text, [option.letter for option in item.options]) for text in words
    ):
        answer["fixed"] = Word("true")
    answer["options"] = options
    return answer


def _rows(item: Item) -> list[list[Row]]:
    return [*(option.rows for option in item.options), item.folded("hint", "explanation", "other")]


def _order_matters(texts: Sequence[str]) -> bool:
    """Options that speak of each other, or of a number each, in order, stay where they are."""
    if any(
        re.search(r"\b(?:all|none|both|neither) of (?:the |these|them)", t, re.I) for t in texts
    ):
        return True
    if {text.casefold().rstrip(".") for text in texts} in ({"yes", "no"}, {"true", "false"}):
        return True
    numbers = [re.fullmatch(r"\D{0,8}(\d+(?:\.\d+)?)\D{0,12}", text) for text in texts]
    values = [float(number[1]) for number in numbers if number]
    ordered = values in (sorted(values), sorted(values, reverse=True))
    return len({*values}) == len(texts) > 2 and ordered


def _names_letter(text: str, letters: Sequence[str]) -> bool:
    """Whether a text speaks of an option by its letter, which shuffling would change."""
    for letter in letters:
        article = letter == "A"
        alone = rf"(?<![\w/'’=+*^-]){letter}(?![\w/'’=+^-])"
        if article:
            alone = (
                r"(?:\b(?:option|choice)\s+A\b|\(A\)|\bA(?=\s+(?:and|or)\s+[B-Z]\b)|\band\s+A\b)"
            )
        if re.search(alone, text):
            return True
    return False


def _listing(options: Sequence[Option]) -> str:
    return "\n".join(f"{option.letter}. {joined(option.rows)}" for option in options)


# --- numbers and checklists -------------------------------------------------------------------


def _number(stated: Stated) -> dict[str, Tree]:
    tolerance: Tree = Word("exact") if stated.is_whole_count else {"rel": Word("1%")}
    return {
        "kind": Word("number"),
        "value": Word(stated.value),
        "unit": Word(stated.unit),
        "tolerance": tolerance,
    }


_BULLET = re.compile(r"(\s*)(?:[-*+•]|\d{1,2}[.)])\s+(?:\[[ xX]?\]\s+)?(.*)")


def checklist(rows: Sequence[Row]) -> list[Tree]:
    """The points of a model answer: its outer bullets, if there are two or more."""
    bullets = [
        (len(match[1]), row)
        for row in rows
        if not row.code and (match := _BULLET.fullmatch(row.text))
    ]
    if len(bullets) < 2:
        return []
    outer = min(depth for depth, _ in bullets)
    points: list[str] = []
    inside = False
    for row in rows:
        match = None if row.code else _BULLET.fullmatch(row.text)
        if match and len(match[1]) <= outer + 1:
            points.append(match[2])
            inside = True
        elif row.is_blank or match or row.code or row.indent <= outer:
            inside = False
        elif inside:
            points[-1] += " " + row.text.strip()
    distinct = list(dict.fromkeys(point.strip() for point in points if point.strip()))
    return list(distinct) if len(distinct) > 1 else []


# --- reps -------------------------------------------------------------------------------------

_TOMORROW = re.compile(
    r"(?P<bold>\*\*|__|\*|_)?\(?(?P<when>tomorrow|next day|the next day|next study day)\)?\s*"
    r"(?P<more>[^:.*_\n]{0,60}?)(?:\s*[:—–]\s*(?:(?P=bold))?|(?P=bold)\s*[:—–.]?)\s*",
    re.IGNORECASE,
)
_TODAY = re.compile(r"(\*\*|__|\*|_)?(?:today|now)\s*(?::\s*(?:\1)?|\1\s*[:—–])\s*", re.IGNORECASE)


def rep(item: Item, ids: Ids, otherwise: str) -> dict[str, Tree]:
    """One rep; "Tomorrow:" before it makes it due the next study day."""
    task = joined(
        [
            *item.prompt,
            *(row for option in item.options for row in _lettered(option)),
        ]
    )
    later, now = _tomorrow(task), _TODAY.match(task)
    if later is not None:
        task = later
    elif now:
        task = task[now.end() :]
    found: dict[str, Tree] = {
        "id": _name(ids.take(slug(_first_words(task), telling=True), otherwise)),
        "task": task,
    }
    hint = joined(item.folded("hint"))
    if hint:
        found["task"] = f"{task}\n\nHint: {hint}"
    if later is not None:
        found["due"] = Word("next-day")
    rest = joined(item.folded("check", "explanation", "other"))
    if rest:
        found["todo"] = f"Make a check of this, or take it out:\n{rest}"
    return found


def _tomorrow(task: str) -> str | None:
    """The task without "Tomorrow:", or None where it is for today."""
    match = _TOMORROW.match(task)
    if match is None:
        return None
    rest = task[match.end() :].strip()
    if not rest:
        return None
    more = match["more"].strip(" ,()")
    text = f"{more}: {rest}" if more else rest
    return text[0].upper() + text[1:]


def _first_words(task: str) -> str:
    return re.split(r"(?<=[.;?!])\s", " ".join(task.split()), maxsplit=1)[0]


def _lettered(option: Option) -> list[Row]:
    first, *rest = option.rows
    return [first.having(f"{option.letter}. {first.text.strip()}"), *rest]
