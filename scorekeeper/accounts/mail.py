"""Mail to people: a new password, an invitation.  Each has a text alone, in the language of whoever asked for it."""

from datetime import timedelta
from enum import StrEnum
from pathlib import Path

from celery import shared_task
from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import OperationalError, transaction
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlencode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.models import Invitation, User

PAUSE = 60  # seconds in which nobody is sent a second mail about their password
KEPT = timedelta(days=14)  # of mail that is written into files: as long as an invitation is good


class Post(StrEnum):
    """What becomes of mail in this installation."""

    SENT = "sent"
    WRITTEN = "written"  # into files, for whoever runs it
    NONE = "none"


def post() -> Post:
    """Is there anybody who takes mail?"""
    return Post(settings.MAIL)


def site(request: HttpRequest) -> str:
    """Where the service is reached, for addresses in mails; an installation for this computer only is where it was asked."""
    return settings.SITE or f"{request.scheme}://{request.get_host()}"


def address_of(invitation: Invitation) -> str:
    """Where an invitation is taken up.  What is asked for is in no log, as a path would be."""
    return f"{reverse('join')}?{urlencode({'invitation': club_invitations.token_of(invitation)})}"


def send_reset(user: User, *, site: str, language: str) -> bool:
    """Tell somebody where to choose a new password; not again at once, whoever asks."""
    if not user.email or not cache.add(f"reset-mail-{user.pk}", "sent", PAUSE):
        return False
    named = {
        "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
        "token": default_token_generator.make_token(user),
    }
    url = site + reverse("password_reset_confirm", kwargs=named)
    with translation.override(user.language or language):
        text = render_to_string("accounts/reset_mail.txt", {"user": user, "url": url, "site": site})
        try:
            send_mail(_("A new password for Scorekeeper"), text, None, [user.email])
        except OSError:
            cache.delete(f"reset-mail-{user.pk}")  # it is tried again
            raise
    return True


def send_invitation(invitation: Invitation, *, site: str, language: str) -> bool:
    """Send an invitation to the address on it; nowhere, if it is good no more."""
    if (
        not invitation.email
        or club_invitations.state_of(invitation) is not club_invitations.State.OPEN
    ):
        return False
    url = site + address_of(invitation)
    with translation.override(language):
        text = render_to_string("invitations/mail.txt", {"invitation": invitation, "url": url})
        subject = _("You are invited to %(club)s") % {
            "club": " ".join(invitation.club.name.split())
        }
        send_mail(subject, text, None, [invitation.email])
    return True


def forget_written() -> int:
    """Drop the files of mail whose links are good no more, with the addresses in them."""
    late = (timezone.now() - KEPT).timestamp()
    files = Path(settings.EMAIL_FILE_PATH).glob("*.log")
    old = [file for file in files if file.stat().st_mtime < late]
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)


@shared_task(
    name="scorekeeper.letters.mail_resets",
    autoretry_for=[OperationalError, OSError],
    retry_backoff=10,
    max_retries=5,
)
def mail_resets(users: list[str], site: str, language: str) -> int:
    """Mail where to choose a new password."""
    known = User.objects.filter(pk__in=users, is_active=True)
    return sum(send_reset(user, site=site, language=language) for user in known)


@shared_task(
    name="scorekeeper.letters.mail_invitation",
    autoretry_for=[OperationalError, OSError],
    retry_backoff=10,
    max_retries=5,
)
def mail_invitation(invitation: str, site: str, language: str) -> int:
    """Mail an invitation.  Whoever invited has the address and the QR code beside."""
    found = club_invitations.known().filter(pk=invitation)
    return sum(send_invitation(one, site=site, language=language) for one in found)


def have_resets_mailed(users: list[str], *, site: str, language: str) -> None:
    """Leave it to a worker, also where there is nobody to write to: the time it takes tells nobody who has an account."""
    send = mail_resets.s(users, site, language)
    transaction.on_commit(lambda: send.apply_async(retry=False), robust=True)


def have_invitation_mailed(invitation: Invitation, *, site: str, language: str) -> None:
    """Leave it to a worker, once the invitation is kept."""
    send = mail_invitation.s(str(invitation.pk), site, language)
    transaction.on_commit(lambda: send.apply_async(retry=False), robust=True)
