"""Turn devices and degrees into the data-parallel degree left and the micro-batches per step.

Narayanan et al. 2021 (arXiv 2104.04473), section 3: n = p x t x d devices, and a global batch of B
sequences makes m = B/(b x d) micro-batches of b on each of d replicas. Data parallelism needs at
least one sequence on every replica, so d never passes B.
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
    maybe,
    number,
    whole,
)
from quizkit.errors import InputRefused

INPUTS = (
    whole("devices", "all devices, n; or give data", optional=True),
    whole("data", "data-parallel degree, d; or give devices", optional=True),
    whole("tensor", "tensor-parallel degree, t", default=1),
    whole("pipeline", "pipeline stages, p", default=1),
    whole("global_batch", "sequences in one step, B", optional=True),
    whole("batch", "micro-batch, b", default=1),
    whole("node", "devices in a node", default=8),
)

OUTPUTS = (
    Output(name="data_degree", unit="plain", help="n/(tp)"),
    Output(name="data_degree_without_tensor", unit="plain", help="n/p: t forgotten"),
    Output(name="data_degree_without_pipeline", unit="plain", help="n/t: p forgotten"),
    Output(name="model_degree", unit="plain", help="tp", rises_with=("tensor", "pipeline")),
    Output(name="all_devices", unit="plain", help="n"),
    Output(name="nodes", unit="plain", help="n over the devices of a node"),
    Output(name="microbatches", unit="plain", help="m = B/(bd)"),
    Output(name="microbatches_without_data", unit="plain", help="B/b: d forgotten"),
    Output(name="microbatches_without_batch", unit="plain", help="B/d: b forgotten"),
    Output(name="largest_data_degree", unit="plain", help="one sequence on each replica: B"),
    Output(name="largest_data_degree_over_tensor", unit="plain", help="B/t, which is no limit"),
)


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `layout`; raises InputRefused for degrees or batches that do not divide."""
    t, p, b = (number(values, name) for name in ("tensor", "pipeline", "batch"))
    devices, data = _devices(maybe(values, "devices"), maybe(values, "data"), t * p)
    whole_batch = maybe(values, "global_batch")
    no_batch = "needs global_batch"
    if whole_batch is not None and whole_batch % (b * data):
        raise InputRefused(
            "global_batch",
            f"global_batch is {whole_batch}; it takes a multiple of batch x data, {b * data}",
        )
    return amounts(
        OUTPUTS,
        {
            "data_degree": data,
            "data_degree_without_tensor": devices / p,
            "data_degree_without_pipeline": devices / t,
            "model_degree": t * p,
            "all_devices": devices,
            "nodes": devices / number(values, "node"),
            "microbatches": no_batch if whole_batch is None else whole_batch / (b * data),
            "microbatches_without_data": no_batch if whole_batch is None else whole_batch / b,
            "microbatches_without_batch": no_batch if whole_batch is None else whole_batch / data,
            "largest_data_degree": no_batch if whole_batch is None else whole_batch,
            "largest_data_degree_over_tensor": no_batch if whole_batch is None else whole_batch / t,
        },
    )


def _devices(
    devices: Fraction | None, data: Fraction | None, model: Fraction
) -> tuple[Fraction, Fraction]:
    if devices is None and data is None:
        raise InputRefused("devices", "layout needs devices or data: a whole number of at least 1")
    if devices is None:
        assert data is not None, "one of the two is given"
        return data * model, data
    if devices % model:
        raise InputRefused(
            "devices", f"devices is {devices}; it takes a multiple of tensor x pipeline, {model}"
        )
    if data is not None and data * model != devices:
        raise InputRefused("data", f"data is {data}; with these devices it takes {devices / model}")
    return devices, devices / model


CALCULATOR = Calculator(
    name="layout",
    version=1,
    summary="data-parallel degree left, and micro-batches per step",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"devices": Fraction(1024), "tensor": Fraction(8), "pipeline": Fraction(16)},
)
