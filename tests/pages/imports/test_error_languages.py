"""Errors of sheets are said in the reader's language."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

import referee
from referee.spreadsheets import sheet_errors
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.old_sheets import Sheet
from tests.pages.imports.review_forms import chosen, review, send

FOUR = "Date,Alice,Bob,Carol,Dan\n2024-03-24,0,5,8,12\n"


def in_german(client, page):
    """Return a page in German."""
    return html_of(client.get(page.request["PATH_INFO"], headers={"accept-language": "de"}))


@pytest.mark.parametrize(
    ("row", "values", "said"),
    [
        ("2024-03-31,0,x,8,12", "cards", "Zeile 3, Spalte Bob: ’x’ ist keine Zahl von Karten"),
        ("2024-03-31,0,99,8,12", "cards", "Zeile 3, Spalte Bob: ’99’ ist mehr als die 13 Karten"),
        ("2024-03-31,0,x,8,12", "points", "Zeile 3, Spalte Bob: ’x’ ist keine Zahl"),
        ("31.31.2024,0,5,8,12", "cards", "Zeile 3, Spalte Date: ’31.31.2024’ ist kein Datum"),
        ("2024-03-31,0,5,8,12,13", "cards", "Zeile 3: Die Zeile hat 6 Zellen"),
        ("2024-03-31,0,0,8,12", "cards", "Zeile 3 (Alice 0, Bob 0, Carol 8, Dan 12)"),
    ],
)
def test_what_is_wrong_in_a_cell_is_said_in_german(scorer, club, players, row, values, said):
    page = review(scorer, club, Sheet("x.csv", f"{FOUR}{row}\n", {}, {"values": values}))
    german = in_german(scorer, page).replace("&#x27;", "’").replace("'", "’")
    assert said in german
    assert '<span lang="en">' not in german


def test_a_line_of_a_text_sheet_is_quoted_in_german(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Dan\n0 1 2\n")
    assert "Zeile 3, „0 1 2“" in in_german(scorer, page)
    assert "cannot be read" in html_of(scorer.get(page.request["PATH_INFO"]))


def test_two_seats_of_one_person_are_said_in_german(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Dann\n0 1 2 3\n")
    data = chosen(page, {"Dann": "Alice"}) | {"do": "count"}
    answer = scorer.post(page.request["PATH_INFO"], data, headers={"accept-language": "de"})
    assert "Dann sitzt hier zweimal" in html_of(answer)


@pytest.mark.parametrize("content", [b"", b"\0", b"PK\x03\x04", b"Alice\n"])
def test_why_one_of_several_files_cannot_be_read_is_said_in_german(scorer, club, content):
    good = SimpleUploadedFile("good.txt", b"Alice, Bob, Carol, Dan\n0 1 2 3\n")
    page = send(scorer, club, good, SimpleUploadedFile("bad.csv", content))
    assert '<span lang="en">' not in in_german(scorer, page)


def test_an_error_without_a_translation_is_said_in_english():
    parts = (("Row %(row)d", {"row": 3}), ("Something 100% new.", {}))
    with translation.override("de"):
        assert sheet_errors.join_parts(parts, translation.gettext) == "Zeile 3: Something 100% new."


def test_a_seat_that_does_not_exist_is_not_explained_as_the_winner_who_pays():
    hand = {"cards_left": [0, 1, 2, 3], "pays_all": 9}
    record = {
        "format": referee.RECORD_FORMAT,
        "variant": "big-two",
        "players": [*"ABCD"],
        "hands": [hand],
    }
    with pytest.raises(referee.MalformedError) as raised:
        referee.parse_record(record)
    problem = sheet_errors.problem_of(raised.value)
    assert problem["message"] == "9 is no seat: seats are numbered 1 to 4."
    assert "parts" not in problem
