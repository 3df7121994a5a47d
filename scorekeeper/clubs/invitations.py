"""Invitations: whoever is shown one joins the club in a role, with the account they have or with a new one.

The address is signed, not kept: it can be made again from the invitation's id, and by nobody without the installation's key.
"""

import uuid
from datetime import timedelta
from enum import StrEnum

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper import access, audit, idempotency
from scorekeeper.access import Action
from scorekeeper.clubs import memberships
from scorekeeper.models import (
    Club,
    Invitation,
    InvitationAcceptance,
    InvitationRevocation,
    Member,
    Role,
    User,
)

GOOD_FOR = timedelta(days=14)
MOST = 50  # by one account within a day: each may send a mail to somebody
RISING = (Role.MEMBER, Role.SCORER, Role.REFEREE, Role.OWNER)
"""Each may do what those before it may."""

TOO_MANY = gettext_noop("You invited very many within a day: go on tomorrow.")

_SIGNER = signing.Signer(sep=".", salt="scorekeeper.clubs.invitations")


class State(StrEnum):
    """What has become of an invitation."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REVOKED = "revoked"
    EXPIRED = "expired"
    ENDED = "ended"  # whoever invited may do so no more


class ClosedInvitationError(ValueError):
    """The invitation is good no more."""

    def __init__(self, state: State) -> None:
        super().__init__(f"The invitation is {state}.")
        self.state = state


class TooManyInvitationsError(ValueError):
    """Somebody invites as nobody does who knows those they invite."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY)


@transaction.atomic
def invite(
    club: Club,
    role: Role,
    *,
    by: User,
    email: str = "",
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Invitation, bool]:
    """Ask somebody to join.  Says whether the invitation is new; asked again with the same id it is not."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # the same request may come twice
    there = Invitation.objects.filter(pk=id).first() if id else None
    if there is not None:
        if (there.club_id, there.created_by_id, there.role) != (club.pk, by.pk, role):
            raise idempotency.IdTakenError
        return there, False
    now = timezone.now()
    lately = Invitation.objects.filter(created_by=by, created_at__gt=now - timedelta(days=1))
    if lately.count() >= MOST:
        raise TooManyInvitationsError
    invitation = Invitation.objects.create(
        id=id or uuid.uuid4(),
        club=club,
        role=role,
        email=email,
        created_by=by,
        created_at=now,
        expires_at=now + GOOD_FOR,
    )
    audit.note("invitation made", invitation, by=by, role=role)
    return invitation, True


@transaction.atomic
def revoke(invitation: Invitation, *, by: User) -> None:
    """Take an invitation back; whoever joined by it stays.  Once is enough."""
    held = _held(invitation)
    if hasattr(held, "acceptance") or hasattr(held, "revocation"):
        return
    InvitationRevocation.objects.create(invitation=held, by=by, at=timezone.now())
    _forget_address(held)
    audit.note("invitation revoked", held, by=by)


@transaction.atomic
def accept(invitation: Invitation, user: User) -> Member:
    """Join the club.  Nobody loses a role by it: for those who have as much already, the invitation stays open."""
    Club.objects.select_for_update(no_key=True).get(pk=invitation.club_id)  # as whoever ends it
    held = _held(invitation)
    member = Member.objects.filter(club=held.club, user=user).first()
    state = state_of(held)
    if state is State.ACCEPTED and held.acceptance.user_id == user.pk and member is not None:
        return member
    if state is not State.OPEN:
        raise ClosedInvitationError(state)
    if member is not None and not raises(held, member):
        return member
    InvitationAcceptance.objects.create(invitation=held, user=user, at=timezone.now())
    _forget_address(held)
    audit.note("invitation accepted", held, by=user)
    return memberships.give_role(held.club, user, Role(held.role), by=held.created_by)


@transaction.atomic
def accept_as_new(invitation: Invitation, account: User) -> Member:
    """Somebody makes an account and joins with it: both or neither."""
    account.save(force_insert=True)
    audit.note("account made", account, by=account)
    return accept(invitation, account)


def raises(invitation: Invitation, member: Member) -> bool:
    """Would somebody who is a member already become more by this invitation?"""
    return RISING.index(Role(invitation.role)) > RISING.index(Role(member.role))


def state_of(invitation: Invitation) -> State:
    """Is it good still?  It is as good as its maker, and ends when they may invite nobody."""
    if hasattr(invitation, "acceptance"):
        return State.ACCEPTED
    if hasattr(invitation, "revocation"):
        return State.REVOKED
    if invitation.expires_at <= timezone.now():
        return State.EXPIRED
    by = invitation.created_by
    good = by.is_active and access.may(by, Action.MANAGE, invitation.club)
    return State.OPEN if good else State.ENDED


def unanswered(club: Club) -> QuerySet[Invitation]:
    """The invitations to a club that somebody may take up still, the newest first."""
    waiting = Invitation.objects.filter(acceptance=None, revocation=None)
    return waiting.filter(club=club, expires_at__gt=timezone.now()).select_related("created_by")


def token_of(invitation: Invitation) -> str:
    """What the invited show, the same every time."""
    return _SIGNER.sign(invitation.pk.hex)


def shown(token: str) -> Invitation | None:
    """The invitation that somebody shows, whatever has become of it; nothing if it was never made here."""
    try:
        id_ = uuid.UUID(hex=_SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return known().filter(pk=id_).first()


def forget_addresses() -> int:
    """Drop the addresses on invitations that nobody took up in time."""
    late = Invitation.objects.filter(expires_at__lte=timezone.now()).exclude(email="")
    return late.update(email="")


def known() -> QuerySet[Invitation]:
    """Every invitation, with what has become of it."""
    return Invitation.objects.select_related("club", "created_by", "acceptance", "revocation")


def _held(invitation: Invitation) -> Invitation:
    """The invitation as it stands, which nobody else takes up or back meanwhile."""
    Invitation.objects.select_for_update().get(pk=invitation.pk)
    return known().get(pk=invitation.pk)


def _forget_address(invitation: Invitation) -> None:
    """What it was made for is done; somebody's address is nobody's business any more."""
    Invitation.objects.filter(pk=invitation.pk).update(email="")
