"""Turn a value into the one JSON text that stands for it, so that equal values are equal texts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces; raises ValueError for NaN.

    >>> canonical({"b": 1, "a": ["Ψ", None]})
    '{"a":["Ψ",null],"b":1}'
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


# Attempts share what was asked, and it is looked at often.
@lru_cache(maxsize=1 << 16)
def read_canonical(text: str) -> Mapping[str, Any]:
    """The object back from its text; shared, so not to be changed."""
    found: Mapping[str, Any] = json.loads(text)
    return found
