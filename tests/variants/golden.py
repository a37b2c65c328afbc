"""Turn the shared questions into the golden file of variants: `python -m tests.variants.golden`.

Written to tests/golden/variants.json. A difference there means that every learner meets other
numbers than before: change the dice only with a reason for that.
"""

from __future__ import annotations

import json
from pathlib import Path

from quizkit.variants import asked, derive_seed, key_shown, make_variant
from tests.variants.questions import ALL

GOLDEN = Path(__file__).parents[1] / "golden" / "variants.json"
SEEDS = (0, 1, 2, 3, 1000, 2**31 - 1)


def golden() -> dict[str, object]:
    """What each question's first variants ask, with their keys and mistakes."""
    variants = {}
    for question in ALL:
        for seed in SEEDS:
            variant = make_variant(question, seed)
            variants[variant.name] = {
                "prompt": variant.prompt,
                "asked": asked(variant),
                "key": key_shown(variant),
                "mistakes": {one.name: str(one.value) for one in variant.mistakes},
            }
    seeds = {
        f"{learner} {reviews}": derive_seed(learner, "toys/total", reviews)
        for learner in ("me", "you")
        for reviews in range(3)
    }
    return {"variants": variants, "seeds": seeds}


if __name__ == "__main__":
    print(json.dumps(golden(), indent=1, ensure_ascii=False))
