"""The forms to choose sessions and the season they move to, and what the move changes in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.models import Club, Season, Session
from scorekeeper.models.limits import MAX_LABEL
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.sessions.correction_form import is_outside
from scorekeeper.pages.standings.scope_form import day_field
from scorekeeper.sessions import played_days, usual_tables

NO_SEASON = "none"


class SessionFilterForm(forms.Form):
    """Which sessions of a club to list."""

    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))
    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    season = forms.ChoiceField(label=gettext_lazy("Season"), required=False)

    def __init__(self, club: Club, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self._club = club
        played = usual_tables.games_played(club)
        games = [(key, name) for key, name in variant_choices() if key in played]
        _set_choices(self.fields["variant"], [("", gettext_lazy("all")), *games])
        no_season = (NO_SEASON, gettext_lazy("not in any season"))
        _set_choices(
            self.fields["season"], [("", gettext_lazy("all")), no_season, *_season_choices(club)]
        )

    @property
    def is_narrowed(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    def sessions(self) -> QuerySet[Session]:
        """Return the matching sessions, newest first; invalid filters are ignored."""
        self.is_valid()
        data = self.cleaned_data
        sessions = Session.objects.filter(club=self._club)
        sessions = played_days.between(sessions, data.get("since"), data.get("until"))
        if data.get("variant"):
            sessions = sessions.filter(variant=data["variant"])
        if data.get("season"):
            season = None if data["season"] == NO_SEASON else data["season"]
            sessions = sessions.filter(season=season)
        return sessions.order_by(*played_days.LATEST_FIRST)


class SelectionForm(forms.Form):
    """Sessions of a club."""

    sessions = forms.ModelMultipleChoiceField(
        Session.objects.none(),
        error_messages={"required": gettext_lazy("Select at least one session.")},
    )

    def __init__(self, club: Club, data: Mapping[str, Any] | None) -> None:
        super().__init__(data)
        field = self.fields["sessions"]
        if isinstance(field, forms.ModelMultipleChoiceField):
            field.queryset = Session.objects.filter(club=club).select_related("season")

    def selected(self) -> list[Session]:
        """Return the selected sessions; none if the form is not valid."""
        return list(self.cleaned_data.get("sessions") or []) if self.is_bound else []


class MoveForm(SelectionForm):
    """Sessions, and the season that they move to."""

    into = forms.ChoiceField(label=gettext_lazy("Move them to"))
    version = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MAX_LABEL)

    def __init__(self, club: Club, data: Mapping[str, Any] | None, into: str = "") -> None:
        super().__init__(club, data)
        no_season = (NO_SEASON, gettext_lazy("no season"))
        choices = [("", gettext_lazy("choose …")), *_season_choices(club), no_season]
        _set_choices(self.fields["into"], choices)
        self.initial = {"into": into}
        self._club = club

    def target(self) -> Season | None:
        """Return the chosen season; None for no season.  The form must be valid."""
        chosen = self.cleaned_data["into"]
        return None if chosen == NO_SEASON else Season.objects.get(club=self._club, pk=chosen)


def _season_choices(club: Club) -> list[tuple[str, str]]:
    return [(str(season.pk), season.name) for season in club.seasons.all()]


def _set_choices(field: forms.Field, choices: Sequence[tuple[Any, Any]]) -> None:
    if isinstance(field, forms.ChoiceField):
        field.choices = choices


def sentences(sessions: Sequence[Session], season: Season | None) -> Iterator[str]:
    """Yield what moving these sessions to a season changes; None: to no season."""
    moving = [session for session in sessions if session.season != season]
    there = len(sessions) - len(moving)
    if moving and season:
        yield ngettext(
            "%(n)d session then belongs to %(season)s.",
            "%(n)d sessions then belong to %(season)s.",
            len(moving),
        ) % {"n": len(moving), "season": season.name}
    elif moving:
        yield ngettext(
            "%(n)d session then belongs to no season.",
            "%(n)d sessions then belong to no season.",
            len(moving),
        ) % {"n": len(moving)}
    for name, n in Counter(each.season.name for each in moving if each.season).items():
        yield ngettext(
            "%(n)d of them is taken out of %(season)s.",
            "%(n)d of them are taken out of %(season)s.",
            n,
        ) % {"n": n, "season": name}
    if there:
        yield ngettext(
            "%(n)d of the selected sessions is there already.",
            "%(n)d of the selected sessions are there already.",
            there,
        ) % {"n": there}
    outside = sum(is_outside(season, str(each.played_on or "")) for each in moving)
    if outside:
        yield ngettext(
            "%(n)d of them was played outside of the season’s first and last day.",
            "%(n)d of them were played outside of the season’s first and last day.",
            outside,
        ) % {"n": outside}
    names = {each.season.name for each in moving if each.season} | (
        {season.name} if season else set()
    )
    if moving and names:
        yield _("These tables are counted again: %(names)s.") % {"names": ", ".join(sorted(names))}
