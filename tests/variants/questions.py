"""Hand-made questions that the tests of variants share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quizkit.content.model import (
    Answer,
    ChoiceAnswer,
    Exact,
    Given,
    MatchAnswer,
    Mistake,
    NumberAnswer,
    Option,
    Question,
    RecallAnswer,
    Relative,
    TextAnswer,
    Tolerance,
    Value,
)
from quizkit.content.notation import number, percentage


def question(
    name: str,
    answer: Answer,
    *,
    prompt: str = "What is it?",
    given: Given | None = None,
    mistakes: tuple[Mistake, ...] = (),
    hint: str = "",
    explanation: str = "",
) -> Question:
    return Question(
        id=name,
        lesson="toys",
        part="practice",
        prompt=prompt,
        answer=answer,
        revision="0123456789ab",
        given=given,
        mistakes=mistakes,
        hint=hint,
        explanation=explanation,
    )


def values(text: str) -> dict[str, tuple[Value, ...]]:
    """`params=1.5B,7B devices=8` as the values of a `given`; a word is the name of a choice."""
    found: dict[str, tuple[Value, ...]] = {}
    for part in text.split():
        name, _, cells = part.partition("=")
        found[name] = tuple(
            number(cell) if cell[0].isdigit() else cell for cell in cells.split(",")
        )
    return found


def one(text: str) -> Mapping[str, Value]:
    """`params=7B devices=8` as one combination."""
    return {name: cells[0] for name, cells in values(text).items()}


def drawn(
    ask: str, allowed: str, example: str, calculator: str = "zero", cases: tuple[str, ...] = ()
) -> Given:
    return Given(
        calculator=calculator,
        ask=ask,
        values=values(allowed),
        example=one(example),
        cases=tuple(one(case) for case in cases),
    )


EXACT = Exact()


def numeric(
    unit: str, tolerance: Tolerance | str = EXACT, value: str | None = None
) -> NumberAnswer:
    rule = Relative(percentage(tolerance)) if isinstance(tolerance, str) else tolerance
    return NumberAnswer(unit=unit, tolerance=rule, value=None if value is None else number(value))


OPTIMIZER_BYTES = question(
    "optimizer-bytes",
    numeric("bytes/param", "0.5%"),
    prompt="{params} parameters ({params:full}) in stage {stage} on {devices} devices.\n",
    given=drawn(
        "optimizer_bytes_per_param",
        "params=1.5B,7B,13B,70B devices=8,16,32,64 stage=1",
        "params=7B devices=8 stage=1",
    ),
    mistakes=(
        Mistake(instead={"devices": Fraction(1)}, say="{devices} devices share it: {key}."),
        Mistake(ask="bytes_per_param", say="That is everything."),
        Mistake(value=Fraction(1, 7), say="Where is that from?", share=Fraction(1, 4)),
    ),
    hint="Split over {devices}.",
    explanation="It is {key}.",
)

TOTAL = question(
    "total",
    numeric("GB", "0.5%"),
    prompt="How many GB?",
    given=drawn(
        "bytes_per_device",
        "params=7B,13B,30B devices=4,8,16 stage=0,1,2,3 recipe=mixed-adam",
        "params=13B devices=8 stage=2 recipe=mixed-adam",
    ),
    mistakes=(Mistake(unit="GiB", say="That is GiB."), Mistake(instead=one("stage=0"), say="?")),
)

CASES = question(
    "cases",
    numeric("GB"),
    prompt="{left} by {right}",
    given=drawn(
        "product",
        "",
        "left=1 right=2",
        "toy",
        ("left=3 right=4", "left=5 right=6", "left=7 right=8"),
    ),
)

FOUR = question(
    "four",
    ChoiceAnswer(
        options=(
            Option(id="aa", text="first", right=True, say="yes"),
            Option(id="bb", text="second", say="no"),
            Option(id="cc", text="third", say="no"),
            Option(id="dd", text="fourth", say="no"),
        )
    ),
)

STAGES = question(
    "stages",
    ChoiceAnswer(
        options=tuple(
            Option(id=f"stage-{n}", text=f"{n}", right=n > 1, say=f"{n}") for n in range(4)
        ),
        fixed=True,
        many=True,
    ),
)

MATCH = question(
    "match",
    MatchAnswer(
        pairs=(
            ("f forward", "nothing"),
            ("f backward", "all-reduce"),
            ("g forward", "all-reduce"),
            ("g backward", "nothing"),
            ("h", "gather"),
        )
    ),
)

TEXT = question("text", TextAnswer(accept=("all-reduce", "allreduce")))

RECALL = question("recall", RecallAnswer(model="Because.\n", checklist=("why", "how")))

ALL = (OPTIMIZER_BYTES, TOTAL, FOUR, STAGES, MATCH, TEXT, RECALL)
