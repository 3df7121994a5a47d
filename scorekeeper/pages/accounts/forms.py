"""Forms of a user's own account: profile, password, new account and tokens."""

import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm, UserCreationForm
from django.contrib.auth.password_validation import password_validators_help_texts
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scorekeeper.accounts import tokens
from scorekeeper.models import Club, Theme, TokenScope, User
from scorekeeper.models.limits import MAX_PASSWORD

if TYPE_CHECKING:
    NewUserForm = UserCreationForm[User]
else:
    NewUserForm = UserCreationForm

CURRENT_PASSWORD = {"autocomplete": "current-password"}
USER_NAME = {"autocapitalize": "off", "autocomplete": "username", "spellcheck": "false"}
EMAIL_HELP = gettext_lazy("Used only if you forget your password. Other members never see it.")


class AccountForm(forms.Form):
    """A user's names, e-mail address, language and theme."""

    username = User._meta.get_field("username").formfield(
        label=gettext_lazy("User name"), widget=forms.TextInput(attrs=USER_NAME)
    )
    full_name = forms.CharField(
        label=gettext_lazy("Full name"),
        max_length=150,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("Members of your clubs see it next to your user name."),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        help_text=EMAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Your password, to change the e-mail address"),
        required=False,
        strip=False,
        max_length=MAX_PASSWORD,
        widget=forms.PasswordInput(attrs=CURRENT_PASSWORD),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        choices=[("", gettext_lazy("Same as the browser")), *settings.LANGUAGES],
    )
    theme = forms.ChoiceField(
        label=gettext_lazy("Light or dark"),
        required=False,
        choices=[("", pgettext_lazy("theme", "Same as the system")), *Theme.choices],
        help_text=gettext_lazy("Language and colors apply wherever you sign in."),
    )

    def __init__(self, user: User, data: Mapping[str, Any] | None = None) -> None:
        initial = {name: getattr(user, name) for name in ("username", "email", "language", "theme")}
        super().__init__(data, initial={**initial, "full_name": user.get_full_name()})
        self.user = user

    def clean_username(self) -> str:
        """Require a user name that nobody else has, ignoring case."""
        name: str = self.cleaned_data["username"]
        others = User.objects.filter(username__iexact=name).exclude(pk=self.user.pk)
        if others.exists():
            raise forms.ValidationError(_("Somebody else has this user name."))
        return name

    def clean(self) -> dict[str, Any]:
        """Require the password for a new e-mail address, because password resets are sent to it."""
        data = self.cleaned_data
        changes_email = data.get("email", self.user.email) != self.user.email
        if changes_email and not self.user.check_password(data.get("password", "")):
            self.add_error("password", _("The password is wrong. Try again."))
        return data

    def values(self) -> dict[str, object]:
        """Return the values to store, by the names of the user's columns."""
        data = self.cleaned_data
        values = {name: data[name] for name in ("username", "email", "language", "theme")}
        if data["full_name"] != self.user.get_full_name():
            values |= {"first_name": data["full_name"], "last_name": ""}
        return values


class NewAccountForm(NewUserForm):
    """A new account with user name, e-mail address and password."""

    class Meta:
        model = User
        fields = ("username", "email")
        labels = {"username": gettext_lazy("User name"), "email": gettext_lazy("E-mail address")}
        help_texts = {"email": EMAIL_HELP}

    def __init__(self, data: Mapping[str, Any] | None = None, *, email: str = "") -> None:
        super().__init__(data, initial={"email": email})
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["password1"].help_text = " ".join(map(str, password_validators_help_texts()))


class SignUpForm(forms.Form):
    """The mail address with which a stranger signs up."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class SignUpAccountForm(NewUserForm):
    """User name and password of an account whose mail address is confirmed."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": gettext_lazy("User name")}

    def __init__(self, data: Mapping[str, Any] | None, *, instance: User) -> None:
        super().__init__(data, instance=instance)
        self.fields["password1"].help_text = " ".join(map(str, password_validators_help_texts()))


class ResetRequestForm(PasswordResetForm):
    """The e-mail address to which a password reset is sent."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def user_ids(self) -> list[str]:
        """Return the ids of the accounts with this address, usually none or one."""
        return [str(user.pk) for user in self.get_users(self.cleaned_data["email"])]


class PasswordForm(forms.Form):
    """The user's password, as a confirmation."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        max_length=MAX_PASSWORD,
        widget=forms.PasswordInput(attrs=CURRENT_PASSWORD),
    )

    def __init__(self, user: User, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.user = user

    def clean_password(self) -> str:
        """Require the password of the account."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("The password is wrong. Try again."))
        return password


class CodeForm(forms.Form):
    """A code of the second step."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=32,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "off", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("Six digits from the app, or one of your recovery codes."),
    )

    def refuse(self) -> None:
        """Add the error of a code that was not accepted."""
        self.add_error(
            "code",
            _(
                "This code is wrong or was used before, or came too soon after a wrong one. Wait for the app’s next code, then try again."
            ),
        )


class ConfirmStepForm(PasswordForm, CodeForm):
    """The first code of an app, with the password of the account."""

    code = forms.CharField(
        label=gettext_lazy("Code from the app"),
        max_length=32,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    field_order = ("code", "password")


def _lifetimes() -> list[tuple[int, str]]:
    return [
        (days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days})
        for days in (7, 30, 90, 365)
    ]


SCOPE_NAMES = {
    TokenScope.READ: gettext_lazy("Read"),
    TokenScope.LOG: gettext_lazy("Read and record"),
    TokenScope.REFEREE: gettext_lazy("Read, record and referee"),
    TokenScope.ADMINISTER: gettext_lazy("Everything"),
}
"""What a token lets a program do, by its widest scope."""

_SCOPES = [
    (TokenScope.READ, gettext_lazy("Read: sessions, hands, standings")),
    (
        TokenScope.LOG,
        gettext_lazy(
            "Record, too: open sessions, record and correct hands, confirm, comment, dispute"
        ),
    ),
    (
        TokenScope.REFEREE,
        gettext_lazy(
            "Referee, too: rule on disputes, change seasons and house rules, merge players"
        ),
    ),
    (
        TokenScope.ADMINISTER,
        gettext_lazy(
            "Everything: manage clubs and their members, publish, export, erase, change webhooks and your other tokens"
        ),
    ),
]


class TokenForm(forms.Form):
    """A new token for a program; by default it may only read."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    label = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=200,
        help_text=gettext_lazy(
            "The program or phone that uses it, so that you know later which token to revoke."
        ),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("What the program may do"),
        choices=_SCOPES,
        widget=forms.RadioSelect,
        required=False,
        help_text=gettext_lazy(
            "Choose the first that is enough. In each club it may do only what your role allows."
        ),
    )
    only_club = forms.ModelChoiceField(
        label=gettext_lazy("In which clubs"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=gettext_lazy("All my clubs"),
        help_text=gettext_lazy("In other clubs the program sees only what is public."),
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), coerce=int, choices=_lifetimes)

    def __init__(self, clubs: QuerySet[Club], data: Mapping[str, Any] | None = None) -> None:
        initial = {
            "id": uuid.uuid4(),
            "scope": TokenScope.READ,
            "days": tokens.DEFAULT_LIFETIME.days,
        }
        super().__init__(data, initial=initial)
        self.fields["only_club"].queryset = clubs  # type: ignore[attr-defined]

    def clean_scope(self) -> str:
        """Return the chosen scope, by default the least."""
        return self.cleaned_data["scope"] or TokenScope.READ

    def lifetime(self) -> timedelta:
        """Return how long the token is valid."""
        return timedelta(days=self.cleaned_data["days"])
