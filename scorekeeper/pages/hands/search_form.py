"""The form of *Find a hand*, and the form that makes a search an award."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import referee
from scorekeeper.models.limits import MAX_NAME, MAX_POINTS
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display.event_text import combination_name
from scorekeeper.pages.disputes.forms import fault_words
from scorekeeper.pages.standings.scope_form import day_field
from scorekeeper.replays.hand_facts import FEW_CARDS, MANY_CARDS
from scorekeeper.replays.hand_search import NO_LEAD, HandQuestion, HandSort

FIRST = ("variant", "combination", "beaten", "rule")
"""The fields that are not folded away."""

SORTS = {
    HandSort.NEWEST: gettext_lazy("the newest first"),
    HandSort.TRICK: gettext_lazy("the longest trick first"),
    HandSort.POINTS: gettext_lazy("the most points first"),
}


class HandSearchForm(forms.Form):
    """What is looked for.  The names of the fields are those of the API."""

    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    combination = forms.ChoiceField(label=gettext_lazy("Combination"), required=False)
    beaten = forms.BooleanField(label=gettext_lazy("that was beaten"), required=False)
    rule = forms.CharField(label=gettext_lazy("Rule, such as B17"), max_length=40, required=False)
    meld = forms.ChoiceField(label=gettext_lazy("Meld of a hu"), required=False)
    fault = forms.ChoiceField(label=gettext_lazy("Illegal play that stood"), required=False)
    ruled = forms.BooleanField(label=gettext_lazy("A referee ruled on it"), required=False)
    comeback = forms.BooleanField(
        label=gettext_lazy("Turnaround"),
        required=False,
        help_text=gettext_lazy(
            "Whoever went out first had %(many)s cards or more, more than all others, when somebody else had %(few)s or fewer."
        ),
    )
    given_away = forms.BooleanField(
        label=gettext_lazy("A certain win was given away"), required=False
    )
    taken = forms.BooleanField(label=gettext_lazy("A certain win was taken"), required=False)
    player = forms.ChoiceField(label=gettext_lazy("Player"), required=False)
    other = forms.ChoiceField(label=gettext_lazy("and player"), required=False)
    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))
    min_points = forms.FloatField(
        label=gettext_lazy("Points from"),
        required=False,
        min_value=-MAX_POINTS,
        max_value=MAX_POINTS,
        help_text=gettext_lazy("Of the player with the most points in the hand."),
    )
    max_points = forms.FloatField(
        label=gettext_lazy("Points to"), required=False, min_value=-MAX_POINTS, max_value=MAX_POINTS
    )
    position = forms.CharField(
        label=gettext_lazy("Position"),
        max_length=2000,
        required=False,
        help_text=gettext_lazy(
            "The key of a position in which a trick is led, as the referee’s library writes it."
        ),
    )
    sort = forms.ChoiceField(label=gettext_lazy("Order"), required=False, choices=[*SORTS.items()])

    def __init__(self, data: Mapping[str, Any], players: list[tuple[str, str]]) -> None:
        super().__init__(data)
        rules = referee.VARIANTS.values()
        kinds = [kind.name for each in rules for kind in getattr(each, "kinds", list)()]
        melds = [meld.name for each in rules for meld in getattr(each, "melds", ())]
        faults = [("any", _("any")), *((str(one), fault_words(one)) for one in referee.Fault)]
        self._offer("variant", variant_choices(), _("all games together"))
        self._offer("combination", _named(kinds), _("any"))
        self._offer("meld", _named(melds), "–")
        self._offer("fault", faults, "–")
        self._offer("player", players, "–")
        self._offer("other", players, "–")
        if not players:
            del self.fields["player"], self.fields["other"]
        words = {"many": MANY_CARDS, "few": FEW_CARDS}
        self.fields["comeback"].help_text = self.fields["comeback"].help_text % words

    def _offer(self, name: str, choices: list[Any], empty: object) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", empty), *choices]

    def clean_position(self) -> str:
        """Refuse what no hand of the index can have.  Raises ValidationError."""
        key = str(self.cleaned_data["position"])
        try:
            is_led = not key or referee.is_lead_key(key)
        except referee.MalformedError as error:
            raise forms.ValidationError(
                _("This is no key of a position, as the referee’s library writes it.")
            ) from error
        if not is_led:
            raise forms.ValidationError(_(NO_LEAD))
        return key

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        return [self[name] for name in FIRST]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The fields that are folded away."""
        return [field for field in self if field.name not in {*FIRST, "sort"}]

    @property
    def has_more(self) -> bool:
        """Whether a field has a value that would be folded away."""
        return any(self.data.get(field.name) for field in self.more_fields)

    def question(self, **scope: Any) -> HandQuestion:
        """Return the question; fields with errors are left out."""
        self.is_valid()
        data = {name: value for name, value in self.cleaned_data.items() if value not in {None, ""}}
        chosen = [data.pop(name) for name in ("player", "other") if name in data]
        fault = data.pop("fault", "")
        if "rule" in data:
            data["rule"] = data["rule"].strip().upper()
        data["sort"] = HandSort(data.get("sort", HandSort.NEWEST))
        illegal = {"illegal": True} if fault == "any" else {"fault": fault}
        return HandQuestion(**scope, players=tuple(map(UUID, chosen)), **illegal, **data)

    def loosened(self) -> list[tuple[str, str]]:
        """Return each field with a value, by its label, with the query without it."""
        chosen = self._chosen()
        return [
            (str(field.label), urlencode({name: chosen[name] for name in chosen if name != key}))
            for key, field in ((field.name, field) for field in self)
            if key in chosen and key != "sort"
        ]

    def described(self) -> list[str]:
        """Return what is looked for, a text for each field with a value."""
        return [self._described(field) for field in self if self.data.get(field.name)]

    def _described(self, field: forms.BoundField) -> str:
        value = self.data[field.name]
        if isinstance(field.field, forms.BooleanField):
            return str(field.label)
        if isinstance(field.field, forms.ChoiceField):
            choices: Any = field.field.choices
            value = dict(choices).get(value, value)
        return f"{field.label}: {value}"

    def _chosen(self) -> dict[str, str]:
        return {name: self.data[name] for name in self.fields if self.data.get(name)}


class AwardForm(forms.Form):
    """The name under which a search becomes an award."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    name = forms.CharField(label=gettext_lazy("Name of the award"), max_length=MAX_NAME)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"id": uuid4()}, auto_id="award_%s")


def query_of(search: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of the form that ask the search of an award.

    >>> query_of({"combination": "pair", "beaten": True, "illegal": True, "min_points": 5})
    {'combination': 'pair', 'beaten': 'on', 'min_points': '5', 'fault': 'any'}
    """
    fields = {name: "on" if value is True else str(value) for name, value in search.items()}
    if fields.pop("illegal", ""):
        fields["fault"] = "any"
    return fields


def _named(kinds: list[str]) -> list[tuple[str, str]]:
    return [(kind, combination_name(kind)) for kind in dict.fromkeys(kinds)]
