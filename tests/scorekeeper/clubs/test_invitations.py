"""Owners invite; whoever is shown an invitation joins by it, once, and nobody loses a role."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper import access
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.clubs import memberships
from scorekeeper.clubs.invitations import (
    ClosedInvitationError,
    InvitationState,
    TooManyInvitationsError,
)
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import AuditEntry, Invitation, MembershipChange, Role, User


@pytest.fixture
def invitation(club, people):
    made, _ = club_invitations.invite(club, Role.SCORER, by=people.alice, email="erin@example.org")
    return made


def expire(invitation):
    Invitation.objects.filter(pk=invitation.pk).update(expires_at=timezone.now())


def state(invitation):
    return club_invitations.state_of(club_invitations.with_outcome().get(pk=invitation.pk))


def test_an_invitation_gives_its_role_once(club, people, invitation):
    club_invitations.accept(invitation, people.eve)
    assert access.role_in(club, people.eve) == Role.SCORER
    frank = User.objects.create_user("frank")
    with pytest.raises(ClosedInvitationError) as closed:
        club_invitations.accept(invitation, frank)
    assert closed.value.state is InvitationState.ACCEPTED
    assert access.role_in(club, frank) is None


def test_it_counts_as_given_by_whoever_invited(club, people, invitation):
    club_invitations.accept(invitation, people.eve)
    assert MembershipChange.objects.get(club=club, user=people.eve).by == people.alice
    lines = AuditEntry.objects.filter(club=club).order_by("-pk")[:3]
    said = [(line.act, line.by) for line in lines]
    assert said == [("role given", people.alice), ("invitation accepted", people.eve), ("invitation made", people.alice)]  # fmt: skip


@pytest.mark.parametrize("lost", ["role", "membership"])
def test_what_an_owner_invited_to_ends_for_good_when_they_own_the_club_no_more(club, people, invitation, lost):  # fmt: skip
    memberships.give_role(club, people.bob, Role.OWNER, by=people.alice)
    others, _ = club_invitations.invite(club, Role.MEMBER, by=people.bob)
    if lost == "role":
        memberships.give_role(club, people.alice, Role.REFEREE, by=people.bob)
    else:
        memberships.leave(club, people.alice, by=people.bob)
    memberships.give_role(club, people.alice, Role.OWNER, by=people.bob)
    assert (state(invitation), state(others)) == (InvitationState.REVOKED, InvitationState.OPEN)
    assert Invitation.objects.get(pk=invitation.pk).email == ""
    assert AuditEntry.objects.get(act="invitation revoked").by == people.bob


def test_accepting_again_changes_nothing(people, invitation):
    first = club_invitations.accept(invitation, people.eve)
    before = AuditEntry.objects.count()
    assert club_invitations.accept(invitation, people.eve) == first
    assert AuditEntry.objects.count() == before


def test_whoever_was_shown_out_does_not_come_back_by_the_same_invitation(club, people, invitation):
    club_invitations.accept(invitation, people.eve)
    memberships.leave(club, people.eve, by=people.alice)
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept(invitation, people.eve)


def test_a_lesser_member_rises_by_it(club, people, invitation):
    club_invitations.accept(invitation, people.dan)
    assert access.role_in(club, people.dan) == Role.SCORER
    assert state(invitation) is InvitationState.ACCEPTED


@pytest.mark.parametrize("name", ["alice", "bob", "carol"])
def test_nobody_loses_a_role_by_it_and_it_stays_open(club, people, invitation, name):
    before = access.role_in(club, getattr(people, name))
    assert club_invitations.accept(invitation, getattr(people, name)).role == before
    assert state(invitation) is InvitationState.OPEN


def test_a_revoked_invitation_is_good_no_more(people, invitation):
    club_invitations.revoke(invitation, by=people.alice)
    club_invitations.revoke(invitation, by=people.alice)
    assert AuditEntry.objects.filter(act="invitation revoked").count() == 1
    with pytest.raises(ClosedInvitationError) as closed:
        club_invitations.accept(invitation, people.eve)
    assert closed.value.state is InvitationState.REVOKED


def test_revoking_comes_too_late_once_somebody_joined(club, people, invitation):
    club_invitations.accept(invitation, people.eve)
    club_invitations.revoke(invitation, by=people.alice)
    assert state(invitation) is InvitationState.ACCEPTED
    assert access.role_in(club, people.eve) == Role.SCORER


def test_it_expires_after_two_weeks(people, invitation):
    assert invitation.expires_at - invitation.created_at == timedelta(days=14)
    expire(invitation)
    with pytest.raises(ClosedInvitationError) as closed:
        club_invitations.accept(invitation, people.eve)
    assert closed.value.state is InvitationState.EXPIRED


def test_it_ends_when_its_maker_may_invite_nobody(club, people, invitation):
    memberships.give_role(club, people.bob, Role.OWNER, by=people.alice)
    memberships.give_role(club, people.alice, Role.REFEREE, by=people.bob)
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept(invitation, people.eve)
    others, _ = club_invitations.invite(club, Role.SCORER, by=people.bob)
    User.objects.filter(pk=people.bob.pk).update(is_active=False)
    assert state(others) is InvitationState.ENDED
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept(others, people.eve)


def test_inviting_again_with_the_same_id_is_the_same_invitation(club, people):
    chosen = uuid4()
    first, is_new = club_invitations.invite(club, Role.MEMBER, by=people.alice, id=chosen)
    assert is_new
    assert club_invitations.invite(club, Role.MEMBER, by=people.alice, id=chosen) == (first, False)
    with pytest.raises(IdTakenError):
        club_invitations.invite(club, Role.OWNER, by=people.alice, id=chosen)


def test_nobody_invites_without_end(club, people, monkeypatch):
    monkeypatch.setattr(club_invitations, "MAX_PER_DAY", 2)
    for _ in range(2):
        club_invitations.invite(club, Role.MEMBER, by=people.alice)
    with pytest.raises(TooManyInvitationsError):
        club_invitations.invite(club, Role.MEMBER, by=people.alice)
    Invitation.objects.update(created_at=timezone.now() - timedelta(days=2))
    club_invitations.invite(club, Role.MEMBER, by=people.alice)


def test_what_is_shown_leads_to_the_invitation_and_nothing_else_does(invitation):
    token = club_invitations.token_of(invitation)
    assert club_invitations.find_by_token(token) == invitation
    assert club_invitations.find_by_token(token[:-1] + ("A" if token[-1] != "A" else "B")) is None
    assert club_invitations.find_by_token(invitation.pk.hex) is None
    assert club_invitations.find_by_token("") is None


def test_an_account_is_not_made_if_the_invitation_was_closed_meanwhile(people, invitation):
    club_invitations.revoke(invitation, by=people.alice)
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept_as_new(invitation, User(username="frank"))
    assert not User.objects.filter(username="frank").exists()
    assert not AuditEntry.objects.filter(act="account made").exists()


@pytest.mark.parametrize("end", ["accept", "revoke", "expire"])
def test_the_address_goes_as_soon_as_the_invitation_is_good_no_more(people, invitation, end):
    if end == "accept":
        club_invitations.accept(invitation, people.eve)
    elif end == "revoke":
        club_invitations.revoke(invitation, by=people.alice)
    else:
        expire(invitation)
        assert club_invitations.clear_expired_addresses() == 1
    invitation.refresh_from_db()
    assert invitation.email == ""


def test_an_address_stays_while_the_invitation_is_open(invitation):
    assert club_invitations.clear_expired_addresses() == 0
    assert club_invitations.open_invitations(invitation.club).get().email == "erin@example.org"


def test_invitations_are_read_in_the_admin_and_not_made_there(people, invitation, client):
    root = User.objects.create_superuser("root")
    client.force_login(root)
    club_invitations.accept(invitation, people.eve)
    listed = reverse("admin:scorekeeper_invitation_changelist")
    assert "accepted" in client.get(listed).content.decode()
    one = reverse("admin:scorekeeper_invitation_change", args=[invitation.pk])
    assert "eve" in client.get(one).content.decode()
    assert client.get(reverse("admin:scorekeeper_invitation_add")).status_code == 403
