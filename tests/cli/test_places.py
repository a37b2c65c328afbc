"""Where things are kept, and what is said where no place is known."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.running import REPOSITORY, quiz, small

# Loaded first: such a user may not be able to read the interpreter's own folder.
AS_NOBODY = """
import os
import platformdirs.unix
from quizkit.cli.places import places
from quizkit.errors import UsageError
os.setuid(54_321)
try:
    places()
except UsageError as refused:
    print(refused)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be a user without an entry")
def test_a_user_without_a_home_is_told_to_name_one() -> None:
    """No HOME and no entry in the list of users: one sentence, for whoever typed the command."""
    variables = {name: text for name, text in os.environ.items() if not name.startswith("XDG_")}
    for name in ("HOME", "QUIZ_HOME"):
        variables.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env=variables,
        check=False,
    )
    assert (done.returncode, done.stdout) == (
        0,
        "no home folder is known; set QUIZ_HOME to a folder to keep things in\n",
    ), done.stderr


@pytest.mark.parametrize("variable", ["QUIZ_HOME", "QUIZ_COURSE"])
def test_a_home_of_nobody_is_a_sentence(variable: str) -> None:
    """A path below the home of a user that there is not: exit 2."""
    done = quiz("paths", env=small(**{variable: "~nobody-of-this-name/quiz"}))
    assert (done.returncode, done.stderr) == (
        2,
        'quiz: "~nobody-of-this-name/quiz": no such home folder is known; write the whole path\n',
    )


@pytest.mark.parametrize(
    "arguments",
    [["suspend"], ["unsuspend"], ["reset"], ["set-due", "today"], ["card"], ["regrade"]],
    ids=lambda arguments: arguments[0],
)
def test_a_name_that_is_not_utf_8_is_no_question(arguments: list[str]) -> None:
    """Half a character is in no name: exit 2, with the sentence of every unknown question."""
    assert quiz("suspend", "kinds/pick-one", env=small()).returncode == 0
    name = os.fsdecode(b"\xff")
    where = ["--question", name] if arguments == ["regrade"] else [name]
    done = quiz(arguments[0], *where, *arguments[1:], env=small())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'quiz: there is no question "<U+DCFF>"\n'
