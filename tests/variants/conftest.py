"""The calculator made for tests, found by name as any other."""

from __future__ import annotations

import pytest

from quizkit import calculators


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(calculators.BUILT_IN, "toy", "tests.variants.toy")
