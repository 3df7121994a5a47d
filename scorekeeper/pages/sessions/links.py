"""Links for logging a session without an account: created, listed, shown as QR code and revoked."""

import uuid
from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import Count, Max, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Link, Session
from scorekeeper.pages.action_forms import TAKEN
from scorekeeper.pages.permissions import current_user, get_session, require_permission
from scorekeeper.sessions.links import create_link, log_path, qr_svg, revoke_link, token_of

HOURS = (
    (4, gettext_lazy("4 hours")),
    (24, gettext_lazy("a day")),
    (72, gettext_lazy("3 days")),
    (168, gettext_lazy("a week")),
    (720, gettext_lazy("30 days")),
)


class LinkForm(forms.Form):
    """A new link: whose phone, and for how long."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    label = forms.CharField(
        label=gettext_lazy("Whose phone?"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("So that you know later which link to revoke."),
    )
    hours = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=HOURS, coerce=int, initial=24
    )


@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """List the links of a session, with a form for another one."""
    session_row = get_session(request, session)
    if response := require_permission(request, Action.LINK, session_row.club):
        return response
    initial = {"id": uuid.uuid4()}
    form = LinkForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid() and (new := _create(request, session_row, form)):
        return redirect("session-link", session=session_row.pk, link=new.pk)
    rows = [
        {"link": link, "state": _state(link, session_row.club)}
        for link in _links_with_use(session_row)
    ]
    context = {**_about(session_row), "form": form, "rows": rows}
    return render(request, "office/links.html", context, status=422 if form.errors else 200)


@never_cache
@require_safe
def link(request: HttpRequest, session: UUID, link: UUID) -> HttpResponseBase:
    """Show a link.  Only its creator sees the QR code: what is logged through it is in the creator's name."""
    session_row = get_session(request, session)
    if response := require_permission(request, Action.LINK, session_row.club):
        return response
    row = get_object_or_404(_links_with_use(session_row), pk=link)
    context = {**_about(session_row), "link": row, "state": _state(row, session_row.club)}
    if context["state"] == "good" and row.created_by_id == current_user(request).pk:
        address = request.build_absolute_uri(log_path(token_of(row)))
        context |= {"address": address, "qr": qr_svg(address)}
    return render(request, "office/link.html", context)


@require_POST
def revoke(request: HttpRequest, session: UUID, link: UUID) -> HttpResponseBase:
    """Revoke a link."""
    session_row = get_session(request, session)
    if response := require_permission(request, Action.LINK, session_row.club):
        return response
    revoke_link(get_object_or_404(session_row.links, pk=link), by=current_user(request))
    messages.success(request, _("The link has been revoked. What was logged through it is kept."))
    return _back(session_row)


def _back(session: Session) -> HttpResponse:
    return redirect("session-links", session=session.pk)


def _about(session: Session) -> dict[str, Any]:
    return {"session": session, "club": session.club}


def _links_with_use(session: Session) -> QuerySet[Link]:
    """Return the links, newest first, annotated with the number and the time of their uses."""
    links = session.links.select_related("revocation__by", "created_by")
    counted = links.annotate(uses=Count("audit_entries"), last_used=Max("audit_entries__at"))
    return counted.order_by("-created_at", "pk")


def _state(link: Link, club: Club) -> str:
    """Return the state of a link: good, revoked, expired or ended.

    A link ends when its creator may not create links any more.
    """
    if hasattr(link, "revocation"):
        return "revoked"
    if link.expires_at <= timezone.now():
        return "expired"
    creator = link.created_by
    is_good = creator.is_active and access.may(creator, Action.LINK, club)
    return "good" if is_good else "ended"


def _create(request: HttpRequest, session: Session, form: LinkForm) -> Link | None:
    data = form.cleaned_data
    lasting = timedelta(hours=data["hours"])
    try:
        link, _is_new = create_link(
            session, by=current_user(request), lifetime=lasting, label=data["label"], id=data["id"]
        )
    except IdTakenError:
        form.add_error(None, TAKEN)
        return None
    return link
