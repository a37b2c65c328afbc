"""Turn a pipeline's stages and micro-batches into its bubble and what it keeps in flight.

With p stages, m micro-batches and v model chunks on each device (v = 1: not interleaved), the time
idle in fill and drain is (p - 1)/v of a micro-batch's forward and backward:

    of ideal time   (p - 1)/(vm)           Narayanan et al. 2021 (arXiv 2104.04473), section 2.2
    of total time   (p - 1)/(vm + p - 1)   GPipe's form (Huang et al. 2018)

Interleaving divides the bubble *time* by v (not the old share), multiplies the traffic between
stages by v and needs m to be a multiple of p. GPipe keeps m micro-batches' activations, 1F1B at
most p - i on stage i (counted from 0), so the first stage holds about all L layers' worth whatever
p is; interleaved, 1 + (p - 1)/(pv) times that (Korthikanti et al. 2022, section 4.2.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from quizkit.calculators.api import (
    Amounts,
    Calculator,
    Input,
    Output,
    Value,
    amounts,
    choice,
    maybe,
    number,
    whole,
    word,
)
from quizkit.errors import InputRefused

INPUTS = (
    whole("pipeline", "pipeline stages, p"),
    whole("microbatches", "micro-batches per step, m", default=1),
    whole("chunks", "model chunks on each device, v", default=1),
    choice("schedule", "order of forwards and backwards", ("1f1b", "gpipe"), "1f1b"),
    whole("layers", "layers of the model, L", optional=True),
    whole("stage", "pipeline stage asked about, from 1", default=1),
    Input(name="most_lost", help="largest share of time to lose", unit="percent",
          above=Fraction(0), high=Fraction(99), default=Fraction(10)),
)  # fmt: skip


def _percent(name: str, words: str, **promises: tuple[str, ...]) -> Output:
    return Output(name=name, unit="percent", help=words, **promises)


def _count(name: str, words: str, **promises: tuple[str, ...]) -> Output:
    return Output(name=name, unit="plain", help=words, **promises)


IDEAL, TOTAL = ("ideal",), ("total",)
"""The bubble is given as a share of either, and they differ: a prompt says of which."""

OUTPUTS = (
    _percent("bubble_of_ideal", "idle time over ideal time", falls_with=("microbatches",),
             conventions=IDEAL),
    _percent("bubble_of_total", "idle time over total time", falls_with=("microbatches",),
             conventions=TOTAL),
    _percent("busy_of_total", "working time over total time"),
    _percent("plain_of_ideal", "of ideal time with v = 1", conventions=IDEAL),
    _percent("plain_of_total", "of total time with v = 1", conventions=TOTAL),
    _percent("plain_of_total_over_chunks", "that share divided by v, which is not the bubble"),
    _percent("stages_over_microbatches", "p/m"),
    Output(name="bubble_time", unit="plain", help="idle time, in times of one micro-batch"),
    Output(name="total_time", unit="plain", help="m plus that", rises_with=("microbatches",)),
    _count("fewest_microbatches", "fewest m that lose at most `most_lost` of total",
           conventions=TOTAL),
    _count("fewest_microbatches_of_ideal", "the same of ideal time", conventions=IDEAL),
    _count("fewest_counting_p", "of total with p where p - 1 belongs"),
    _count("fewest_counting_p_of_ideal", "of ideal with p where p - 1 belongs"),
    Output(name="in_flight", unit="plain", help="micro-batches' activations held on the stage",
           rises_with=("microbatches",), falls_with=("stage",)),
    _count("in_flight_gpipe", "the same under GPipe, m"),
    _count("layers_in_flight", "layers' worth of activations held on the stage"),
    _count("layers_per_stage", "L/p"),
    _count("layers_times_stages", "Lp"),
    Output(name="interleave_factor", unit="fold", help="activation memory over not interleaved"),
    Output(name="traffic_factor", unit="fold", help="traffic between stages over not interleaved"),
)  # fmt: skip


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `pipeline`; raises InputRefused for a schedule that does not exist."""
    p, m, v, stage = (
        number(values, name) for name in ("pipeline", "microbatches", "chunks", "stage")
    )
    layers, lost = maybe(values, "layers"), number(values, "most_lost") / 100
    _check(p, m, v, stage, word(values, "schedule"))
    idle, no_layers = (p - 1) / v, "needs layers"
    interleave = 1 + (p - 1) / (p * v) if v > 1 else Fraction(1)
    flying = m
    if word(values, "schedule") == "1f1b":
        flying = min(m, p - stage + 1) if v == 1 else p * interleave

    def fewest(bubble: Fraction, of_total: bool) -> int:
        """The least m, a multiple of p when interleaved."""
        least = ceil(bubble * (1 - lost if of_total else 1) / lost)
        return max(1, least) if v == 1 else int(p) * max(1, ceil(least / p))

    return amounts(
        OUTPUTS,
        {
            "bubble_of_ideal": 100 * idle / m,
            "bubble_of_total": 100 * idle / (m + idle),
            "busy_of_total": 100 * m / (m + idle),
            "plain_of_ideal": 100 * (p - 1) / m,
            "plain_of_total": 100 * (p - 1) / (m + p - 1),
            "plain_of_total_over_chunks": 100 * (p - 1) / (m + p - 1) / v,
            "stages_over_microbatches": 100 * p / m,
            "bubble_time": idle,
            "total_time": m + idle,
            "fewest_microbatches": fewest(idle, True),
            "fewest_microbatches_of_ideal": fewest(idle, False),
            "fewest_counting_p": fewest(p / v, True),
            "fewest_counting_p_of_ideal": fewest(p / v, False),
            "in_flight": flying,
            "in_flight_gpipe": m,
            "layers_in_flight": no_layers if layers is None else flying * layers / p,
            "layers_per_stage": no_layers if layers is None else layers / p,
            "layers_times_stages": no_layers if layers is None else layers * p,
            "interleave_factor": interleave,
            "traffic_factor": v,
        },
    )


def _check(p: Fraction, m: Fraction, v: Fraction, stage: Fraction, schedule: str) -> None:
    if stage > p:
        raise InputRefused("stage", f"stage is {stage}; it takes a whole number from 1 to {p}")
    if v > 1 and schedule == "gpipe":
        raise InputRefused("chunks", f"chunks is {v}; with schedule gpipe it takes 1")
    if v > 1 and stage > 1:
        raise InputRefused("stage", f"stage is {stage}; with chunks above 1 it takes 1")
    if v > 1 and m % p:
        raise InputRefused(
            "microbatches",
            f"microbatches is {m}; with chunks above 1 it takes a multiple of pipeline, {p}",
        )


CALCULATOR = Calculator(
    name="pipeline",
    version=1,
    summary="pipeline bubble, of ideal and of total time, and micro-batches in flight",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"pipeline": Fraction(8), "microbatches": Fraction(32)},
)
