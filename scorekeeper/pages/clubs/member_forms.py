"""Forms of invitations, and of the settings of clubs, players and seasons."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import roster
from scorekeeper.clubs.invitations import MOST_USES, VALID_FOR
from scorekeeper.models import Club, Player, Role, Season, User, limits
from scorekeeper.pages.clubs.forms import time_zone_field

if TYPE_CHECKING:
    AnyModelForm = forms.BaseModelForm[Any]
    ClubModelForm = forms.ModelForm[Club]
    PlayerModelForm = forms.ModelForm[Player]
    SeasonModelForm = forms.ModelForm[Season]
else:
    AnyModelForm = forms.BaseModelForm
    ClubModelForm = PlayerModelForm = SeasonModelForm = forms.ModelForm

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


DAYS = (
    (1, gettext_lazy("a day")),
    (7, gettext_lazy("a week")),
    (14, gettext_lazy("two weeks")),
    (30, gettext_lazy("30 days")),
    (90, gettext_lazy("90 days")),
)


class InvitationForm(forms.Form):
    """A new invitation."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=Role.choices,
        initial=Role.MEMBER,
        help_text=gettext_lazy(
            "Members can view, confirm and dispute hands. Scorers can also record them. Referees can also rule on disputes. Owners can also manage the members."
        ),
    )
    uses = forms.IntegerField(
        label=gettext_lazy("For how many people"),
        min_value=1,
        max_value=MOST_USES,
        required=False,
        help_text=gettext_lazy(
            "More than one: a link for the notice board or the group chat. Each person who joins by it is counted."
        ),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=DAYS, coerce=int, required=False
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address (optional)"),
        required=False,
        help_text=gettext_lazy(
            "The invitation is sent to this address. The address is deleted when the invitation is used or expires."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        initial = {"id": uuid.uuid4(), "role": Role.MEMBER, "uses": 1, "days": VALID_FOR.days}
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        """Let one person only become an owner, and mail to one person only."""
        data = self.cleaned_data
        if "uses" in data:
            data["uses"] = data["uses"] or 1
        if "days" in data:
            data["days"] = data["days"] or VALID_FOR.days
        if data.get("uses", 1) > 1 and data.get("role") == Role.OWNER:
            self.add_error(
                "role",
                _("A link for several people cannot make them owners: invite owners one by one."),
            )
        if data.get("uses", 1) > 1 and data.get("email"):
            self.add_error(
                "email", _("A mail is for one person. Leave it out, and send the link yourself.")
            )
        return data


class NamedRowForm(AnyModelForm):
    """The settings of a row with a name; values from before that would be refused today may stay."""

    def clean_name(self) -> str:
        """Return the name in the form in which it is kept; one that is not changed stays as it is."""
        name: str = self.cleaned_data["name"]
        return limits.tidy_name(name) if "name" in self.changed_data else self.initial["name"]

    def _get_validation_exclusions(self) -> set[str]:
        unchanged = {*self.fields} - {*self.changed_data}
        return {*super()._get_validation_exclusions(), *unchanged}  # type: ignore[misc]


class ClubSettingsForm(NamedRowForm, ClubModelForm):
    """A club's name and what it allows."""

    class Meta:
        model = Club
        fields = (
            "name",
            "rules_on_own_hands",
            "shows_past_tricks",
            "solves_endings",
            "second_step_for",
            "time_zone",
        )
        labels = {
            "name": gettext_lazy("Name of the club"),
            "rules_on_own_hands": gettext_lazy("Referees may rule on hands they played in"),
            "shows_past_tricks": gettext_lazy("In Gang of Four, past tricks may be looked at"),
            "solves_endings": gettext_lazy("Replays show where a certain win was given away"),
            "second_step_for": gettext_lazy("Who must sign in with a second step"),
        }
        help_texts = {
            "rules_on_own_hands": gettext_lazy(
                "For small clubs. The ruling then says that the referee played in the hand."
            ),
            "shows_past_tricks": gettext_lazy(
                "Also by spectators, while the hand is still being played (G36)."
            ),
            "solves_endings": gettext_lazy(
                "Of finished hands whose cards are all known: what a player could have forced, with all cards open."
            ),
            "second_step_for": gettext_lazy(
                "A code from an app on their phone, after the password. Whoever has not set it up counts as a scorer or, where only owners are asked, as a referee."
            ),
        }

    def __init__(self, data: Mapping[str, Any] | None, *, instance: Club) -> None:
        super().__init__(data, instance=instance)
        self.fields["time_zone"] = time_zone_field(initial=instance.time_zone)


class PlayerSettingsForm(NamedRowForm, PlayerModelForm):
    """A player's name and account."""

    class Meta:
        model = Player
        fields = ("name", "user")
        labels = {"name": gettext_lazy("Name"), "user": gettext_lazy("Account")}
        help_texts = {
            "name": gettext_lazy("The new name is shown everywhere, also in old sessions."),
            "user": gettext_lazy(
                "The member who is this player. They can then confirm hands they played in, and see rulings on them."
            ),
        }

    def __init__(self, data: Mapping[str, Any] | None, *, instance: Player) -> None:
        super().__init__(data, instance=instance)
        members = User.objects.filter(memberships__club=instance.club_id).order_by("username")
        account = self.fields["user"]
        if isinstance(account, forms.ModelChoiceField):
            account.queryset = members | User.objects.filter(players=instance.pk)
            account.empty_label = _("no account")

    def clean(self) -> dict[str, Any]:
        """Require a name and an account that no other player of the club has."""
        data = self.cleaned_data
        others = Player.objects.filter(club=self.instance.club_id).exclude(pk=self.instance.pk)
        taken = roster.names_taken(self.instance.club_id, besides=self.instance.pk)
        if "name" in self.changed_data and limits.name_key(data.get("name") or "") in taken:
            text = _(
                "Another player of the club has this name. If they are one person, merge them."
            )
            self.add_error("name", text)
        if data.get("user") and (other := others.filter(user=data["user"]).first()):
            text = _("This account belongs to %(name)s already.")
            self.add_error("user", text % {"name": other.name})
        return data


class SeasonSettingsForm(NamedRowForm, SeasonModelForm):
    """A season's name, first day and last day."""

    class Meta:
        model = Season
        fields = ("name", "starts_on", "ends_on")
        labels = {
            "name": gettext_lazy("Name of the season"),
            "starts_on": gettext_lazy("First day (optional)"),
            "ends_on": gettext_lazy("Last day (optional)"),
        }
        widgets = {"starts_on": DAY, "ends_on": DAY}

    def clean(self) -> dict[str, Any]:
        """Require a unique name in the club, and an end after the start."""
        data = self.cleaned_data
        same_name = Season.objects.filter(club=self.instance.club_id, name=data.get("name"))
        if same_name.exclude(pk=self.instance.pk).exists():
            self.add_error("name", _("Two seasons of a club cannot have the same name."))
        starts, ends = data.get("starts_on"), data.get("ends_on")
        if starts and ends and ends < starts:
            self.add_error("ends_on", _("A season cannot end before it starts."))
        return data
