"""`quiz calc`: list, describe, compute, and tables as text, CSV and JSON."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction

import pytest

from quizkit.calculators import BUILT_IN, find
from tests.cli.running import quiz, quiz_json


def test_the_design_s_example() -> None:
    """Stage 1 of 7.5B parameters on 64 devices: every output exact, with unit and shown text."""
    shape = quiz_json("calc", "zero", "params=7.5e9", "devices=64", "stage=1")
    assert (shape["schema"], shape["calculator"]) == ("quizkit.calc/1", "zero")
    assert shape["inputs"]["params"] == {
        "value": "7500000000", "unit": "params", "shown": "7.5B params",
    }  # fmt: skip
    assert shape["inputs"]["recipe"] == {
        "value": "mixed-adam", "unit": None, "shown": "mixed-adam",
    }  # fmt: skip
    assert "optimizer_bytes" not in shape["inputs"]
    found = {name: output["value"] for name, output in shape["outputs"].items()}
    assert found["params_bytes_per_param"] == found["grads_bytes_per_param"] == "2"
    assert found["optimizer_bytes_per_param"] == "3/16"
    assert found["bytes_per_param"] == "67/16"
    assert found["bytes_per_device"] == "31406250000"
    assert found["reduction_factor"] == "256/67"
    assert found["reduction_limit"] == "4"
    assert found["communication_psi"] == "2"
    assert found["communication_elements"] == "14765625000"


def test_no_limit_is_null_with_a_text() -> None:
    """Stage 3 has no limit: null, and why."""
    shape = quiz_json("calc", "zero", "params=1e12", "devices=1024", "stage=3")
    assert shape["outputs"]["reduction_limit"] == {
        "value": None, "unit": "fold", "shown": "no limit (N_d)",
    }  # fmt: skip


def test_every_calculator_is_listed() -> None:
    """Without a name the calculators are listed, in JSON with their versions."""
    listed = [one["name"] for one in quiz_json("calc")["calculators"]]
    assert listed == sorted(BUILT_IN)
    done = quiz("calc")
    assert done.returncode == 0
    for name in BUILT_IN:
        assert f"\n{name} " in f"\n{done.stdout}"


@pytest.mark.parametrize("name", ["zero", "communication", "zeropp"])
def test_a_name_alone_describes(name: str) -> None:
    """Inputs with units, defaults and bounds; outputs with units and meaning; one to try."""
    calculator = find(name)
    done = quiz("calc", name)
    assert done.returncode == 0
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    for declared in calculator.inputs:
        assert f"\n  {declared.name}  (" in done.stdout
    for output in calculator.outputs:
        assert f"\n  {output.name} " in done.stdout
    assert f"\nTry: quiz calc {name} " in done.stdout
    shape = quiz_json("calc", name)
    assert list(shape["inputs"]) == [declared.name for declared in calculator.inputs]
    assert list(shape["outputs"]) == [output.name for output in calculator.outputs]


def test_what_help_says_to_try_works() -> None:
    """The example under a description is a command that computes."""
    for name in ("zero", "training"):
        typed = quiz("calc", name).stdout.splitlines()[-1].removeprefix("Try: quiz ").split()
        assert quiz(*typed).returncode == 0


def test_one_combination_for_people() -> None:
    """Large sizes are grouped and shown in GB too, fractions with a decimal beside them."""
    done = quiz(
        "calc", "zero", "params=7.5B", "devices=64", "stage=1",
        "--ask", "bytes_per_device,reduction_factor",
    )  # fmt: skip
    assert done.stdout.splitlines()[-2:] == [
        "bytes_per_device  31,406,250,000 B (31.40625 GB)",
        "reduction_factor  256/67-fold (about 3.821)",
    ]


def test_lists_make_a_table() -> None:
    """Values separated by commas: a column for each combination, a line for each output."""
    done = quiz(
        "calc", "zero", "params=7.5e9", "devices=8,64,1024", "stage=1,2",
        "--ask", "bytes_per_param,bytes_per_device",
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "devices                            8       8        64         64          1024",
        "stage                              1       2         1          2             1",
        "-----------------------------  -----  ------  --------  ---------  ------------",
        "bytes_per_param (bytes/param)    5.5    3.75    4.1875    2.21875    4.01171875",
        "bytes_per_device (GB)          41.25  28.125  31.40625  16.640625  30.087890625",
        "",
        "devices                                 1024",
        "stage                                      2",
        "-----------------------------  -------------",
        "bytes_per_param (bytes/param)    2.013671875",
        "bytes_per_device (GB)          15.1025390625",
    ]


def test_what_is_rounded_in_a_table_says_so() -> None:
    """Up to 15 figures are exact; what has more is `about` six of them."""
    done = quiz(
        "calc", "zero", "params=7.5e9,7e9", "devices=7,64", "stage=1",
        "--ask", "communication_elements,reduction_factor,optimizer_bytes_per_device",
    )  # fmt: skip
    rows = [line.rsplit(")", 1) for line in done.stdout.splitlines() if ")" in line]
    assert [re.split("  +", cells.strip()) for _, cells in rows] == [
        ["about 12,857,100,000", "14,765,625,000"],
        ["2.8", "about 3.8209"],
        ["about 12.8571", "1.40625"],
        ["12,000,000,000", "13,781,250,000"],
        ["2.8", "about 3.8209"],
        ["12", "1.3125"],
    ]


def test_what_is_rounded_for_one_combination_says_so() -> None:
    """Beside an exact fraction stands a rounded form that is marked."""
    typed = ("calc", "zero", "params=7.5e9", "devices=7", "stage=3", "--ask")
    done = quiz(*typed, "bytes_per_device,communication_elements")
    assert done.stdout.splitlines()[-2:] == [
        "bytes_per_device        120000000000/7 B (about 17.14286 GB)",
        "communication_elements  135000000000/7 elements (about 19,290,000,000)",
    ]


def test_inputs_are_written_as_prompts_have_them() -> None:
    """Tokens are counted like parameters, and FLOPs have an exponent."""
    typed = ("params=175B", "factor=8", "tokens=300e9", "devices=1024", "teraflops=140")
    lines = quiz("calc", "training", *typed).stdout.splitlines()
    assert any(re.fullmatch(" +tokens +300B tokens", line) for line in lines)


def test_wide_tables_continue_below() -> None:
    """A table wider than 80 columns goes on in further blocks under the same labels."""
    devices = ",".join(str(2**power) for power in range(12))
    done = quiz("calc", "zero", "params=7B", f"devices={devices}", "stage=2", "--ask",
                "bytes_per_device")  # fmt: skip
    lines = done.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert sum(line.startswith("bytes_per_device (GB)") for line in lines) == 3


def test_tables_as_csv_and_json() -> None:
    """CSV has a row for each combination in decimals; JSON has the same rows exact."""
    typed = ("calc", "zero", "params=7.5e9", "devices=8,64", "stage=1,3")
    done = quiz(*typed, "--csv")
    table = list(csv.DictReader(io.StringIO(done.stdout)))
    rows = quiz_json(*typed)["rows"]
    assert [(row["devices"], row["stage"]) for row in table] == [
        ("8", "1"), ("8", "3"), ("64", "1"), ("64", "3"),
    ]  # fmt: skip
    for row, exact in zip(table, rows, strict=True):
        found = exact["outputs"]["bytes_per_device"]["value"]
        assert Fraction(row["bytes_per_device (B)"]) == Fraction(found)
        assert "/" not in "".join(row.values())
    assert [row["reduction_limit (fold)"] for row in table] == ["4", "", "4", ""]
    assert rows[0]["outputs"]["reduction_factor"]["value"] == "32/11"
    assert table[0]["reduction_factor (fold)"] == "2.90909090909091"


def test_values_may_carry_a_unit() -> None:
    """A value with a unit of the same kind is converted: 80GiB is more than 80."""
    shape = quiz_json(
        "calc", "zero", "params=7B", "devices=8", "stage=3", "memory=80GiB", "--ask", "free_bytes"
    )
    assert shape["inputs"]["memory"]["value"] == "33554432/390625"
    assert shape["outputs"] == {
        "free_bytes": {"value": "71899345920", "unit": "B", "shown": "71899345920 B"}
    }


@pytest.mark.parametrize("typed", ["10", "10%", "10 %", "1/10plain", "10percent"])
def test_a_percent_sign_is_a_share(typed: str) -> None:
    """10 and 10% are the same share of an input in percent."""
    shape = quiz_json("calc", "pipeline", "pipeline=8", f"most_lost={typed}")
    assert shape["inputs"]["most_lost"]["shown"] == "10 %"
    assert shape["outputs"]["fewest_microbatches"]["value"] == "63"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["nope"], 'there is no calculator "nope"; there are activations, communication,'),
        (["zero", "params=7B"],
         "zero needs devices (all devices; N_d is this over tensor x pipeline): a whole number"),
        (["zero", "params=7B", "devices=8", "stage=4"],
         "stage is 4; it takes a whole number from 0 to 3\n"),
        (["zero", "params=7B", "devices=8.5", "stage=1"],
         "devices is 8.5; it takes a whole number of at least 1\n"),
        (["zero", "params=7 billion", "devices=8", "stage=1"],
         'params is "7 billion"; it takes a whole number of at least 1, in params\n'),
        (["zero", "params=7B", "devices=8", "stage=3", "memory=80Gb"],
         'memory is "80Gb"; it takes a number above 0, in GB\n'),
        (["zero", "params=7B", "devices=8,x", "stage=1"],
         'devices is "x"; it takes a whole number of at least 1\n'),
        (["zero", "params=7B", "devices=8", "stage=1", "recipe=adam"],
         'recipe is "adam"; it takes one of mixed-adam, mixed-adam-fp32-grads,'),
        (["zero", "params=7B", "gpus=8"], 'zero has no input "gpus"; it has params, devices,'),
        (["zero", "params", "devices=8"],
         '"params" is not input=value, such as params=7500000000\n'),
        (["zero", "params=7B", "params=8B"],
         "params is given twice; write a list, such as params=8,64\n"),
        (["zero", "params=7B", "devices=8", "stage=1", "--ask", "bytes"],
         'zero has no output "bytes"; it has params_bytes_per_param,'),
        (["zero", "params=7B", "devices=8", "stage=1", "--json", "--csv"],
         "choose one of --json and --csv\n"),
        (["zero", "params=" + ",".join(["7B"] * 101), "devices=" + ",".join(["8"] * 100),
          "stage=1"],
         "10,100 combinations; the limit is 10,000\n"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence(typed: list[str], sentence: str) -> None:
    """Bad and missing inputs: exit 2, nothing on standard output, the input and what it takes."""
    done = quiz("calc", *typed)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"quiz: {sentence}")
    assert "Traceback" not in done.stderr
