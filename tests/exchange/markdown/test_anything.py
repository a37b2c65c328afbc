"""Whatever a Markdown file holds: it becomes a lesson that loads, or a sentence says why not."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from quizkit.content.load import parse_lesson
from quizkit.errors import ContentError
from quizkit.exchange.markdown import import_lesson

SHARDS = st.sampled_from(
    [
        "---", "title: a: b", "# Title", "## Warm-up", "## Know this", "## Practice", "Practice",
        "## Real-world reps", "## Going further", "## Answers", "## Not landing?", "### Part 2",
        "- [ ] 1. What?", "- [ ] **2.** Which?", "3. ☐ Why?", "- [ ] ", "**☐ 4. How many GB?**",
        "A. one", "B. two", "- (a) one", "- **B)** two {x}", "(A) x (B) y (C) z", "C. three: # 3",
        "<details>", "</details>", "<summary>Check</summary>", "<summary>Hint</summary>", "```",
        "<details><summary>Check</summary>**B.** Yes. A confuses it.</details>", "1.5 GB", "8x",
        "**B.** Two.", "B", "- one", "  - two", "1. B", "2. nothing", "Tomorrow: do it", "> quote",
        "**Tomorrow:**", "**Objective:** x", "**Prerequisites:** [a](01-a.md), none", "", "",
        "**Primary source:** [t](https://example.org/a)", "- [l](https://example.org) - note",
        "<!-- ", "-->", "Check: yes", "Hint: no", "    code", "| a | b |", "\u202e",
        "\x00", "[x](y)", "===", "text",
    ]
)  # fmt: skip
PIECES = st.one_of(SHARDS, SHARDS, SHARDS, st.text(max_size=30))


@settings(max_examples=150)
@given(st.lists(PIECES, max_size=40), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_anything_becomes_a_lesson_that_loads(pieces: list[str], end: str) -> None:
    """No shape of Markdown breaks the import or makes a file that the loader refuses."""
    data = end.join(["## Practice", *pieces]).encode("utf-8", errors="replace")
    try:
        imported = import_lesson("07-some.md", data)
    except ContentError as refused:
        if refused.findings:  # what was made of it does not load
            raise
        return
    parsed = parse_lesson("some.yaml", imported.text.encode())
    assert parsed.value is not None
    assert parsed.findings == ()
