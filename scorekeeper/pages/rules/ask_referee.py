"""The page that asks the referee about one play or claim.  The question is in the address, so it can be shared as a link."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

import referee
from referee import JsonObject
from scorekeeper.pages import throttling
from scorekeeper.pages.display import event_text, house_rules, referee_messages
from scorekeeper.pages.display.answer_types import EventAnswer
from scorekeeper.pages.display.cards import Card, parse_cards
from scorekeeper.pages.display.house_rules_form import HouseRulesForm
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.display.notation import notation_of
from scorekeeper.pages.rules import rule_texts
from scorekeeper.pages.rules.forms import CLAIMS, QuestionForm, form_of
from scorekeeper.sessions.links import qr_svg


@require_safe
def ask(request: HttpRequest, variant: str = "") -> HttpResponse:
    """Show the form, with the answer if a question was asked."""
    if not variant:
        return redirect("ask", variant=referee.variants()[0]["variant"])
    game = house_rules.get_game(variant)
    usual = referee.rules_for(variant, {})
    form_class, notation = form_of(usual), notation_of(usual)
    is_asked = form_class.needed in request.GET
    # without a play, the address describes a position to ask about
    form: QuestionForm = form_class(
        variant, notation, request.GET if is_asked else None, initial=request.GET.dict()
    )
    rules = HouseRulesForm(variant, request.GET if request.GET else None)
    chosen = rules.chosen() if rules.is_valid() else {}
    context: dict[str, Any] = {
        "form": form,
        "rules": rules,
        "game": game,
        "variants": house_rules.list_games(),
        "notation": notation,
        "rules_query": house_rules.as_query(variant, chosen),
        "deck": _deck(referee.rules_for(variant, chosen)),
    }
    if is_asked and form.is_valid() and rules.is_valid():
        question: JsonObject = {"variant": variant, "house_rules": chosen, **form.question()}
        if address := _shorter(request, form, question):
            return redirect(address)
        if refused := throttling.limit_anonymous_requests(request):
            return refused
        context["answer"] = _answer(form, question)
        context["qr"] = qr_svg(request.build_absolute_uri())
    status = 422 if form.errors or rules.errors else 200
    return render(request, "questions/ask.html", context, status=status)


def _shorter(request: HttpRequest, form: QuestionForm, question: JsonObject) -> str:
    """Return the shortest address of the same question; empty if the current one is as short."""
    params = {
        name: request.GET[name]
        for name in form.fields
        if question.get(name) and name in request.GET
    }
    chosen = cast(JsonObject, question["house_rules"])
    rules = house_rules.as_query(str(question["variant"]), chosen)
    if len(request.GET) <= len(params) + len(chosen):
        return ""
    return request.path + "?" + "&".join(part for part in (urlencode(params), rules) if part)


def _answer(form: QuestionForm, question: JsonObject) -> dict[str, Any] | None:
    try:
        answer = referee.ask(question).as_json()
    except referee.MalformedError as error:
        where = error.where.partition("[")[0]
        form.add_error(where if where in form.fields else None, error_text(error))
        return None
    could_play: list[str] | None = answer.get("could_play")
    names = referee_messages.ASKED if form.needed == "play" else {}
    claim, cards = _option(str(question[form.needed]))
    variant, chosen = str(question["variant"]), cast(JsonObject, question["house_rules"])
    rule = str(answer.get("rule") or "")
    if answer["verdict"] == "legal":
        rule = referee.rule_for_question(referee.rules_for(variant, chosen), question)
    return {
        **answer,
        "reason": referee_messages.reason_of(cast(Mapping[str, object], answer), names),
        "needs": referee_messages.needs_of(cast(Mapping[str, object], answer), names),
        "meld": event_text.combination_name(cast(EventAnswer, answer).get("meld")),
        "combination": event_text.combination_name(cast(EventAnswer, answer).get("combination")),
        "claim": claim,
        "play": cards,
        "standing": parse_cards(
            str(question.get("standing") or question.get("offered") or "").split()
        ),
        "could_play": None if could_play is None else [_option(text) for text in could_play],
        "rule": rule,
        "rule_text": rule_texts.text_of(variant, chosen, rule, answer.get("combination") or ""),
    }


def _option(text: str) -> tuple[str, tuple[Card, ...]]:
    """Parse a play for the template: the claim in words, if it is one, and the cards; no cards for a pass."""
    first, _blank, rest = text.strip().partition(" ")
    claim = first.lower() if first.lower() in CLAIMS else ""
    return event_text.combination_name(claim), parse_cards((rest if claim else text).split())


def _deck(rules: referee.Rules) -> list[dict[str, Any]]:
    """Return the cards of the deck, for tapping."""
    copies = Counter(map(str, rules.deck.cards))
    return [{**Card(face).key(), "copies": n} for face, n in copies.items()]
