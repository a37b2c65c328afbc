"""Turn a model size, a device count and a ZeRO stage into bytes held and elements sent per device.

Rajbhandari, Rasley, Ruwase, He: *ZeRO: Memory Optimizations Toward Training Trillion Parameter
Models* (arXiv 1910.02054 v3), sections 3.1, 5 and 7. With Psi parameters, 2 + 2 + K bytes for each
(parameters, gradients, optimizer state) and the data-parallel degree N_d, a device holds

    stage 0   2 + 2 + K               everything replicated
    stage 1   2 + 2 + K/N_d           P_os      optimizer state sharded
    stage 2   2 + (2 + K)/N_d         P_os+g    gradients too
    stage 3   (2 + 2 + K)/N_d         P_os+g+p  parameters too

bytes per parameter: model states at rest, without gathered layers, buckets and activations. The
paper's 4x and 8x are limits: at N_d = 8 the factors are 32/11 and 64/15. Its "16 GB" for 1e12
parameters on 1024 devices (section 1) is 15.625 GB, which its Table 1 prints as 15.6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

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
from quizkit.calculators.recipes import NAMES, RECIPES, factored_state_bytes
from quizkit.calculators.sharding import (
    COUNTED_AS_ONE,
    RING_EXACT,
    States,
    paper_volume_psi,
    smallest_degree,
    volume_psi,
)
from quizkit.errors import InputRefused

NO_LIMIT = "no limit (N_d)"
_NEEDS_MEMORY = "needs memory"
_GB = 10**9


def _bytes(name: str, words: str) -> Input:
    return Input(name=name, help=words, unit="bytes/param", low=Fraction(0), optional=True)


INPUTS = (
    whole("params", "trained parameters of the whole model, Psi", unit="params"),
    whole("devices", "all devices; N_d is this over tensor x pipeline"),
    whole("stage", "ZeRO stage: 0 replicates, 1 shards optimizer state, 2 gradients, 3 parameters",
          low=0, high=3),
    choice("recipe", "what training keeps for each parameter", tuple(RECIPES), "mixed-adam",
           NAMES),
    _bytes("optimizer_bytes", "K, optimizer state for each parameter, in place of the recipe's"),
    _bytes("param_bytes", "bytes of each parameter, in place of the recipe's"),
    _bytes("grad_bytes", "bytes of each gradient, in place of the recipe's"),
    whole("rows", "rows of a matrix, for mixed-adafactor", optional=True),
    whole("columns", "columns of a matrix, for mixed-adafactor", optional=True),
    whole("tensor", "tensor-parallel degree", default=1),
    whole("pipeline", "pipeline-parallel degree", default=1),
    whole("group", "devices of one sharding group (HYBRID_SHARD); absent: all of N_d",
          optional=True),
    choice("sharded_over", "the devices that one copy is sharded over", ("group", "data", "all"),
           "group"),
    whole("frozen", "frozen parameters held beside the trained ones (LoRA)", low=0, unit="params",
          default=0),
    Input(name="frozen_bytes", help="bytes of each frozen parameter", unit="bytes/param",
          low=Fraction(0), default=Fraction(2)),
    Input(name="memory", help="memory of a device, decimal GB at face value", unit="GB",
          above=Fraction(0), optional=True),
    Input(name="buffer_bytes", help="bytes of each element of a fused buffer", unit="bytes/param",
          low=Fraction(0), default=Fraction(4)),
)  # fmt: skip


def _per_param(name: str, words: str) -> Output:
    return Output(name=name, unit="bytes/param", help=words)


def _device_bytes(name: str, words: str) -> Output:
    return Output(name=name, unit="B", help=words, rises_with=("params",))


OUTPUTS = (
    _per_param("params_bytes_per_param", "parameters held on a device"),
    _per_param("grads_bytes_per_param", "gradients held on a device"),
    Output(name="optimizer_bytes_per_param", unit="bytes/param",
           help="optimizer state held on a device", falls_with=("devices", "stage")),
    Output(name="bytes_per_param", unit="bytes/param", help="all model states held on a device",
           falls_with=("devices", "stage")),
    Output(name="bytes_per_device", unit="B",
           help="model states on a device, frozen parameters included",
           rises_with=("params", "frozen"), falls_with=("stage", "devices")),
    Output(name="reduction_factor", unit="fold", help="stage 0 over this stage, at this degree",
           rises_with=("stage", "devices")),
    Output(name="reduction_limit", unit="fold", help="what the factor tends to as N_d grows"),
    Output(name="communication_psi", unit="psi",
           help="sent by a device in a step, paper convention ((N-1)/N counted as 1)",
           conventions=COUNTED_AS_ONE),
    Output(name="communication_elements", unit="elements",
           help="elements sent by a device in a step, ring-exact", rises_with=("params",),
           conventions=RING_EXACT),
    _device_bytes("params_bytes_per_device", "parameters on a device"),
    _device_bytes("grads_bytes_per_device", "gradients on a device"),
    _device_bytes("optimizer_bytes_per_device", "optimizer state on a device"),
    Output(name="frozen_bytes_per_device", unit="B", help="frozen parameters on a device"),
    _per_param("unsharded_bytes_per_param", "all model states with nothing sharded: 2 + 2 + K"),
    _device_bytes("unsharded_bytes_per_device", "what a device holds at stage 0"),
    Output(name="optimizer_share", unit="percent", help="optimizer state in the unsharded bytes"),
    Output(name="master_share", unit="percent", help="fp32 parameter copy in the unsharded bytes"),
    _per_param("master_bytes_per_param", "fp32 copies in K, unsharded"),
    _per_param("moment_bytes_per_param", "moments in K, unsharded"),
    _per_param("limit_bytes_per_param", "what a device holds as N_d grows without bound"),
    _device_bytes("limit_bytes_per_device", "the same for the model: what no N_d gets rid of"),
    _per_param("gathered_bytes_per_param",
               "held while all parameters are whole (SHARD_GRAD_OP from forward to backward)"),
    _device_bytes("whole_params_bytes", "parameters of the slice, whole at once (one FSDP unit)"),
    _device_bytes("whole_grads_bytes", "gradients of the slice, whole (an unsharded bucket)"),
    _device_bytes("grads_bytes_saved", "gradient bytes that sharding takes off a device"),
    _device_bytes("unsplit_bytes_per_device", "as if tensor and pipeline degrees split nothing"),
    Output(name="full_training_bytes_per_device", unit="B",
           help="the frozen parameters trained instead, at this stage, no adapters"),
    Output(name="fused_buffer_bytes", unit="B", help="one fused buffer of every gradient (3.2)",
           rises_with=("params", "buffer_bytes")),
    Output(name="data_degree", unit="plain", help="N_d = devices/(tensor x pipeline)"),
    Output(name="shard_degree", unit="plain", help="devices that one copy is sharded over"),
    Output(name="free_bytes", unit="B", help="memory left beside the model states"),
    Output(name="smallest_degree", unit="plain", help="smallest N_d whose devices hold the states"),
    Output(name="smallest_devices", unit="plain", help="that degree x tensor x pipeline"),
    Output(name="smallest_degree_exact", unit="plain", help="that degree before rounding up"),
    Output(name="largest_params", unit="params", help="largest trained model that fits"),
    Output(name="largest_params_exact", unit="params", help="the same before rounding down"),
    Output(name="largest_params_limit", unit="params",
           help="size that this stage cannot pass, however many devices"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Run:
    """The inputs, worked out: unsharded states, degrees, and parameters of one device's slice."""

    states: States
    master: Fraction | None
    stage: int
    devices: Fraction
    split: Fraction
    shard: Fraction
    replicas: Fraction
    psi: Fraction
    frozen: Fraction
    frozen_bytes: Fraction
    room: Fraction | None


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `zero`; raises InputRefused for degrees that do not divide."""
    run = _run(values)
    whole_model, held = run.states, run.states.held(run.stage, run.shard)
    kept = run.states.replicated(run.stage)
    slice_, total = run.psi / run.split, run.states.total
    sharded_frozen = run.shard if run.stage == 3 else 1
    frozen = run.frozen * run.frozen_bytes / run.split / sharded_frozen
    frozen_limit = Fraction(0) if run.stage == 3 else frozen
    moment = None if run.master is None else whole_model.optimizer - run.master
    split_unknown = "optimizer_bytes does not say"
    return amounts(
        OUTPUTS,
        {
            "params_bytes_per_param": held.params,
            "grads_bytes_per_param": held.grads,
            "optimizer_bytes_per_param": held.optimizer,
            "bytes_per_param": held.total,
            "bytes_per_device": held.total * slice_ + frozen,
            "reduction_factor": _ratio(total, held.total, "nothing is held"),
            "reduction_limit": _ratio(total, kept.total, NO_LIMIT) if run.stage < 3 else NO_LIMIT,
            "communication_psi": paper_volume_psi(run.stage, run.shard, run.replicas),
            "communication_elements": slice_ * volume_psi(run.stage, run.shard, run.replicas),
            "params_bytes_per_device": held.params * slice_,
            "grads_bytes_per_device": held.grads * slice_,
            "optimizer_bytes_per_device": held.optimizer * slice_,
            "frozen_bytes_per_device": frozen,
            "unsharded_bytes_per_param": total,
            "unsharded_bytes_per_device": total * slice_
            + run.frozen * run.frozen_bytes / run.split,
            "optimizer_share": _ratio(100 * whole_model.optimizer, total, "nothing is held"),
            "master_share": split_unknown
            if run.master is None
            else _ratio(100 * run.master, total, "nothing is held"),
            "master_bytes_per_param": split_unknown if run.master is None else run.master,
            "moment_bytes_per_param": split_unknown if moment is None else moment,
            "limit_bytes_per_param": kept.total,
            "limit_bytes_per_device": kept.total * slice_ + frozen_limit,
            "gathered_bytes_per_param": held.total + (whole_model.params if run.stage == 3 else 0),
            "whole_params_bytes": whole_model.params * slice_,
            "whole_grads_bytes": whole_model.grads * slice_,
            "grads_bytes_saved": (whole_model.grads - held.grads) * slice_,
            "unsplit_bytes_per_device": held.total * run.psi + frozen * run.split,
            "full_training_bytes_per_device": held.total * run.frozen / run.split,
            "fused_buffer_bytes": number(values, "buffer_bytes") * run.psi,
            "data_degree": run.devices / run.split,
            "shard_degree": run.shard,
            **_fit(run, held.total, kept.total, frozen, frozen_limit),
        },
    )


def _run(values: Mapping[str, Value]) -> _Run:
    states, master = _states(values)
    devices = number(values, "devices")
    split = number(values, "tensor") * number(values, "pipeline")
    data = devices / split
    if data.denominator != 1:
        raise InputRefused(
            "devices",
            f"devices is {devices}; it takes a multiple of tensor x pipeline, {split}",
        )
    over, group = word(values, "sharded_over"), maybe(values, "group")
    shard = {"group": group or data, "data": data, "all": devices}[over]
    if over == "group" and data % shard:
        raise InputRefused(
            "group", f"group is {shard}; it takes a divisor of the data-parallel degree {data}"
        )
    memory = maybe(values, "memory")
    return _Run(
        states=states,
        master=master,
        stage=int(number(values, "stage")),
        devices=devices,
        split=split,
        shard=shard,
        replicas=data / shard if over == "group" else Fraction(1),
        psi=number(values, "params"),
        frozen=number(values, "frozen"),
        frozen_bytes=number(values, "frozen_bytes"),
        room=None if memory is None else memory * _GB,
    )


def _states(values: Mapping[str, Value]) -> tuple[States, Fraction | None]:
    """Unsharded bytes per parameter, and how much of K is fp32 copies (None if K was given)."""
    name = word(values, "recipe")
    recipe = RECIPES[name]
    params, grads = maybe(values, "param_bytes"), maybe(values, "grad_bytes")
    k = maybe(values, "optimizer_bytes")
    master = Fraction(recipe.master) if k is None else None
    if k is None:
        k = Fraction(recipe.master + recipe.state)
        if recipe.factored:
            rows, columns = maybe(values, "rows"), maybe(values, "columns")
            if rows is None or columns is None:
                missing = "rows" if rows is None else "columns"
                raise InputRefused(
                    missing, f"recipe {name} needs {missing}: a whole number of at least 1"
                )
            k += factored_state_bytes(rows, columns)
    states = States(
        params=Fraction(recipe.params) if params is None else params,
        grads=Fraction(recipe.grads) if grads is None else grads,
        optimizer=k,
    )
    return states, master


def _fit(
    run: _Run, held: Fraction, kept: Fraction, frozen: Fraction, frozen_limit: Fraction
) -> dict[str, Fraction | int | str]:
    """What fits into `memory`; every output says so where it was not given."""
    if run.room is None:
        names = ("free_bytes", "smallest_degree", "smallest_devices", "smallest_degree_exact",
                 "largest_params", "largest_params_exact", "largest_params_limit")  # fmt: skip
        return dict.fromkeys(names, _NEEDS_MEMORY)
    slice_ = run.psi / run.split
    free = run.room - held * slice_ - frozen
    everything = run.states.total * slice_ + run.frozen * run.frozen_bytes / run.split
    replicated = kept * slice_ + frozen_limit
    degree = smallest_degree(run.room, replicated, everything - replicated)
    too_big = "no degree fits"
    beside, beside_limit = run.room - frozen, run.room - frozen_limit
    largest = _ratio(beside * run.split, held, "nothing is held")
    limit = _ratio(beside_limit * run.split, kept, NO_LIMIT) if run.stage < 3 else NO_LIMIT
    if beside < 0:
        largest = "the frozen parameters alone do not fit"
    if beside_limit < 0:
        limit = "the frozen parameters alone do not fit"
    return {
        "free_bytes": "does not fit" if free < 0 else free,
        "smallest_degree": too_big if degree is None else ceil(degree),
        "smallest_devices": too_big if degree is None else ceil(degree) * run.split,
        "smallest_degree_exact": too_big if degree is None else degree,
        "largest_params": largest if isinstance(largest, str) else floor(largest),
        "largest_params_exact": largest,
        "largest_params_limit": limit,
    }


def _ratio(over: Fraction, under: Fraction, otherwise: str) -> Fraction | str:
    return over / under if under else otherwise


CALCULATOR = Calculator(
    name="zero",
    version=1,
    summary="memory and traffic of ZeRO stages 0 to 3, and what fits",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"params": Fraction(7_500_000_000), "devices": Fraction(64), "stage": Fraction(1)},
)
