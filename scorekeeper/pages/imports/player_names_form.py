"""The form that gives players to the unknown names in a file."""

import hashlib
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


def key_of(name: str) -> str:
    """Return what stands for a name in the names of its fields, whatever other names there are."""
    return hashlib.sha256(name.encode()).hexdigest()[:16]


class NameFields(NamedTuple):
    """A name, and the fields that say who it is."""

    name: str
    choice: BoundField
    other: BoundField


class NamesForm(forms.Form):
    """For each name: a player with a similar name, a new player, or another player of the club."""

    promised = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        club: Club,
        names: Sequence[NewName],
        likely: Mapping[str, Player],
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data)
        self._club, self._names = club, names[:MOST]
        self.chosen: dict[str, uuid.UUID | None] = {
            new.name: likely[new.name].pk for new in self._names if new.name in likely
        }  # until something else is chosen
        self.left_over = len(names) - len(self._names)
        for new in self._names:
            near = [(str(one.pk), one.name) for one in new.proposed]
            choices = [*near, (NEW, _("a new player")), (OTHER, _("somebody else:"))]
            label = _("Who is %(name)s?") % {"name": new.name}
            self.fields[f"who_{key_of(new.name)}"] = forms.ChoiceField(
                choices=choices,
                initial=str(likely[new.name].pk) if new.name in likely else NEW,
                label=label,
                required=False,
                widget=forms.RadioSelect,
            )
            self.fields[f"other_{key_of(new.name)}"] = forms.CharField(
                label=_("Somebody else instead of %(name)s") % {"name": new.name},
                required=False,
                max_length=200,
                widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
            )

    def rows(self) -> Iterator[NameFields]:
        """Yield the fields of each name."""
        for new in self._names:
            yield NameFields(
                new.name, self[f"who_{key_of(new.name)}"], self[f"other_{key_of(new.name)}"]
            )

    def clean(self) -> dict[str, Any]:
        """Find the chosen players; refuse names that no player of the club has."""
        self.chosen = {}
        others = {
            new.name: str(self.cleaned_data.get(f"other_{key_of(new.name)}") or "").strip()
            for new in self._names
        }
        players = Player.objects.filter(club=self._club, name__in=[*filter(None, others.values())])
        known = {player.name: player.pk for player in players}
        for new in self._names:
            who = self.cleaned_data.get(f"who_{key_of(new.name)}") or NEW
            if who == OTHER or others[new.name]:
                self._choose(new.name, others[new.name], known)
            elif who != NEW:
                self.chosen[new.name] = uuid.UUID(who)
        return self.cleaned_data

    def _choose(self, name: str, other: str, known: Mapping[str, uuid.UUID]) -> None:
        if other in known:
            self.chosen[name] = known[other]
            return
        message = _("The club has no player with this name. Choose one from the list.") if other else _("Choose who it is, or choose a new player.")  # fmt: skip
        self.add_error(f"other_{key_of(name)}", message)
