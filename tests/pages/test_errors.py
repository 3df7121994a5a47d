"""The error pages, in the reader's language and theme, with a way on."""

from dataclasses import replace

import pytest
from django.test import Client, override_settings
from django.urls import path

from referee.variants import BIG_TWO, VARIANTS
from scorekeeper.hands import recording as hand_recording
from scorekeeper.sessions import recording as session_recording
from scorekeeper.statistics import recount as statistics_recount
from scorekeeper.urls import handler400, handler500, urlpatterns
from tests.pages.forms_and_mail import html_of


def broken(request):
    raise ZeroDivisionError


urlpatterns = [path("broken/", broken), *urlpatterns]
__all__ = ["handler400", "handler500"]  # Django finds them here


@pytest.fixture
def visitor():
    """A client with the dark theme and German pages that shows errors instead of raising them."""
    client = Client(raise_request_exception=False, headers={"Accept-Language": "de"})
    client.cookies["theme"] = "dark"
    return client


def bad_request(client, club):
    return client.get("/", headers={"Host": "elsewhere.example"})


def not_found(client, club):
    return client.get("/nothing/")


def not_allowed(client, club):
    club.visibility = "public"
    club.save()
    client.force_login(club.members.get(user__username="dan").user)
    return client.get(f"/clubs/{club.pk}/settings/")


def no_such_method(client, club):
    return client.get("/theme/")


def too_often(client, club):
    return [client.post("/sign-in/", {"username": "x", "password": "x"}) for _ in range(11)][-1]


def expired(client, club):
    client.handler.enforce_csrf_checks = True
    return client.post("/theme/", {"theme": "light"})


def crashed(client, club):
    with override_settings(ROOT_URLCONF=__name__):
        return client.get("/broken/")


@pytest.mark.parametrize(
    ("request_page", "status"),
    [
        (bad_request, 400),
        (not_allowed, 403),
        (expired, 403),
        (not_found, 404),
        (no_such_method, 405),
        (too_often, 429),
        (crashed, 500),
    ],
)
def test_every_error_has_a_page_in_the_readers_language_and_theme(
    visitor, club, request_page, status
):
    page = request_page(visitor, club)
    assert page.status_code == status
    assert '<html lang="de" data-theme="dark">' in html_of(page)
    assert html_of(page).count("<h1>") == 1
    assert 'class="button"' in html_of(page)  # a way on


def test_a_page_that_only_takes_forms_names_its_methods(visitor, db):
    assert visitor.get("/theme/").headers["Allow"] == "POST"


def test_errors_of_the_api_are_not_html(visitor, db):
    page = visitor.put("/api/v1/variants/")
    assert page.status_code == 405
    assert "html" not in page.headers["Content-Type"]


def test_a_removed_game_stops_neither_statistics_nor_the_export_of_a_club(
    monkeypatch, browse, club, players, people, session
):
    gone = replace(BIG_TWO, variant="gone").with_house_rules({})
    with monkeypatch.context() as installed:
        installed.setitem(VARIANTS, "gone", gone)
        removed, _ = session_recording.record_session(
            club, {"variant": "gone"}, players=players, by=people.carol
        )
        finished = {"events": ["1: 3C", "unseen"], "cards_left": [0, 5, 8, 12]}
        hand_recording.record_hand(removed, finished, by=people.carol)
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    statistics_recount.refresh_waiting(stop=lambda: False)
    for page in ("statistics/", "export/"):
        assert browse("alice").get(f"/clubs/{club.pk}/{page}").status_code == 200
    assert browse("carol").get(f"/players/{players[0].pk}/").status_code == 200


def test_the_session_of_a_removed_game_shows_its_score_sheet(
    monkeypatch, browse, club, players, people
):
    gone = replace(BIG_TWO, variant="gone").with_house_rules({})
    with monkeypatch.context() as installed:
        installed.setitem(VARIANTS, "gone", gone)
        session, _ = session_recording.record_session(
            club, {"variant": "gone"}, players=players, by=people.carol
        )
        hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
        hand_recording.record_hand(
            session, {"dealt": ["?"] * 4, "events": ["1: 3C"]}, by=people.carol
        )
    for reader in ("carol", "dan"):
        page = browse(reader).get(f"/sessions/{session.pk}/")
        assert page.status_code == 200
        rows = page.context["rows"]
        assert [cell.points for cell in rows[0].cells] == ["+25", "−5", "−8", "−12"]
        assert rows[1].line.status == "unfinished"
        assert "3♣" not in html_of(page)
        assert "Continue logging" not in html_of(page)


def test_a_session_of_a_game_that_is_no_longer_installed_says_so(
    monkeypatch, browse, club, players, people
):
    gone = replace(BIG_TWO, variant="gone").with_house_rules({})
    with monkeypatch.context() as installed:
        installed.setitem(VARIANTS, "gone", gone)
        session, _ = session_recording.record_session(
            club, {"variant": "gone"}, players=players, by=people.carol
        )
        hand = hand_recording.record_hand(session, {"events": ["1: 3C"]}, by=people.carol).hand
    carol = browse("carol")
    assert carol.get(f"/clubs/{club.pk}/").status_code == 200
    for address, status in ((f"/sessions/{session.pk}/", 200), (f"/hands/{hand.pk}/", 503)):
        response = carol.get(address)
        assert response.status_code == status
        assert "This game is not installed" in html_of(response)
    assert carol.get(f"/sessions/{session.pk}/live/").status_code == 200
    answer = carol.get(f"/api/v1/hands/{hand.pk}/")
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-variant")
