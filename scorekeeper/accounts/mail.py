"""Mails for password resets, invitations and sign-up, as plain text in the language of the user or of the request."""

import logging
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
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes
from django.utils.http import urlencode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from scorekeeper import set_aside
from scorekeeper.accounts import sign_up
from scorekeeper.accounts.rate_limits import SignUpMailThrottle
from scorekeeper.clubs import invitations
from scorekeeper.models import Invitation, User

logger = logging.getLogger(__name__)

RESET_INTERVAL = 300
"""Seconds between two reset mails to one account, or sign-up mails to one address, whoever asks; a stranger's request sends its owner a working link as well."""
KEEP_FILES = timedelta(days=14)  # for mail written into files; an invitation is valid as long


class MailSetting(StrEnum):
    """How this installation sends mail (setting MAIL)."""

    SENT = "sent"
    WRITTEN = "written"  # into files, for the operator
    NONE = "none"


def mail_setting() -> MailSetting:
    """Return how this installation sends mail."""
    return MailSetting(settings.MAIL)


def base_url(request: HttpRequest) -> str:
    """Return scheme and host for links in mails: the setting SITE, or the request's own host if it is empty."""
    return settings.SITE or f"{request.scheme}://{request.get_host()}"


def invitation_path(invitation: Invitation) -> str:
    """Return the path and query for accepting an invitation.  The token is in the query, because paths are logged."""
    return f"{reverse('join')}?{urlencode({'invitation': invitations.token_of(invitation)})}"


def send_reset(user: User, *, site: str, language: str) -> bool:
    """Send a password-reset mail, at most one per RESET_INTERVAL; return whether it was sent."""
    if not user.email or not cache.add(f"reset-mail-{user.pk}", "sent", RESET_INTERVAL):
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
            cache.delete(f"reset-mail-{user.pk}")  # so that the task can retry
            raise
    return True


def send_invitation(invitation: Invitation, *, site: str, language: str) -> bool:
    """Mail an open invitation to the address on it; return whether it was sent."""
    if (
        not invitation.email
        or invitations.state_of(invitation) is not invitations.InvitationState.OPEN
    ):
        return False
    url = site + invitation_path(invitation)
    with translation.override(language):
        text = render_to_string("invitations/mail.txt", {"invitation": invitation, "url": url})
        subject = _("You are invited to %(club)s") % {
            "club": " ".join(invitation.club.name.split())
        }
        send_mail(subject, text, None, [invitation.email])
    return True


def send_sign_up(email: str, *, site: str, language: str) -> bool:
    """Mail a sign-up link to an address, or to its owner that it has an account already; return whether it was sent.

    No more than SIGN_UP_MAILS are sent in a day.
    """
    key = f"sign-up-mail-{salted_hmac('sign-up-mail', email.casefold()).hexdigest()}"
    if not sign_up.is_sign_up_open():
        return False
    limit = SignUpMailThrottle()
    if limit.is_used_up():  # by requests since the page was answered
        logger.warning("a sign-up mail was not sent: SIGN_UP_MAILS were sent today")
        return False
    if not cache.add(key, "sent", RESET_INTERVAL):
        return False
    account = User.objects.filter(email__iexact=email, is_active=True).first()
    address = reverse("sign-in") if account else sign_up.make_path(email)
    with translation.override(language):
        context = {"account": account, "url": site + address, "site": site}
        text = render_to_string("accounts/sign_up_mail.txt", context)
        try:
            # the mail names the account: it goes to its own address, which may differ from what was typed in letters
            # that a database takes for the same
            to = account.email if account else email
            send_mail(_("Your account at Scorekeeper"), text, None, [to])
        except OSError:
            cache.delete(key)  # so that the task can retry
            raise
    limit.count_mail()
    return True


def delete_old_files() -> int:
    """Delete files of mail whose links have expired; return how many.  One that cannot be deleted is logged and left."""
    oldest = (timezone.now() - KEEP_FILES).timestamp()
    deleted = 0
    for file in Path(settings.EMAIL_FILE_PATH).glob("*.log"):
        try:
            if file.stat().st_mtime < oldest:
                file.unlink()
                deleted += 1
        except OSError:
            logger.exception("a file of mail could not be deleted")
    return deleted


@shared_task(
    name="scorekeeper.letters.mail_resets",
    autoretry_for=[OperationalError, OSError],
    retry_backoff=10,
    max_retries=5,
)
def mail_resets(users: list[str], site: str, language: str) -> int:
    """Send password-reset mails to the active users among these ids; return how many were sent.

    Where one cannot be sent, the others are; then the error of the mail server is raised, so that the task is repeated.
    """
    sent, not_sent = 0, None
    for user in User.objects.filter(pk__in=users, is_active=True):
        try:
            sent += send_reset(user, site=site, language=language)
        except OSError as error:
            not_sent = error
        except Exception as error:
            if set_aside.is_of_the_connection(error):
                raise
            logger.exception("a mail to the account %s could not be written", user.pk)
    if not_sent is not None:
        raise not_sent
    return sent


@shared_task(
    name="scorekeeper.letters.mail_invitation",
    autoretry_for=[OperationalError, OSError],
    retry_backoff=10,
    max_retries=5,
)
def mail_invitation(invitation: str, site: str, language: str) -> int:
    """Mail an invitation; return 1 if it was sent.  The inviter also sees its link and QR code on the page."""
    rows = invitations.with_outcome().filter(pk=invitation)
    return sum(send_invitation(row, site=site, language=language) for row in rows)


@shared_task(
    name="scorekeeper.letters.mail_sign_up",
    autoretry_for=[OperationalError, OSError],
    retry_backoff=10,
    max_retries=5,
)
def mail_sign_up(email: str, site: str, language: str) -> int:
    """Mail a sign-up link; return 1 if a mail was sent."""
    return int(send_sign_up(email, site=site, language=language))


def enqueue_resets(users: list[str], *, site: str, language: str) -> None:
    """Enqueue password-reset mails.

    Enqueued also for no user, so that response times do not reveal who has an account.
    """
    send = mail_resets.s(users, site, language)
    transaction.on_commit(lambda: send.apply_async(retry=False), robust=True)


def enqueue_invitation(invitation: Invitation, *, site: str, language: str) -> None:
    """Enqueue the mail of an invitation once the transaction is committed."""
    send = mail_invitation.s(str(invitation.pk), site, language)
    transaction.on_commit(lambda: send.apply_async(retry=False), robust=True)


def enqueue_sign_up(email: str, *, site: str, language: str) -> None:
    """Enqueue the mail to an address, whether it has an account or not, so that response times do not reveal it."""
    send = mail_sign_up.s(email, site, language)
    transaction.on_commit(lambda: send.apply_async(retry=False), robust=True)
