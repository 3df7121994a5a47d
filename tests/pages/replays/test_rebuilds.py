"""Replays are asked for again on a page, followed, and stopped."""

import pytest

from scorekeeper.models import Rebuild, RebuildFailure, Season
from scorekeeper.replays import rebuilds as replay_rebuilds


@pytest.fixture
def owner(browse, hand):
    return browse("alice")


def asked(client, where):
    return client.post(f"{where}rebuild/", follow=True)


def text(page):
    return " ".join(page.content.decode().split())


def test_a_rebuild_is_followed_until_it_is_done(owner, club):
    page = asked(owner, f"/clubs/{club.pk}/")
    assert 'hx-trigger="every 2s"' in text(page)
    assert "0 of 1 replay" in text(page)
    replay_rebuilds.run_waiting(stop=lambda: False)
    page = owner.get(page.request["PATH_INFO"])
    assert "All of them were built." in text(page)
    assert "hx-trigger" not in text(page)


def test_it_is_of_a_session_a_season_or_the_club(owner, club, session):
    season = Season.objects.create(club=club, name="Spring")
    for where in (f"/sessions/{session.pk}/", f"/seasons/{season.pk}/", f"/clubs/{club.pk}/"):
        asked(owner, where)
    scopes = [(row.session, row.season) for row in Rebuild.objects.order_by("at")]
    assert scopes == [(session, None), (None, season), (None, None)]
    assert len(owner.get(f"/clubs/{club.pk}/rebuild/").context["recent"]) == 3
    assert len(owner.get(f"/sessions/{session.pk}/rebuild/").context["recent"]) == 1


def test_who_asks_twice_is_shown_the_same(owner, club, session):
    first, again = (asked(owner, f"/clubs/{club.pk}/") for _ in range(2))
    other = asked(owner, f"/sessions/{session.pk}/")
    assert first.request["PATH_INFO"] == again.request["PATH_INFO"] != other.request["PATH_INFO"]
    assert Rebuild.objects.count() == 2


def test_a_rebuild_is_stopped_while_it_goes_on(owner, club):
    address = asked(owner, f"/clubs/{club.pk}/").request["PATH_INFO"]
    assert "It is stopped. What was built stays." in text(
        owner.post(f"{address}cancel/", follow=True)
    )
    address = asked(owner, f"/clubs/{club.pk}/").request["PATH_INFO"]
    replay_rebuilds.run_waiting(stop=lambda: False)
    assert "It was over before it could be stopped." in text(
        owner.post(f"{address}cancel/", follow=True)
    )


def test_what_could_not_be_built_is_named(owner, club, hand):
    address = asked(owner, f"/clubs/{club.pk}/").request["PATH_INFO"]
    row = Rebuild.objects.get()
    RebuildFailure.objects.create(within=row, hand=hand, at=row.at)
    replay_rebuilds.run_waiting(stop=lambda: False)
    page = owner.get(address)
    assert "1 could not be built" in text(page)
    assert f'href="/hands/{hand.pk}/"' in text(page)
