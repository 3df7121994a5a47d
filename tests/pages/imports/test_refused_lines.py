"""Refused lines are corrected beside their reasons: the files are read again, and what else was typed stays."""

import json
from contextlib import ExitStack

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.imports import worker as import_worker
from scorekeeper.models import Import, Player, Session
from tests.pages import axe
from tests.pages.browser_pages import PHONE, open_page
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.review_forms import choose_columns, chosen, run_import, send

SHEET = "2026-03-01\nBob Carol Dan Alicia\n0 1 2 3\n0 4 5\n"
TABLE = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n2024-03-14,3,0,2,x\n"


TURNED = "Player,1,2,3\nAnn,0,0,0\nBo,5,y,1\nCy,8,1,x\nDi,12,2,2\n"
TOML = """\
format = "session-record/1"
variant = "big-two"
players = ["Alice", "Bob", "Carol", "Dan"]
[[hands]]
cards_left = [0, 5, 8, "x"]
"""


def record(*cards_left):
    """Return a session record as a line of NDJSON."""
    hands = [{"cards_left": [*cards_left]}]
    return json.dumps(
        {
            "format": "session-record/1",
            "variant": "big-two",
            "players": ["Alice", "Bob", "Carol", "Dan"],
            "hands": hands,
        }
    )


def again(client, page, **fields):
    data = chosen(page, {}) | {"do": "again"} | fields
    return client.post(page.request["PATH_INFO"], data)


def alicia(page):
    return next(row for row in page.context["form"].rows() if row.name == "Alicia").other


@pytest.mark.django_db
def test_a_refused_line_is_corrected_and_the_names_that_were_typed_stay(scorer, club):
    page = send(scorer, club, text=f"{SHEET}2026-03-08\nBob Carol Dan Alicia\n0 1 2 3\n")
    assert 'value="0 4 5"' in html_of(page)
    field = alicia(page).html_name
    read = again(scorer, page, line_1_4="0 4 5 6", **{field: "Alice"})
    assert (read.status_code, read.context["counts"].sessions) == (200, 2)
    assert alicia(read).value() == "Alice"
    assert "Corrected before reading" in html_of(read)
    assert "<code>0 4 5</code>" in html_of(read)
    report = run_import(scorer, read, {"Alicia": "Alice"}, line_1_4="0 4 5 6")
    assert "Line 4 was corrected before reading." in html_of(report)
    assert {*Session.objects.values_list("hands__position", flat=True)} == {1, 2}
    assert "line 4 corrected" in html_of(scorer.get(f"/clubs/{club.pk}/imports/"))


@pytest.mark.django_db
def test_a_file_in_which_nothing_can_be_read_is_mended_on_its_page(scorer, club):
    page = send(scorer, club, text=SHEET)
    assert page.context["form"] is None
    assert again(scorer, page, line_1_4="0 4 5 6").context["counts"].sessions == 1


@pytest.mark.django_db
def test_a_corrected_row_of_a_spreadsheet_stays_when_other_columns_are_chosen(scorer, club):
    page = send(scorer, club, SimpleUploadedFile("big two.csv", TABLE.encode()))
    page = choose_columns(scorer, page)
    read = again(scorer, page, line_1_3="2024-03-14,3,0,2,1")
    assert (read.context["counts"].sessions, read.context["counts"].hands) == (1, 2)
    file = read.context["parts"][0]["file"]
    columns = scorer.get(reverse("import-columns", args=[file.pk]))
    chosen_again = choose_columns(scorer, columns, dates="mdy")
    assert chosen_again.context["counts"].hands == 2


@pytest.mark.django_db
def test_with_players_in_rows_the_line_of_the_wrong_cell_is_corrected(scorer, club):
    page = send(scorer, club, SimpleUploadedFile("big two.csv", TURNED.encode()))
    page = choose_columns(scorer, page, values="cards")
    assert html_of(page).count("for a player who pays for all") == 2
    assert 'value="Cy,8,1,x"' in html_of(page)
    assert "Record 2, column 4" in html_of(page)
    assert "save it, and choose the file again" not in html_of(page)
    read = again(scorer, page, line_1_3="Bo,5,3,1", line_1_4="Cy,8,1,1")
    assert (read.context["counts"].sessions, read.context["counts"].hands) == (1, 3)


@pytest.mark.django_db
def test_of_a_hand_with_players_in_rows_every_line_can_be_corrected(scorer, club):
    sheet = TURNED.replace("Bo,5,y", "Bo,5,3").replace("x", "1").replace("Ann,0,0", "Ann,0,2")
    page = send(scorer, club, SimpleUploadedFile("big two.csv", sheet.encode()))
    page = choose_columns(scorer, page)
    assert [f'name="line_1_{line}"' in html_of(page) for line in range(1, 6)] == [
        False,
        *[True] * 4,
    ]
    read = again(scorer, page, line_1_2="Ann,0,0,0")
    assert read.context["counts"].hands == 3


@pytest.mark.django_db
def test_a_refused_record_of_a_line_is_corrected_and_the_others_stay(scorer, club):
    page = send(scorer, club, text=f"{record(0, 5, 8, 12)}\n{record(0, 5, 8, 99)}\n")
    assert page.context["counts"].sessions == 1
    assert html_of(page).count("<textarea") == 1
    read = again(scorer, page, line_1_2=record(0, 5, 8, 9))
    assert (read.context["counts"].sessions, read.context["counts"].malformed) == (2, 0)
    assert [*Import.objects.latest("at").options["edited_lines"]] == ["2"]


@pytest.mark.django_db
def test_the_only_record_of_a_file_is_corrected_as_a_whole(scorer, club):
    page = send(scorer, club, text=TOML)
    assert page.context["counts"].sessions == 0
    assert "Leave it empty to leave the line out" not in html_of(page)
    assert '"x"]</textarea>' in html_of(page)
    wrong = again(scorer, page, line_1_1=TOML.replace('"x"', "99").replace("\n", "\r\n"))
    assert "99]" in html_of(wrong)
    read = again(scorer, wrong, line_1_1=TOML.replace('"x"', "9").replace("\n", "\r\n"))
    assert read.context["counts"].sessions == 1
    report = run_import(scorer, read, {})
    assert Session.objects.get().hands.count() == 1
    assert "Line 1 was corrected before reading." in html_of(report)


@pytest.mark.django_db
def test_a_record_that_was_only_looked_at_is_not_corrected(scorer, club):
    page = send(scorer, club, text=TOML)
    again(scorer, page, line_1_1=TOML.removesuffix("\n").replace("\n", "\r\n"))
    assert Import.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 4 5 6\n0 4 5 6", "Write one line."),
        ("0" * 2001, "Write one line."),
        ("0 4 5 6\0", "Null characters are not allowed."),
    ],
)
def test_what_is_not_one_line_is_refused_at_its_field_and_stays(scorer, club, text, message):
    page = send(scorer, club, text=SHEET)
    read = again(scorer, page, line_1_4=text)
    assert message in html_of(read)
    assert Import.objects.count() == 1


@pytest.mark.django_db
def test_a_corrected_line_that_was_not_tried_is_read_before_anything_is_imported(scorer, club):
    page = send(scorer, club, text=f"{SHEET}2026-03-08\nBob Carol Dan Alicia\n0 1 2 3\n")
    data = chosen(page, {"Alicia": "new"})
    unread = scorer.post(page.request["PATH_INFO"], data | {"line_1_4": "0 4 5 6"})
    assert (unread.status_code, unread.context["counts"].sessions) == (412, 2)
    wrong = scorer.post(page.request["PATH_INFO"], data | {"line_1_4": "0\n4"})
    assert wrong.status_code == 422
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_counting_again_reads_no_line_that_is_still_being_typed(scorer, club):
    page = send(scorer, club, text=SHEET)
    counted = scorer.post(page.request["PATH_INFO"], {"do": "count", "line_1_4": "0 4"})
    assert 'value="0 4"' in html_of(counted)
    assert Import.objects.count() == 1


@pytest.mark.django_db
def test_a_member_who_may_not_import_corrects_nothing(browse, scorer, club):
    page = send(scorer, club, text=SHEET)
    other = browse("dan").post(page.request["PATH_INFO"], {"do": "again", "line_1_4": "0 4 5 6"})
    assert other.status_code == 403
    assert Import.objects.count() == 1


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_a_line_is_mended_and_other_files_are_chosen_without_typing_again(
    window, live_server, browse, club, players
):
    """Two taps and the number that was missing, from the refusal to the counts."""
    with ExitStack() as stack:
        page = stack.enter_context(open_page(window, live_server.url, browse("carol")))
        page.goto(f"/clubs/{club.pk}/import/")
        page.get_by_label("or paste text").fill(SHEET)
        page.get_by_role("button", name="Preview", exact=True).click()
        page.get_by_label("Line 4").click()  # the first tap
        page.keyboard.press("End")
        page.keyboard.type(" 6")
        page.get_by_role("button", name="Try again with these lines").click()  # the second
        expect(page.locator("#counted .new b")).to_have_text("1")
        page.get_by_label("Somebody else instead of Alicia").fill("Alice")
        page.keyboard.press("Tab")
        assert axe.list_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_role("link", name="Choose other files").click()
        expect(page.get_by_label("or paste text")).to_have_value(SHEET)
        page.get_by_label("or paste text").fill(SHEET.replace("0 4 5\n", "0 4 5 6\n"))
        page.get_by_role("button", name="Preview", exact=True).click()
        expect(page.get_by_label("Somebody else instead of Alicia")).to_have_value("Alice")
        expect(page.locator("#parts")).to_contain_text("written Alicia")  # it was counted again
        page.get_by_role("button", name="Import these records").click()
        expect(page.get_by_text("The records have been imported.")).to_be_visible()
    assert Session.objects.get().seats.last().player.name == "Alice"
    assert not Player.objects.filter(name="Alicia").exists()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_was_typed_stays_while_a_worker_reads_the_file_again(
    window, live_server, browse, club, players, settings
):
    sheet = f"{SHEET}2026-03-08\nBob Carol Dan Alicia\n0 1 2 3\n"
    with open_page(window, live_server.url, browse("carol")) as page:
        page.goto(f"/clubs/{club.pk}/import/")
        page.get_by_label("or paste text").fill(sheet)
        page.get_by_role("button", name="Preview", exact=True).click()
        page.get_by_label("Somebody else instead of Alicia").fill("Alice")
        page.get_by_label("Line 4").fill("0 4 5 6")
        settings.IMPORT_AT_ONCE = 10  # bytes: workers do the rest
        page.get_by_role("button", name="Try again with these lines").click()
        expect(page.get_by_text("It starts in a moment.")).to_be_visible()
        import_worker.process_waiting_imports(stop=lambda: False)
        expect(page.get_by_label("Somebody else instead of Alicia")).to_have_value("Alice")
        expect(page.locator("#counted .new b")).to_have_text("2")
        expect(page.locator("#parts")).to_contain_text("written Alicia")
