"""A hand is sent: whoever sends it, whatever else it depends on and the hand itself are one transaction."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Hand, Member, Role, Session, Token, User
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, SHEET

API = "/api/v1"
UNREADABLE = {"data": '{"events": ', "content_type": "application/json"}


@pytest.fixture
def path(session):
    return f"{API}/sessions/{session.pk}/hands/"


@pytest.fixture
def apart():
    """Do something in a thread with a connection of its own."""

    def run(act):
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        yield lambda act: pool.submit(run, act)


def code(answer):
    return answer.status_code, answer.json()["code"]


@pytest.mark.django_db
def test_whoever_is_not_let_in_is_told_so_before_anything_else(session, people, signed, path):
    stranger, garbage = signed(people.eve), signed(None)
    garbage.credentials(HTTP_AUTHORIZATION=f"Bearer {'0' * 64}")
    for body in ({"data": SHEET}, UNREADABLE):
        assert garbage.post(path, **body).status_code == 401
        assert stranger.post(path, **body).status_code == 404
        assert signed(people.carol).post(f"{API}/sessions/{uuid4()}/hands/", **body).status_code == 404  # fmt: skip
    assert code(signed(people.carol).post(path, **UNREADABLE)) == (400, "unreadable")
    assert not Hand.objects.exists()


@pytest.mark.django_db
def test_a_token_that_expired_or_whose_account_was_closed_lets_nobody_in(people, signed, path):
    late, closed = signed(people.carol), signed(people.bob)
    Token.objects.filter(user=people.carol).update(expiry=timezone.now() - timedelta(1))
    User.objects.filter(pk=people.bob.pk).update(is_active=False)
    assert [client.post(path, SHEET).status_code for client in (late, closed)] == [401, 401]
    assert not Hand.objects.exists()


@pytest.mark.django_db
def test_a_role_that_was_taken_away_counts_at_once(people, signed, path, club):
    carol = signed(people.carol)
    assert carol.post(path, SHEET).status_code == 201
    Member.objects.filter(club=club, user=people.carol).update(role=Role.MEMBER)
    refused = carol.post(path, SHEET)
    assert refused.status_code == 403
    assert Hand.objects.count() == 1


@pytest.mark.django_db
def test_an_id_that_stands_for_another_sessions_hand_is_taken(session, club, players, people, signed, path):  # fmt: skip
    sheet = {"variant": "big-two", "played_on": "2026-03-06"}
    other, _ = session_recording.record_session(club, sheet, players=players, by=people.carol)
    there = hand_recording.record_hand(other, CLEAN, by=people.carol).hand
    refused = signed(people.carol).post(path, {**CLEAN, "id": str(there.pk)})
    assert code(refused) == (409, "id-taken")
    assert Hand.objects.count() == 1


@pytest.mark.django_db
def test_what_is_refused_leaves_the_books_as_they_were(session, people, signed, path):
    carol = signed(people.carol)
    for body in ({"events": ["1: 3Z"]}, {"events": ["9: 3D"]}, {"id": "no-id", **SHEET}, ["no hand"]):  # fmt: skip
        assert 400 <= carol.post(path, body, format="json").status_code < 500
    assert carol.post(path, SHEET).json()["position"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_hand_waits_for_whoever_writes_in_its_session(session, people, signed, path, apart):
    carol = signed(people.carol)
    with transaction.atomic():
        session_recording.lock(session)
        sent = apart(lambda: carol.post(path, SHEET))
        time.sleep(0.3)
        assert not sent.done()
        first = hand_recording.record_hand(session, SHEET, by=people.carol).hand
    assert (first.position, sent.result().json()["position"]) == (1, 2)
    assert Hand.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_kept_when_it_is_answered_and_locks_nothing_any_more(session, people, signed, path, apart):  # fmt: skip
    carol = signed(people.carol)
    for number in (1, 2, 3):
        assert carol.post(path, SHEET).json()["position"] == number
        assert not connection.in_atomic_block
        found = apart(lambda: [hand.position for hand in recording_of(session)])
        assert found.result() == list(range(1, number + 1))


@transaction.atomic
def recording_of(session):
    """The hands as somebody else may write after them, at once."""
    locked = type(session).objects.select_for_update(nowait=connection.features.has_select_for_update_nowait)  # fmt: skip
    return list(locked.get(pk=session.pk).hands.all())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("who", "status"), [("nobody", 401), ("eve", 404), ("dan", 403), pytest.param("late", 401, marks=pytest.mark.postgresql)])  # fmt: skip
def test_whoever_may_not_record_waits_for_nobody(session, people, path, signed, apart, who, status):
    client = signed(getattr(people, who, people.carol if who == "late" else None))
    if who == "nobody":
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {'0' * 64}")
    if who == "late":
        Token.objects.update(expiry=timezone.now() - timedelta(1))
    with transaction.atomic():
        session_recording.lock(session)
        Session.objects.filter(pk=session.pk).update(place="at home")
        assert apart(lambda: client.post(path, SHEET)).result(timeout=5).status_code == status


@pytest.mark.django_db
def test_of_a_stranger_little_is_read(session, path, signed, monkeypatch):
    stranger = signed(None)
    stranger.credentials(HTTP_AUTHORIZATION=f"Bearer {'0' * 64}")
    monkeypatch.setattr(
        "scorekeeper.api.parsers.JSONParser.parse", lambda *_, **__: pytest.fail("It was read.")
    )
    long = {"events": ["1: 3D"] * 20_000}
    assert stranger.post(path, long).status_code == 401
