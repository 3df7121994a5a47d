"""Forms of a club: new clubs, players, seasons and members, and the search for sessions."""

import re
import uuid
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.roster import names_taken
from scorekeeper.models import Club, Role, Season, Session, User, limits, time_zones
from scorekeeper.pages.action_forms import offer
from scorekeeper.pages.clubs.written_day import split_day
from scorekeeper.sessions import search


def time_zone_field(*, initial: str = "") -> forms.ChoiceField:
    """Return a field with all time zones; a stored one that this machine does not know is still a choice."""
    usual = _("as this installation (%(zone)s)") % {"zone": settings.TIME_ZONE}
    names = sorted({*time_zones.zone_names(), *filter(None, [initial])})
    return forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        choices=[("", usual), *((name, name.replace("_", " ")) for name in names)],
        help_text=_("Decides on which day something was entered, and which day is today."),
    )


class ClubForm(forms.Form):
    """A new club."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Name of the club"), max_length=200, validators=[limits.check_name]
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"id": uuid.uuid4()})
        self.fields["time_zone"] = time_zone_field()
        self.fields["time_zone"].widget.attrs["data-browser"] = "time-zone"  # see time_zone.js


SEPARATOR = re.compile("[,;，、；]")
"""Characters between names that were meant for several lines."""


class PlayersForm(forms.Form):
    """Names of new players, one per line."""

    names = forms.CharField(
        label=gettext_lazy("New players, one name per line"),
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.club = club
        self.repeated: list[str] = []  # names on several lines

    def clean_names(self) -> list[str]:
        """Return the distinct names; refuse names that the club has already, also in other letter case."""
        lines = (limits.tidy_name(line) for line in self.cleaned_data["names"].splitlines())
        counts = Counter(line for line in lines if line)
        names = list(counts)
        self.repeated = [name for name, count in counts.items() if count > 1]
        if several := [name for name in names if SEPARATOR.search(name)]:
            message = _("Write each name on a line of its own, without commas: %(names)s")
            raise forms.ValidationError(message % {"names": " / ".join(several)})
        for name in names:
            limits.check_name(name)
        if any(len(name) > 200 for name in names):
            raise forms.ValidationError(_("A name can have at most 200 characters."))
        taken = names_taken(self.club.pk)
        existing = [taken[key] for key in map(limits.name_key, names) if key in taken]
        if existing:
            raise forms.ValidationError(
                _("These players are already in the club: %(names)s.")
                % {"names": ", ".join(dict.fromkeys(existing))}
            )
        by_spelling = Counter(map(limits.name_key, names))
        if twice := [name for name in names if by_spelling[limits.name_key(name)] > 1]:
            message = _(
                "These names differ only in capital letters: %(names)s. Two players need different names."
            )
            raise forms.ValidationError(message % {"names": ", ".join(twice)})
        return names


class MemberForm(forms.Form):
    """The role of an account in the club; the account joins if it is no member yet."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocapitalize": "off", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.MEMBER)

    def clean_username(self) -> User:
        """Return the active account with this user name."""
        user = User.objects.filter(username=self.cleaned_data["username"], is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("No account has this user name."))
        return user


class SessionSearchForm(forms.Form):
    """Search and filter of a club's sessions."""

    q = forms.CharField(
        label=gettext_lazy("Event, place, player, game or day"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    season = forms.ModelChoiceField(
        Season.objects.none(),
        label=gettext_lazy("Season"),
        required=False,
        empty_label=gettext_lazy("all seasons"),
    )

    def __init__(self, club: Club, seasons: QuerySet[Season], data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self._club = club.pk
        offer(self.fields["season"], seasons)

    def filter(self, sessions: QuerySet[Session], most: int) -> QuerySet[Session]:
        """Return the sessions that match, at least the first ``most``; all of them if the form is invalid."""
        if not self.is_valid():
            return sessions
        if self.cleaned_data["season"]:
            sessions = sessions.filter(season=self.cleaned_data["season"])
        words, day = split_day(self.cleaned_data["q"])
        return search.find(sessions, words, club=self._club, most=most, day=day)
