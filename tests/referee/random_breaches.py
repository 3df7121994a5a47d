"""Sessions of Gang of Four with one illegal event, and records with hidden cards."""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

from tests.referee.random_sessions import Moment, Session
from tests.referee.second_opinion_gang import deck, face

CHANGES = ["seat", "foreign", "own", "pass", "silent", "gift"]
FACES = set(deck({})) | set(deck({"deck": "literal-42"}))


class Breach(NamedTuple):
    """A session whose last hand has one illegal event; later events that no longer fit are left out."""

    hands: list[dict[str, Any]]
    place: int  # of the event in the last hand


def breach_session(session: Session, chance: Random, change: str) -> Breach | None:
    """Return the session with a breach of this kind; None if the chosen event allows none."""
    places = [
        (number, place)
        for number, moments in enumerate(session.moments)
        for place, moment in enumerate(moments)
        if (moment.options is None) == (change == "gift")
    ]
    if not places:
        return None
    number, place = chance.choice(places)
    hand, moment = session.hands[number], session.moments[number][place]
    changes = {
        "seat": _by_another_seat,
        "foreign": _card_not_held,
        "own": _illegal_own_cards,
        "pass": _illegal_pass,
        "silent": _without_announcement,
        "gift": _wrong_gift,
    }
    event = changes[change](session, hand, moment, place, chance)
    if event is None:
        return None
    events = [*hand["events"][:place], event, *hand["events"][place + 1 :]]
    cut = max(_count_fitting_events({**hand, "events": events}), place + 1)
    return Breach([*session.hands[:number], {**hand, "events": events[:cut]}], place)


def _by_another_seat(
    session: Session, hand: dict[str, Any], moment: Moment, place: int, chance: Random
) -> str | None:
    """Return the event as another seat's; None for a pass."""
    action = hand["events"][place].split(": ")[1]
    others = [seat for seat in range(1, session.seats + 1) if seat != moment.seat]
    return None if action == "pass" else f"{chance.choice(others)}: {action}"


def _card_not_held(
    session: Session, hand: dict[str, Any], moment: Moment, place: int, chance: Random
) -> str | None:
    """Return a single that the seat does not hold."""
    others = sorted(set(deck(session.rules)) - set(moment.holding))
    return f"{moment.seat}: {chance.choice(others)}"


def _illegal_own_cards(
    session: Session, hand: dict[str, Any], moment: Moment, place: int, chance: Random
) -> str | None:
    """Return a play of cards that the seat holds but may not play; None if they happen to be legal."""
    legal = {tuple(sorted(option.cards)) for option in moment.options or [] if option}
    size = chance.choice([1, 1, 2, 2, 3, 4, 5])
    cards = chance.sample(moment.holding, min(size, len(moment.holding)))
    return None if tuple(sorted(cards)) in legal else f"{moment.seat}: {' '.join(cards)}"


def _illegal_pass(
    session: Session, hand: dict[str, Any], moment: Moment, place: int, chance: Random
) -> str | None:
    """Return a pass where it is illegal, else None."""
    return None if None in (moment.options or []) else f"{moment.seat}: pass"


def _without_announcement(
    session: Session, hand: dict[str, Any], moment: Moment, place: int, chance: Random
) -> str | None:
    """Return the event without the announcement of the last card, if the seat plays later; else None."""
    event: str = hand["events"][place]
    later = [text for text in hand["events"][place + 1 :] if text[0] == event[0]]
    plays = [text for text in later if not text.endswith("pass")]
    return event.removesuffix(" last") if event.endswith("last") and plays else None


def _wrong_gift(
    session: Session, hand: dict[str, Any], moment: Moment, place: int, chance: Random
) -> str | None:
    """Return a gift of a card lower than the highest, or of one that the winner does not hold."""
    words = hand["events"][place].split()
    lower = [card for card in moment.holding if face(card) < max(map(face, moment.holding))]
    others = sorted(set(deck(session.rules)) - set(moment.holding))
    cards = lower if place == 0 else others
    return f"{words[0]} gives {chance.choice(cards)} to {words[4]}"


def with_hidden_deals(hands: list[dict[str, Any]], chance: Random) -> list[dict[str, Any]]:
    """Return the hands with some dealt hands and some dealt cards unknown."""
    return [
        {**hand, "dealt": [_hide_hand(cards, chance) for cards in hand["dealt"]]}
        if "dealt" in hand
        else hand
        for hand in hands
    ]


def _hide_hand(cards: str, chance: Random) -> str | None:
    if chance.random() < 0.4:
        return None
    return " ".join(card if chance.random() < 0.7 else "?" for card in cards.split())


def with_unseen_faces(
    hands: list[dict[str, Any]], chance: Random, *, but: int = -1
) -> list[dict[str, Any]]:
    """Return the hands with some unseen cards in their events; event ``but`` of the last hand stays as it is."""
    hidden = [
        {**hand, "events": [_hide_faces(event, chance) for event in hand["events"]]}
        for hand in hands
    ]
    if but >= 0:
        hidden[-1]["events"][but] = hands[-1]["events"][but]
    return hidden


def _hide_faces(event: str, chance: Random) -> str:
    seat, action = event.split(": ")
    if action == "pass" or chance.random() < 0.85:
        return event
    words = ["?" if word in FACES and chance.random() < 0.7 else word for word in action.split()]
    return f"{seat}: {' '.join(words)}"


def fits_deals(hands: list[dict[str, Any]]) -> bool:
    """Return whether every card was played or given by the seat that held it."""
    return all(
        _count_fitting_events(hand) == len(hand["events"]) for hand in hands if "dealt" in hand
    )


def _count_fitting_events(hand: dict[str, Any]) -> int:
    """Return the number of events before the first one with a card that its seat does not hold."""
    holding = [Counter(cards.split()) for cards in hand["dealt"]]
    for number, event in enumerate(hand["events"]):
        seat, action = event.split(": ")
        words = action.split()
        cards = Counter(word for word in words if word in FACES)
        if not cards <= holding[int(seat) - 1]:
            return number
        holding[int(seat) - 1] -= cards
        if words[0] == "gives":
            holding[int(words[3]) - 1] += cards
    return len(hand["events"])
