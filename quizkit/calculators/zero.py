"""Turn a model size, a device count and a ZeRO stage into bytes held and elements sent per device.

Rajbhandari, Rasley, Ruwase, He: *ZeRO: Memory Optimizations Toward Training Trillion Parameter
Models* (arXiv 1910.02054 v3), sections 3.1, 5 and 7. With Psi parameters, 2 + 2 + K bytes for each
(parameters, gradients, optimizer state) and the data-parallel degree N_d, a device holds

    stage 0   2 + 2 + K               everything replicated
    stage 1   2 + 2 + K/N_d           P_os      optimizer state sharded
    stage 2   2 + (2 + K)/N_d         P_os+g    gradients too
    stage 3   (2 + 2 + K)/N_d         P_os+g+p  parameters too

bytes per parameter: model states at rest, without gathered layers, buckets and activations.
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
    choice,
    maybe,
    number,
    whole,
    word,
)
from quizkit.calculators.recipes import RECIPES
from quizkit.errors import InputRefused

NO_LIMIT = "no limit (N_d)"

INPUTS = (
    whole("params", "parameters of the whole model, Psi", unit="params"),
    whole("devices", "devices; without tensor and pipeline degrees all are data-parallel, N_d"),
    whole("stage", "ZeRO stage", low=0, high=3),
    choice("recipe", "what is kept for each parameter", tuple(RECIPES), "mixed-adam"),
    Input(
        name="optimizer_bytes", help="K, in place of the recipe's", unit="bytes/param",
        low=Fraction(0), optional=True,
    ),
)  # fmt: skip

OUTPUTS = (
    Output(name="params_bytes_per_param", unit="bytes/param", help="parameters held per device"),
    Output(name="grads_bytes_per_param", unit="bytes/param", help="gradients held per device"),
    Output(name="optimizer_bytes_per_param", unit="bytes/param", help="optimizer state per device"),
    Output(name="bytes_per_param", unit="bytes/param", help="all model states per device"),
    Output(name="bytes_per_device", unit="B", help="model states on each device"),
    Output(name="reduction_factor", unit="fold", help="stage 0 over this stage, at this degree"),
    Output(name="reduction_limit", unit="fold", help="what the factor tends to as N_d grows"),
    Output(name="communication_psi", unit="psi", help="sent per device and step, paper convention"),
    Output(name="communication_elements", unit="elements", help="sent per device, ring-exact"),
)


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `zero`."""
    psi, devices, stage = (number(values, name) for name in ("params", "devices", "stage"))
    recipe = RECIPES[word(values, "recipe")]
    k = maybe(values, "optimizer_bytes")
    if k is None:
        if recipe.factored:
            raise InputRefused("recipe", "mixed-adafactor needs optimizer_bytes")
        k = Fraction(recipe.master + recipe.state)
    params = Fraction(recipe.params) / (devices if stage >= 3 else 1)
    grads = Fraction(recipe.grads) / (devices if stage >= 2 else 1)
    optimizer = k / (devices if stage >= 1 else 1)
    held = params + grads + optimizer
    whole_states = recipe.params + recipe.grads + k
    replicated = (
        (recipe.params if stage < 3 else 0)
        + (recipe.grads if stage < 2 else 0)
        + (k if stage < 1 else 0)
    )
    phases = 3 if stage == 3 else 2
    return amounts(
        OUTPUTS,
        {
            "params_bytes_per_param": params,
            "grads_bytes_per_param": grads,
            "optimizer_bytes_per_param": optimizer,
            "bytes_per_param": held,
            "bytes_per_device": held * psi,
            "reduction_factor": whole_states / held,
            "reduction_limit": whole_states / replicated if replicated else NO_LIMIT,
            "communication_psi": phases,
            "communication_elements": phases * psi * (devices - 1) / devices,
        },
    )


CALCULATOR = Calculator(
    name="zero",
    version=1,
    summary="memory and traffic of ZeRO stages 0 to 3",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"params": Fraction(7_500_000_000), "devices": Fraction(64), "stage": Fraction(1)},
)
