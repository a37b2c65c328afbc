"""A class that sat the exam of `tests/courses/exam`, made by hashing: the same every time."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path

from quizkit.content.load import load_course
from quizkit.content.model import Question
from quizkit.numerals import decimal
from quizkit.variants import Variant, make_variant

EXAM = Path(__file__).resolve().parents[1] / "courses" / "exam"
LETTERS = "abc"


def dice(name: str, sides: int) -> int:
    """A throw that depends on its name alone: 0 to sides - 1."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest()) % sides


def exam_questions(folder: Path = EXAM) -> dict[str, Question]:
    """The questions of the exam, by their name within the lesson."""
    course = load_course(folder).course
    assert course is not None
    return {one.id: one for lesson in course.lessons for one in lesson.questions}


def exam_file(learners: int = 60) -> str:
    """What everybody answered, as CSV; the higher a learner's number, the better."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["learner", "question", "seed", "response"])
    questions = exam_questions()
    for number in range(learners):
        learner = f"learner-{number:03d}"
        for name, question in questions.items():
            seed = dice(f"{learner}/{name}/seed", 1000)
            luck = dice(f"{learner}/{name}/luck", 100)
            good = number * 100 // learners + luck > 90
            variant = make_variant(question, seed)
            writer.writerow([learner, question.ref, seed, response(variant, name, good, luck)])
    return out.getvalue()


def response(variant: Variant, name: str, good: bool, luck: int) -> str:
    """What somebody answers who knows it, or does not."""
    match name:
        case "bytes":
            assert variant.key is not None
            if luck % 17 == 0:
                return "about a byte or two"
            wrong = ("12", decimal(variant.key * Fraction(11, 10), 3), "", "3/4")
            return decimal(variant.key, 3) if good else wrong[luck % 4]
        case "wrong-key":
            return "68.7" if good else ("64", "64", "59.6", "512")[luck % 4]
        case "narrow":
            return ("4.27", "4.267", "64/15", "4.2667")[luck % 4] if good else ("49", "")[luck % 2]
        case "collective":
            others = ("all-gather", "all-gather", "broadcast", "dunno")
            return "all-reduce" if good else others[luck % 4]
        case "sharded":
            return "optimizer, gradients" if good else ("optimizer", "parameters")[luck % 2]
        case "word":
            return "one shard" if good else ("the sum", "everything", "")[luck % 3]
        case "pairs":
            rights = variant.rights
            wanted = ["optimizer state", "gradients", "parameters"]
            if not good:
                wanted[luck % 3 - 1], wanted[luck % 3] = wanted[luck % 3], wanted[luck % 3 - 1]
            return ", ".join(f"{n}-{LETTERS[rights.index(r)]}" for n, r in enumerate(wanted, 1))
        case _:
            return ("two halves make a whole", "because", "")[luck % 3]
