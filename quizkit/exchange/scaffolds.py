"""Turn names into the first text of a course, a lesson or a question: it passes `quiz check` as it
is, and its comments say what to change.
"""

from __future__ import annotations

from typing import Final

_COURSE = """\
# What all lessons of this course share. The id is its name for ever: progress is kept under it.
id: COURSE
title: TITLE
summary: Say in one line what the learner can do in the end.

# Where learners report defects (quiz report):
# tracker: https://github.com/you/COURSE/issues

# Lessons name objectives and sources by id.
objectives:
  - id: first-objective
    text: Say what the learner can do in the end, in words that can be tested.

sources:
  - id: first-source
    title: The primary source that the lessons follow
    year: 2020
    url: https://example.org/primary-source

glossary:
  - id: first-term
    term: first term
    text: Explain it in one or two sentences.
"""

_LESSON = """\
# yaml-language-server: $schema=../lesson.schema.json
# The comment above gives editors completion and help on every field.
# Ids are names for ever: the log of answers knows a question by LESSON/its-id.
id: LESSON
number: NUMBER
title: TITLE
summary: Say in one line what the lesson is about.
REFERENCES
# The explanation, in Markdown. A block after | needs no quotes.
notes: |
  ## The one idea

  Explain it as briefly as you can, then let the questions do the work.

practice:
  # Answered in the learner's own words and rated against the checklist.
  - id: say-why
    prompt: What does each device keep whole in data parallelism, and what does it share?
    answer:
      kind: recall
      model: |
        Each keeps all parameters, gradients and optimizer state. The batch is shared out, and
        the gradients are averaged.
      checklist:
        - parameters, gradients and optimizer state are whole everywhere
        - the batch is shared out
        - the gradients are averaged

  # A number with a fixed key. quiz new question --kind number shows one that is drawn anew.
  - id: work-it-out
    prompt: Eight devices share a batch of 512 samples evenly. How many samples does each see?
    answer: {kind: number, value: 64, unit: plain, tolerance: exact}
    mistakes:
      - value: 512
        say: That is the whole batch.
    explanation: 512/8 = 64.
    tests:
      - {response: "64", expect: right}
      - {response: "512", expect: mistake}

# Tasks away from the program; next-day is the day after the first practice.
reps:
  - id: on-your-own
    task: Do it once with numbers of your own.
  - id: from-memory
    task: Write the one idea down without notes.
    due: next-day
"""

_REFERENCES = """\
# An objective and sources are ids of course.yaml; `requires` names lessons that come first.
# objective: first-objective
# sources: [first-source]
# requires: [another-lesson]
"""

_QUESTIONS: dict[str, str] = {
    "number": """\
# A number that a calculator makes anew for everyone. quiz calc lists calculators, quiz calc zero
# their inputs and outputs; quiz sample LESSON/QUESTION shows what is drawn.
- id: QUESTION
  prompt: |
    A model of {params} parameters trains with ZeRO stage 1 on {devices} devices, with
    mixed-precision Adam (16 bytes per parameter).

    How many bytes of optimizer state per parameter does each device hold?
  given:
    calculator: zero
    ask: optimizer_bytes_per_param
    # one of each list is drawn; the example is seed 0, the numbers that you print yourself
    values: {params: [1.5B, 7B, 13B], devices: [8, 16, 32, 64], stage: [1]}
    example: {params: 7B, devices: 8, stage: 1}
  # or fix the key, without `given`: {kind: number, value: 1.5, unit: bytes/param, ...}
  answer: {kind: number, unit: bytes/param, tolerance: {rel: 0.5%}}
  # wrong ways that learners take: worked out anew for every draw, and told apart
  mistakes:
    - instead: {devices: 1}
      say: |
        That is the whole optimizer state. Stage 1 splits it over the devices.
    - ask: bytes_per_param
      say: |
        You added parameters and gradients. The question asks for the optimizer state alone.
  hint: Which of the 16 bytes are optimizer state?
  explanation: |
    12 of the 16 bytes are optimizer state, and {devices} devices share them: {key}.
  # quiz check runs these
  tests:
    - {response: "1.5", expect: right}
    - {response: "12", expect: mistake}
""",
    "choice": """\
# Options are shuffled unless `fixed: true`; `many: true` lets several be right.
- id: QUESTION
  prompt: Which half of an all-reduce leaves each device with one summed shard?
  answer:
    kind: choice
    options:
      - id: reduce-scatter
        text: the reduce-scatter
        right: true
      - id: all-gather
        text: the all-gather
        say: |
          It hands the summed shards round; somebody has summed them before.
      - id: both-halves
        text: both of them
        say: |
          The second half adds nothing up.
  explanation: |
    First every shard is summed at its owner, then everybody is sent all shards.
  tests:
    - {response: reduce-scatter, expect: right}
    - {response: all-gather, expect: wrong}
""",
    "text": """\
# A word or two, typed. Every accepted text is right, and all are shown as the key; case, blanks and
# quotes make no difference unless `ignore` says so.
- id: QUESTION
  prompt: What are the results of the forward pass called that the backward pass needs again?
  answer:
    kind: text
    accept: [activations, activation]
  tests:
    - {response: Activations, expect: right}
    - {response: gradients, expect: wrong}
""",
    "recall": """\
# Answered in the learner's own words and rated against the checklist. Use it for explanations.
- id: QUESTION
  prompt: Why does data parallelism need an all-reduce in every step?
  answer:
    kind: recall
    model: |
      Each device has gradients of its own samples only. All must take the same step, so they
      average their gradients first.
    checklist:
      - each device sees its own samples only
      - all devices must take the same step
""",
    "match": """\
# Pairs; the right sides are shuffled and may repeat.
- id: QUESTION
  prompt: What does each stage of ZeRO shard beyond the one before it?
  answer:
    kind: match
    pairs:
      - [stage 1, optimizer state]
      - [stage 2, gradients]
      - [stage 3, parameters]
  tests:
    - {response: "1-a, 2-b, 3-c", expect: right}
    - {response: "1-b, 2-a, 3-c", expect: partly}
""",
}

KINDS: Final = tuple(_QUESTIONS)


def course_text(course: str, title: str) -> str:
    """The first course.yaml."""
    return _COURSE.replace("COURSE", course).replace("TITLE", _line(title))


def lesson_text(lesson: str, number: int, title: str, *, first: bool) -> str:
    """The first text of a lesson: notes, a recall, a number and two reps.

    With `first`, it names the objective and the source that `course_text` has.
    """
    references = _REFERENCES
    if first:
        references = references.replace("# objective:", "objective:").replace("# sour", "sour")
    return (
        _LESSON.replace("LESSON", lesson)
        .replace("NUMBER", str(number))
        .replace("TITLE", _line(title))
        .replace("REFERENCES\n", references + "\n")
    )


def question_text(kind: str, name: str, lesson: str = "LESSON") -> str:
    """A question of a kind as an entry of `practice`, not indented."""
    return _QUESTIONS[kind].replace("QUESTION", name).replace("LESSON", lesson)


def _line(title: str) -> str:
    """A title as YAML, with quotes where it needs them.

    >>> _line("Ring all-reduce"), _line('ZeRO: "free"')
    ('Ring all-reduce', '"ZeRO: \\\\"free\\\\""')
    """
    from quizkit.exchange.lesson_yaml import yaml_text

    return yaml_text({"title": title}).removeprefix("title: ").removesuffix("\n")
