"""Pages of a club's members and their roles."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.clubs import memberships
from scorekeeper.clubs.invitations import InvitationState, open_invitations, state_of
from scorekeeper.clubs.memberships import LastOwnerError
from scorekeeper.models import Club, Member, MembershipChange, Role, User
from scorekeeper.pages.clubs.forms import MemberForm
from scorekeeper.pages.permissions import club_context, current_user, get_club, require_permission

PAGE = 50  # changes


@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the members; owners change roles and add accounts."""
    club_row = get_club(request, club)
    action = Action.MANAGE if request.method == "POST" else Action.SEE
    if response := require_permission(request, action, club_row):
        return response
    form = MemberForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and _give_role(request, club_row, form):
        return redirect("members", club=club_row.pk)
    return _members_page(request, club_row, form)


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, club: UUID, user: UUID) -> HttpResponseBase:
    """Remove a member, after a confirmation."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.MANAGE, club_row):
        return response
    member = get_object_or_404(club_row.members.select_related("user"), user=user)
    if request.method == "POST" and _end_membership(request, club_row, member.user):
        text = _("%(name)s is no longer a member of the club.") % {
            "name": member.user.get_username()
        }
        messages.success(request, text)
        return redirect("members", club=club_row.pk)
    return _confirmation_page(request, member, is_own=False)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Leave the club, after a confirmation."""
    club_row = get_club(request, club)
    user = current_user(request)
    member = get_object_or_404(club_row.members.select_related("user"), user=user)
    if request.method == "POST" and _end_membership(request, club_row, user):
        messages.success(request, _("You left %(club)s.") % {"club": club_row.name})
        return redirect("account")
    return _confirmation_page(request, member, is_own=True)


@require_safe
def history(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the changes of membership, newest first."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.AUDIT, club_row):
        return response
    changes = MembershipChange.objects.filter(club=club_row).select_related("user", "by")
    page = Paginator(changes.order_by("-at", "-pk"), PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/member_history.html", {"club": club_row, "page": page})


def _members_page(request: HttpRequest, club: Club, form: MemberForm) -> HttpResponse:
    may_manage = access.may(request.user, Action.MANAGE, club)
    rows = access.members_seen_by(request.user).filter(club=club).select_related("user")
    invitations = open_invitations(club) if may_manage else ()
    context = {
        **club_context(request, club),
        "members": rows.order_by("since", "pk"),
        "roles": Role.choices,
        "invitations": [
            {
                "row": row,
                "is_open": state_of(row) is InvitationState.OPEN,
            }
            for row in invitations
        ],
        "may_manage": may_manage,
        "may_audit": access.may(request.user, Action.AUDIT, club),
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "clubs/members.html", context, status=status)


def _give_role(request: HttpRequest, club: Club, form: MemberForm) -> bool:
    user, role = form.cleaned_data["username"], Role(form.cleaned_data["role"])
    try:
        memberships.give_role(club, user, role, by=current_user(request))
    except LastOwnerError as error:
        form.add_error(None, _(str(error)))
        return False
    text = _("%(name)s is now: %(role)s.") % {"name": user.get_username(), "role": role.label}
    messages.success(request, text)
    return True


def _end_membership(request: HttpRequest, club: Club, user: User) -> bool:
    try:
        memberships.leave(club, user, by=current_user(request))
    except LastOwnerError:
        return False
    return True


def _confirmation_page(request: HttpRequest, member: Member, *, is_own: bool) -> HttpResponse:
    """Ask before a membership ends; tell an only owner why it cannot."""
    is_only_owner = member.club_id in memberships.solely_owned_clubs(member.user)
    context = {
        "club": member.club,
        "member": member,
        "is_own": is_own,
        "is_only_owner": is_only_owner,
    }
    status = 409 if is_only_owner and request.method == "POST" else 200
    return render(request, "clubs/leave.html", context, status=status)
