"""A sheet that comes again with a hand more or another number: the review offers to bring its session up to date."""

from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from playwright.sync_api import expect

from scorekeeper.hands import recording
from scorekeeper.models import Hand, HandRevision, Session
from tests.pages import phones
from tests.pages.browser_pages import no_complaints
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.old_sheets import Sheet
from tests.pages.imports.review_forms import chosen, count, review, run_import, send
from tests.pages.imports.test_results import files

SHEET = "2024-03-31\nAlice, Bob, Carol, Dan\n0 1 2 3\n4 0 1 1\n0 3 5 1\n"
CORRECTED = SHEET.replace("0 3 5 1", "0 3 6 1") + "1 2 0 4\n"
CHOICE = "evening_1_1"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def session(scorer, club, players):
    """The session of the sheet."""
    run_import(scorer, send(scorer, club, *files(march=SHEET)))
    return Session.objects.get()


def evening(page):
    (row,) = page.context["evenings"].rows()
    return row


def outcomes(page):
    counts = page.context["counts"]
    return counts.sessions, counts.corrected, counts.known


def test_the_review_shows_hand_by_hand_what_changes(scorer, club, session):
    page = send(scorer, club, *files(march=CORRECTED))
    row = evening(page)
    assert [*row.hands] == [
        ("Hand 3, cards left: Carol 5 → 6", ""),
        ("Hand 4, cards left: Alice 1, Bob 2, Carol 0, Dan 4", "new"),
    ]
    assert [value for value, _label in row.field.field.choices] == [
        "bring-up-to-date",
        "second-session",
        "leave-out",
    ]
    assert (row.field.value(), outcomes(page)) == ("bring-up-to-date", (0, 1, 0))
    assert "Hand 3, cards left: Carol 5 → 6" in html_of(page)


def test_what_is_proposed_brings_the_session_up_to_date(scorer, club, people, session):
    promised = evening(send(scorer, club, *files(march=CORRECTED))).totals
    page = run_import(scorer, send(scorer, club, *files(march=CORRECTED)))
    totals = Session.objects.get().result.totals
    names = ["Alice", "Bob", "Carol", "Dan"]
    written = [f"{name} {total:g}" for name, total in zip(names, totals, strict=True)]
    assert promised.replace("−", "-") == ", ".join(written)
    revision = Hand.objects.get(position=3).head
    assert (revision.number, revision.by) == (2, people.carol)
    assert revision.reason == "from the corrected sheet march.txt"
    assert "Corrected: hand 3." in html_of(page)
    assert "Added: hand 4." in html_of(page)


def test_the_corrected_sheet_chosen_again_says_nothing_new(scorer, club, session):
    run_import(scorer, send(scorer, club, *files(march=CORRECTED)))
    page = send(scorer, club, *files(march=CORRECTED))
    row = evening(page)
    assert (row.field.value(), outcomes(page)) == ("leave-out", (0, 0, 1))
    assert "The file says nothing new." in html_of(page)
    answer = scorer.post(page.request["PATH_INFO"], chosen(page, {}))
    assert "None of these records can be imported." in html_of(answer)
    assert HandRevision.objects.count() == 5


def test_the_record_that_the_page_of_the_session_offers_is_that_session(scorer, club, session):
    for form in ("json", "toml"):
        record = scorer.get(f"/sessions/{session.pk}/record.{form}").content
        page = send(scorer, club, SimpleUploadedFile(f"session.{form}", record))
        assert ([*page.context["evenings"].fields], outcomes(page)) == ([], (0, 0, 1))
        corrected = record.replace(b"5", b"6")
        page = send(scorer, club, SimpleUploadedFile(f"session.{form}", corrected))
        assert (evening(page).field.value(), outcomes(page)) == ("bring-up-to-date", (0, 1, 0))


@pytest.mark.parametrize(
    ("choice", "counts", "sessions"),
    [("second-session", (1, 0, 0), 2), ("leave-out", (0, 0, 1), 1)],
)
def test_another_choice_leaves_the_session_as_it_is(
    scorer, club, session, choice, counts, sessions
):
    page = send(scorer, club, *files(march=CORRECTED))
    data = chosen(page, {}) | {CHOICE: choice}
    counted = scorer.post(page.request["PATH_INFO"], data | {"do": "count"})
    assert (outcomes(counted), evening(counted).field.value()) == (counts, choice)
    run_import(scorer, page, **{CHOICE: choice})
    assert Session.objects.count() == sessions
    assert session.hands.get(position=3).head.number == 1


def test_a_session_that_changes_before_the_button_is_pressed_is_shown_again(
    scorer, club, people, session
):
    page = send(scorer, club, *files(march=CORRECTED))
    recording.record_hand(session, {"cards_left": [0, 1, 1, 1]}, by=people.carol)
    answer = scorer.post(page.request["PATH_INFO"], chosen(page, {}))
    assert answer.status_code == 412
    assert [hand.words for hand in evening(answer).hands] == [
        "Hand 3, cards left: Carol 5 → 6",
        "Hand 4, cards left: Alice 0 → 1, Bob 1 → 2, Carol 1 → 0, Dan 1 → 4",
    ]
    assert HandRevision.objects.count() == 4


def test_a_day_that_is_chosen_may_be_that_of_a_session(scorer, club, session):
    page = send(scorer, club, *files(march=CORRECTED.partition("\n")[2]))
    assert outcomes(page) == (1, 0, 0)
    counted = scorer.post(
        page.request["PATH_INFO"], chosen(page, {}) | {"day_1": "2024-03-31", "do": "count"}
    )
    assert outcomes(counted) == (0, 1, 0)
    run_import(scorer, page, day_1="2024-03-31")
    assert (Session.objects.count(), Hand.objects.count()) == (1, 4)


def test_the_rest_of_a_file_is_imported_beside_a_correction(scorer, club, session):
    rest = "2024-04-07\nAlice, Bob, Carol, Dan\n0 9 9 9\n"
    page = send(scorer, club, *files(march=CORRECTED + rest))
    assert outcomes(page) == (1, 1, 0)
    run_import(scorer, page)
    assert [one.hands.count() for one in Session.objects.order_by("played_on")] == [4, 1]


def test_a_number_too_long_for_a_file_is_no_answer(scorer, club, session):
    page = send(scorer, club, *files(march=CORRECTED))
    data = chosen(page, {}) | {f"evening_{'1' * 5000}_1": "leave-out", "do": "count"}
    counted = scorer.post(page.request["PATH_INFO"], urlencode(data), content_type=FORM)
    assert outcomes(counted) == (0, 1, 0)


def test_two_files_of_an_evening_correct_its_session_once(scorer, club, session):
    later = CORRECTED + "0 1 1 1\n"
    page = send(scorer, club, *files(early=CORRECTED, late=later))
    assert [row.field.value() for row in page.context["evenings"].rows()] == [
        "bring-up-to-date",
        "leave-out",
    ]
    assert "Another record is of this session." in html_of(page)
    assert count(scorer, page).status_code == 200


def test_the_first_sheet_that_comes_again_after_a_correction_offers_to_go_back(
    scorer, club, session
):
    run_import(scorer, send(scorer, club, *files(march=CORRECTED)))
    page = send(scorer, club, *files(march=SHEET))
    row = evening(page)
    assert (row.field.value(), outcomes(page)) == ("leave-out", (0, 0, 1))
    assert [hand.words for hand in row.hands][:1] == ["Hand 3, cards left: Carol 6 → 5"]
    shown = html_of(page)
    assert "This was imported before, and" in shown
    assert "same day, game and players" not in shown
    run_import(scorer, page, **{CHOICE: "bring-up-to-date"})
    assert Hand.objects.get(position=3).head.number == 3
    assert Session.objects.count() == 1


def test_a_sheet_that_was_corrected_again_since_is_left_out_as_proposed(scorer, club, session):
    for left in ("6", "7"):
        run_import(scorer, send(scorer, club, *files(march=SHEET.replace("0 3 5", f"0 3 {left}"))))
    page = send(scorer, club, *files(march=SHEET.replace("0 3 5", "0 3 6")))
    assert evening(page).field.value() == "leave-out"
    assert "The file has the numbers that were corrected since:" in html_of(page)


def test_what_the_club_has_is_said_once(scorer, club, session):
    page = send(scorer, club, *files(march=CORRECTED))
    assert html_of(page).count("same day, game and players") == 1
    counted = html_of(page).partition('<ul class="counts">')[2].partition("</ul>")[0]
    assert " ".join(counted.split()) == "<li><b>1</b> session brought up to date</li>"


def test_the_report_says_day_and_totals_of_each_session(scorer, club, session):
    report = html_of(run_import(scorer, send(scorer, club, *files(march=CORRECTED))))
    lines = report.partition('<ol class="report">')[2]
    assert "March 31, 2024" in lines
    totals = [f"{total:g}".replace("-", "−") for total in Session.objects.get().result.totals]
    assert [f"<b>{total}</b>" in lines for total in totals] == [True] * 4


WEEKS = "".join(SHEET.replace("2024-03-31", f"2024-03-{day:02}") for day in (3, 10, 17))


def test_evenings_of_which_a_file_says_nothing_new_are_asked_about_at_once(scorer, club, players):
    run_import(scorer, send(scorer, club, *files(march=WEEKS)))
    table = "Date,Alice,Bob,Carol,Dan\n" + "".join(
        f"2024-03-{day},{row}\n" for day in (3, 10, 17) for row in ("0,1,2,3", "4,0,1,1", "0,3,5,1")
    )
    page = review(scorer, club, Sheet("x.csv", table, {}, {"variant": "big-two"}))
    (group,) = page.context["evenings"].groups()
    assert ([*page.context["evenings"].rows()], len(group.rows)) == ([], 3)
    assert (group.field.value(), outcomes(page)) == ("leave-out", (0, 0, 3))
    name, exception = group.field.html_name, group.rows[1].field.html_name
    data = chosen(page, {}) | {name: "second-session", exception: "leave-out", "do": "count"}
    counted = scorer.post(page.request["PATH_INFO"], data)
    assert outcomes(counted) == (2, 0, 1)
    (group,) = counted.context["evenings"].groups()
    assert (group.field.value(), group.has_exceptions) == ("second-session", True)
    run_import(scorer, page, **{name: "second-session", exception: "leave-out"})
    assert Session.objects.count() == 5


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_review_counts_again_when_another_choice_is_made(
    window, live_server, browse, scorer, club, players
):
    run_import(scorer, send(scorer, club, *files(march=SHEET)))
    address = send(scorer, club, *files(march=CORRECTED)).request["PATH_INFO"]
    with (
        phones.phone(window, live_server.url, browse("carol")) as page,
        no_complaints(page, live_server.url),
    ):
        page.goto(address)
        counted = page.locator("#counted")
        expect(counted).to_contain_text("1 session brought up to date")
        page.get_by_label("leave it out").check()
        expect(counted).not_to_contain_text("brought up to date")
        expect(page.get_by_label("leave it out")).to_be_checked()
        page.get_by_label("bring the session up to date").check()
        expect(counted).to_contain_text("1 session brought up to date")
        page.get_by_role("button", name="Import these records").click()
        expect(page.get_by_role("status").last).to_contain_text("brought up to date")
    assert Session.objects.get().hands.count() == 4
