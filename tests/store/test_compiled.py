"""A start at which nothing differs looks at nothing but `stat`, and YAML is not read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from quizkit.store.index import open_library
from tests.content.test_load import FIRST


def test_a_text_that_looks_like_a_rep_is_none(course: Path, cache: Path) -> None:
    """Which lessons hold reps is told by their rows, whatever their texts say."""
    lesson = course / "lessons" / "b.yaml"
    lesson.write_text(FIRST.replace("title: Memory", """title: '["Rep","a"]'"""))
    library = open_library([course], cache)
    assert library.titles["dp-memory"].startswith('["Rep",')
    assert library.with_reps == ("zero-1-2",)


def test_an_unchanged_course_is_not_parsed_again(
    course: Path, cache: Path, parsed: list[str]
) -> None:
    """The second start parses nothing."""
    open_library([course], cache)
    assert sorted(parsed) == ["course.yaml", "lessons/a.yaml", "lessons/b.yaml"]
    parsed.clear()
    assert len(open_library([course], cache).entries) == 8
    assert parsed == []


def test_an_unchanged_start_opens_no_source_file(course: Path, cache: Path) -> None:
    """`stat` alone is asked, and YAML is not even imported."""
    open_library([course], cache)
    script = f"""
import sys
from pathlib import Path
opened = []
sys.addaudithook(lambda event, found: event == "open" and opened.append(str(found[0])))
from quizkit.store.index import open_library
print(len(open_library([Path({str(course)!r})], Path({str(cache)!r})).entries))
print([path for path in opened if path.startswith({str(course)!r})], "yaml" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "8\n[] False\n"


ASKING = """
import sys
from pathlib import Path
from quizkit.store.index import open_library
library = open_library([Path(sys.argv[1])], Path(sys.argv[2]))
library.question("zero-1-2/five-costs")
library.outline("zero-1-2")
library.courses["small-course"]
print({"yaml", "quizkit.content.nodes", "quizkit.content.schema"} & sys.modules.keys())
"""


def test_what_is_compiled_is_read_without_what_reads_yaml(course: Path, cache: Path) -> None:
    """Whoever answers the first question does not wait for it, nor whoever opens a lesson."""
    open_library([course], cache)
    done = subprocess.run(
        [sys.executable, "-c", ASKING, course, cache], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


def test_findings_are_called_as_the_folder_is_named_at_each_start(
    course: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same rows serve a relative and an absolute name of the folder."""
    (course / "lessons" / "c.yaml").write_text(FIRST)
    absolute = open_library([course], cache).broken
    assert {finding.path for finding in absolute} == {str(course / "lessons" / "c.yaml")}
    monkeypatch.chdir(course.parent)
    relative = open_library([Path("course")], cache).broken
    assert {finding.path for finding in relative} == {"course/lessons/c.yaml"}
    assert relative[0].message.endswith("the first is in course/lessons/b.yaml:1")
    monkeypatch.chdir(course)
    assert open_library([Path()], cache).broken[0].path == "lessons/c.yaml"
