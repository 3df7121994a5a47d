"""Owners invite new members; an invitation works once and never lowers anybody's role."""

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
from tests.scorekeeper.threads import run_in_threads


@pytest.fixture
def invitation(club, people):
    email = "erin@example.org"
    invitation, _ = club_invitations.invite(club, Role.SCORER, by=people.alice, email=email)
    return invitation


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


@pytest.fixture
def for_two(club, people):
    invitation, _ = club_invitations.invite(club, Role.MEMBER, by=people.alice, uses=2)
    return invitation


def test_each_who_joins_is_counted_and_nobody_twice(club, people, for_two):
    frank = User.objects.create_user("frank")
    for user in (people.eve, people.eve, people.alice, frank):
        club_invitations.accept(for_two, user)
    for_two.refresh_from_db()
    assert (for_two.used, state(for_two)) == (2, InvitationState.ACCEPTED)
    assert [line.by for line in club_invitations.list_joined(for_two)] == [people.eve, frank]
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept(for_two, User.objects.create_user("grace"))


@pytest.mark.parametrize("lost", ["role", "membership"])
def test_a_link_for_several_gives_nobody_back_what_an_owner_took(club, people, lost):
    link, _ = club_invitations.invite(club, Role.SCORER, by=people.alice, uses=9)
    club_invitations.accept(link, people.eve)
    if lost == "role":
        memberships.give_role(club, people.eve, Role.MEMBER, by=people.alice)
    else:
        memberships.leave(club, people.eve, by=people.alice)
    with pytest.raises(ClosedInvitationError) as closed:
        club_invitations.accept(link, people.eve)
    assert closed.value.state is InvitationState.ACCEPTED
    assert access.role_in(club, people.eve) == (Role.MEMBER if lost == "role" else None)


def test_a_link_for_several_is_revoked_at_once(club, people, for_two):
    club_invitations.accept(for_two, people.eve)
    club_invitations.revoke(for_two, by=people.alice)
    with pytest.raises(ClosedInvitationError) as closed:
        club_invitations.accept(for_two, User.objects.create_user("frank"))
    assert closed.value.state is InvitationState.REVOKED


def test_the_same_request_with_another_number_is_another_request(club, people, for_two):
    with pytest.raises(IdTakenError):
        club_invitations.invite(club, Role.MEMBER, by=people.alice, uses=3, id=for_two.pk)


@pytest.mark.needs("postgresql")
@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_last_use_at_once_one_gets_it(club, people, for_two):
    club_invitations.accept(for_two, people.eve)
    users = [User.objects.create_user(f"guest{number}") for number in range(4)]

    def take(number):
        try:
            club_invitations.accept(for_two, users[number])
        except ClosedInvitationError:
            return False
        return True

    assert sorted(run_in_threads(take, times=4)) == [False, False, False, True]
    assert club.members.filter(user__in=users).count() == 1


def test_a_role_by_invitation_is_attributed_to_the_inviter(club, people, invitation):
    club_invitations.accept(invitation, people.eve)
    assert MembershipChange.objects.get(club=club, user=people.eve).by == people.alice
    entries = AuditEntry.objects.filter(club=club).order_by("-pk")[:3]
    acts = [(entry.act, entry.by) for entry in entries]
    assert acts == [
        ("role given", people.alice),
        ("invitation accepted", people.eve),
        ("invitation made", people.alice),
    ]


@pytest.mark.parametrize("lost", ["role", "membership"])
def test_invitations_of_an_owner_are_revoked_when_they_stop_being_owner(
    club, people, invitation, lost
):
    memberships.give_role(club, people.bob, Role.OWNER, by=people.alice)
    bobs, _ = club_invitations.invite(club, Role.MEMBER, by=people.bob)
    if lost == "role":
        memberships.give_role(club, people.alice, Role.REFEREE, by=people.bob)
    else:
        memberships.leave(club, people.alice, by=people.bob)
    memberships.give_role(club, people.alice, Role.OWNER, by=people.bob)
    assert (state(invitation), state(bobs)) == (InvitationState.REVOKED, InvitationState.OPEN)
    assert Invitation.objects.get(pk=invitation.pk).email == ""
    assert AuditEntry.objects.get(act="invitation revoked").by == people.bob


def test_accepting_an_invitation_again_changes_nothing(people, invitation):
    first = club_invitations.accept(invitation, people.eve)
    before = AuditEntry.objects.count()
    assert club_invitations.accept(invitation, people.eve) == first
    assert AuditEntry.objects.count() == before


def test_a_removed_member_cannot_rejoin_by_the_same_invitation(club, people, invitation):
    club_invitations.accept(invitation, people.eve)
    memberships.leave(club, people.eve, by=people.alice)
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept(invitation, people.eve)


def test_an_invitation_raises_a_lower_role(club, people, invitation):
    club_invitations.accept(invitation, people.dan)
    assert access.role_in(club, people.dan) == Role.SCORER
    assert state(invitation) is InvitationState.ACCEPTED


@pytest.mark.parametrize("name", ["alice", "bob", "carol"])
def test_an_invitation_to_a_lower_role_changes_nothing_and_stays_open(
    club, people, invitation, name
):
    before = access.role_in(club, getattr(people, name))
    assert club_invitations.accept(invitation, getattr(people, name)).role == before
    assert state(invitation) is InvitationState.OPEN


def test_a_revoked_invitation_cannot_be_accepted(people, invitation):
    club_invitations.revoke(invitation, by=people.alice)
    club_invitations.revoke(invitation, by=people.alice)
    assert AuditEntry.objects.filter(act="invitation revoked").count() == 1
    with pytest.raises(ClosedInvitationError) as closed:
        club_invitations.accept(invitation, people.eve)
    assert closed.value.state is InvitationState.REVOKED


def test_an_accepted_invitation_cannot_be_revoked(club, people, invitation):
    club_invitations.accept(invitation, people.eve)
    club_invitations.revoke(invitation, by=people.alice)
    assert state(invitation) is InvitationState.ACCEPTED
    assert access.role_in(club, people.eve) == Role.SCORER


def test_an_invitation_expires_after_two_weeks(people, invitation):
    assert invitation.expires_at - invitation.created_at == timedelta(days=14)
    expire(invitation)
    with pytest.raises(ClosedInvitationError) as closed:
        club_invitations.accept(invitation, people.eve)
    assert closed.value.state is InvitationState.EXPIRED


def test_an_invitation_ends_when_its_creator_may_no_longer_invite(club, people, invitation):
    memberships.give_role(club, people.bob, Role.OWNER, by=people.alice)
    memberships.give_role(club, people.alice, Role.REFEREE, by=people.bob)
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept(invitation, people.eve)
    bobs, _ = club_invitations.invite(club, Role.SCORER, by=people.bob)
    User.objects.filter(pk=people.bob.pk).update(is_active=False)
    assert state(bobs) is InvitationState.ENDED
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept(bobs, people.eve)


def test_inviting_again_with_the_same_id_returns_the_same_invitation(club, people):
    chosen_id = uuid4()
    first, is_new = club_invitations.invite(club, Role.MEMBER, by=people.alice, id=chosen_id)
    assert is_new
    assert club_invitations.invite(club, Role.MEMBER, by=people.alice, id=chosen_id) == (
        first,
        False,
    )
    with pytest.raises(IdTakenError):
        club_invitations.invite(club, Role.OWNER, by=people.alice, id=chosen_id)


def test_invitations_per_day_are_limited(club, people, monkeypatch):
    monkeypatch.setattr(club_invitations, "MAX_PER_DAY", 2)
    for _ in range(2):
        club_invitations.invite(club, Role.MEMBER, by=people.alice)
    with pytest.raises(TooManyInvitationsError):
        club_invitations.invite(club, Role.MEMBER, by=people.alice)
    Invitation.objects.update(created_at=timezone.now() - timedelta(days=2))
    club_invitations.invite(club, Role.MEMBER, by=people.alice)


def test_an_invitation_is_found_by_its_token_only(invitation):
    token = club_invitations.token_of(invitation)
    assert club_invitations.find_by_token(token) == invitation
    assert club_invitations.find_by_token(token[:-1] + ("A" if token[-1] != "A" else "B")) is None
    assert club_invitations.find_by_token(invitation.pk.hex) is None
    assert club_invitations.find_by_token("") is None


def test_no_account_is_created_if_the_invitation_was_closed_meanwhile(people, invitation):
    club_invitations.revoke(invitation, by=people.alice)
    with pytest.raises(ClosedInvitationError):
        club_invitations.accept_as_new(invitation, User(username="frank"))
    assert not User.objects.filter(username="frank").exists()
    assert not AuditEntry.objects.filter(act="account made").exists()


@pytest.mark.parametrize("end", ["accept", "revoke", "expire"])
def test_the_mail_address_is_cleared_once_the_invitation_is_closed(people, invitation, end):
    if end == "accept":
        club_invitations.accept(invitation, people.eve)
    elif end == "revoke":
        club_invitations.revoke(invitation, by=people.alice)
    else:
        expire(invitation)
        assert club_invitations.clear_expired_addresses() == 1
    invitation.refresh_from_db()
    assert invitation.email == ""


def test_the_mail_address_stays_while_the_invitation_is_open(invitation):
    assert club_invitations.clear_expired_addresses() == 0
    assert club_invitations.open_invitations(invitation.club).get().email == "erin@example.org"


def test_the_admin_shows_invitations_and_cannot_add_any(people, invitation, root):
    club_invitations.accept(invitation, people.eve)
    list_url = reverse("admin:scorekeeper_invitation_changelist")
    assert "accepted" in root.get(list_url).content.decode()
    invitation_url = reverse("admin:scorekeeper_invitation_change", args=[invitation.pk])
    assert "eve" in root.get(invitation_url).content.decode()
    assert root.get(reverse("admin:scorekeeper_invitation_add")).status_code == 403
