"""`quiz glossary`: the word one half remembers is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizkit.cli.glossary import Found, look_up
from quizkit.content.course import Course, Term
from tests.cli.running import both, quiz, quiz_json, reading

REDUCE_SCATTER = """\
reduce-scatter
  A collective that leaves each device with one shard of the sum.

Mentioned under: all-reduce
"""


def test_a_term_is_explained() -> None:
    """The term and its text, and where else it is mentioned."""
    done = quiz("glossary", "reduce-scatter", env=reading())
    assert (done.stdout, done.stderr, done.returncode) == (
        REDUCE_SCATTER,
        "",
        0,
    )


@pytest.mark.parametrize(
    ("wanted", "match", "terms"),
    [
        (["all-reduce"], "exact", ["all-reduce"]),
        (["ALL", "reduce"], "exact", ["all-reduce"]),
        (["N_d"], "exact", ["data-parallel degree (N_d, d)"]),
        (["Ψ"], "exact", ["Ψ (psi)"]),
        (["psi"], "exact", ["Ψ (psi)"]),
        (["all"], "prefix", ["all-gather", "all-reduce"]),
        (["scatter"], "substring", ["reduce-scatter"]),
        (["all-redcue"], "near", ["all-reduce"]),
    ],
)
def test_terms_are_found_exactly_then_roughly(
    wanted: list[str], match: str, terms: list[str]
) -> None:
    """Exact before beginning before middle before nearly."""
    found = quiz_json("glossary", *wanted, env=reading())
    assert (found["match"], [one["term"] for one in found["terms"]]) == (match, terms)


def test_a_rough_match_says_that_it_is_one() -> None:
    """The talk goes to standard error, the term to standard output."""
    done = quiz("glossary", "all-redcue", env=reading())
    assert done.stderr == 'There is no term "all-redcue"; the nearest:\n'
    assert done.stdout.startswith("all-reduce\n")


def test_all_terms_are_listed_in_order() -> None:
    """Without a term: the whole glossary, by the alphabet."""
    lines = quiz("glossary", env=reading()).stdout.split("\n")
    assert [line for line in lines if line and not line.startswith(" ")] == [
        "all-gather", "all-reduce", "data-parallel degree (N_d, d)", "reduce-scatter", "Ψ (psi)",
    ]  # fmt: skip


def test_a_term_of_two_courses_is_told_apart() -> None:
    """Both explanations, each with its course."""
    shown = quiz("glossary", "all-reduce", env=both()).stdout
    assert shown.startswith("all-reduce  (A course to read)\n")
    assert "\nAll-Reduce  (More)\n  What the second course says of it.\n" in shown


def test_nothing_like_it_gets_a_sentence() -> None:
    """Exit 2, and where to look."""
    done = quiz("glossary", "xyzzy", env=reading())
    assert (done.stdout, done.stderr, done.returncode) == (
        "",
        'quiz: no term is anything like "xyzzy"; quiz glossary lists all\n',
        2,
    )


def test_looking_up_creates_no_progress(tmp_path: Path) -> None:
    """A glossary needs no database."""
    quiz("glossary", "psi", env=reading(QUIZ_HOME=str(tmp_path)))
    assert [one.name for one in tmp_path.iterdir()] == ["cache"]


def test_every_packed_term_is_found_by_its_own_name() -> None:
    """No term hides another one."""
    terms = quiz_json("glossary")["terms"]
    course = Course(id="c", title="C", lessons=())
    known = [
        Found(course=course, term=Term(id=one["id"], term=one["term"], text=one["text"]))
        for one in terms
    ]
    assert len(known) >= 30
    for one in known:
        assert look_up(known, one.term.term) == ("exact", [one])
