"""Turn text of any origin into HTML that shows it and does nothing else."""

from __future__ import annotations

import html
import re

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def escaped(text: str) -> str:
    r"""The text with markup escaped and with what cannot be seen, or turns text round, visible.

    >>> escaped('<b> & "\u202e"')
    '&lt;b&gt; &amp; &quot;&lt;U+202E&gt;&quot;'
    """
    return html.escape(_HIDDEN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text))
