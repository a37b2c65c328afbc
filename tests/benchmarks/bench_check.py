"""Measure `quiz check` on a large course, cold and warm. Run by hand:

    python -m tests.benchmarks.bench_check [--lessons 2000] [--folder FOLDER]

Cold is with an empty cache; warm is the same again; edited is after one lesson has changed. Each is
a process of its own, as an author starts it. A course that is in the folder already is used again.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.make_large import write_course


def main() -> None:
    """Make the course, check it three times and say how long each took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", type=int, default=2000)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    folder = options.folder or Path(tempfile.mkdtemp(prefix="bench-check-"))
    course, home = folder / f"course-{options.lessons}", folder / "home"
    if not course.exists():
        write_course(course, options.lessons)
    shutil.rmtree(home, ignore_errors=True)
    print(f"{options.lessons} lessons x 20 questions in {course}")
    measured("cold", course, home)
    measured("warm", course, home)
    lesson = min((course / "lessons").iterdir())
    with lesson.open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    measured("edited", course, home)


def measured(name: str, course: Path, home: Path) -> None:
    """Check once in a new process."""
    before, start = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "quizkit", "check", str(course), "--format", "concise"],
        env={**os.environ, "QUIZ_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    after, wall = os.times(), time.perf_counter() - start
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    came = f"exit {done.returncode}  {done.stderr.strip()}"
    print(f"{name:7}{wall:8.2f} s wall {cpu:8.2f} s CPU  {came}")


if __name__ == "__main__":
    main()
