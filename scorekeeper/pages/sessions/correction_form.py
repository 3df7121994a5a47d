"""The form to correct a session, and its differences in words."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scorekeeper.clubs import player_merges
from scorekeeper.models import Player, Season, Session
from scorekeeper.pages.action_forms import ReasonForm, offer
from scorekeeper.pages.display import house_rules
from scorekeeper.sessions import corrections, record_limits
from scorekeeper.sessions.corrections import ChangedText, SessionCorrection, SessionDifference

LABEL_NAMES = {
    "played_on": gettext_lazy("Date"),
    "season": gettext_lazy("Season"),
    "place": pgettext_lazy("session", "Place"),
    "event": pgettext_lazy("session", "Event"),
    "round": pgettext_lazy("session", "Round"),
    "table": pgettext_lazy("session", "Table"),
    "notes": gettext_lazy("Notes"),
}
"""By key of the session record, in the order of the form."""


class CorrectionForm(ReasonForm):
    """What a session should say: labels, season, players by seat, and why."""

    played_on = forms.DateField(
        label=LABEL_NAMES["played_on"],
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    season = forms.ModelChoiceField(
        Season.objects.none(), label=LABEL_NAMES["season"], required=False, empty_label="—"
    )
    place = forms.CharField(label=LABEL_NAMES["place"], max_length=200, required=False)
    event = forms.CharField(label=LABEL_NAMES["event"], max_length=200, required=False)
    round = forms.CharField(label=LABEL_NAMES["round"], max_length=200, required=False)
    table = forms.CharField(label=LABEL_NAMES["table"], max_length=200, required=False)
    notes = forms.CharField(
        label=LABEL_NAMES["notes"],
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, session: Session, data: Mapping[str, Any] | None, version: str) -> None:
        seated = {seat.number: seat.player_id for seat in session.seats.all()}
        self._zone = session.club.zone
        labels = corrections.labels_of(session)
        initial = {**labels, "season": session.season_id, "version": version}
        super().__init__(data, initial=initial | {f"seat_{n}": pk for n, pk in seated.items()})
        # a note may be longer than what the form accepts for a new one
        notes = self.fields["notes"]
        if isinstance(notes, forms.CharField) and len(labels["notes"]) > 2000:
            notes.validators = []
        season = self.fields["season"]
        if isinstance(season, forms.ModelChoiceField):
            season.queryset = Season.objects.filter(club=session.club_id)
        merged = player_merges.surviving_players(session.club_id)
        others = Q(club=session.club_id, erasure=None) & ~Q(pk__in=merged)
        choices = Player.objects.filter(others | Q(pk__in=seated.values()))
        fewest, most = _numbers_of_players(session, len(seated))
        self.seats = range(1, most + 1)
        for number in self.seats:
            self.fields[f"seat_{number}"] = forms.ModelChoiceField(
                choices,
                label=_("Seat %(number)d") % {"number": number},
                required=number <= fewest,
                empty_label=_("choose a player"),
            )
            offer(self.fields[f"seat_{number}"], choices)

    def label_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in LABEL_NAMES]

    def seat_fields(self) -> list[forms.BoundField]:
        return [self[f"seat_{number}"] for number in self.seats]

    def clean(self) -> dict[str, Any]:
        """Require a reason; refuse a player at two seats, and new labels that cannot be kept."""
        super().clean()
        self._check_changed_labels()
        taken: set[Player] = set()
        for number in self.seats:
            player = self.cleaned_data.get(f"seat_{number}")
            if player in taken:
                text = _("%(name)s already has a seat. Choose another player.")
                self.add_error(f"seat_{number}", text % {"name": player})
            if player is not None:
                taken.add(player)
        return self.cleaned_data

    def _check_changed_labels(self) -> None:
        for key in {*corrections.LABELS[:-1]} & {*self.changed_data} & {*self.cleaned_data}:
            try:
                record_limits.check_value(key, self.cleaned_data[key], self._zone)
            except ValidationError as error:
                self.add_error(key, error)

    def correction(self) -> SessionCorrection:
        """Return the input of the action; the form must be valid."""
        data = self.cleaned_data
        day = data["played_on"]
        seated = (data.get(f"seat_{number}") for number in self.seats)
        return SessionCorrection(
            labels={
                "played_on": day.isoformat() if day else "",
                **{key: data[key].replace("\r\n", "\n") for key in corrections.LABELS[1:]},
            },
            season=data["season"],
            players=[player for player in seated if player is not None],
            reason=data["reason"],
        )


def _numbers_of_players(session: Session, seated: int) -> tuple[int, int]:
    """Return how many players the session can have: once it has hands, as many as now."""
    if session.result.hands:
        return seated, seated
    numbers = house_rules.get_game(session.variant)["players"]
    return min(numbers), max(*numbers, seated)


def sentences(difference: SessionDifference, correction: SessionCorrection) -> Iterator[str]:
    """Yield what a correction changes, a sentence for each change and for what follows from it."""
    yield from label_sentences(difference.labels)
    if difference.seasons is not None:
        before, after = (season.name if season else "" for season in difference.seasons)
        yield change_sentence(str(LABEL_NAMES["season"]), before, after)
    yield from seat_sentences(difference.seats)
    if difference.hands:
        yield ngettext(
            "%(n)d hand then counts for the players who are seated now: in the season, the statistics and the ratings.",
            "%(n)d hands then count for the players who are seated now: in the season, the statistics and the ratings.",
            difference.hands,
        ) % {"n": difference.hands}
    if difference.seasons is not None:
        names = ", ".join(season.name for season in difference.seasons if season)
        yield _("These tables are counted again: %(names)s.") % {"names": names}
    if is_outside(correction.season, correction.labels["played_on"]):
        yield _("The date is outside of the season’s first and last day.")


def label_sentences(labels: Iterable[ChangedText]) -> Iterator[str]:
    """Yield a sentence for each changed label."""
    for label in labels:
        values = (label.before, label.after)
        if label.what == "played_on":
            values = (_day(label.before), _day(label.after))
        yield change_sentence(str(LABEL_NAMES[label.what]), *values)


def seat_sentences(seats: Iterable[ChangedText]) -> Iterator[str]:
    """Yield a sentence for each seat with another player."""
    for seat in seats:
        yield change_sentence(
            _("Seat %(number)d") % {"number": int(seat.what)}, seat.before, seat.after
        )


def is_outside(season: Season | None, played_on: str) -> bool:
    """Return whether a day, given in ISO format, is outside of a season."""
    if season is None or not played_on:
        return False
    return not season.covers(date.fromisoformat(played_on))


def change_sentence(what: str, before: str, after: str) -> str:
    """Return what something is now and was before; empty: nothing."""
    params = {"key": what, "was": before, "now": after}
    if not before:
        return _("%(key)s: %(now)s") % params
    if not after:
        return _("%(key)s removed: %(was)s") % params
    return _("%(key)s: %(now)s; before: %(was)s") % params


def _day(value: str) -> str:
    try:
        return date_format(date.fromisoformat(value), "DATE_FORMAT")
    except ValueError:
        return value
