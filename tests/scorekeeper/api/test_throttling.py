"""How many streams and dear answers somebody gets at once, and how much in a minute."""

import gc
from fractions import Fraction

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory

from scorekeeper.accounts.rate_limits import AnonymousRateThrottle
from scorekeeper.api import throttling
from scorekeeper.api.throttling import CostMiddleware
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Visibility
from scorekeeper.monitoring import route_costs
from scorekeeper.monitoring.places import Places
from scorekeeper.monitoring.route_costs import SENDING, WORKING
from tests.scorekeeper.api_answers import check_problem, close
from tests.scorekeeper.sample_hands import SHEET

AT_ONCE = 2  # for one, of eight threads


@pytest.fixture(autouse=True)
def _nobody_asked_before(settings):
    """Start without counted requests, and with no answers of other tests that nobody closed."""
    settings.WEB_THREADS = 8
    gc.collect()
    assert SENDING.taken == WORKING.taken == 0
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def public_season(open_session, club, season, people):
    """A season that everybody may see, with a hand."""
    for row in (club, season):
        row.visibility = Visibility.PUBLIC
        row.save()
    session = open_session(played_on="2026-03-05", season=season, visibility=Visibility.PUBLIC)
    hand_recording.record_hand(session, SHEET, by=people.carol)
    return season


def streams_of(club, season):
    return [
        f"/api/v1/clubs/{club.pk}/records/",
        f"/api/v1/clubs/{club.pk}/hands/",
        f"/api/v1/seasons/{season.pk}/records/",
        f"/api/v1/seasons/{season.pk}/hands/?format=csv",
        f"/api/v1/seasons/{season.pk}/scores/",
    ]


def check_is_to_wait(response, sentence):
    problem = check_problem(response, 429, "throttled")
    assert sentence in problem["detail"]
    assert int(response["Retry-After"]) > 0


def test_an_account_is_sent_two_streams_at_once_whatever_its_tokens(
    signed, people, club, public_season
):
    for address in streams_of(club, public_season):
        unread = [signed(people.dan).get(address) for _ in range(AT_ONCE)]
        assert [response.status_code for response in unread] == [200, 200]
        check_is_to_wait(
            signed(people.dan).get(address),
            "At most 2 of these are answered at once for an account.",
        )
        other = signed(people.carol).get(address)
        assert other.status_code == 200
        for response in (*unread, other):
            close(response)
        assert signed(people.dan).get(address).getvalue()
        assert SENDING.taken == 0


def test_an_archive_is_a_stream_too(signed, people, club, public_season):
    address = f"/api/v1/clubs/{club.pk}/export/"
    unread = [signed(people.alice).get(address) for _ in range(AT_ONCE)]
    check_is_to_wait(signed(people.alice).get(address), "at once for an account")
    for response in unread:
        close(response)
    assert signed(people.alice).get(address).getvalue().startswith(b"PK")


def test_strangers_on_one_network_are_sent_two_streams_at_once(client, club, public_season):
    address = f"/api/v1/seasons/{public_season.pk}/scores/"
    unread = [
        client.get(address, REMOTE_ADDR=f"2001:db8:0:1::{number}") for number in range(AT_ONCE)
    ]
    refused = client.get(address, REMOTE_ADDR="2001:db8:0:1:ffff::")
    check_is_to_wait(refused, "for an address without an account")
    other = client.get(address, REMOTE_ADDR="2001:db8:0:2::1")
    assert other.status_code == 200
    for response in (*unread, other):
        close(response)


def test_a_server_sends_three_streams_at_once_to_all(signed, people, client, club, public_season):
    address = f"/api/v1/seasons/{public_season.pk}/scores/"
    unread = [signed(who).get(address) for who in (people.alice, people.bob, people.carol)]
    check_is_to_wait(client.get(address), "At most 3 of these are answered at once by this server")
    assert client.get(f"/api/v1/seasons/{public_season.pk}/").status_code == 200
    assert client.get("/healthz/").status_code == 200
    for response in unread:
        close(response)


def test_what_is_not_sent_takes_no_place(signed, people, club, public_season):
    dan = signed(people.dan)
    address = f"/api/v1/clubs/{club.pk}/hands/"
    tag = dan.get(address)["ETag"]
    for _ in range(AT_ONCE + 1):
        assert dan.get(address, headers={"If-None-Match": tag}).status_code == 304
        assert dan.get(f"/api/v1/clubs/{people.dan.pk}/hands/").status_code == 404
        assert dan.get(address, {"after": "nonsense"}).status_code == 422
    gc.collect()
    assert SENDING.taken == 0


def test_a_head_request_makes_nothing(signed, people, club, public_season):
    dan = signed(people.dan)
    for address in streams_of(club, public_season):
        assert dan.head(address).getvalue() == b""


def test_whoever_was_sent_a_minutes_lines_waits(client, club, public_season, settings):
    settings.STREAM_LINES_A_MINUTE = {"account": 1000, "anonymous": 3}
    address = f"/api/v1/seasons/{public_season.pk}/scores/"
    assert len(client.get(address).getvalue().splitlines()) == 5
    check_is_to_wait(client.get(address), "You have been sent too many lines.")
    other = client.get(address, REMOTE_ADDR="192.0.2.1")
    assert len(other.getvalue().splitlines()) == 5


def test_a_stream_that_is_given_up_counts_as_far_as_it_was_sent(
    client, club, public_season, settings
):
    settings.STREAM_LINES_A_MINUTE = {"account": 1000, "anonymous": 1}
    address = f"/api/v1/seasons/{public_season.pk}/scores/"
    response = client.get(address)
    lines = iter(response.streaming_content)
    next(lines), next(lines)
    close(response)
    assert client.get(address).status_code == 429


def test_strangers_are_sent_twenty_streams_a_minute(client, public_season):
    address = f"/api/v1/seasons/{public_season.pk}/scores/"
    for _ in range(20):
        assert client.get(address).getvalue()
    check_is_to_wait(client.get(address), "too many requests of this kind")


@pytest.fixture
def _busy(monkeypatch):
    """All places for dear answers are taken."""
    full = Places(in_all=Fraction(1, 8), for_one=Fraction(1, 8))
    monkeypatch.setitem(full._by_asker, "account:1", 1)
    limits = {cost: each._replace(places=full) for cost, each in route_costs.LIMITS.items()}
    monkeypatch.setattr(throttling, "LIMITS", limits)


@pytest.mark.usefixtures("_busy")
def test_a_page_that_is_dear_asks_to_wait(client, public_season):
    response = client.get(f"/seasons/{public_season.pk}/head-to-head/")
    assert response.status_code == 429
    assert int(response["Retry-After"]) > 0
    assert "Too many requests" in response.content.decode()
    assert client.get(f"/seasons/{public_season.pk}/").status_code == 200


@pytest.mark.usefixtures("_busy")
def test_a_dear_answer_and_a_record_to_judge_wait_for_a_place(client, public_season, players):
    check_is_to_wait(client.get(f"/api/v1/players/{players[0].pk}/statistics/"), "by this server")
    record = {
        "format": "session-record/1",
        "variant": "big-two",
        "players": list("ABCD"),
        "hands": [],
    }
    answer = client.post("/api/v1/adjudicate/", record, content_type="application/json")
    check_is_to_wait(answer, "by this server")
    assert client.get("/api/v1/adjudicate/").status_code == 405


def test_a_dear_answer_gives_its_place_back_when_it_is_made(client, public_season, players):
    address = f"/api/v1/players/{players[0].pk}/statistics/"
    unread = [client.get(address) for _ in range(AT_ONCE + 1)]
    assert [response.status_code for response in unread] == [200] * (AT_ONCE + 1)
    assert WORKING.taken == 0


@pytest.mark.parametrize("path", ["/api/v1/seasons/", "/seasons/"], ids=["API", "page"])
def test_a_large_answer_takes_a_place_until_it_is_read(path):
    middleware = CostMiddleware(lambda request: HttpResponse(b"x" * (route_costs.LARGE + 1)))
    request = RequestFactory().get(path)
    unread = [middleware(request) for _ in range(AT_ONCE)]
    assert SENDING.taken == AT_ONCE
    refused = middleware(request)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert refused["Content-Type"].startswith(
        "application/problem+json" if path.startswith("/api/") else "text/html"
    )
    for response in unread:
        close(response)
    assert SENDING.taken == 0


def test_the_answer_to_a_write_is_never_refused_once_it_took_effect():
    middleware = CostMiddleware(lambda request: HttpResponse(b"x" * (route_costs.LARGE + 1)))
    answers = [middleware(RequestFactory().post("/api/v1/clubs/")) for _ in range(9)]
    assert [response.status_code for response in answers] == [200] * 9


def test_answers_that_the_system_takes_at_once_take_no_place():
    middleware = CostMiddleware(lambda request: HttpResponse(b"x" * route_costs.LARGE))
    assert [middleware(RequestFactory().get("/")).status_code for _ in range(9)] == [200] * 9
    assert SENDING.taken == 0


def test_pages_of_lists_are_as_long_as_the_table_says(signed, people, club):
    listed = signed(people.dan).get(f"/api/v1/clubs/{club.pk}/players/", {"page_size": 10**6})
    assert listed.status_code == 200
    assert (route_costs.PAGE, route_costs.LARGEST_PAGE) == (50, 200)


def test_a_request_that_counts_as_several_takes_the_place_of_others(monkeypatch):
    monkeypatch.setattr(AnonymousRateThrottle, "rate", "20/day", raising=False)
    request = RequestFactory().post("/api/v1/adjudicate/")
    request.user = AnonymousUser()
    assert AnonymousRateThrottle().add(request, None, 19)
    answers = [AnonymousRateThrottle().allow_request(request, None) for _ in range(2)]
    assert answers == [True, False]
