"""Whatever kills the program, and wherever: what it acknowledged is there, no hand is needed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import need
from tests.session.scenes import COURSE, ME, QUESTION, answer, open_store
from tests.store.killing import calls, kill_at_every_call

SESSION = """
import sys
from pathlib import Path
from tests.session.scenes import answer, open_store
store = open_store(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    card = answer(store)
    sys.stdout.write(f"answer {card.reviews}\\n")
    sys.stdout.flush()
"""

NOTHING = "import tests.session.scenes, quizkit.store.store"


@pytest.fixture
def strace() -> str:
    return need("strace")


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    root = Path(__file__).resolve().parents[2]
    monkeypatch.setenv("PYTHONPATH", str(root))
    file = tmp_path / "session.py"
    file.write_text(SESSION, encoding="utf-8")
    return [str(file), str(tmp_path / "home" / "progress.db")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answered_before", "answers"), [(0, 2), (1, 1)], ids=["a new file", "a file in use"]
)
def test_no_acknowledged_answer_is_lost_wherever_the_session_is_killed(
    strace: str, script: list[str], tmp_path: Path, answered_before: int, answers: int
) -> None:
    """SIGKILL at every write, sync, unlink, open of a session: the next start just goes on."""
    script.append(str(answers))
    path, log = Path(script[1]), tmp_path / "strace.log"

    def prepare() -> None:
        shutil.rmtree(path.parent, ignore_errors=True)
        if answered_before:
            answer(open_store(path))

    prepare()
    imports = tmp_path / "imports.py"
    imports.write_text(NOTHING, encoding="utf-8")
    first, last = calls(strace, [str(imports)], log), calls(strace, script, log)
    killed = 0
    for place, done in kill_at_every_call(strace, script, first, last, prepare):
        acknowledged = answered_before + done.stdout.count("answer")
        store = open_store(path)
        kept = store.card(ME, COURSE, QUESTION).reviews
        assert acknowledged <= kept <= acknowledged + 1, place
        assert store.check() == (), place
        assert answer(store).reviews == kept + 1, place
        killed += done.returncode != 0
    assert killed > 20
