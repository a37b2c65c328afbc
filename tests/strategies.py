"""Hypothesis strategies for what people type, well and badly."""

from __future__ import annotations

from hypothesis import strategies as st

UNITS = ("plain", "bytes/param", "GB", "params", "fold", "percent", "B", "tokens", "bits")

_SCRIPTS = ("٠", "۰", "०", "０", "𝟎")

plain_decimals = st.one_of(
    st.integers(-(10**7), 10**7).map(str),
    st.builds(
        lambda sign, whole, part: f"{sign}{whole}.{part}",
        st.sampled_from(["", "", "-"]),
        st.integers(0, 99_999),
        st.text("0123456789", min_size=1, max_size=5),
    ),
)
"""Decimals as calculators print them."""

marked = st.builds(
    lambda groups, marks: "".join(
        group + mark for group, mark in zip(groups, [*marks, ""], strict=False)
    ),
    st.lists(st.text("0123456789", min_size=1, max_size=4), min_size=2, max_size=4),
    st.lists(st.sampled_from(list(".,.,.,' _’٫٬")), min_size=3, max_size=3),
)
"""Digits with marks between them, most of them in places where none belong."""

grouped = st.builds(
    lambda number, mark, part: f"{number:,}".replace(",", mark) + part,
    st.integers(1000, 10**10),
    st.sampled_from([",", ".", " ", "'", "_", "\u00a0", "\u202f"]),
    st.sampled_from(["", "", ".5", ",5", ".25", ",125", ".000"]),
)
"""Digits grouped by three as somewhere in the world."""

scientific = st.builds(
    lambda mantissa, mark, power: f"{mantissa}{mark}{power}",
    st.one_of(plain_decimals, marked),
    st.sampled_from(["e", "E", "e+", "e-", " e", "x10^", "×10^", "*10^", "·10^", " x 10", "e−"]),
    st.integers(-20, 420),
)

fractions = st.builds(
    lambda whole, over, sign, under: f"{whole}{over}{sign}{under}",
    st.sampled_from(["", "", "", "1 ", "12 ", "-", "- ", "3-"]),
    st.integers(0, 99),
    st.sampled_from(["/", "/", "/", " / ", "÷", "⁄", ":"]),
    st.integers(0, 99),
)
vulgar = st.builds(
    lambda whole, part: f"{whole}{part}",
    st.sampled_from(["", "1", "1 ", "-", "-2", "1."]),
    st.sampled_from(list("½¼⅓⅛⅒¾⅞²³")),
)

_OPERANDS = st.one_of(
    st.integers(0, 200).map(str), st.sampled_from(["1.5", "2.25", ".5", "16", "10", "1", "64"])
)


def _joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = ["+", "-", "*", "/", " + ", " - ", " * ", " / ", "^", "×", "x", " ", "−", "–", "**"]
    return st.one_of(
        st.builds(lambda a, sign, b: a + sign + b, parts, st.sampled_from(signs), parts),
        st.builds(lambda a: f"({a})", parts),
        st.builds(lambda a: f"-{a}", parts),
    )


expressions = st.recursive(_OPERANDS, _joined, max_leaves=6)
"""Sums, products, powers and brackets of plain numbers."""

numbers = st.one_of(plain_decimals, marked, grouped, scientific, fractions, vulgar, expressions)

UNIT_NAMES = (
    "", "", "", "", " ", "bytes per parameter", "GB each", "GB", "GiB", "MB", "kB", "TB", "B", "b",
    "Gb", "gb", "Gi", "G", "bytes", "bits", "B/param", "bytes/param", "params", "K", "M", "k", "T",
    "bn", "billion", "million", "x", "×", "-fold", "fold", "times", "%", "percent", "tokens", "Go",
    "mB", "foo", "?", "Gbit", "KB", "gib", "m", ".", "=", "e", "-",
)  # fmt: skip
unit_names = st.sampled_from(UNIT_NAMES)
answers = st.builds(
    lambda before, number, blank, unit: before + number + blank + unit,
    st.sampled_from(["", "", "", "", "~", "about ", "= ", "+", " ", "ca. "]),
    numbers,
    st.sampled_from(["", " ", " ", "\u00a0", "  "]),
    unit_names,
)
"""A number and perhaps a unit, in all the ways of the grammar and in some beside it."""


def _changed(text: str, at: int, piece: str, how: int) -> str:
    at %= len(text) + 1
    return text[:at] + piece + text[at + how :]


mutated = st.builds(
    _changed,
    answers,
    st.integers(0, 50),
    st.one_of(
        st.sampled_from(list(" .,-−–+*/^()%xeEBGoOl'_·:=~?½²\u200b\u00a0\u202e\n٣٫")),
        st.characters(),
        st.just(""),
    ),
    st.integers(0, 2),
)
"""A typed answer with a slip in it."""


def _in_script(text: str, zero: str) -> str:
    return "".join(chr(ord(zero) + int(char)) if char in "0123456789" else char for char in text)


scripted = st.builds(_in_script, answers, st.sampled_from(_SCRIPTS))
"""A typed answer in the digits of another script."""

anything = st.one_of(
    st.text(max_size=220), st.text("0123456789.,()+-*/^eExX ½²٫'_%B", max_size=220)
)
responses = st.one_of(answers, answers, mutated, scripted, anything)
"""Whatever may arrive."""
