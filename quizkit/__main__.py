"""Start the command line: `quiz`, or `python -m quizkit`."""

from __future__ import annotations

import sys
from typing import NoReturn

from quizkit.cli.stopping import Stopped, listen_for_signals


def start() -> NoReturn:
    """Run the command line of this process; a signal ends it in order from its first moment on."""
    try:
        listen_for_signals()
        from quizkit.cli.main import run  # what takes time to import comes after the signals

        run()
    except Stopped as stop:
        sys.exit(128 + stop.number)


if __name__ == "__main__":
    start()
