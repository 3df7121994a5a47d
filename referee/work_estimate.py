"""How much work a record is, estimated before it is judged, so that a service can bound it.

The unit is a step: about the time of judging one play whose cards are known.  An event with hidden cards may be tried with
many cards, and each time the whole hand is counted again: so it takes more steps the longer its hand is.
"""

from collections.abc import Iterable

from referee.cards import UNSEEN
from referee.record import HandEvent, HandRecord, SessionRecord

HAND_STEPS = 10
HIDDEN_STEPS = 15  # for each event of the hand
FORCED = ("forced_hu", "forced_gan")
"""House rules under which each event is compared with claims that may have been passed over (F23)."""

FORCED_STEPS = 150  # for each event of a hand that was not dealt openly
FORCED_HIDDEN_STEPS = 100  # for each event of such a hand with each hidden event


def judging_steps(record: SessionRecord) -> int:
    """Return the number of steps that judging the record takes at most.

    >>> import referee
    >>> text = '''{"format": "session-record/1", "variant": "big-two", "players": ["A", "B", "C", "D"],
    ...            "hands": [{"cards_left": [0, 1, 2, 3]}, {"events": ["1: 3D", "2: pass", "3: ?"]}]}'''
    >>> referee.judging_steps(referee.read_record(text, "json"))
    68
    """
    forced = any(record.house_rules.get(name) for name in FORCED)
    return sum(_hand_steps(hand, forced=forced) for hand in record.hands)


def _hand_steps(hand: HandRecord, *, forced: bool) -> int:
    events = hand.events or ()
    hidden = _count_hidden(events)
    if forced and not _is_dealt_openly(hand):
        return HAND_STEPS + len(events) * (FORCED_STEPS + FORCED_HIDDEN_STEPS * hidden)
    return HAND_STEPS + len(events) * (1 + HIDDEN_STEPS * hidden)


def _is_dealt_openly(hand: HandRecord) -> bool:
    return hand.dealt is not None and all(
        cards is not None and UNSEEN not in cards for cards in hand.dealt
    )


def _count_hidden(events: Iterable[HandEvent]) -> int:
    return sum(event.seat == 0 or UNSEEN in event.cards for event in events)
