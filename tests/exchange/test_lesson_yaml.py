"""The writer of lesson files: whatever is written reads back as it was."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.characters import UNWANTED
from quizkit.content.nodes import canonical
from quizkit.content.source import read_source
from quizkit.exchange.lesson_yaml import Tree, Word, yaml_text

WORDS = st.sampled_from(["12", "true", "dp-memory", "0.5%", "64/15", "GB", "exact"])
LINES = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from(list(" :#-'\"[]{}|>&*!%@`\\\n\t")))
).map(lambda text: UNWANTED.sub("", text).replace("\r", ""))
TEXTS = LINES.map(lambda text: "\n".join(line.rstrip() for line in text.split("\n")).strip("\n"))
TEXTS = TEXTS.filter(lambda text: bool(text.strip()))
NAMES = st.sampled_from(["id", "prompt", "say", "answer", "model", "checklist"])
TREES = st.recursive(
    TEXTS | WORDS.map(Word),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(NAMES, inner, min_size=1, max_size=3)
    ),
    max_leaves=12,
)


def bare(tree: Tree) -> object:
    """The tree as the loader sees it: every scalar is a text."""
    if isinstance(tree, Word):
        return tree.text
    if isinstance(tree, str):
        return tree
    if isinstance(tree, dict):
        return {name: bare(value) for name, value in tree.items()}
    return [bare(value) for value in tree]


def read(text: str) -> object:
    """What the loader's own parser makes of a text; line ends round texts are no part of them."""
    source = read_source("written.yaml", text.encode())
    assert source.findings == (), (text, source.findings)
    assert source.root is not None

    def trimmed(value: object) -> object:
        if isinstance(value, str):
            return value.strip("\n")
        if isinstance(value, dict):
            return {name: trimmed(one) for name, one in value.items()}
        assert isinstance(value, list)
        return [trimmed(one) for one in value]

    return trimmed(json.loads(canonical(source.root)))


@given(st.dictionaries(NAMES, TREES, min_size=1, max_size=4))
def test_what_is_written_reads_back(root: dict[str, Tree]) -> None:
    """The loader's parser finds every text, list and field again, and nothing to complain of."""
    apart = frozenset({"answer", "checklist"})
    assert read(yaml_text(root, apart=apart)) == bare(root)


def test_the_shape_of_a_question() -> None:
    """Long texts are blocks, bare words stand in one line, what YAML misreads has quotes."""
    text = yaml_text(
        {
            "practice": [
                {
                    "id": Word("one-two"),
                    "prompt": "How many?\n\nIn GB.",
                    "answer": {"kind": Word("number"), "tolerance": {"rel": Word("1%")}},
                    "hint": "Note: not GiB",
                    "options": [{"id": "yes", "text": "12"}],
                },
                {"id": Word("three-four"), "prompt": "x" * 100},
            ]
        },
        apart=frozenset({"practice"}),
    )
    assert text == (
        "\n"
        "practice:\n"
        "  - id: one-two\n"
        "    prompt: |\n"
        "      How many?\n"
        "\n"
        "      In GB.\n"
        "    answer: {kind: number, tolerance: {rel: 1%}}\n"
        '    hint: "Note: not GiB"\n'
        "    options:\n"
        '      - id: "yes"\n'
        '        text: "12"\n'
        "\n"
        "  - id: three-four\n"
        "    prompt: |\n"
        f"      {'x' * 100}\n"
    )
