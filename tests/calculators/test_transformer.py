"""Parameter counts, FLOPs and training time against released models and the Megatron paper."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.errors import InputRefused
from tests.calculators.golden import Row, computed, rows, value

# What the golden table leaves out: MLP width, heads and key/value heads of the released Llamas.
LLAMA = {
    "llama-7b": (11008, 32, 32),
    "llama-13b": (13824, 40, 40),
    "llama-30b": (17920, 52, 52),
    "llama-65b": (22016, 64, 64),
    "llama2-70b": (28672, 64, 8),
    "llama3-8b": (14336, 32, 8),
    "llama3-70b": (28672, 64, 8),
}


@pytest.mark.parametrize(
    "row", [row for row in rows("parameter_counts") if row["family"] != "hf"],
    ids=lambda row: row["model"],
)  # fmt: skip
def test_counts_equal_the_released_models(row: Row) -> None:
    """GPT-2 and Llama counts equal the checkpoints'; the other formulas differ as listed.

    Rows of family `hf` (T5, BERT, OPT, ...) were counted, not computed.
    """
    given: dict[str, int | str] = {
        "family": row["family"], "layers": row["layers"], "hidden": row["hidden"],
        "vocab": row["vocab"],
    }  # fmt: skip
    if row["family"] == "llama":
        ffn, heads, kv_heads = LLAMA[row["model"]]
        given |= {"ffn": ffn, "heads": heads, "kv_heads": kv_heads}
    else:
        given["context"] = row["context"]
    found = computed("transformer", given)
    assert value(found, "params") == Fraction(row["exact_params"])
    assert value(found, "params") == Fraction(row["hf_counted_params"])
    assert value(found, "twelve_l_h_squared") == Fraction(row["twelve_l_h_squared"])
    if row["family"] == "gpt2":
        assert value(found, "equation_2") == Fraction(row["megatron_eq2"])
        assert value(found, "equation_2_lacks") == Fraction(row["exact_minus_eq2"])
        assert value(found, "megatron_script") == Fraction(row["megatron_script_tied_no_bias"])
        assert value(found, "eleuther_untied") == Fraction(row["eleuther_untied"])
        assert value(found, "eleuther_tied") == Fraction(row["eleuther_tied"])


@pytest.mark.parametrize(
    "row", rows("paper_table4"), ids=lambda row: f"{row['label']}-{row['layers']}"
)
def test_table_4_labels_fit_their_shapes(row: Row) -> None:
    """ZeRO Table 4's shapes: 12lh^2, and GPT-2's closed form at V = 50257 and s = 1024."""
    found = computed("transformer", {"layers": row["layers"], "hidden": row["hidden"]})
    assert value(found, "twelve_l_h_squared") == Fraction(row["twelve_l_h_squared"])
    assert value(found, "params") == Fraction(row["gpt2_closed_form_v50257_s1024"])


def test_a_small_gpt2_is_counted_tensor_by_tensor() -> None:
    """Summing the shapes of every tensor of GPT-2 small gives the closed form, 124,439,808."""
    h, f, vocab, context, layers = 768, 3072, 50257, 1024, 12
    layer = [(2, h), (h, 3 * h), (1, 3 * h), (h, h), (1, h), (2, h), (h, f), (1, f), (f, h), (1, h)]
    tensors = [(vocab, h), (context, h), *(layer * layers), (2, h)]
    total = sum(rows_ * columns for rows_, columns in tensors)
    found = computed("transformer", {"layers": layers, "hidden": h})
    assert value(found, "params") == total == 124_439_808


def test_mixtral_counts_all_experts_and_the_active_ones() -> None:
    """Mixtral 8x7B: 46.7B parameters in all, 12.9B passed by one token."""
    found = computed("transformer", {
        "family": "llama", "layers": 32, "hidden": 4096, "vocab": 32000, "ffn": 14336, "heads": 32,
        "kv_heads": 8, "experts": 8,
    })  # fmt: skip
    assert value(found, "params") == 46_702_792_704
    assert value(found, "active_params") == 12_879_925_248


@pytest.mark.parametrize(
    ("layers", "hidden", "batch"), [(24, 2304, 512), (96, 12288, 1536), (128, 25600, 3072)]
)
def test_flops_equal_the_paper_s_closed_form(layers: int, hidden: int, batch: int) -> None:
    """96Bslh^2 (1 + s/(6h) + V/(16lh)) with recomputation, 72Bslh^2 and V/(12lh) without."""
    s, vocab = 2048, 51200
    found = computed("transformer", {
        "layers": layers, "hidden": hidden, "vocab": vocab, "context": s, "batch": batch,
    })  # fmt: skip
    core = batch * s * layers * hidden**2
    attention = Fraction(s, 6 * hidden)
    closed = 96 * core * (1 + attention + Fraction(vocab, 16 * layers * hidden))
    assert value(found, "hardware_flops") == closed
    closed = 72 * core * (1 + attention + Fraction(vocab, 12 * layers * hidden))
    assert value(found, "model_flops") == closed


def test_training_days_by_equation_4() -> None:
    """175B parameters and 300B tokens on 1024 GPUs at 140 TFLOP/s: 33.9 days; 84 for 1T on 3072."""
    found = computed("training", {
        "params": 175 * 10**9, "tokens": 300 * 10**9, "devices": 1024, "teraflops": 140,
        "factor": 8,
    })  # fmt: skip
    assert round(value(found, "training_time") / 86_400, 1) == Fraction("33.9")
    found = computed("training", {
        "params": 10**12, "tokens": 450 * 10**9, "devices": 3072, "teraflops": 163, "factor": 8,
        "peak_teraflops": 312, "utilisation": 52,
    })  # fmt: skip
    assert round(value(found, "training_time") / 86_400) == 83
    assert round(value(found, "peak_share")) == 52
    assert value(found, "model_utilisation") == 39


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kv_heads": 2}, "kv_heads needs heads: a whole number of at least 1"),
        ({"heads": 12, "kv_heads": 5}, "kv_heads is 5; it takes a divisor of heads, 12"),
        ({"heads": 7, "kv_heads": 1}, "heads is 7; it takes a divisor of hidden, 768"),
        ({"experts": 4, "active_experts": 5},
         "active_experts is 5; it takes a whole number from 1 to experts, 4"),
    ],
)  # fmt: skip
def test_shapes_that_do_not_exist_are_refused(given: dict[str, int], message: str) -> None:
    """Heads and experts that do not fit each other are refused."""
    with pytest.raises(InputRefused) as refused:
        computed("transformer", {"layers": 12, "hidden": 768, **given})
    assert str(refused.value) == message
