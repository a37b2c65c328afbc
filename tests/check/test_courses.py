"""What is checked when a path is named, and which findings come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizkit.check import check_paths, courses
from quizkit.errors import UsageError
from quizkit.store.checked import Checked
from tests.content.lessons import WHOLE
from tests.content.test_load import COURSE, FIRST, name_a_lesson_in_bytes, write_course

RECALL = "practice: [{id: say-it, prompt: P, answer: {kind: recall, model: M}}]\n"
EARLIER = FIRST + RECALL
REPOSITORY = Path(__file__).resolve().parents[2]


def codes(*paths: Path) -> list[tuple[str, str]]:
    """File name and code of every finding."""
    return [(Path(f.path).name, f.code) for f in check_paths(paths)]


def test_the_packed_courses_have_nothing_wrong() -> None:
    """Not even a warning."""
    assert [str(finding) for finding in check_paths([REPOSITORY / "content"])] == []


def test_a_lesson_outside_a_course_is_checked_alone(tmp_path: Path) -> None:
    """Without a course.yaml near it, references are taken on trust."""
    lesson = tmp_path / "a.yaml"
    lesson.write_text(WHOLE)
    assert codes(lesson) == []


def test_a_lesson_of_a_course_is_checked_with_its_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its references are looked up; what is wrong with its neighbours does not come back."""
    course = write_course(
        tmp_path / "c", a=WHOLE.replace("zero-fsdp", "zero-fdsp"), b=EARLIER + "titel: x\n"
    )
    assert codes(course / "lessons" / "a.yaml") == [("a.yaml", "QK303")]
    monkeypatch.chdir(course / "lessons")
    assert [str(f).partition("  ")[0] for f in check_paths([Path("a.yaml")])] == ["a.yaml:6:12"]


def test_a_course_is_checked_with_all_its_files(tmp_path: Path) -> None:
    """course.yaml, every lesson, and files that only look like lessons."""
    course = write_course(tmp_path / "c", COURSE + "titel: x\n", a=WHOLE, b=EARLIER + "titel: x\n")
    (course / "lessons" / "c.yml").write_text("")
    assert codes(course) == [
        ("course.yaml", "QK203"),
        ("b.yaml", "QK203"),
        ("c.yml", "QK307"),
    ]
    assert codes(course / "course.yaml") == [("course.yaml", "QK203")]


def test_a_folder_of_courses_is_checked_course_by_course(tmp_path: Path) -> None:
    """Ids that stand twice over two courses are found at the second."""
    write_course(tmp_path / "one", a=EARLIER)
    write_course(tmp_path / "two", a=EARLIER)
    found = check_paths([tmp_path])
    assert [(f.code, Path(f.path).parts[-3:]) for f in found] == [
        ("QK302", (tmp_path.name, "two", "course.yaml")),
        ("QK302", ("two", "lessons", "a.yaml")),
    ]


def test_the_folder_of_lessons_is_a_path_too(tmp_path: Path) -> None:
    """All of its lessons are checked, with their course."""
    course = write_course(tmp_path / "c", a=WHOLE, b=EARLIER + "titel: x\n")
    assert codes(course / "lessons") == [("b.yaml", "QK203")]


def test_paths_named_twice_are_checked_once(tmp_path: Path) -> None:
    """A finding comes once, however often its file is named."""
    course = write_course(tmp_path / "c", b=EARLIER + "titel: x\n")
    lesson = course / "lessons" / "b.yaml"
    assert codes(course, lesson, course) == [("b.yaml", "QK203")]


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_path_without_content_is_a_question_of_usage(tmp_path: Path, name: str) -> None:
    """A typing error in a path is no finding."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError):
        check_paths([tmp_path / name])


def test_a_course_without_course_yaml_is_found(tmp_path: Path) -> None:
    """A folder with lessons and no course.yaml is a course that lacks it."""
    course = write_course(tmp_path / "c", a=EARLIER)
    (course / "course.yaml").unlink()
    assert codes(course) == [("course.yaml", "QK110")]


def test_files_checked_side_by_side_have_the_same_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several processes change nothing: neither what is found nor what is kept of it."""
    lessons = {}
    for number in range(40):
        text = WHOLE.replace("number: 9", f"number: {number}").replace("zero-1-2", f"z-{number}")
        lessons[f"{number:02d}"] = text + ("strange: field\n" if number % 7 == 3 else "")
    folder = write_course(tmp_path / "course", a=FIRST, **lessons)
    found, rows = [], []
    for worth in (0, 2**40):
        monkeypatch.setattr(courses, "WORTH_PROCESSES_BYTES", worth)
        kept = Checked({})
        found.append(check_paths([folder], kept))
        rows.append(kept.new)
    assert found[0] == found[1] != ()
    assert rows[0] == rows[1]
    assert len(rows[0]) == 41


def test_findings_come_sorted_by_place(tmp_path: Path) -> None:
    """By path, line and column, whatever found them."""
    course = write_course(tmp_path / "c", b=EARLIER + "todo: x\ntitel: y\n", a=WHOLE + "todo: z\n")
    found = check_paths([course])
    assert [*found] == sorted(found)


def test_a_required_lesson_comes_earlier(tmp_path: Path) -> None:
    """A prerequisite with a higher number is a warning at its place."""
    course = write_course(tmp_path / "c", a=WHOLE, b=EARLIER.replace("8", "10"))
    (finding,) = check_paths([course])
    assert (finding.code, finding.severity, finding.line, finding.column) == (
        "QK308", "warning", 7, 12,
    )  # fmt: skip


def test_the_decimal_comma_of_the_course_holds_for_its_tests(tmp_path: Path) -> None:
    """An author's test is read as the course's learners are."""
    text = WHOLE.replace('{response: "1.5",', '{response: "1,5",')
    assert codes(write_course(tmp_path / "c", a=text, b=EARLIER)) == []


# --- ignoring ---------------------------------------------------------------------------------

TODO = "todo: more"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (TODO, ["QK602"]),
        (f"# quizkit: ignore QK602 -- next term\n{TODO}", []),
        (f"# quizkit: ignore QK602 -- next term\n# another comment\n{TODO}", []),
        (f"# quizkit: ignore QK601, QK602 -- next term\n{TODO}", ["QK111"]),
        (f"# quizkit: ignore QK602\n{TODO}", ["QK112"]),
        (f"# quizkit: ignore QK601 -- another\n{TODO}", ["QK111", "QK602"]),
        (f"# quizkit: ignore QK602 -- too far\n\n{TODO}", ["QK111", "QK602"]),
        (f"{TODO} # quizkit: ignore QK602 -- not on a line of its own", ["QK109"]),
        ("# quizkit: ignore QK203 -- cannot be\ntitel: x", ["QK203"]),
    ],
)
def test_a_comment_above_ignores_a_finding(tmp_path: Path, lines: str, expected: list[str]) -> None:
    """It holds for the line below; what keeps a lesson from loading cannot be ignored."""
    lesson = tmp_path / "a.yaml"
    lesson.write_text(f"{EARLIER}{lines}\n")
    assert [code for _, code in codes(lesson)] == expected


def test_a_code_that_ignores_nothing_is_found_where_it_stands(tmp_path: Path) -> None:
    """Behind another one, too: the place is the code, not the comment."""
    lesson = tmp_path / "a.yaml"
    lesson.write_text(f"{EARLIER}# quizkit: ignore QK602, QK601 -- why\n{TODO}\n")
    (finding,) = check_paths([lesson])
    assert (finding.code, finding.column, finding.width) == ("QK111", 26, 5)
    assert finding.message == "there is no QK601 below to ignore"


def test_the_place_of_the_right_option_is_counted_from_one(tmp_path: Path) -> None:
    """Where an author's order is kept and it is always the same."""
    options = "[{id: no-1, text: A}, {id: yes, text: B, right: true}, {id: no-2, text: C}]"
    asked = "".join(
        f"  - id: ask-{name}\n    prompt: Which is {name}?\n"
        f"    answer: {{kind: choice, fixed: true, options: {options}}}\n"
        for name in ("one", "two", "three", "four")
    )
    lesson = tmp_path / "a.yaml"
    lesson.write_text(f"{FIRST}practice:\n{asked}")
    (message,) = [f.message for f in check_paths([lesson]) if f.code == "QK310"]
    assert message == "in all 4 choices with a fixed order option 2 is right"


# --- places -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("stage 1 on {devices} devices", "stage 1 on ¦{device} devices"),
        ("How many bytes of", "How ¦{ many bytes of"),
        ("say: That is the whole state, {key}", "say: That is the whole state, ¦{keys}"),
        ("explanation: It is {key}.", 'explanation: "It is ¦{devices:long}."'),
        ("  Stage 1 shards", "  Look ¦[here](https://x.org), stage 1 shards"),
        ("  Stage 1 shards", "  A ring: ¦![](ring.png) stage 1 shards"),
    ],
)
def test_what_is_wrong_inside_a_text_is_found_inside_it(tmp_path: Path, old: str, new: str) -> None:
    """In a long text the place is the piece that is meant, not the start of the text."""
    assert WHOLE.count(old) == 1
    marked = WHOLE.replace(old, new)
    before = marked.partition("¦")[0].split("\n")
    lesson = tmp_path / "a.yaml"
    lesson.write_text(marked.replace("¦", ""))
    assert [(f.line, f.column) for f in check_paths([lesson])] == [
        (len(before), len(before[-1]) + 1)
    ]


def test_every_gap_that_nothing_fills_is_found(tmp_path: Path) -> None:
    """One does not hide the next, and the names that there are come with it."""
    lesson = tmp_path / "a.yaml"
    lesson.write_text(WHOLE.replace("{params} parameters", "{param} parameters of {model}"))
    found = check_paths([lesson])
    assert [f.code for f in found] == ["QK601", "QK601"]
    assert "{params}" in found[0].message


@pytest.mark.parametrize("what", ["missing", "a file", "a circle of links"])
def test_a_course_whose_lessons_cannot_be_read_is_not_clean(tmp_path: Path, what: str) -> None:
    """A course without a folder of lessons is broken; an empty folder is merely empty."""
    course = write_course(tmp_path / "c")
    lessons = course / "lessons"
    assert codes(course) == []
    lessons.rmdir()
    if what == "a file":
        lessons.write_text("")
    elif what == "a circle of links":
        lessons.symlink_to(lessons)
    assert codes(course) == [("lessons", "QK113")]


def test_a_file_name_that_is_not_utf_8_is_a_fault_of_that_file_alone(tmp_path: Path) -> None:
    """The name is shown with its bytes; the lessons beside it are checked."""
    course = write_course(tmp_path / "c", a=EARLIER + "titel: x\n")
    name_a_lesson_in_bytes(course)
    assert codes(course) == [("a.yaml", "QK203"), ("b\\xff.yaml", "QK113")]
