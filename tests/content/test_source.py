"""What is refused in a YAML file, where; and that hostile files are refused cheaply."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content import source
from quizkit.content.folder import MOST_BYTES
from quizkit.content.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    canonical,
    packed,
    unpacked,
)
from quizkit.content.source import MOST_DEPTH, MOST_NODES, read_source


def found(text: str | bytes) -> list[tuple[str, str]]:
    """Code and place of everything that is refused."""
    data = text.encode() if isinstance(text, str) else text
    return [(f.code, f"{f.line}:{f.column}") for f in read_source("a.yaml", data).findings]


def data(text: str | bytes) -> object:
    """The file's data, of which nothing is refused."""
    read = read_source("a.yaml", text.encode() if isinstance(text, str) else text)
    assert read.findings == ()
    assert read.root is not None
    return json.loads(canonical(read.root))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: &x 1\nb: *x\n", [("QK104", "1:4"), ("QK104", "2:4")]),
        ("a: &x {b: 1}\n", [("QK104", "1:4")]),
        ("base: {b: 1}\na:\n  <<: {c: 1}\n", [("QK104", "3:3")]),
        ("a: !!str 1\n", [("QK105", "1:4")]),
        ("a: ! b\n", [("QK105", "1:4")]),
        ("a: !!python/object/apply:os.system [id]\n", [("QK105", "1:4")]),
        ("%YAML 1.1\n---\na: 1\n", [("QK105", "1:1")]),
        ("%TAG ! tag:x,2000:\n---\na: 1\n", [("QK105", "1:1")]),
        ("a: 1\n---\nb: 2\n", [("QK106", "2:1")]),
        ("a: 1\nb: 2\na: 3\n", [("QK107", "3:1")]),
        ('1: one\n"1": two\n', [("QK107", "2:1")]),
        ("[a]: b\n", [("QK201", "1:1")]),
        ("{a: 1}: b\n", [("QK201", "1:1")]),
        ("a: b\n c: d\n", [("QK103", "2:3")]),
        ("a: [1, 2\n", [("QK103", "2:1")]),
        ("a:\n\tb: 1\n", [("QK103", "2:1")]),
        ("", [("QK110", "1:1")]),
        ("# only a comment\n", [("QK110", "1:1")]),
        ("---\n", [("QK110", "1:1")]),
    ],
)
def test_what_is_refused_is_found_at_its_place(text: str, expected: list[tuple[str, str]]) -> None:
    """Anchors, aliases, merge keys, tags, directives, second documents, duplicates, bad syntax."""
    assert found(text) == expected


def test_a_duplicate_names_the_line_of_the_first() -> None:
    """The second place is reported and the first is named, so that both can be looked at."""
    (finding,) = read_source("a", b"answer: 1\nother: 2\nanswer: 3\n").findings
    assert finding.message == '"answer" stands twice; the first is in line 1'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: b\x07c\n", "1:5"),
        ("a: b\x1b[31m\n", "1:5"),
        ("a: one\u202etwo\n", "1:7"),
        ("é: ü\u2066\n", "1:5"),
        ("a: x\nb: y\u2028z\n", "2:5"),
        ("a: x\ufeffy\n", "1:5"),
        ("a: x\x85y\n", "1:5"),
        ('a: "one\\u202Etwo"\n', "1:4"),
        ('a: "\\e[31m"\n', "1:4"),
        ('a: "\\0"\n', "1:4"),
        ('"a\\x07": b\n', "1:1"),
    ],
)
def test_invisible_characters_are_refused_as_such_and_as_escapes(text: str, place: str) -> None:
    """A control or direction mark is found at its column, an escaped one at its text."""
    assert found(text) == [("QK108", place)]


def test_several_invisible_characters_are_all_found() -> None:
    """One does not hide the next, nor what is wrong further down."""
    assert found("a: \x07\x08\nb: \u202e\nb: 1\n") == [
        ("QK108", "1:4"),
        ("QK108", "1:5"),
        ("QK108", "2:4"),
        ("QK107", "3:1"),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"a: b\nc: \xe9t\xe9\n", "2:4"),
        (b"\xef\xbb\xbfa: \xff\n", "1:4"),
        ("ä: ö".encode() + b"\x80\n", "1:5"),
        (b"a: 1\r\nb: \xc3\r\n", "2:4"),
        ("a: b".encode("utf-16"), "1:1"),
        (b"a: \xed\xa0\x80\n", "1:4"),
    ],
)
def test_a_byte_that_is_not_utf_8_is_found_at_its_place(text: bytes, place: str) -> None:
    """Files are UTF-8 on every system; columns count characters, not bytes."""
    assert found(text) == [("QK102", place)]


@pytest.mark.parametrize("text", ["half: ½\n", "times: 3 × 4\n", "astral: 𝛹 🙂\n"])
def test_every_visible_character_is_kept(text: str) -> None:
    """Text beyond ASCII arrives as written, wherever the file was saved."""
    name, value = text.strip().split(": ")
    assert data(text) == {name: value}


def test_columns_count_characters_of_any_width() -> None:
    """Characters outside the basic plane and wide ones are one column each."""
    assert found("é𝛹: 漢字\né𝛹: 1\n") == [("QK107", "2:1")]
    assert found("a: {é𝛹字: 1, b: 2, b: 3}\n") == [("QK107", "1:19")]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_of_any_system_read_alike(ends: str) -> None:
    """Block texts hold the same lines, and places are the same."""
    text = "a: |\n  one\n  two\nb: 1\nb: 2\n".replace("\n", ends)
    read = read_source("a", text.encode())
    assert read.root is not None
    assert json.loads(canonical(read.root)) == {"a": "one\ntwo\n", "b": "1"}
    assert found(text) == [("QK107", "5:1")]


def test_empty_values_and_yamls_words_for_them_are_empty() -> None:
    """Nothing, `~` and `null` are no value; in quotes they are texts."""
    read = read_source("a", b"a:\nb: ~\nc: null\nd: ''\ne: '~'\n")
    assert isinstance(read.root, MappingNode)
    empty = [
        key.text
        for key, value in read.root.entries
        if isinstance(value, ScalarNode) and value.is_empty
    ]
    assert empty == ["a", "b", "c"]


# --- limits -----------------------------------------------------------------------------------


def test_a_file_of_one_mebibyte_is_read_and_a_larger_one_refused() -> None:
    """The limit counts bytes of the file."""
    text = "a: " + "x" * (MOST_BYTES - 4) + "\n"
    assert found(text) == []
    assert found(text + " ") == [("QK101", "1:1")]


def test_as_many_values_as_allowed_are_read_and_one_more_refused() -> None:
    """Keys, values and the collections themselves count."""
    fits = "[" + "1," * (MOST_NODES - 2) + "1]"
    assert found(fits) == []
    assert [code for code, _ in found("[1," + fits[1:])] == ["QK101"]


def test_as_deep_a_nesting_as_allowed_is_read_and_one_level_more_refused() -> None:
    """The place is the bracket that is one too many."""
    assert found("[" * MOST_DEPTH + "]" * MOST_DEPTH) == []
    assert found("[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1)) == [
        ("QK101", f"1:{MOST_DEPTH + 1}")
    ]


LAUGHS = "\n".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else 'lol'] * 9)}]" for n in range(9)
)
NUMBER = """practice:
- id: one
  prompt: p
  answer: {{kind: number, unit: B, value: {}, tolerance: {{{}}}}}
"""
PROSE = """id: long
number: 1
title: Long
practice:
- id: one
  prompt: '{}'
  answer: {{kind: recall, model: m}}
"""
HOSTILE = {
    "billion laughs": LAUGHS,
    "deep brackets": "[" * 500_000,
    "deep braces": "{a: " * 250_000,
    "deep blocks": "\n".join(" " * n + "-" for n in range(1400)),
    "deep indents": "".join(" " * n + "a:\n" for n in range(1400)),
    "one huge text": "a: " + "x" * 1_000_000,
    "one huge quoted text": 'a: "' + "\\u0041" * 170_000 + '"',
    "one huge block": "a: |\n" + " x\n" * 340_000,
    "many values": "a: [" + "1," * 500_000 + "]",
    "many fields": "".join(f"k{n}: 1\n" for n in range(90_000)),
    "many equal fields": "k: 1\n" * 200_000,
    "many odd fields": "practice:\n- {" + "".join(f"answer{n}: 1," for n in range(40_000)) + "}",
    "many questions": "practice:\n" + "- {id: q}\n" * 24_000,
    "many anchors": "a: [" + "&a 1," * 150_000 + "]",
    "many aliases": "a: &a 1\nb: [" + "*a," * 250_000 + "]",
    "many documents": "---\n" * 250_000,
    "many control characters": "a: " + "\x07" * 900_000,
    "a huge key": "? " + "x" * 900_000 + "\n: 1",
    "open quotes": "a: '" + "x: y\n" * 200_000,
    "many question marks": "? " * 500_000,
    "many colons": ": " * 500_000,
    "many dashes": "- " * 500_000,
    "many hashes": "#" * 1_000_000,
    "huge numbers": "number: " + "9" * 1_000_000,
    "a huge exponent": NUMBER.format("1e999999", "abs: 1e-99999999"),
    "a huge percentage": NUMBER.format("1", f"rel: {'9' * 500_000}%"),
    "null bytes": "\0" * 1_000_000,
    "many pictures": PROSE.format("![](" * 200_000),
    "many gaps": PROSE.format("{x} " * 200_000),
    "many odd gaps": PROSE.format("{" * 900_001),
    "many mistakes": PROSE.format("p") + "  mistakes:\n" + "  - {value: 1, say: s}\n" * 40_000,
    "many ignored": "# quizkit: ignore QK601" + ", QK601" * 120_000 + "\n" + PROSE.format("{x}"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_within_the_limits(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In 2 s of processor time and with 200 MB more, findings come out."""
    path = tmp_path_factory.mktemp("hostile") / "lesson.yaml"
    path.write_text(HOSTILE[name], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("QK")


LIMITED = """
import resource, sys, time
from pathlib import Path
from quizkit.check import check_paths
before = time.process_time()
resource.setrlimit(resource.RLIMIT_CPU, (int(before) + 3,) * 2)  # whole seconds, rounded up
pages = int(Path("/proc/self/statm").read_text().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 200 * 2**20,) * 2)
print(*[finding.code for finding in check_paths([Path(sys.argv[1])])])
assert time.process_time() - before < 2
"""


# --- nodes ------------------------------------------------------------------------------------


PLACES = st.integers(1, 10**6)
SCALARS = st.tuples(
    st.text(max_size=20), PLACES, PLACES, st.sampled_from(["", "'", '"', "|", ">"]), st.booleans()
).map(lambda row: ScalarNode(*row))


def _collections(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    entries = st.lists(st.tuples(SCALARS, inner), max_size=4, unique_by=lambda pair: pair[0].text)
    lists = st.tuples(st.lists(inner, max_size=4).map(tuple), PLACES, PLACES)
    mappings = st.tuples(entries.map(tuple), PLACES, PLACES)
    return lists.map(lambda row: SequenceNode(*row)) | mappings.map(lambda row: MappingNode(*row))


@given(st.recursive(SCALARS, _collections, max_leaves=20))
def test_nodes_survive_the_way_through_json(node: Node) -> None:
    """unpacked(packed(node)) == node, places and styles included."""
    assert unpacked(packed(node)) == node


@given(st.recursive(SCALARS, _collections, max_leaves=20))
def test_the_canonical_text_of_a_node_is_json_in_its_one_way(node: Node) -> None:
    """Revisions lean on it: what any encoder of JSON makes of the same data is the same text."""
    text = canonical(node)
    again = json.dumps(json.loads(text), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert text == again


@given(st.text(max_size=40))
def test_a_text_that_is_no_packed_node_raises_value_error(text: str) -> None:
    """A damaged cache is noticed as such."""
    try:
        unpacked(text)
    except ValueError:
        return


def test_without_libyaml_the_same_files_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML built without libyaml has only its own parser, which gives the same nodes."""
    from tests.content.lessons import WHOLE

    fast = read_source("a", WHOLE.encode())
    monkeypatch.setattr(source, "_LOADER", yaml.SafeLoader)
    assert read_source("a", WHOLE.encode()) == fast
    assert found("a: &x 1\nb: *x\na: !!str 3\n") == [
        ("QK104", "1:4"),
        ("QK104", "2:4"),
        ("QK107", "3:1"),
        ("QK105", "3:4"),
    ]
