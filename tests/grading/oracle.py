"""Read typed numbers a second time, slowly and simply, to compare with the reader.

Written from the rule alone and in another way: marks by trying every way to read them, expressions
by Python's own parser, units by a list that is spelled out. It has no messages and no echo, and it
has no opinion on forms that need more than that.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Opinion = tuple[Literal["value"], Fraction, str] | Literal["ask", "blank"] | None


class Ask(Exception):
    """The text must be asked about."""


class NoOpinion(Exception):
    """This reader is too simple for the text."""


@dataclass(frozen=True)
class Number:
    value: Fraction
    other: Fraction | None = None
    literal: str = ""  # as typed, if it is one
    one_over: bool = False
    rising: bool = False  # "5 - 7"
    may_group: bool = False  # a sum with 1.500 in it


# --- characters -------------------------------------------------------------------------------

SAME = {
    "-": "‐‑﹣－", "–": "‒—―", "×": "✕✖⨯⋅∙", "*": "∗⁎＊", "/": "÷∕", "'": "’‘ʼ´`＇", "~": "≈∼≃≅～",
    "%": "٪﹪", "^": "ˆ", "+": "﹢", ":": "∶﹕", ",": "﹐", ".": "﹒", "µ": "μ",
}  # fmt: skip
KEPT = set("–−×·⁄Ψψµ٫٬¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉")
UNSEEN = set(
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202d\u2060\u2066\u2068\u2069"
    "\ufe0e\ufe0f\ufeff"
)


def plain(text: str) -> str:
    out, scripts = [], set()
    for char in text:
        other = [key for key, chars in SAME.items() if char in chars]
        if char in UNSEEN:
            continue
        if other:
            out.append(other[0])
        elif char in "\t\n\r\v\f\x85\u2028\u2029":
            out.append("\n")
        elif unicodedata.category(char) == "Zs":
            out.append(" ")
        elif unicodedata.category(char) == "Nd":
            digit = unicodedata.decimal(char)
            looks_like_ascii = unicodedata.normalize("NFKC", char) == str(digit)
            scripts.add("0" if looks_like_ascii else chr(ord(char) - digit))
            out.append(str(digit))
        elif "\uff01" <= char <= "\uff5e":
            out.append(unicodedata.normalize("NFKC", char))
        elif " " <= char <= "~" or char in KEPT:
            out.append(char)
        else:
            raise Ask
    if len(scripts) > 1:
        raise Ask
    return "".join(out).strip(" \n")


# --- marks ------------------------------------------------------------------------------------


def grouped(text: str, mark: str) -> bool:
    m = re.escape(mark)
    styles = [rf"[1-9]\d{{0,2}}(?:{m}\d{{3}})+"]
    if mark == ",":
        styles += [r"[1-9]\d?(?:,\d\d)+,\d{3}", r"[1-9]\d{0,3}(?:,\d{4}){2,}"]
    return any(re.fullmatch(style, text) for style in styles)


def decimal(text: str) -> Fraction:
    whole, _, part = text.partition(".")
    return Fraction(int((whole or "0") + part), 10 ** len(part))


def marks(chunk: str, comma: bool) -> Number:
    """Try every way of reading the marks; keep the ones that are well-formed, and choose."""
    text = re.sub(r"\.$", "", chunk)
    if re.fullmatch(r"\d+", text):
        return Number(Fraction(int(text)), literal=chunk)
    ways: dict[str, Fraction] = {}
    for mark in ",.'_٬ ":
        if grouped(text, mark):
            ways["group" + mark] = Fraction(int(text.replace(mark, "")))
        for point in ".,٫":
            head, found, tail = text.rpartition(point)
            if point != mark and found and tail.isdigit() and grouped(head, mark):
                ways[mark + point] = decimal(head.replace(mark, "") + "." + tail)
    for point in ".,٫":
        if re.fullmatch(rf"\d*{re.escape(point)}\d+", text):
            ways["point" + point] = decimal(text.replace(point, "."))
    if not ways:
        raise Ask
    if "point." in ways and "group." in ways:
        if comma:
            raise Ask
        return Number(ways["point."], ways["group."], literal=chunk)
    if "point," in ways and "group," in ways:
        if comma:
            return Number(ways["point,"], literal=chunk)
        return Number(ways["group,"], ways["point,"], literal=chunk)
    ((way, value),) = ways.items()
    head, _, tail = text.rpartition(",")
    looks_grouped = len(tail) % 3 == 0 or len(tail) in (4, 8)
    if not comma and way == "point," and looks_grouped and head not in ("", "0"):
        raise Ask
    if not comma and way == " ," and len(tail) == 3:
        raise Ask
    return Number(value, literal=chunk)


# --- numbers ----------------------------------------------------------------------------------

CHUNK = r"\d{1,3}(?: \d{3})+(?:[.,٫]\d*)?|[\d.,'_٫٬]*\d[\d.,'_٫٬]*"
ONE = re.compile(rf"(?P<sign>[+\-–−]?) *(?P<chunk>{CHUNK})(?P<power> ?[eE] ?[+\-–−]? ?\d+)?")
MIXED = re.compile(r"(?P<sign>[+\-–−]?) *(?P<whole>\d+) (?P<over>\d+)/(?P<under>\d+)")
VULGAR = re.compile(r"(?P<sign>[+\-–−]?) *(?P<whole>\d* ?)(?P<part>[¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉])")


def number(text: str, comma: bool) -> Number:
    sign = -1 if text[:1] in ("-", "–", "−") else 1
    one = ONE.fullmatch(text)
    if one:
        read = marks(one["chunk"], comma)
        if one["power"] is None:
            other = None if read.other is None else sign * read.other
            return Number(sign * read.value, other, literal=read.literal)
        power = int(re.sub("[ eE]", "", one["power"]).replace("–", "-").replace("−", "-"))
        if abs(power) > 400 or (read.other is not None and "," in one["chunk"]):
            raise Ask
        return Number(sign * read.value * Fraction(10) ** power, literal=text)
    vulgar = VULGAR.fullmatch(text)
    if vulgar and vulgar["whole"] != " ":
        part = Fraction(unicodedata.normalize("NFKC", vulgar["part"]).replace("⁄", "/"))
        whole = vulgar["whole"].strip()
        is_one_over = not whole and sign > 0 and part.numerator == 1
        return Number(sign * (int(whole or 0) + part), one_over=is_one_over)
    mixed = MIXED.fullmatch(text)
    if mixed:
        if re.fullmatch(r"\d{1,3} \d{3}", f"{mixed['whole']} {mixed['over']}"):
            raise NoOpinion
        if not 0 < int(mixed["over"]) < int(mixed["under"]):
            raise Ask
        part = Fraction(int(mixed["over"]), int(mixed["under"]))
        return Number(sign * (int(mixed["whole"]) + part))
    if comma and "." in text:
        raise NoOpinion
    return expression(re.sub(r"(?<=[\d)])\.$", "", text))


def expression(text: str) -> Number:
    """What Python's parser makes of it, where the two grammars mean the same."""
    if re.search(r"× *[+\-–−]|\.\d{3}\.\d{3}|10 ?− ?\d", text):
        raise NoOpinion
    text = text.replace("×", "*").replace("⁄", "/").replace("−", "-")
    if not set(text) <= set("0123456789.+-*/^() ") or re.search(r"\d +\d|[eE_]", text):
        raise NoOpinion
    if re.search(r"[.]10 ?\^|\^ ?-?0\d|10 ?[+] ?0\d", text):
        raise NoOpinion  # a product with its point, a calculator's display, a lost power
    if re.search(r"\*10|\* 10|\^.*\^|\*\*|- *\(*[\d.]+\)* *\^|-\d+\.? ?/|\d- +\d+ ?/", text):
        raise NoOpinion  # powers of ten that may be damaged, towers, signed powers, 1-1/2
    slips = r"[+-] *[+-]|//|[*/^+(-] *[*/^)]|[\d.)] *\(|\) *[\d.]|\d\.\d*\."
    if re.search(slips, text):
        raise Ask
    text = re.sub(r"(?<![\d.])0+(?=\d)", "", text)
    if max((len(run) for run in re.findall(r"[\d.]+", text)), default=0) > 12:
        raise NoOpinion
    try:
        tree = ast.parse(text.replace("^", "**").strip(), mode="eval")
    except SyntaxError:
        raise Ask from None
    rising = re.fullmatch(r"([+-]? *[\d.]+)(?:-| +-|- +)([\d.]+)", text.strip())
    if rising and Fraction(rising[1].replace(" ", "")) < Fraction(rising[2]):
        raise Ask
    if re.fullmatch(r" *-?[^-]*[/^][^-]*-[^-]*", text):
        raise NoOpinion  # perhaps a range of fractions or powers
    value = evaluated(tree.body, text.replace("^", "**").strip())
    if value == 0 and "-" in text:
        raise NoOpinion  # perhaps a number and how it was found
    one_over = re.fullmatch(r"\+? *\(*0*1 */ *[^ *^/+-]*\)*", text) is not None
    if not one_over and re.match(r"\+? *\(*0*1 */ *\(", text):
        raise NoOpinion  # which bracket closes where
    spaced = re.fullmatch(r" *\+? *([\d.]+) +- +([\d.]+) *", text)
    is_rising = spaced is not None and Fraction(spaced[1]) < Fraction(spaced[2])
    may_group = re.search(r"(?<![\d.])[1-9]\d{0,2}\.\d{3}(?!\d)", text) is not None
    return Number(value, one_over=one_over, rising=is_rising, may_group=may_group)


def evaluated(node: ast.expr, source: str) -> Fraction:
    match node:
        case ast.Constant():
            return Fraction(ast.get_source_segment(source, node) or "")
        case ast.UnaryOp(op=op, operand=operand):
            return evaluated(operand, source) * (-1 if isinstance(op, ast.USub) else 1)
        case ast.BinOp(left=left, op=op, right=right):
            one, two = evaluated(left, source), evaluated(right, source)
            match op:
                case ast.Add():
                    return one + two
                case ast.Sub():
                    return one - two
                case ast.Mult():
                    return one * two
                case ast.Div():
                    if two == 0:
                        raise Ask
                    return one / two
                case ast.Pow():
                    if abs(two) > 30:
                        raise NoOpinion
                    if two.denominator != 1 or (one == 0 and two <= 0):
                        raise Ask
                    value: Fraction = one ** int(two)
                    return value
    raise NoOpinion


# --- units ------------------------------------------------------------------------------------

FACTORS: dict[str, tuple[str, Fraction]] = {
    "plain": ("ratio", Fraction(1)),
    "percent": ("ratio", Fraction(1, 100)),
    "bytes/param": ("density", Fraction(1)),
    "bits/param": ("density", Fraction(1, 8)),
    "params": ("params", Fraction(1)),
    "tokens": ("tokens", Fraction(1)),
    "fold": ("fold", Fraction(1)),
    "bits": ("data", Fraction(1, 8)),
    "B": ("data", Fraction(1)),
}
NAMES = {
    "%": "percent", "percent": "percent", "x": "fold", "-fold": "fold", "fold": "fold",
    "times": "fold", "bytes/param": "bytes/param", "B/param": "bytes/param",
    "bytes per parameter": "bytes/param", "params": "params", "parameters": "params",
    "tokens": "tokens", "bits": "bits", "bytes": "B", "GB/param": "?",
}  # fmt: skip
for power, letter in enumerate("kMGTP", 1):
    long = ("kilo", "mega", "giga", "tera", "peta")[power - 1]
    FACTORS[f"{letter}B"] = ("data", Fraction(1000**power))
    FACTORS[f"{letter}bit"] = ("data", Fraction(1000**power, 8))
    FACTORS[f"{letter.upper()}iB"] = ("data", Fraction(1024**power))
    NAMES |= {f"{letter}B": f"{letter}B", f"{letter}bit": f"{letter}bit"}
    NAMES |= {f"{long}bytes": f"{letter}B", f"{letter.upper()}iB": f"{letter.upper()}iB"}
NAMES |= {"gb": "GB", "tb": "TB", "KB": "kB", "Gi": "GiB", "Mi": "MiB", "gib": "GiB"}
UNCLEAR = ("Gb", "Mb", "kb", "mb", "mB", "b", "G", "Go", "gbps")
COUNTED = {"K": 3, "k": 3, "M": 6, "B": 9, "b": 9, "T": 12}
WORDS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "bn": 9}


def opinion(
    text: str, asked: str, *, required: bool = False, comma: bool = False, figures: int = 0
) -> Opinion:
    """What the text means where the unit `asked` is asked for."""
    try:
        return _opinion(text.strip(), asked, required, comma, figures)
    except Ask:
        return "ask"
    except NoOpinion:
        return None


def _opinion(text: str, asked: str, required: bool, comma: bool, figures: int) -> Opinion:
    if not text or all(char in UNSEEN or char.isspace() for char in text):
        return "blank"
    if len(text) > 200:
        return "ask"
    if "\u00ad" in text:
        raise NoOpinion  # perhaps a minus
    if "/" in text and re.search("[۰-۹]", text):
        raise NoOpinion  # perhaps a decimal mark
    text = plain(text)
    if not text:
        return "blank"
    if re.match(r"[<>#xX×'=]|0[xXbBoO]", text) or "(=" in text or "\n" in text:
        raise NoOpinion
    if re.fullmatch(r"\d+([-/–])\d+\1\d+|\d\d[-/]\d\d", text):
        raise NoOpinion  # perhaps a date
    text = re.sub(r"^(~ ?|about |(?:ca|approx)\. ?|= ?)(?=[\d.+-])", "", text)
    if ")." in text or re.match(r"(\d+[.]|\(\d+\)) +[+\-–−]", text):
        raise NoOpinion
    if re.search(r"\.[\d٫,]*\.(?= *[^ \d])", text):
        raise Ask
    text = re.sub(r" +\.$", "", text)
    match = re.fullmatch(r"(.*?[\d.)¼½¾⅐-⅞↉]) *((?:-fold|[A-Za-z%Ψ×])[A-Za-z%/ ×]*\.?)?", text)
    if not match:
        raise NoOpinion
    head, name = match[1], (match[2] or "").removesuffix(".").strip()
    if re.search(r"[A-DF-Za-df-zΨ%:·⁰-⁹²³¹₀-₉]", head) or re.fullmatch(r"e *|E *", name):
        raise NoOpinion
    typed = number(head, comma)
    return settled(typed, name.replace("×", "x"), asked, required, figures)


def settled(typed: Number, name: str, asked: str, required: bool, figures: int) -> Opinion:
    dimension, asked_factor = FACTORS[asked]
    power, unit = 0, None
    if name in WORDS or (dimension in ("params", "tokens") and name in COUNTED):
        power = WORDS.get(name) or COUNTED[name]
    elif dimension == "density" and name in ("B", "byte", "bytes"):
        unit = "bytes/param"
    elif name == "B":
        if asked != "B":
            raise NoOpinion if dimension == "data" else Ask
        unit = "B"
    elif name in UNCLEAR:
        raise Ask
    elif name:
        if name not in NAMES:
            raise NoOpinion
        unit = NAMES[name]
        if unit == "?":
            raise Ask
    if dimension in ("params", "tokens") and name.endswith("i"):
        raise Ask  # giga as a power of 1024, or the unit
    if power >= 6 and abs(typed.value) >= 10**6:
        raise Ask  # in full, and counted by a word too
    if typed.rising and FACTORS[unit or asked][0] != "ratio":
        raise Ask
    if unit == "fold" and asked in ("plain", "psi"):
        raise Ask  # so many times, or the number
    if dimension == "fold" and unit == "percent":
        raise Ask
    if dimension == "fold" and unit in (None, "fold") and typed.one_over and typed.value != 1:
        raise Ask
    if unit == "percent" and not typed.literal:
        raise NoOpinion  # behind a sum it is asked, behind a quotient it is not
    kind, factor = FACTORS[unit or asked]
    scale = Fraction(10) ** power * (factor / asked_factor if kind == dimension else 1)
    value, other = typed.value * scale, None if typed.other is None else typed.other * scale
    if unit not in (None, asked) and re.fullmatch(r"[1-9]\d{0,2}\.000\.?", typed.literal):
        raise Ask
    if kind == dimension:
        is_odd = not plausible(value, asked)
        if is_odd and typed.may_group:
            raise NoOpinion
        if is_odd and (unit is None or (other is not None and plausible(other, asked))):
            raise Ask
    if required and unit is None and asked != "plain":
        raise Ask
    if figures and typed.literal and value != 0:
        digits = re.sub(r"[eE].*|\D", "", re.sub(r" ?[eE].*", "", typed.literal)).lstrip("0")
        if len(digits) < figures:
            raise Ask
    return "value", value, asked if kind == dimension else (unit or asked)


def plausible(value: Fraction, asked: str) -> bool:
    match asked:
        case "bytes/param":
            return 0 <= value <= 64
        case "GB":
            return 0 <= value <= 10**6
        case "params":
            return value >= 1 and value.denominator == 1
        case "fold":
            return value > 0
    return True
