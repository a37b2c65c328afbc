"""Turn values into JSON without blanks: what rows are kept as and revisions are made of."""

from __future__ import annotations

import json

compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
"""JSON without blanks. Made once: `json.dumps` makes an encoder for each text."""

quoted = json.encoder.encode_basestring
"""A text as `compact` writes it."""
