"""The form that gives players to the unknown names in a file."""

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from scorekeeper.clubs import roster
from scorekeeper.imports.names import similar_names
from scorekeeper.imports.names.unknown_names import Decisions, UnknownName
from scorekeeper.models import Club, limits

NEW, OTHER, SAME = "new", "other", "same-"
MOST = 400  # names in the form; the rest become new players


def key_of(name: str) -> str:
    """Return what stands for a name in the names of its fields, whatever other names there are."""
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def _preset(one: UnknownName) -> str:
    """Return the choice for a name unless somebody makes another; empty where somebody has to."""
    if one.decided:
        return str(one.decided.pk)
    return "" if one.is_asked else NEW


def _is_taken(one: UnknownName) -> bool:
    """Return whether somebody else has the name but for capital letters, in the club or in the files."""
    is_same = (limits.name_key(name) == limits.name_key(one.name) for name in one.same_as)
    return one.namesake is not None or any(is_same)


def _may_be_renamed(one: UnknownName) -> bool:
    """Return whether a new player may get another name: where this one is taken, or is no more than initials."""
    words = similar_names.form_of(one.name).words
    return _is_taken(one) or all(len(word) == 1 for word in words)


class NameFields(NamedTuple):
    """A name, and the fields that say who it is."""

    name: str
    choice: BoundField
    other: BoundField
    is_asked: bool
    is_remembered: bool


class NamesForm(forms.Form):
    """For each name: a player with a similar name, an earlier name, a new player, or another player of the club.

    Where a name is near, nothing is preset.
    """

    promised = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, club: Club, names: Sequence[UnknownName], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self._club, self._names = club, names[:MOST]
        self._chosen: dict[str, uuid.UUID | None] = {
            one.name: one.decided.pk for one in self._names if one.decided
        }
        self._same: dict[str, str] = {}
        self._undecided = {one.name for one in self._names if one.is_asked}
        self.left_over = len(names) - len(self._names)
        for one in self._names:
            players = [(str(player.pk), player.name) for player in one.proposed]
            same = [
                (f"{SAME}{key_of(name)}", _("the same as %(name)s, also new") % {"name": name})
                for name in one.same_as
            ]
            new = [(NEW, _("a new player")), (OTHER, _("somebody else:"))]
            if _may_be_renamed(one):
                new[1:] = [(OTHER, _("somebody else, or a new player with another name:"))]
            if _is_taken(one):
                new = new[1:]
            self.fields[f"who_{key_of(one.name)}"] = forms.ChoiceField(
                choices=[*players, *same, *new],
                initial=_preset(one) or None,
                label=_("Who is %(name)s?") % {"name": one.name},
                required=False,
                widget=forms.RadioSelect,
            )
            self.fields[f"other_{key_of(one.name)}"] = forms.CharField(
                label=_("Somebody else instead of %(name)s") % {"name": one.name},
                required=False,
                max_length=200,
                widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
            )

    def rows(self) -> list[NameFields]:
        """Return the fields of each name."""
        keys = [(one, key_of(one.name)) for one in self._names]
        return [
            NameFields(
                one.name,
                self[f"who_{key}"],
                self[f"other_{key}"],
                one.is_asked,
                one.decided is not None,
            )
            for one, key in keys
        ]

    def decisions(self) -> Decisions:
        """Return who is meant, as far as it was said."""
        return Decisions(
            players=self._chosen, same=self._same, undecided=frozenset(self._undecided)
        )

    def clean(self) -> dict[str, Any]:
        """Find the chosen players; refuse names that no player of the club has, and near names without a decision."""
        existing = roster.players_of(self._club)
        taken = roster.names_taken(self._club.pk)
        for one in self._names:
            key = key_of(one.name)
            other = limits.tidy_name(str(self.cleaned_data.get(f"other_{key}") or ""))
            who = self.cleaned_data.get(f"who_{key}") or _preset(one)
            self._chosen.pop(one.name, None)
            if who == OTHER or other:
                self._choose(one, other, existing, taken)
            elif not who:
                self._ask(one)
            elif who.startswith(SAME):
                self._same[one.name] = next(
                    name for name in one.same_as if who == f"{SAME}{key_of(name)}"
                )
            elif who != NEW:
                self._chosen[one.name] = uuid.UUID(who)
            else:
                self._add(one, one.name, taken)
            if who or other:
                self._undecided.discard(one.name)
        return self.cleaned_data

    def _choose(
        self,
        one: UnknownName,
        other: str,
        known: Mapping[str, uuid.UUID],
        taken: dict[str, str],
    ) -> None:
        if other in known:
            self._chosen[one.name] = known[other]
        elif other and _may_be_renamed(one):
            self._same[one.name] = other
            self._add(one, other, taken)
        elif other:
            message = _("The club has no player with this name. Choose one from the list.")
            self.add_error(f"other_{key_of(one.name)}", message)
        else:
            self._ask(one)

    def _ask(self, one: UnknownName) -> None:
        message = _("Choose who it is, or choose a new player.")
        if one.namesake:
            text = _("These players are already in the club: %(names)s.")
            message = text % {"names": one.namesake.name}
        self.add_error(f"other_{key_of(one.name)}", message)

    def _add(self, one: UnknownName, name: str, taken: dict[str, str]) -> None:
        """Note the name of a new player; refuse it if it differs from another one in capital letters only."""
        other = taken.setdefault(limits.name_key(name), name)
        if other != name:
            message = _(
                "These names differ only in capital letters: %(names)s. Two players need different names."
            )
            self.add_error(f"other_{key_of(one.name)}", message % {"names": f"{other}, {name}"})
