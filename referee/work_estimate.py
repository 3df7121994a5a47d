"""How much work a record is, estimated before it is judged, so that a service can bound it.

The unit is a step: about the time of judging one play whose cards are known.  An event with hidden cards may be tried with
many cards, and each time the whole hand is counted again: so it takes more steps the longer its hand is.
"""

from collections.abc import Iterable

from referee.cards import UNSEEN
from referee.record import HandEvent, HandRecord, SessionRecord

HAND_STEPS = 10
HIDDEN_STEPS = 15  # for each event of the hand


def judging_steps(record: SessionRecord) -> int:
    """Return the number of steps that judging the record takes at most.

    >>> from referee.notation import read_record
    >>> text = '''{"format": "session-record/1", "variant": "big-two", "players": ["A", "B", "C", "D"],
    ...            "hands": [{"cards_left": [0, 1, 2, 3]}, {"events": ["1: 3D", "2: pass", "3: ?"]}]}'''
    >>> judging_steps(read_record(text, "json"))
    68
    """
    return sum(_hand_steps(hand) for hand in record.hands)


def _hand_steps(hand: HandRecord) -> int:
    events = hand.events or ()
    return HAND_STEPS + len(events) * (1 + HIDDEN_STEPS * _count_hidden(events))


def _count_hidden(events: Iterable[HandEvent]) -> int:
    return sum(event.seat == 0 or UNSEEN in event.cards for event in events)
