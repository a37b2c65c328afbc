"""Lessons in Markdown of many habits, and the lessons that they become."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quizkit.content.course import Lesson, Objective, Source
from quizkit.content.load import parse_lesson
from quizkit.content.model import ChoiceAnswer, NumberAnswer, Question, RecallAnswer
from quizkit.errors import ContentError
from quizkit.exchange.markdown import Imported, Known, KnownLesson, import_lesson

LESSONS = Path(__file__).parent.parent / "lessons"


def imported(name: str, known: Known | None = None) -> tuple[Lesson, Imported]:
    """The lesson that a file becomes."""
    found = import_lesson(f"{name}.md", (LESSONS / f"{name}.md").read_bytes(), known=known)
    return loaded(found), found


def written(text: str) -> Lesson:
    """The lesson that a text becomes."""
    return loaded(import_lesson("05-some-lesson.md", text.encode()))


def loaded(found: Imported) -> Lesson:
    parsed = parse_lesson("some.yaml", found.text.encode())
    assert parsed.findings == ()
    assert parsed.value is not None
    return parsed.value


def practice(body: str) -> Question:
    """The one practice question that a body becomes."""
    lesson = written(f"## Practice\n\n{body}")
    assert len(lesson.questions) == 1, [question.prompt for question in lesson.questions]
    return lesson.questions[0]


def choice(question: Question) -> ChoiceAnswer:
    assert isinstance(question.answer, ChoiceAnswer), question
    return question.answer


def right(question: Question) -> list[str]:
    return [option.text for option in choice(question).options if option.right]


# --- whole lessons ----------------------------------------------------------------------------


def test_a_whole_lesson() -> None:
    """Header, warm-up, notes, all kinds of questions, reps and links arrive in their places."""
    lesson, found = imported("04-ring-all-reduce")
    assert (lesson.id, lesson.number) == ("ring-all-reduce", 4)
    assert lesson.title == "Ring all-reduce: who sends what"
    assert lesson.summary.startswith("Count what every device sends")
    assert lesson.requires == ("data-parallelism", "floating-point")
    assert lesson.sources == ("bandwidth-optimal-all-reduce-algorithms",)
    assert [(q.part, q.answer.kind) for q in lesson.questions] == [
        ("warm_up", "recall"),
        ("warm_up", "choice"),
        ("practice", "choice"),
        ("practice", "number"),
        ("practice", "choice"),
        ("practice", "recall"),
        ("practice", "recall"),
    ]
    assert [rep.next_day for rep in lesson.reps] == [False, True]
    assert lesson.reps[1].task == "Without notes, write down the two halves and who ends with what."
    assert [(link.title, link.note) for link in lesson.further] == [
        ("NCCL tests", "measure it on your own machine."),
        ("Horovod's design", ""),
    ]
    assert "Ask a colleague for their numbers." in lesson.notes
    assert "## Not landing?" in lesson.notes
    assert "## Two halves" in lesson.notes
    assert "<details> is code here" in lesson.notes
    assert "Assume vectors of 1 GB throughout." in found.text  # as something to do
    assert found.todos == 3


def test_its_questions_in_detail() -> None:
    """Choices have keys and remarks, recall its checklist, hints and literal braces stay."""
    lesson, _ = imported("04-ring-all-reduce")
    by_prompt = {question.prompt.split("\n")[0]: question for question in lesson.questions}
    half = by_prompt["What does the second half of a ring all-reduce do?"]
    options = choice(half).options
    assert [option.right for option in options] == [False, True, False, False]
    assert options[0].say == "This is the first half."
    assert options[2].text == "It averages over time, as {{momentum}} does."
    assert options[3].say == "This would leave everybody with one shard only."
    assert half.explanation.startswith("After the reduce-scatter")
    assert half.hint == "Who has what after the first half?"
    grow = choice(by_prompt["Which of these grow with N? Choose all that apply."])
    assert grow.many
    assert [option.right for option in grow.options] == [True, False, True]
    tree = by_prompt["Explain to a colleague why a tree sends less often."].answer
    assert isinstance(tree, RecallAnswer)
    assert tree.checklist == (
        "a tree has log N levels",
        "each level is one message, so latency grows with log N",
        "a ring has N - 1 steps",
    )
    limit = by_prompt["Which number is the limit?"]
    assert isinstance(limit.answer, RecallAnswer)
    assert limit.prompt.endswith("A. 1\nB. 2\nC. 4")


def test_what_a_course_knows_becomes_ids() -> None:
    """Sources by address, lessons by number, file or title, objectives by their text."""
    known = Known(
        objectives=(Objective(id="zero-fsdp", text="Explain what each ZeRO stage shards."),),
        sources=(Source(id="zero-paper", title="ZeRO", url="https://arxiv.org/abs/1910.02054"),),
        lessons=(KnownLesson(id="dp-memory", number=8, title="Memory", stem="08-memory"),),
    )
    lesson, found = imported("09-zero-stages", known)
    assert lesson.objective == "zero-fsdp"
    assert lesson.sources == ("zero-paper",)
    assert lesson.requires == ("dp-memory",)
    assert "# primary source: [ZeRO: Memory Optimizations" in found.text
    assert found.todos == 1  # the tolerance of its number


def test_what_a_course_does_not_know_is_left_to_do() -> None:
    """No id is written that the course does not have; the source's address stays in reach."""
    lesson, found = imported("09-zero-stages", Known())
    assert (lesson.objective, lesson.sources, lesson.requires) == ("", (), ())
    assert lesson.further[-1].note == "primary source"
    assert "(the course has no such lesson)" in " ".join(found.text.split())


def test_the_course_habit_with_boxes_before_numbers() -> None:
    """`**☐ 1.**`, options in one line, remarks under a heading of their own, `Time:` kept."""
    lesson, _ = imported("09-zero-stages")
    yes_or_no, bytes_each, traffic, timeline = lesson.questions[1:]
    assert right(yes_or_no) == ["no"]
    assert isinstance(bytes_each.answer, NumberAnswer)
    assert (bytes_each.answer.value, bytes_each.answer.unit) == (Fraction(3, 2), "bytes/param")
    assert right(traffic) == [
        "Only the owner needs the sharded state,\nso nobody has to be sent it."
    ]
    assert choice(traffic).fixed  # one option speaks of two others
    assert [bool(option.say) for option in choice(traffic).options] == [True, True, False, True]
    assert (
        traffic.explanation == "Optimizer state and reduced gradients matter to their owner alone."
    )
    assert "forward | backward" in timeline.prompt
    assert timeline.prompt.endswith("Then say where the all-gather goes.")
    assert "**Time:** 25 minutes" in lesson.notes
    assert lesson.title == "ZeRO stages 1 and 2"


def test_emoji_headings_and_code() -> None:
    """Headings may hold emoji and be questions; code and its answers stay code."""
    lesson, _ = imported("emoji-and-headings")
    mantissa, overflow, scale, code = lesson.questions
    assert mantissa.part == "warm_up"
    assert right(overflow) == ["fp16"]
    assert overflow.explanation == "fp16 has 5 exponent bits."
    assert overflow.hint == "Count exponent bits."
    assert isinstance(scale.answer, NumberAnswer)
    assert code.prompt.count("```") == 2
    assert "1. Think first." in code.prompt
    assert isinstance(code.answer, RecallAnswer)
    assert code.answer.model == "```\ntensor(inf)\n```"
    assert lesson.reps[0].next_day
    assert lesson.reps[0].task == "Without notes: list the three formats with their bits."
    assert "**Why 8 bits?**" in lesson.notes
    assert len(lesson.sources) == 2


def test_plain_text_without_answers() -> None:
    """Bare headings, bullets and no answers: recall questions that wait for theirs."""
    lesson, found = imported("plain-text")
    assert lesson.title == "Checkpointing activations"
    assert [question.part for question in lesson.questions] == ["warm_up"] * 2 + ["practice"] * 3
    assert all(question.answer.kind == "recall" for question in lesson.questions)
    assert "a) the inputs" not in lesson.questions[3].prompt
    assert "A. the inputs of its matrix products" in lesson.questions[3].prompt
    assert [rep.next_day for rep in lesson.reps] == [False, True]
    assert lesson.requires == ()
    assert found.text.count("write the model answer") == 5


def test_plain_text_with_headings_in_capitals() -> None:
    """Capitals head sections and label the header, bullets are questions, letters options."""
    lesson, _ = imported("plain-capitals")
    assert (lesson.number, lesson.title) == (11, "Activation memory")
    assert lesson.sources == ("reducing-activation-recomputation-large",)
    assert [question.part for question in lesson.questions] == ["warm_up"] * 2 + ["practice"] * 2
    assert "A. the attention scores\nB. the MLP's inputs" in lesson.questions[2].prompt
    assert lesson.notes.endswith("## NOT LANDING?\n\nDraw one layer.")
    assert [rep.next_day for rep in lesson.reps] == [False, True]
    assert lesson.further[0].title == "The source's appendix"


def test_answers_in_a_section_of_their_own() -> None:
    """Numbers lead from the answers to the questions; one that leads nowhere is reported."""
    lesson, found = imported("answers-at-the-end")
    models = [q.answer.model for q in lesson.questions if isinstance(q.answer, RecallAnswer)]
    assert models == [
        "A group of consecutive layers on one device.",
        "All but the first.",
        "Time in which a device has nothing to do.",
        "3/11, which is about 27 %.",
    ]
    assert right(lesson.questions[3]) == ["one forward, one backward"]
    assert lesson.number == 13
    assert lesson.requires == ("tensor-parallelism", "data-parallelism")
    assert found.notices == ("answers-at-the-end.md:22: answers 9 belong to no one question",)


def test_a_fold_that_is_never_closed() -> None:
    """It ends where the next begins, the questions behind it stay, and its line is named."""
    lesson, found = imported("unclosed")
    assert [question.prompt for question in lesson.questions] == [
        "First?",
        "Second?",
        "Pick the largest.",
        "Why?",
    ]
    assert right(lesson.questions[2]) == ["1 GiB"]
    assert found.notices == (
        "unclosed.md:4: <details> is never closed; it ends where the next one begins",
    )


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.md")), ids=lambda path: path.stem)
def test_line_ends_of_windows_change_nothing(path: Path) -> None:
    """CRLF and a byte order mark make the same lesson."""
    data = path.read_bytes()
    windows = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
    assert import_lesson(path.name, windows).text == import_lesson(path.name, data).text


# --- single habits ----------------------------------------------------------------------------

FOLD = "\n\n<details><summary>Check</summary>\n\n{}\n\n</details>\n"


@pytest.mark.parametrize(
    "start",
    [
        "- [ ] 1. {}", "1. [ ] {}", "1. ☐ {}", "☐ 1. {}", "- ☐ **1.** {}", "**☐ 1.** {}",
        "**1.** ☐ {}", "#### 1. ☐ {}", "### ☐ 1. {}", "- [ ] {}", "☐ {}", "1. {}", "1) {}",
        "**1.** {}", "**1. {}**", "### Question 1\n\n{}", "**Q1.** {}", "Q1: {}", "- {}", "* {}",
        "- [ ] **Q1** {}", "- \\[ \\] 1. {}", "⬜ 1. {}", "• {}", "- [ ] **1)** {}", "### 1. {}",
        '<input type="checkbox"> 1. {}', "**☐ 1. {}**",
    ],
)  # fmt: skip
def test_however_a_question_starts(start: str) -> None:
    """Box, number, heading, bullet and bold in any order leave the prompt alone."""
    question = practice(start.format("What is a shard?") + FOLD.format("A part."))
    assert question.prompt == "What is a shard?"
    assert isinstance(question.answer, RecallAnswer)
    assert question.answer.model == "A part."


@pytest.mark.parametrize(
    "options",
    [
        "A. one\nB. two\nC. three", "A) one\nB) two\nC) three", "(a) one\n(b) two\n(c) three",
        "a) one\nb) two\nc) three", "- A. one\n- B. two\n- C. three",
        "* (A) one\n* (B) two\n* (C) three",
        "- **A.** one\n- **B.** two\n- **C.** three", "**A)** one\n**B)** two\n**C)** three",
        "- [ ] A. one\n- [ ] B. two\n- [ ] C. three", "A: one\n\nB: two\n\nC: three",
        "A) one B) two C) three", "(a) one (b) two (c) three",
        "- **A** one\n- **B** two\n- **C** three",
        "A. one<br>B. two<br>C. three", "**A. one**\n**B. two**\n**C. three**",
        "- A — one\n- B — two\n- C — three", "`A` one\n`B` two\n`C` three",
    ],
)  # fmt: skip
@pytest.mark.parametrize("indent", ["", "  ", "     "])
def test_however_options_are_lettered(options: str, indent: str) -> None:
    """Letters with any mark, in lines or in one, indented or not."""
    body = "\n".join(f"{indent}{line}" for line in options.split("\n"))
    question = practice(f"- [ ] 1. Which?\n\n{body}\n" + FOLD.format("**B.** Since two."))
    assert [option.text for option in choice(question).options] == ["one", "two", "three"]
    assert right(question) == ["two"]
    assert question.prompt == "Which?"


@pytest.mark.parametrize(
    "fold",
    [
        "<details><summary>Check</summary>B. Since one is few.</details>",
        "<details>\n<summary>Check</summary>\n\nB. Since one is few.\n\n</details>",
        "<details open>\n  <summary><b>✅ Check</b></summary>\n  B. Since one is few.\n</details>",
        "<DETAILS><SUMMARY>Check your answer</SUMMARY>B. Since one is few.</DETAILS>",
        "<details>\n<summary>\nCheck\n</summary>\n\nB. Since one is few.\n</details>",
        "Check: B. Since one is few.", "**Check:** B. Since one is few.",
        "> **Answer:** B. Since one is few.",
        "- Check: B. Since one is few.",
        "*Answer*: B. Since one is few.",
    ],
)  # fmt: skip
def test_however_a_check_is_folded(fold: str) -> None:
    """Details in one line or many, or a line that says Check."""
    question = practice(f"1. [ ] Which?\n   A. one\n   B. two\n\n{fold}\n")
    assert right(question) == ["two"]
    assert question.explanation == "Since one is few."


@pytest.mark.parametrize(
    ("prompt", "check", "unit"),
    [
        ("How many GB?", "**120 GB.** 7.5 times 16.", "GB"),
        ("How many GB?", "120 GB", "GB"),
        ("By what factor?", "8x", "fold"),
        ("What percentage is lost?", "12%", "percent"),
        ("How many GB?", "120", ""),
        ("How many GB?", "about 120 GB", ""),
        ("How many GB?", "120 GB per device, 960 GB in all", ""),
        ("How many GB, and why?", "120 GB", ""),
        ("How many GB? And GiB?", "120 GB", ""),
        ("What is it?", "7 Gb", ""),
        ("How many?", "7B", ""),
    ],
)
def test_a_number_only_where_it_cannot_be_mistaken(prompt: str, check: str, unit: str) -> None:
    """Value and unit stand first and alone, and nothing else is asked; or it is recall."""
    answer = practice(f"- [ ] {prompt}" + FOLD.format(check)).answer
    if unit:
        assert isinstance(answer, NumberAnswer)
        assert answer.unit == unit
    else:
        assert isinstance(answer, RecallAnswer)
        assert answer.model == check


def test_true_or_false_is_a_choice() -> None:
    """The two words are the options where the check begins with one; asked for a why, it is not."""
    question = practice("- [ ] **True or false?** It shrinks." + FOLD.format("**False.** No."))
    assert right(question) == ["False"]
    assert choice(question).fixed
    assert question.explanation == "No."
    for prompt, check in (
        ("True or false, and why?", "**False.** No."),
        ("True or false? It shrinks.", "It depends; false for norms."),
    ):
        assert practice(f"- [ ] {prompt}" + FOLD.format(check)).answer.kind == "recall"


@pytest.mark.parametrize(
    "heading",
    [
        "## {}",
        "### {}",
        "# {}",
        "**{}**",
        "{}\n---",
        "## 3. {}",
        "## 🔧 {}",
        "## {}:",
        "## **{}** (now)",
    ],
)
def test_however_sections_are_headed(heading: str) -> None:
    """Levels, bold, underlines, numbers, emoji and remarks in brackets make no difference."""
    lesson = written(
        "\n\n".join(
            f"{heading.format(name)}\n\n{body}"
            for name, body in [
                ("Warm-up", "- [ ] 1. Before?"),
                ("Know this", "A note."),
                ("Practice", "- [ ] 2. After?"),
                ("Real-world reps", "- [ ] **Tomorrow:** do it."),
                ("Going further", "- [There](https://example.org)"),
            ]
        )
    )
    assert [(q.part, q.prompt) for q in lesson.questions] == [
        ("warm_up", "Before?"),
        ("practice", "After?"),
    ]
    assert lesson.notes == "A note."
    assert [(rep.task, rep.next_day) for rep in lesson.reps] == [("Do it.", True)]
    assert lesson.further[0].url == "https://example.org"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "05.md: the file is empty"),
        (b"# Title\n\nA text.\n", "05.md: no section of a lesson is in it"),
        (b"---\ntitle: x\n\n## Practice\n", "05.md:1: the front matter is opened by --- and never"),
        (b"## Practice\n\n- [ ] caf\xe9?\n", "05.md:3: byte 0xE9 is not UTF-8"),
        (b"\xff\xfe#\x00", "05.md:1: the file is UTF-16"),
        (b"## Practice\n" + b"x" * 9000, "05.md:2: a line of 9000 characters"),
        (b"## Practice\n" + b"x\n" * 200_000, "05.md: the file is larger than 256 KiB"),
        (b"## Practice\n" + b"- [ ] x\n" * 600, "05.md:502: more than 500 items"),
    ],
)
def test_what_is_no_lesson_is_refused_with_its_line(data: bytes, told: str) -> None:
    """A sentence says where and what."""
    with pytest.raises(ContentError) as refused:
        import_lesson("05.md", data)
    assert str(refused.value).startswith(told)


# --- mixed habits -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "1. What is A?\n\nCHECK\n\n2. What is B?\n\nCHECK\n\n- [ ] **3.** What is C?\n\nCHECK\n",
        "- [ ] **1.** What is A?\n\nCHECK\n\n2. What is B?\n\n- [ ] **3.** What is C?\n\nCHECK\n",
        "- [ ] **1.** What is A?\n\nCHECK\n\n2. What is B?\n\nCHECK\n\n3. What is C?\n",
        "1. What is A?\n2. What is B?\n\n- [ ] What is C?\n\nCHECK\n",
    ],
)
def test_items_with_a_number_stand_among_items_with_a_box(body: str) -> None:
    """Both are questions, in the order of the file, and none is left over."""
    check = "<details><summary>Check</summary>Because.</details>"
    lesson = written("## Practice\n\n" + body.replace("CHECK", check))
    assert [question.prompt for question in lesson.questions] == [
        "What is A?",
        "What is B?",
        "What is C?",
    ]


@pytest.mark.parametrize(
    "body",
    [
        "- [ ] **1.** Put in order:\n\n1. send\n2. add\n\n- [ ] **2.** What is C?\n",
        "1. Cover the notes.\n2. Answer aloud.\n\n- [ ] Put in order\n\n- [ ] What is C?\n",
    ],
)
def test_numbered_steps_beside_boxes_are_no_questions(body: str) -> None:
    """Steps within a question, and instructions before the first, stay what they are."""
    lesson = written(f"## Practice\n\n{body}")
    assert [question.prompt.split("\n")[0].rstrip(":") for question in lesson.questions] == [
        "Put in order",
        "What is C?",
    ]


@pytest.mark.parametrize(
    "fold",
    [
        "<details><summary>Hint</summary>Think\n\n- of it\n</details>",
        "   <details><summary>Hint</summary> Think\n\n   - of it\n   </details>",
    ],
)
def test_a_text_behind_its_summary_is_not_indented(fold: str) -> None:
    """What stands in the line of the tag begins where the line does."""
    assert practice(f"1. What is A?\n\n{fold}\n").hint == "Think\n\n- of it"


def test_what_is_folded_beside_the_questions_is_kept_as_it_stands() -> None:
    """A fold that belongs to no question is no instruction: its text is left to do."""
    found = import_lesson(
        "05-some-lesson.md",
        b"## Practice\n\n<details><summary>Check</summary>Because.</details>\n\n- [ ] What is A?\n",
    )
    assert '  (folded as "Check")\n  Because.\n' in found.text


@pytest.mark.parametrize("check", ["**2.**", "2", "= 1.5", "about 2 passes."])
def test_a_bare_number_is_left_to_do(check: str) -> None:
    """A number whose unit nobody can know stays recall, and a todo says what it could become."""
    fold = f"<details><summary>Check</summary>{check}</details>"
    text = f"# Rings\n\n## Practice\n\n1. How many passes are made?\n\n   {fold}\n"
    found = import_lesson("05-some-lesson.md", text.encode())
    assert isinstance(loaded(found).questions[0].answer, RecallAnswer)
    assert "The answer seems to be a number." in found.text
    assert found.todos == 1


@pytest.mark.parametrize(
    ("file", "title", "id_"),
    [
        ("02.md", "Ring all-reduce", "ring-all-reduce"),
        ("lesson-02.md", "Lesson 2: Ring all-reduce", "ring-all-reduce"),
        ("2024-05.md", "Ring all-reduce", "ring-all-reduce"),
        ("02-rings.md", "Ring all-reduce", "rings"),
        ("zero-1-2.md", "Ring all-reduce", "zero-1-2"),
        ("3d.md", "Ring all-reduce", "3d"),
    ],
)
def test_a_number_is_no_name_of_a_lesson(file: str, title: str, id_: str) -> None:
    """An id is kept for ever: where the file's name is only a number, the title gives it."""
    text = f"# {title}\n\n## Practice\n\n1. What is A?\n"
    assert import_lesson(file, text.encode()).id == id_


def test_a_lesson_without_a_name_is_left_to_do() -> None:
    """Where nothing gives an id, the number stands and a todo asks for one."""
    found = import_lesson("02.md", b"## Practice\n\n1. What is A?\n")
    assert found.id == "02"
    assert "write one: it is kept for ever." in found.text
