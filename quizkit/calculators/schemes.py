"""Turn the name of a training scheme into the collectives of one optimizer step.

Counts are over the whole parameter vector (or its group's share), with M micro-batches per step.
`sync` says when gradients are reduced: after `each` backward, or after the `last` one alone
(PyTorch's `no_sync`, DeepSpeed's accumulation boundary). Sources: ZeRO section 7; DeepSpeed
`runtime/zero` (stage 1 reduces at the boundary, stage 2 after every backward and refuses no_sync);
PyTorch `distributed/fsdp` and `fully_shard`; PyTorch issue 69591 for ZeroRedundancyOptimizer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Sync = Literal["each", "last"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Collectives:
    """How often each collective runs in one optimizer step."""

    all_reduces: int = 0
    reduce_scatters: int = 0
    all_gathers: int = 0
    broadcasts: int = 0

    @property
    def reduce_scatter_phases(self) -> int:
        """Reduce-scatters, an all-reduce counted as one of them and an all-gather."""
        return self.reduce_scatters + self.all_reduces

    @property
    def all_gather_phases(self) -> int:
        """All-gathers; a broadcast of every shard by its owner moves as much as one."""
        return self.all_gathers + self.all_reduces + self.broadcasts

    @property
    def phases(self) -> int:
        """Both: the volume in units of Psi by the paper's convention."""
        return self.reduce_scatter_phases + self.all_gather_phases

    @property
    def total(self) -> int:
        """Collectives of any kind."""
        return self.all_reduces + self.reduce_scatters + self.all_gathers + self.broadcasts


@dataclass(frozen=True, slots=True)
class Scheme:
    """`steps(M, R)`: collectives for M micro-batches and R reductions; `syncs`: the usual first."""

    steps: Callable[[int, int], Collectives]
    syncs: tuple[Sync, ...]
    summary: str
    needs_group: bool = False


def _all_reduce(_micro: int, reductions: int) -> Collectives:
    return Collectives(all_reduces=reductions)


def _stage_1_or_2(_micro: int, reductions: int) -> Collectives:
    return Collectives(reduce_scatters=reductions, all_gathers=1)


def _full_shard(micro: int, reductions: int) -> Collectives:
    return Collectives(reduce_scatters=reductions, all_gathers=2 * micro)


def _shard_grad_op(_micro: int, reductions: int) -> Collectives:
    # Parameters are resharded after a backward that reduces, and stay whole inside no_sync.
    return Collectives(reduce_scatters=reductions, all_gathers=reductions)


SCHEMES = {
    "ddp": Scheme(_all_reduce, ("each", "last"), "plain data parallelism: all-reduce"),
    "zero1": Scheme(_stage_1_or_2, ("last",), "ZeRO-1: reduce-scatter, all-gather once a step"),
    "zero2": Scheme(_stage_1_or_2, ("each",), "ZeRO-2: reduce-scatter after every backward"),
    "zero3": Scheme(_full_shard, ("each",), "ZeRO-3: gather for forward and for backward"),
    "zero1-all-reduce": Scheme(
        lambda _micro, reductions: Collectives(all_reduces=reductions, all_gathers=1),
        ("last",),
        "early DeepSpeed stage 1: all-reduce, then gather the updated parameters",
    ),
    "zero-redundancy-optimizer": Scheme(
        lambda _micro, reductions: Collectives(all_reduces=reductions, broadcasts=1),
        ("each", "last"),
        "PyTorch ZeroRedundancyOptimizer with DDP: all-reduce, then broadcasts",
    ),
    "fsdp-no-shard": Scheme(_all_reduce, ("each", "last"), "FSDP1 NO_SHARD: as ddp"),
    "fsdp-full-shard": Scheme(
        _full_shard, ("each", "last"), "FSDP FULL_SHARD, reshard_after_forward=True"
    ),
    "fsdp-shard-grad-op": Scheme(
        _shard_grad_op, ("each", "last"), "FSDP SHARD_GRAD_OP, reshard_after_forward=False"
    ),
    "fsdp-hybrid-shard": Scheme(
        _full_shard, ("each", "last"), "FSDP HYBRID_SHARD: FULL_SHARD in groups, all-reduce across",
        needs_group=True,
    ),
    "fsdp-hybrid-shard-zero2": Scheme(
        _shard_grad_op, ("each", "last"), "FSDP _HYBRID_SHARD_ZERO2: SHARD_GRAD_OP in a group",
        needs_group=True,
    ),
}  # fmt: skip
