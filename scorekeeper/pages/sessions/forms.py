"""The form for a new session: seats and labels."""

import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from referee import Json
from scorekeeper.models import Club, Player, Season
from scorekeeper.models.days import check_day_of_play
from scorekeeper.models.limits import check_label
from scorekeeper.pages.action_forms import offer
from scorekeeper.sessions.usual_tables import Habits

LABELS = ("played_on", "place", "event", "round", "table", "notes")


class SessionForm(forms.Form):
    """A new session."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    played_on = forms.DateField(
        label=gettext_lazy("Date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(label=pgettext_lazy("session", "Place"), max_length=200, required=False)
    season = forms.ModelChoiceField(
        Season.objects.none(), label=gettext_lazy("Season"), required=False, empty_label="—"
    )
    event = forms.CharField(
        label=pgettext_lazy("session", "Event"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("A name that several sessions share, such as “Thursday night”."),
    )
    round = forms.CharField(label=pgettext_lazy("session", "Round"), max_length=200, required=False)
    table = forms.CharField(label=pgettext_lazy("session", "Table"), max_length=200, required=False)
    notes = forms.CharField(
        label=gettext_lazy("Notes"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        club: Club,
        seats: Sequence[int],
        data: Mapping[str, Any] | None = None,
        *,
        habits: Habits,
        entered: Mapping[str, str],
    ) -> None:
        """Create the form; ``entered`` are the texts of its fields before players were added."""
        today = club.today
        usual = {"id": uuid.uuid4(), "played_on": today, "season": habits.season_on(today)}
        super().__init__(data, initial={**usual, **entered})
        in_time = partial(check_day_of_play, zone=club.zone)
        self.fields["played_on"].validators.append(in_time)
        for label in LABELS[1:-1]:
            self.fields[label].validators.append(check_label)
        season = self.fields["season"]
        if isinstance(season, forms.ModelChoiceField):
            season.queryset = Season.objects.filter(club=club)
        self.seats = range(1, max(seats) + 1)
        self.usual = habits.players()
        players = Player.objects.filter(club=club, erasure=None)
        for seat in self.seats:
            self.fields[f"seat_{seat}"] = forms.ModelChoiceField(
                players,
                label=_("Seat %(number)d") % {"number": seat},
                required=seat <= min(seats),
                empty_label=_("choose a player"),
            )
            offer(self.fields[f"seat_{seat}"], players)

    def seat_fields(self) -> list[forms.BoundField]:
        """Return the fields of the seats, clockwise."""
        return [self[f"seat_{seat}"] for seat in self.seats]

    def label_fields(self) -> list[forms.BoundField]:
        """Return the fields of the labels."""
        names = ["played_on", "season", "place", "event", "round", "table", "notes"]
        return [self[name] for name in names]

    def players(self) -> list[Player]:
        """Return the players, clockwise."""
        seated = (self.cleaned_data.get(f"seat_{seat}") for seat in self.seats)
        return [player for player in seated if player is not None]

    def labels(self) -> dict[str, Json]:
        """Return the filled labels as keys of a session record."""
        labels = {name: self.cleaned_data[name] for name in LABELS if self.cleaned_data.get(name)}
        if "played_on" in labels:
            labels["played_on"] = labels["played_on"].isoformat()
        return labels

    def clean(self) -> dict[str, Any]:
        """Refuse a player at two seats."""
        taken: set[Player] = set()
        for seat in self.seats:
            player = self.cleaned_data.get(f"seat_{seat}")
            if player in taken:
                self.add_error(
                    f"seat_{seat}",
                    _("%(name)s already has a seat. Choose another player.") % {"name": player},
                )
            if player is not None:
                taken.add(player)
        return self.cleaned_data
