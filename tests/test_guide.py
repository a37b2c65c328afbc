"""The guide for authors: every snippet of content/README.md does what the guide says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from quizkit.check import check_paths
from tests.cli.running import REPOSITORY, quiz

GUIDE = REPOSITORY / "content" / "README.md"

_BLOCK = re.compile(
    r"(?:^<!-- (?P<what>\w+)(?:: (?P<name>[^>]+))? -->\n)?"
    r"^```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One fenced block: what the comment above it says to do with it, and what it holds."""

    what: str
    name: str
    language: str
    text: str


BLOCKS = [
    Block(
        what=found["what"] or "",
        name=(found["name"] or "").strip(),
        language=found["language"],
        text=found["text"],
    )
    for found in _BLOCK.finditer(GUIDE.read_text(encoding="utf-8"))
]


def test_the_guide_from_its_first_line_to_its_last(tmp_path: Path) -> None:
    """Files are written and commands run in order; each prints what stands below it."""
    printed: str | None = None
    runs = 0
    for block in BLOCKS:
        if block.what == "file":
            path = tmp_path / block.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.what == "run":
            printed = "".join(_run(line, tmp_path) for line in block.text.splitlines())
            runs += 1
        elif block.language == "text":
            assert printed is not None
            _compare(printed, block.text)
    assert runs >= 5
    warnings = {finding.code for finding in check_paths([tmp_path / "my-course"])}
    assert warnings <= {"QK602"}, warnings


def _run(line: str, folder: Path) -> str:
    name, *arguments = shlex.split(line)
    assert name == "quiz"
    done = subprocess.run(
        [sys.executable, "-m", "quizkit", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, (line, done.stdout, done.stderr)
    return done.stdout


def _compare(printed: str, expected: str) -> None:
    """`...` in a line of its own stands for any lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line == "...\n" else re.escape(line)
        for line in expected.splitlines(keepends=True)
    )
    assert re.fullmatch(pattern, printed), printed


@pytest.mark.parametrize(
    "question", [block.text for block in BLOCKS if block.what == "question"], ids=lambda t: t[:20]
)
def test_each_kind_of_question_is_clean(question: str, tmp_path: Path) -> None:
    """A question of the guide, put into a lesson, has nothing wrong with it."""
    path = tmp_path / "lesson.yaml"
    indented = "".join(f"  {line}\n" for line in question.splitlines())
    path.write_text(f"id: some-lesson\nnumber: 1\ntitle: Some\npractice:\n{indented}", "utf-8")
    assert check_paths([path]) == ()


def test_the_hook_of_the_guide_is_the_one_that_is_there() -> None:
    """It is that of .pre-commit-hooks.yaml, run as installed; command and pattern fit a course."""
    (hook,) = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    ((local,),) = [repo["hooks"] for repo in yaml.safe_load(_example("pre-commit"))["repos"]]
    assert local == {name: hook[name] for name in local} | {"language": "system"}
    files = [
        "content/llm-pretraining/course.yaml",
        "content/llm-pretraining/lessons/09-zero-1-2.yaml",
    ]
    assert all(re.search(local["files"], file) for file in files)
    assert not re.search(local["files"], "content/README.md")
    command, *arguments = local["entry"].split()
    assert command == "quiz"
    assert quiz(*arguments, *files).returncode == 0


def test_the_workflow_of_the_guide_checks_a_course() -> None:
    """It is YAML that GitHub takes, and its last step is a command that exists."""
    workflow = yaml.safe_load(_example("workflow"))
    *_, last = workflow["jobs"]["check"]["steps"]
    name, *arguments = shlex.split(last["run"])
    assert name == "quiz"
    content = [str(REPOSITORY / "content") if one == "my-course" else one for one in arguments]
    assert quiz(*content).returncode == 0


def test_the_guide_is_no_part_of_the_course() -> None:
    """What stands beside the course folders neither breaks `quiz check` nor the packed course."""
    done = quiz("check", "content")
    assert (done.returncode, done.stdout) == (0, "")
    assert quiz("due").returncode == 0


def _example(name: str) -> str:
    return next(block.text for block in BLOCKS if block.what == "example" and block.name == name)
