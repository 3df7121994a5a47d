"""Ask the referee about one play or claim.  The question is in the address, so that a link asks it again."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

import referee
from scorekeeper.adjudication.record_parts import Keys
from scorekeeper.pages import throttling
from scorekeeper.pages.display import event_text, house_rules, referee_messages
from scorekeeper.pages.display.answer_types import Event
from scorekeeper.pages.display.cards import Card, cards
from scorekeeper.pages.display.house_rules_form import HouseRulesForm
from scorekeeper.pages.display.input_errors import complaint
from scorekeeper.pages.display.notation import notation_of
from scorekeeper.pages.rules import rule_texts
from scorekeeper.pages.rules.forms import CLAIMS, Question, form_of
from scorekeeper.sessions import links as session_links


class Could(NamedTuple):
    """What would have been legal: cards, a claim with its cards, or a pass."""

    claim: str
    cards: tuple[Card, ...]


@require_safe
def ask(request: HttpRequest, variant: str = "") -> HttpResponse:
    """The form, and the answer when something is asked."""
    if not variant:
        return redirect("ask", variant=referee.variants()[0]["variant"])
    game = house_rules.variant_named(variant)
    usual = referee.rules_for(variant, {})
    form_class, notation = form_of(usual), notation_of(usual)
    asked = form_class.needed in request.GET
    form: Question = form_class(variant, notation, request.GET if asked else None)
    rules = HouseRulesForm(variant, request.GET if request.GET else None)
    chosen = rules.chosen() if rules.is_valid() else {}
    context: dict[str, Any] = {
        "form": form, "rules": rules, "game": game, "variants": house_rules.games(),
        "notation": notation, "rules_query": house_rules.as_query(variant, chosen),
        "deck": _deck(referee.rules_for(variant, chosen)),
    }  # fmt: skip
    if asked and form.is_valid() and rules.is_valid():
        question: Keys = {"variant": variant, "house_rules": chosen, **form.asked()}
        if address := _shorter(request, form, question):
            return redirect(address)
        if refused := throttling.too_often(request):
            return refused
        context["answer"] = _answer(form, question)
        context["qr"] = session_links.qr(request.build_absolute_uri())
    status = 422 if form.errors or rules.errors else 200
    return render(request, "questions/ask.html", context, status=status)


def _shorter(request: HttpRequest, form: Question, question: Keys) -> str:
    """The address of the same question without what says nothing, if it is not that already."""
    said = {name: request.GET[name] for name in form.fields if question.get(name) and name in request.GET}  # fmt: skip
    chosen = cast(Keys, question["house_rules"])
    rules = house_rules.as_query(str(question["variant"]), chosen)
    if len(request.GET) <= len(said) + len(chosen):
        return ""
    return request.path + "?" + "&".join(part for part in (urlencode(said), rules) if part)


def _answer(form: Question, question: Keys) -> dict[str, Any] | None:
    try:
        told = referee.ask(question).as_json()
    except referee.MalformedError as error:
        where = error.where.partition("[")[0]
        form.add_error(where if where in form.fields else None, complaint(error))
        return None
    could_play: list[str] | None = told.get("could_play")
    names = referee_messages.ASKED if form.needed == "play" else {}
    done = _could(str(question[form.needed]))
    rule = str(told.get("rule") or "")
    chosen = cast(Keys, question["house_rules"])
    return {
        **told,
        "reason": referee_messages.reason_of(cast(Mapping[str, object], told), names),
        "needs": referee_messages.needs_of(cast(Mapping[str, object], told), names),
        "meld": event_text.combination(cast(Event, told).get("meld")),
        "combination": event_text.combination(cast(Event, told).get("combination")),
        "claim": done.claim,
        "play": done.cards,
        "standing": cards(str(question.get("standing") or question.get("offered") or "").split()),
        "could_play": None if could_play is None else [_could(text) for text in could_play],
        "rule_text": rule_texts.text_of(str(question["variant"]), chosen, rule),
    }


def _could(text: str) -> Could:
    """A play or a claim to draw; no cards for a pass."""
    first, _blank, rest = text.strip().partition(" ")
    claim = first.lower() if first.lower() in CLAIMS else ""
    return Could(event_text.combination(claim), cards((rest if claim else text).split()))


def _deck(rules: referee.Rules) -> list[dict[str, Any]]:
    """The cards that there are to tap."""
    copies = Counter(map(str, rules.deck.cards))
    return [{"face": face, "name": Card(face).name, "copies": n} for face, n in copies.items()]
