"""What every code of a finding means, why it matters, and how to mend it.

`wrong` and `right` are pieces of a lesson file; one that starts with `- ` is a question. A test
puts each into a lesson and sees that the one brings the code and the other does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One code: what is found, why that is a fault, an example of each kind."""

    summary: str
    why: str
    wrong: str = ""
    right: str = ""


def _number(answer: str) -> str:
    return f"""\
- id: some-number
  prompt: How many GB?
  answer: {answer}
"""


def _given(given: str, more: str = "") -> str:
    return f"""\
- id: some-number
  prompt: Mixed Adam on {{devices}} devices, bytes of optimizer state per parameter?
  given: {given}
  answer: {{kind: number, unit: bytes/param, tolerance: {{rel: 0.5%}}}}
{more}"""


def _four_choices(right: str, more: str = "") -> str:
    return "".join(
        f"- id: choice-{number}\n  prompt: Which is it, in case {number}?\n"
        f"  answer: {{kind: choice, {more}options: [{{id: aa, text: {right}, right: true}}, "
        "{id: bb, text: the first stage}, {id: cc, text: the third stage}]}\n"
        for number in range(4)
    )


_DRAWN = "params: [7B], devices: [8, 16, 32], stage: [1]"
_FIRST = "params: 7B, devices: 8, stage: 1"


def _zero(
    drawn: str = _DRAWN,
    first: str = _FIRST,
    *,
    ask: str = "optimizer_bytes_per_param",
    name: str = "zero",
) -> str:
    return f"{{calculator: {name}, ask: {ask}, values: {{{drawn}}}, example: {{{first}}}}}"


def _near(tolerance: str) -> str:
    mistakes = "  mistakes: [{value: 0.8, say: A guess.}]\n"
    return _given(_zero(drawn=_DRAWN.replace("16, 32", "12, 16")), mistakes).replace(
        "{rel: 0.5%}", tolerance
    )


def _choice(*options: str, more: str = "") -> str:
    lines = "".join(f"      - {option}\n" for option in options)
    return f"""\
- id: some-choice
  prompt: Which stage shards the gradients?
  answer:
    kind: choice
{more}    options:
{lines}"""


def _mistakes(*mistakes: str) -> str:
    return f"  mistakes: [{', '.join(mistakes)}]\n"


_CASES = (
    "{calculator: zero, ask: optimizer_bytes_per_param, cases: ["
    + ", ".join(
        f"{{params: {params}, devices: {devices}, stage: 1}}"
        for params, devices in (("7B", 8), ("9B", 8), ("11B", 8), ("7B", 16), ("7B", 32))
    )
    + f"], example: {{{_FIRST}}}}}"
)
_ALL_STATES = "{ask: bytes_per_param, say: All of it.}"


def _lost(most: str) -> str:
    return f"""\
- id: fewest
  prompt: How many micro-batches for {{pipeline}} stages and a bubble of 10 % of total time?
  given:
    calculator: pipeline
    ask: fewest_microbatches
    values: {{pipeline: [2, 4, 8], most_lost: [{most}]}}
    example: {{pipeline: 4, most_lost: {most}}}
  answer: {{kind: number, unit: plain, tolerance: exact}}
"""


_TWO = ("{id: stage-2, text: stage 2, right: true}", "{id: stage-1, text: stage 1}")

CODES: Final[Mapping[str, Code]] = {
    # --- syntax and limits ---
    "QK101": Code(
        summary="a file is too large",
        why="A lesson has at most 1 MiB, 100,000 values and 50 levels; no hand-written one comes "
        "near, and a file that does may be meant to stall whoever opens it.",
    ),
    "QK102": Code(
        summary="a file is not UTF-8",
        why="Another encoding shows as garbage on other machines. Save the file as UTF-8.",
    ),
    "QK103": Code(
        summary="the YAML cannot be parsed",
        why="Most often a text without quotes holds a colon and a blank, or starts with a brace. "
        'Put it in quotes, or write it as a block after "|".',
        wrong="summary: One thing: another\n",
        right='summary: "One thing: another"\n',
    ),
    "QK104": Code(
        summary="an anchor, alias or merge key",
        why="A few aliases of aliases grow to gigabytes, and a reader of the file has to jump. "
        "Write the value again.",
        wrong="summary: &short Sharding in stages\n",
        right="summary: Sharding in stages\n",
    ),
    "QK105": Code(
        summary="a tag or directive",
        why="Tags make other programs build objects out of a lesson; here every value is a text.",
        wrong="summary: !important Sharding in stages\n",
        right='summary: "!important Sharding in stages"\n',
    ),
    "QK106": Code(
        summary="a second document in a file",
        why="A line --- starts a second document, which would be dropped. One file, one lesson.",
        wrong="summary: Sharding\n---\nnotes: more\n",
        right="summary: Sharding\nnotes: more\n",
    ),
    "QK107": Code(
        summary="a field stands twice",
        why="YAML parsers keep the last and drop the first in silence.",
        wrong="summary: Sharding\nsummary: Sharding in stages\n",
        right="summary: Sharding in stages\n",
    ),
    "QK108": Code(
        summary="an invisible character",
        why="Control characters confuse terminals; direction marks make a text read otherwise than "
        "it is written. Remove it.",
        wrong='summary: "Sharding \\u202e in stages"\n',
        right='summary: "Sharding in stages"\n',
    ),
    "QK109": Code(
        summary="YAML drops the rest of a text",
        why='After an unquoted text, blank and "#" start a comment: learners would never see what '
        "follows. Put quotes round the text.",
        wrong="summary: What stage # 2 shards\n",
        right='summary: "What stage # 2 shards"\n',
    ),
    "QK110": Code(
        summary="a file is empty, missing or unreadable",
        why="There is nothing to load. See that the file is there, has content, and may be read.",
    ),
    "QK111": Code(
        summary="an ignore comment that ignores nothing",
        why="The finding is gone, or the code is another; a stale comment hides the next one.",
        wrong="# quizkit: ignore QK604 -- the law's own words\nsummary: Sharding\n",
        right="summary: Sharding\n",
    ),
    "QK112": Code(
        summary="an ignore comment without a reason",
        why="Whoever reads it next must know why the finding may stay: write it after --.",
    ),
    "QK113": Code(
        summary="lessons that cannot be found",
        why="A course has its lesson files in a folder called lessons, under names in UTF-8. See "
        "that the folder is there and may be read, and give the file another name.",
    ),
    # --- structure ---
    "QK201": Code(
        summary="a value of another shape",
        why="A text stands where a list belongs, a list where fields belong, or the like.",
        wrong="requires: dp-memory\n",
        right="requires: [dp-memory]\n",
    ),
    "QK202": Code(
        summary="a field is missing",
        why="Without it the lesson cannot be shown or graded.",
        wrong=_number("{kind: number, value: 120, unit: GB}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: {rel: 1%}}"),
    ),
    "QK203": Code(
        summary="an unknown field",
        why="A misspelt field would be dropped in silence.",
        wrong=_number("{kind: number, value: 120, unit: GB, tolerence: {rel: 1%}}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: {rel: 1%}}"),
    ),
    "QK204": Code(
        summary="a field without a value",
        why="Most often something was meant to be filled in. Write it, or remove the line.",
        wrong="summary:\n",
        right="summary: Sharding in stages\n",
    ),
    "QK205": Code(
        summary="a value that the field does not take",
        why="The message names what it takes; only true and false are switches, not yes and no.",
        wrong=_choice("{id: stage-2, text: stage 2, right: yes}", _TWO[1]),
        right=_choice(*_TWO),
    ),
    "QK206": Code(
        summary="not a number",
        why="Authors write 12, 1.5e9, 67/16, 7B or 0.5%, and nothing else: every key is exact.",
        wrong=_number("{kind: number, value: .inf, unit: GB, tolerance: exact}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: exact}"),
    ),
    "QK207": Code(
        summary="a list that is too short or too long",
        why="A choice has at least two options; a text answer accepts at least one text.",
        wrong=_choice(_TWO[0]),
        right=_choice(*_TWO),
    ),
    "QK208": Code(
        summary="fields that do not go together",
        why="Each says something that the other contradicts. Keep one.",
        wrong=_given(
            _zero(), "  mistakes: [{value: 12, ask: bytes_per_param, say: Not sharded.}]\n"
        ),
        right=_given(_zero(), "  mistakes: [{value: 12, say: Not sharded.}]\n"),
    ),
    # --- ids and references ---
    "QK301": Code(
        summary="not an id",
        why="The log and the command line name questions by id: small letters, digits and -, two "
        "characters or more.",
        wrong=_choice("{id: Stage 2, text: stage 2, right: true}", _TWO[1]),
        right=_choice(*_TWO),
    ),
    "QK302": Code(
        summary="an id stands twice",
        why="The history of one question would be taken for that of the other.",
        wrong=_choice(_TWO[0], "{id: stage-2, text: stage 1}"),
        right=_choice(*_TWO),
    ),
    "QK303": Code(
        summary="a reference to nothing",
        why="The objective or source is not in course.yaml, or no lesson has that id.",
    ),
    "QK304": Code(
        summary="a lesson number stands twice",
        why="Lessons go by number; two of one number have no order.",
    ),
    "QK305": Code(
        summary="a lesson requires itself",
        why="By whatever way: its questions would wait for ever.",
    ),
    "QK306": Code(
        summary="a question renamed from one that is there, or that another was renamed from",
        why="The history would move away from the question that still has that id, and only one "
        "question can take it over.",
    ),
    "QK307": Code(
        summary="a file that is not read",
        why="Lesson files end in .yaml, in small letters.",
    ),
    "QK308": Code(
        summary="a lesson requires a later one",
        why="Lessons are introduced by number; this one would be held up behind later ones.",
    ),
    "QK309": Code(
        summary="a lesson without questions",
        why="It never comes up in a review, and whatever requires it cannot start.",
        wrong="summary: Sharding\n",
        right=_choice(*_TWO),
    ),
    "QK310": Code(
        summary="the right option is always at one place",
        why="Learners notice. Leave `fixed` away where the order does not matter.",
        wrong=_four_choices("stage 2", more="fixed: true, "),
        right=_four_choices("stage 2"),
    ),
    "QK311": Code(
        summary="a warm-up that asks about its own lesson",
        why="A warm-up brings back what was before; this lesson's own questions are its practice.",
        wrong="warm_up: [{id: what-is-it, prompt: What is in this lesson?, "
        "answer: {kind: recall, model: It.}}]\n",
        right="warm_up: [{id: what-was-it, prompt: What was in the last?, "
        "answer: {kind: recall, model: It.}}]\n",
    ),
    # --- answers and tolerances ---
    "QK401": Code(
        summary="not a tolerance",
        why="It is `exact`, or a mapping with one rule; only abs and rel may stand together.",
        wrong=_number("{kind: number, value: 120, unit: GB, tolerance: 1%}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: {rel: 1%}}"),
    ),
    "QK402": Code(
        summary="a bound that bounds nothing",
        why="Below 0, or 0 where that means exact, or a factor of 1 or less.",
        wrong=_number("{kind: number, value: 120, unit: GB, tolerance: {abs: 0}}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: exact}"),
    ),
    "QK403": Code(
        summary="a percent sign too few or too many",
        why="`rel: 1` could mean 1 % or 100 %; rel takes a percent sign, abs does not.",
        wrong=_number("{kind: number, value: 120, unit: GB, tolerance: {rel: 1}}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: {rel: 1%}}"),
    ),
    "QK404": Code(
        summary="a rule that means nothing for the key 0",
        why="A share of 0 is 0, and 0 has no significant figures.",
        wrong=_number("{kind: number, value: 0, unit: GB, tolerance: {rel: 1%}}"),
        right=_number("{kind: number, value: 0, unit: GB, tolerance: {abs: 0.1}}"),
    ),
    "QK405": Code(
        summary="a range that cannot be meant",
        why="Its ends are swapped, or the key lies outside.",
        wrong=_number("{kind: number, value: 120, unit: GB, tolerance: {range: [125, 115]}}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: {range: [115, 125]}}"),
    ),
    "QK406": Code(
        summary="not a unit",
        why="The table of units is closed, so that each is exact and read one way.",
        wrong=_number("{kind: number, value: 120, unit: Gb, tolerance: exact}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: exact}"),
    ),
    "QK407": Code(
        summary="units of different kinds",
        why="What the calculator makes, or a mistake, cannot be given in the asked unit.",
        wrong=_given(_zero(ask="bytes_per_device")),
        right=_given(_zero(ask="bytes_per_param")),
    ),
    "QK408": Code(
        summary="not one right option",
        why="A choice has exactly one, unless `many: true` says that there may be several.",
        wrong=_choice("{id: stage-2, text: stage 2}", _TWO[1]),
        right=_choice(*_TWO),
    ),
    "QK409": Code(
        summary="equal texts",
        why="Two options, accepted texts or left sides that read the same cannot be told apart.",
        wrong=_choice(_TWO[0], "{id: stage-1, text: stage 2}"),
        right=_choice(*_TWO),
    ),
    "QK410": Code(
        summary="no key, or two",
        why="A number's key comes from `given` or from `value`: from one of them.",
        wrong=_number("{kind: number, unit: GB, tolerance: exact}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: exact}"),
    ),
    "QK411": Code(
        summary="a tolerance under which GB passes for GiB",
        why="From 6.8 % on, a learner who takes one unit for the other is told to be right.",
        wrong=_number("{kind: number, value: 120, unit: GB, tolerance: {rel: 10%}}"),
        right=_number("{kind: number, value: 120, unit: GB, tolerance: {rel: 1%}}"),
    ),
    "QK412": Code(
        summary="a bound that is graded otherwise than it says",
        why="A value on the bound is right and one a hair beyond it is not, typed exactly.",
    ),
    "QK413": Code(
        summary="the key is not right in a unit that may be typed",
        why="Whoever works in that unit cannot pass.",
    ),
    "QK414": Code(
        summary="a tolerance under which a declared mistake passes",
        why="On some combinations the mistake would be right. They are never drawn, but a learner "
        "is meant to tell the two apart.",
        wrong=_near("{abs: 0.09}"),
        right=_near("{abs: 0.02}"),
    ),
    "QK415": Code(
        summary="a tolerance under which twice or half the key passes",
        why="A forgotten factor of 2 is the commonest slip of all. Where only the size matters, "
        "factor: 2 says so.",
        wrong=_number("{kind: number, value: 3, unit: plain, tolerance: {abs: 1.5}}"),
        right=_number("{kind: number, value: 3, unit: plain, tolerance: {abs: 0.5}}"),
    ),
    # --- variants ---
    "QK501": Code(
        summary="no such calculator",
        why="`quiz calc` lists them.",
        wrong=_given(_zero(name="zeros")),
        right=_given(_zero()),
    ),
    "QK502": Code(
        summary="no such input",
        why="`quiz calc NAME` lists what a calculator takes.",
        wrong=_given(_zero(drawn=_DRAWN.replace("stage", "stages"))),
        right=_given(_zero()),
    ),
    "QK503": Code(
        summary="no such output",
        why="`quiz calc NAME` lists what a calculator gives.",
        wrong=_given(_zero(ask="optimizer_bytes")),
        right=_given(_zero()),
    ),
    "QK504": Code(
        summary="an input that the calculator refuses",
        why="It is outside what is allowed, or something else that it needs is missing.",
        wrong=_given(_zero(drawn=_DRAWN.replace("16", "0"))),
        right=_given(_zero()),
    ),
    "QK505": Code(
        summary="example and values name different inputs",
        why="Every variant fills the same prompt, seed 0 too. Name an input in both, if with one "
        "value; and name no value twice, for it would be drawn twice as often.",
        wrong=_given(_zero(drawn="params: [7B], devices: [8, 16, 32]")),
        right=_given(_zero()),
    ),
    "QK506": Code(
        summary="the example cannot be used",
        why="Seed 0 is the author's own example and is never drawn again: the calculator must take "
        "it, and every declared mistake must lie clear of its key.",
        wrong=_given(_zero(), "  mistakes: [{value: 1.501, say: Nearly.}]\n"),
        right=_given(_zero(), "  mistakes: [{value: 12, say: Not sharded.}]\n"),
    ),
    "QK507": Code(
        summary="variants cannot be drawn",
        why="A hundred combinations in a row were refused, or had a mistake too near the key.",
        wrong=_given(
            _zero(drawn="params: [7B], devices: [1], stage: [1]"),
            "  mistakes: [{instead: {devices: 1}, say: Not sharded.}]\n",
        ),
        right=_given(_zero(), "  mistakes: [{instead: {devices: 1}, say: Not sharded.}]\n"),
    ),
    "QK508": Code(
        summary="an author's test fails",
        why="The question grades otherwise than its author expects.",
        wrong=_given(_zero(), '  tests: [{response: "12", expect: right}]\n'),
        right=_given(_zero(), '  tests: [{response: "1.5", expect: right}]\n'),
    ),
    "QK509": Code(
        summary="the key itself is not right",
        why="Typed as it is shown, the key is not graded right: no learner can pass.",
    ),
    "QK510": Code(
        summary="a mistake that never shows",
        why="No variant has it, or an earlier one always has the same value: its words are lost.",
        wrong=_given(
            _zero(), "  mistakes: [{value: 12, say: Not sharded.}, {value: 24/2, say: Whole.}]\n"
        ),
        right=_given(_zero(), "  mistakes: [{value: 12, say: Not sharded.}]\n"),
    ),
    "QK511": Code(
        summary="a question that draws the same numbers every time",
        why="Whoever repeats it remembers the answer instead of the skill.",
        wrong=_given(_zero(drawn="params: [7B], devices: [8], stage: [1]")),
        right=_given(_zero()),
    ),
    "QK512": Code(
        summary="a declared mistake is not recognised",
        why="Typed, its value is graded as something else: its words are lost.",
    ),
    "QK513": Code(
        summary="a mistake that an earlier one often hides",
        why="On most of the combinations drawn both have one value, and the earlier one speaks.",
        wrong=_given(_CASES, _mistakes("{value: 5.5, say: A guess.}", _ALL_STATES)),
        right=_given(_CASES, _mistakes(_ALL_STATES)),
    ),
    "QK514": Code(
        summary="an option that can be taken for another",
        why="Its text, typed, names another option too: in some variant, once numbers are filled "
        "in, or since the other has it for an id.",
        wrong=_choice("{id: stage-1, text: stage-2, right: true}", "{id: stage-2, text: stage-1}"),
        right=_choice(*_TWO),
    ),
    "QK515": Code(
        summary="nonsense is right",
        why="Without what is ignored, nothing is left of an accepted text.",
        wrong="- id: a-mark\n  prompt: Which mark?\n"
        '  answer: {kind: text, accept: ["!"], ignore: [punctuation]}\n',
        right="- id: a-mark\n  prompt: Which mark?\n"
        '  answer: {kind: text, accept: ["!"], ignore: [case]}\n',
    ),
    "QK516": Code(
        summary="a value that is never drawn",
        why="With it every combination is thrown away: the calculator refuses it, or a declared "
        "mistake comes too near to the key.",
        wrong=_given(
            _zero(drawn=_DRAWN.replace("8, 16", "4, 8, 16")),
            "  mistakes: [{instead: {devices: 4}, say: A quarter.}]\n",
        ),
        right=_given(_zero(), "  mistakes: [{instead: {devices: 4}, say: A quarter.}]\n"),
    ),
    "QK517": Code(
        summary="a percent sign for what is in percent already",
        why="10% is read as a tenth; of an input or a key in percent that is a tenth of a percent.",
        wrong=_lost("10%"),
        right=_lost("10"),
    ),
    "QK518": Code(
        summary="few keys",
        why="Whoever meets the question again remembers its two keys instead of the skill.",
        wrong=_given(_zero(drawn="params: [7B], devices: [8, 16], stage: [1]")),
        right=_given(_zero()),
    ),
    # --- text ---
    "QK601": Code(
        summary="braces that nothing fills",
        why="In braces stands an input of `given`, or the key after the answer. "
        "A literal brace is written twice.",
        wrong=_given(_zero()).replace("{devices}", "{device}"),
        right=_given(_zero()),
    ),
    "QK602": Code(
        summary="something is left to do",
        why="An author or an import has left a `todo`. Do it, and remove the field.",
        wrong="todo: Ask for the exact factor.\n",
        right="summary: Sharding\n",
    ),
    "QK603": Code(
        summary="one question gives another away",
        why="Both come up in one review, in any order.",
        wrong="- {id: term, prompt: Name it., answer: {kind: text, accept: [reduce-scatter]}}\n"
        "- {id: cost, prompt: What a reduce-scatter costs?, answer: {kind: recall, model: Psi.}}\n",
        right="- {id: term, prompt: Name it., answer: {kind: text, accept: [reduce-scatter]}}\n"
        "- {id: cost, prompt: What is the first half?, answer: {kind: recall, model: Psi}}\n",
    ),
    "QK604": Code(
        summary="the right option stands out",
        why="Learners choose the longest option, and are right too often.",
        wrong=_choice(
            "{id: stage-2, right: true, text: stage 2 since only the owner needs them reduced}",
            _TWO[1],
            "{id: stage-3, text: stage 3}",
        ),
        right=_choice(*_TWO, "{id: stage-3, text: stage 3}"),
    ),
    "QK605": Code(
        summary="a convention that the prompt does not name",
        why="Optimizers keep different bytes, and a ring's volume or a pipeline's bubble is "
        "counted in two ways: without the word a learner cannot know which key is meant.",
        wrong=_given(_zero()).replace("Mixed Adam on", "On"),
        right=_given(_zero()),
    ),
    "QK606": Code(
        summary="the longest option is always right",
        why="Learners notice over a lesson, and choose by length.",
        wrong=_four_choices("the second stage of the three"),
        right=_four_choices("stage 2"),
    ),
    "QK607": Code(
        summary="one prompt for two keys",
        why="The prompt does not show a number on which the key depends: nobody can answer it.",
        wrong=_given(_zero()).replace("{devices}", "some"),
        right=_given(_zero()),
    ),
    "QK608": Code(
        summary="a text that is not written yet",
        why="An import found no text and wrote a stand-in: nobody can learn from it.",
        wrong="- {id: cost, prompt: What does it cost?, "
        "answer: {kind: recall, model: (not written yet)}}\n",
        right="- {id: cost, prompt: What does it cost?, answer: {kind: recall, model: Psi.}}\n",
    ),
    # --- accessibility ---
    "QK701": Code(
        summary="a picture without words",
        why="Terminals and screen readers show the words alone.",
        wrong="notes: |\n  ![](ring.png)\n",
        right="notes: |\n  ![four devices in a ring](ring.png)\n",
    ),
    "QK702": Code(
        summary="a link that does not say where it leads",
        why="Screen readers list links by their texts.",
        wrong="notes: |\n  The paper is [here](https://arxiv.org/abs/1910.02054).\n",
        right="notes: |\n  See [the ZeRO paper](https://arxiv.org/abs/1910.02054).\n",
    ),
}
