"""A written file is there whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from quizkit.errors import UsageError
from quizkit.exchange.whole_file import whole_file


def test_the_file_appears_at_the_end(tmp_path: Path) -> None:
    """While it is being written, the old file stands; afterwards the new one, and nothing else."""
    path = tmp_path / "out.csv"
    path.write_text("old")
    with whole_file(path) as stream:
        stream.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert [child.name for child in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_has_come_meanwhile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """With a refusal nobody's file is replaced, on file systems that know no links neither."""
    if not links:
        monkeypatch.setattr("os.link", no_links)
    path = tmp_path / "out.yaml"
    with whole_file(path, refusal="is there") as stream:
        stream.write(b"mine")
    assert path.read_text() == "mine"

    def write_late() -> None:
        with whole_file(tmp_path / "late.yaml", refusal="is there") as stream:
            stream.write(b"late")
            (tmp_path / "late.yaml").write_text("early")

    with pytest.raises(UsageError, match="is there"):
        write_late()
    assert (tmp_path / "late.yaml").read_text() == "early"
    assert {child.name for child in tmp_path.iterdir()} == {"out.yaml", "late.yaml"}


def no_links(*_: object) -> None:
    """What `os.link` does on such a file system."""
    raise PermissionError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("trouble", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_nothing_is_left_of_a_file_that_fails(tmp_path: Path, trouble: type[BaseException]) -> None:
    """An error or an interruption leaves the old file and no other."""
    path = tmp_path / "out.csv"
    path.write_text("old")

    def write_half() -> None:
        with whole_file(path) as stream:
            stream.write(b"half")
            raise trouble

    with pytest.raises(trouble):
        write_half()
    assert path.read_text() == "old"
    assert [child.name for child in tmp_path.iterdir()] == ["out.csv"]


def test_a_full_disk_is_named_with_its_file(tmp_path: Path) -> None:
    """What cannot be written says where, and leaves the old file and no other."""
    path = tmp_path / "out.csv"
    path.write_text("old")
    script = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from quizkit.exchange.whole_file import whole_file\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try:\n"
        "    with whole_file(Path(sys.argv[1])) as stream:\n"
        "        stream.write(bytes(100_000))\n"
        "except OSError as error:\n"
        "    print(error.filename, error.strerror)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{path} File too large\n"
    assert path.read_text() == "old"
    assert [child.name for child in tmp_path.iterdir()] == ["out.csv"]


def test_a_file_system_that_cannot_be_written_is_named_by_the_file_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There even to remove a file that was never made is an error, and not the one to tell."""

    def refused(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "open", refused)
    monkeypatch.setattr(Path, "unlink", refused)
    path = tmp_path / "out.csv"
    with pytest.raises(UsageError) as told, whole_file(path):
        pass
    assert str(told.value) == f"{path} cannot be written: Read-only file system"


def test_a_link_is_followed_and_permissions_are_kept(tmp_path: Path) -> None:
    """The file that a link names is replaced, with the rights that it had."""
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    with whole_file(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_device_is_written_as_it_comes() -> None:
    """`-o /dev/null` is no file to replace."""
    with whole_file(Path(os.devnull)) as stream:
        stream.write(b"gone")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    """A folder, or a folder that is not there, is refused before anything is graded."""
    with pytest.raises(UsageError, match="is a folder; name a file"), whole_file(tmp_path):
        pass
    missing = tmp_path / "no" / "out.csv"
    with pytest.raises(UsageError, match="cannot be written: No such file"), whole_file(missing):
        pass


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nobody can ask whether a program runs")
def test_what_a_killed_program_left_is_cleared_away(tmp_path: Path) -> None:
    """Halves of the same file by programs that have ended go; all other files stay."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    path = tmp_path / "out.csv"
    (tmp_path / f".out.csv.{ended.pid}.part").write_text("half")
    others = {f".out.csv.{os.getppid()}.part", f".other.csv.{ended.pid}.part", ".out.csv.x.part"}
    for name in others:
        (tmp_path / name).write_text("half")
    with whole_file(path) as stream:
        stream.write(b"new")
    assert {child.name for child in tmp_path.iterdir()} == {"out.csv", *others}


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout here")
def test_standard_output_by_name_is_written_straight_to() -> None:
    """`-o /dev/stdout | less`: a pipe behind a link has no name that could be replaced."""
    write = (
        "from pathlib import Path\nfrom quizkit.exchange.whole_file import whole_file\n"
        "with whole_file(Path('/dev/stdout')) as stream:\n    stream.write(b'new')"
    )
    done = subprocess.run([sys.executable, "-c", write], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"new", b"")
