"""The calculator made for tests, plugged in as an installed package plugs one in."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def _toy_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like site-packages, with the metadata of one package."""
    folder = tmp_path_factory.mktemp("site-packages")
    metadata = folder / "toy-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(
        "[quizkit.calculators]\ntoy = tests.variants.toy:CALCULATOR\n"
    )
    return folder


@pytest.fixture(autouse=True)
def _toy(_toy_package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(_toy_package))
