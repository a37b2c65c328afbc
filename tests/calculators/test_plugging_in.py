"""A second package that adds a calculator by one entry point, installed and used for real."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import quizkit

MODULE = '''
"""Turn a cluster's size into the time of a small all-reduce: a calculator of another package."""

from collections.abc import Mapping
from fractions import Fraction

from quizkit.calculators.api import (
    Amounts, Calculator, Input, Output, Value, amounts, number, whole,
)

INPUTS = (
    whole("devices", "devices on the ring"),
    Input(name="hop", help="time of one hop in microseconds", above=Fraction(0)),
)
OUTPUTS = (
    Output(name="latency", unit="s", help="time of 2(N - 1) hops", rises_with=("devices", "hop")),
)


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `ring-latency`."""
    hops = 2 * (number(values, "devices") - 1)
    return amounts(OUTPUTS, {"latency": hops * number(values, "hop") / 10**6})


CALCULATOR = Calculator(
    name="ring-latency", version=1, summary="latency of a small ring all-reduce",
    inputs=INPUTS, outputs=OUTPUTS, compute=compute,
    example={"devices": Fraction(8), "hop": Fraction(5)},
)
'''

TEMPLATE_TEST = """
from quizkit.calculators.contract import broken_promises
from ring_latency import CALCULATOR


def test_ring_latency_keeps_its_promises():
    assert broken_promises(CALCULATOR) == ()
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder as `pip install --target` leaves it: the module and its dist-info."""
    site = tmp_path / "site"
    info = site / "ring_latency-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "ring_latency.py").write_text(MODULE, encoding="utf-8")
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: ring-latency\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        "[quizkit.calculators]\nring-latency = ring_latency:CALCULATOR\n"
        "broken-plug = ring_latency:INPUTS\n"
        "missing-plug = ring_latency_2:CALCULATOR\n",
        encoding="utf-8",
    )
    return site


def _python(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    source = Path(quizkit.__file__).parent.parent
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(source)])},
        cwd=installed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_plugged_in_calculator_computes(installed: Path) -> None:
    """`quiz calc` finds another package's calculator by its entry point and computes with it."""
    done = _python(
        installed, "-m", "quizkit", "calc", "ring-latency", "devices=8", "hop=2.5", "--json"
    )
    assert (done.returncode, done.stderr) == (0, "")
    shape = json.loads(done.stdout)
    assert shape["calculator"] == "ring-latency"
    assert shape["outputs"]["latency"] == {
        "value": "7/200000", "unit": "s", "shown": "0.000035 s",
    }  # fmt: skip


def test_a_plugged_in_calculator_is_listed(installed: Path) -> None:
    """The list of calculators holds the built-in and the plugged-in ones."""
    names = _python(
        installed, "-c", "from quizkit.calculators import names; print(*names())"
    ).stdout.split()
    assert {"ring-latency", "zero"} <= set(names)
    assert names == sorted(names)


def test_something_else_under_the_entry_point_is_refused(installed: Path) -> None:
    """An entry point that is no calculator is refused by name, and does not hide the others."""
    done = _python(installed, "-m", "quizkit", "calc", "broken-plug", "devices=8")
    assert done.returncode == 2
    assert done.stderr == 'quiz: the entry point "broken-plug" is not a quizkit Calculator\n'
    gone = _python(installed, "-m", "quizkit", "calc", "missing-plug", "devices=8")
    assert gone.returncode == 2
    assert gone.stderr.startswith(
        'quiz: the entry point "missing-plug" cannot be loaded: No module'
    )
    listed = _python(installed, "-m", "quizkit", "calc")
    assert (listed.returncode, listed.stderr) == (0, done.stderr + gone.stderr)
    assert "ring-latency" in listed.stdout


def test_the_template_test_runs_in_the_other_package(installed: Path) -> None:
    """The author of the other package runs the contract as an ordinary test."""
    (installed / "test_ring_latency.py").write_text(TEMPLATE_TEST, encoding="utf-8")
    done = _python(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(installed))
    assert done.returncode == 0, done.stdout + done.stderr


def test_entry_points_are_read_only_for_unknown_names(installed: Path) -> None:
    """A built-in name is found without scanning the installed packages."""
    done = _python(
        installed, "-c",
        "import sys; from quizkit.calculators import find; find('zero');"
        "print('importlib.metadata' in sys.modules)",
    )  # fmt: skip
    assert done.stdout == "False\n"
