"""QK6xx that need the sense of a question: what its prompt must name, what tells its answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from quizkit import calculators
from quizkit.calculators.api import Calculator, Input, evaluate
from quizkit.check.subjects import LessonSubject, QuestionSubject
from quizkit.content.model import ChoiceAnswer, Given, NumberAnswer, TextAnswer
from quizkit.errors import Finding, InputRefused
from quizkit.variants import Variant


def conventions_are_named(subject: QuestionSubject) -> Iterator[Finding]:
    """QK605: where a subject counts in several ways, the prompt says which one is meant."""
    given, example = subject.question.given, subject.example
    if given is None or not isinstance(example, Variant):
        return
    calculator = calculators.find(given.calculator)
    output = next(one for one in calculator.outputs if one.name == given.ask)
    if not _holds(example.prompt, output.conventions):
        yield subject.found(
            "QK605",
            f"{calculator.name} has {output.name} by one convention of several, and the prompt "
            "does not name it",
            "prompt",
            severity="warning",
            about=f"one of these would: {', '.join(output.conventions)}",
        )
        return
    for declared in calculator.inputs:
        if not _holds(example.prompt, declared.conventions) and _matters(
            calculator, declared, given
        ):
            chosen = given.example.get(declared.name, declared.default)
            yield subject.found(
                "QK605",
                f"the key depends on {declared.name} ({chosen}), which the prompt does not name",
                "prompt",
                severity="warning",
                about=f"one of these would: {', '.join(declared.conventions)}",
            )
            return


def _holds(text: str, words: Iterable[str]) -> bool:
    """Whether the text has one of the words, or there are none."""
    told = text.casefold()
    patterns = [rf"(?<!\w){re.escape(word.casefold())}" for word in words]
    return not patterns or any(re.search(pattern, told) for pattern in patterns)


def _matters(calculator: Calculator, declared: Input, given: Given) -> bool:
    """Whether another choice would give another key for the example."""
    amounts = set()
    for choice in declared.choices:
        try:
            made = evaluate(calculator, {**given.example, declared.name: choice})
        except InputRefused:
            continue
        amounts.add(made[given.ask].value)
    return len(amounts) > 1


def right_option_is_not_always_longest(subject: LessonSubject) -> Iterator[Finding]:
    """QK606: over a lesson's choices, the longest option is not always the right one."""
    choices = [
        (index, answer)
        for index, one in enumerate(subject.questions)
        if isinstance(answer := one.question.answer, ChoiceAnswer)
        and not answer.many
        and len(answer.options) > 2
    ]
    if len(choices) >= 4 and all(_longest_is_right(answer) for _, answer in choices):
        yield subject.questions[choices[0][0]].found(
            "QK606",
            f"in all {len(choices)} choices of this lesson the longest option is right",
            "answer",
            "options",
            severity="warning",
            about="learners notice; write wrong options as carefully",
        )


def _longest_is_right(answer: ChoiceAnswer) -> bool:
    longest = max(len(option.text) for option in answer.options)
    return [option.right for option in answer.options if len(option.text) == longest] == [True]


def no_question_gives_another_away(subject: LessonSubject) -> Iterator[Finding]:
    """QK603: what one question asks for does not stand in the prompt of another."""
    # Each is compared with each: a hostile lesson has thousands.
    prompts = [(one, _flat(_prompt(one))) for one in subject.questions[:_MOST_COMPARED]]
    for asking, own in prompts:
        for text in _answers(asking):
            words = _flat(text)
            if words in own:
                continue  # it stands in its own prompt: what is asked for is something else
            for other, told in prompts:
                if words in told and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", told):
                    yield other.found(
                        "QK603",
                        f'this prompt holds "{text}", which {asking.question.id} asks for',
                        "prompt",
                        severity="warning",
                        within=text,
                    )


_MOST_COMPARED = 200


def _answers(subject: QuestionSubject) -> Iterator[str]:
    """The words that are right, as far as they are telling."""
    answer = subject.question.answer
    if isinstance(answer, TextAnswer):
        yield from (text for text in answer.accept if len(text) >= 4)
    elif isinstance(answer, ChoiceAnswer) and not answer.many and subject.question.given is None:
        right = [option.text for option in answer.options if option.right]
        yield from (text for text in right if len(text.split()) >= 3)
    elif isinstance(answer, NumberAnswer):
        return  # one number is the key of many a question


def _prompt(subject: QuestionSubject) -> str:
    example = subject.example
    return example.prompt if isinstance(example, Variant) else subject.question.prompt


def _flat(text: str) -> str:
    return " ".join(text.casefold().split()).removesuffix(".")


def warm_up_asks_about_earlier_lessons(subject: LessonSubject) -> Iterator[Finding]:
    """QK311: a warm-up asks about what was before, not about its own lesson."""
    practised = {
        (given.calculator, given.ask): one.question.id
        for one in subject.questions
        if one.question.part == "practice" and (given := one.question.given) is not None
    }
    title = _flat(subject.lesson.title)
    for one in subject.questions:
        if one.question.part != "warm_up":
            continue
        given, prompt = one.question.given, _flat(_prompt(one))
        about = ""
        if given is not None and (given.calculator, given.ask) in practised:
            about = f"like {practised[given.calculator, given.ask]}, it asks for {given.ask}"
        elif len(title) >= 8 and re.search(rf"(?<!\w){re.escape(title)}(?!\w)", prompt):
            about = "it names the lesson's title"
        elif found := re.search(_OWN, prompt):
            about = f'it says "{found[0]}"'
        if about:
            yield one.found(
                "QK311",
                f"a warm-up asks about earlier lessons, but {about}",
                "prompt",
                severity="warning",
                about="move it to the practice",
            )


_OWN = re.compile(r"\b(?:in )?this lesson\b")

QUESTION_RULES = (conventions_are_named,)
LESSON_RULES = (
    right_option_is_not_always_longest,
    no_question_gives_another_away,
    warm_up_asks_about_earlier_lessons,
)
