"""Forms for a question about a play or a claim.  Every unknown fact may be left out."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import referee
from referee import JsonObject
from scorekeeper.pages.display.house_rules import get_game
from scorekeeper.pages.display.notation import Notation

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

TYPED = {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
CLAIMS = ("chi", "pong", "gan", "hu")


KNOWN = gettext_lazy("Tap the whole hand as it was before, if you know it.")


def _cards(hint: "StrPromise", *, words: str = "", **more: Any) -> forms.TextInput:
    """Return a field that can be filled by tapping cards, as the hint says; ``words`` are allowed instead of cards."""
    return forms.TextInput(attrs={**TYPED, "data-cards": words, "data-hint": hint, **more})


def _is_tapped(field: forms.BoundField) -> bool:
    return "data-cards" in field.field.widget.attrs


class QuestionForm(forms.Form):
    """A question about one moment of a hand."""

    needed: ClassVar[str]  # the field that makes it a question

    def cards(self) -> Iterator[forms.BoundField]:
        """Return the fields for cards, which are tapped where there is a script."""
        return (field for field in self.visible_fields() if _is_tapped(field))

    def facts(self) -> Iterator[forms.BoundField]:
        """Return the other fields that are not checkboxes."""
        typed = (field for field in self.visible_fields() if field.widget_type != "checkbox")
        return (field for field in typed if not _is_tapped(field))

    def flags(self) -> Iterator[forms.BoundField]:
        """Return the checkboxes."""
        return (field for field in self.visible_fields() if field.widget_type == "checkbox")

    def question(self) -> JsonObject:
        """Return the question for the referee (contract §5), without variant and house rules."""
        data = {name: self.cleaned_data.get(name) for name in self.fields}
        return {name: value for name, value in data.items() if value not in (None, "", False)}


class PlayForm(QuestionForm):
    """A question about a play of a climbing game."""

    needed = "play"

    standing = forms.CharField(
        label=gettext_lazy("On the table"),
        max_length=100,
        required=False,
        widget=_cards(
            gettext_lazy(
                "First tap the play to beat, or nothing if the player leads. Then choose “The play”."
            )
        ),
        help_text=gettext_lazy("The play to beat. Leave it empty if the player leads."),
    )
    play = forms.CharField(
        label=gettext_lazy("The play"),
        max_length=100,
        widget=_cards(gettext_lazy("Tap the cards of the play, then “Ask”."), words="pass"),
        help_text=gettext_lazy("Cards, or the word pass."),
    )
    hand = forms.CharField(
        label=gettext_lazy("The player’s hand"),
        max_length=200,
        required=False,
        widget=_cards(KNOWN),
        help_text=gettext_lazy(
            "The cards before the play. If you enter them, the referee also lists the legal plays."
        ),
    )
    next_holds = forms.IntegerField(
        label=gettext_lazy("How many cards the next player holds"),
        min_value=0,
        max_value=52,
        required=False,
    )
    opening = forms.BooleanField(
        label=gettext_lazy("This is the first play of the hand"), required=False
    )

    def __init__(
        self, _variant: str, notation: Notation, data: Mapping[str, Any] | None, **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.fields["standing"].widget.attrs["placeholder"] = notation.standing
        self.fields["play"].widget.attrs["placeholder"] = notation.play

    def question(self) -> JsonObject:
        return {"opening": False, **super().question()}


class ClaimForm(QuestionForm):
    """A question about a claim of a melding game, with the claims of others."""

    needed = "claim"

    players = forms.TypedChoiceField(label=gettext_lazy("Players"), required=False, coerce=int)
    offered = forms.CharField(
        label=gettext_lazy("The card on offer"),
        max_length=4,
        widget=_cards(
            gettext_lazy("First tap the card on offer. Then choose “The claim”."), placeholder="Hg"
        ),
    )
    offered_by = forms.TypedChoiceField(label=gettext_lazy("Who discarded or drew it"), coerce=int)
    seat = forms.TypedChoiceField(label=gettext_lazy("Who claims it"), coerce=int)
    claim = forms.CharField(
        label=gettext_lazy("The claim"),
        max_length=200,
        widget=_cards(
            gettext_lazy("Tap the claim and its cards, then “Ask”."),
            words=" ".join((*CLAIMS, "pass")),
            placeholder="pong Hg Hg Hg",
        ),
        help_text=gettext_lazy(
            "The claim and its meld, the card on offer first; or the word pass."
        ),
    )
    hand = forms.CharField(
        label=gettext_lazy("The claimer’s hand"),
        max_length=200,
        required=False,
        widget=_cards(KNOWN),
        help_text=gettext_lazy(
            "The cards before the claim. If you enter them, the referee also lists the legal claims."
        ),
    )
    other_claims = forms.CharField(
        label=gettext_lazy("What others claimed"),
        max_length=400,
        required=False,
        widget=forms.Textarea(attrs={**TYPED, "rows": 3, "placeholder": "3: pong Hg Hg Hg"}),
        help_text=gettext_lazy("One per line, starting with the seat’s number."),
    )
    drawn = forms.BooleanField(
        label=gettext_lazy("The card was drawn from the stock"), required=False
    )

    def __init__(
        self, variant: str, _notation: Notation, data: Mapping[str, Any] | None, **more: Any
    ) -> None:
        super().__init__(data, **more)
        numbers = get_game(variant)["players"]
        seats = [
            (seat, _("Seat %(number)d") % {"number": seat}) for seat in range(1, max(numbers) + 1)
        ]
        self._offer("players", [(number, f"{number}") for number in sorted(numbers, reverse=True)])
        self._offer("offered_by", seats)
        self._offer("seat", seats[1:] + seats[:1])

    def question(self) -> JsonObject:
        """Return the question, with other claims as a list."""
        question = super().question()
        others = str(question.pop("other_claims", "")).splitlines()
        claims: list[Any] = [line.strip() for line in others if line.strip()]
        return {**question, "other_claims": claims} if claims else question

    def _offer(self, name: str, choices: list[tuple[int, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices


def form_of(rules: referee.Rules) -> type[PlayForm] | type[ClaimForm]:
    """Return the form for the family of these rules."""
    return ClaimForm if rules.family is referee.Family.MELDING else PlayForm
