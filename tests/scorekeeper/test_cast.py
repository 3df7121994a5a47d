"""The cast of the tests is written as the services write it."""

from scorekeeper.clubs import memberships
from scorekeeper.models import AuditEntry, Club, Member, MembershipChange, Role, User
from tests.scorekeeper.cast import create_people, found_clubs

OWN = {"id", "at", "since", "created_at", "date_joined", "password"}


def columns(row, club):
    """Return what a row says beside its own id and its time."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    shown = {name: value for name, value in values.items() if name not in OWN}
    return {name: "club" if str(value) == str(club.pk) else value for name, value in shown.items()}


def written(club):
    """Return the rows of a club, oldest first."""
    rows = [
        Club.objects.get(pk=club.pk),
        *MembershipChange.objects.filter(club=club).order_by("at"),
        *Member.objects.filter(club=club).order_by("since"),
        *AuditEntry.objects.filter(club=club).order_by("id"),
    ]
    return [columns(row, club) for row in rows]


def test_clubs_are_founded_with_the_rows_that_the_services_write(db):
    people = create_people("alice", "bob")
    (written_here,) = found_clubs({"Here": {people.alice: Role.OWNER, people.bob: Role.MEMBER}})
    club, _ = memberships.found_club("Here", by=people.alice)
    memberships.give_role(club, people.bob, Role.MEMBER, by=people.alice)
    assert written(written_here) == written(club)
    assert len(written(club)) == 7


def test_accounts_are_created_with_the_rows_that_django_writes(db):
    create_people("alice")
    stored = User.objects.get()
    assert stored.check_password("alice")
    assert columns(stored, stored) == columns(User.objects.create_user("alicia"), stored) | {
        "username": "alice"
    }
