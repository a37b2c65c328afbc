"""Turn a file that cannot be used into the id and the number that its lines say all the same.

Where syntax has ended the reading there are no nodes; a field of the root still stands at the start
of its line.
"""

from __future__ import annotations

import re
from pathlib import Path

from quizkit.content.folder import read_bytes

_FIELD = re.compile(
    r"""^(id|number):[ \t]+(["']?)([a-z0-9][a-z0-9-]*)\2[ \t]*(?:\#.*)?\r?$""",
    re.MULTILINE,
)


def said_in(path: Path) -> dict[str, str]:
    """Its fields `id` and `number`, as far as it can be read and says them; the first of each."""
    try:
        text = read_bytes(path).decode("utf-8", "replace")
    except OSError:
        return {}
    return {name: value for name, _, value in reversed(_FIELD.findall(text))}
