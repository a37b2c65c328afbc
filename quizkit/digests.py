"""Turn bytes into BLAKE2b digests without loading OpenSSL, which takes 3 ms.

`hashlib` loads it first and then hands out this very function all the same. Every digest of the
program is made by it.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b as blake2b
except ImportError:  # another Python than CPython
    from hashlib import blake2b as blake2b
