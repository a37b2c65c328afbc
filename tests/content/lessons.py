"""One lesson that holds every field, and single faults put into it, each with its place."""

# ruff: noqa: E501 - a fault reads best in one line
from __future__ import annotations

from typing import NamedTuple

WHOLE = """\
# yaml-language-server: $schema=../lesson.schema.json
id: zero-1-2
number: 9
title: "ZeRO: stages 1 and 2"
summary: Shard what only its owner needs.
objective: zero-fsdp
requires: [dp-memory]
sources: [zero-paper]
notes: |
  ## One copy instead of many

  Stage 1 shards the optimizer state.
warm_up:
  - id: five-costs
    prompt: Name the five costs.
    answer:
      kind: recall
      model: |
        Parameters, gradients, and three kinds of optimizer state.
      checklist:
        - parameters
        - gradients
practice:
  - id: optimizer-bytes
    prompt: |
      A model of {params} parameters trains with stage 1 on {devices} devices.
      How many bytes of optimizer state per parameter, with mixed Adam?
    given:
      calculator: zero
      ask: optimizer_bytes_per_param
      values: {params: [1.5B, 7B], devices: [8, 16, 32], stage: [1]}
      example: {params: 7B, devices: 8, stage: 1}
    answer:
      kind: number
      unit: bytes/param
      tolerance: {rel: 0.5%}
      unit_rule: optional
      accept: [bytes/param]
      written: {sigfigs: 2}
      wrong_unit_share: 1/2
    mistakes:
      - instead: {devices: 1}
        say: That is the whole state, {key} when sharded.
        share: 25%
      - ask: bytes_per_param
        say: That adds parameters and gradients.
      - value: 3
        say: That is the limit.
    hint: Split it evenly.
    explanation: It is {key}.
    tags: [memory]
    tests:
      - {response: "1.5", seed: 0, expect: right}
      - {response: "12", expect: mistake}
    renamed_from: [old-name]
  - id: reduction-cases
    prompt: By what factor on {devices} devices at stage {stage} (mixed Adam)?
    given:
      calculator: zero
      ask: reduction_factor
      cases:
        [{params: 7B, devices: 8, stage: 2},
         {params: 7B, devices: 64, stage: 1}, {params: 7B, devices: 64, stage: 2}]
      example: {params: 7B, devices: 8, stage: 2}
    answer: {kind: number, unit: fold, tolerance: {sigfigs: 3}}
  - id: fixed-number
    prompt: Say the number.
    answer:
      kind: number
      unit: GB
      value: 48.75
      tolerance: {any_of: [48.75, {value: 49, tolerance: {abs: 0.1}}]}
    mistakes:
      - unit: GiB
        say: That is the number of GiB.
  - id: which-stage
    prompt: Which stage shards the gradients?
    answer:
      kind: choice
      fixed: true
      options:
        - id: stage-1
          text: stage 1
          say: Only the optimizer state.
        - id: stage-2
          text: stage 2
          right: true
  - id: several-stages
    prompt: Which stages shard the optimizer state?
    answer:
      kind: choice
      many: true
      options:
        - {id: stage-1, text: stage 1, right: true}
        - {id: stage-2, text: stage 2, right: true}
        - {id: stage-0, text: stage 0, right: false}
  - id: name-it
    prompt: What is the first half of an all-reduce called?
    answer: {kind: text, accept: ["reduce-scatter", reduce scatter], ignore: [case, spaces]}
  - id: what-stays
    prompt: What stays whole?
    answer:
      kind: match
      pairs:
        - [stage 1, parameters and gradients]
        - [stage 2, parameters]
reps:
  - id: thirteen-billion
    task: Work it out for 13e9 parameters.
    checks:
      - prompt: Per device?
        answer: {kind: number, value: 48.75, unit: GB, tolerance: {abs: 0.1, rel: 1%}}
        explanation: It is 48.75 GB.
  - id: predict
    task: Predict stage 3.
    due: next-day
further:
  - {title: The paper, url: "https://arxiv.org/abs/1910.02054", note: Sections 5 and 7.}
"""


class Fault(NamedTuple):
    """A replacement that brings one finding at the place of `¦`, which is taken out.

    `schema` is whether JSON Schema can see it too.
    """

    old: str
    new: str
    code: str
    message: str
    schema: bool = True

    @property
    def text(self) -> str:
        """The whole lesson with this one fault."""
        return self._marked.replace("¦", "")

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of the fault, both from 1."""
        before = self._marked.partition("¦")[0].split("\n")
        return len(before), len(before[-1]) + 1

    @property
    def _marked(self) -> str:
        assert WHOLE.count(self.old) == 1, f"{self.old!r} is not once in the lesson"
        return WHOLE.replace(self.old, self.new)


FAULTS = [
    Fault("id: zero-1-2\nnumber: 9\n", "¦id: zero-1-2\n", "QK202", 'a lesson needs "number"'),
    Fault("number: 9", "¦number:", "QK204", '"number" is missing its value'),
    Fault("number: 9", "number: ¦nine", "QK205", '"nine" is not a whole number of at least 0'),
    Fault('title: "ZeRO', '¦titel: "ZeRO', "QK203", 'unknown field "titel"'),
    Fault(
        "summary: Shard what only",
        "summary: ¦[Shard] #",
        "QK201",
        "a text is expected here, not a list",
    ),
    Fault(
        "summary: Shard what only its",
        "summary: ¦Shard # what its",
        "QK109",
        'YAML drops everything after " #" in silence',
        schema=False,
    ),
    Fault("objective: zero-fsdp", "objective: ¦Zero FSDP", "QK301", '"Zero FSDP" is not an id'),
    Fault(
        "requires: [dp-memory]",
        "requires: ¦dp-memory",
        "QK201",
        'a list is expected here, not the text "dp-memory"',
    ),
    Fault(
        "sources: [zero-paper]",
        "sources: [zero-paper, ¦zero-paper]",
        "QK205",
        '"zero-paper" stands twice; the first is in line 8',
    ),
    Fault(
        "    prompt: Name the five costs.\n", "    prompt: ¦''\n", "QK204", "a text is missing here"
    ),
    Fault(
        "kind: recall",
        "kind: ¦recal",
        "QK205",
        '"recal" is none of number, choice, text, recall, match',
    ),
    Fault("      kind: recall\n      mode", "      ¦mode", "QK202", 'an answer needs "kind"'),
    Fault("model: |", "¦modell: |", "QK203", 'unknown field "modell"'),
    Fault(
        "        - gradients\npractice",
        "        - ¦{gradients: all}\npractice",
        "QK201",
        "a text is expected here, not a mapping",
    ),
    Fault(
        "        - gradients\npractice",
        "        - ¦parameters\npractice",
        "QK409",
        '"parameters" stands twice; the first is in line 21',
    ),
    Fault(
        "  - id: optimizer-bytes",
        "  - id: ¦five-costs",
        "QK302",
        'the id "five-costs" stands twice; the first is in line 14',
        schema=False,
    ),
    Fault(
        "      calculator: zero\n      ask: optimizer",
        "      calculator: ¦zeros\n      ask: optimizer",
        "QK501",
        'there is no calculator "zeros"',
        schema=False,
    ),
    Fault(
        "ask: optimizer_bytes_per_param",
        "ask: ¦optimizer_byte_per_param",
        "QK503",
        'zero has no output "optimizer_byte_per_param"',
        schema=False,
    ),
    Fault(
        "devices: [8, 16, 32]",
        "¦device: [8, 16]",
        "QK502",
        'zero has no input "device"',
        schema=False,
    ),
    Fault("devices: [8, 16, 32]", "devices: ¦8", "QK201", "the values of devices are a list"),
    Fault(
        "[8, 16, 32]",
        "[8, ¦0, 32]",
        "QK504",
        "devices is 0; it takes a whole number of at least 1",
        schema=False,
    ),
    Fault(
        "[8, 16, 32]",
        "[8, ¦lots, 32]",
        "QK206",
        '"lots" is not a number (write 12, 1.5e9, 67/16, 7B or 0.5%)',
        schema=False,
    ),
    Fault(
        "      example: {params: 7B, devices: 8, stage: 1}",
        "      example: ¦{params: 7B, stage: 1}",
        "QK504",
        "zero needs devices (all devices; N_d is this over tensor x pipeline): a whole number of at least 1",
        schema=False,
    ),
    Fault(
        "calculator: zero\n      ask: optimizer_bytes_per_param\n      values: {params: [1.5B, 7B], devices: [8, 16, 32], stage: [1]}\n      example: {params: 7B, devices: 8, stage: 1}\n",
        "¦calculator: zero\n      ask: optimizer_bytes_per_param\n      values: {params: [1.5B, 7B], devices: [8, 16, 32], stage: [1]}\n",
        "QK202",
        'a given needs "example"',
    ),
    Fault("unit: bytes/param", "unit: ¦byte/param", "QK406", '"byte/param" is not a unit'),
    Fault(
        "{kind: number, unit: fold, tolerance: {sigfigs: 3}}",
        "{kind: number, unit: ¦GB, tolerance: {sigfigs: 3}}",
        "QK407",
        "reduction_factor is in fold, which is not given in GB",
        schema=False,
    ),
    Fault(
        "kind: number\n      unit: bytes/param\n      tolerance: {rel: 0.5%}\n",
        "¦kind: number\n      unit: bytes/param\n",
        "QK202",
        'a number answer needs "tolerance"',
    ),
    Fault(
        "{rel: 0.5%}",
        "{rel: ¦0.5}",
        "QK403",
        'rel is a share of the key: "0.5" needs a percent sign: write 0.5%',
    ),
    Fault(
        "{rel: 0.5%}",
        "¦0.5%",
        "QK401",
        '"0.5%" is no tolerance: it is exact, or a rule like {rel: 1%}',
    ),
    Fault("{rel: 0.5%}", "{rel: ¦0%}", "QK402", "rel: 0 bounds nothing"),
    Fault("{rel: 0.5%}", "{rel: ¦-1%}", "QK402", "rel is below 0; a bound is above 0"),
    Fault("{rel: 0.5%}", "{abs: ¦0}", "QK402", "abs: 0 bounds nothing"),
    Fault(
        "{rel: 0.5%}",
        "{abs: ¦.inf}",
        "QK206",
        '".inf" is not a number (write 12, 1.5e9, 67/16, 7B or 0.5%)',
    ),
    Fault(
        "{rel: 0.5%}",
        "¦.nan",
        "QK401",
        '".nan" is no tolerance: it is exact, or a rule like {rel: 1%}',
    ),
    Fault(
        "{rel: 0.5%}",
        "{rel: ¦.nan%}",
        "QK206",
        'rel is a share of the key: ".nan%" is not a number (write 12, 1.5e9, 67/16, 7B or 0.5%)',
    ),
    Fault("{rel: 0.5%}", "{abs: ¦1%}", "QK403", "abs is a number in the asked unit, not 1%"),
    Fault(
        "{rel: 0.5%}",
        "¦{}",
        "QK401",
        "a tolerance has one of abs, rel, range, places, sigfigs, factor, any_of",
    ),
    Fault(
        "{rel: 0.5%}",
        "{rel: 1%, ¦places: 2}",
        "QK401",
        "a tolerance is one rule; only abs and rel may stand together (the larger counts)",
    ),
    Fault("{rel: 0.5%}", "{range: ¦[2, 1]}", "QK405", "the range's ends are swapped", schema=False),
    Fault(
        "tolerance: {abs: 0.1}}]}",
        "tolerance: ¦{any_of: [1]}}]}",
        "QK401",
        "any_of does not hold another any_of",
        schema=False,
    ),
    Fault(
        "{value: 49, tolerance: {abs: 0.1}}]}",
        "{value: 0, tolerance: ¦{factor: 2}}]}",
        "QK404",
        "factor means nothing for the key 0",
        schema=False,
    ),
    Fault("{rel: 0.5%}", "{range: ¦[1]}", "QK207", "this list has 1 entry; it takes at least 2"),
    Fault(
        "{rel: 0.5%}", "{factor: ¦1}", "QK402", "factor is above 1: 2 means half to double the key"
    ),
    Fault("{sigfigs: 3}", "{sigfigs: ¦0}", "QK402", '"0" is not a whole number from 1 to 100'),
    Fault("{sigfigs: 3}", "{places: ¦-1}", "QK402", '"-1" is not a whole number from 0 to 100'),
    Fault(
        "unit_rule: optional",
        "unit_rule: ¦maybe",
        "QK205",
        '"maybe" is none of required, optional, forbidden',
    ),
    Fault(
        "accept: [bytes/param]",
        "accept: [¦GB]",
        "QK407",
        "GB does not measure what bytes/param does",
        schema=False,
    ),
    Fault("written: {sigfigs: 2}", "written: {¦figures: 2}", "QK203", 'unknown field "figures"'),
    Fault(
        "wrong_unit_share: 1/2", "wrong_unit_share: ¦2", "QK205", "a share is a number from 0 to 1"
    ),
    Fault(
        "instead: {devices: 1}",
        "instead: {¦device: 1}",
        "QK502",
        'zero has no input "device"',
        schema=False,
    ),
    Fault(
        "      - value: 3\n        say",
        "      - ¦say",
        "QK202",
        "a mistake needs instead, ask, value or unit",
    ),
    Fault(
        "      - value: 3\n",
        "      - value: 3\n        ¦ask: bytes_per_param\n",
        "QK208",
        "value and ask do not go together: value replaces it",
        schema=False,
    ),
    Fault(
        "value: 3\n        say: That is the limit.\n",
        "¦value: 3\n",
        "QK202",
        'a mistake needs "say"',
    ),
    Fault(
        "hint: Split it evenly.",
        "hint: ¦{key} is it",
        "QK103",
        'the text of "hint" starts with {: put quotes round it, or write it after "|"',
        schema=False,
    ),
    Fault(
        "hint: Split it evenly.",
        "hint: Split¦: evenly.",
        "QK103",
        'the text of "hint" holds ": ": put quotes round it, or write it after "|"',
        schema=False,
    ),
    Fault("tags: [memory]", "tags: [¦Memory]", "QK301", '"Memory" is not an id'),
    Fault(
        "seed: 0, expect: right",
        "seed: ¦-1, expect: right",
        "QK205",
        '"-1" is not a whole number of at least 0',
    ),
    Fault(
        "expect: mistake",
        "expect: ¦nearly",
        "QK205",
        '"nearly" is none of right, partly, mistake, wrong, ambiguous, unreadable, blank',
    ),
    Fault(
        "renamed_from: [old-name]",
        "renamed_from: [¦which-stage]",
        "QK306",
        '"which-stage" is still an id, in line 76',
        schema=False,
    ),
    Fault(
        "  - id: reduction-cases\n",
        "  - id: reduction-cases\n    renamed_from: [oldest-name, ¦old-name]\n",
        "QK306",
        '"old-name" was renamed already, in line 55',
        schema=False,
    ),
    Fault(
        "      cases:\n",
        "      values: {params: [7B]}\n      ¦cases:\n",
        "QK208",
        "values and cases do not go together",
    ),
    Fault(
        "kind: number\n      unit: GB\n      value: 48.75\n",
        "¦kind: number\n      unit: GB\n",
        "QK410",
        "a number without given needs value, its key",
        schema=False,
    ),
    Fault(
        "{kind: number, unit: fold,",
        "{kind: number, ¦value: 8, unit: fold,",
        "QK410",
        "the key comes from given; value is a second one",
        schema=False,
    ),
    Fault(
        "{value: 49, tolerance: {abs: 0.1}}",
        "¦{value: 49}",
        "QK202",
        'a member of any_of needs "tolerance"',
    ),
    Fault("- unit: GiB", "- unit: ¦GB", "QK407", "GB is the asked unit", schema=False),
    Fault(
        "options:\n        - id: stage-1\n          text: stage 1\n          say: Only the optimizer state.\n        - id: stage-2\n          text: stage 2\n          right: true\n",
        "¦options:\n        - id: stage-1\n          text: stage 1\n          say: Only the optimizer state.\n        - id: stage-2\n          text: stage 2\n",
        "QK408",
        "no option is right",
    ),
    Fault(
        "          right: true\n",
        "          right: ¦yes\n",
        "QK205",
        '"yes" is neither true nor false',
    ),
    Fault(
        "          say: Only the optimizer state.\n        - id: stage-2\n          text: stage 2\n          righ",
        "          right: true\n        - id: stage-2\n          text: stage 2\n          ¦righ",
        "QK408",
        "another option is right; the first is in line 84",
        schema=False,
    ),
    Fault(
        "- id: stage-1\n          text: stage 1\n          say: Only the optimizer state.\n        - id: stage-2\n          text: stage 2\n          right: true\n",
        "¦- id: stage-1\n          text: stage 1\n          say: Only the optimizer state.\n",
        "QK207",
        "this list has 1 entry; it takes at least 2",
    ),
    Fault(
        "          text: stage 1\n          say: Only the optimizer state.\n        - id: stage-2\n          text: stag",
        "          text: stage 2\n          say: Only the optimizer state.\n        - id: stage-2\n          text: ¦stag",
        "QK409",
        'the text "stage 2" stands twice; the first is in line 83',
        schema=False,
    ),
    Fault(
        "{id: stage-0, text",
        "{id: ¦stage-1, text",
        "QK302",
        'the option id "stage-1" stands twice; the first is in line 94',
        schema=False,
    ),
    Fault("{id: stage-0, text", "{id: ¦x, text", "QK301", '"x" is not an id'),
    Fault(
        'accept: ["reduce-scatter", reduce scatter]',
        "accept: ¦[]",
        "QK207",
        "this list has no entries; it takes at least 1",
    ),
    Fault(
        "ignore: [case, spaces]",
        "ignore: [case, ¦space]",
        "QK205",
        '"space" is none of case, spaces, punctuation, quotes',
    ),
    Fault(
        "        - [stage 2, parameters]",
        "        - ¦[stage 1, parameters]",
        "QK409",
        'the left side "stage 1" stands twice; the first is in line 105',
        schema=False,
    ),
    Fault(
        "        - [stage 2, parameters]",
        "        - ¦[stage 2]",
        "QK207",
        "this list has 1 entry; it takes at least 2",
    ),
    Fault("due: next-day", "due: ¦tomorrow", "QK205", '"tomorrow" is none of next-day'),
    Fault(
        "answer: {kind: number, value: 48.75, unit: GB,",
        "answer: {kind: ¦recall, unit: GB,",
        "QK205",
        '"recall" is none of number, choice, text',
    ),
    Fault(
        "abs: 0.1, rel: 1%",
        "abs: 0.1, rel: ¦1",
        "QK403",
        'rel is a share of the key: "1" needs a percent sign: write 1%',
    ),
    Fault(
        'url: "https://arxiv.org',
        'url: ¦"arxiv.org',
        "QK205",
        '"arxiv.org/abs/1910.02054" is not a web address',
    ),
    Fault(
        "  - {title: The paper, url",
        "  - {title: The paper, ¦link: x, url",
        "QK203",
        'unknown field "link"',
    ),
]
