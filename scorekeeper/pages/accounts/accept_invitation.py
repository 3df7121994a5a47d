"""Pages on which the invited person reads an invitation and accepts it."""

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

from scorekeeper.accounts.mail import invitation_path
from scorekeeper.clubs import invitations
from scorekeeper.clubs.invitations import ClosedInvitationError, InvitationState
from scorekeeper.models import Invitation, Member
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts.forms import NewAccountForm
from scorekeeper.pages.permissions import current_user


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponseBase:
    """Show an invitation; a POST accepts it with the account that is signed in."""
    invitation = _get_invitation(request)
    if request.method != "POST":
        return _page(request, invitation)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    try:
        member = invitations.accept(invitation, current_user(request))
    except ClosedInvitationError:
        return _page(request, invitation)
    return _enter_club(request, member)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_account(request: HttpRequest) -> HttpResponseBase:
    """Create an account and accept the invitation with it, both in one transaction."""
    invitation = _get_invitation(request)
    if (
        request.user.is_authenticated
        or invitations.state_of(invitation) is not InvitationState.OPEN
    ):
        return redirect(invitation_path(invitation))
    if request.method == "POST":
        # counted for the invitation, so that it does not tell who else has an account
        counted = {"account": str(invitation.pk), "kind": "invitation"}
        if refused := throttling.limit_password_attempts(request, **counted):
            return refused
    data = request.POST if request.method == "POST" else None
    form = NewAccountForm(data, email=invitation.email)
    if form.is_bound and form.is_valid():
        try:
            account = form.save(commit=False)
            member = invitations.accept_as_new(invitation, account)
        except ClosedInvitationError:
            return redirect(invitation_path(invitation))
        except IntegrityError:  # another request took the user name meanwhile
            form.add_error("username", _("Somebody else has this user name."))
        else:
            login(request, account)
            return _enter_club(request, member)
    context = {"form": form, **_invitation_context(invitation)}
    status = 422 if form.errors else 200
    return render(request, "invitations/new_account.html", context, status=status)


def _get_invitation(request: HttpRequest) -> Invitation:
    """Return the invitation whose token is in the query; raise Http404 if there is none."""
    invitation = invitations.find_by_token(request.GET.get("invitation", ""))
    if invitation is None:
        raise Http404
    return invitation


def _enter_club(request: HttpRequest, member: Member) -> HttpResponse:
    text = _("You are now a member of %(club)s. Your role: %(role)s.")
    club, role = member.club, member.get_role_display()
    messages.success(request, text % {"club": club.name, "role": role})
    return redirect("club", club.pk)


def _page(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    invitation = invitations.with_outcome().get(pk=invitation.pk)
    context = _invitation_context(invitation)
    if request.user.is_authenticated:
        member = Member.objects.filter(club=invitation.club, user=request.user).first()
        context["member"] = member
        context["would_promote"] = member is None or invitations.would_promote(invitation, member)
        context["has_joined"] = invitation.used > 0 and invitations.has_joined(
            invitation, current_user(request)
        )
    is_open = context["state"] is InvitationState.OPEN
    # only members and people with an open invitation learn the club's name
    context["shows_club"] = is_open or bool(context.get("member"))
    status = HTTPStatus.OK if is_open else HTTPStatus.GONE
    return render(request, "invitations/invitation.html", context, status=status)


def _invitation_context(invitation: Invitation) -> dict[str, Any]:
    return {
        "invitation": invitation,
        "state": invitations.state_of(invitation),
        "address": invitation_path(invitation),
    }
