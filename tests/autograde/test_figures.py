"""What the attempts at one question say about it."""

from __future__ import annotations

from quizkit.autograde.items import analyse
from tests.autograde.exam_attempts import attempt, item, the_class


def test_one_question_alone_has_a_facility_and_nothing_else() -> None:
    """Without other questions nobody is strong or weak."""
    (only,) = analyse([attempt(f"l{n}", "wrong-key", "64") for n in range(9)]).items
    assert only.whole.discrimination is None
    assert only.whole.alike[0].thirds is None
    assert only.alpha_without is None


def test_every_option_of_a_choice_is_counted() -> None:
    """Also the one that nobody chose; what could not be read stands beside them as typed."""
    collective = item(analyse(the_class()), "collective").whole
    assert [(one.option, one.right, one.count) for one in collective.ticked] == [
        ("all-reduce", True, 34),
        ("all-gather", False, 17),
        ("broadcast", False, 6),
        ("scatter", False, 0),
    ]
    assert [(one.response, one.count) for one in collective.unread] == [("dunno", 3)]
