"""JSON lines in, JSON lines out; and between JSON lines and CSV."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.errors import UsageError
from tests.exchange.samples import HEADER, Graded, graded


def lines(*rows: object) -> str:
    return "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)


def submitted(**more: object) -> dict[str, object]:
    return {
        "learner": "ann",
        "question": "kinds/fixed-number",
        "seed": None,
        "response": "120",
    } | more


def from_jsonl(text: str | bytes, to: str | None = None) -> Graded:
    return graded(text, name="answers.jsonl", to=to)


def test_a_graded_line_is_the_submitted_one_with_members_more() -> None:
    """What was submitted is repeated character for character; what is not there is null."""
    line = '{"learner":"ann", "question":"kinds/drawn-number", "seed":0,"response":1.50, "t":1.10}'
    text = from_jsonl(line + "\n").text
    assert text.startswith(line[:-1] + ', "status": "graded", "verdict": "right", "score": 1, ')
    row = json.loads(text)
    assert row["read_as"] == "1.50 bytes/param"
    assert (row["key"], row["key_exact"], row["score_exact"]) == ("1.5 bytes/param", "3/2", "1")
    assert (row["mistake"], row["feedback"]) == (None, None)


@pytest.mark.parametrize("number", ["120", "1.2e2", "120.0", "1.2E+2"])
def test_a_number_is_read_from_its_text(number: str) -> None:
    """A response may be a JSON number; it is never a float on its way to the reader."""
    text = lines(json.dumps(submitted()).replace('"120"', number))
    assert from_jsonl(text).jsonl()[0]["verdict"] == "right"


def test_a_long_number_keeps_its_last_digit() -> None:
    """120.00000000000000001 is not 120; the row shows what was submitted."""
    text = lines(json.dumps(submitted()).replace('"120"', "120.00000000000000001"))
    assert '"response": 120.00000000000000001,' in from_jsonl(text).text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (json.dumps(submitted(seed=False)), '"seed" is false; it must be a text or a number'),
        (
            json.dumps(submitted(response=["a", "c"])),
            '"response" is a list; write what is in it as one text, as in "a, c"',
        ),
        (json.dumps(submitted(seed=[1])), '"seed" is a list; it must be a text or a number'),
        (json.dumps(submitted(learner={})), '"learner" is an object; it must be a text'),
        (json.dumps(submitted(learner=None)), "no learner is named"),
        ('{"learner": "a", "question": "kinds/say-it"}', 'there is no member "response"'),
        (json.dumps(submitted(response=float("nan"))), "NaN is no JSON number"),
        (json.dumps(submitted(response=float("-inf"))), "-Infinity is no JSON number"),
        ('{"learner": "a", "learner": "b"}', 'the member "learner" stands twice'),
        ('{"x": {"y": 1, "y": 2}}', 'the member "y" stands twice'),
        ("[1]", "a JSON object is needed on each line; this is an array"),
        ("null", "a JSON object is needed on each line; this is a single value"),
        ('{"a": 1', "this is not JSON: expecting ',' delimiter (column 8)"),
        (
            "{“learner”: 1}",
            ("this is not JSON: expecting property name enclosed in double quotes (column 2); "
            "its quotes are curly: write straight ones"),
        ),
        (
            json.dumps(submitted()) + ",",
            "this is not JSON: extra data (column 86); leave out the comma behind the object",
        ),
        ("[" * 100_000, "this JSON is nested too deeply"),
        ('{"a": ' * 201 + "1" + "}" * 201, "this JSON is nested too deeply"),
        (json.dumps(submitted(response="\ud800")), '"response" holds half a character'),
        (json.dumps(submitted(question="kinds/gone")), 'unknown question "kinds/gone"'),
    ],
)  # fmt: skip
def test_a_line_that_is_no_submission_is_an_error_row(line: str, sentence: str) -> None:
    """The row keeps its place, what it held and a sentence with its line; others are graded."""
    result = from_jsonl(lines(submitted(), line, submitted()))
    rows = result.jsonl()
    assert [row["status"] for row in rows] == ["graded", "error", "graded"]
    assert rows[1]["feedback"].startswith(f"line 2: {sentence}")
    assert rows[1]["score"] is None
    if "submitted" in rows[1]:
        assert rows[1]["submitted"] == line


@pytest.mark.parametrize("to", ["out.csv", "out.jsonl"])
def test_what_is_nested_deeply_is_written_or_refused_alike(to: str) -> None:
    """Up to a bound, which every format can write; brackets in a text are not nested."""
    depths = (199, 201, 400, 900)
    deep = [
        json.dumps(submitted())[:-1] + f', "x": {"[" * depth + "]" * depth}}}' for depth in depths
    ]
    text = json.dumps(submitted(x="[" * 900))
    tally = from_jsonl(lines(*deep, text), to=to).tally
    assert tally.by_status() == {"graded": 2, "needs_review": 0, "blank": 0, "error": 3}


def test_a_byte_that_is_not_utf_8_is_an_error_row() -> None:
    """One bad line does not stop the others; the bad byte is shown as a replacement."""
    data = lines(submitted()).encode() + b'{"learner": "Zo\xeb"}\n' + lines(submitted()).encode()
    rows = from_jsonl(data).jsonl()
    assert [row["status"] for row in rows] == ["graded", "error", "graded"]
    assert rows[1]["feedback"] == "line 2: byte 0xEB is not UTF-8"


def test_null_and_nothing_are_no_seed() -> None:
    """A null seed and an absent one are both no seed, never seed 0."""
    absent = submitted(question="kinds/drawn-number")
    del absent["seed"]
    rows = from_jsonl(lines(submitted(question="kinds/drawn-number"), absent)).jsonl()
    assert [row["status"] for row in rows] == ["error", "error"]


@pytest.mark.parametrize("response", [True, False])
@pytest.mark.parametrize("question", ["fixed-number", "say-it", "pick-one", "match-up"])
def test_true_and_false_are_left_to_staff(question: str, response: bool) -> None:
    """They are neither 1 and 0 nor texts that somebody typed, whatever was asked."""
    typed = submitted(question=f"kinds/{question}", response=json.dumps(response))
    rows = from_jsonl(
        lines(typed, submitted(question=f"kinds/{question}", response=response), typed)
    ).jsonl()
    assert rows[1]["status"] == "needs_review"
    assert rows[1]["response"] is response
    assert rows[1]["feedback"].startswith(f"the response is JSON's {json.dumps(response)}")
    assert rows[0]["feedback"] == rows[2]["feedback"] != rows[1]["feedback"]


def test_a_null_response_is_blank() -> None:
    """Null is an answer that was not given."""
    assert from_jsonl(lines(submitted(response=None))).jsonl()[0]["status"] == "blank"


def test_members_that_no_line_has_are_named() -> None:
    """Like a CSV file without the column: a sentence, and nothing is graded."""
    with pytest.raises(UsageError, match=r'answers.jsonl: no column "response"'):
        from_jsonl(lines({"learner": "ann", "question": "kinds/say-it", "seed": 1, "answer": "x"}))


def test_an_array_is_refused_with_a_hint() -> None:
    """A file that is one array has no lines to grade."""
    with pytest.raises(UsageError, match="one JSON array; write one object per line"):
        from_jsonl(json.dumps([submitted()]))


def test_formulas_stay_as_they_are() -> None:
    """JSON lines are for programs: nothing is neutralised."""
    assert from_jsonl(lines(submitted(learner="=1+1"))).jsonl()[0]["learner"] == "=1+1"


def test_a_member_that_has_an_added_name_is_kept_under_another() -> None:
    """Somebody's own `score` is not overwritten, nor does the name stand twice."""
    row = from_jsonl(lines(submitted(score="1.10"))).jsonl()[0]
    assert (row["submitted_score"], row["score"]) == ("1.10", 1)


def test_a_graded_file_is_graded_anew_and_not_widened() -> None:
    """All of the added members there already: they are replaced."""
    once = from_jsonl(lines(submitted()))
    assert from_jsonl(once.text).text == once.text


def test_blank_lines_are_no_rows() -> None:
    """Empty lines are passed over, and counted as lines."""
    rows = from_jsonl("\n" + lines(submitted()) + "\r\n" + lines("x")).jsonl()
    assert [row["status"] for row in rows] == ["graded", "error"]
    assert rows[1]["feedback"].startswith("line 4: this is not JSON")


def test_json_lines_become_csv_with_a_column_for_every_member() -> None:
    """Columns are found in the whole file; numbers keep their text, lists become JSON."""
    text = lines(
        submitted(t=["a", 1]), "broken", '{"learner": "b", "response": 1.50, "late": true}'
    )
    rows = from_jsonl(text, to="out.csv").csv()
    assert list(rows[0])[:7] == ["learner", "question", "seed", "response", "t", "late", "status"]
    assert [row["status"] for row in rows] == ["graded", "error", "error"]
    assert rows[0]["t"] == '["a", 1]'
    assert rows[1]["response"] == "broken"
    assert (rows[2]["response"], rows[2]["late"]) == ("1.50", "true")


def test_csv_becomes_json_lines_of_texts() -> None:
    """From CSV every submitted cell is a text: `007` is no number."""
    result = graded(HEADER + "007,kinds/fixed-number,,=1\n", to="out.jsonl")
    row = result.jsonl()[0]
    assert (row["learner"], row["response"], row["seed"]) == ("007", "=1", "")


def test_csv_columns_of_one_name_become_distinct_members() -> None:
    """JSON has no two members of one name."""
    text = "learner,question,seed,response,note,note,\na,kinds/say-it,,x,1,2,3\n"
    row = graded(text, to="out.jsonl").jsonl()[0]
    assert (row["note"], row["note_2"], row["column_7"]) == ("1", "2", "3")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"learner: ann\n", "answers.jsonl:1: this is not JSON: expecting value (column 1); "),
        (b'{\n "a": 1\n}\n', "answers.jsonl:1: this is not JSON: expecting property name "),
        (b"7\n", "answers.jsonl:1: a JSON object is needed on each line; this is a single value; "),
        ("{}".encode("utf-16"), "answers.jsonl:1: byte 0xFF is not UTF-8; "),
        (b"\n \n", "answers.jsonl is empty: each line must be a JSON object"),
        (b"", "answers.jsonl is empty: each line must be a JSON object"),
    ],
)
def test_a_file_in_which_no_line_is_an_object_is_refused_by_its_first_line(
    data: bytes, reason: str
) -> None:
    """Columns are not asked for where no line could be read: what is wrong with line 1 is said."""
    with pytest.raises(UsageError) as caught:
        from_jsonl(data)
    assert str(caught.value).startswith(reason), str(caught.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (json.dumps(submitted(response=float("nan"))), "NaN is no JSON number"),
        ('{"learner": "a", "learner": "b"}', 'the member "learner" stands twice'),
        ('{"learner": "a", "question": "kinds/say', "this is not JSON: unterminated string"),
        ("{}", "no learner is named"),
    ],
)
@pytest.mark.parametrize("to", ["out.jsonl", "out.csv"])
def test_a_bad_line_is_an_error_row_even_if_it_is_the_only_one(
    line: str, sentence: str, to: str
) -> None:
    """What else stands in a file decides nothing about a line: the row says what is wrong."""
    result = from_jsonl("\n" + line + "\n", to=to)
    row = result.jsonl()[0] if to.endswith(".jsonl") else result.csv()[0]
    assert row["status"] == "error"
    assert row["feedback"].startswith(f"line 2: {sentence}")
    assert result.tally.rows == 1
    if line != "{}":
        assert row["submitted" if to.endswith(".jsonl") else "response"] == line


@pytest.mark.parametrize("name", ["answers.jsonl", "answers"])
def test_an_array_in_the_first_line_is_an_error_row_before_objects(name: str) -> None:
    """Only a file that is one array as a whole is refused."""
    rows = graded(lines([1], submitted(), submitted()), name=name).jsonl()
    assert [row["status"] for row in rows] == ["error", "graded", "graded"]
    assert rows[0]["feedback"] == ("line 1: a JSON object is needed on each line; this is an array")


def test_members_that_only_later_lines_have_are_read_from_these() -> None:
    """The first lines of a file do not say for all how its rows name their variants."""
    first = [{"learner": "a", "question": "kinds/fixed-number", "response": "120"}] * 300
    late = {"learner": "b", "variant": "kinds/drawn-number#0", "response": "1.5"}
    assert [row["verdict"] for row in from_jsonl(lines(*first, late)).jsonl()[-2:]] == ["right"] * 2
    other = [late] * 300
    seeded = submitted(question="kinds/drawn-number", seed=0, response="1.5")
    assert [row["verdict"] for row in from_jsonl(lines(*other, seeded)).jsonl()[-2:]] == (
        ["right"] * 2
    )


@pytest.mark.parametrize("to", ["out.jsonl", "out.csv"])
def test_a_long_line_is_a_row_like_any_other(to: str) -> None:
    """A line of more than 16 million bytes, whole."""
    essay = "one line\n" * 2_000_000
    result = from_jsonl(lines(submitted(question="kinds/say-it", response=essay), submitted()), to)
    rows = result.jsonl() if to == "out.jsonl" else result.csv()
    assert [row["status"] for row in rows] == ["needs_review", "graded"]
    assert rows[0]["response"] == essay


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("to", ["out.jsonl", "out.csv"])
def test_a_line_that_is_too_long_is_one_row(
    place: int, mark: bytes, to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its start comes back with what to do; its neighbours are graded."""
    monkeypatch.setattr("quizkit.exchange.jsonl_rows.LONGEST_ROW", 5000)
    rows = [submitted(), submitted()]
    rows.insert(place, submitted(question="kinds/say-it", response="so long " * 5000))
    result = from_jsonl(mark + lines(*rows).encode(), to)
    back = result.jsonl() if to == "out.jsonl" else result.csv()
    assert [row["status"] for row in back] == [
        "error" if at == place else "graded" for at in range(3)
    ]
    assert back[place]["feedback"] == (
        f"line {place + 1}: the line is longer than 5000 bytes, so only its start is kept; "
        "shorten its longest member, or leave that out"
    )
    start = back[place]["submitted" if to == "out.jsonl" else "response"]
    assert lines(rows[place]).startswith(start)
    assert 900 < len(start) <= 1000


def test_a_line_as_long_as_may_be_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is in the bytes of a line, its end among them."""
    text = lines(submitted())
    for spare, status in ((0, "graded"), (-1, "error")):
        monkeypatch.setattr("quizkit.exchange.jsonl_rows.LONGEST_ROW", len(text) + spare)
        assert [row["status"] for row in from_jsonl(text * 2).jsonl()] == [status] * 2


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["learner", "seed", "response", "score", "x"]), VALUES)
    )
)
def test_every_object_comes_back_in_order(rows: list[dict[str, object]]) -> None:
    """Whatever the members hold, they come back unchanged beside a status."""
    result = from_jsonl(lines(submitted(), *rows))
    back = result.jsonl()[1:]
    assert len(back) == len(rows)
    assert result.tally.rows == len(rows) + 1
    for row, members in zip(back, rows, strict=True):
        for name, value in members.items():
            assert row[{"score": "submitted_score"}.get(name, name)] == value


@given(st.binary(max_size=200))
def test_no_bytes_bring_a_traceback(data: bytes) -> None:
    """Every line that is not blank is a row, whatever its bytes are."""
    result = from_jsonl(lines(submitted()).encode() + data)
    assert len(result.jsonl()) == result.tally.rows
