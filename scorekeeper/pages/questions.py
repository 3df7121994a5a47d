"""Ask the referee about one play.  The question is in the address, so that a link asks it again."""

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

import referee
from scorekeeper.pages import house_rules, throttling, tricks, wording
from scorekeeper.pages.answers import Event
from scorekeeper.pages.cards import Card, cards
from scorekeeper.pages.house_rules_form import HouseRulesForm
from scorekeeper.pages.notation import FOUR_COLORS, Notation, notation_of
from scorekeeper.records import Keys

TYPED = {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}


class QuestionForm(forms.Form):
    """A disputed play.  What nobody knows is left out."""

    standing = forms.CharField(
        label=gettext_lazy("On the table"), max_length=100, required=False,
        widget=forms.TextInput(attrs=TYPED),
        help_text=gettext_lazy("What is to be beaten. Empty: the player leads."),
    )  # fmt: skip
    play = forms.CharField(
        label=gettext_lazy("The play"), max_length=100,
        widget=forms.TextInput(attrs=TYPED),
        help_text=gettext_lazy("Cards, or the word pass."),
    )  # fmt: skip
    hand = forms.CharField(
        label=gettext_lazy("The player’s hand"), max_length=200, required=False,
        widget=forms.TextInput(attrs=TYPED),
        help_text=gettext_lazy("Before the play. With it the referee also says what could be played."),
    )  # fmt: skip
    next_holds = forms.IntegerField(
        label=gettext_lazy("Cards that the next player holds"), min_value=0, max_value=52,
        required=False,
    )  # fmt: skip
    opening = forms.BooleanField(
        label=gettext_lazy("This is the first play of the hand"), required=False
    )

    def __init__(self, notation: Notation, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.fields["standing"].widget.attrs["placeholder"] = notation.standing
        self.fields["play"].widget.attrs["placeholder"] = notation.play

    def question(self, variant: str, chosen: Keys) -> Keys:
        """The question as the referee reads it (contract §5)."""
        given = {name: self.cleaned_data.get(name) for name in self.fields}
        told = {name: value for name, value in given.items() if value not in (None, "", False)}
        return {"variant": variant, "house_rules": chosen, **told}


@require_safe
def ask(request: HttpRequest, variant: str = "") -> HttpResponse:
    """The form, and the answer when something is asked."""
    if not variant:
        return redirect("ask", variant=referee.variants()[0]["variant"])
    game = house_rules.variant_named(variant)
    asked = "play" in request.GET
    notation = notation_of(referee.rules_for(variant, {}))
    form = QuestionForm(notation, request.GET if asked else None)
    rules = HouseRulesForm(variant, request.GET if request.GET else None)
    context: dict[str, Any] = {
        "form": form, "rules": rules, "game": game, "variants": referee.variants(),
        "notation": notation, "by_melds": notation is FOUR_COLORS,
    }  # fmt: skip
    if rules.is_valid():
        context["rules_query"] = house_rules.as_query(variant, rules.chosen())
    if asked and form.is_valid() and rules.is_valid():
        question = form.question(variant, rules.chosen())
        if address := _shorter(request, question):
            return redirect(address)
        if refused := throttling.too_often(request):
            return refused
        context["answer"] = _answer(form, question)
    status = 422 if form.errors or rules.errors else 200
    return render(request, "questions/ask.html", context, status=status)


def _shorter(request: HttpRequest, question: Keys) -> str:
    """The address of the same question without what says nothing, if it is not that already."""
    said = {name: request.GET[name] for name in QuestionForm.base_fields if name in question}
    chosen = cast(Keys, question["house_rules"])
    rules = house_rules.as_query(str(question["variant"]), chosen)
    if len(request.GET) <= len(said) + len(chosen):
        return ""
    return request.path + "?" + "&".join(part for part in (urlencode(said), rules) if part)


def _answer(form: QuestionForm, question: Keys) -> dict[str, Any] | None:
    try:
        told = referee.ask({"opening": False, **question}).as_json()
    except referee.MalformedError as error:
        form.add_error(error.where if error.where in form.fields else None, error.message)
        return None
    could_play: list[str] | None = told.get("could_play")
    return {
        **told,
        "reason": wording.reason_of(cast(Mapping[str, object], told), wording.ASKED),
        "combination": tricks.combination(cast(Event, told).get("combination")),
        "play": cards(str(question["play"]).split()),
        "standing": cards(str(question.get("standing", "")).split()),
        "could_play": None if could_play is None else [_play(text) for text in could_play],
    }


def _play(text: str) -> tuple[Card, ...]:
    """A legal play to draw; no cards for a pass."""
    return cards(text.split())
