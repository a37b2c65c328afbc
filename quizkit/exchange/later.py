"""Turn a call into one that runs while its caller goes on, for libraries that let Python go on."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Later(Generic[Result]):
    """A call in a thread of its own, from now on.

    What it gives, or raises, is had from `result`, which must be called for an error to be seen.
    """

    def __init__(self, call: Callable[[], Result]) -> None:
        self._call = call
        self._given: list[Result] = []
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._given.append(self._call())
        except BaseException as error:  # raised by `result`
            self._error = error

    def wait(self) -> None:
        """Wait until it is over, however that is."""
        self._thread.join()

    def result(self) -> Result:
        """Wait for what the call gives, or raise what it raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._given[0]
