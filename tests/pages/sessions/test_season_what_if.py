"""Other house rules for a whole season: tried by members, applied by referees and owners."""

import pytest

from scorekeeper.models import SessionRevision
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
    assert {player.name: player.change for player in changes.players}["Dan"] == "−24"
    assert (len(changes.sessions), changes.unchanged) == (2, 1)
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


def test_strangers_and_games_that_were_not_played_are_not_found(browse, address, keeper):
    assert browse("eve").get(address).status_code == 404
    other = f"/seasons/{keeper.season.pk}/what-if/gang-of-four/"
    assert browse("alice").get(other).status_code == 404
