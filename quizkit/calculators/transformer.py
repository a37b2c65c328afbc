"""Turn a transformer's shape into its parameters, and a batch into FLOPs.

With l layers, h hidden, V vocabulary, s context, f MLP width and d_kv = h x kv_heads/heads:

    gpt2   l(4h^2 + 4h + 2hf + f + h + 4h) + (V + s)h + 2h; with f = 4h that is
           12lh^2 + 13lh + (V + s)h + 2h; head tied to the embedding (Radford et al. 2019;
           equal to the released checkpoints)
    llama  l(2h^2 + 2h d_kv + 3hf + 2h) + 2Vh + h, head untied (Touvron et al. 2023), and with E > 1
           experts E x 3hf plus a router of E x h (Mixtral)

Other counts in use are outputs too: 12lh^2 alone; equation 2 of Narayanan et al. 2021
(arXiv 2104.04473), 12lh^2 (1 + 13/(12h) + (V + s)/(12lh)), which leaves out the last 2h; Megatron's
theoretical memory script, without biases and positions; and EleutherAI's cookbook, whose 8lh drops
the linear layers' biases. FLOPs: Narayanan et al., appendix; a forward takes
24 B s l h^2 + 4 B s^2 l h + 2 B s h V, a backward twice that, full recomputation another forward of
the layers: 96 B s l h^2 (1 + s/(6h) + V/(16lh)).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
from quizkit.errors import InputRefused

INPUTS = (
    choice("family", "GPT-2 (biases, tied head, learned positions) or Llama (none of them)",
           ("gpt2", "llama"), "gpt2"),
    whole("layers", "layers, l"),
    whole("hidden", "hidden size, h"),
    whole("vocab", "vocabulary, V", default=50257),
    whole("context", "learned positions of gpt2; sequence length in FLOPs, s", default=1024),
    whole("ffn", "MLP width, f; absent: 4h", optional=True),
    whole("heads", "attention heads; needed with kv_heads", optional=True),
    whole("kv_heads", "key and value heads; absent: as heads", optional=True),
    whole("experts", "experts in each MLP", default=1),
    whole("active_experts", "experts that each token passes; absent: 2 or all", optional=True),
    Input(name="tied", help="whether the head shares the embedding; absent: yes for gpt2, else no",
          choices=("yes", "no"), optional=True),
    Input(name="element_bytes", help="bytes of each parameter", above=Fraction(0),
          default=Fraction(2)),
    whole("lora_rank", "rank of LoRA adapters", optional=True),
    choice("lora_targets", "matrices with an adapter", ("q-v", "q-k-v-o", "all-linear"), "q-v"),
    whole("batch", "sequences in the global batch, B, for FLOPs", default=1),
)  # fmt: skip


def _params(name: str, words: str) -> Output:
    return Output(name=name, unit="params", help=words)


OUTPUTS = (
    Output(name="params", unit="params", help="all parameters, a tied head once",
           rises_with=("layers", "vocab", "experts")),
    _params("active_params", "parameters that one token passes"),
    _params("layer_params", "one layer"),
    _params("attention_params", "attention of one layer"),
    _params("mlp_params", "MLP of one layer, all experts and the router"),
    _params("embedding_params", "one embedding matrix, Vh"),
    _params("position_params", "learned positions"),
    _params("params_without_embeddings", "layers and the final norm"),
    _params("tied_counted_twice", "all parameters with the shared matrix counted twice"),
    _params("twelve_l_h_squared", "12lh^2, matrices of the layers alone"),
    _params("equation_2", "Narayanan et al., equation 2"),
    _params("equation_2_lacks", "what equation 2 leaves out of GPT-2's exact count"),
    _params("megatron_script", "Megatron's script for GPT, tied: 12lh^2 + 4lh + Vh + 2h"),
    _params("eleuther_tied", "cookbook's 12lh^2 + 8lh + (V + s)h + 2h"),
    _params("eleuther_untied", "the same with a second Vh, as the script counts"),
    _params("layer_matrix_params", "matrices of one layer: 12h^2 for GPT-2"),
    Output(name="layer_matrix_bytes", unit="B", help="bytes of those matrices",
           rises_with=("hidden", "element_bytes")),
    Output(name="params_bytes", unit="B", help="bytes of all parameters"),
    _params("lora_params", "trainable parameters of the adapters"),
    Output(name="lora_share", unit="percent", help="adapters over all parameters of the base"),
    Output(name="model_flops", unit="FLOP", help="forward and backward of one step, nothing twice",
           rises_with=("layers", "hidden", "context", "batch")),
    Output(name="hardware_flops", unit="FLOP", help="with full recomputation"),
    Output(name="recompute_ratio", unit="fold", help="the second over the first"),
    Output(name="tokens_per_step", unit="tokens", help="batch x context"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    is_gpt2: bool
    layers: Fraction
    hidden: Fraction
    ffn: Fraction
    kv_hidden: Fraction
    experts: Fraction
    active: Fraction

    @property
    def attention(self) -> Fraction:
        """Matrices of one layer's attention: Q and output, K and V."""
        return 2 * self.hidden**2 + 2 * self.hidden * self.kv_hidden

    @property
    def expert(self) -> Fraction:
        """Matrices of one expert's MLP."""
        return (2 if self.is_gpt2 else 3) * self.hidden * self.ffn

    @property
    def attention_biases(self) -> Fraction:
        return 2 * self.hidden + 2 * self.kv_hidden if self.is_gpt2 else Fraction(0)

    @property
    def expert_biases(self) -> Fraction:
        return self.ffn + self.hidden if self.is_gpt2 else Fraction(0)

    @property
    def router(self) -> Fraction:
        return self.experts * self.hidden if self.experts > 1 else Fraction(0)

    @property
    def norm(self) -> Fraction:
        return 2 * self.hidden if self.is_gpt2 else self.hidden

    def mlp(self, experts: Fraction) -> Fraction:
        return experts * (self.expert + self.expert_biases) + self.router

    def layer(self, experts: Fraction) -> Fraction:
        return self.attention + self.attention_biases + self.mlp(experts) + 2 * self.norm


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `transformer`; raises InputRefused for heads that do not divide."""
    shape = _shape(values)
    layers, h, vocab, s = (number(values, n) for n in ("layers", "hidden", "vocab", "context"))
    batch, size = number(values, "batch"), number(values, "element_bytes")
    tied = word(values, "tied") == "yes" if "tied" in values else shape.is_gpt2
    embedding, positions = vocab * h, s * h if shape.is_gpt2 else Fraction(0)
    ends = embedding * (1 if tied else 2) + positions + shape.norm
    params = layers * shape.layer(shape.experts) + ends
    rank = maybe(values, "lora_rank")
    lora: Fraction | str = "needs lora_rank"
    if rank is not None:
        lora = layers * _lora(shape, rank, word(values, "lora_targets"))
    twelve = 12 * layers * h**2
    eq2 = twelve + 13 * layers * h + (vocab + s) * h
    cookbook = twelve + 8 * layers * h + (vocab + s) * h + 2 * h
    matrices = shape.attention + shape.experts * shape.expert
    forward = batch * s * layers * (24 * h**2 + 4 * s * h)
    logits = 2 * batch * s * h * vocab
    model, hardware = 3 * (forward + logits), 4 * forward + 3 * logits
    return amounts(
        OUTPUTS,
        {
            "params": params,
            "active_params": layers * shape.layer(shape.active) + ends,
            "layer_params": shape.layer(shape.experts),
            "attention_params": shape.attention + shape.attention_biases,
            "mlp_params": shape.mlp(shape.experts),
            "embedding_params": embedding,
            "position_params": positions,
            "params_without_embeddings": layers * shape.layer(shape.experts) + shape.norm,
            "tied_counted_twice": params + (embedding if tied else 0),
            "twelve_l_h_squared": twelve,
            "equation_2": eq2,
            "equation_2_lacks": params - eq2 if _is_plain_gpt2(shape, tied) else "only for GPT-2",
            "megatron_script": twelve + 4 * layers * h + embedding + 2 * h,
            "eleuther_tied": cookbook,
            "eleuther_untied": cookbook + embedding,
            "layer_matrix_params": matrices,
            "layer_matrix_bytes": matrices * size,
            "params_bytes": params * size,
            "lora_params": lora,
            "lora_share": lora if isinstance(lora, str) else 100 * lora / params,
            "model_flops": model,
            "hardware_flops": hardware,
            "recompute_ratio": hardware / model,
            "tokens_per_step": batch * s,
        },
    )


def _shape(values: Mapping[str, Value]) -> _Shape:
    h, experts = number(values, "hidden"), number(values, "experts")
    heads, kv_heads = maybe(values, "heads"), maybe(values, "kv_heads")
    kv_hidden = h
    if kv_heads is not None:
        if heads is None:
            raise InputRefused("heads", "kv_heads needs heads: a whole number of at least 1")
        if heads % kv_heads:
            raise InputRefused(
                "kv_heads", f"kv_heads is {kv_heads}; it takes a divisor of heads, {heads}"
            )
        kv_hidden = h * kv_heads / heads
        if kv_hidden.denominator != 1:
            raise InputRefused("heads", f"heads is {heads}; it takes a divisor of hidden, {h}")
    active = maybe(values, "active_experts")
    if active is None:
        active = min(Fraction(2), experts)
    if active > experts:
        raise InputRefused(
            "active_experts",
            f"active_experts is {active}; it takes a whole number from 1 to experts, {experts}",
        )
    return _Shape(
        is_gpt2=word(values, "family") == "gpt2",
        layers=number(values, "layers"),
        hidden=h,
        ffn=maybe(values, "ffn") or 4 * h,
        kv_hidden=kv_hidden,
        experts=experts,
        active=active,
    )


def _is_plain_gpt2(shape: _Shape, tied: bool) -> bool:
    h = shape.hidden
    return (
        shape.is_gpt2 and tied and shape.experts == 1 and (shape.ffn, shape.kv_hidden) == (4 * h, h)
    )


def _lora(shape: _Shape, rank: Fraction, targets: str) -> Fraction:
    """Adapters of one layer: rank x (inputs + outputs) for each matrix (Hu et al. 2021)."""
    h, kv, f = shape.hidden, shape.kv_hidden, shape.ffn
    query, value = 2 * h, h + kv
    if targets == "q-v":
        return rank * (query + value)
    attention = 2 * query + 2 * value
    if targets == "q-k-v-o":
        return rank * attention
    return rank * (attention + shape.experts * (2 if shape.is_gpt2 else 3) * (h + f))


CALCULATOR = Calculator(
    name="transformer",
    version=1,
    summary="parameters and FLOPs of GPT-2 and Llama shapes",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"layers": Fraction(48), "hidden": Fraction(1600)},
)
