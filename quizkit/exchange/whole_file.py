"""Turn a stream of bytes into a file that is there whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from weakref import finalize

from quizkit.errors import UsageError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def laid_aside(owner: object) -> BinaryIO:
    """A file without a name that is there as long as its owner."""
    kept = tempfile.TemporaryFile()  # noqa: SIM115  # closed with its owner
    finalize(owner, _close, kept)
    return kept


def _close(stream: BinaryIO) -> None:
    with suppress(OSError):  # of a full disk it was said where it was written
        stream.close()


@contextmanager
def whole_file(path: Path, *, refusal: str = "") -> Iterator[BinaryIO]:
    """A stream whose bytes take the path's place when the block ends, and vanish if it raises.

    They are written beside it under a temporary name, brought to the disk and renamed. A link is
    followed; a device or a pipe is written as it comes. Raises UsageError if that cannot be done.
    With a `refusal`, a file that is there by then stays, and UsageError says the refusal.
    What a program that was killed has left of the same file is cleared away.
    """
    target = Path(os.path.realpath(path))
    try:
        # By the path as given: /dev/stdout is a link whose target names no file if it is a pipe.
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    except OSError as error:
        raise _refused(path, error) from error
    if mode is not None and stat.S_ISDIR(mode):
        raise UsageError(f"{path} is a folder; name a file")
    if mode is not None and not stat.S_ISREG(mode):
        with named_if_full(str(path)), _made(path, path) as stream:
            yield stream
        return
    _clear_left_over(target)
    part = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        with named_if_full(str(path)), _made(path, part) as stream:
            yield stream
            try:
                stream.flush()
                if mode is not None:
                    os.fchmod(stream.fileno(), stat.S_IMODE(mode))
                os.fsync(stream.fileno())
            except OSError as error:
                raise _refused(path, error) from error
        try:
            _put_in_place(part, target, refusal)
        except OSError as error:
            raise _refused(path, error) from error
    except BaseException:  # signals too: half a file is worse than none
        with suppress(OSError):  # which a file system that cannot be written raises even so
            part.unlink(missing_ok=True)
        raise
    # The rename itself is on the disk once its folder is; some file systems cannot say.
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _put_in_place(part: Path, target: Path, refusal: str) -> None:
    if not refusal:
        part.replace(target)
        return
    try:
        os.link(part, target)  # which, other than a rename, takes nobody's place
    except FileExistsError:
        raise UsageError(refusal) from None
    except OSError as error:  # some file systems know no links
        if target.exists():
            raise UsageError(refusal) from error
        part.replace(target)
    else:
        part.unlink()


@contextmanager
def named_if_full(where: str) -> Iterator[None]:
    """Let an error that says that no more can be written say where, too."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _FULL:
            raise OSError(error.errno, error.strerror, where) from error
        raise


def _clear_left_over(target: Path) -> None:
    """Remove what programs that have ended left half-written of this file."""
    left = re.compile(rf"\.{re.escape(target.name[:200])}\.([0-9]+)\.part")
    with suppress(OSError):
        for name in os.listdir(target.parent):
            if (found := left.fullmatch(name)) and not _runs(int(found[1])):
                with suppress(OSError):
                    target.with_name(name).unlink()


def _runs(process: int) -> bool:
    """Whether a program of this number runs, or may: one that we cannot ask about is let be."""
    if os.name != "posix":
        return True  # there, asking would end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _made(path: Path, part: Path) -> BinaryIO:
    try:
        return part.open("wb")
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{path} cannot be written: {error.strerror or error}")
