"""Calls that run while their caller goes on."""

from __future__ import annotations

from threading import Event

import pytest

from quizkit.exchange.later import Later


def test_the_caller_goes_on_meanwhile() -> None:
    """What the call waits for may be done by its caller, who then has what it gives."""
    done = Event()
    later = Later(lambda: done.wait(60))
    done.set()
    assert later.result()


def test_an_error_is_raised_to_who_asks() -> None:
    """To wait alone raises nothing; to ask for the result raises what the call raised."""

    def fails() -> None:
        raise OSError(28, "No space left on device")

    later = Later(fails)
    later.wait()
    with pytest.raises(OSError, match="No space left"):
        later.result()
