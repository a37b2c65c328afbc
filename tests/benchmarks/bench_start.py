"""How long the daily commands take to start. Run by hand, never by CI:

    python -m tests.benchmarks.bench_start [--rounds 15] [--anki PYTHON]

Whole processes take turns with `import click` and the smallest click program that opens SQLite;
`--anki` names a Python that has Anki's engine, which then opens 10,000 cards and fetches one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.make_large import make
from tests.benchmarks.timing import (
    by_turns,
    environment,
    quiz,
    run,
    run_to_first_line,
    table,
    write_smallest,
)

ANKI_FILL = """
import sys
from anki.collection import AddNoteRequest, Collection
col = Collection(sys.argv[1])
kind, deck = col.models.by_name("Basic"), col.decks.id("Default")
notes = []
for number in range(10_000):
    note = col.new_note(kind)
    note["Front"], note["Back"] = f"Question {number}", f"Answer {number}"
    notes.append(AddNoteRequest(note=note, deck_id=deck))
col.add_notes(notes)
col.close()
"""
ANKI_FIRST = """
import sys
from anki.collection import Collection
col = Collection(sys.argv[1])
print(len(col.sched.get_queued_cards(fetch_limit=1).cards), flush=True)
"""


def main() -> None:
    """Print the table."""
    words = argparse.ArgumentParser(description="Measure how long the daily commands take.")
    words.add_argument("--rounds", type=int, default=15)
    words.add_argument("--anki", help="a Python that has the package anki")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        home = make(folder, lessons=10, cards=500, events=5000, due=50)
        environ = environment(QUIZ_HOME=str(home), QUIZ_COURSE=str(folder / "course"))
        smallest = write_smallest(folder)
        jobs = {
            "import click": lambda: run([sys.executable, "-c", "import click"], environ),
            "smallest click and SQLite": lambda: run(smallest, environ),
            "quiz --help": lambda: run([*quiz(), "--help"], environ),
            "quiz due": lambda: run([*quiz(), "due"], environ),
            "quiz review, first question": lambda: run_to_first_line(
                [*quiz(), "review", "--line"], environ
            ),
        }
        against = {
            "quiz --help": "import click",
            "quiz due": "smallest click and SQLite",
            "quiz review, first question": "smallest click and SQLite",
        }
        if chosen.anki:
            collection = str(folder / "collection.anki2")
            run([chosen.anki, "-c", ANKI_FILL, collection], environ)
            jobs["anki, first card"] = lambda: run_to_first_line(
                [chosen.anki, "-c", ANKI_FIRST, collection], environ
            )
            against["anki, first card"] = "quiz review, first question"
        print(table(by_turns(jobs, chosen.rounds), against))


if __name__ == "__main__":
    main()
