"""Turn parameters, tokens and machines into FLOPs, budgets, days and utilisation.

Training takes about 6 FLOPs for each parameter and token (2 forward, 4 backward: Kaplan et al.
2020, arXiv 2001.08361, section 2.1), 8 with full recomputation. Time is 8TP/(nX) for T tokens, P
parameters, n devices and X FLOP/s achieved on each (Narayanan et al. 2021, arXiv 2104.04473,
equation 4). The 52 % of peak that this paper reports counts the recomputed forward: hardware
utilisation; model FLOPs are 6 of every 8 of it, 39 %.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quizkit.calculators.api import (
    Amounts,
    Calculator,
    Input,
    Output,
    Value,
    amounts,
    maybe,
    number,
    whole,
)  # fmt: skip


def _positive(name: str, words: str, unit: str = "plain", default: int | None = None) -> Input:
    return Input(name=name, help=words, unit=unit, above=Fraction(0), optional=default is None,
                 default=None if default is None else Fraction(default))  # fmt: skip


INPUTS = (
    whole("params", "parameters, P", unit="params"),
    _positive("factor", "FLOPs for each parameter and token: 6, or 8 with full recomputation",
              default=6),
    _positive("tokens", "training tokens, T", "tokens"),
    _positive("flops", "compute budget", "FLOP"),
    whole("devices", "devices, n", optional=True),
    _positive("teraflops", "TFLOP/s achieved on each device, X"),
    _positive("peak_teraflops", "peak TFLOP/s of a device"),
    Input(name="utilisation", help="share of peak with recomputation counted", unit="percent",
          low=Fraction(0), high=Fraction(100), optional=True),
    _positive("backward_ratio", "a backward's FLOPs over a forward's", default=2),
    whole("reference_params", "parameters of another model", unit="params", optional=True),
    _positive("reference_time", "its training time, same data and machines", "s"),
)  # fmt: skip

OUTPUTS = (
    Output(name="training_flops", unit="FLOP", help="factor x P x T", rises_with=("tokens",)),
    Output(name="affordable_tokens", unit="tokens", help="tokens that the budget buys",
           rises_with=("flops",), falls_with=("params",)),
    Output(name="tokens_per_param", unit="plain", help="those tokens per parameter"),
    Output(name="training_time", unit="s", help="time for the tokens",
           rises_with=("params", "tokens", "factor"), falls_with=("devices", "teraflops")),
    Output(name="aggregate_teraflops", unit="plain", help="TFLOP/s of all devices together"),
    Output(name="peak_share", unit="percent", help="achieved over peak"),
    Output(name="recompute_ratio", unit="fold", help="FLOPs with full recomputation over without"),
    Output(name="recompute_overhead", unit="percent", help="what recomputation adds"),
    Output(name="model_utilisation", unit="percent",
           help="utilisation without the recomputed forward"),
    Output(name="hardware_utilisation", unit="percent", help="utilisation as given"),
    Output(name="utilisation_inverted", unit="percent", help="scaled up instead of down"),
    Output(name="compute_ratio", unit="fold", help="P over the reference's"),
    Output(name="scaled_time", unit="s", help="the reference's time times that ratio"),
)  # fmt: skip


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `training`; those whose inputs are absent say what they need."""
    p, factor = number(values, "params"), number(values, "factor")
    tokens, flops = maybe(values, "tokens"), maybe(values, "flops")
    devices, speed, peak = (maybe(values, n) for n in ("devices", "teraflops", "peak_teraflops"))
    used, backward = maybe(values, "utilisation"), number(values, "backward_ratio")
    reference, time = maybe(values, "reference_params"), maybe(values, "reference_time")
    ratio = (2 + backward) / (1 + backward)
    seconds: Fraction | str = "needs tokens, devices and teraflops"
    if tokens is not None and devices is not None and speed is not None:
        seconds = factor * tokens * p / (devices * speed * 10**12)
    total: Fraction | str = "needs devices and teraflops"
    if devices is not None and speed is not None:
        total = devices * speed
    scaled: Fraction | str = "needs reference_params and reference_time"
    if reference is not None and time is not None:
        scaled = time * p / reference
    no_use = "needs utilisation"
    return amounts(
        OUTPUTS,
        {
            "training_flops": "needs tokens" if tokens is None else factor * p * tokens,
            "affordable_tokens": "needs flops" if flops is None else flops / (factor * p),
            "tokens_per_param": "needs flops" if flops is None else flops / (factor * p * p),
            "training_time": seconds,
            "aggregate_teraflops": total,
            "peak_share": "needs teraflops and peak_teraflops"
            if speed is None or peak is None
            else 100 * speed / peak,
            "recompute_ratio": ratio,
            "recompute_overhead": 100 * (ratio - 1),
            "model_utilisation": no_use if used is None else used / ratio,
            "hardware_utilisation": no_use if used is None else used,
            "utilisation_inverted": no_use if used is None else used * ratio,
            "compute_ratio": "needs reference_params" if reference is None else p / reference,
            "scaled_time": scaled,
        },
    )


CALCULATOR = Calculator(
    name="training",
    version=1,
    summary="training FLOPs, token budgets, days and utilisation",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={
        "params": Fraction(175_000_000_000), "factor": Fraction(8),
        "tokens": Fraction(300_000_000_000), "devices": Fraction(1024), "teraflops": Fraction(140),
    },
)  # fmt: skip
