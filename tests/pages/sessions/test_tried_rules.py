"""House rules on a long season: a page shows how far workers are and what would change, and applies the rules."""

import pytest

from scorekeeper.models import Hand, HandRevision, SessionRevision, WhatIf
from scorekeeper.pages.sessions import tried_rules
from scorekeeper.sessions import season_what_if, what_if_pieces
from scorekeeper.standings import recount
from tests.pages.forms_and_mail import form_data, html_of
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB
from tests.scorekeeper.turns import after, never

DOUBLED = {"rule-multipliers": "1:1 10:2"}


@pytest.fixture
def form(keeper, monkeypatch):
    """The address of the form of a season that is too long for a request."""
    monkeypatch.setattr(season_what_if, "AT_ONCE", 2)
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    keeper.session(WON_BY_BOB, played_on="2026-03-02")
    keeper.session([1, 0, 1, 1], played_on="2026-03-03")
    recount.refresh(keeper.season)
    return f"/seasons/{keeper.season.pk}/what-if/big-two/"


@pytest.fixture
def address(form, browse):
    """The address of the page of rules that Dan has tried; no worker has begun."""
    client = browse("dan")
    filled = form_data(client.get(form))
    return client.post(form, {**filled, **DOUBLED, "do": "look"})["Location"]


@pytest.fixture
def tried(address):
    what_if_pieces.finish_waiting(stop=never)
    return address


def apply(client, address, reason="We always did."):
    return client.post(address, {"reason": reason}, follow=True)


def test_the_form_says_that_it_takes_minutes_and_offers_no_applying(browse, form):
    shown = html_of(browse("alice").get(form))
    assert "this can take some minutes" in shown
    assert "Apply these house rules" not in shown


def test_the_page_shows_how_far_workers_are(browse, address, monkeypatch):
    monkeypatch.setattr(what_if_pieces, "PIECE", 1)
    client = browse("dan")
    assert "The sessions are being counted." in html_of(client.get(address))
    what_if_pieces.finish_waiting(stop=after(2))
    shown = html_of(client.get(address))
    assert "1 of 3 sessions are judged by these rules." in shown
    assert 'hx-trigger="every 2s"' in shown


def test_a_member_sees_what_would_change_and_cannot_apply_it(browse, tried):
    page = browse("dan").get(tried)
    gains = {player.name: player.change for player in page.context["gains"]}
    assert gains["Dan"] == "−24"
    shown = html_of(page)
    assert ": ×2 from 10 cards on" in shown
    assert "Nothing changes in 1 session." in shown
    assert shown.count('<details class="more"') == 2
    assert "Only referees and owners" in shown
    assert browse("dan").post(tried, {"reason": "So."}).status_code == 403
    assert not SessionRevision.objects.filter(number=2).exists()


def test_an_owner_applies_the_rules_and_sees_when_it_is_done(browse, tried, keeper):
    client = browse("alice")
    missing = client.post(tried, {"reason": ""})
    assert missing.status_code == 422
    assert "Give a reason" in html_of(missing)
    assert "The house rules are being applied." in html_of(apply(client, tried))
    what_if_pieces.finish_waiting(stop=never)
    assert "now apply to all sessions" in html_of(client.get(tried))
    recount.refresh(keeper.season)
    assert keeper.table()["Dan"][1] == -49


def test_whoever_may_apply_rules_may_stop_it(browse, tried):
    apply(browse("alice"), tried)
    assert browse("dan").post(f"{tried}stop/").status_code == 403
    stopped = browse("alice").post(f"{tried}stop/", follow=True)
    assert "This was stopped." in html_of(stopped)
    again = browse("alice").post(f"{tried}stop/", follow=True)
    assert again.status_code == 200
    assert what_if_pieces.finish_waiting(stop=never) == 0


def test_a_member_may_stop_what_is_only_tried(browse, address):
    stopped = html_of(browse("dan").post(f"{address}stop/", follow=True))
    assert "Nothing was saved." in stopped


def test_sessions_that_the_rules_cannot_judge_are_named(browse, address):
    hand = Hand.objects.get(session__played_on="2026-03-01")
    HandRevision.objects.filter(pk=hand.head_id).update(content={"events": ["1: 3Z"]})
    what_if_pieces.finish_waiting(stop=never)
    shown = html_of(browse("alice").get(address))
    assert "1 session cannot be judged by these rules" in shown
    assert "is no card of this game" in shown
    assert "Apply these house rules" not in shown


def test_a_season_that_changed_meanwhile_is_told(browse, tried, keeper):
    assert "has changed since" not in html_of(browse("alice").get(tried))
    keeper.session(WON_BY_BOB)
    recount.refresh(keeper.season)
    assert "has changed since" in html_of(browse("alice").get(tried))


def test_long_lists_of_players_and_sessions_have_pages(browse, tried, monkeypatch):
    monkeypatch.setattr(tried_rules, "PLAYERS", 1)
    monkeypatch.setattr(tried_rules, "SESSIONS", 1)
    client = browse("dan")
    first, second = client.get(tried), client.get(f"{tried}?players=2&page=2")
    assert len(first.context["gains"]) == len(second.context["gains"]) == 1
    assert first.context["gains"] != second.context["gains"]
    assert "Smaller gains" in html_of(first)
    assert "Larger gains" in html_of(second)


def test_other_rules_can_be_tried_from_there(browse, tried):
    page = browse("dan").get(tried)
    form = browse("dan").get(page.context["form_address"])
    assert form.context["rules"]["multipliers"].value() == "1:1 10:2"


def test_strangers_do_not_find_the_page(browse, tried):
    assert browse("eve").get(tried).status_code == 404
    assert browse("eve").post(f"{tried}stop/").status_code == 404
    assert WhatIf.objects.get().cancelled_at is None
