"""Twenty parallel requests with one Idempotency-Key or id have one effect and one response."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from scorekeeper.hands import recording
from scorekeeper.models import AuditEntry, GivenAnswer, Hand, HandRevision, Link
from scorekeeper.sessions import links as session_links
from tests.scorekeeper.sample_hands import SHEET

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PHONES = 20
REPLAYED = "Idempotency-Replayed"


@pytest.fixture
def in_parallel():
    """Return a function that calls another in twenty threads at once, each with its own connection."""
    start = Barrier(PHONES)

    def _in_parallel(function):
        def run(number):
            try:
                start.wait()
                return function(number)
            finally:
                connection.close()

        with ThreadPoolExecutor(PHONES) as pool:
            return list(pool.map(run, range(PHONES)))

    return _in_parallel


def test_twenty_identical_requests_have_one_effect_and_one_response(
    session, people, signed, in_parallel
):
    clients = [signed(people.carol) for _ in range(PHONES)]
    path = f"/api/v1/sessions/{session.pk}/hands/"

    def send(number):
        return clients[number].post(path, SHEET, headers={"Idempotency-Key": "k"})

    answers = in_parallel(send)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum(REPLAYED not in answer.headers for answer in answers) == 1
    assert Hand.objects.count() == HandRevision.objects.count() == 1
    assert AuditEntry.objects.filter(act="hand recorded").count() == 1


def test_twenty_requests_that_fail_leave_the_key_free(session, people, signed, in_parallel):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand
    clients = [signed(people.carol) for _ in range(PHONES)]
    path = f"/api/v1/hands/{hand.pk}/amendments/"
    headers = {"Idempotency-Key": "k", "If-Match": '"stale"'}

    def send(number):
        return clients[number].post(path, {"keys": {"note": "long"}}, headers=headers).status_code

    assert set(in_parallel(send)) == {412}
    assert not GivenAnswer.objects.exists()
    fresh = clients[0].post(path, {"keys": {"note": "long"}}, headers={**headers, "If-Match": "*"})
    assert fresh.status_code == 200


def test_of_twenty_different_requests_with_one_key_one_is_accepted(
    session, people, signed, in_parallel
):
    clients = [signed(people.carol) for _ in range(PHONES)]
    path = f"/api/v1/sessions/{session.pk}/hands/"

    def send(number):
        body = {**SHEET, "note": str(number)}
        return clients[number].post(path, body, headers={"Idempotency-Key": "k"}).status_code

    assert sorted(in_parallel(send)) == [201, *[409] * (PHONES - 1)]
    assert Hand.objects.count() == 1


def test_twenty_requests_with_different_keys_are_all_written(session, people, signed, in_parallel):
    clients = [signed(people.carol) for _ in range(PHONES)]
    path = f"/api/v1/sessions/{session.pk}/hands/"

    def send(number):
        headers = {"Idempotency-Key": str(number)}
        return clients[number].post(path, SHEET, headers=headers).status_code

    assert set(in_parallel(send)) == {201}
    positions = sorted(hand.position for hand in Hand.objects.all())
    assert positions == list(range(1, PHONES + 1))


def test_twenty_requests_with_one_id_create_one_link(session, people, signed, in_parallel):
    clients = [signed(people.carol) for _ in range(PHONES)]
    body = {"id": "7c1f5a6e-3a7b-4d53-9d7b-6d4f2c8d9e01"}
    path = f"/api/v1/sessions/{session.pk}/links/"
    answers = in_parallel(lambda number: clients[number].post(path, body).status_code)
    assert sorted(answers) == [*[200] * (PHONES - 1), 201]
    assert Link.objects.count() == 1


def test_a_link_revoked_by_twenty_requests_is_revoked_once(session, people, signed, in_parallel):
    link, _ = session_links.create_link(session, by=people.carol)
    clients = [signed(people.bob) for _ in range(PHONES)]
    path = f"/api/v1/sessions/{session.pk}/links/{link.pk}/"
    assert set(in_parallel(lambda number: clients[number].delete(path).status_code)) == {204}
    assert AuditEntry.objects.filter(act="link revoked").count() == 1
