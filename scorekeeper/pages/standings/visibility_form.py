"""The form that says what strangers can see of a club: the club itself, its seasons and its sessions."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import roster
from scorekeeper.models import Club, Season, Session, User, Visibility
from scorekeeper.sessions import recording

Row: TypeAlias = Club | Season | Session

MOST_COUNTED = 200  # sessions; of more, the page says only that they are more

CHOICES = (
    (Visibility.PRIVATE.value, gettext_lazy("private: only members of the club can see it")),
    (Visibility.PUBLIC.value, gettext_lazy("public: anybody can see it, even without an account")),
)
LABELS = {
    Club: gettext_lazy("The club"),
    Season: gettext_lazy("This season"),
    Session: gettext_lazy("This session"),
}
SHOWN = {
    Club: gettext_lazy(
        "Of a public club, strangers see the name, and its public seasons and sessions. Of a private club they see nothing, whatever is chosen below."
    ),
    Season: gettext_lazy(
        "Of a public season, strangers see the table, the ratings and the players’ names. Points from private sessions count there, too."
    ),
    Session: gettext_lazy(
        "Of a public session, strangers see the players, the score sheet, and all hands with their replays."
    ),
}


class VisibilityForm(forms.Form):
    """Who can see the club, a season or a session, and what belongs to it; ``visibility`` is about the row itself.

    Without the other fields, only the row changes.
    """

    complete = forms.CharField(widget=forms.HiddenInput, required=False, initial="1", max_length=1)

    def __init__(self, row: Row, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.row, self.club = row, row if isinstance(row, Club) else row.club
        if row is not self.club:
            self._add_switch("club", self.club, required=False)
        self._add_switch("visibility", row, required=True)
        self.seasons = _seasons_beside(row)
        if self.seasons:
            self.fields["seasons"] = forms.MultipleChoiceField(
                label=_("Public seasons"),
                choices=[(str(season.pk), season.name) for season in self.seasons],
                initial=[str(season.pk) for season in self.seasons if _is_public(season)],
                required=False,
                widget=forms.CheckboxSelectMultiple,
                help_text=SHOWN[Season],
            )
        self.sessions = _sessions_within(row)
        self.counts = _counts(self.sessions)
        if self.counts["all"] != "0":
            as_is = _("as they are now: %(n)s of %(all)s are public") % self.counts
            self.fields["sessions"] = forms.ChoiceField(
                label=_("Its sessions"),
                choices=[
                    ("", as_is),
                    (Visibility.PUBLIC.value, _("all public")),
                    (Visibility.PRIVATE.value, _("all private")),
                ],
                required=False,
                widget=forms.RadioSelect,
                help_text=SHOWN[Session],
            )

    def _add_switch(self, name: str, row: Row, *, required: bool) -> None:
        self.fields[name] = forms.ChoiceField(
            label=LABELS[type(row)],
            choices=CHOICES,
            initial=row.visibility,
            required=required,
            widget=forms.RadioSelect,
            help_text=SHOWN[type(row)],
        )

    @transaction.atomic
    def save(self, *, by: User) -> None:
        """Set what was chosen; sessions are locked in the order of their ids."""
        for row, visibility in self._chosen():
            if isinstance(row, Session):
                locked = recording.lock(row)
                recording.file_session(locked, season=locked.season, visibility=visibility, by=by)
            elif isinstance(row, Season):
                roster.change(row, {"visibility": visibility}, by=by)
            else:
                roster.change(row, {"visibility": visibility}, by=by)

    def _chosen(self) -> Iterator[tuple[Row, str]]:
        data = self.cleaned_data
        if data.get("club"):
            yield self.club, data["club"]
        yield self.row, data["visibility"]
        if data["complete"]:
            for season in self.seasons:
                public = str(season.pk) in data["seasons"]
                yield season, Visibility.PUBLIC if public else Visibility.PRIVATE
        if wanted := data.get("sessions"):
            for session in self.sessions.exclude(visibility=wanted).order_by("pk"):
                yield session, wanted


def title_of(row: Row) -> str:
    """Return the name of a club or a season, or the game and the day of a session."""
    if not isinstance(row, Session):
        return row.name
    return f"{row.get_variant_display()}, {row.when}"


def seen_by_strangers(club: Club, sessions: Mapping[str, str] | None = None) -> str:
    """Return a sentence that says what strangers see of a club now; ``sessions`` counts those of the whole club, if that was done."""
    if not Club.objects.filter(pk=club.pk, visibility=Visibility.PUBLIC).exists():
        return _("Strangers see nothing of this club now.")
    sessions = _counts(club.sessions.all()) if sessions is None else sessions
    public_seasons = club.seasons.filter(visibility=Visibility.PUBLIC)
    return _(
        "Strangers now see the club’s name. Public seasons: %(seasons)d of %(all_seasons)d. Public sessions: %(sessions)s of %(all_sessions)s."
    ) % {
        "seasons": public_seasons.count(),
        "all_seasons": club.seasons.count(),
        "sessions": sessions["n"],
        "all_sessions": sessions["all"],
    }


def _counts(sessions: QuerySet[Session]) -> dict[str, str]:
    """Return how many of the sessions are public (``n``) and how many there are (``all``), in words beyond ``MOST_COUNTED``."""
    public = sessions.filter(visibility=Visibility.PUBLIC)
    return {"n": _count(public), "all": _count(sessions)}


def _count(sessions: QuerySet[Session]) -> str:
    # in the order of an index, so that PostgreSQL does not look through other sessions for the first ones
    number = sessions.order_by("visibility", "variant")[: MOST_COUNTED + 1].count()
    return str(number) if number <= MOST_COUNTED else _("more than %(n)d") % {"n": MOST_COUNTED}


def _seasons_beside(row: Row) -> list[Season]:
    """Return the seasons of a club, or that of a session."""
    if isinstance(row, Club):
        return list(row.seasons.all())
    return [row.season] if isinstance(row, Session) and row.season else []


def _sessions_within(row: Row) -> QuerySet[Session]:
    """Return the sessions of a club or a season."""
    return Session.objects.none() if isinstance(row, Session) else row.sessions.all()


def _is_public(row: Row) -> bool:
    return row.visibility == Visibility.PUBLIC
