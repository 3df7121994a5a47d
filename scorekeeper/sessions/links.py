"""Links with which a phone without an account logs one session for a limited time.

The token is signed, not stored: it is computed again from the link's id and SECRET_KEY.
"""

import uuid
from datetime import timedelta
from io import BytesIO

import segno
from django.core import signing
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from scorekeeper import access, audit, idempotency
from scorekeeper.access import Action, Holder
from scorekeeper.models import HeldRole, Link, LinkRevocation, Session, User

HOUR = timedelta(hours=1)
DEFAULT_LIFETIME = 24 * HOUR
MAX_LIFETIME = timedelta(days=30)

_SIGNER = signing.Signer(sep=".", salt="scorekeeper.sessions.links")


@transaction.atomic
def create_link(
    session: Session,
    *,
    by: User,
    lifetime: timedelta = DEFAULT_LIFETIME,
    label: str = "",
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Link, bool]:
    """Create a link for logging this session; return it and whether it is new.  Raises IdTakenError, ValueError."""
    if not timedelta(0) < lifetime <= MAX_LIFETIME:
        raise ValueError(f"A link lasts up to {MAX_LIFETIME.days} days, not {lifetime}.")
    _lock(session.pk)  # repeated requests with one id wait for each other
    existing = Link.objects.filter(pk=id).first() if id else None
    if existing is not None:
        attributes = (existing.session_id, existing.created_by_id, existing.label)
        if (*attributes, existing.expires_at - existing.created_at) != (
            session.pk,
            by.pk,
            label,
            lifetime,
        ):
            raise idempotency.IdTakenError
        return existing, False
    now = timezone.now()
    link = Link.objects.create(
        id=id or uuid.uuid4(),
        club_id=session.club_id,
        session=session,
        label=label,
        created_by=by,
        created_at=now,
        expires_at=now + lifetime,
    )
    audit.note("link made", link, by=by, session=str(session.pk), hours=lifetime / HOUR)
    return link, True


@transaction.atomic
def revoke_link(link: Link, *, by: User) -> None:
    """Revoke a link; what was logged through it stays.  Does nothing if it is revoked already."""
    _lock(link.session_id)
    _, is_new = LinkRevocation.objects.get_or_create(
        link=link, defaults={"by": by, "at": timezone.now()}
    )
    if is_new:
        audit.note("link revoked", link, by=by)


def token_of(link: Link) -> str:
    """Return the link's signed token."""
    return _SIGNER.sign(link.pk.hex)


def log_path(token: str) -> str:
    """Return the path of the logging page.  Browsers do not send the part after #, so the token is not logged."""
    return f"/log/#{token}"


def qr_svg(address: str) -> str:
    """Return a QR code of the address as an SVG element."""
    out = BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, scale=4, unit="px"
    )
    return out.getvalue().decode()


def find_holder(token: str) -> Holder | None:
    """Return the holder of this token, or None if it is invalid, expired or revoked.

    A link also ends when its creator loses the right to create links.
    """
    try:
        id_ = uuid.UUID(hex=_SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    links = Link.objects.select_related("club", "created_by")
    valid = links.filter(pk=id_, expires_at__gt=timezone.now(), revocation=None)
    made_by_member = valid.filter(club__members__user=F("created_by"))
    has_step = Exists(TOTPDevice.objects.filter(user=OuterRef("created_by"), confirmed=True))
    with_role = made_by_member.annotate(role=F("club__members__role"), has_step=has_step)
    link = with_role.order_by().first()
    if link is None or not link.created_by.is_active:
        return None
    role = HeldRole(link.role, link.club.second_step_for, link.has_step)
    link.created_by.roles = {link.club_id: role}  # the only one that a link needs
    return Holder(link) if access.may(link.created_by, Action.LINK, link.club) else None


def _lock(session: uuid.UUID) -> None:
    Session.objects.select_for_update(of=("self",)).get(pk=session)
