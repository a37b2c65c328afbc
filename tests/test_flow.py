"""One response on its whole way: YAML, course, variant, reading, grade, rating, card, event."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from quizkit.content.load import load_course
from quizkit.grading.grade import grade
from quizkit.grading.readings import as_json
from quizkit.scheduling.day import moment
from quizkit.session import Showing, rating_for
from quizkit.store.store import Store
from quizkit.variants import asked, make_variant
from tests.cli.running import COURSE


def test_one_response_from_yaml_to_log(tmp_path: Path) -> None:
    """The seed lesson's own question, answered as printed, makes one event and moves one card."""
    course = load_course(COURSE).course
    assert course is not None
    question = course.question("zero-1-2/optimizer-bytes")
    variant = make_variant(question, 0)
    assert variant.key == Fraction(3, 2)

    graded = grade(variant, "12/8 B/param")
    assert graded.grade is not None
    assert graded.grade.verdict == "right"
    assert graded.grade.score == 1

    store = Store.open_writing(tmp_path / "p.db", backups=tmp_path / "backups", tell=print)
    at = moment(datetime(2028, 2, 29, 12, tzinfo=UTC), None)
    showing = Showing(
        question=variant.ref,
        seed=variant.seed,
        revision=question.revision,
        calculator=variant.calculator,
        asked=asked(variant),
        response="12/8 B/param",
        reading=as_json(graded.reading),
        verdict=graded.grade.verdict,
        score=graded.grade.score,
        mistake=graded.grade.mistake,
        hint=False,
        elapsed_ms=1500,
        rows=0,
    )
    rating = rating_for(graded.grade.verdict, hint=False)
    answered = store.answer(at, "me", course.id, showing, rating)

    assert answered.event.role == "due"
    assert answered.after == store.card("me", course.id, variant.ref)
    assert answered.after.state.interval_days == 1
    (event,) = store.events("me", course.id, variant.ref)
    assert json.loads(event.asked or "")["key"] == "3/2"
    assert (event.variant, event.rating) == ("zero-1-2/optimizer-bytes#0", 4)
    assert store.check() == ()
