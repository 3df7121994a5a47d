"""Concurrent writes of two users: nothing is lost, nothing happens twice."""

import time
from uuid import uuid4

import pytest
from django.db import connection, transaction

from scorekeeper import idempotency
from scorekeeper.accounts import tokens
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.clubs import memberships
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import confirmations, recording
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    Club,
    Decision,
    Dispute,
    Hand,
    Replay,
    Result,
    Role,
    Ruling,
    Token,
    User,
)
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.threads import run_in_threads

pytestmark = pytest.mark.django_db(transaction=True)


def test_hands_recorded_in_parallel_are_numbered_without_gaps(session, people):
    run_in_threads(lambda _: recording.record_hand(session, SHEET, by=people.carol), times=8)
    assert [hand.position for hand in Hand.objects.all()] == list(range(1, 9))
    assert Result.objects.get(session=session).totals == [200, -40, -64, -96]


def test_two_parallel_requests_with_one_id_record_one_hand(session, people):
    chosen_id = uuid4()
    results = run_in_threads(
        lambda _: recording.record_hand(session, SHEET, by=people.carol, id=chosen_id)
    )
    assert sorted(recorded.is_new for recorded in results) == [False, True]
    assert Hand.objects.count() == 1


def test_two_parallel_requests_with_one_id_found_one_club(people):
    chosen_id = uuid4()
    results = run_in_threads(lambda _: memberships.found_club("New", by=people.dan, id=chosen_id))
    assert sorted(is_new for _, is_new in results) == [False, True]


def test_a_club_created_by_a_parallel_request_during_the_check_of_its_fields_is_that_club(people):
    row = Club(pk=uuid4(), name="New")

    def check_fields(check=row.full_clean):
        Club.objects.create(pk=row.pk, name=row.name)
        check()

    row.full_clean = check_fields
    club, is_new = idempotency.create_once(row)
    assert (club.pk, is_new) == (row.pk, False)


def test_of_two_owners_leaving_in_parallel_one_stays(club, people):
    memberships.give_role(club, people.bob, Role.OWNER, by=people.alice)
    owners = [people.alice, people.bob]

    def leave(number):
        try:
            memberships.leave(club, owners[number], by=owners[number])
        except memberships.LastOwnerError:
            return "stays"
        return "left"

    assert sorted(run_in_threads(leave)) == ["left", "stays"]


def test_parallel_workers_build_each_replay(session, people):
    for _ in range(6):
        recording.record_hand(session, SHEET, by=people.carol)
    run_in_threads(lambda _: replay_frames.rebuild_stale(stop=lambda: False))
    replay_frames.rebuild_stale(stop=lambda: False)
    assert Replay.objects.count() == 6
    assert not replay_frames.stale().exists()


def test_of_two_parallel_rulings_one_is_accepted(session, people, signed):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="Wrong."), by=people.dan)
    clients = [signed(people.alice), signed(people.bob)]
    etag = clients[0].get(f"/api/v1/hands/{hand.pk}/")["ETag"]
    body = {"decision": "adjustment", "reason": "Late.", "seat": 1, "points": -5}

    def rule(number):
        path = f"/api/v1/disputes/{dispute.pk}/ruling/"
        headers = {"If-Match": etag}
        return clients[number].post(path, body, format="json", headers=headers).status_code

    assert sorted(run_in_threads(rule)) == [201, 409]
    assert Ruling.objects.count() == 1
    assert Result.objects.get(session=session).totals == [20, -5, -8, -12]


def test_a_dispute_cannot_be_withdrawn_and_ruled_on_in_parallel(session, people):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="Wrong."), by=people.dan)
    actions = [
        lambda: dispute_filing.withdraw(dispute, by=people.dan),
        lambda: dispute_ruling.rule_on(
            dispute, NewRuling(decision=Decision.ANNULLED, reason="Yes."), by=people.bob
        ),
    ]

    def run_action(number):
        try:
            actions[number]()
        except dispute_filing.DisputeClosedError:
            return "too late"
        return "done"

    assert sorted(run_in_threads(run_action)) == ["done", "too late"]
    closed = Dispute.objects.exclude(withdrawal=None).count() + Ruling.objects.count()
    assert closed == 1


def test_two_parallel_requests_with_one_id_raise_one_dispute(session, people):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand
    chosen_id, new = uuid4(), NewDispute(claim="Wrong.")
    results = run_in_threads(
        lambda _: dispute_filing.raise_dispute(hand, new, by=people.dan, id=chosen_id)
    )
    assert sorted(is_new for _, is_new in results) == [False, True]


def test_an_invitation_accepted_in_parallel_admits_one_user(club, people):
    invitation, _ = club_invitations.invite(club, Role.SCORER, by=people.alice)
    invited = [people.eve, User.objects.create_user("frank")]

    def accept(number):
        try:
            club_invitations.accept(invitation, invited[number])
        except club_invitations.ClosedInvitationError:
            return "too late"
        return "joined"

    assert sorted(run_in_threads(accept)) == ["joined", "too late"]
    assert club.members.filter(user__in=invited).count() == 1


def test_two_parallel_requests_with_one_id_create_one_token(people):
    chosen_id = uuid4()

    def create(_):
        try:
            tokens.create_token(people.dan, id=chosen_id)
        except IdTakenError:
            return "there already"
        return "made"

    assert sorted(run_in_threads(create)) == ["made", "there already"]
    assert Token.objects.count() == 1


@pytest.mark.needs("postgresql")
@pytest.mark.parametrize(
    "write",
    [
        lambda hand, by: recording.record_hand(hand.session, SHEET, by=by),
        lambda hand, by: confirmations.confirm_hand(hand, digest=hand.head.digest, by=by),
        lambda hand, by: session_recording.amend_session(
            hand.session, {"table": "2"}, players=None, by=by
        ),
    ],
    ids=["recording", "confirming", "correcting"],
)
def test_whoever_waits_while_a_session_is_corrected_goes_on_with_its_new_revision(
    session, people, write
):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand

    def write_after(seconds):
        if seconds:
            time.sleep(seconds / 2)  # the other one has locked the session
            return write(hand, people.bob)
        with transaction.atomic():
            session_recording.amend_session(
                session, {"place": "At home"}, players=None, by=people.carol
            )
            wait_for_lock()
        return None

    run_in_threads(write_after)
    session.refresh_from_db()
    assert session.place == "At home"


def wait_for_lock():
    """Return when another connection waits for a lock."""
    with connection.cursor() as cursor:  # the ORM has no table of the server's locks
        for _ in range(200):
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.05)
    raise TimeoutError("Nobody waits for a lock.")
