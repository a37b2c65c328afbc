"""Turn the name of a training recipe into the bytes it keeps for each parameter.

"Mixed-precision Adam" is the ZeRO paper's 16 bytes (section 3.1): 2 + 2 + K with K = 12. Other
conventions total 18, 20, 12 or 8, and plain fp32 Adam totals 16 with another split (4 + 4 + 8), so
its ZeRO stages differ: a question that leans on one names it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Recipe:
    """Bytes per parameter: parameters, gradients, and the optimizer's K = master + state.

    `master` is everything kept in fp32 beside the moments: the parameter copy, and in
    `mixed-adam-two-grads` also the fp32 gradient copy. `state` is the moments.
    `factored` marks a state that depends on the shape of the matrix: 4(r + c)/(rc).
    """

    params: int
    grads: int
    master: int
    state: int
    summary: str
    factored: bool = False


RECIPES = {
    "mixed-adam": Recipe(2, 2, 4, 8, "fp16 or bf16 mixed Adam (ZeRO paper)"),
    "mixed-adam-fp32-grads": Recipe(
        2, 4, 4, 8, "bf16 mixed Adam with fp32 gradients (Megatron bf16)"
    ),
    "mixed-adam-two-grads": Recipe(
        2, 2, 8, 8, "fp16 mixed Adam, fp32 gradient copy beside fp16 (Megatron fp16)"
    ),
    "fp32-adam": Recipe(4, 4, 0, 8, "fp32 Adam"),
    "amp-adam": Recipe(4, 4, 0, 8, "autocast Adam: fp32 weights, no cast copy kept"),
    "bf16-adam": Recipe(2, 2, 0, 4, "pure bf16 Adam, bf16 moments"),
    "bf16-adam-fp32-moments": Recipe(2, 2, 0, 8, "pure bf16 Adam, fp32 moments"),
    "mixed-sgd": Recipe(2, 2, 4, 0, "mixed SGD without momentum"),
    "mixed-sgd-momentum": Recipe(2, 2, 4, 4, "mixed SGD with momentum"),
    "fp32-sgd-momentum": Recipe(4, 4, 0, 4, "fp32 SGD with momentum"),
    "mixed-adam-8bit": Recipe(2, 2, 4, 2, "mixed Adam, 8-bit moments (block-wise scales left out)"),
    "fp32-adam-8bit": Recipe(4, 4, 0, 2, "fp32 weights, Adam with 8-bit moments"),
    "bf16-adam-8bit": Recipe(2, 2, 0, 2, "pure bf16, Adam with 8-bit moments"),
    "mixed-lion": Recipe(2, 2, 4, 4, "mixed Lion: one moment"),
    "mixed-adafactor": Recipe(
        2, 2, 4, 0, "mixed Adafactor without momentum, on matrices of rows x columns", factored=True
    ),
    "inference": Recipe(2, 0, 0, 0, "fp16 inference: weights alone"),
    "lora-frozen": Recipe(2, 0, 0, 0, "LoRA, each frozen parameter of the base"),
    "lora-adapter": Recipe(2, 2, 4, 8, "LoRA, each trainable parameter (mixed Adam)"),
}

NAMES = (
    "Adam", "SGD", "Lion", "Adafactor", "momentum", "16 bytes", "fp16", "bf16", "fp32", "8-bit",
    "byte precision", "half precision", "LoRA",
)  # fmt: skip
"""Words by which a prompt says which of these it means."""


def factored_state_bytes(rows: Fraction, columns: Fraction) -> Fraction:
    """Adafactor's second moment in bytes per parameter: one fp32 row sum and one fp32 column sum.

    Shazeer and Stern 2018, section 3.

    >>> factored_state_bytes(Fraction(1600), Fraction(6400))
    Fraction(1, 320)
    """
    return 4 * (rows + columns) / (rows * columns)
