"""Every fault of every file at its place, in one run; courses put together of what is whole."""

from __future__ import annotations

import os
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.course import Lesson
from quizkit.content.load import load_course, load_courses, parse_course, parse_lesson
from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    AnyOf,
    Exact,
    NumberAnswer,
    Place,
    Question,
    Relative,
    TextAnswer,
)
from tests.content.lessons import FAULTS, WHOLE, Fault

COURSE = """\
id: small-course
title: A small course
locale: {decimal_comma: true}
objectives:
  - {id: zero-fsdp, text: Name what each stage shards.}
sources:
  - {id: zero-paper, title: ZeRO, authors: Rajbhandari et al., year: 2019, url: "https://arxiv.org"}
glossary:
  - {id: all-reduce, term: all-reduce, text: Everybody gets the sum.}
"""
FIRST = "id: dp-memory\nnumber: 8\ntitle: Memory\n"


def write_course(folder: Path, course: str = COURSE, **lessons: str) -> Path:
    """A course folder; keyword arguments are lesson files without their ending."""
    (folder / "lessons").mkdir(parents=True)
    (folder / "course.yaml").write_text(course, encoding="utf-8")
    for name, text in lessons.items():
        (folder / "lessons" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def name_a_lesson_in_bytes(course: Path) -> None:
    """Put a lesson file into the course whose name is not UTF-8; some systems have none such."""
    try:
        (course / "lessons" / os.fsdecode(b"b\xff.yaml")).write_text(FIRST, encoding="utf-8")
    except (OSError, UnicodeError):
        pytest.skip("file names are UTF-8 here")


def found(text: str | bytes) -> list[tuple[str, str]]:
    """Code and place of everything that is wrong with a lesson."""
    data = text.encode() if isinstance(text, str) else text
    findings = parse_lesson("a.yaml", data).findings
    return [(finding.code, f"{finding.line}:{finding.column}") for finding in findings]


def whole() -> Lesson:
    lesson = parse_lesson("a.yaml", WHOLE.encode()).value
    assert lesson is not None
    return lesson


def question(name: str) -> Question:
    return next(one for one in whole().questions if one.id == name)


# --- what is whole ----------------------------------------------------------------------------


def test_a_lesson_with_every_field_loads_without_a_finding() -> None:
    """Nothing is wrong with a lesson that uses every field of the format."""
    assert found(WHOLE) == []
    assert [one.ref for one in whole().questions][:2] == [
        "zero-1-2/five-costs",
        "zero-1-2/optimizer-bytes",
    ]


def test_numbers_are_exact_and_read_from_their_text() -> None:
    """`1.5B`, `25%`, `1/2` and `48.75` become fractions without passing through a float."""
    drawn = question("optimizer-bytes")
    assert drawn.given is not None
    assert drawn.given.values["params"] == (Fraction(3, 2) * 10**9, Fraction(7 * 10**9))
    assert drawn.mistakes[0].share == Fraction(1, 4)
    assert isinstance(drawn.answer, NumberAnswer)
    assert drawn.answer.wrong_unit_share == Fraction(1, 2)
    assert drawn.answer.tolerance == Relative(Fraction(1, 200))
    fixed = question("fixed-number").answer
    assert isinstance(fixed, NumberAnswer)
    assert fixed.value == Fraction(195, 4)
    assert fixed.tolerance == AnyOf(
        ((Fraction(195, 4), Exact()), (Fraction(49), Absolute(Fraction(1, 10))))
    )
    check = whole().reps[0].checks[0].answer
    assert isinstance(check, NumberAnswer)
    assert check.tolerance == AbsoluteOrRelative(Fraction(1, 10), Fraction(1, 100))


def test_switches_of_a_text_answer_are_what_is_listed() -> None:
    """`ignore` names what makes no difference; what it leaves out does."""
    answer = question("name-it").answer
    assert isinstance(answer, TextAnswer)
    assert (answer.ignore_case, answer.ignore_spaces) == (True, True)
    assert (answer.ignore_punctuation, answer.ignore_quotes) == (False, False)


def test_questions_know_where_they_stand() -> None:
    """A question's place is its first field, lines and columns counted from 1."""
    assert question("optimizer-bytes").place == Place(path="a.yaml", line=24, column=5)


# --- single faults ----------------------------------------------------------------------------


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.code}-{fault.new[:30]!r}")
def test_a_single_fault_is_one_finding_at_its_place(fault: Fault) -> None:
    """A lesson with one fault has exactly one finding: its code, line, column and sentence."""
    findings = parse_lesson("a.yaml", fault.text.encode()).findings
    assert [(f.code, (f.line, f.column), f.message) for f in findings] == [
        (fault.code, fault.place, fault.message)
    ]
    assert parse_lesson("a.yaml", fault.text.encode()).value is None


def test_ten_faults_are_ten_findings_in_one_run() -> None:
    """Faults do not hide behind each other, in one question and over the whole file."""
    text = WHOLE
    for old, new in [
        ('title: "ZeRO', 'titel: "ZeRO'),
        ("requires: [dp-memory]", "requires: dp-memory"),
        ("model: |", "modell: |"),
        ("ask: optimizer_bytes_per_param", "ask: optimizer_byte_per_param"),
        ("{rel: 0.5%}", "{rel: 0.5}"),
        ("instead: {devices: 1}", "instead: {device: 1}"),
        ("expect: mistake", "expect: nearly"),
        ("{id: stage-0, text: stage 0", "{id: stage-1, text: stage 2"),
        ("due: next-day", "due: tomorrow"),
        ("  - id: predict", "  - id: name-it"),
    ]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    assert found(text) == [
        ("QK203", "4:1"),
        ("QK201", "7:11"),
        ("QK203", "18:7"),
        ("QK503", "30:12"),
        ("QK403", "36:24"),
        ("QK502", "42:19"),
        ("QK205", "54:34"),
        ("QK302", "96:16"),
        ("QK409", "96:31"),
        ("QK302", "114:9"),
        ("QK205", "116:10"),
    ]


@pytest.mark.parametrize(
    ("line", "meant"),
    [("tolerence: {rel: 1%}", "tolerance"), ("units: GB", "unit"), ("within: 1", "tolerance")],
)
def test_a_misspelt_field_is_guessed_and_its_absence_is_not_a_second_finding(
    line: str, meant: str
) -> None:
    """The help names the field that was probably meant; a required one is not missing as well."""
    name = "unit: GB, " if meant != "unit" else "tolerance: exact, "
    text = f"- {{id: one, prompt: P, answer: {{kind: number, value: 1, {name}{line}}}}}"
    findings = parse_lesson("a", f"{FIRST}practice:\n{text}\n".encode()).findings
    assert [(f.code, f.help) for f in findings] == [("QK203", f'did you mean "{meant}"?')]


@pytest.mark.parametrize(
    ("prose", "says"),
    [
        ("{params} parameters", "starts with {"),
        ("[sic] parameters", "starts with ["),
        ("One thing: another", 'holds ": "'),
        ("*Every* device", "starts with *"),
        ("@home", "starts with @"),
        ("`a` and b", "starts with `"),
        ("Stage 1 # first\n  and more", 'holds " #"'),
        ("First line\n  second: line", 'holds ": "'),
    ],
)
def test_prose_that_yaml_takes_otherwise_gets_the_hint_to_quote_it(prose: str, says: str) -> None:
    """Instead of the parser's words the author hears what to do."""
    findings = parse_lesson("a", f"{FIRST}summary: {prose}\n".encode()).findings
    assert [f.code for f in findings] == ["QK103"]
    assert says in findings[0].message
    assert "put quotes round it" in findings[0].message


@pytest.mark.parametrize("prose", ["{params}", "{a: b}", "[a, b]"])
def test_a_collection_where_prose_belongs_gets_the_hint_too(prose: str) -> None:
    """YAML reads these without a complaint; the author still hears about quotes."""
    findings = parse_lesson("a", f"{FIRST}summary: {prose}\n".encode()).findings
    assert [f.code for f in findings] == ["QK201"]
    assert "needs quotes" in findings[0].help


@pytest.mark.parametrize(
    "line",
    [
        "number: 8 # the eighth",
        "requires: [] # none",
        'summary: "quoted" # fine',
        "objective: some-goal # an id",
        "notes: | # a block\n  Text",
        "sources: [ # one a line\n  some-paper # the first\n  ]",
    ],
)
def test_ids_numbers_quoted_texts_and_brackets_may_carry_a_comment(line: str) -> None:
    """Only an unquoted text that people read loses something by a comment."""
    text = FIRST.replace("number: 8\n", "") if line.startswith("number") else FIRST
    assert found(f"{text}{line}\n") == []


@pytest.mark.parametrize(
    "value", ["no", "1:30", "010", "2024-01-01", "1e3", "1.10", "Yes", "0x1F", "=", "NaN"]
)
def test_what_yaml_would_type_stays_the_text_that_was_written(value: str) -> None:
    """Booleans, octals, dates and sexagesimals of other YAML readers are texts here."""
    lesson = parse_lesson("a", f"{FIRST}summary: {value}\n".encode()).value
    assert lesson is not None
    assert lesson.summary == value


@pytest.mark.parametrize(("text", "value"), [("1e3", 1000), ("1.5e9", 1_500_000_000), ("010", 10)])
def test_numbers_are_read_by_one_notation_of_our_own(text: str, value: int) -> None:
    """A key reads the same whatever YAML's own rules for numbers say."""
    answer = f"{{kind: number, value: {text}, unit: B, tolerance: exact}}"
    lesson = parse_lesson(
        "a", f"{FIRST}practice: [{{id: one, prompt: P, answer: {answer}}}]\n".encode()
    ).value
    assert lesson is not None
    number = lesson.questions[0].answer
    assert isinstance(number, NumberAnswer)
    assert number.value == value


def test_an_id_may_be_digits_alone() -> None:
    """`08` is an id like any other: a text, never a number."""
    lesson = parse_lesson("a", FIRST.replace("dp-memory", "08").encode()).value
    assert lesson is not None
    assert lesson.id == "08"


def test_windows_line_ends_and_a_byte_order_mark_make_no_difference() -> None:
    """The same lesson saved on Windows has the same texts, places and revisions."""
    windows = b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode()
    assert parse_lesson("a.yaml", windows).value == whole()


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_file_at_all_makes_it_raise(data: bytes) -> None:
    """Whatever stands in a file becomes findings with places inside it."""
    for finding in parse_lesson("a", data).findings:
        assert finding.line >= 1
        assert finding.column >= 1


@given(st.data())
def test_no_change_of_a_lesson_makes_it_raise(data: st.DataObject) -> None:
    """Whatever an author deletes or types in a good lesson, the outcome is findings or a lesson."""
    start = data.draw(st.integers(0, len(WHOLE)))
    end = data.draw(st.integers(start, min(len(WHOLE), start + 60)))
    typed = data.draw(st.text("{}[]:#&*!|>'\"%@`,?- \n\tab1", max_size=8))
    parsed = parse_lesson("a", (WHOLE[:start] + typed + WHOLE[end:]).encode())
    assert (parsed.value is None) == any(f.severity == "error" for f in parsed.findings)


# --- revisions --------------------------------------------------------------------------------


def revision(text: str) -> str:
    lesson = parse_lesson("a", text.encode()).value
    assert lesson is not None
    return next(one.revision for one in lesson.questions if one.id == "optimizer-bytes")


def test_a_revision_is_twelve_hex_digits_of_what_the_author_wrote() -> None:
    """It is the same in every process and on every machine: this one was noted once."""
    assert question("which-stage").revision == "0e0e415b86af"
    assert re.fullmatch("[0-9a-f]{12}", revision(WHOLE))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hint: Split it evenly.", 'hint: "Split it evenly."'),
        ("hint: Split it evenly.\n", "hint: >-\n      Split it\n      evenly.\n"),
        ("    tags: [memory]\n", "    tags:\n      - memory # for the list\n"),
        ("{params: 7B, devices: 8, stage: 1}", "{stage: 1, devices: 8, params: 7B}"),
        ("number: 9", "number: 12"),
    ],
)
def test_the_way_of_writing_does_not_change_a_revision(old: str, new: str) -> None:
    """Quotes, blocks, comments, the order of fields and other fields of the lesson are no edit."""
    assert revision(WHOLE.replace(old, new)) == revision(WHOLE)


@pytest.mark.parametrize(
    ("old", "new"),
    [("Split it evenly", "Split it"), ("0.5%", "0.50%"), ("[8, 16, 32]", "[8, 16]")],
)
def test_every_edit_of_a_question_changes_its_revision(old: str, new: str) -> None:
    """What learners see, or are graded by, is part of the revision."""
    assert revision(WHOLE.replace(old, new)) != revision(WHOLE)


# --- courses ----------------------------------------------------------------------------------


def test_a_course_is_its_lessons_by_number(tmp_path: Path) -> None:
    """Lessons go by number, whatever their files are called."""
    folder = write_course(tmp_path / "c", a=WHOLE, b=FIRST)
    loaded = load_course(folder)
    assert loaded.findings == ()
    assert loaded.course is not None
    assert [lesson.id for lesson in loaded.course.lessons] == ["dp-memory", "zero-1-2"]
    assert loaded.course.decimal_comma is True
    assert loaded.course.sources[0].year == 2019


def test_a_broken_lesson_stops_only_itself(tmp_path: Path) -> None:
    """The others load; the broken one is named with its file and its id."""
    folder = write_course(tmp_path / "c", a=WHOLE.replace("number: 9", "number:"), b=FIRST)
    loaded = load_course(folder)
    assert loaded.course is not None
    assert [lesson.id for lesson in loaded.course.lessons] == ["dp-memory"]
    assert [(one.id, Path(one.path).name) for one in loaded.broken] == [("zero-1-2", "a.yaml")]


def test_references_are_checked_in_whole_and_faulty_lessons_alike(tmp_path: Path) -> None:
    """A reference to nothing is found in the same run as a fault of the lesson itself."""
    text = (
        WHOLE.replace("number: 9", "number:")
        .replace("objective: zero-fsdp", "objective: zero-fdsp")
        .replace("sources: [zero-paper]", "sources: [zero-paper, other-paper]")
        .replace("requires: [dp-memory]", "requires: [dp-memories]")
    )
    loaded = load_course(write_course(tmp_path / "c", a=text, b=FIRST))
    assert [(f.code, f.line, f.column, f.help) for f in loaded.findings] == [
        ("QK204", 3, 1, "write its value"),
        ("QK303", 6, 12, 'did you mean "zero-fsdp"?'),
        ("QK303", 7, 12, 'did you mean "dp-memory"?'),
        ("QK303", 8, 23, 'did you mean "zero-paper"?'),
    ]


def test_an_id_that_stands_twice_names_the_first_place(tmp_path: Path) -> None:
    """Two lessons of one id, or one number, are found at the second and name the first."""
    loaded = load_course(write_course(tmp_path / "c", a=FIRST, b=FIRST))
    first = f"the first is in {tmp_path / 'c' / 'lessons' / 'a.yaml'}"
    assert [(f.code, Path(f.path).name, f.line, f.message) for f in loaded.findings] == [
        (
            "QK302",
            "b.yaml",
            1,
            f'the lesson id "dp-memory" stands twice; {first}:1',
        ),
        ("QK304", "b.yaml", 2, f"the number 8 stands twice; {first}:2"),
    ]
    assert loaded.course is not None
    assert len(loaded.course.lessons) == 1


def test_lesson_ids_are_unique_over_all_courses(tmp_path: Path) -> None:
    """The second course's lesson is broken; the first course does not notice."""
    one = write_course(tmp_path / "one", a=FIRST)
    two = write_course(tmp_path / "two", COURSE.replace("small-course", "other-course"), a=FIRST)
    first, second = load_courses([one, two])
    assert first.findings == ()
    assert [f.code for f in second.findings] == ["QK302"]
    assert [broken.id for broken in second.broken] == ["dp-memory"]


def test_lessons_that_require_each_other_are_found(tmp_path: Path) -> None:
    """A circle of any length is named at each of its members."""
    loop = FIRST + "requires: [lesson-b]\n"
    back = "id: lesson-b\nnumber: 9\ntitle: B\nrequires: [dp-memory]\n"
    loaded = load_course(write_course(tmp_path / "c", a=loop, b=back))
    assert [(f.code, f.message) for f in loaded.findings] == [
        ("QK305", "the lesson requires itself: dp-memory -> lesson-b -> dp-memory"),
        ("QK305", "the lesson requires itself: lesson-b -> dp-memory -> lesson-b"),
    ]


def test_a_course_without_its_file_says_so(tmp_path: Path) -> None:
    """A folder without course.yaml has one finding and no course; its lessons stay unblamed."""
    folder = write_course(tmp_path / "c", a=FIRST)
    (folder / "course.yaml").unlink()
    loaded = load_course(folder)
    assert loaded.course is None
    assert [(f.code, f.message) for f in loaded.findings] == [
        ("QK110", "the file cannot be read: no such file or directory")
    ]


def test_a_file_that_ends_otherwise_is_named(tmp_path: Path) -> None:
    """A lesson called .yml would be missed in silence; a warning says that it is not read."""
    folder = write_course(tmp_path / "c", a=FIRST)
    (folder / "lessons" / "b.yml").write_text(FIRST)
    loaded = load_course(folder)
    assert [(f.code, f.severity, Path(f.path).name) for f in loaded.findings] == [
        ("QK307", "warning", "b.yml")
    ]
    assert loaded.course is not None
    assert loaded.broken == ()


def test_paths_in_findings_are_as_the_caller_named_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative folder gives relative paths, which an editor can follow."""
    write_course(tmp_path / "c", a=FIRST + "titel: x\n")
    monkeypatch.chdir(tmp_path)
    assert [f.path for f in load_course(Path("c")).findings] == ["c/lessons/a.yaml"]


def test_faults_of_course_yaml_are_found_at_their_places() -> None:
    """The course's own file is read as strictly as a lesson."""
    text = COURSE.replace("zero-paper, title: ZeRO", "zero-paper").replace("term: all", "word: all")
    text = text.replace("decimal_comma: true", "decimal_comma: yes")
    findings = parse_course("course.yaml", text.encode()).findings
    assert [(f.code, f"{f.line}:{f.column}") for f in findings] == [
        ("QK205", "3:25"),
        ("QK202", "7:5"),
        ("QK203", "9:22"),
    ]


# --- what authors often write -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("unit: GB\n      value", "unit: gb\n      value", 'did you mean "GB"?'),
        ("value: 48.75\n      tol", "value: 48,75\n      tol", "the decimal point is a point"),
        ("value: 48.75\n      tol", "value: 48,750\n      tol", "write digits without commas"),
        ("value: 48.75\n      tol", "value: 48.75 GB\n      tol", "write the number alone; its"),
        ("value: 48.75\n      tol", "value: −48\n      tol", "write the minus sign as -"),
        ("{rel: 0.5%}", "0.01", "write {abs: 0.01} or {rel: 0.01%}"),
        ("{rel: 0.5%}", "1 %", "write {rel: 1 %}"),
        ("{rel: 0.5%}", "{relative: 1%}", 'did you mean "rel"?'),
        ("{rel: 0.5%}", "{abs: 1%}", "a share of the key is rel: 1%"),
        ("    prompt: Name", "    question: Name", 'did you mean "prompt"?'),
        ("kind: recall", "type: recall", 'did you mean "kind"?'),
        ("          right: true\n", "          correct: true\n", 'did you mean "right"?'),
        ("          right: true\n", "          right: Yes\n", "write true"),
        ("many: true", "many: off", "write false"),
        ("hint: Split it evenly.", "feedback: Split it.", 'did you mean "explanation"?'),
    ],
)
def test_what_authors_often_write_gets_what_to_write_instead(old: str, new: str, says: str) -> None:
    """Words of other programs, other notations and small slips come with a help of their own."""
    assert WHOLE.count(old) == 1
    findings = parse_lesson("a", WHOLE.replace(old, new).encode()).findings
    assert says in findings[0].help


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('1 and 2"\n', "1 and 2\n", "a quote seems to be left open in line 4"),
        ("    hint: Split", "\thint: Split", "a tab stands where blanks belong"),
        ("number: 9", "number:9", 'a ": " (colon and blank) is missing'),
        ("    hint: Split", "      hint: Split", "is the indentation right?"),
    ],
)
def test_syntax_errors_say_what_an_author_can_do(old: str, new: str, says: str) -> None:
    """The parser's own words are replaced where they help nobody."""
    assert WHOLE.count(old) == 1
    (finding,) = parse_lesson("a", WHOLE.replace(old, new).encode()).findings
    assert finding.code == "QK103"
    assert says in finding.message
