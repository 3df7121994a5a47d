"""Sheets without a date: the review asks for one and says what happens without, and nothing takes them for the last evening."""

from datetime import date

import pytest

from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Season, Session
from scorekeeper.sessions import filing
from scorekeeper.sessions.usual_tables import Habits
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.old_sheets import Sheet
from tests.pages.imports.review_forms import all_new, chosen, review, run_import, send

SHEET = "Alice, Bob, Carol, Dan\n0 1 2 3\n"
STRANGERS = "Nadja, Otto, Pia, Quirin\n0 1 2 3\n"


@pytest.fixture
def endless(club, people):
    season = Season(club=club, name="Endless", starts_on=date(2000, 1, 1))
    return club_roster.add(season, by=people.alice)[0]


def import_with(client, page, **fields):
    """Import with these fields, after they were counted; return the page that counted them."""
    address, data = page.request["PATH_INFO"], chosen(page, all_new(page)) | fields
    counted = client.post(address, data | {"do": "count"})
    client.post(address, data | {"promised": counted.context["promised"]})
    return counted


def dates(page):
    lines = [line for part in page.context["parts"] for line in part["lines"]]
    return [line["date"] and str(line["date"]) for line in lines]


def test_the_review_says_that_a_sheet_has_no_date_and_takes_one(scorer, club, players, endless):
    page = send(scorer, club, text=SHEET)
    said = html_of(page)
    assert "When was it played?" in said
    assert "1 session has no date." in said
    assert dict(page.context["seasons"]) == {None: 1}
    counted = import_with(scorer, page, day_1="2024-03-31")
    assert dates(counted) == ["2024-03-31"]
    assert "has no date" not in html_of(counted)
    assert dict(counted.context["seasons"]) == {"Endless": 1}
    session = Session.objects.get()
    assert (str(session.played_on), session.season) == ("2024-03-31", endless)
    assert session.head.content["played_on"] == "2024-03-31"


def test_a_sheet_is_recognized_with_whatever_day_it_was_imported(scorer, club, players):
    import_with(scorer, send(scorer, club, text=SHEET), day_1="2024-03-31")
    assert send(scorer, club, text=SHEET).context["counts"].known == 1


def test_each_file_has_a_day_of_its_own_and_dated_sessions_keep_theirs(scorer, club, players):
    first = Sheet("first.txt", SHEET, {})
    second = Sheet("second.txt", f"{SHEET}1 0 2 3\n\n2023-01-01\n{SHEET}", {})
    page = review(scorer, club, first, second)
    assert [(field.name, field.help_text) for field in page.context["days"]] == [
        ("day_1", "Without a date: record 1"),
        ("day_2", "Without a date: record 1"),
    ]
    counted = import_with(scorer, page, day_2="2024-04-07")
    assert dates(counted) == [None, "2024-04-07", "2023-01-01"]


@pytest.mark.parametrize("name", ["evening 2024-03-31.txt", "Abend 31.3.2024.txt"])
def test_the_day_in_the_name_of_a_file_is_proposed(scorer, club, players, name):
    page = review(scorer, club, Sheet(name, SHEET, {}))
    assert dates(page) == ["2024-03-31"]
    run_import(scorer, page, {}, day_1="2024-03-31")
    assert str(Session.objects.get().played_on) == "2024-03-31"


def test_the_day_stays_when_other_house_rules_are_chosen(scorer, club, players):
    page = send(scorer, club, text=SHEET)
    rules = {"rules_txt_big-two_cards": "rulebook", "day_1": "2024-03-31"}
    assert dates(import_with(scorer, page, **rules)) == ["2024-03-31"]
    assert str(Session.objects.get().played_on) == "2024-03-31"


def test_what_is_no_date_is_refused(scorer, club, players):
    page = send(scorer, club, text=SHEET)
    refused = scorer.post(page.request["PATH_INFO"], chosen(page, {}) | {"day_1": "2024-02-31"})
    assert (refused.status_code, Session.objects.count()) == (422, 0)


def test_nothing_is_imported_on_a_day_that_the_preview_did_not_show(scorer, club, players):
    page = send(scorer, club, text=SHEET)
    refused = scorer.post(page.request["PATH_INFO"], chosen(page, {}) | {"day_1": "2024-03-31"})
    assert (refused.status_code, Session.objects.count()) == (412, 0)


def test_no_season_is_offered_a_session_without_a_date_for_its_day(
    scorer, club, session, players, endless
):
    import_with(scorer, send(scorer, club, text=SHEET), day_1="")
    undated = Session.objects.get(played_on=None)
    assert undated not in filing.find_unfiled(endless)
    assert undated in filing.find_offered(Season(club=club, name="Whenever"))


def test_a_session_without_a_date_says_so_and_comes_last(scorer, club, session, players):
    import_with(scorer, send(scorer, club, text=SHEET), day_1="")
    undated = Session.objects.exclude(pk=session.pk).get()
    assert "no date, entered " in html_of(scorer.get(f"/sessions/{undated.pk}/"))
    listed = scorer.get(f"/clubs/{club.pk}/?page=1").context["page"]
    assert [row.pk for row in listed] == [session.pk, undated.pk]


def test_the_table_of_last_time_and_its_rules_are_those_that_were_played(
    scorer, club, session, players
):
    page = send(scorer, club, text=f"{STRANGERS}\n2099-01-01\n{STRANGERS}")
    import_with(scorer, page, **{"rules_txt_big-two_cards": "sheet"})
    habits = Habits(club)
    (table,) = habits.tables(3)
    assert [player.name for player in table.players] == [
        seat.player.name for seat in session.seats.order_by("number")
    ]
    assert habits.house_rules("big-two") == dict(session.head.content.get("house_rules") or {})
    assert habits.players()[0].name not in STRANGERS


def test_a_club_that_only_imports_is_offered_its_last_dated_table(scorer, club, players):
    page = send(scorer, club, text=f"{STRANGERS}\n2024-03-31\nAlice, Bob, Carol, Dan\n0 1 2 3\n")
    import_with(scorer, page, day_1="")
    (table,) = Habits(club).tables(3)
    assert [player.name for player in table.players] == ["Alice", "Bob", "Carol", "Dan"]


def test_what_was_imported_before_is_shown_with_its_day_and_its_totals(scorer, club, players):
    page = send(scorer, club, text=SHEET)
    import_with(scorer, page, **{"rules_txt_big-two_cards": "rulebook", "day_1": "2024-03-31"})
    (part,) = send(scorer, club, text=SHEET).context["parts"]
    (line,) = part["lines"]
    assert (line["outcome"], str(line["date"])) == ("known", "2024-03-31")
    assert [player["points"] for player in line["players"]] == ["6", "−1", "−2", "−3"]
