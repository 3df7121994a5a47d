"""Predict the next frame of a replay from the event text, so that frames can be stored as differences.

A prediction need not be right, but it must always be the same for the same input.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from referee.cards import UNSEEN, Card, Cards
from referee.climbing.kinds import KINDS
from referee.climbing.wording import describe_cards, join_cards
from referee.melding.melds import card_name
from referee.reason_texts import Reason
from referee.record import SeatAction

Frame: TypeAlias = dict[str, Any]

LIKELY_COMBINATIONS = {1: "single", 2: "pair", 3: "triple"}
"""The predicted combination by number of cards."""
OBJECTION_KEYS = ("rule", "reason", "template", "parameters", "fault", "needs", "needs_templates")
"""The fields of a frame in which the referee objects."""
CLAIMS = (SeatAction.CHI, SeatAction.PONG, SeatAction.GAN)
MELD_POINTS = {"general": 1, "field": 1, "command": 2, "three soldiers": 3, "four soldiers": 5}
"""The predicted points of a meld; 0 for others."""


def predict_frame(before: Frame, change: Mapping[str, Any], number: int) -> Frame:
    """Return the predicted frame after the ``number``-th event.

    ``change`` holds the event's text and, when decompressing, the fields that an earlier prediction got wrong.
    """
    guess = {**before}
    if "rule" in before:
        for key in OBJECTION_KEYS:
            guess.pop(key, None)
    text = change["text"]
    seat, _, action = text.partition(": ")
    seat = int(seat) if seat.isdecimal() else None
    guess |= {"event": number, "seat": seat, "text": text, "verdict": "legal"}
    if seat is None or seat > len(before["counts"]) or not action:
        return guess
    if "must" in before:
        _predict_melding(guess, change, action.split())
    elif action == SeatAction.PASS:
        _predict_pass(guess)
    else:
        _predict_play(guess, change, tuple(action.removesuffix(" last").split()))
        guess["last"] = action.endswith(" last")
    return guess


def _predict_pass(guess: Frame) -> None:
    """Predict a pass; when the turn returns to the seat whose play stands, the trick is over."""
    seat, standing = guess["seat"], guess["standing"]
    guess |= {"action": "pass", "cards": [], "combination": None, "to": None, "last": False}
    guess["on_table"] = [
        *guess["on_table"],
        {"event": guess["event"], "seat": seat, "cards": None},
    ]
    guess["narration_template"] = "Seat {seat} passes."
    guess["narration_parameters"] = {"seat": seat}
    guess["turn"] = turn = _next_seat(guess)
    if standing is not None and turn == standing["seat"]:
        guess["standing"] = None


def _predict_play(guess: Frame, change: Mapping[str, Any], words: Cards) -> None:
    """Predict a play, which is then to be beaten."""
    seat, leads = guess["seat"], guess["standing"] is None
    cards = change.get("cards", words)
    combination = change.get("combination", LIKELY_COMBINATIONS.get(len(words), "straight"))
    guess |= {"action": "play", "cards": [*words], "to": None}
    guess["combination"] = LIKELY_COMBINATIONS.get(len(words), "straight")
    guess["standing"] = {"seat": seat, "cards": [*cards], "combination": combination}
    entry = {"event": guess["event"], "seat": seat, "cards": [*cards]}
    guess["on_table"] = [entry] if leads else [*guess["on_table"], entry]
    if leads and guess["event"] > 1:
        guess["trick"] += 1
    guess["turn"] = _next_seat(guess)
    _remove_cards(guess, cards, len(cards))
    guess["narration_template"] = (
        "Seat {seat} leads {cards}." if leads else "Seat {seat} plays {cards}."
    )
    guess["narration_parameters"] = {"seat": seat, "cards": _play_words(tuple(cards), combination)}


def _predict_melding(guess: Frame, change: Mapping[str, Any], words: list[str]) -> None:
    """Predict an event of a melding game."""
    action, cards = words[0], change.get("cards", words[1:])
    guess |= {"action": action, "cards": words[1:], "meld": None, "called": False}
    if action in CLAIMS:
        _predict_claim(guess, change, cards)
    elif cards and action in {SeatAction.DISCARDS, SeatAction.DRAWS}:
        _predict_turned_up(guess, cards[0], drawn=action == SeatAction.DRAWS)


def _predict_turned_up(guess: Frame, card: str, *, drawn: bool) -> None:
    """Predict that a card is on offer, from a hand or from the stock."""
    seat = guess["seat"]
    guess |= {"offer": {"card": card, "seat": seat, "drawn": drawn}, "must": "draw"}
    guess["on_table"] = [{"event": guess["event"], "seat": seat, "cards": [card]}]
    guess["turn"] = seat % len(guess["counts"]) + 1
    if not drawn:
        _remove_cards(guess, [card], 1)
    elif guess["stock"] is not None:
        guess["stock"] -= 1
    verb = "draws" if drawn else "discards"
    if card == UNSEEN:
        guess["narration_template"] = f"Seat {{seat}} {verb} a card that nobody saw."
        guess["narration_parameters"] = {"seat": seat}
        return
    guess["narration_template"] = f"Seat {{seat}} {verb} the {{card}}."
    guess["narration_parameters"] = {"seat": seat, "card": _card_words(card)}


def _predict_claim(guess: Frame, change: Mapping[str, Any], cards: list[str]) -> None:
    """Predict that the card on offer forms a meld with cards of the claimer's hand."""
    seat, name = guess["seat"], change.get("meld")
    guess |= {"offer": None, "on_table": [], "turn": seat, "must": "discard"}
    _remove_cards(guess, cards[1:], len(cards) - 1)
    laid = {
        "cards": [*cards],
        "meld": name,
        "exposed": True,
        "points": MELD_POINTS.get(str(name), 0),
    }
    guess["melds"] = [
        [*melds, laid] if place == seat else melds for place, melds in enumerate(guess["melds"], 1)
    ]
    claim = {"template": guess["action"], "parameters": {}}
    guess["narration_template"] = "Seat {seat} calls {claim}: {melds}."
    guess["narration_parameters"] = {"seat": seat, "claim": claim, "melds": " ".join(cards)}


def _next_seat(guess: Frame) -> int:
    seats = len(guess["counts"])
    following: int = (guess["seat"] - 1 + guess["direction"]) % seats + 1
    return following


def _remove_cards(guess: Frame, cards: list[str], number: int) -> None:
    """Remove cards from the hand of the acting seat."""
    place = guess["seat"] - 1
    count, holding = guess["counts"][place], guess["holdings"][place]
    if count is not None:
        guess["counts"] = [*guess["counts"]]
        guess["counts"][place] = count - number
    if holding is not None:
        left = [*holding]
        for card in cards:
            if card in left or UNSEEN in left:
                left.remove(card if card in left else UNSEEN)
        guess["holdings"] = [*guess["holdings"]]
        guess["holdings"][place] = left


@lru_cache(1 << 14)
def _play_words(cards: Cards, combination: str | None) -> object:
    """Return the words for a play, as the narration has them."""
    if combination is None or len(cards) == 1:
        return join_cards(cards)
    try:
        return Reason(
            "a {combination}", {"combination": describe_cards(KINDS[combination], cards)}
        ).as_json()
    except (KeyError, ValueError, IndexError):
        return join_cards(cards)


@lru_cache(1 << 6)
def _card_words(card: str) -> object:
    try:
        return card_name(Card(card)).as_json()
    except (KeyError, IndexError):
        return card
