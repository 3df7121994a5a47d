"""Imported sessions go into the season of their day, or into the one that was chosen."""

from datetime import date

import pytest

from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Season, Session
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.review_forms import chosen, send

SHEET = "".join(
    f"{day}\nAlice, Bob, Carol, Dan\n0 1 2 3\n"
    for day in ("2024-03-24", "2024-03-31", "2024-04-07")
)


@pytest.fixture
def march(club, people):
    days = {"starts_on": date(2024, 3, 1), "ends_on": date(2024, 3, 31)}
    return club_roster.add(Season(club=club, name="March", **days), by=people.alice)[0]


def import_with(client, page, **fields):
    """Count with these fields, as the page does, then import."""
    address, data = page.request["PATH_INFO"], chosen(page, {}) | fields
    counted = client.post(address, data | {"do": "count"})
    client.post(address, data | {"promised": counted.context["promised"]})
    return counted


def seasons():
    rows = Session.objects.order_by("played_on").values_list("season__name", flat=True)
    return [*rows]


def test_the_season_of_the_day_is_preset_and_said(scorer, club, players, march):
    page = send(scorer, club, text=SHEET)
    said = html_of(page)
    assert "2 sessions go into the season “March”." in said
    assert "1 session goes into no season." in said
    assert page.context["season"]["season"].value() == "by-date"
    import_with(scorer, page)
    assert seasons() == ["March", "March", None]


@pytest.mark.parametrize(
    ("choice", "expected"), [("none", [None, None, None]), ("March", ["March", "March", "March"])]
)
def test_another_season_or_none_can_be_chosen(scorer, club, players, march, choice, expected):
    page = send(scorer, club, text=SHEET)
    choice = str(march.pk) if choice == "March" else choice
    counted = import_with(scorer, page, season=choice)
    assert [*dict(counted.context["seasons"])] == [expected[0]]
    assert seasons() == expected


def test_nothing_goes_into_a_season_that_the_preview_did_not_name(scorer, club, players, march):
    page = send(scorer, club, text=SHEET)
    refused = scorer.post(page.request["PATH_INFO"], chosen(page, {}) | {"season": "none"})
    assert (refused.status_code, Session.objects.count()) == (412, 0)


def test_a_season_that_began_meanwhile_is_counted_again(scorer, club, players, march, people):
    page = send(scorer, club, text=SHEET)
    club_roster.add(Season(club=club, name="April", starts_on=date(2024, 4, 1)), by=people.alice)
    refused = scorer.post(page.request["PATH_INFO"], chosen(page, {}))
    assert refused.status_code == 412
    assert dict(refused.context["seasons"]) == {"March": 2, "April": 1}


def test_a_club_without_seasons_is_asked_for_none(scorer, club, players):
    assert send(scorer, club, text=SHEET).context["season"] is None


def test_sessions_without_a_date_go_into_no_season(scorer, club, players, march):
    page = send(scorer, club, text="Alice, Bob, Carol, Dan\n0 1 2 3\n")
    assert dict(page.context["seasons"]) == {None: 1}


@pytest.mark.parametrize("choice", ["nonsense", "5d5bfb5b-5c8c-4c0e-9a57-0f8c7d7a35d2"])
def test_a_season_of_nobody_is_refused(scorer, club, players, march, choice):
    page = send(scorer, club, text=SHEET)
    refused = scorer.post(page.request["PATH_INFO"], chosen(page, {}) | {"season": choice})
    assert (refused.status_code, Session.objects.count()) == (422, 0)
