"""Pages that request, follow and stop rebuilds of replays."""

import pytest

from scorekeeper.models import Rebuild, RebuildFailure, Season
from scorekeeper.replays import rebuilds as replay_rebuilds
from tests.pages.forms_and_mail import one_line


@pytest.fixture
def owner(browse, hand):
    return browse("alice")


def request_rebuild(client, address):
    return client.post(f"{address}rebuild/", follow=True)


def test_a_rebuild_is_followed_until_it_has_finished(owner, club):
    page = request_rebuild(owner, f"/clubs/{club.pk}/")
    assert 'hx-trigger="every 2s"' in one_line(page)
    assert "0 of 1 replay" in one_line(page)
    replay_rebuilds.run_waiting(stop=lambda: False)
    page = owner.get(page.request["PATH_INFO"])
    assert "All of them were built." in one_line(page)
    assert "hx-trigger" not in one_line(page)


def test_a_session_a_season_and_a_club_can_be_rebuilt(owner, club, session):
    season = Season.objects.create(club=club, name="Spring")
    for path in (f"/sessions/{session.pk}/", f"/seasons/{season.pk}/", f"/clubs/{club.pk}/"):
        request_rebuild(owner, path)
    scopes = [(row.session, row.season) for row in Rebuild.objects.order_by("at")]
    assert scopes == [(session, None), (None, season), (None, None)]
    assert len(owner.get(f"/clubs/{club.pk}/rebuild/").context["recent"]) == 3
    assert len(owner.get(f"/sessions/{session.pk}/rebuild/").context["recent"]) == 1


def test_a_second_request_shows_the_running_rebuild(owner, club, session):
    first, second = (request_rebuild(owner, f"/clubs/{club.pk}/") for _ in range(2))
    of_session = request_rebuild(owner, f"/sessions/{session.pk}/")
    assert (
        first.request["PATH_INFO"] == second.request["PATH_INFO"] != of_session.request["PATH_INFO"]
    )
    assert Rebuild.objects.count() == 2


def test_a_running_rebuild_is_stopped(owner, club):
    address = request_rebuild(owner, f"/clubs/{club.pk}/").request["PATH_INFO"]
    assert "Stopped. Replays built so far are kept." in one_line(
        owner.post(f"{address}cancel/", follow=True)
    )
    address = request_rebuild(owner, f"/clubs/{club.pk}/").request["PATH_INFO"]
    replay_rebuilds.run_waiting(stop=lambda: False)
    assert "It had already finished and could not be stopped." in one_line(
        owner.post(f"{address}cancel/", follow=True)
    )


def test_hands_that_could_not_be_built_are_listed(owner, club, hand):
    address = request_rebuild(owner, f"/clubs/{club.pk}/").request["PATH_INFO"]
    row = Rebuild.objects.get()
    RebuildFailure.objects.create(within=row, hand=hand, at=row.at)
    replay_rebuilds.run_waiting(stop=lambda: False)
    page = owner.get(address)
    assert "1 could not be built" in one_line(page)
    assert f'href="/hands/{hand.pk}/"' in one_line(page)
