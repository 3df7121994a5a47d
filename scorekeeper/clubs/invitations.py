"""Invitations to join a club in a role, with an existing account or a new one; for one person, or for several.

The token in an invitation's link is signed, not stored: it is computed again from the invitation's id and SECRET_KEY.  So its
creator can be shown the link as often as need be, nobody finds it in the database or a backup, and what ends it is its row.
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
    AuditEntry,
    Club,
    Invitation,
    InvitationAcceptance,
    InvitationRevocation,
    Member,
    Role,
    User,
)

VALID_FOR = timedelta(days=14)
LONGEST = timedelta(days=90)
MOST_USES = 100
MAX_PER_DAY = 50  # by one account, since each may send a mail
ROLES_ASCENDING = (Role.MEMBER, Role.SCORER, Role.REFEREE, Role.OWNER)
"""Roles from weakest to strongest; each has the rights of those before it."""


_SIGNER = signing.Signer(sep=".", salt="scorekeeper.clubs.invitations")


class InvitationState(StrEnum):
    """The state of an invitation."""

    OPEN = "open"
    ACCEPTED = "accepted"  # by as many as it is for
    REVOKED = "revoked"
    EXPIRED = "expired"
    ENDED = "ended"  # the inviter may no longer invite


class ClosedInvitationError(ValueError):
    """The invitation is no longer open."""

    def __init__(self, state: InvitationState) -> None:
        super().__init__(f"The invitation is {state}.")
        self.state = state


class TooManyInvitationsError(ValueError):
    """The account sent more invitations in a day than MAX_PER_DAY."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("You have sent too many invitations today. Try again tomorrow.")
        )


class WiderThanAllowedError(ValueError):
    """The invitation is for more people, a longer time or a stronger role than invitations may be."""


@transaction.atomic
def invite(
    club: Club,
    role: Role,
    *,
    by: User,
    email: str = "",
    uses: int = 1,
    lifetime: timedelta = VALID_FOR,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Invitation, bool]:
    """Create an invitation; return it and whether it is new (False if the id was used for the same request before).

    Raises IdTakenError, TooManyInvitationsError, WiderThanAllowedError.
    """
    is_for_many = uses > 1
    if not (1 <= uses <= MOST_USES and timedelta(0) < lifetime <= LONGEST):
        raise WiderThanAllowedError
    if is_for_many and (role == Role.OWNER or email):
        raise WiderThanAllowedError
    # Lock the club, so that repeated requests with one id wait for each other.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    existing = Invitation.objects.filter(pk=id).first() if id else None
    if existing is not None:
        asked = (existing.club_id, existing.created_by_id, existing.role, existing.uses)
        lasts = existing.expires_at - existing.created_at
        if (*asked, lasts) != (club.pk, by.pk, role, uses, lifetime):
            raise idempotency.IdTakenError
        return existing, False
    now = timezone.now()
    recent = Invitation.objects.filter(created_by=by, created_at__gt=now - timedelta(days=1))
    if recent.count() >= MAX_PER_DAY:
        raise TooManyInvitationsError
    invitation = Invitation.objects.create(
        id=id or uuid.uuid4(),
        club=club,
        role=role,
        email=email,
        created_by=by,
        created_at=now,
        expires_at=now + lifetime,
        uses=uses,
    )
    audit.note("invitation made", invitation, by=by, role=role, uses=uses)
    return invitation, True


@transaction.atomic
def revoke(invitation: Invitation, *, by: User) -> None:
    """Revoke an open invitation; do nothing if it was accepted or revoked already."""
    locked = _lock(invitation)
    if hasattr(locked, "acceptance") or hasattr(locked, "revocation"):
        return
    InvitationRevocation.objects.create(invitation=locked, by=by, at=timezone.now())
    _clear_address(locked)
    audit.note("invitation revoked", locked, by=by)


@transaction.atomic
def accept(invitation: Invitation, user: User) -> Member:
    """Add the user to the club in the invited role, which is one use of the invitation; the last one closes it.

    A member who has at least this role keeps it, and the invitation stays as it is.  Whoever joined by it before does not get
    back by it what an owner took from them.  Raises ClosedInvitationError.
    """
    # The same lock and order as in memberships, which revokes invitations.
    Club.objects.select_for_update(no_key=True).get(pk=invitation.club_id)
    locked = _lock(invitation)
    member = Member.objects.filter(club=locked.club, user=user).first()
    state = state_of(locked)
    if (
        state is InvitationState.ACCEPTED
        and locked.acceptance.user_id == user.pk
        and member is not None
    ):
        return member
    if state is not InvitationState.OPEN:
        raise ClosedInvitationError(state)
    if member is not None and not would_promote(locked, member):
        return member
    if has_joined(locked, user):
        raise ClosedInvitationError(InvitationState.ACCEPTED)
    locked.used += 1
    locked.save(update_fields=["used"])
    if locked.used == locked.uses:
        InvitationAcceptance.objects.create(invitation=locked, user=user, at=timezone.now())
        _clear_address(locked)
    audit.note("invitation accepted", locked, by=user)
    return memberships.give_role(locked.club, user, Role(locked.role), by=locked.created_by)


@transaction.atomic
def accept_as_new(invitation: Invitation, account: User) -> Member:
    """Create the account and accept the invitation with it, in one transaction."""
    account.save(force_insert=True)
    audit.note("account made", account, by=account)
    return accept(invitation, account)


def would_promote(invitation: Invitation, member: Member) -> bool:
    """Return whether the invitation offers a stronger role than the member has."""
    return ROLES_ASCENDING.index(Role(invitation.role)) > ROLES_ASCENDING.index(Role(member.role))


def state_of(invitation: Invitation) -> InvitationState:
    """Return the invitation's state.  It ends when the inviter loses the right to invite."""
    if hasattr(invitation, "acceptance"):
        return InvitationState.ACCEPTED
    if hasattr(invitation, "revocation"):
        return InvitationState.REVOKED
    if invitation.expires_at <= timezone.now():
        return InvitationState.EXPIRED
    by = invitation.created_by
    good = by.is_active and access.may(by, Action.MANAGE, invitation.club)
    return InvitationState.OPEN if good else InvitationState.ENDED


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Return the club's invitations that are neither accepted, revoked nor expired."""
    waiting = Invitation.objects.filter(acceptance=None, revocation=None)
    return waiting.filter(club=club, expires_at__gt=timezone.now()).select_related("created_by")


def list_joined(invitation: Invitation) -> QuerySet[AuditEntry]:
    """Return the lines of the audit log about who joined by an invitation, and when, in order."""
    lines = AuditEntry.objects.filter(kind="invitation", subject=str(invitation.pk))
    return lines.filter(act="invitation accepted").select_related("by").order_by("pk")


def has_joined(invitation: Invitation, user: User) -> bool:
    """Return whether somebody joined by an invitation before, whatever became of it: it is for each person once."""
    return list_joined(invitation).filter(by=user).exists()


def token_of(invitation: Invitation) -> str:
    """Return the signed token of an invitation's link."""
    return _SIGNER.sign(invitation.pk.hex)


def find_by_token(token: str) -> Invitation | None:
    """Return the invitation of a signed token in whatever state, or None if the token is not valid."""
    try:
        id_ = uuid.UUID(hex=_SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return with_outcome().filter(pk=id_).first()


def clear_expired_addresses() -> int:
    """Delete mail addresses from expired invitations; return how many were cleared."""
    late = Invitation.objects.filter(expires_at__lte=timezone.now()).exclude(email="")
    return late.update(email="")


def with_outcome() -> QuerySet[Invitation]:
    """Return all invitations, joined with their acceptance and revocation."""
    return Invitation.objects.select_related("club", "created_by", "acceptance", "revocation")


def _lock(invitation: Invitation) -> Invitation:
    Invitation.objects.select_for_update().get(pk=invitation.pk)
    return with_outcome().get(pk=invitation.pk)


def _clear_address(invitation: Invitation) -> None:
    """Delete the mail address: it is not needed after the invitation is closed."""
    Invitation.objects.filter(pk=invitation.pk).update(email="")
