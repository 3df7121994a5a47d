"""Who belongs to a club: read by its members, changed by its owners."""

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
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.clubs import memberships
from scorekeeper.clubs.memberships import LastOwnerError
from scorekeeper.models import Club, Member, MembershipChange, Role, User
from scorekeeper.pages.clubs.forms import MemberForm
from scorekeeper.pages.permissions import club_context, current_user, get_club, require_permission

PAGE = 50  # changes


@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Everybody and their roles; an owner gives other roles, and adds accounts."""
    where = get_club(request, club)
    wanted = Action.MANAGE if request.method == "POST" else Action.SEE
    if elsewhere := require_permission(request, wanted, where):
        return elsewhere
    form = MemberForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and _given_role(request, where, form):
        return redirect("members", club=where.pk)
    return _page(request, where, form)


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, club: UUID, user: UUID) -> HttpResponseBase:
    """An owner shows somebody out, after being asked."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.MANAGE, where):
        return elsewhere
    member = get_object_or_404(where.members.select_related("user"), user=user)
    if request.method == "POST" and _gone(request, where, member.user):
        said = _("%(name)s belongs to the club no more.") % {"name": member.user.get_username()}
        messages.success(request, said)
        return redirect("members", club=where.pk)
    return _asked(request, member, own=False)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Somebody leaves of their own will, after being asked."""
    where = get_club(request, club)
    user = current_user(request)
    member = get_object_or_404(where.members.select_related("user"), user=user)
    if request.method == "POST" and _gone(request, where, user):
        messages.success(request, _("You left %(club)s.") % {"club": where.name})
        return redirect("account")
    return _asked(request, member, own=True)


@require_safe
def history(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Who came, changed their role and went, the latest first."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.AUDIT, where):
        return elsewhere
    changes = MembershipChange.objects.filter(club=where).select_related("user", "by")
    page = Paginator(changes.order_by("-at", "-pk"), PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/member_history.html", {"club": where, "page": page})


def _page(request: HttpRequest, club: Club, form: MemberForm) -> HttpResponse:
    may_manage = access.may(request.user, Action.MANAGE, club)
    rows = access.members_seen_by(request.user).filter(club=club).select_related("user")
    invitations = club_invitations.open_invitations(club) if may_manage else ()
    context = {
        **club_context(request, club),
        "members": rows.order_by("since", "pk"),
        "roles": Role.choices,
        "invitations": [
            {
                "row": row,
                "is_open": club_invitations.state_of(row) is club_invitations.InvitationState.OPEN,
            }
            for row in invitations
        ],
        "may_manage": may_manage,
        "may_audit": access.may(request.user, Action.AUDIT, club),
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "clubs/members.html", context, status=status)


def _given_role(request: HttpRequest, club: Club, form: MemberForm) -> bool:
    user, role = form.cleaned_data["username"], Role(form.cleaned_data["role"])
    try:
        memberships.give_role(club, user, role, by=current_user(request))
    except LastOwnerError as error:
        form.add_error(None, _(str(error)))
        return False
    told = _("%(name)s is now: %(role)s.") % {"name": user.get_username(), "role": role.label}
    messages.success(request, told)
    return True


def _gone(request: HttpRequest, club: Club, user: User) -> bool:
    try:
        memberships.leave(club, user, by=current_user(request))
    except LastOwnerError:
        return False
    return True


def _asked(request: HttpRequest, member: Member, *, own: bool) -> HttpResponse:
    """Once more, before somebody is out; why not, for an only owner."""
    alone = member.club_id in memberships.solely_owned_clubs(member.user)
    context = {"club": member.club, "member": member, "own": own, "alone": alone}
    status = 409 if alone and request.method == "POST" else 200
    return render(request, "clubs/leave.html", context, status=status)
