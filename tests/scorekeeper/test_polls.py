"""Screens and loggers that poll: 304 without the database while nothing changes, and never after a change."""

from itertools import count

import pytest
from django.core.cache import caches
from django.test import Client

from scorekeeper import polls
from scorekeeper.clubs import memberships, roster
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Hand, Role, Season, Visibility
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import recount
from tests.scorekeeper.sample_hands import SHEET

PAGES = ["live/", "projector/board/", "overlay/board/"]
LOCAL = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Return a context manager in which changes are committed at the end."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def hand(settings, session, people, club):
    """Return the first hand of a public session, whose polls are kept: this process is all there is."""
    settings.CACHES = {**settings.CACHES, "polls": {**LOCAL, "LOCATION": f"polls {session.pk}"}}
    polls._club_of.cache_clear()
    type(club).objects.filter(pk=club.pk).update(visibility=Visibility.PUBLIC)
    hand = hand_recording.record_hand(session, SHEET, by=people.carol).hand
    type(session).objects.filter(pk=session.pk).update(visibility=Visibility.PUBLIC)
    return hand


@pytest.fixture
def poll(hand):
    """Return a function that polls as a browser does: with the last ETag of the same address."""
    known: dict[tuple[int, str], str] = {}

    def ask(path: str, client: Client) -> int:
        etag = known.get((id(client), path))
        answer = client.get(path, headers={"If-None-Match": etag} if etag else {})
        known[id(client), path] = answer.get("ETag", "")
        return answer.status_code

    return ask


def paths(hand: Hand) -> list[str]:
    session = f"/sessions/{hand.session_id}/"
    api = [f"/api/v1{session}", f"/api/v1/hands/{hand.pk}/"]
    return [*(session + page for page in PAGES), f"/hands/{hand.pk}/overlay/board/", *api]


@pytest.mark.parametrize("index", range(6))
def test_an_unchanged_poll_asks_nobody(poll, hand, signed, index, django_assert_num_queries):
    path, client = paths(hand)[index], Client()
    assert [poll(path, client), poll(path, client)] == [200, 304]
    with django_assert_num_queries(0):
        assert poll(path, client) == 304


@pytest.mark.parametrize("index", range(6))
def test_an_unchanged_answer_has_the_headers_of_the_view(hand, index):
    path, client = paths(hand)[index], Client()
    etag = client.get(path)["ETag"]
    asked = client.get(path, headers={"If-None-Match": etag, "Accept-Language": "de"})
    known = client.get(path, headers={"If-None-Match": etag})
    names = ("ETag", "Cache-Control", "Vary")
    assert asked.status_code in {200, 304}
    assert known.status_code == 304
    assert all(known[name] for name in names)
    assert known["Cache-Control"] == asked["Cache-Control"]


def test_members_and_tokens_are_asked_for_only_now_and_then(
    poll, hand, people, signed, django_assert_num_queries
):
    dan = Client()
    dan.force_login(people.dan)
    for client, path in ((dan, paths(hand)[1]), (signed(people.carol), paths(hand)[5])):
        poll(path, client)
        with django_assert_num_queries(0):
            assert poll(path, client) == 304


def test_whatever_is_shown_is_asked_for_again_after_a_change(poll, hand, people, club, committed):
    client, numbers = Client(), count()
    season = Season.objects.create(club=club, name="Spring", visibility=Visibility.PUBLIC)

    def record():
        hand_recording.record_hand(hand.session, SHEET, by=people.carol)

    def rename():
        player = hand.session.seats.first().player
        roster.change(player, {"name": f"Alicia {next(numbers)}"}, by=people.carol)

    def file():
        session_recording.file_session(
            hand.session, season=season, visibility=Visibility.PUBLIC, by=people.alice
        )

    board = paths(hand)[1]
    for change in (record, rename, file, lambda: recount.refresh(season)):
        poll(board, client)
        assert poll(board, client) == 304
        with committed():
            change()
        assert poll(board, client) == 200, change
        assert poll(board, client) == 304


def test_what_becomes_private_is_gone_for_strangers_at_once(poll, hand, people, committed):
    client = Client()
    assert [poll(path, client) for path in paths(hand)] == [200] * 6
    with committed():
        session_recording.file_session(
            hand.session, season=None, visibility=Visibility.PRIVATE, by=people.alice
        )
    assert [poll(path, client) for path in paths(hand)] == [404] * 6


def test_whoever_leaves_the_club_is_asked_who_they_are(poll, hand, people, club, committed):
    type(club).objects.update(visibility=Visibility.PRIVATE)
    dan = Client()
    dan.force_login(people.dan)
    path = paths(hand)[1]
    assert [poll(path, dan), poll(path, dan)] == [200, 304]
    with committed():
        memberships.leave(club, people.dan, by=people.alice)
    assert poll(path, dan) == 404


def test_an_answer_that_a_change_overtook_is_not_kept(
    hand, people, committed, rf, django_assert_num_queries
):
    """The view reads, then somebody else writes, then the view's answer arrives."""
    path, client = paths(hand)[1], Client()
    old = client.get(path)

    def slow_view(request):
        with committed():
            hand_recording.record_hand(hand.session, SHEET, by=people.carol)
        return old

    polls.answer_unchanged(slow_view)(rf.get(path))
    assert client.get(path, headers={"If-None-Match": old["ETag"]}).status_code == 200


def test_a_version_that_the_cache_lost_agrees_with_nothing(poll, hand, django_assert_num_queries):
    path, client = paths(hand)[1], Client()
    assert [poll(path, client), poll(path, client)] == [200, 304]
    caches["polls"].delete(f"version:{hand.club_id}")
    with pytest.raises(pytest.fail.Exception), django_assert_num_queries(0):
        poll(path, client)


def test_languages_and_people_are_kept_apart(hand, people, club, signed):
    path, client = paths(hand)[1], Client()
    english = client.get(path)["ETag"]
    client.get(path, headers={"If-None-Match": english})
    german = {"If-None-Match": english, "Accept-Language": "de"}
    assert client.get(path, headers=german).status_code == 200
    memberships.give_role(club, people.eve, Role.MEMBER, by=people.alice)
    path = paths(hand)[5]
    tags = {signed(person).get(path)["ETag"] for person in (None, people.eve)}
    assert all(
        signed(None).get(path, headers={"If-None-Match": tag}).status_code in {200, 304}
        for tag in tags
    )


def test_without_redis_every_poll_is_asked_and_every_change_is_written(
    poll, hand, people, settings, committed
):
    away = {
        "BACKEND": "scorekeeper.monitoring.guarded_cache.SharedCache",
        "LOCATION": "redis://127.0.0.1:1",
    }
    settings.CACHES = {**settings.CACHES, "polls": away}
    path, client = paths(hand)[1], Client()
    assert [poll(path, client), poll(path, client)] == [200, 304]
    with committed():
        hand_recording.record_hand(hand.session, SHEET, by=people.carol)
    assert poll(path, client) == 200


def test_a_process_with_a_cache_of_its_own_keeps_nothing(hand, settings, django_assert_num_queries):
    settings.CACHES = {"default": LOCAL}
    path, client = paths(hand)[1], Client()
    etag = client.get(path)["ETag"]
    client.get(path, headers={"If-None-Match": etag})
    with pytest.raises(pytest.fail.Exception), django_assert_num_queries(0):
        client.get(path, headers={"If-None-Match": etag})
