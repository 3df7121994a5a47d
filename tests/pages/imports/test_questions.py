"""What a sheet may mean in two ways is asked beside its columns; workbooks are taken in sheet by sheet."""

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.pages.forms_and_mail import html_of
from tests.pages.imports.review_forms import asks_for_columns, choose_columns, send
from tests.pages.imports.test_sheet_rules import points
from tests.scorekeeper.imports.test_sent_sheets import workbook

HANDS = "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n2,-3,6,-2,-1\n"
TOTALS = [22, 1, -10, -13]


def test_a_row_that_is_certainly_a_sum_is_left_out_unasked(scorer, club):
    page = send(scorer, club, SimpleUploadedFile("big two.csv", f"{HANDS},22,1,-10,-13\n".encode()))
    assert page.context["form"].question_fields() == []
    assert points(choose_columns(scorer, page)) == [TOTALS]


def test_a_row_that_may_be_a_sum_is_asked_about(scorer, club):
    file = SimpleUploadedFile("big two.csv", f"{HANDS}Total,22,2,-10,-13\n".encode())
    page = send(scorer, club, file)
    (question,) = page.context["form"].question_fields()
    assert "says 2 for Bo, and the rows above come to 1" in html_of(page)
    assert points(choose_columns(scorer, page)) == [TOTALS]
    other = send(scorer, club, SimpleUploadedFile("big two.csv", file.open().read() + b"\n"))
    assert asks_for_columns(other)
    assert points(choose_columns(scorer, other, **{question.html_name: "hand"})) == [
        [44, 3, -20, -26]
    ]


def test_a_table_in_which_nobody_plays_is_refused_and_the_other_files_go_on(scorer, club):
    files = [
        SimpleUploadedFile("shopping.csv", b"Milk\nBread\n"),
        SimpleUploadedFile("rules.csv", b"Rules,of the house\nNo talking,ever\n"),
        SimpleUploadedFile("big two.csv", HANDS.encode()),
    ]
    page = send(scorer, club, *files)
    read = choose_columns(scorer, page)
    assert "No player is named" in html_of(read)
    assert [part["file"].name for part in read.context["parts"] if "lines" in part] == [
        "big two.csv"
    ]


def test_names_that_two_encodings_can_show_are_asked_about(scorer, club):
    content = "Hand,Peña,Bo,Cy,Di\n1,25,-5,-8,-12\n".encode("cp1252")
    page = send(scorer, club, SimpleUploadedFile("big two.csv", content))
    (question,) = page.context["form"].question_fields()
    said = html_of(page)
    assert "Peña" in said
    assert "Peńa" in said
    read = choose_columns(scorer, page, **{question.html_name: "windows-1252"})
    assert "Peña" in html_of(read)
    assert "Peńa" not in html_of(read)


def test_a_workbook_is_taken_in(scorer, club):
    content = workbook([["Date", "Ann", "Bo", "Cy", "Di"], [45365, 0, 5, 8, 12]])
    page = choose_columns(scorer, send(scorer, club, SimpleUploadedFile("big two.xlsx", content)))
    assert points(page) == [[25, -5, -8, -12]]


def test_players_in_rows_are_shown_as_columns(scorer, club):
    text = "Name,R1,R2\nAnn,25,-3\nBo,-5,6\nCy,-8,-2\nDi,-12,-1\n"
    page = send(scorer, club, SimpleUploadedFile("big two.csv", text.encode()))
    assert page.context["headers"] == ("Name", "Ann", "Bo", "Cy", "Di")
    assert points(choose_columns(scorer, page)) == [TOTALS]
