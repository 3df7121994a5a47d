"""The people, clubs and players of most tests, in few statements: the rows that the services write for them."""

from collections.abc import Mapping
from types import SimpleNamespace

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.models import AuditEntry, Club, Member, MembershipChange, Player, Role, User


def create_people(*names: str) -> SimpleNamespace:
    """Create accounts, each with its name as password."""
    people = [User(username=name, password=make_password(name)) for name in names]
    User.objects.bulk_create(people)
    return SimpleNamespace(**dict(zip(names, people, strict=True)))


def found_clubs(members: Mapping[str, Mapping[User, Role]]) -> list[Club]:
    """Found clubs by name; the first member of each founds it and gives the others their roles."""
    clubs = Club.objects.bulk_create(Club(name=name) for name in members)
    entries, changes, now = [], [], []
    for club, roles in zip(clubs, members.values(), strict=True):
        founder = next(iter(roles))
        entries.append(audit.entry("club founded", club, by=founder, club=club))
        for user, role in roles.items():
            given = {"club": club, "user": user, "role": role}
            at = timezone.now()
            changes.append(MembershipChange(**given, by=founder, at=at))
            now.append(Member(**given, since=at))
            if user != founder:
                entries.append(audit.entry("role given", user, by=founder, club=club, role=role))
    MembershipChange.objects.bulk_create(changes)
    Member.objects.bulk_create(now)
    AuditEntry.objects.bulk_create(entries)
    return clubs


def create_players(club: Club) -> list[Player]:
    """Create four players of a club."""
    names = ("Alice", "Bob", "Carol", "Dan")
    return Player.objects.bulk_create(Player(club=club, name=name) for name in names)
