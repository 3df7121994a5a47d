"""An invitation as the invited see it: who asks them to join what, and how they do."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts import mail as account_mail
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.clubs.invitations import ClosedInvitationError, InvitationState
from scorekeeper.models import Invitation, Member
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts.forms import NewAccountForm
from scorekeeper.pages.permissions import current_user


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponseBase:
    """Look at an invitation, and join with the account that is signed in."""
    invitation = _shown(request)
    if request.method != "POST":
        return _page(request, invitation)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return _joined(request, invitation) or _page(request, invitation)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_account(request: HttpRequest) -> HttpResponseBase:
    """Make an account and join with it, both or neither."""
    invitation = _shown(request)
    if (
        request.user.is_authenticated
        or club_invitations.state_of(invitation) is not InvitationState.OPEN
    ):
        return redirect(account_mail.invitation_path(invitation))
    if request.method == "POST" and (tried := throttling.tried_too_often(request)):
        return tried
    sent = request.POST if request.method == "POST" else None
    form = NewAccountForm(sent, email=invitation.email)
    if form.is_bound and form.is_valid():
        try:
            account = form.save(commit=False)
            member = club_invitations.accept_as_new(invitation, account)
        except ClosedInvitationError:
            return redirect(account_mail.invitation_path(invitation))
        except IntegrityError:  # somebody took the name a moment earlier
            form.add_error("username", _("Somebody else has this user name."))
        else:
            login(request, account)
            return _welcome(request, member)
    context = {"form": form, **_about(invitation)}
    status = 422 if form.errors else 200
    return render(request, "invitations/new_account.html", context, status=status)


def _shown(request: HttpRequest) -> Invitation:
    """The invitation whose address was opened."""
    invitation = club_invitations.find_by_token(request.GET.get("invitation", ""))
    if invitation is None:
        raise Http404
    return invitation


def _joined(request: HttpRequest, invitation: Invitation) -> HttpResponse | None:
    """To the club, unless the invitation was closed meanwhile."""
    try:
        return _welcome(request, club_invitations.accept(invitation, current_user(request)))
    except ClosedInvitationError:
        return None


def _welcome(request: HttpRequest, member: Member) -> HttpResponse:
    said = _("You belong to %(club)s now. Your role: %(role)s.")
    club, role = member.club, member.get_role_display()
    messages.success(request, said % {"club": club.name, "role": role})
    return redirect("club", club.pk)


def _page(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """The invitation as it stands."""
    invitation = club_invitations.with_outcome().get(pk=invitation.pk)
    context = _about(invitation)
    if request.user.is_authenticated:
        member = Member.objects.filter(club=invitation.club, user=request.user).first()
        context["member"] = member
        context["raised"] = member is None or club_invitations.would_promote(invitation, member)
    is_open = context["state"] is InvitationState.OPEN
    context["named"] = is_open or bool(
        context.get("member")
    )  # a club that one is not asked into is its own affair
    status = HTTPStatus.OK if is_open else HTTPStatus.GONE
    return render(request, "invitations/invitation.html", context, status=status)


def _about(invitation: Invitation) -> dict[str, Any]:
    return {
        "invitation": invitation,
        "state": club_invitations.state_of(invitation),
        "address": account_mail.invitation_path(invitation),
    }
