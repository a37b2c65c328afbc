"""Turn a transformer layer's shape into the bytes of activations it keeps for the backward.

Korthikanti et al. 2022, *Reducing Activation Recomputation in Large Transformer Models*
(arXiv 2205.05198), section 4 and Table 2, per layer and device, with s the sequence, b the
micro-batch, h the hidden size, a the heads and t the tensor degree:

    no-parallelism             sbh (34 + 5as/h)
    tensor                     sbh (10 + 24/t + 5as/(ht))
    tensor-sequence            sbh (34 + 5as/h) / t
    tensor-selective           sbh (10 + 24/t)
    tensor-sequence-selective  sbh 34/t
    full-recompute             2 sbh
    full-recompute-partitioned 2 sbh/t    ZeRO-R's P_a (ZeRO section 6.1) on those checkpoints

They assume 16-bit activations, 1-byte dropout masks, an MLP of width 4h and attention scores kept
(no flash attention). The paper's "GB" in figures are GiB. ZeRO's own rule (12 values for each of
h, b, s, L) counts less: it is another calculator, `zero-r`; never mix the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quizkit.calculators.api import (
    Amounts,
    Calculator,
    Output,
    Value,
    amounts,
    choice,
    maybe,
    number,
    whole,
    word,
)  # fmt: skip

TECHNIQUES = (
    "tensor", "no-parallelism", "tensor-sequence", "tensor-selective",
    "tensor-sequence-selective", "full-recompute", "full-recompute-partitioned",
)  # fmt: skip

INPUTS = (
    whole("sequence", "sequence length, s", unit="plain"),
    whole("batch", "micro-batch, b", default=1),
    whole("hidden", "hidden size, h"),
    whole("heads", "attention heads, a"),
    whole("tensor", "tensor-parallel degree, t", default=1),
    choice("technique", "what is split or recomputed", TECHNIQUES, "tensor"),
    whole("layers", "layers, L", default=1),
    whole("pipeline", "pipeline stages, p", default=1),
    whole("chunks", "model chunks per device of the interleaved schedule, m; 1 is not interleaved",
          default=1),
    whole("vocab", "vocabulary, v, for the embedding and output terms", optional=True),
)  # fmt: skip


def _bytes(name: str, words: str) -> Output:
    return Output(name=name, unit="B", help=words)


OUTPUTS = (
    Output(name="bytes_per_layer", unit="B", help="kept by one layer on one device",
           rises_with=("sequence", "batch", "heads"), falls_with=("tensor",)),
    _bytes("one_byte_per_layer", "the same with a byte for every two: values taken for bytes"),
    _bytes("linear_bytes_per_layer", "the part that grows with s: 34 sbh at t = 1"),
    _bytes("attention_bytes_per_layer", "the part that grows with s squared: 5 abs^2 at t = 1"),
    Output(name="attention_term", unit="plain", help="5as/h"),
    _bytes("first_stage_bytes", "first pipeline stage, L layers' worth, interleaving included",),
    _bytes("first_stage_plain_bytes", "the same without interleaving"),
    Output(name="interleave_factor", unit="fold", help="1 + (p - 1)/(pm), 1 if not interleaved"),
    _bytes("embedding_and_output_bytes", "embedding dropout; with p = 1 also output and loss"),
    Output(name="percent_of_tensor", unit="percent", help="over technique `tensor` at this t"),
    Output(name="reduction_factor", unit="fold", help="technique `no-parallelism` over this one"),
    Output(name="sequence_doubled", unit="fold", help="growth of the bytes when s doubles"),
    Output(name="selective_saves", unit="percent", help="share that selective recomputation saves"),
    Output(name="selective_keeps", unit="percent", help="share that it keeps"),
    Output(name="full_saves", unit="percent", help="share that full recomputation saves"),
)  # fmt: skip


def layer_bytes(technique: str, sbh: Fraction, attention: Fraction, t: Fraction) -> Fraction:
    """Bytes per layer for sbh elements and the attention term 5as/h.

    >>> layer_bytes("no-parallelism", Fraction(2048 * 12288), Fraction(80), Fraction(8))
    Fraction(2868903936, 1)
    """
    linear, scores = parts(technique, t)
    return sbh * (linear + scores * attention)


def parts(technique: str, t: Fraction) -> tuple[Fraction, Fraction]:
    """Bytes per sbh that grow with s, and the factor of 5as/h (Table 2)."""
    sliced = Fraction(10) + 24 / t
    return {
        "no-parallelism": (Fraction(34), Fraction(1)),
        "tensor": (sliced, 1 / t),
        "tensor-sequence": (34 / t, 1 / t),
        "tensor-selective": (sliced, Fraction(0)),
        "tensor-sequence-selective": (34 / t, Fraction(0)),
        "full-recompute": (Fraction(2), Fraction(0)),
        "full-recompute-partitioned": (2 / t, Fraction(0)),
    }[technique]


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `activations`."""
    s, b, h, a, t, layers, p, m = (
        number(values, name)
        for name in (
            "sequence",
            "batch",
            "hidden",
            "heads",
            "tensor",
            "layers",
            "pipeline",
            "chunks",
        )
    )
    technique, vocab = word(values, "technique"), maybe(values, "vocab")
    sbh, attention = s * b * h, 5 * a * s / h
    linear, scores = parts(technique, t)
    kept = layer_bytes(technique, sbh, attention, t)
    baseline = layer_bytes("tensor", sbh, attention, t)
    selective = layer_bytes("tensor-selective", sbh, attention, t)
    interleave = 1 + (p - 1) / (p * m) if m > 1 else Fraction(1)
    ends: Fraction | str = "needs vocab" if p == 1 else sbh * p / t
    if p == 1 and vocab is not None:
        ends = sbh / t + 4 * sbh / t * (1 + vocab / h)
    return amounts(
        OUTPUTS,
        {
            "bytes_per_layer": kept,
            "one_byte_per_layer": kept / 2,
            "linear_bytes_per_layer": sbh * linear,
            "attention_bytes_per_layer": sbh * scores * attention,
            "attention_term": attention,
            "first_stage_bytes": kept * layers * interleave,
            "first_stage_plain_bytes": kept * layers,
            "interleave_factor": interleave,
            "embedding_and_output_bytes": ends,
            "percent_of_tensor": 100 * kept / baseline,
            "reduction_factor": layer_bytes("no-parallelism", sbh, attention, t) / kept,
            "sequence_doubled": layer_bytes(technique, 2 * sbh, 2 * attention, t) / kept,
            "selective_saves": 100 * (baseline - selective) / baseline,
            "selective_keeps": 100 * selective / baseline,
            "full_saves": 100 * (baseline - 2 * sbh) / baseline,
        },
    )


CALCULATOR = Calculator(
    name="activations",
    version=1,
    summary="activation memory of transformer layers (Korthikanti et al.)",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={
        "sequence": Fraction(2048), "hidden": Fraction(12288), "heads": Fraction(96),
        "tensor": Fraction(8),
    },
)  # fmt: skip
