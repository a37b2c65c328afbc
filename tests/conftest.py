"""What every test may lean on: a home of its own, and skips that the full run refuses."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile(
    "quizkit",
    deadline=None,  # a timed assertion would flake on a busy machine
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("quizkit")

# What is started in the background (`nohup`, `&`) ignores these, and so would every program that a
# test starts and then interrupts.
for _signal in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
    if signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.SIG_DFL)


def skip_or_fail(reason: str) -> None:
    """Skip with a reason; where everything is installed (`QUIZKIT_CI=1`) a skip is a failure."""
    if os.environ.get("QUIZKIT_CI") == "1":
        pytest.fail(f"would skip: {reason}")
    pytest.skip(reason)


def need(program: str) -> str:
    """The path of a program that plain Python does not bring; skips, or fails in the full run."""
    path = shutil.which(program)
    if path is None:
        skip_or_fail(f"{program} is not installed")
    assert path is not None
    return path


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the files of whoever runs it."""
    for name in ("QUIZ_DATABASE", "QUIZ_COURSE", "QUIZ_LEARNER", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path / "home"))
