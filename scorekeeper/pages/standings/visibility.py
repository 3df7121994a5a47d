"""The pages that make a club, a season or a session public or private."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scorekeeper.access import Action
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Club, Season, Session, User, Visibility
from scorekeeper.pages.permissions import current_user, get_club, get_session, require_permission
from scorekeeper.pages.standings.views import get_season
from scorekeeper.sessions import recording

CHOICES = (
    (Visibility.PRIVATE.value, gettext_lazy("private: only members of the club can see it")),
    (Visibility.PUBLIC.value, gettext_lazy("public: anybody can see it, even without an account")),
)
MEANS = {
    Club: gettext_lazy(
        "Anybody can see the name of a public club, and those of its seasons and sessions that are public themselves. Members stay private."
    ),
    Season: gettext_lazy(
        "Anybody can see the table, ratings and players’ names of a public season, including the points from private sessions. Those sessions and their hands stay private."
    ),
    Session: gettext_lazy(
        "Anybody can see the players, score sheet, hands and replays of a public session. Disputes stay private."
    ),
}


class VisibilityForm(forms.Form):
    """Who may see a club, a season or a session."""

    visibility = forms.ChoiceField(
        label=gettext_lazy("Who can see it"), choices=CHOICES, widget=forms.RadioSelect
    )


@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Show and change who may see a club."""
    return _visibility_page(request, get_club(request, club))


@require_http_methods(["GET", "HEAD", "POST"])
def of_season(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Show and change who may see a season."""
    return _visibility_page(request, get_season(request, season))


@require_http_methods(["GET", "HEAD", "POST"])
def of_session(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Show and change who may see a session."""
    return _visibility_page(request, get_session(request, session))


def _visibility_page(request: HttpRequest, row: Club | Season | Session) -> HttpResponseBase:
    club = row if isinstance(row, Club) else row.club
    if response := require_permission(request, Action.PUBLISH, club):
        return response
    data = request.POST if request.method == "POST" else None
    form = VisibilityForm(data, initial={"visibility": row.visibility})
    if form.is_bound and form.is_valid():
        _set_visibility(row, form.cleaned_data["visibility"], by=current_user(request))
        messages.success(request, _("The visibility has been saved."))
        return redirect(row._meta.model_name or "home", row.pk)
    hidden = row is not club and club.visibility == Visibility.PRIVATE
    context = {
        "club": club,
        "form": form,
        "title": _("Who can see “%(name)s”?") % {"name": _title(row)},
        "means": MEANS[type(row)],
        "hidden": hidden,
        "back": row,
        "back_to": row._meta.model_name,
    }
    return render(request, "clubs/visibility.html", context, status=422 if form.errors else 200)


def _title(row: Club | Season | Session) -> str:
    if not isinstance(row, Session):
        return row.name
    day = row.played_on or timezone.localdate(row.created_at)
    return f"{row.get_variant_display()}, {date_format(day)}"


@transaction.atomic
def _set_visibility(row: Club | Season | Session, visibility: str, *, by: User) -> None:
    if isinstance(row, Session):
        locked = recording.lock(row)
        recording.file_session(locked, season=locked.season, visibility=visibility, by=by)
    elif isinstance(row, Season):
        club_roster.change(row, {"visibility": visibility}, by=by)
    else:
        club_roster.change(row, {"visibility": visibility}, by=by)
