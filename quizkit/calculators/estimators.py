"""Turn a model and a machine into what DeepSpeed's memory estimators print for them.

`estimate_zero2_model_states_mem_needs` in `deepspeed/runtime/zero/stage_1_and_2.py` and
`estimate_zero3_model_states_mem_needs` in `stage3.py`. They are not the ZeRO paper's
model: without offload ZeRO-2 counts 2 + 18/N bytes for each parameter (fp32 gradients and fp32
parameters beside 2-byte gradients), ZeRO-3 18/N and 4 bytes for each parameter of the largest
layer. Before pull request 5099 (2024) ZeRO-2 was 4 + 16/N, and the printed examples in
`docs/code-docs/source/memory.rst` are still from then: the documentation is older than the code.
What they print as "GB" is GiB. Activations, buckets and live parameters are not in it.

The code multiplies floats and cuts them with `int()`; each of its roundings is repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor

from quizkit.calculators.api import (
    Amounts,
    Calculator,
    Input,
    Output,
    Value,
    amounts,
    choice,
    number,
    whole,
    word,
)
from quizkit.calculators.doubles import divided, double, times
from quizkit.calculators.rendering import half_even

_SWITCH = ("no", "yes")

_MACHINE = (
    whole("params", "parameters, total_params", unit="params", high=10**18),
    whole("gpus_per_node", "GPUs in a node, num_gpus_per_node", default=1, high=10**6),
    whole("nodes", "nodes, num_nodes", default=1, high=10**6),
)
_BUFFER = Input(
    name="buffer_factor", help="additional_buffer_factor", above=Fraction(0),
    high=Fraction(1000), default=Fraction(3, 2),
)  # fmt: skip

ZERO2_INPUTS = (
    *_MACHINE,
    choice("offload_optimizer", "optimizer state on the CPU, cpu_offload", _SWITCH, "yes"),
    _BUFFER,
    choice("version", "the code's formula", ("current", "before-pr5099"), "current"),
)

ZERO3_INPUTS = (
    *_MACHINE,
    whole("largest_layer", "parameters of the largest layer", unit="params", high=10**18),
    choice("offload_optimizer", "optimizer state on the CPU, cpu_offload", _SWITCH, "yes"),
    choice("offload_params", "parameters on the CPU, cpu_offload_params; only with the optimizer",
           _SWITCH, "yes"),
    choice("zero_init", "the model is built under zero.Init", _SWITCH, "yes"),
    _BUFFER,
)  # fmt: skip

_COMMON = (
    Output(name="cpu_bytes", unit="B", help="per node, on the CPU"),
    Output(name="gpu_bytes", unit="B", help="on each GPU"),
    Output(name="cpu_printed", unit="GiB", help='as printed, "GB" being GiB'),
    Output(name="gpu_printed", unit="GiB", help='as printed, "GB" being GiB'),
    Output(name="gpu_bytes_per_param", unit="bytes/param", help="for each parameter, largest layer "
           "apart, before int()"),
)  # fmt: skip

ZERO2_OUTPUTS = _COMMON
ZERO3_OUTPUTS = (
    *_COMMON,
    Output(name="largest_layer_bytes", unit="B", help="4 bytes for each of its parameters"),
)


def zero2(values: Mapping[str, Value]) -> Amounts:
    """What the ZeRO-2 estimator returns and prints, in the version asked for."""
    params, gpus, nodes = (int(number(values, n)) for n in ("params", "gpus_per_node", "nodes"))
    total, factor = gpus * nodes, double(number(values, "buffer_factor"))
    if word(values, "offload_optimizer") == "yes":
        kept, sharded = 2, 0
        cpu = times(params * max(4 * total, 16), factor)
    else:
        kept, sharded = (2, 18) if word(values, "version") == "current" else (4, 16)
        cpu = times(params * 4 * gpus, factor)
    gpu = kept * params + floor(divided(sharded * params, total))
    per_param = kept + Fraction(sharded, total)
    return amounts(ZERO2_OUTPUTS, _both(floor(cpu), gpu, per_param))


def zero3(values: Mapping[str, Value]) -> Amounts:
    """What the ZeRO-3 estimator returns and prints."""
    params, gpus, nodes, layer = (
        int(number(values, n)) for n in ("params", "gpus_per_node", "nodes", "largest_layer")
    )
    factor, per_node = double(number(values, "buffer_factor")), divided(1, nodes)
    is_init, total = word(values, "zero_init") == "yes", gpus * nodes
    if word(values, "offload_optimizer") == "no":
        sharded = 18
        cpu = times((layer if is_init else params) * 4 * gpus, factor)
    else:
        on_cpu = word(values, "offload_params") == "yes"
        sharded, moved = (0, 18) if on_cpu else (2, 16)
        if is_init:
            cpu = times(times(params * moved, per_node), factor)
        elif 4 * gpus >= times(moved, per_node):  # max() of an int and a float: the int
            cpu = times(params * 4 * gpus, factor)
        else:
            cpu = times(times(params, times(moved, per_node)), factor)
    gpu = 4 * layer + floor(divided(sharded * params, total))
    found = _both(floor(cpu), gpu, Fraction(sharded, total))
    return amounts(ZERO3_OUTPUTS, {**found, "largest_layer_bytes": 4 * layer})


def _both(cpu: int, gpu: int, per_param: Fraction) -> dict[str, Fraction | int | str]:
    return {
        "cpu_bytes": cpu,
        "gpu_bytes": gpu,
        "cpu_printed": half_even(divided(cpu, 2**30), 2),
        "gpu_printed": half_even(divided(gpu, 2**30), 2),
        "gpu_bytes_per_param": per_param,
    }


_T5_3B = {"params": Fraction(2_851_598_336), "gpus_per_node": Fraction(8)}

ZERO2 = Calculator(
    name="deepspeed-zero2",
    version=1,
    summary="what DeepSpeed's ZeRO-2 memory estimator prints",
    inputs=ZERO2_INPUTS,
    outputs=ZERO2_OUTPUTS,
    compute=zero2,
    example={**_T5_3B, "offload_optimizer": "no"},
)

ZERO3 = Calculator(
    name="deepspeed-zero3",
    version=1,
    summary="what DeepSpeed's ZeRO-3 memory estimator prints",
    inputs=ZERO3_INPUTS,
    outputs=ZERO3_OUTPUTS,
    compute=zero3,
    example={**_T5_3B, "largest_layer": Fraction(32_899_072), "offload_optimizer": "no"},
)
