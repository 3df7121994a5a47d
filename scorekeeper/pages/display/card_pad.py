"""The cards to tap: what a phone needs to know of a game, and of one hand, to write its plays."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import get_language

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.models import Hand
from scorekeeper.pages.display.cards import Card, suit_order

RECOGNIZERS = {"referee.recognizers", "referee.phoenix"}
"""The modules whose functions a phone knows: by ranks and suits, and with a phoenix that stands for another card."""


def hand_facts(hand: Hand, person: Person, names: Mapping[int, str]) -> dict[str, Any]:
    """Return what the pad needs to know of a hand, without cards hidden from this person; with names by seat."""
    record = hidden_cards.visible_hand(hand, person).record
    return {
        "game": game_facts(hand.session.variant),
        "house_rules": hand.session.head.content.get("house_rules") or {},
        "names": [*names.values()],
        "number": hand.adjudication.answer["number"],
        "events": record.get("events") or [],
        "dealt": record.get("dealt"),
    }


def game_facts(variant: str) -> dict[str, Any]:
    """Return what a phone needs to know of a game: its cards, how many of each, and what decides whose turn it is."""
    rules = referee.rules_for(variant)
    switches: dict[str, Any] = {
        str(switch["name"]): switch for switch in (rule.as_json() for rule in rules.switches)
    }
    decks = [str(choice) for choice in switches.get("deck", {}).get("choices", [""])]
    return {
        "melding": rules.family is referee.Family.MELDING,
        "gifts": "exchange" in switches,
        "sheet": rules.sheet,
        "rules": {"suit_order": suit_order(rules), **_course(rules), **rules.house_rules},
        "opens": getattr(rules, "opens", None),
        **_melds(rules),
        "lowest_wins": rules.lowest_wins,
        "deck": decks[0],
        "decks": {deck: _deck(variant, deck, get_language()) for deck in decks},
    }


def combination_facts(rules: referee.Rules) -> dict[str, Any]:
    """Return what tells a phone without a connection that cards make no combination: the kinds and runs under these rules.

    Empty for melding games, and for games of other packages that have recognizers of their own.
    """
    order = getattr(rules, "order", None)
    kinds: Any = getattr(rules, "kinds", list)()
    if order is None or {kind.recognize.__module__ for kind in kinds} - RECOGNIZERS:
        return {}
    return {
        "combinations": {
            "kinds": [kind.name for kind in kinds],
            "runs": [" ".join(sorted(window)) for window in order.windows],
            "wild_suit": order.wild_suit,
            "unsuited": sorted(order.unsuited),
            "wild_rank": "P" if getattr(rules, "wild_phoenix", False) else "",
        }
    }


def _melds(rules: referee.Rules) -> dict[str, Any]:
    """Return how many cards a finisher has, and the cards of every meld, also of those that only house rules allow."""
    if rules.family is not referee.Family.MELDING:
        return {}
    widest = {"soldier_same_colour_sets": "all"}
    most = referee.rules_for(
        rules.variant, widest if widest.keys() <= rules.house_rules.keys() else {}
    )
    sets = [cards for meld in getattr(most, "melds", ()) for cards in meld.sets]
    return {
        "finishes_with": getattr(rules, "finisher_card_count", None),
        "melds": sorted({" ".join(sorted(map(str, cards))) for cards in sets}),
    }


@cache
def _deck(variant: str, deck: str, language: str) -> dict[str, Any]:
    rules = referee.rules_for(variant, {"deck": deck} if deck else {})
    faces = list(dict.fromkeys(map(str, rules.deck.cards)))
    counted = [str(card) for card in rules.deck.cards]
    return {
        "hand_size": rules.hand_size,
        "cards": [{**Card(face).key(), "copies": counted.count(face)} for face in faces],
    }


def _course(rules: referee.Rules) -> dict[str, Any]:
    """Return what decides who leads and who is next, also in games in which it is no house rule."""
    names = ("opening", "next_hand_leader", "pass_locks_out", "play_to_last", "after_out")
    return {name: getattr(rules, name, None) for name in names}
