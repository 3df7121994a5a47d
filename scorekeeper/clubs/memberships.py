"""Club foundation and membership: joining, changing role, leaving."""

import uuid
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper import audit, idempotency
from scorekeeper.models import (
    Club,
    Invitation,
    InvitationRevocation,
    Member,
    MembershipChange,
    Role,
    User,
    Visibility,
)
from scorekeeper.models.limits import tidy_name


class LastOwnerError(ValueError):
    """The change would leave the club without an owner."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("A club needs an owner. Make somebody else an owner first."))


class TooManyClubsError(ValueError):
    """The account has started as many clubs as it may."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "You have started as many clubs as one account may. Ask whoever runs this service for another."
            )
        )


@transaction.atomic
def found_club(
    name: str,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
    visibility: str = Visibility.PRIVATE,
    rules_on_own_hands: bool = False,
    shows_past_tricks: bool = False,
    second_step_for: str = "",
    solves_endings: bool = True,
    time_zone: str = "",
) -> tuple[Club, bool]:
    """Create a club owned by its founder; return it and whether it is new.

    It is not new if its founder used the id before.  Raises IdTakenError, TooManyClubsError.
    """
    row = Club(
        id=id or uuid.uuid4(),
        name=tidy_name(name),
        visibility=visibility,
        rules_on_own_hands=rules_on_own_hands,
        shows_past_tricks=shows_past_tricks,
        second_step_for=second_step_for,
        solves_endings=solves_endings,
        time_zone=time_zone,
    )
    club, is_new = idempotency.create_once(row)
    if is_new:
        _refuse_one_club_more(by)
        _set_role(club, user=by, role=Role.OWNER, by=by, at=timezone.now())
        audit.note("club founded", club, by=by, club=club)
    elif not club.members.filter(user=by, role=Role.OWNER).exists():
        raise idempotency.IdTakenError
    return club, is_new


@transaction.atomic
def give_role(club: Club, user: User, role: Role, *, by: User) -> Member:
    """Add the user to the club, or change their role.  Raises LastOwnerError."""
    _lock(club)
    member = Member.objects.filter(club=club, user=user).first()
    if member is not None and member.role == role:
        return member
    if member is not None and role != Role.OWNER:
        _refuse_last_owner(member)
        _end_invitations(member, by=by)
    audit.note("role given", user, by=by, club=club, role=role)
    return _set_role(club, user=user, role=role, by=by, at=timezone.now())


@transaction.atomic
def leave(club: Club, user: User, *, by: User) -> None:
    """Remove the user from the club; do nothing if they are no member.  Raises LastOwnerError."""
    _lock(club)
    member = Member.objects.filter(club=club, user=user).first()
    if member is None:
        return
    _refuse_last_owner(member)
    _end_invitations(member, by=by)
    MembershipChange.objects.create(club=club, user=user, role="", by=by, at=timezone.now())
    member.delete()
    user.roles = by.roles = None
    audit.note("member left", user, by=by, club=club)


def solely_owned_clubs(user: User) -> set[uuid.UUID]:
    """Return the ids of the clubs whose only owner is this user."""
    own = Member.objects.filter(user=user, role=Role.OWNER).values("club")
    others = Member.objects.filter(role=Role.OWNER, club__in=own).exclude(user=user).values("club")
    alone = Club.objects.filter(pk__in=own).exclude(pk__in=others)
    return set(alone.values_list("pk", flat=True))


def _refuse_one_club_more(founder: User) -> None:
    if not settings.CLUBS_PER_ACCOUNT or founder.is_staff:
        return
    User.objects.select_for_update(no_key=True).get(pk=founder.pk)  # who starts two at once
    founded = MembershipChange.objects.filter(user=founder, by=founder, role=Role.OWNER)
    if founded.count() >= settings.CLUBS_PER_ACCOUNT:
        raise TooManyClubsError


def _lock(club: Club) -> None:
    """Lock the club, so that two owners who leave at once do not both see the other as remaining."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _refuse_last_owner(member: Member) -> None:
    others = Member.objects.filter(club=member.club_id, role=Role.OWNER).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise LastOwnerError


def _end_invitations(member: Member, *, by: User) -> None:
    """Revoke the open invitations of an owner who stops being one, and delete the mail addresses on them."""
    if member.role != Role.OWNER:
        return
    pending = Invitation.objects.select_for_update(of=("self",)).filter(
        club=member.club_id, created_by=member.user_id, acceptance=None, revocation=None
    )
    for invitation in pending.order_by("pk"):
        InvitationRevocation.objects.create(invitation=invitation, by=by, at=timezone.now())
        Invitation.objects.filter(pk=invitation.pk).update(email="")
        audit.note("invitation revoked", invitation, by=by)


def _set_role(club: Club, *, user: User, role: Role, by: User, at: datetime) -> Member:
    MembershipChange.objects.create(club=club, user=user, role=role, by=by, at=at)
    member, _ = Member.objects.update_or_create(
        club=club, user=user, defaults={"role": role, "since": at}
    )
    user.roles = by.roles = None  # they are read again where this request asks for them
    return member
