"""What is typed in about who belongs to a club, and how the club is set up."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import Club, Role, Season

if TYPE_CHECKING:
    ClubModelForm = forms.ModelForm[Club]
    SeasonModelForm = forms.ModelForm[Season]
else:
    ClubModelForm = SeasonModelForm = forms.ModelForm

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class InvitationForm(forms.Form):
    """Somebody is asked to join."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=Role.choices, initial=Role.MEMBER,
        help_text=gettext_lazy(
            "Members look, confirm and dispute; scorers also write down; referees also rule; owners also say who belongs to the club."
        ),
    )  # fmt: skip
    email = forms.EmailField(
        label=gettext_lazy("E-mail address, if it is to be sent"), required=False,
        help_text=gettext_lazy("It is forgotten as soon as the invitation is taken up or expires."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"id": uuid.uuid4(), "role": Role.MEMBER})


class ClubSettingsForm(ClubModelForm):
    """How a club is called, and what it allows."""

    class Meta:
        model = Club
        fields = ("name", "rules_on_own_hands", "shows_past_tricks")
        labels = {
            "name": gettext_lazy("Name of the club"),
            "rules_on_own_hands": gettext_lazy("A referee may rule on a hand they played in"),
            "shows_past_tricks": gettext_lazy("In Gang of Four, past tricks may be looked at"),
        }
        help_texts = {
            "rules_on_own_hands": gettext_lazy(
                "For small clubs. It is then said beside the ruling."
            ),
            "shows_past_tricks": gettext_lazy(
                "Also while the hand goes on, by those who only look on (G36)."
            ),
        }


class SeasonSettingsForm(SeasonModelForm):
    """How a season is called, and when it is."""

    class Meta:
        model = Season
        fields = ("name", "starts_on", "ends_on")
        labels = {
            "name": gettext_lazy("Name of the season"),
            "starts_on": gettext_lazy("First day"),
            "ends_on": gettext_lazy("Last day"),
        }
        widgets = {"starts_on": DAY, "ends_on": DAY}

    def clean(self) -> dict[str, Any]:
        """A name of its own, and an end after the beginning."""
        given = self.cleaned_data
        named = Season.objects.filter(club=self.instance.club_id, name=given.get("name"))
        if named.exclude(pk=self.instance.pk).exists():
            self.add_error("name", _("Two seasons of a club cannot have the same name."))
        starts, ends = given.get("starts_on"), given.get("ends_on")
        if starts and ends and ends < starts:
            self.add_error("ends_on", _("A season cannot end before it starts."))
        return given


def values_of(form: forms.BaseForm) -> dict[str, object]:
    """What was typed in, by the names of the fields."""
    return {name: form.cleaned_data[name] for name in form.fields}
