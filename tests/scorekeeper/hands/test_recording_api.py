"""Recording a hand over HTTP: authentication, permission, locking and rollback."""

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
def in_thread():
    """Return a function that runs another in a thread with its own database connection."""

    def run(function):
        try:
            return function()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        yield lambda function: pool.submit(run, function)


def status_and_code(answer):
    return answer.status_code, answer.json()["code"]


@pytest.mark.django_db
def test_permission_is_checked_before_the_body_is_parsed(session, people, signed, path):
    stranger, unknown = signed(people.eve), signed(None)
    unknown.credentials(HTTP_AUTHORIZATION=f"Bearer {'0' * 64}")
    for body in ({"data": SHEET}, UNREADABLE):
        assert unknown.post(path, **body).status_code == 401
        assert stranger.post(path, **body).status_code == 404
        assert (
            signed(people.carol).post(f"{API}/sessions/{uuid4()}/hands/", **body).status_code == 404
        )
    assert status_and_code(signed(people.carol).post(path, **UNREADABLE)) == (400, "unreadable")
    assert not Hand.objects.exists()


@pytest.mark.django_db
def test_expired_tokens_and_closed_accounts_are_refused(people, signed, path):
    expired, closed = signed(people.carol), signed(people.bob)
    Token.objects.filter(user=people.carol).update(expiry=timezone.now() - timedelta(1))
    User.objects.filter(pk=people.bob.pk).update(is_active=False)
    assert [client.post(path, SHEET).status_code for client in (expired, closed)] == [401, 401]
    assert not Hand.objects.exists()


@pytest.mark.django_db
def test_a_removed_role_takes_effect_immediately(people, signed, path, club):
    carol = signed(people.carol)
    assert carol.post(path, SHEET).status_code == 201
    Member.objects.filter(club=club, user=people.carol).update(role=Role.MEMBER)
    refused = carol.post(path, SHEET)
    assert refused.status_code == 403
    assert Hand.objects.count() == 1


@pytest.mark.django_db
def test_the_id_of_a_hand_of_another_session_is_refused(open_session, people, signed, path):
    other = open_session(played_on="2026-03-06")
    other_hand = hand_recording.record_hand(other, CLEAN, by=people.carol).hand
    refused = signed(people.carol).post(path, {**CLEAN, "id": str(other_hand.pk)})
    assert status_and_code(refused) == (409, "id-taken")
    assert Hand.objects.count() == 1


@pytest.mark.django_db
def test_a_refused_hand_stores_nothing(session, people, signed, path):
    carol = signed(people.carol)
    for body in (
        {"events": ["1: 3Z"]},
        {"events": ["9: 3D"]},
        {"id": "no-id", **SHEET},
        ["no hand"],
    ):
        assert 400 <= carol.post(path, body, format="json").status_code < 500
    assert carol.post(path, SHEET).json()["position"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_request_waits_for_the_lock_of_its_session(session, people, signed, path, in_thread):
    carol = signed(people.carol)
    with transaction.atomic():
        session_recording.lock(session)
        request = in_thread(lambda: carol.post(path, SHEET))
        with pytest.raises(TimeoutError):
            request.result(timeout=0.3)
        first = hand_recording.record_hand(session, SHEET, by=people.carol).hand
    assert (first.position, request.result().json()["position"]) == (1, 2)
    assert Hand.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_committed_and_the_session_unlocked_before_the_response(
    session, people, signed, path, in_thread
):
    carol = signed(people.carol)
    for number in (1, 2, 3):
        assert carol.post(path, SHEET).json()["position"] == number
        assert not connection.in_atomic_block
        positions = in_thread(lambda: [hand.position for hand in hands_under_lock(session)])
        assert positions.result() == list(range(1, number + 1))


@transaction.atomic
def hands_under_lock(session):
    """Lock the session without waiting and return its hands."""
    locked = type(session).objects.select_for_update(
        nowait=connection.features.has_select_for_update_nowait
    )
    return list(locked.get(pk=session.pk).hands.all())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("nobody", 401),
        ("eve", 404),
        ("dan", 403),
        pytest.param("late", 401, marks=pytest.mark.postgresql),
    ],
)
def test_a_request_without_permission_does_not_wait_for_the_lock(
    session, people, path, signed, in_thread, who, status
):
    client = signed(getattr(people, who, people.carol if who == "late" else None))
    if who == "nobody":
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {'0' * 64}")
    if who == "late":
        Token.objects.update(expiry=timezone.now() - timedelta(1))
    with transaction.atomic():
        session_recording.lock(session)
        Session.objects.filter(pk=session.pk).update(place="at home")
        assert in_thread(lambda: client.post(path, SHEET)).result(timeout=5).status_code == status


@pytest.mark.django_db
def test_the_body_of_an_unauthenticated_request_is_not_parsed(session, path, signed, monkeypatch):
    stranger = signed(None)
    stranger.credentials(HTTP_AUTHORIZATION=f"Bearer {'0' * 64}")
    monkeypatch.setattr(
        "scorekeeper.api.parsers.JSONParser.parse", lambda *_, **__: pytest.fail("It was read.")
    )
    long = {"events": ["1: 3D"] * 20_000}
    assert stranger.post(path, long).status_code == 401
