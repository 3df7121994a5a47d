"""The form that gives players to the unknown names in a file."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from scorekeeper.imports.report import NewName
from scorekeeper.models import Club, Player

NEW, OTHER = "new", "other"
MOST = 400  # names in the form; the rest become new players


class NameFields(NamedTuple):
    """A name, and the fields that say who it is."""

    name: str
    choice: BoundField
    other: BoundField


class NamesForm(forms.Form):
    """For each name: a new player, a player with a similar name, or another player of the club."""

    def __init__(
        self, club: Club, names: Sequence[NewName], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self._club, self._names = club, names[:MOST]
        self.left_over = len(names) - len(self._names)
        for place, new in enumerate(self._names):
            near = [(str(one.pk), one.name) for one in new.proposed]
            choices = [(NEW, _("a new player")), *near, (OTHER, _("somebody else:"))]
            label = _("Who is %(name)s?") % {"name": new.name}
            self.fields[f"who_{place}"] = forms.ChoiceField(choices=choices, initial=NEW, label=label)  # fmt: skip
            self.fields[f"other_{place}"] = forms.CharField(
                label=_("Somebody else instead of %(name)s") % {"name": new.name},
                required=False,
                max_length=200,
                widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
            )

    def rows(self) -> Iterator[NameFields]:
        """Yield the fields of each name."""
        for place, new in enumerate(self._names):
            yield NameFields(new.name, self[f"who_{place}"], self[f"other_{place}"])

    def clean(self) -> dict[str, Any]:
        """Find the chosen players; refuse names that no player of the club has."""
        others = [str(self.cleaned_data.get(f"other_{place}") or "").strip() for place in range(len(self._names))]  # fmt: skip
        players = Player.objects.filter(club=self._club, name__in=[name for name in others if name])
        known = {player.name: player.pk for player in players}
        self.chosen: dict[str, uuid.UUID | None] = {}
        for place, new in enumerate(self._names):
            who = self.cleaned_data.get(f"who_{place}", NEW)
            if who == OTHER or others[place]:
                self._choose(new.name, place, others[place], known)
            elif who != NEW:
                self.chosen[new.name] = uuid.UUID(who)
        return self.cleaned_data

    def _choose(self, name: str, place: int, other: str, known: Mapping[str, uuid.UUID]) -> None:
        if other in known:
            self.chosen[name] = known[other]
            return
        message = _("The club has no player with this name. Choose one from the list.") if other else _("Choose who it is, or choose a new player.")  # fmt: skip
        self.add_error(f"other_{place}", message)
