"""Kill a program at each of its system calls, one run per call."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

CALLS = (
    "pwrite64", "fsync", "fdatasync", "unlink", "rename", "ftruncate", "openat", "write", "mkdir",
)  # fmt: skip
"""What changes a disk, or speaks: the places at which a death could matter."""


def calls(strace: str, script: Sequence[str], log: Path, typed: str = "") -> Counter[str]:
    """How often the script makes each of these calls when it is left alone."""
    _traced(strace, ["-o", str(log), "-e", f"trace={','.join(CALLS)}"], script, typed)
    found = re.findall(r"^\d+\s+(\w+)\(", log.read_text(errors="replace"), re.MULTILINE)
    return Counter(found)


def kill_at_every_call(
    strace: str,
    script: Sequence[str],
    first: Counter[str],
    last: Counter[str],
    prepare: Callable[[], None],
    *,
    every: int = 1,
    typed: str = "",
    signal: str = "KILL",
    names: Sequence[str] = CALLS,
) -> Iterator[tuple[str, subprocess.CompletedProcess[str]]]:
    """Run the script for each (or every n-th) call after `first` up to `last`, killed there.

    Or sent another `signal`, which it may hear; `names` are the calls at which that happens.
    """
    for call in names:
        for number in range(first[call] + 1, last[call] + 1, every):
            prepare()
            inject = f"inject={call}:signal={signal}:when={number}"
            options = ["-o", os.devnull, "-e", f"trace={call}", "-e", inject]
            yield f"{call} {number}", _traced(strace, options, script, typed)


def _traced(
    strace: str, options: Sequence[str], script: Sequence[str], typed: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [strace, "-f", "-qq", *options, sys.executable, "-B", *script],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
