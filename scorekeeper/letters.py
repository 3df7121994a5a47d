"""Mail for a worker to send: a page need not wait for the server that takes it, nor fail with it.

A message says whom to write to, by ids, where this service is reached, and in which language.  Whoever gets no mail asks
again, and whoever gets two uses either.
"""

from celery import shared_task
from django.db import OperationalError, transaction

from scorekeeper import inviting, mailing
from scorekeeper.models import Invitation, User


@shared_task(autoretry_for=[OperationalError, OSError], retry_backoff=10, max_retries=5)
def mail_resets(users: list[str], site: str, language: str) -> int:
    """Mail where to choose a new password."""
    known = User.objects.filter(pk__in=users, is_active=True)
    return sum(mailing.send_reset(user, site=site, language=language) for user in known)


@shared_task(autoretry_for=[OperationalError, OSError], retry_backoff=10, max_retries=5)
def mail_invitation(invitation: str, site: str, language: str) -> int:
    """Mail an invitation.  Whoever invited has the address and the QR code beside."""
    found = inviting.known().filter(pk=invitation)
    return sum(mailing.send_invitation(one, site=site, language=language) for one in found)


def have_resets_mailed(users: list[str], *, site: str, language: str) -> None:
    """Leave it to a worker, also where there is nobody to write to: the time it takes tells nobody who has an account."""
    send = mail_resets.s(users, site, language)
    transaction.on_commit(lambda: send.apply_async(retry=False), robust=True)


def have_invitation_mailed(invitation: Invitation, *, site: str, language: str) -> None:
    """Leave it to a worker, once the invitation is kept."""
    send = mail_invitation.s(str(invitation.pk), site, language)
    transaction.on_commit(lambda: send.apply_async(retry=False), robust=True)
