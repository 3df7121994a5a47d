"""Links: a phone without an account logs one session, for a while.

The address is signed, not kept: it can be made again from the link's id, and by nobody without the installation's key.
"""

import uuid
from datetime import timedelta
from io import BytesIO

import segno
from django.core import signing
from django.db import transaction
from django.utils import timezone

from scorekeeper import access, audit, idempotency
from scorekeeper.access import Action, Holder
from scorekeeper.models import Link, LinkRevocation, Session, User

HOUR = timedelta(hours=1)
USUAL = 24 * HOUR
LONGEST = timedelta(days=30)

_SIGNER = signing.Signer(sep=".", salt="scorekeeper.sessions.links")


@transaction.atomic
def make_link(
    session: Session,
    *,
    by: User,
    lasting: timedelta = USUAL,
    label: str = "",
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Link, bool]:
    """Let whoever holds the link log this session for so long.  Says whether the link is new."""
    if not timedelta(0) < lasting <= LONGEST:
        raise ValueError(f"A link lasts up to {LONGEST.days} days, not {lasting}.")
    _lock(session.pk)  # the same request may come twice
    there = Link.objects.filter(pk=id).first() if id else None
    if there is not None:
        made = (there.session_id, there.created_by_id, there.label)
        if (*made, there.expires_at - there.created_at) != (session.pk, by.pk, label, lasting):
            raise idempotency.IdTakenError
        return there, False
    now = timezone.now()
    link = Link.objects.create(
        id=id or uuid.uuid4(),
        club_id=session.club_id,
        session=session,
        label=label,
        created_by=by,
        created_at=now,
        expires_at=now + lasting,
    )
    audit.note("link made", link, by=by, session=str(session.pk), hours=lasting / HOUR)
    return link, True


@transaction.atomic
def revoke(link: Link, *, by: User) -> None:
    """Take a link back; what was logged through it stays.  Once is enough."""
    _lock(link.session_id)
    _, is_new = LinkRevocation.objects.get_or_create(
        link=link, defaults={"by": by, "at": timezone.now()}
    )
    if is_new:
        audit.note("link revoked", link, by=by)


def token_of(link: Link) -> str:
    """What the phone shows, the same every time."""
    return _SIGNER.sign(link.pk.hex)


def page_of(token: str) -> str:
    """Where a phone logs; what follows the # never leaves it in an address."""
    return f"/log/#{token}"


def qr(address: str) -> str:
    """The address as a picture to be scanned: an SVG element of its own."""
    out = BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, scale=4, unit="px"
    )
    return out.getvalue().decode()


def holder_of(token: str) -> Holder | None:
    """Whoever shows this token; nobody, if the link is not good any more.

    A link is as good as its maker: it ends when they may hand out none.
    """
    try:
        id_ = uuid.UUID(hex=_SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    known = Link.objects.select_related("club", "created_by", "revocation")
    link = known.filter(pk=id_, expires_at__gt=timezone.now(), revocation=None).first()
    if link is None or not link.created_by.is_active:
        return None
    return Holder(link) if access.may(link.created_by, Action.LINK, link.club) else None


def _lock(session: uuid.UUID) -> None:
    Session.objects.select_for_update(of=("self",)).get(pk=session)
