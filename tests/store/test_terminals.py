"""Several programs at once: all wait their turn, nothing is lost, nothing is counted twice."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

from tests.session.scenes import COURSE, ME, open_store

ROOT = Path(__file__).resolve().parents[2]


def start(script: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def outputs(running: list[subprocess.Popen[str]]) -> list[str]:
    ended = [process.communicate(timeout=300) for process in running]
    assert [errors for _, errors in ended] == [""] * len(running)
    return [output for output, _ in ended]


OWN_CARDS = """
    import sys
    from pathlib import Path
    from tests.session.scenes import answer, open_store
    store = open_store(Path(sys.argv[1]))
    for number in range(int(sys.argv[3])):
        answer(store, question=f"l/{sys.argv[2]}-{number % 20}")
"""


def test_two_terminals_write_every_answer(tmp_path: Path) -> None:
    """Both made the file at the same time, both answered 50 times, and 100 rows are there."""
    path = tmp_path / "progress.db"
    outputs([start(OWN_CARDS, str(path), name, "50") for name in ("one", "two")])
    store = open_store(path)
    assert [event.id for event in store.events(ME, COURSE)] == list(range(1, 101))
    assert store.check() == ()


SAME_CARDS = """
    import sys
    from pathlib import Path
    from quizkit.errors import AnsweredElsewhere
    from tests.session.scenes import COURSE, DAY, ME, answer, at, open_store, showing
    store = open_store(Path(sys.argv[1]))
    for number in range(60):
        card = store.card(ME, COURSE, f"l/q-{number % 3}")
        try:
            store.answer(at(DAY), ME, COURSE, showing(card), 4)
            print(card.question, card.rows)
        except AnsweredElsewhere:
            pass
"""


def test_two_terminals_on_the_same_cards_never_count_one_showing_twice(tmp_path: Path) -> None:
    """Of two answers to a card as it stood, one is written and the other is told so."""
    path = tmp_path / "progress.db"
    open_store(path)
    running = [start(SAME_CARDS, str(path)) for _ in range(2)]
    kept = [line for text in outputs(running) for line in text.splitlines()]
    store = open_store(path)
    assert len(store.events(ME, COURSE)) == len(kept) == len(set(kept))
    assert store.check() == ()


COUNTING = """
    import sys
    from pathlib import Path
    from quizkit.store.store import Store
    print(len(Store.open_reading(Path(sys.argv[1])).cards("me", "llm-pretraining")))
"""


def test_status_bars_count_while_somebody_answers(tmp_path: Path) -> None:
    """Six programs that only count all succeed beside one that writes."""
    path = tmp_path / "progress.db"
    open_store(path)
    writer = start(OWN_CARDS, str(path), "mine", "40")
    readers = [start(COUNTING, str(path)) for _ in range(6)]
    counts = [int(text) for text in outputs([*readers, writer])[:6]]
    assert all(0 <= count <= 20 for count in counts)
    assert len(open_store(path).events(ME, COURSE)) == 40


IMPORTS = """
    import sys
    from pathlib import Path
    from tests.session.scenes import answer, open_store
    store = open_store(Path(sys.argv[1]))
    answer(store)
    store.cards("me", "llm-pretraining"), store.check()
    heavy = {"sqlalchemy", "alembic", "yaml", "click", "rich", "platformdirs", "zoneinfo"}
    print(sorted(heavy & sys.modules.keys()))
"""


def test_answering_loads_no_heavy_library(tmp_path: Path) -> None:
    """The way from opening to a committed answer knows the standard driver alone."""
    assert outputs([start(IMPORTS, str(tmp_path / "progress.db"))]) == ["[]\n"]
