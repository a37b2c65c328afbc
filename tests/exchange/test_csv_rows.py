"""CSV in, CSV out: every row comes back, in order, whatever the file is like."""

from __future__ import annotations

import contextlib
import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.errors import UsageError
from tests.exchange.samples import HEADER, graded

RIGHT = "ann,kinds/fixed-number,,120 GB\n"
ADDED = ",status,verdict,score,read_as,key,mistake,feedback,revision\n"


def test_a_graded_file_is_the_submitted_one_with_eight_columns_more() -> None:
    """Submitted cells stay in place and as they are; what grading adds follows them."""
    text = graded(HEADER + RIGHT).text
    assert text.startswith("learner,question,seed,response" + ADDED)
    assert text.splitlines()[1].startswith(
        "ann,kinds/fixed-number,,120 GB,graded,right,1,120 GB,120 GB,,,"
    )


def test_other_columns_pass_through_in_place() -> None:
    """Columns that grading does not know stay where they are."""
    rows = graded(
        "id,learner,question,seed,response,at\n007,ann,kinds/fixed-number,,120,2026-03-01\n"
    ).csv()
    assert list(rows[0])[:6] == ["id", "learner", "question", "seed", "response", "at"]
    assert (rows[0]["id"], rows[0]["at"], rows[0]["verdict"]) == ("007", "2026-03-01", "right")


def test_columns_may_stand_in_any_order_and_far_apart() -> None:
    """Columns are found by name, not by place."""
    rows = graded("response,x,question,y,learner,seed\n120,1,kinds/fixed-number,2,ann,\n").csv()
    assert (rows[0]["verdict"], rows[0]["x"], rows[0]["y"]) == ("right", "1", "2")


def test_names_of_columns_are_found_despite_case_and_blanks() -> None:
    """`Learner ` is the learner's column."""
    assert graded("Learner , QUESTION,Seed,Response\nann,kinds/fixed-number,,120\n").statuses() == [
        "graded"
    ]


def test_a_variant_column_stands_for_question_and_seed() -> None:
    """`variant` holds `lesson/question#seed`."""
    rows = graded("learner,variant,response\nann,kinds/drawn-number#0,1.5\n").csv()
    assert rows[0]["verdict"] == "right"


def test_mapping_names_columns_and_waives_them() -> None:
    """--map says which column is which, or that there is none."""
    rows = graded(
        "Frage,Antwort\nkinds/fixed-number,120\n",
        mapping={"question": "Frage", "response": "Antwort", "seed": "", "learner": ""},
    ).csv()
    assert rows[0]["verdict"] == "right"


RESHAPE = (
    "If it has a row for each learner and a column for each question instead, reshape it into one "
    "row for each response, with the columns learner,question,seed,response"
)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            "learner,question,seed,answer",
            (
                'answers.csv: no column "response"; its columns are: learner, question, seed, '
                'answer. Say which it is with --map response="answer"'
            ),
        ),
        (
            "name,response_text,seed",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its columns are: '
                'name, response_text, seed. Say which they are with --map learner="name" '
                '--map question=COLUMN --map response="response_text" '
                f"(or --map learner= if there is none). {RESHAPE}"
            ),
        ),
        (
            "Timestamp,Email Address,Question,Seed,Your answer,",
            (
                'answers.csv: no columns "learner" and "response"; its columns are: Timestamp, '
                "Email Address, Question, Seed, Your answer. Say which they are with "
                '--map learner="Email Address" --map response="Your answer" '
                "(or --map learner= if there is none)"
            ),
        ),
        (
            "Section,Attempt,Leaner,Rsponse",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its columns are: '
                "Section, Attempt, Leaner, Rsponse. Say which they are with "
                '--map learner="Leaner" --map question=COLUMN --map response="Rsponse" '
                f"(or --map learner= if there is none). {RESHAPE}"
            ),
        ),
        (
            "Surname,Email address,State,Grade/2.00,Response 1,Response 2",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its columns are: '
                "Surname, Email address, State, Grade/2.00, Response 1, Response 2. Say which they "
                'are with --map learner="Email address" --map question=COLUMN '
                f"--map response=COLUMN (or --map learner= if there is none). {RESHAPE}"
            ),
        ),
        (
            "SID,Submission ID,Submission Time,Submission Count,Problem",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its columns are: '
                "SID, Submission ID, Submission Time, Submission Count, Problem. Say which they "
                'are with --map learner="SID" --map question="Problem" --map response=COLUMN '
                "(or --map learner= if there is none)"
            ),
        ),
        (
            "student_answer,right_answer,question_id,user_id",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its columns are: '
                "student_answer, right_answer, question_id, user_id. Say which they are with "
                '--map learner="user_id" --map question="question_id" '
                '--map response="student_answer" (or --map learner= if there is none)'
            ),
        ),
        (
            "Name,Frage,Seed,Right answer,Antwort",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its columns are: '
                "Name, Frage, Seed, Right answer, Antwort. Say which they are with "
                '--map learner="Name" --map question="Frage" --map response="Antwort" '
                "(or --map learner= if there is none)"
            ),
        ),
        (
            "learner,kinds/fixed-number,kinds/say-it",
            (
                'answers.csv: no columns "question" and "response"; it has columns named after '
                "questions: reshape it into one row for each response, with the columns "
                "learner,question,seed,response"
            ),
        ),
        (
            "0012,kinds/fixed-number,0,1.5",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its first line '
                "is: 0012, kinds/fixed-number, 0, 1.5. If that is an answer already, put a line "
                "before it: learner,question,seed,response"
            ),
        ),
        (
            "learner:question:seed:response",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its first line '
                'is "learner:question:seed:response", all in one column; columns are parted by '
                "a comma, a semicolon, a tab or |"
            ),
        ),
        (
            ",,,",
            (
                'answers.csv: no columns "learner" and "question" and "response"; its first line '
                "names none: learner,question,seed,response"
            ),
        ),
        (
            "\n\nlearner,question,seed,response",
            "answers.csv:1: this line is blank; it must name the columns",
        ),
        (
            "learner,question,seed,response,response",
            'answers.csv: 2 columns are named "response"; rename all but one',
        ),
    ],
)
def test_missing_columns_are_all_named_and_nothing_is_graded(header: str, message: str) -> None:
    """One sentence names every missing column, what there is, and how to say which is which."""
    with pytest.raises(UsageError) as refused:
        graded(header + "\n" + RIGHT)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("before", "line"),
    [("Week 3\n", 2), ("Week 3;;;\nExported,2026-11-03\n\n", 4), ("# exported by ann\n", 2)],
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_lines_above_the_one_that_names_the_columns_are_to_be_deleted(
    before: str, line: int, delimiter: str
) -> None:
    """A title is no line of names: the sentence says where these are, however they are parted."""
    for names in ("learner,question,seed,response", "student,question,answer"):
        with pytest.raises(UsageError) as refused:
            graded(before + names.replace(",", delimiter) + "\n" + RIGHT)
        assert str(refused.value) == (
            f"answers.csv: line {line} seems to name the columns ({names.replace(',', ', ')}), "
            "which the first line must do: delete the lines before it"
        )


@pytest.mark.parametrize("name", ["answers.csv", "answers.jsonl"])
def test_a_file_without_seeds_has_blank_ones(name: str) -> None:
    """What no seed can change is graded; a question that draws its numbers is an error row."""
    asked = ["kinds/fixed-number", "kinds/drawn-number", "kinds/drawn-number#0"]
    if name == "answers.csv":
        rows = "".join(f"ann,{question},1.5\n" for question in asked)
        submitted = f"learner,question,response\n{rows}"
    else:
        submitted = "".join(
            f'{{"learner": "ann", "question": "{question}", "response": "1.5"}}\n'
            for question in asked
        )
    rows_of = graded(submitted, name=name, to="graded.csv").csv()
    assert [row["status"] for row in rows_of] == ["graded", "error", "graded"]
    assert "draws its numbers; without a seed" in rows_of[1]["feedback"]


@pytest.mark.parametrize(
    ("response", "cut"),
    [
        ("1.2E+02", "1.2E+02"),
        (" 1.20E+02 ", "1.20E+02"),
        ("1E+02", "1E+02"),
        ("1.2e+02", ""),
        ("1.2E2", ""),
        ("1.23457E+11", ""),
        ("120", ""),
    ],
)
def test_a_short_display_of_a_spreadsheet_is_noticed(response: str, cut: str) -> None:
    """A mantissa of at most three figures, a capital E and a sign: digits may have been cut."""
    found = graded(f"{HEADER}ann,kinds/fixed-number,,120\nbob,kinds/fixed-number,,{response}\n")
    assert found.tally.cut == cut


def test_only_numbers_can_be_cut() -> None:
    """A text of that shape is a text."""
    assert graded(f"{HEADER}ann,kinds/say-it,,1.2E+11\n").tally.cut == ""


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_and_kept(delimiter: str) -> None:
    """A file with semicolons comes back with semicolons, as its program writes them."""
    submitted = (HEADER + "ann,kinds/fixed-number,,120\n").replace(",", delimiter)
    result = graded(submitted)
    assert result.csv(delimiter)[0]["verdict"] == "right"
    assert result.text.count(delimiter) == 22


def test_a_comma_in_a_semicolon_file_is_text() -> None:
    """`1,500` in a file with semicolons is one cell."""
    rows = graded("learner;question;seed;response\nann;kinds/fixed-number;;1,500\n").csv(";")
    assert rows[0]["response"] == "1,500"


def test_the_hint_of_a_spreadsheet_names_the_delimiter() -> None:
    """A first line `sep=;` is obeyed and kept, and is no row."""
    result = graded("sep=;\nlearner;question;seed;response\nann;kinds/fixed-number;;120\n")
    assert result.text.startswith("sep=;\nlearner;")
    assert result.tally.rows == 1


def test_the_byte_order_mark_is_no_part_of_a_name_and_is_kept() -> None:
    """A spreadsheet writes the mark and needs it to read UTF-8 again."""
    result = graded("\ufeff" + HEADER + "Zoë,kinds/fixed-number,,120\n李,kinds/fixed-number,,120\n")
    assert result.data.startswith(b"\xef\xbb\xbflearner")
    assert [row["learner"] for row in result.csv()] == ["Zoë", "李"]


def test_utf_16_with_its_mark_is_read() -> None:
    """What spreadsheets call Unicode text is UTF-16; it comes back as UTF-8 with a mark."""
    result = graded(
        (HEADER.replace(",", "\t") + "Zoë\tkinds/fixed-number\t\t120\r\n").encode("utf-16")
    )
    assert result.csv("\t")[0]["learner"] == "Zoë"


@pytest.mark.parametrize("name", ["answers.tsv", "answers.txt", "answers.xls"])
def test_a_table_with_tabs_becomes_one_with_commas_where_the_ending_says_so(name: str) -> None:
    """A program that opens a CSV file expects no tabs; mark and line ends stay as they were."""
    head, row = HEADER.replace(",", "\t"), "Zoë, J\tkinds/fixed-number\t\t-120 GB\n"
    submitted = f"\ufeff{head}{row}".replace("\n", "\r\n")
    result = graded(submitted, name=name, to="graded.csv")
    assert result.text.startswith("\ufefflearner,question,seed,response,status,")
    assert result.text.count("\r\n") == result.text.count("\n") == 2
    assert result.csv()[0]["learner"] == "Zoë, J"
    assert result.csv()[0]["response"] == "'-120 GB"
    back = graded(result.data, name="graded.csv", to="graded.tsv")
    assert back.text.startswith("\ufefflearner\tquestion\tseed\tresponse\tstatus\t")
    assert back.csv("\t") == result.csv()


@pytest.mark.parametrize("delimiter", [",", ";", "|"])
def test_a_table_without_tabs_is_read_under_the_name_of_one_with_tabs(delimiter: str) -> None:
    """What parts its columns is found; the ending says what to write."""
    submitted = (HEADER + "ann,kinds/fixed-number,,120\n").replace(",", delimiter)
    result = graded(submitted, name="answers.tsv", to="graded.tsv")
    assert result.csv("\t")[0]["verdict"] == "right"
    assert graded(submitted, name="answers.tsv", to="graded.csv").text.startswith("learner")


def test_a_table_with_tabs_that_is_called_csv_keeps_its_tabs() -> None:
    """Whoever calls such a file so has programs that read it."""
    submitted = (HEADER + RIGHT).replace(",", "\t")
    for to in ("graded.csv", "graded.tsv"):
        assert graded(submitted, to=to).text.startswith("learner\tquestion\tseed\tresponse\tstatus")


def test_a_byte_that_is_not_utf_8_is_named_with_its_line() -> None:
    """A wrong encoding is refused as a whole: names would be garbled in every row."""
    with pytest.raises(UsageError) as refused:
        graded((HEADER + RIGHT).encode() + "Zoë,kinds/fixed-number,,120\n".encode("cp1252"))
    assert str(refused.value) == (
        'answers.csv:3: byte 0xEB is not UTF-8; save the file as "CSV UTF-8", or name its '
        "encoding: --encoding cp1252"
    )


def test_another_encoding_is_read_when_named() -> None:
    """The graded file is UTF-8 whatever the submitted one was, with the mark that says so.

    Without it the spreadsheet that wrote cp1252 would read `ZoÃ«`.
    """
    text = HEADER + "Zoë,kinds/fixed-number,,120\n"
    result = graded(text.encode("cp1252"), encoding="cp1252")
    assert result.csv()[0]["learner"] == "Zoë"
    assert result.data.startswith(b"\xef\xbb\xbflearner")
    for name in ("utf8", "UTF-8"):
        assert graded(text, encoding=name).data.startswith(b"learner")


def test_an_encoding_is_for_csv_files_alone() -> None:
    """It would do nothing to JSON lines, whose odd bytes would still be errors."""
    for name, data in (
        ("a.jsonl", '{"learner": "Zoë"}\n'.encode("cp1252")),
        ("a.parquet", b"PAR1"),
    ):
        with pytest.raises(UsageError) as refused:
            graded(data, name=name, encoding="cp1252")
        assert str(refused.value) == (
            f"{name}: --encoding is for CSV files; leave it out (JSON lines are UTF-8)"
        )


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_are_kept(end: str) -> None:
    """The graded file ends its lines as the submitted one does."""
    text = graded((HEADER + RIGHT + RIGHT).replace("\n", end)).text
    assert text.count(end) == 3
    assert text.count("\n") == 3


def test_old_line_ends_are_read() -> None:
    """A file that ends its lines with a carriage return alone is one, too."""
    assert graded((HEADER + RIGHT + RIGHT).replace("\n", "\r")).tally.rows == 2


def test_a_last_line_without_an_end_is_a_row() -> None:
    """Nothing is lost at the end of the file."""
    assert graded(HEADER + RIGHT + RIGHT.rstrip("\n")).statuses() == ["graded", "graded"]


def test_blank_lines_are_no_rows() -> None:
    """Empty lines, at the end or between, are not submissions."""
    assert graded(HEADER + RIGHT + "\n\n" + RIGHT + "\n").statuses() == ["graded", "graded"]


def test_quoted_cells_hold_delimiters_quotes_and_line_ends() -> None:
    """A cell in quotes is one cell, and comes back as the same text."""
    submitted = HEADER + '"Doe, ""J""\nJunior",kinds/say-it,,"one shard"\n' + RIGHT
    rows = graded(submitted).csv()
    assert [row["learner"] for row in rows] == ['Doe, "J"\nJunior', "ann"]


def test_ids_stay_text() -> None:
    """Leading zeros, long digits and exponents in an id are characters, not numbers."""
    learners = ["007", "1e5", "12345678901234567890", "0x1F", "1.0"]
    submitted = HEADER + "".join(f"{one},kinds/fixed-number,,120\n" for one in learners)
    assert [row["learner"] for row in graded(submitted).csv()] == learners


def test_a_ragged_row_is_an_error_and_comes_back_whole() -> None:
    """Too few or too many cells: the row keeps its place, its text and its line number."""
    rows = graded(
        HEADER + RIGHT + "Doe, J,kinds/fixed-number,,120\nbob,kinds/say-it\n" + RIGHT
    ).csv()
    assert [row["status"] for row in rows] == ["graded", "error", "error", "graded"]
    assert rows[1]["response"] == ",120"
    assert rows[1]["feedback"] == (
        "line 3: the row has 5 cells, the file 4 columns; "
        "a cell that holds the delimiter needs quotes round it"
    )
    assert rows[2]["feedback"] == (
        "line 4: the row has 2 cells, the file 4 columns; "
        "a column without a value needs an empty cell"
    )


def test_what_is_too_many_in_a_row_is_said_to_be_empty() -> None:
    """Advice about quotes would lead astray where a program ends its rows with a delimiter."""
    rows = graded(HEADER + RIGHT + "bob,kinds/fixed-number,,120,, \n").csv()
    assert (rows[1]["status"], rows[1]["response"]) == ("error", "120,, ")
    assert rows[1]["feedback"] == (
        "line 3: the row has 6 cells, the file 4 columns; "
        "what is too many is empty: take the delimiters at its end away"
    )


@pytest.mark.parametrize("blank", [",,,", " , ,, ", '"",,,""'])
def test_a_row_of_empty_cells_is_said_to_be_empty(blank: str) -> None:
    """Spreadsheets leave such rows; that nobody is named in one is no news."""
    result = graded(HEADER + RIGHT + blank + "\n" + RIGHT)
    rows = result.csv()
    assert [row["status"] for row in rows] == ["graded", "error", "graded"]
    assert rows[1]["feedback"] == "line 3: the row is empty: no cell of it holds anything"


def test_a_mark_that_was_put_before_a_mark_is_none_of_the_first_name() -> None:
    """Programs add one to a file that has one already."""
    twice = "\ufeff\ufeff" + HEADER + RIGHT
    assert graded(twice).text == graded("\ufeff" + HEADER + RIGHT).text
    assert graded("\ufeff\ufeffsep=,\n" + HEADER + RIGHT).text.startswith("\ufeffsep=,\nlearner,")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_line_of_names_of_a_second_file_below_the_first_is_said_to_be_one(
    mark: str, end: str
) -> None:
    """Files are joined by putting one below the other, with its names and its mark."""
    one = ("question,seed,response,learner\n" + "kinds/fixed-number,,120,ann\n").replace("\n", end)
    rows = graded(one + mark + one).csv()
    assert [row["status"] for row in rows] == ["graded", "error", "graded"]
    assert rows[1]["feedback"] == (
        "line 3: the line names the columns once more, as where two files were joined; delete it"
    )


def test_names_that_come_again_are_found_under_the_names_that_the_file_gives_them() -> None:
    """The names may be anybody's, quoted or not, and a question's cell may hold one alone."""
    mapping = {"question": "Frage", "response": "Antwort", "learner": "Wer", "seed": ""}
    text = "Wer,Frage,Antwort\nann,kinds/fixed-number,120\n"
    again = '"Wer","Frage","Antwort"\n'
    rows = graded(text + again + "bob,Frage,120\n", mapping=mapping).csv()
    again = "the line names the columns once more, as where two files were joined; delete it"
    assert [row["feedback"].partition(": ")[2] for row in rows[:2]] == ["", again]
    assert rows[2]["feedback"].startswith('line 4: unknown question "Frage"')


def test_a_nul_byte_is_an_error_with_its_line() -> None:
    """A binary cell stops one row, not the reader."""
    rows = graded(HEADER + RIGHT + "bob,kinds/fixed-number,,1\x0020\n" + RIGHT).csv()
    assert [row["status"] for row in rows] == ["graded", "error", "graded"]
    assert rows[1]["response"] == "1␀20"
    assert rows[1]["feedback"] == (
        'line 3: the cell of column "response" holds a NUL byte (shown as ␀)'
    )


def test_a_quote_that_never_ends_costs_one_row() -> None:
    """What a stray quote would swallow is read again, line by line."""
    rows = graded(HEADER + RIGHT + 'bob,kinds/fixed-number,,"120\n' + RIGHT * 3).csv()
    assert [row["status"] for row in rows] == ["graded", "error", "graded", "graded", "graded"]
    assert rows[1]["feedback"] == "line 3: a quote opens a cell and nothing closes it"


def test_a_cell_without_end_costs_one_row() -> None:
    """Neither a huge cell nor a quote with a long file behind it swallows other rows."""
    rows = graded(HEADER + f'bob,kinds/say-it,,"{"x" * 200_000}\n' + RIGHT * 3).csv()
    assert [row["status"] for row in rows] == ["error", "graded", "graded", "graded"]
    assert rows[0]["feedback"] == "line 2: a quote opens a cell and nothing closes it"


LONG = "a line, of an essay\n" * 10_000


@pytest.mark.parametrize(
    ("header", "row", "line"),
    [
        (HEADER, f'ann,kinds/fixed-number,,"120{" " * 200_000}"\n', 3),
        (HEADER, f'"{LONG}",kinds/fixed-number,,120\n', 10_003),
        (HEADER.replace("\n", ",note\n"), f'ann,kinds/fixed-number,,120,"{LONG}"\n', 10_003),
    ],
    ids=["response", "learner", "note"],
)
def test_a_long_cell_in_quotes_is_one_cell(header: str, row: str, line: int) -> None:
    """Whatever its length and however many lines it has, it comes back as it was."""
    more = "," if "note" in header else ""
    result = graded(header + row + f"bob,kinds/gone,,120{more}\n")
    rows = result.csv()
    assert [row["status"] for row in rows] == ["graded", "error"]
    assert rows[0]["verdict"] == "right"
    submitted = next(csv.reader(io.StringIO(row, newline="")))
    assert list(rows[0].values())[: len(submitted)] == submitted
    assert rows[1]["feedback"].startswith(f"line {line}: unknown question")


def test_a_column_may_have_a_long_name() -> None:
    """A questionnaire's whole text as the name of a column is one name, of one line or several."""
    name = f"Explain, at length:\n{'why ' * 50_000}"
    result = graded(f'learner,question,seed,"{name}"\n{RIGHT}', mapping={"response": name.strip()})
    assert result.csv()[0]["verdict"] == "right"
    assert result.csv()[0][name.strip()] == "120 GB"


def test_a_quote_without_end_before_many_rows_costs_one_row_and_no_time() -> None:
    """Rows that a quote has swallowed are seen for what they are long before one closes it."""
    inch = 'zed,kinds/say-it,,3.5"\n'
    rows = graded(HEADER + 'bob,kinds/fixed-number,,"120\n' + RIGHT * 9000 + inch + RIGHT).csv()
    assert [row["status"] for row in rows[:2]] == ["error", "graded"]
    assert len(rows) == 9003
    assert rows[0]["feedback"] == (
        "line 2: a quote opens a cell and nothing closes it before other rows"
    )


def test_a_byte_that_is_not_utf_8_is_named_within_a_cell_of_many_lines() -> None:
    """However far from the first line of its row it stands."""
    with pytest.raises(UsageError, match=r"^answers\.csv:1002: byte 0xEB is not UTF-8"):
        graded((HEADER + 'a,kinds/say-it,,"').encode() + b"x\n" * 1000 + b'\xeb"\n')


def test_text_after_a_closing_quote_is_an_error() -> None:
    """`"1.5" GB` is no CSV cell; the row is not guessed at."""
    rows = graded(HEADER + 'bob,kinds/fixed-number,,"1.5" GB\n' + RIGHT).csv()
    assert [row["status"] for row in rows] == ["error", "graded"]
    assert rows[0]["feedback"] == (
        'line 2: text follows the quote that closes a cell; a quote inside a cell is written ""'
    )


def test_a_quote_inside_a_cell_is_text() -> None:
    """`5" disk` is what it looks like."""
    assert graded(HEADER + 'bob,kinds/say-it,,5" disk\n').csv()[0]["response"] == '5" disk'


def test_lines_are_counted_through_cells_of_several_lines() -> None:
    """An error names the line where its row begins in the file."""
    rows = graded(HEADER + '"a\nb\nc",kinds/fixed-number,,1\nbob,kinds/gone,,1\n').csv()
    assert rows[1]["feedback"].startswith("line 5: unknown question")


def test_a_row_without_a_learner_is_an_error() -> None:
    """An answer that belongs to nobody is set apart, by line."""
    rows = graded(HEADER + ' ,kinds/fixed-number,,120\n"",kinds/fixed-number,,120\n' + RIGHT).csv()
    assert [row["status"] for row in rows] == ["error", "error", "graded"]
    assert rows[0]["feedback"] == "line 2: no learner is named"


def test_errors_in_equal_rows_name_each_row() -> None:
    """Two rows with the same fault are two sentences."""
    rows = graded(HEADER + "ann,kinds/gone,,1\nann,kinds/gone,,1\n").csv()
    assert [row["feedback"].split(":")[0] for row in rows] == ["line 2", "line 3"]


@pytest.mark.parametrize(
    ("learner", "shown"),
    [
        ('=HYPERLINK("http://x","y")', '\'=HYPERLINK("http://x","y")'),
        ("+cmd", "'+cmd"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("＝1+1", "'＝1+1"),
        ("-1.5", "-1.5"),
        ("+1", "+1"),
        ("-1.5e9", "-1.5e9"),
        ("plain", "plain"),
    ],
)
def test_text_that_a_spreadsheet_would_run_is_neutralised(learner: str, shown: str) -> None:
    """A formula in any text column gets an apostrophe; numbers stay numbers."""
    buffer = io.StringIO()
    csv.writer(buffer).writerow(["a", "kinds/fixed-number", "", "120", learner])
    rows = graded("learner,question,seed,response,note\n" + buffer.getvalue()).csv()
    assert rows[0]["note"] == shown
    buffer = io.StringIO()
    csv.writer(buffer).writerow([learner, "kinds/fixed-number", "", "120", "a"])
    rows = graded("learner,question,seed,response,note\n" + buffer.getvalue()).csv()
    assert rows[0]["learner"] == shown


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["ann", "Zoë", "=1", "-2", "@b", " ", 'J "D"']),
            st.sampled_from(["kinds/fixed-number", "kinds/say-it", "=kinds/gone", "+1"]),
            st.sampled_from(["", "0", "-1", "=0", "1,5"]),
            st.sampled_from(["120", "-1.5", "-1.5 GB", "=1+1", "@x", "", "a,b", "＝1", 'x"y']),
        ),
        min_size=1,
        max_size=30,
    ),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_lines_that_are_not_taken_apart_come_back_as_those_that_are(
    rows: list[tuple[str, str, str, str]], delimiter: str, end: str
) -> None:
    """The order of the columns decides how lines are read, never what comes back in a cell."""

    def cells(names: list[str]) -> list[dict[str, str]]:
        buffer = io.StringIO()
        writer = csv.writer(buffer, delimiter=delimiter, lineterminator=end)
        writer.writerow(names)
        for row in rows * 2:
            found = dict(zip(["learner", "question", "seed", "response"], row, strict=True))
            writer.writerow([found[name] for name in names])
        return graded(buffer.getvalue()).csv(delimiter)

    at_a_glance = cells(["learner", "question", "seed", "response"])
    assert at_a_glance == cells(["response", "learner", "seed", "question"])


def test_a_neutralised_file_grades_the_same_again() -> None:
    """The apostrophe that guards a response is no part of it."""
    once = graded(HEADER + "ann,kinds/fixed-number,,-1.5 GB\n")
    assert once.csv()[0]["response"] == "'-1.5 GB"
    assert once.csv()[0]["read_as"] == "'-1.5 GB"
    assert graded(once.text).text == once.text


def test_a_graded_file_is_graded_anew_and_not_widened() -> None:
    """All of the added columns there already: they are replaced."""
    once = graded(HEADER + RIGHT)
    assert graded(once.text.replace("right", "wrong")).text == once.text


def test_a_column_that_has_an_added_name_is_kept_under_another() -> None:
    """Somebody's own `score` is not overwritten."""
    rows = graded("learner,question,seed,response,score\nann,kinds/fixed-number,,120,7\n").csv()
    assert (rows[0]["submitted_score"], rows[0]["score"]) == ("7", "1")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04", "is a spreadsheet (or another zip file); save it as CSV (UTF-8)"),
        (b"\xd0\xcf\x11\xe0", "is a spreadsheet of an old kind; save it as CSV (UTF-8)"),
        (b"", "is empty: its first line must name the columns"),
        (b"\n\n", "is empty: its first line must name the columns"),
        (b"\xef\xbb\xbf", "is empty: its first line must name the columns"),
        (b"%PDF-1.7", "is a PDF; export the table as CSV"),
        (b"\x1f\x8b\x08", "is compressed; unpack it first"),
        (b"\x89PNG\r\n\x1a\n", "is a picture; save the table itself as CSV (UTF-8)"),
        (b"SQLite format 3\0", "is a database; export the table as CSV"),
        (b"\0" * 64, "holds NUL bytes only: it was not saved whole; save it again"),
        (b"7z\xbc\xaf'\x1c", "is compressed; unpack it first"),
        (b"PK\x05\x06" + bytes(18), "is an empty zip file; save the table itself as CSV (UTF-8)"),
        (b"<!DOCTYPE html>", "is a web page or XML; export the table as CSV"),
        (b"\n <TABLE border=1><tr>", "is a web page or XML; export the table as CSV"),
        (b"<!-- made by a program -->\n<table>", "is a web page or XML; export the table as CSV"),
        (b'{"learner": 1}', "holds JSON; one object per line belongs in a .jsonl file"),
        (
            b'[{"learner": 1}]',
            "is one JSON array; write one object per line instead, as jq -c '.[]' does",
        ),
        (
            "learner,question".encode("utf-16-le"),
            ('looks like UTF-16 without a mark; save it as "CSV UTF-8", or name its '
            "encoding: --encoding utf-16-le"),
        ),
    ],
)  # fmt: skip
def test_what_is_no_csv_is_refused_with_a_sentence(data: bytes, message: str) -> None:
    """A spreadsheet, a PDF, a web page under the name of a table: what it is, and what to do."""
    with pytest.raises(UsageError) as refused:
        graded(data)
    assert str(refused.value) == f"answers.csv {message}"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_the_encoding_that_is_named_without_a_mark_reads_the_file(encoding: str) -> None:
    """What the sentence says to type is what the file is in."""
    data = (HEADER + "ann,kinds/fixed-number,,120\n").encode(encoding)
    with pytest.raises(UsageError, match=f"--encoding {encoding}$"):
        graded(data)
    assert graded(data, encoding=encoding).statuses() == ["graded"]


def test_utf_32_is_read_by_its_mark() -> None:
    """Its first two bytes are those of UTF-16, but it is graded as what it is."""
    rows = graded((HEADER + "ann,kinds/fixed-number,,120\n").encode("utf-32")).csv()
    assert rows[0]["verdict"] == "right"


def test_a_file_of_column_names_alone_has_no_rows() -> None:
    """No submissions, no error: the header comes back."""
    result = graded(HEADER)
    assert result.text == HEADER.rstrip("\n") + ADDED
    assert result.tally.rows == 0


CELLS = st.text(
    st.one_of(st.sampled_from(" ,;\"'\n\r\t=+-@x1.\x1f\0"), st.characters(codec="utf-8")),
    max_size=6,
)


@given(
    rows=st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=12), delimiter=st.sampled_from(",;\t")
)
def test_every_row_comes_back_in_order(rows: list[tuple[str, str, str]], delimiter: str) -> None:
    """Whatever the cells hold, each written row comes back with its texts, and counts sum."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=delimiter)
    writer.writerow(["number", "learner", "question", "seed", "response"])
    for number, (learner, question, response) in enumerate(rows):
        writer.writerow([number, learner, question, "", response])
    result = graded(buffer.getvalue(), name="answers.tsv" if delimiter == "\t" else "answers.csv")
    back = result.csv(delimiter)
    assert result.tally.rows == sum(result.tally.by_status().values()) == len(rows)
    assert [row["number"] for row in back] == [str(number) for number in range(len(rows))]
    for row, cells in zip(back, rows, strict=True):
        for cell, submitted in zip(
            (row["learner"], row["question"], row["response"]), cells, strict=True
        ):
            assert cell.removeprefix("'") == submitted.replace("\0", "␀").removeprefix("'")


@given(st.binary(max_size=400))
def test_no_bytes_bring_a_traceback(data: bytes) -> None:
    """A damaged file is graded as far as rows can be told apart, or refused with a sentence."""
    try:
        result = graded(HEADER.encode() + data)
    except UsageError:
        return
    assert len(result.csv()) == result.tally.rows


def test_plain_and_careful_reading_agree() -> None:
    """A thousand plain rows give the same cells whether or not an odd row stands among them."""
    plain = [f"s{n},kinds/fixed-number,,{n % 130}\n" for n in range(1000)]
    odd = [*plain[:500], '"s\n500",kinds/fixed-number,,1\n', *plain[500:]]
    reordered = "learner,seed,question,response\n" + "".join(
        f"s{n},,kinds/fixed-number,{n % 130}\n" for n in range(1000)
    )
    expected = [tuple(row.values())[4:] for row in graded(HEADER + "".join(plain)).csv()]
    with_odd = [tuple(row.values())[4:] for row in graded(HEADER + "".join(odd)).csv()]
    assert with_odd[:500] + with_odd[501:] == expected
    assert [tuple(row.values())[4:] for row in graded(reordered).csv()] == expected


@pytest.mark.parametrize(
    ("data", "encoding", "place"),
    [
        (b"\xff\xfe\x00", None, "answers.csv:1: byte 0x00 is not UTF-16"),
        ((HEADER + RIGHT).encode("utf-16")[:-1], None, "answers.csv:2: byte 0x0A is not UTF-16"),
        ((HEADER + RIGHT * 999 + '"a').encode("utf-16-be")[:-1], "utf-16-be",
            "answers.csv:1001: byte 0x00 is not UTF-16-BE"),
        (b"\xfe\xff" + (HEADER + RIGHT * 2).encode("utf-16-be") + b"\xdc\x00" * 2, None,
            "answers.csv:4: byte 0x"),
        ((HEADER + '"a\n').encode("utf-16") + b"b", None, "answers.csv:3: byte 0x62 is not UTF-16"),
        (b"learner\n", "utf-16", "answers.csv:1: "),
        (b"learner\n\n", "utf-16", "answers.csv:1: "),
    ],
)  # fmt: skip
def test_a_file_that_is_cut_in_mid_character_is_refused_at_its_line(
    data: bytes, encoding: str | None, place: str
) -> None:
    """Half a character of UTF-16 is named with its line, wherever in the file it stands."""
    with pytest.raises(UsageError) as caught:
        graded(data, encoding=encoding)
    assert str(caught.value).startswith(place), str(caught.value)


@pytest.mark.parametrize(
    "name", ["undefined", "idna", "unicode_escape", "base64", "rot13", "a\0b", "no"]
)
def test_an_encoding_that_no_file_has_is_refused(name: str) -> None:
    """Python has codecs that are none of text files."""
    with pytest.raises(UsageError, match="there is no encoding"):
        graded(HEADER + RIGHT, encoding=name)


@given(
    st.binary(max_size=80),
    st.sampled_from(["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "shift_jis", "hz",
        "iso2022_jp", "cp1252", "utf-8-sig", "gb18030"]),
)  # fmt: skip
def test_no_bytes_of_any_encoding_bring_a_traceback(data: bytes, encoding: str) -> None:
    """A file is graded or refused with a sentence, whatever its bytes and its encoding are."""
    with contextlib.suppress(UsageError):
        graded((HEADER + RIGHT).encode(encoding) + data, encoding=encoding)
