"""One lesson without a fault, and single faults put into it, each with its code and place."""

# ruff: noqa: E501 - a fault reads best in one line, odd quotes included
from __future__ import annotations

from typing import NamedTuple

COURSE = """\
id: memory
title: Memory
objectives: [{id: zero-fsdp, text: Shard what only its owner needs.}]
sources: [{id: zero-paper, title: ZeRO, url: "https://arxiv.org/abs/1910.02054"}]
"""

EARLIER = """\
id: dp-memory
number: 8
title: Where the memory goes
practice: [{id: say-it, prompt: Say where., answer: {kind: recall, model: There.}}]
"""

GOOD = """\
# yaml-language-server: $schema=../lesson.schema.json
id: zero-1-2
number: 9
title: ZeRO stages 1 and 2
summary: Shard what only its owner needs.
objective: zero-fsdp
requires: [dp-memory]
sources: [zero-paper]

warm_up:
  - id: five-costs
    prompt: |
      Name the five costs of mixed-precision Adam.
    answer:
      kind: recall
      model: |
        Parameters, gradients, and three kinds of optimizer state.
      checklist:
        - parameters
        - gradients

notes: |
  ## One copy instead of many

  Stage 1 shards the optimizer state.

practice:
  - id: optimizer-bytes
    tags: [memory]
    prompt: |
      A model of {params} parameters trains with ZeRO stage 1 on {devices}
      devices, with mixed-precision Adam (16 bytes per parameter).
      How many bytes of optimizer state per parameter does each device hold?
    given:
      calculator: zero
      ask: optimizer_bytes_per_param
      values: {params: [1.5B, 7B], devices: [8, 16, 32], stage: [1]}
      example: {params: 7B, devices: 8, stage: 1}
    answer: {kind: number, unit: bytes/param, tolerance: {rel: 0.5%}}
    mistakes:
      - instead: {devices: 1}
        say: |
          That is the whole optimizer state.
      - ask: bytes_per_param
        say: |
          You added parameters and gradients.
    hint: |
      Which of the 16 bytes are optimizer state?
    explanation: |
      12 of 16 bytes are split evenly: 12/{devices} = {key}.
    tests:
      - {response: "1.5", expect: right}
      - {response: "12", expect: mistake}

  - id: which-stage
    prompt: |
      Which stage shards the gradients first?
    answer:
      kind: choice
      options:
        - id: stage-one
          text: the first stage
          say: |
            Only the optimizer state.
        - id: stage-two
          text: the second stage
          right: true
        - id: stage-three
          text: the third stage

  - id: name-it
    prompt: What is the first half of an all-reduce called?
    answer: {kind: text, accept: [reduce-scatter]}
    explanation: The second half is an all-gather.

reps:
  - id: thirteen-billion
    task: |
      Work it out for 13 billion parameters.
    checks:
      - prompt: How many GB per device?
        answer: {kind: number, value: 48.75, unit: GB, tolerance: {rel: 0.5%}}
  - id: predict
    task: Predict stage 3.
    due: next-day

further:
  - title: The paper
    url: https://arxiv.org/abs/1910.02054
    note: sections 5 and 7
"""


class Broken(NamedTuple):
    """What an author got wrong: a replacement in GOOD, and what is found where."""

    name: str
    old: str
    new: str
    code: str
    place: str

    @property
    def text(self) -> str:
        """The lesson with this fault."""
        assert GOOD.count(self.old) == 1, f"{self.old!r} is not once in the lesson"
        return GOOD.replace(self.old, self.new)


BROKEN = [
    Broken(
        "indent one less",
        "    prompt: |\n      Which stage shards",
        "   prompt: |\n      Which stage shards",
        "QK103",
        "56:4",
    ),
    Broken(
        "indent one more",
        "    prompt: |\n      Which stage shards",
        "     prompt: |\n      Which stage shards",
        "QK103",
        "56:12",
    ),
    Broken(
        "tab",
        "    prompt: |\n      Which stage shards",
        "\tprompt: |\n      Which stage shards",
        "QK103",
        "56:1",
    ),
    Broken("tab again", "        - id: stage-two", "\t- id: stage-two", "QK103", "65:1"),
    Broken("tab after blanks", "          right: true", "        \tright: true", "QK103", "67:9"),
    Broken(
        "missing colon",
        "    prompt: What is the first",
        "    prompt What is the first",
        "QK103",
        "73:5",
    ),
    Broken("missing colon again", "number: 9", "number 9", "QK103", "4:1"),
    Broken("missing colon3", "      calculator: zero", "      calculator zero", "QK103", "36:10"),
    Broken("missing colon4", "practice:\n", "practice\n", "QK103", "28:7"),
    Broken(
        "missing colon5",
        "    answer:\n      kind: choice",
        "    answer\n      kind: choice",
        "QK103",
        "59:11",
    ),
    Broken("missing blank", "number: 9", "number:9", "QK103", "4:1"),
    Broken("missing blank again", "          right: true", "          right:true", "QK103", "68:9"),
    Broken("missing blank flow", "{kind: text, acc", "{kind:text, acc", "QK203", "73:14"),
    Broken("colon in text", "title: ZeRO stages", "title: ZeRO: stages", "QK103", "4:12"),
    Broken(
        "colon in text again",
        "    explanation: The second half",
        "    explanation: The second half: it",
        "QK103",
        "74:33",
    ),
    Broken("colon option", "text: the second stage", "text: the second: stage", "QK103", "66:27"),
    Broken("colon list", "        - parameters\n", "        - parameters: all\n", "QK201", "19:11"),
    Broken("hash", "summary: Shard what only", "summary: Shard # what only", "QK109", "5:10"),
    Broken(
        "brace start",
        "    prompt: What is the first",
        "    prompt: {devices} what is the first",
        "QK103",
        "72:13",
    ),
    Broken("open double", "task: Predict stage 3.", 'task: "Predict stage 3.', "QK103", "91:1"),
    Broken("open single", "task: Predict stage 3.", "task: 'Predict stage 3.", "QK103", "91:1"),
    Broken(
        "apostrophe",
        "task: Predict stage 3.",
        "task: 'Predict the owner's stage.'",
        "QK103",
        "84:30",
    ),
    Broken(
        "inner double", "task: Predict stage 3.", 'task: "Predict "stage 3" now."', "QK103", "84:21"
    ),
    Broken("open quote flow", '{response: "1.5", exp', '{response: "1.5, exp', "QK103", "53:21"),
    Broken("open bracket", "requires: [dp-memory]", "requires: [dp-memory", "QK103", "8:8"),
    Broken(
        "open bracket again",
        "devices: [8, 16, 32], stage",
        "devices: [8, 16, 32, stage",
        "QK103",
        "37:67",
    ),
    Broken(
        "open brace",
        "tolerance: {rel: 0.5%}}\n    mistakes",
        "tolerance: {rel: 0.5%}\n    mistakes",
        "QK103",
        "40:5",
    ),
    Broken(
        "open bracket in a list",
        "        - parameters\n        - gradients\n",
        "        - [parameters, all\n        - [gradients]\n",
        "QK103",
        "19:11",
    ),
    Broken("extra bracket", "requires: [dp-memory]", "requires: [dp-memory]]", "QK103", "7:22"),
    Broken(
        "extra brace", "accept: [reduce-scatter]}", "accept: [reduce-scatter]}}", "QK103", "73:51"
    ),
    Broken("smart quotes", '{response: "1.5", exp', "{response: “1.5”, exp", "QK508", "52:35"),
    Broken("dash no blank", "        - parameters\n", "        -parameters\n", "QK201", "19:9"),
    Broken("dash no blank again", "  - id: name-it", "  -id: name-it", "QK103", "71:3"),
    Broken("missing dash", "  - id: name-it", "    id: name-it", "QK107", "71:5"),
    Broken(
        "list for mapping",
        "    answer: {kind: text, accept: [reduce-scatter]}",
        "    answer: [{kind: text, accept: [reduce-scatter]}]",
        "QK201",
        "73:13",
    ),
    Broken(
        "mapping for list",
        "        - parameters\n        - gradients\n",
        "        one: parameters\n        two: gradients\n",
        "QK201",
        "19:9",
    ),
    Broken(
        "mapping for practice",
        "reps:\n  - id: thirteen-billion\n    task: |\n      Work",
        "reps:\n    id: thirteen-billion\n    task: |\n      Work",
        "QK103",
        "83:3",
    ),
    Broken("requires typo", "[dp-memory]", "[dp-memroy]", "QK303", "7:12"),
    Broken("sources typo", "[zero-paper]", "[zero-papers]", "QK303", "8:11"),
    Broken("objective typo", "objective: zero-fsdp", "objective: zero-fdsp", "QK303", "6:12"),
    Broken("self require", "[dp-memory]", "[zero-1-2]", "QK305", "7:12"),
    Broken("dup option id", "        - id: stage-two", "        - id: stage-one", "QK302", "65:15"),
    Broken("dup option text", "text: the second stage", "text: the first stage", "QK409", "66:17"),
    Broken(
        "two right",
        "          text: the third stage",
        "          text: the third stage\n          right: true",
        "QK408",
        "70:11",
    ),
    Broken(
        "none right",
        "      options:\n        - id: stage-one\n          text: the first stage\n          say: |\n            Only the optimizer state.\n        - id: stage-two\n          text: the second stage\n          right: true\n",
        "      options:\n        - id: stage-one\n          text: the first stage\n          say: |\n            Only the optimizer state.\n        - id: stage-two\n          text: the second stage\n",
        "QK408",
        "60:7",
    ),
    Broken("dup question id", "  - id: name-it", "  - id: which-stage", "QK302", "71:9"),
    Broken("dup rep id", "  - id: predict", "  - id: thirteen-billion", "QK302", "83:9"),
    Broken(
        "dup key",
        "    explanation: The second half",
        "    prompt: Another.\n    explanation: The second half",
        "QK107",
        "74:5",
    ),
    Broken(
        "dup answer",
        "    hint: |\n      Which of",
        "    answer: {kind: number, unit: GB, tolerance: exact}\n    hint: |\n      Which of",
        "QK107",
        "47:5",
    ),
    Broken("dup top", "reps:\n", "practice:\n  - id: xx\nreps:\n", "QK107", "76:1"),
    Broken("bad unit", "unit: bytes/param, tol", "unit: bytes/params, tol", "QK406", "39:34"),
    Broken("bad unit again", "unit: GB, tol", "unit: Gb, tol", "QK406", "82:52"),
    Broken("wrong kind unit", "unit: bytes/param, tol", "unit: GB, tol", "QK407", "39:34"),
    Broken("tolerance text", "{rel: 0.5%}}\n    mistakes", "0.5%}\n    mistakes", "QK401", "39:58"),
    Broken(
        "tolerance number", "{rel: 0.5%}}\n    mistakes", "0.01}\n    mistakes", "QK401", "39:58"
    ),
    Broken(
        "rel no percent",
        "{rel: 0.5%}}\n    mistakes",
        "{rel: 0.005}}\n    mistakes",
        "QK403",
        "39:64",
    ),
    Broken("neg", "{rel: 0.5%}}\n    mistakes", "{abs: -0.1}}\n    mistakes", "QK402", "39:64"),
    Broken(
        "typo rule",
        "{rel: 0.5%}}\n    mistakes",
        "{realtive: 0.5%}}\n    mistakes",
        "QK203",
        "39:59",
    ),
    Broken(
        "typo tolerance",
        "tolerance: {rel: 0.5%}}\n    mistakes",
        "tolerence: {rel: 0.5%}}\n    mistakes",
        "QK203",
        "39:47",
    ),
    Broken(
        "no tolerance",
        "    answer: {kind: number, unit: bytes/param, tolerance: {rel: 0.5%}}",
        "    answer: {kind: number, unit: bytes/param}",
        "QK202",
        "39:13",
    ),
    Broken(
        "wide",
        "value: 48.75, unit: GB, tolerance: {rel: 0.5%}",
        "value: 48.75, unit: GB, tolerance: {rel: 10%}",
        "QK411",
        "82:67",
    ),
    Broken("calc typo", "calculator: zero\n", "calculator: zeroo\n", "QK501", "35:19"),
    Broken(
        "input typo", "devices: [8, 16, 32], stage", "device: [8, 16, 32], stage", "QK502", "37:36"
    ),
    Broken(
        "input typo example",
        "example: {params: 7B, devices: 8,",
        "example: {params: 7B, device: 8,",
        "QK502",
        "38:29",
    ),
    Broken(
        "output typo",
        "ask: optimizer_bytes_per_param",
        "ask: optimizer_bytes_per_parameter",
        "QK503",
        "36:12",
    ),
    Broken("ask typo", "- ask: bytes_per_param", "- ask: bytes_per_parameter", "QK503", "44:14"),
    Broken("instead typo", "instead: {devices: 1}", "instead: {device: 1}", "QK502", "41:19"),
    Broken(
        "refused value",
        "devices: [8, 16, 32], stage",
        "devices: [8, -16, 32], stage",
        "QK504",
        "37:49",
    ),
    Broken("refused stage", "stage: [1]}", "stage: [4]}", "QK504", "37:66"),
    Broken("refused example", "devices: 8, stage: 1}", "devices: 0, stage: 1}", "QK504", "38:38"),
    Broken("gap typo", "on {devices}\n", "on {device}\n", "QK601", "31:66"),
    Broken("gap format", "on {devices}\n", "on {devices:long}\n", "QK601", "31:66"),
    Broken("gap open", "on {devices}\n", "on {devices\n", "QK601", "31:66"),
    Broken("gap close", "on {devices}\n", "on devices}\n", "QK601", "31:73"),
    Broken(
        "gap in explanation", "12/{devices} = {key}", "12/{devices} = {answer}", "QK601", "50:55"
    ),
    Broken("gap key in prompt", "on {devices}\n", "on {key}\n", "QK601", "31:66"),
    Broken("gap no given", "What is the first half", "What is the {first} half", "QK601", "72:25"),
    Broken(
        "gap in say",
        "That is the whole optimizer state.",
        "That is {device} whole.",
        "QK601",
        "43:19",
    ),
    Broken(
        "gap in rep",
        "How many GB per device?",
        "How many GB on {devices} devices?",
        "QK601",
        "81:32",
    ),
    Broken("mistake in tolerance", "instead: {devices: 1}", "value: 1.501", "QK506", "41:9"),
    Broken(
        "test fails",
        '{response: "12", expect: mistake}',
        '{response: "12", expect: right}',
        "QK508",
        "53:34",
    ),
    Broken(
        "test fails again",
        '{response: "1.5", expect: right}',
        '{response: "1.6", expect: right}',
        "QK508",
        "52:35",
    ),
    Broken("test bad word", "expect: mistake}", "expect: misstake}", "QK205", "53:34"),
    Broken("missing id", "  - id: name-it\n    prompt: What", "  - prompt: What", "QK202", "71:5"),
    Broken(
        "missing prompt",
        "    prompt: What is the first half of an all-reduce called?\n",
        "",
        "QK202",
        "71:5",
    ),
    Broken(
        "missing answer",
        "    answer: {kind: text, accept: [reduce-scatter]}\n",
        "",
        "QK202",
        "71:5",
    ),
    Broken("missing lesson id", "id: zero-1-2\n", "", "QK202", "2:1"),
    Broken("missing number", "number: 9\n", "", "QK202", "2:1"),
    Broken(
        "missing say",
        "      - ask: bytes_per_param\n        say: |\n          You added parameters and gradients.\n",
        "      - ask: bytes_per_param\n",
        "QK202",
        "44:9",
    ),
    Broken(
        "missing model",
        "      model: |\n        Parameters, gradients, and three kinds of optimizer state.\n",
        "",
        "QK202",
        "15:7",
    ),
    Broken("missing kind", "{kind: text, accept", "{accept", "QK202", "73:13"),
    Broken("kind typo", "kind: choice", "kind: choise", "QK205", "59:13"),
    Broken("kind multiple", "kind: choice", "kind: multiple-choice", "QK205", "59:13"),
    Broken("field typo", "    explanation: The", "    explanaton: The", "QK203", "74:5"),
    Broken("field typo top", "practice:\n", "practise:\n", "QK203", "27:1"),
    Broken("id caps", "id: name-it", "id: Name-It", "QK301", "71:9"),
    Broken("id under", "id: name-it", "id: name_it", "QK301", "71:9"),
    Broken("number text", "number: 9", "number: nine", "QK205", "3:9"),
    Broken("number neg", "number: 9", "number: -9", "QK205", "3:9"),
    Broken("value comma", "value: 48.75, unit", "value: 48,75, unit", "QK203", "82:42"),
    Broken("value unit", "value: 48.75, unit: GB", "value: 48.75 GB, unit: GB", "QK206", "82:39"),
    Broken("right yes", "right: true", "right: yes", "QK205", "67:18"),
    Broken("right True", "right: true", "right: True", "QK205", "67:18"),
    Broken("anchor", "summary: Shard", "summary: &x Shard", "QK104", "5:10"),
    Broken("alias", "    due: next-day", "    due: *next", "QK104", "85:10"),
    Broken("tag", "summary: Shard", "summary: !!str Shard", "QK105", "5:10"),
    Broken("second doc", "reps:\n", "---\nreps:\n", "QK106", "76:1"),
    Broken("bidi", "summary: Shard what", "summary: Shard \u202ewhat", "QK108", "5:16"),
    Broken("nul", "summary: Shard what", "summary: Shard \x00what", "QK108", "5:16"),
    Broken("bell", "      Which stage shards", "      Which \x07stage shards", "QK108", "57:13"),
    Broken("due typo", "due: next-day", "due: tomorrow", "QK205", "85:10"),
    Broken("url", "url: https://arxiv", "url: arxiv", "QK205", "89:10"),
    Broken(
        "example lacks",
        "example: {params: 7B, devices: 8, stage: 1}",
        "example: {params: 7B, devices: 8}",
        "QK504",
        "38:16",
    ),
    Broken(
        "no example", "      example: {params: 7B, devices: 8, stage: 1}\n", "", "QK202", "35:7"
    ),
    Broken("values scalar", "devices: [8, 16, 32], stage", "devices: 8, stage", "QK201", "37:45"),
    Broken(
        "no given",
        "    given:\n      calculator: zero\n      ask: optimizer_bytes_per_param\n      values: {params: [1.5B, 7B], devices: [8, 16, 32], stage: [1]}\n      example: {params: 7B, devices: 8, stage: 1}\n",
        "",
        "QK410",
        "34:13",
    ),
    Broken(
        "both keys",
        "{kind: number, unit: bytes/param, tol",
        "{kind: number, value: 1.5, unit: bytes/param, tol",
        "QK410",
        "39:28",
    ),
    Broken(
        "one option",
        "        - id: stage-one\n          text: the first stage\n          say: |\n            Only the optimizer state.\n        - id: stage-two\n          text: the second stage\n          right: true\n        - id: stage-three\n          text: the third stage\n",
        "        - id: stage-two\n          text: the second stage\n          right: true\n",
        "QK207",
        "61:9",
    ),
    Broken(
        "empty options",
        "      options:\n        - id: stage-one\n          text: the first stage\n          say: |\n            Only the optimizer state.\n        - id: stage-two\n          text: the second stage\n          right: true\n        - id: stage-three\n          text: the third stage\n",
        "      options:\n",
        "QK204",
        "60:7",
    ),
    Broken(
        "empty prompt",
        "    prompt: What is the first half of an all-reduce called?\n",
        "    prompt:\n",
        "QK204",
        "72:5",
    ),
    Broken(
        "block indent",
        "      Which stage shards the gradients first?",
        "    Which stage shards the gradients first?",
        "QK103",
        "58:5",
    ),
    Broken(
        "renamed",
        "    tags: [memory]\n",
        "    tags: [memory]\n    renamed_from: [which-stage]\n",
        "QK306",
        "30:20",
    ),
    Broken("tags text", "tags: [memory]", "tags: memory", "QK201", "29:11"),
    Broken(
        "todo",
        "    tags: [memory]\n",
        "    tags: [memory]\n    todo: check this\n",
        "QK602",
        "30:11",
    ),
    Broken("image", "  Stage 1 shards the", "  ![](a.png) Stage 1 shards the", "QK701", "25:3"),
    Broken(
        "percent unit",
        "tolerance: {rel: 0.5%}}\n    mistakes",
        "tolerance: {abs: 0.5%}}\n    mistakes",
        "QK403",
        "39:64",
    ),
    Broken(
        "places neg", "{rel: 0.5%}}\n    mistakes", "{places: -1}}\n    mistakes", "QK402", "39:67"
    ),
    Broken(
        "range swapped",
        "value: 48.75, unit: GB, tolerance: {rel: 0.5%}",
        "value: 48.75, unit: GB, tolerance: {range: [49, 48]}",
        "QK405",
        "82:75",
    ),
    Broken(
        "range outside",
        "value: 48.75, unit: GB, tolerance: {rel: 0.5%}",
        "value: 48.75, unit: GB, tolerance: {range: [49, 50]}",
        "QK405",
        "82:67",
    ),
    Broken("rel zero key", "value: 48.75, unit: GB", "value: 0, unit: GB", "QK404", "82:63"),
    Broken(
        "mistake no way",
        "      - instead: {devices: 1}\n        say",
        "      - say",
        "QK202",
        "41:9",
    ),
    Broken(
        "mistake dup",
        "      - ask: bytes_per_param\n",
        "      - instead: {devices: 1}\n",
        "QK510",
        "44:9",
    ),
]
