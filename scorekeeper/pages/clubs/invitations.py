"""Invitations as owners make them: a link and a picture to scan, shown once, and a mail where there is an address."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import Action
from scorekeeper.accounts import mail as account_mail
from scorekeeper.accounts import mail as mailing
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.clubs.invitations import TooManyInvitationsError
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Invitation, Role
from scorekeeper.pages.clubs.member_forms import InvitationForm
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.sessions import links as session_links


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Ask somebody to join; the answer to the form is the only one that shows the link."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.MANAGE, where):
        return elsewhere
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            invitation, is_new = _made(request, where, form)
        except IdTakenError:
            form.add_error(None, _("This form was saved already, with something else in it."))
        except TooManyInvitationsError as error:
            form.add_error(None, _(str(error)))
        else:
            return _shown(request, invitation, is_new=is_new)
    context = {"club": where, "form": form, "post": mailing.mail_setting()}
    status = 422 if form.errors else 200
    return render(request, "invitations/invite.html", context, status=status)


@require_POST
def revoke(request: HttpRequest, club: UUID, invitation: UUID) -> HttpResponseBase:
    """Take an invitation back."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.MANAGE, where):
        return elsewhere
    row = get_object_or_404(Invitation, club=where, pk=invitation)
    club_invitations.revoke(row, by=current_user(request))
    messages.success(request, _("The invitation is revoked."))
    return redirect("members", club=where.pk)


def _made(request: HttpRequest, club: Club, form: InvitationForm) -> tuple[Invitation, bool]:
    given = form.cleaned_data
    return club_invitations.invite(
        club, Role(given["role"]), by=current_user(request), email=given["email"], id=given["id"]
    )


def _shown(request: HttpRequest, invitation: Invitation, *, is_new: bool) -> HttpResponse:
    """The invitation with its address, mailed if it is new."""
    url = request.build_absolute_uri(mailing.invitation_path(invitation))
    mailed = bool(invitation.email) and mailing.mail_setting() is not mailing.MailSetting.NONE
    if mailed and is_new:
        site = mailing.base_url(request)
        language = get_language() or "en"
        account_mail.enqueue_invitation(invitation, site=site, language=language)
    context = {
        "club": invitation.club,
        "invitation": invitation,
        "url": url,
        "qr": mark_safe(session_links.qr_svg(url)),  # noqa: S308  # drawn here
        "mailed": mailed,
        "post": mailing.mail_setting(),
    }
    return render(request, "invitations/made.html", context, status=201)
