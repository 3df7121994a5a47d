"""Two people write at once: nothing is lost, nothing is doubled."""

from uuid import uuid4

import pytest

from scorekeeper.accounts import tokens
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.clubs import memberships
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import recording
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
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
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.threads import run_in_threads

pytestmark = pytest.mark.django_db(transaction=True)


def test_hands_recorded_at_once_are_numbered_without_gaps(session, people):
    run_in_threads(lambda _: recording.record_hand(session, SHEET, by=people.carol), times=8)
    assert [hand.position for hand in Hand.objects.all()] == list(range(1, 9))
    assert Result.objects.get(session=session).totals == [200, -40, -64, -96]


def test_the_same_request_twice_at_once_makes_one_hand(session, people):
    chosen = uuid4()
    made = run_in_threads(
        lambda _: recording.record_hand(session, SHEET, by=people.carol, id=chosen)
    )
    assert sorted(recorded.is_new for recorded in made) == [False, True]
    assert Hand.objects.count() == 1


def test_the_same_club_founded_twice_at_once_is_one(people):
    chosen = uuid4()
    made = run_in_threads(lambda _: memberships.found_club("New", by=people.dan, id=chosen))
    assert sorted(is_new for _, is_new in made) == [False, True]


def test_two_owners_who_leave_at_once_leave_one(club, people):
    memberships.give_role(club, people.bob, Role.OWNER, by=people.alice)
    owners = [people.alice, people.bob]

    def leave(number):
        try:
            memberships.leave(club, owners[number], by=owners[number])
        except memberships.LastOwnerError:
            return "stays"
        return "left"

    assert sorted(run_in_threads(leave)) == ["left", "stays"]


def test_workers_side_by_side_build_each_replay(session, people):
    for _ in range(6):
        recording.record_hand(session, SHEET, by=people.carol)
    run_in_threads(lambda _: replay_frames.rebuild_stale(stop=lambda: False))
    replay_frames.rebuild_stale(stop=lambda: False)
    assert Replay.objects.count() == 6
    assert not replay_frames.stale().exists()


def test_of_two_referees_who_rule_at_once_one_decides(session, people, signed):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="Wrong."), by=people.dan)
    clients = [signed(people.alice), signed(people.bob)]
    etag = clients[0].get(f"/api/v1/hands/{hand.pk}/")["ETag"]
    sent = {"decision": "adjustment", "reason": "Late.", "seat": 1, "points": -5}

    def rule(number):
        path = f"/api/v1/disputes/{dispute.pk}/ruling/"
        headers = {"If-Match": etag}
        return clients[number].post(path, sent, format="json", headers=headers).status_code

    assert sorted(run_in_threads(rule)) == [201, 409]
    assert Ruling.objects.count() == 1
    assert Result.objects.get(session=session).totals == [20, -5, -8, -12]


def test_a_dispute_that_is_withdrawn_and_ruled_on_at_once_ends_in_one_way(session, people):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="Wrong."), by=people.dan)
    acts = [
        lambda: dispute_filing.withdraw(dispute, by=people.dan),
        lambda: dispute_ruling.rule_on(
            dispute, NewRuling(decision=Decision.ANNULLED, reason="Yes."), by=people.bob
        ),
    ]

    def act(number):
        try:
            acts[number]()
        except dispute_filing.DisputeClosedError:
            return "too late"
        return "done"

    assert sorted(run_in_threads(act)) == ["done", "too late"]
    ended = Dispute.objects.exclude(withdrawal=None).count() + Ruling.objects.count()
    assert ended == 1


def test_the_same_dispute_raised_twice_at_once_is_one(session, people):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand
    chosen, new = uuid4(), NewDispute(claim="Wrong.")
    made = run_in_threads(
        lambda _: dispute_filing.raise_dispute(hand, new, by=people.dan, id=chosen)
    )
    assert sorted(is_new for _, is_new in made) == [False, True]


def test_an_invitation_that_two_take_up_at_once_lets_one_in(club, people):
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


def test_the_same_token_asked_for_twice_at_once_is_one(people):
    chosen = uuid4()

    def make(_):
        try:
            tokens.create_token(people.dan, id=chosen)
        except IdTakenError:
            return "there already"
        return "made"

    assert sorted(run_in_threads(make)) == ["made", "there already"]
    assert Token.objects.count() == 1
