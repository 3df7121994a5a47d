"""Pages on which owners create and revoke invitations, and see the link and the QR code of their own; a mail is optional."""

from datetime import timedelta
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.access import Action
from scorekeeper.accounts.mail import (
    MailSetting,
    base_url,
    enqueue_invitation,
    invitation_path,
    mail_setting,
)
from scorekeeper.clubs import invitations
from scorekeeper.clubs.invitations import InvitationState, TooManyInvitationsError
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Invitation, Role
from scorekeeper.pages.action_forms import TAKEN
from scorekeeper.pages.clubs.member_forms import InvitationForm
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.sessions.links import qr_svg


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Create an invitation, and show its link."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.MANAGE, club_row):
        return response
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            invitation, is_new = _create(request, club_row, form)
        except IdTakenError:
            form.add_error(None, TAKEN)
        except TooManyInvitationsError as error:
            form.add_error(None, _(str(error)))
        else:
            return _invitation_page(request, invitation, is_new=is_new)
    context = {"club": club_row, "form": form, "mail_setting": mail_setting()}
    status = 422 if form.errors else 200
    return render(request, "invitations/invite.html", context, status=status)


@never_cache
@require_safe
def invitation(request: HttpRequest, club: UUID, invitation: UUID) -> HttpResponseBase:
    """Show an invitation and who joined by it. Only its creator sees the link: who joins by it joins in the creator's name."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.MANAGE, club_row):
        return response
    row = get_object_or_404(invitations.with_outcome(), club=club_row, pk=invitation)
    user = current_user(request)
    is_own = row.created_by_id == user.pk
    if is_own:
        row.created_by = user  # whose roles are read already
    state = invitations.state_of(row)
    context = {
        "club": club_row,
        "invitation": row,
        "state": state,
        "joined": invitations.list_joined(row),
    }
    if state is InvitationState.OPEN and is_own:
        context |= _link(request, row)
    return render(request, "invitations/made.html", context)


@require_POST
def revoke(request: HttpRequest, club: UUID, invitation: UUID) -> HttpResponseBase:
    """Revoke an invitation."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.MANAGE, club_row):
        return response
    row = get_object_or_404(Invitation, club=club_row, pk=invitation)
    invitations.revoke(row, by=current_user(request))
    messages.success(request, _("The invitation has been revoked."))
    return redirect("members", club=club_row.pk)


def _create(request: HttpRequest, club: Club, form: InvitationForm) -> tuple[Invitation, bool]:
    data = form.cleaned_data
    return invitations.invite(
        club,
        Role(data["role"]),
        by=current_user(request),
        email=data["email"],
        uses=data["uses"],
        lifetime=timedelta(days=data["days"]),
        id=data["id"],
    )


def _link(request: HttpRequest, invitation: Invitation) -> dict[str, str]:
    url = request.build_absolute_uri(invitation_path(invitation))
    return {"url": url, "qr": mark_safe(qr_svg(url))}  # noqa: S308  # drawn here


def _invitation_page(request: HttpRequest, invitation: Invitation, *, is_new: bool) -> HttpResponse:
    """Show a new invitation with its link, and mail it. A form sent twice is not mailed again."""
    mailed = bool(invitation.email) and mail_setting() is not MailSetting.NONE
    if mailed and is_new:
        site = base_url(request)
        language = get_language() or "en"
        enqueue_invitation(invitation, site=site, language=language)
    context = {
        "club": invitation.club,
        "invitation": invitation,
        "state": InvitationState.OPEN,
        "is_new": True,
        **_link(request, invitation),
        "mailed": mailed,
        "mail_setting": mail_setting(),
    }
    return render(request, "invitations/made.html", context, status=201)
