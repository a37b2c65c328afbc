"""SIGKILL at every write, sync, unlink and open of a review: what was shown is kept."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from quizkit.session import Card
from quizkit.store.store import Store
from tests.cli.running import quiz, small
from tests.conftest import need
from tests.store.killing import calls, kill_at_every_call

TYPED = "halves\n+all\n120\n"
IMPORTS = (
    "import quizkit.__main__, quizkit.cli.review, quizkit.cli.sitting.asking, quizkit.cli.today"
)
"""What a review imports: those opens are no moments of its own."""
SHOWN = re.compile(r"^(Rated 4|Right\.)", re.MULTILINE)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home whose content is compiled, and the environment that uses it."""
    home = tmp_path / "home"
    for name, value in small(QUIZ_HOME=str(home)).items():
        monkeypatch.setenv(name, value)
    quiz("due")
    return home


@pytest.mark.slow
@pytest.mark.parametrize("fresh", [True, False], ids=["making the file", "answering"])
def test_no_answer_whose_verdict_was_shown_is_lost(fresh: bool, home: Path, tmp_path: Path) -> None:
    """Wherever a review is killed, the log holds what was shown; the next start needs no hand."""
    strace = need("strace")
    filled = tmp_path / "filled"
    typed = "" if fresh else TYPED
    if not fresh:
        quiz("review", "--line", lines=[":s", ":q"])
        quiz("undo")
    shutil.copytree(home, filled)

    def prepare() -> None:
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(filled, home)

    script = ["-m", "quizkit", "review", "--line"]
    log = tmp_path / "strace.log"
    prepare()
    # Of a start only the moments after its imports count, of answering only those after a start.
    before = ["-c", IMPORTS] if fresh else script
    first = calls(strace, before, log)
    prepare()
    last = calls(strace, script, log, typed)
    # What is opened is mostly modules; what is written and synced is what matters.
    last["openat"] = first["openat"]
    killed = answers = 0
    for place, done in kill_at_every_call(strace, script, first, last, prepare, typed=typed):
        shown = len(SHOWN.findall(done.stdout))
        store = Store.open_writing(home / "progress.db", backups=home / "backups", tell=print)
        cards: dict[str, Card] = store.cards("me", "small")
        kept = sum(card.live_reviews for card in cards.values())
        assert shown <= kept <= shown + 1, place
        assert store.check() == (), place
        killed += done.returncode != 0
        answers += shown
    assert killed > 20
    assert fresh or answers > 0


@pytest.mark.slow
def test_a_signal_during_a_commit_waits_for_its_end(home: Path, tmp_path: Path) -> None:
    """Terminated at any moment of an answer, a session says how many answers the log holds."""
    strace = need("strace")
    filled = tmp_path / "filled"
    quiz("review", "--line", lines=[":s", ":q"])
    quiz("undo")
    shutil.copytree(home, filled)

    def prepare() -> None:
        shutil.rmtree(home)
        shutil.copytree(filled, home)

    script = ["-m", "quizkit", "review", "--line"]
    log = tmp_path / "strace.log"
    first = calls(strace, script, log)
    prepare()
    last = calls(strace, script, log, TYPED)
    heard = 0
    for place, done in kill_at_every_call(
        strace, script, first, last, prepare,
        every=3, typed=TYPED, signal="TERM", names=("pwrite64", "fdatasync", "unlink"),
    ):  # fmt: skip
        store = Store.open_reading(home / "progress.db")
        kept = sum(card.live_reviews for card in store.cards("me", "small").values())
        summary = f"\n{kept} answer" if kept else "Nothing answered"
        assert done.returncode == 143, place
        assert summary in done.stdout, place
        assert done.stderr == "", place
        heard += 1
    assert heard > 20
