"""Other house rules for a whole season: tried by members, applied by referees and owners."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.models import SessionRevision
from scorekeeper.pages.sessions import season_what_if
from scorekeeper.standings import recount
from tests.pages.forms_and_mail import form_data, html_of
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

DOUBLED = {"rule-multipliers": "1:1 10:2"}


@pytest.fixture
def address(keeper):
    keeper.session(WON_BY_ALICE)
    keeper.session(WON_BY_BOB)
    keeper.session([1, 0, 1, 1])
    return f"/seasons/{keeper.season.pk}/what-if/big-two/"


def send(client, address, button, **changes):
    page = client.get(address)
    filled = form_data(page, reason="We always did.")
    return client.post(address, {**filled, **DOUBLED, **changes, "do": button})


def test_a_member_tries_rules_on_a_season_and_cannot_apply_them(browse, address, keeper):
    client = browse("dan")
    assert address in html_of(client.get(f"/seasons/{keeper.season.pk}/"))
    changes = send(client, address, "look").context["changes"]
    assert {player.name: player.change for player in changes["players"]}["Dan"] == "−24"
    assert (len(changes["sessions"]), changes["unchanged"]) == (2, 1)
    assert send(client, address, "save").status_code == 403
    assert not SessionRevision.objects.filter(number=2).exists()


def test_an_owner_applies_them_once(browse, address, keeper):
    client = browse("alice")
    filled = form_data(client.get(address), reason="We always did.")
    assert client.post(address, {**filled, **DOUBLED, "do": "save"}).status_code == 302
    assert keeper.table()["Dan"][1] == -49
    revisions = SessionRevision.objects.count()
    assert client.post(address, {**filled, **DOUBLED, "do": "save"}).status_code == 412
    assert SessionRevision.objects.count() == revisions == 6


def test_the_form_starts_with_the_rules_of_most_sessions(browse, address, keeper):
    keeper.session(WON_BY_BOB, house_rules={"pass_locks_out": True})
    page = browse("dan").get(address)
    assert page.context["rules"]["pass_locks_out"].value() != "yes"
    assert "played by 2 different sets of house rules" in html_of(page)
    for _ in range(3):
        keeper.session(WON_BY_BOB, house_rules={"pass_locks_out": True})
    page = browse("dan").get(address)
    assert page.context["rules"]["pass_locks_out"].value() == "yes"


def test_of_many_sessions_the_last_ones_are_compared(browse, address, keeper, monkeypatch):
    keeper.session(WON_BY_BOB, house_rules={"pass_locks_out": True})
    monkeypatch.setattr(season_what_if, "MOST_COMPARED", 2)
    shown = html_of(browse("dan").get(address))
    assert "in this season, more than 2, are judged" in shown
    assert "The last 2 sessions were played by 2 different sets of house rules" in shown
    keeper.session(WON_BY_BOB, house_rules={"pass_locks_out": True})
    page = browse("dan").get(address)
    assert page.context["rules"]["pass_locks_out"].value() == "yes"
    assert "different sets" not in html_of(page)


def test_opening_the_page_reads_no_session_beyond_the_last_ones(
    browse, address, keeper, monkeypatch
):
    monkeypatch.setattr(season_what_if, "MOST_COMPARED", 1)
    recount.refresh(keeper.season)
    with CaptureQueriesContext(connection) as captured:
        browse("dan").get(address)
    tables = ("session", "hand", "tally", "result")
    read = [
        query["sql"]
        for query in captured
        if any(f'FROM "scorekeeper_{table}"' in query["sql"] for table in tables)
    ]
    assert read
    assert all("LIMIT" in sql for sql in read)


def test_rules_are_not_applied_to_what_was_recorded_after_the_preview(browse, address, keeper):
    client = browse("alice")
    filled = form_data(client.get(address), reason="We always did.")
    keeper.session(WON_BY_ALICE)
    assert client.post(address, {**filled, **DOUBLED, "do": "save"}).status_code == 412


def test_strangers_and_games_that_were_not_played_are_not_found(browse, address, keeper):
    assert browse("eve").get(address).status_code == 404
    other = f"/seasons/{keeper.season.pk}/what-if/gang-of-four/"
    assert browse("alice").get(other).status_code == 404
