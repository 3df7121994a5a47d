"""Members join, change their role and leave, and every change is stored."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.clubs import memberships
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Member, MembershipChange, Role, Session, Visibility


def test_the_founder_of_a_club_is_its_owner(people):
    club, is_new = memberships.found_club("New", by=people.dan)
    assert is_new
    assert access.role_in(club, people.dan) == Role.OWNER


def test_founding_again_with_the_same_id_changes_nothing(people):
    chosen_id = uuid4()
    first, _ = memberships.found_club("New", by=people.dan, id=chosen_id)
    assert memberships.found_club("New", by=people.dan, id=chosen_id) == (first, False)
    with pytest.raises(IdTakenError):
        memberships.found_club("Other", by=people.dan, id=chosen_id)
    with pytest.raises(IdTakenError):
        memberships.found_club("New", by=people.eve, id=chosen_id)


def test_every_change_of_role_is_stored(club, people):
    memberships.give_role(club, people.dan, Role.SCORER, by=people.alice)
    memberships.give_role(club, people.dan, Role.SCORER, by=people.alice)  # no change
    memberships.leave(club, people.dan, by=people.dan)
    changes = MembershipChange.objects.filter(club=club, user=people.dan)
    assert [change.role for change in changes] == ["member", "scorer", ""]
    assert access.role_in(club, people.dan) is None


def test_the_members_follow_from_the_stored_changes(club, people):
    memberships.give_role(club, people.bob, Role.OWNER, by=people.alice)
    memberships.leave(club, people.alice, by=people.alice)
    latest_roles = {}
    for change in MembershipChange.objects.filter(club=club):
        latest_roles[change.user] = change.role
    members = {member.user: member.role for member in Member.objects.filter(club=club)}
    assert members == {user: role for user, role in latest_roles.items() if role}


def test_the_last_owner_can_neither_leave_nor_lose_the_role(club, people):
    with pytest.raises(memberships.LastOwnerError):
        memberships.leave(club, people.alice, by=people.alice)
    with pytest.raises(memberships.LastOwnerError):
        memberships.give_role(club, people.alice, Role.MEMBER, by=people.alice)


def test_every_role_may_do_more_than_the_role_below(club, people):
    def may(person):
        return {action for action in Action if access.may(person, action, club)}

    assert may(people.alice) == set(Action)
    assert may(people.alice) > may(people.bob) > may(people.carol) > may(people.dan) > set()
    assert may(people.eve) == may(AnonymousUser()) == set()


def test_strangers_see_public_rows_of_public_clubs_only(club, session, hand, people):
    def stranger_sees():
        rows = {
            "clubs": access.clubs_seen_by(people.eve).filter(pk=club.pk),
            "sessions": access.sessions_seen_by(people.eve),
            "hands": access.hands_seen_by(people.eve),
            "players": access.players_seen_by(people.eve),
        }
        return {name for name, visible in rows.items() if visible.exists()}

    assert stranger_sees() == set()
    Session.objects.update(visibility=Visibility.PUBLIC)
    assert stranger_sees() == set()
    Club.objects.update(visibility=Visibility.PUBLIC)
    assert stranger_sees() == {"clubs", "sessions", "hands", "players"}
    Session.objects.update(visibility=Visibility.PRIVATE)
    assert stranger_sees() == {"clubs"}
    assert not access.members_seen_by(people.eve).filter(club=club).exists()
