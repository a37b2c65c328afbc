"""`quiz review --line`: what is typed moves cards, and what was shown is kept."""

from __future__ import annotations

import re

from tests.cli.running import card, quiz, quiz_json, review, small

REFERENCE = re.compile(r"^(\w[\w-]*/[\w-]+)#(\d+)", re.MULTILINE)


def asked(transcript: str) -> list[str]:
    """The questions of a transcript, in order."""
    return [match[1] for match in REFERENCE.finditer(transcript)]


def reviews(question: str) -> list[tuple[str, int, str, bool]]:
    """Verdict, rating, role and whether undone of each review of a question."""
    return [
        (event["verdict"], event["rating"], event["role"], event["undone"])
        for event in card(question)["events"]
        if event["kind"] == "review"
    ]


def test_a_right_answer_is_due_again_tomorrow() -> None:
    """Answering a new question right makes an interval of one day and says so."""
    transcript = review("Reduce", "+all", "120 GB", ":q")
    assert "Right." in transcript
    assert "Next: tomorrow" in transcript
    assert transcript.endswith("2 answers saved: 1 right, 1 recalled; 4 questions left.\n")
    shown = card("kinds/fixed-number")
    assert (shown["state"], shown["interval_days"], shown["repetitions"], shown["ease"]) == (
        "review",
        1,
        1,
        "2.50",
    )
    assert reviews("kinds/recall-two") == [("self", 4, "due", False)]


def test_every_question_starts_with_its_reference() -> None:
    """The first line of a question is its reference; its prompt comes after it."""
    transcript = review(":q")
    first, second, *_ = transcript.split("\n")
    assert REFERENCE.match(first)
    assert second == "Name the two halves of an all-reduce."


def test_a_miss_comes_back_at_the_end_and_moves_again() -> None:
    """A miss is asked again after the rest; the re-answer is a due review that starts over."""
    transcript = review("", "+all", "7", ":s", ":s", ":s", ":s", "120", "")
    assert asked(transcript)[-1] == "kinds/fixed-number"
    assert "Asked again later today." in transcript
    assert reviews("kinds/fixed-number") == [("wrong", 1, "due", False), ("right", 4, "due", False)]
    assert card("kinds/fixed-number")["interval_days"] == 1


def test_a_hint_makes_a_right_answer_hard_and_drills_it() -> None:
    """Right after the hint is rated 3; the question is shown again until it scores 4."""
    transcript = review("", "+all", ":h", "120", ":s", ":s", ":s", ":s", "120", "")
    assert "Hint: Giga is a billion." in transcript
    assert reviews("kinds/fixed-number") == [
        ("right", 3, "due", False),
        ("right", 4, "drill", False),
    ]
    shown = card("kinds/fixed-number")
    assert (shown["ease"], shown["repetitions"], shown["lapses"]) == ("2.36", 1, 0)


def test_easy_and_hard_re_rate_the_last_answer() -> None:
    """`:5` after a right answer raises the ease; `:3` afterwards counts instead."""
    review("", "+all", "120", ":5", ":q")
    assert card("kinds/fixed-number")["ease"] == "2.60"
    kinds = [event["kind"] for event in card("kinds/fixed-number")["events"]]
    assert kinds == ["review", "rerate"]


def test_hard_puts_the_question_into_the_drills() -> None:
    """`:3` after a right answer asks it again at the end of the session."""
    transcript = review("", "+all", "120", ":3", ":s", ":s", ":s", ":s", "120", "")
    assert asked(transcript)[-1] == "kinds/fixed-number"
    assert reviews("kinds/fixed-number")[-1] == ("right", 4, "drill", False)
    assert card("kinds/fixed-number")["ease"] == "2.36"


def test_hard_after_the_last_question_asks_it_once_more() -> None:
    """`:3` at the closing prompt drills the question before the session ends."""
    typed = ["120", ":3", "120", ""]
    done = quiz("review", "--line", "--tag", "sizes", lines=typed, env=small())
    assert done.stdout.count("kinds/fixed-number#") == 2
    assert "Asked again later today." in done.stdout
    assert done.stdout.endswith("2 answers saved: 2 right.\n")
    roles = [event.get("role") for event in card("kinds/fixed-number")["events"]]
    assert roles == ["due", None, "drill"]


def test_every_question_but_the_first_follows_a_blank_line() -> None:
    """A re-rating at the closing prompt, an undo and a suspension are no exceptions."""
    typed = ["120", ":u", ":s", ":u", "120", ":3", "120", ""]
    shown = quiz("review", "--line", "--tag", "sizes", lines=typed, env=small()).stdout
    places = [match.start() for match in REFERENCE.finditer(shown)]
    assert len(places) > 3
    assert all(shown[:place].endswith("\n\n") for place in places[1:])


def test_line_mode_says_that_a_session_goes_on() -> None:
    """On standard error, and only where a question of the same choice was answered that day."""

    def said(*more: str) -> str:
        return quiz("review", "--line", *more, lines=[":q"], env=small()).stderr

    assert said() == ""
    review("", "+all", ":q")
    assert said() == "Resuming today's session: 6 questions left.\n"
    assert said("--tag", "sizes") == ""
    assert said("--limit", "2") == ""


def test_a_drill_that_is_taken_for_easy_after_all_is_over() -> None:
    """`:5` while the drill that `:3` made is on the screen: nothing is left to be asked."""
    typed = ["120", ":3", ":5", "120", ""]
    done = quiz("review", "--line", "--tag", "sizes", lines=typed, env=small())
    assert "elsewhere" not in done.stdout
    # The line that was typed for the drill stands at the closing prompt now.
    assert "Enter ends; :u takes the last answer back" in done.stdout
    assert done.stdout.endswith("1 answer saved: 1 right.\n")
    kinds = [event["kind"] for event in card("kinds/fixed-number")["events"]]
    assert kinds == ["review", "rerate", "rerate"]


def test_only_a_plain_right_answer_can_be_re_rated() -> None:
    """A wrong answer, or one after a hint, keeps its rating."""
    transcript = review("", "+all", "7", ":5", ":q")
    assert "Only this session's last answer, right without a hint" in transcript
    assert card("kinds/fixed-number")["ease"] == "2.50"


def test_undo_in_the_session_asks_again_with_new_numbers() -> None:
    """`:u` takes the answer back, says so, and asks the question anew: its key has been seen."""
    transcript = review("", "+all", "120", "nonsense", ":u", ":q")
    assert 'Taken back: the answer "120" to kinds/fixed-number#' in transcript
    variants = [
        match for match in REFERENCE.findall(transcript) if match[0] == "kinds/fixed-number"
    ]
    assert len(variants) == 2
    assert variants[0] != variants[1]
    shown = card("kinds/fixed-number")
    assert (shown["state"], shown["due_day"], shown["repetitions"]) == ("new", None, 0)
    assert reviews("kinds/fixed-number") == [("right", 4, "due", True)]


def test_a_session_without_an_answer_says_what_it_changed() -> None:
    """A suspension, or something of an earlier session that was taken back, is no nothing."""
    assert review(":s", ":q").endswith("\nNothing answered; 1 question suspended.\n")
    assert review(":u", ":q").endswith("\nNothing answered; 1 earlier change taken back.\n")
    assert review(":s", ":u", ":q").endswith("\nNothing answered; nothing changed.\n")
    review("", "+all", ":q")
    assert review(":u", ":s", ":q").endswith(
        "\nNothing answered; 1 question suspended, 1 earlier answer taken back.\n"
    )


def test_a_recall_is_counted_by_its_rating() -> None:
    """Below 3 it was forgotten, whatever the learner had typed."""
    shown = review("halves", "2", ":s", ":s", ":s", ":s", ":s", "", "3", "", "0", ":q")
    assert "3 answers saved: 1 recalled, 2 forgotten" in shown


def test_undo_after_the_last_question_works() -> None:
    """The closing prompt takes commands, so that the very last answer can be taken back too."""
    transcript = review("", "+all", ":u", "", "+", ":q", more=["--limit", "1"])
    assert "That was the last question." in transcript
    assert reviews("kinds/recall-two") == [("self", 4, "due", True), ("self", 0, "due", False)]


def test_prerequisites_hold_back_and_a_named_lesson_does_not() -> None:
    """A lesson waits until the one it requires was started; naming it asks it and says so."""
    assert "after/later" not in asked(review(*[":s"] * 10))
    done = quiz("review", "--line", "--lesson", "after", lines=["4", ""], env=small())
    assert asked(done.stdout) == ["after/later"]


def test_a_named_lesson_says_what_it_builds_on() -> None:
    """Ignoring a prerequisite is said in one line on standard error."""
    done = quiz("review", "--line", "--lesson", "after", lines=["4", ""], env=small())
    assert done.stderr == "after builds on kinds, not started yet; going on without.\n"


def test_nothing_due_says_when_and_how_to_practise() -> None:
    """A second session on the same day names the next day and the way to practise."""
    review("", "+all", ":q", more=["--new", "1"])
    transcript = review(more=["--new", "0"])
    assert transcript.startswith("Nothing is due. Next review: tomorrow (")
    assert "quiz review --ahead" in transcript


def test_new_questions_are_offered_where_the_command_would_ask_some() -> None:
    """The limit that is named is above what was asked today; who has just said 0 is not told."""
    review("", "+all", ":q", more=["--new", "1"])
    assert review(more=["--new", "1"]).splitlines()[2:] == [
        "For new questions today: quiz review --new 6"
    ]
    assert "--new" not in review(more=["--new", "0"])
    assert len(asked(review(":q", more=["--new", "6"]))) == 1


def test_no_new_questions_are_offered_where_none_is_left() -> None:
    """A lesson whose every question is learnt has nothing new, whatever the limit."""
    quiz("review", "--line", "--lesson", "after", lines=["4", ""], env=small())
    again = quiz("review", "--line", "--lesson", "after", env=small()).stdout.splitlines()
    assert again[0].startswith("Nothing is due. Next review: tomorrow (")
    assert again[1:] == ["To practise without moving anything: quiz review --lesson after --ahead"]


def test_with_nothing_to_practise_ahead_what_is_open_is_named() -> None:
    """`--ahead` practises no new question, so it names the session that asks them."""
    nothing = "There is nothing to practise ahead: no question waits for a later day.\n"
    assert review(more=["--ahead"]) == f"{nothing}6 new questions today: quiz review\n"
    review("", "0", ":q")
    assert review(more=["--ahead"]) == f"{nothing}1 question due, 6 new today: quiz review\n"
    assert review(more=["--ahead", "--new", "0", "--tag", "sizes"]) == (
        f"{nothing}For new questions today: quiz review --tag sizes --new 6\n"
    )


def test_practice_ahead_moves_nothing() -> None:
    """An answer before its day is logged as ahead and leaves the card where it was."""
    review("", "+all", ":q", more=["--new", "1"])
    before = card("kinds/recall-two")
    transcript = review("", "+", "", more=["--ahead"])
    assert "Practice; nothing moved." in transcript
    after = card("kinds/recall-two")
    assert reviews("kinds/recall-two")[-1] == ("self", 0, "ahead", False)
    for name in ("state", "due_day", "ease", "interval_days", "repetitions", "lapses"):
        assert after[name] == before[name]


def test_the_limit_of_new_questions_counts_across_sessions() -> None:
    """What was introduced today counts against today's limit in the next session."""
    review("", "+all", ":q", more=["--new", "2"])
    assert asked(review(":q", more=["--new", "2"])) == ["kinds/fixed-number"]
    assert quiz_json("due", env=small())["new"] == 5 + 1


def test_due_counts_what_review_would_ask() -> None:
    """`quiz due` agrees with the next session about due, new and the next day."""
    assert quiz_json("due", env=small()) == {
        "schema": "quizkit.due/1",
        "due": 0,
        "new": 6,
        "next_due_day": None,
    }
    review("", "+", ":q")
    counted = quiz_json("due", env=small())
    assert (counted["due"], counted["new"]) == (1, 6)
    assert quiz(env=small()).stdout == "1 question due, 6 new.\nType: quiz review\n"


def test_undo_as_a_command_takes_back_the_newest_answer() -> None:
    """`quiz undo` asks nothing, says what it took back, and stops when nothing is left."""
    review("", "+all", "120", ":q")
    first = quiz("undo", env=small())
    assert first.stdout.startswith('Taken back: the answer "120" to kinds/fixed-number#')
    assert card("kinds/fixed-number")["state"] == "new"
    assert "kinds/recall-two#" in quiz("undo", env=small()).stdout
    assert quiz("undo", env=small()).stdout == "There is nothing to take back.\n"
    assert quiz("db", "check", env=small()).returncode == 0


def test_without_a_terminal_the_alternative_is_named() -> None:
    """A pipe without --line is refused with the way to do it, and nothing is created."""
    done = quiz("review", lines=["x"], env=small())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "quiz: quiz review needs a terminal; for pipes and scripts use quiz review --line, "
        "which reads one answer per line\n"
    )


def test_a_lesson_is_chosen_by_its_number_too() -> None:
    """As `quiz lesson` takes it."""
    by_number = quiz("review", "--line", "--lesson", "2", lines=[], env=small()).stdout
    assert by_number.startswith("after/later#")


def test_an_unknown_lesson_is_named_with_the_known_ones() -> None:
    """A slip in a lesson's name lists what there is."""
    done = quiz("review", "--line", "--lesson", "kind", lines=[], env=small())
    assert (done.returncode, done.stderr) == (
        2,
        'quiz: there is no lesson "kind"; did you mean "kinds"?\n',
    )


def test_two_learners_keep_apart() -> None:
    """Each learner has cards of their own in the same file."""
    review("", "+all", ":q")
    other = quiz("review", "--line", "--learner", "zoë", lines=[":q"], env=small())
    assert asked(other.stdout) == ["kinds/recall-two"]
    assert "(new; 6 questions left)" in other.stdout


def test_how_an_answer_went_is_said_in_words() -> None:
    """Neither what is taken back nor a history shows the log's own names for verdicts."""
    review("", "+all", ":g", ":q")
    card_of_given_up = quiz("card", "kinds/fixed-number", env=small()).stdout
    assert "  given up, rated 0 (due)\n" in card_of_given_up
    first = quiz("undo", env=small())
    assert first.stdout.endswith(" (given up, rated 0).\n")
    assert "  rated 4 (due)\n" in quiz("card", "kinds/recall-two", env=small()).stdout
    assert quiz("undo", env=small()).stdout.endswith(" (rated 4).\n")


def test_a_long_answer_that_is_taken_back_is_quoted_in_part() -> None:
    r"""It is quoted as it was typed, `\` and quotes included, and cut after 39 characters."""
    review('half a \\ and "half" ' + "of it all " * 9, "+all", ":q")
    taken = quiz("undo", env=small()).stdout
    assert taken.startswith(
        'Taken back: the answer "half a \\ and "half" of it all of it all…" to kinds/recall-two#'
    )


def test_a_rating_of_the_answer_before_names_its_question() -> None:
    """Whoever types `:3` under another question, or to rate a recall, sees what was rated."""
    alone = ["120", ":3", "120", ""]
    done = quiz("review", "--line", "--tag", "sizes", lines=alone, env=small())
    assert "\nRated 3 (hard).\n" in done.stdout
    quiz("undo", env=small())
    quiz("undo", env=small())
    quiz("undo", env=small())
    quiz("suspend", "kinds/recall-two", env=small())
    assert "\nRated 5 (easy): kinds/fixed-number.\n" in review("120", ":5", ":q")
