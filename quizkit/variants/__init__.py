"""Turn a question and a seed into the one variant that they name.

`seeds` says which one a learner meets next, `draws` finds its numbers (dice, key, mistaken values)
by the calculator that `sources` found, `prompts` fills the texts, `keys` writes a key so that it
can be typed back, `variant` puts them together, `record` is for the log, `replay` makes an old
showing's variant again.
"""

from quizkit.variants.prompts import key_text
from quizkit.variants.record import asked, kind_of, read_rule
from quizkit.variants.replay import replay
from quizkit.variants.seeds import HIGHEST_SEED, derive_seed, next_seed
from quizkit.variants.variant import (
    LETTERS,
    Drawn,
    MistakenValue,
    ShownOption,
    Variant,
    VariantMaker,
    is_shuffled,
    key_shown,
    make_variant,
    make_variants,
    variant_maker,
)

__all__ = [
    "HIGHEST_SEED",
    "LETTERS",
    "Drawn",
    "MistakenValue",
    "ShownOption",
    "Variant",
    "VariantMaker",
    "asked",
    "derive_seed",
    "is_shuffled",
    "key_shown",
    "key_text",
    "kind_of",
    "make_variant",
    "make_variants",
    "next_seed",
    "read_rule",
    "replay",
    "variant_maker",
]
