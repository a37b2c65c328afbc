"""Turn bytes per parameter, a ZeRO stage and a sharding degree into what one device holds.

ZeRO sections 5.1 to 5.3. Stages are cumulative: 1 shards the optimizer state, 2 the gradients too,
3 the parameters too. What a stage does not shard is replicated on every device.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quizkit.errors import InputRefused

COUNTED_AS_ONE = ("paper", "counts as 1", "counted as 1", "many devices", "in the limit")
"""Words by which a prompt names the paper's convention, (N - 1)/N counted as 1."""

RING_EXACT = ("ring-exact", "exact", "(N-1)/N", "(N−1)/N")
"""Words by which a prompt asks for the exact volume of a ring."""


@dataclass(frozen=True, slots=True, kw_only=True)
class States:
    """Bytes for each parameter: of the parameters, the gradients and the optimizer state."""

    params: Fraction
    grads: Fraction
    optimizer: Fraction

    @property
    def total(self) -> Fraction:
        """All three together: 16 for the ZeRO paper's mixed-precision Adam."""
        return self.params + self.grads + self.optimizer

    def replicated(self, stage: int) -> States:
        """The part that every device holds whole at this stage: 4, 2 and 0 bytes of the 16.

        >>> STAGES = States(params=Fraction(2), grads=Fraction(2), optimizer=Fraction(12))
        >>> [int(STAGES.replicated(stage).total) for stage in range(4)]
        [16, 4, 2, 0]
        """
        nothing = Fraction(0)
        return States(
            params=self.params if stage < 3 else nothing,
            grads=self.grads if stage < 2 else nothing,
            optimizer=self.optimizer if stage < 1 else nothing,
        )

    def held(self, stage: int, degree: Fraction) -> States:
        """What one of `degree` devices holds: 2 + 2 + K/N, 2 + (2 + K)/N, (2 + 2 + K)/N."""
        kept = self.replicated(stage)
        return States(
            params=kept.params + (self.params - kept.params) / degree,
            grads=kept.grads + (self.grads - kept.grads) / degree,
            optimizer=kept.optimizer + (self.optimizer - kept.optimizer) / degree,
        )


def group_size(
    whose: str, devices: Fraction, group: Fraction | None, *, grouped: bool, others: str = ""
) -> Fraction:
    """The devices of one sharding group; all of them where there are no groups.

    Raises InputRefused, naming `whose` group it is (and which `others` have one), if the group is
    missing, of no use, or no divisor of the devices.
    """
    if not grouped:
        if group is not None and group != devices:
            raise InputRefused("group", f"group is {group}; {whose} has none{others}")
        return devices
    if group is None:
        raise InputRefused("group", f"{whose} needs group: a divisor of devices, {devices}")
    if devices % group:
        raise InputRefused("group", f"group is {group}; it takes a divisor of devices, {devices}")
    return group


def smallest_degree(room: Fraction, replicated: Fraction, sharded: Fraction) -> Fraction | None:
    """The least real N with replicated + sharded/N <= room, never below 1; None if there is none.

    All three in one unit. Rounded up it is the smallest sharding degree that fits.

    >>> smallest_degree(Fraction(80), Fraction(26), Fraction(182))
    Fraction(91, 27)
    """
    if sharded == 0:
        return Fraction(1) if replicated <= room else None
    if replicated >= room:
        return None
    return max(Fraction(1), sharded / (room - replicated))


def volume_psi(stage: int, shard: Fraction, replicas: Fraction) -> Fraction:
    """Elements each device sends per optimizer step over the parameters of its slice, ring-exact.

    `shard` devices share one copy of what is sharded; there are `replicas` such groups. Within a
    group a reduce-scatter and one all-gather (stage 3: two), each (g - 1)/g; across groups an
    all-reduce of the shard, 2(r - 1)/r of 1/g. ZeRO section 7, whose (N - 1)/N is counted as 1.

    >>> volume_psi(3, Fraction(8), Fraction(1)), volume_psi(3, Fraction(8), Fraction(2))
    (Fraction(21, 8), Fraction(11, 4))
    """
    if stage == 0:
        devices = shard * replicas
        return 2 * (devices - 1) / devices
    phases = 3 if stage == 3 else 2
    return phases * (shard - 1) / shard + 2 * (replicas - 1) / replicas / shard


def paper_volume_psi(stage: int, shard: Fraction, replicas: Fraction) -> Fraction:
    """The same with every (N - 1)/N counted as 1, as ZeRO section 7 does: 2, 2, 2 and 3."""
    phases = Fraction(3 if stage == 3 else 2)
    return phases + (2 / shard if stage > 0 and replicas > 1 else 0)
