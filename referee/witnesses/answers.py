"""An adjudication with witnesses for its unproven verdicts, as the commands and the service answer it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee import dispatch
from referee.adjudication import HandAdjudication, SessionAdjudication
from referee.climbing.timeline import ClimbingStep
from referee.events import format_event
from referee.melding import MeldingRules
from referee.melding.timeline import MeldingStep
from referee.record import HandEvent, HandRecord, SeatAction
from referee.rules import Rules
from referee.verdicts import Unproven
from referee.witnesses.searching import (
    RECORD_STEPS,
    Witness,
    WitnessPair,
    cards_in_order,
    filled_events,
    find_witnesses,
)

MIN_SHARE = 5_000
"""The number of steps for one event, as long as there are as many, when an equal share of the record's steps is less."""

HandStep = ClimbingStep | MeldingStep


class EventPlace(NamedTuple):
    """The place of an event in a session record."""

    hand: int  # place in the record, from 0
    event: int  # number in the hand, from 1


@dataclass(frozen=True)
class WitnessedAdjudication:
    """An adjudication, and the witnesses found for its unproven verdicts.

    ``pairs`` are the witnesses by the place of the event: its hand in the record, from 0, and its number, from 1.

    >>> import referee
    >>> game = {"format": "session-record/1", "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Di"]}
    >>> session = referee.adjudicate(referee.parse_record({**game, "hands": [{"events": ["1: ? ?"]}]}))
    >>> witnessed = referee.add_witnesses(session)
    >>> witnessed.unproven, witnessed.searched, witnessed.steps
    (1, 1, 120)
    >>> witnessed.sentences()[0, 1][0]
    'Legal, say, if event 1 showed 3C 3D and seat 1 held 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C.'
    >>> witnessed.as_json()["hands"][0]["events"][0]["witnesses"]["illegal"]["events"]
    ['1: 2H 2S']
    """

    adjudication: SessionAdjudication
    pairs: Mapping[EventPlace, WitnessPair]
    unproven: int  # the number of unproven verdicts

    @property
    def searched(self) -> int:
        """The number of events for which there were steps to search."""
        return sum(pair.steps > 0 for pair in self.pairs.values())

    @property
    def steps(self) -> int:
        """The number of steps that all searches took."""
        return sum(pair.steps for pair in self.pairs.values())

    def sentences(self) -> dict[tuple[int, int], list[str]]:
        """Return, by hand (place in the record, from 0) and event, when the event was legal and when it was not."""
        return {
            place: sentences(pair, self.adjudication.hands[place.hand], event=place.event)
            for place, pair in self.pairs.items()
        }

    def as_json(self) -> dict[str, Any]:
        """Return ``adjudication/1`` with ``witnesses`` at each event that was to be searched, and the number of those searched.

        ``{"legal": {"dealt": […], "events": […]} | null, "illegal": … | null, "cut_off": false}``: of a complete hand only what
        is not on record is listed.  ``events`` and the previous winner and loser are present only where they were filled in.
        Null without ``cut_off`` means that everything was tried.  An event for which no steps were left is ``cut_off``, and not
        among those searched.
        """
        answer = self.adjudication.as_json()
        answer["witnesses"] = {"unproven": self.unproven, "searched": self.searched}
        for place, pair in self.pairs.items():
            hand = self.adjudication.hands[place.hand]
            answer["hands"][place.hand]["events"][place.event - 1]["witnesses"] = {
                "legal": _witness_json(pair.legal, hand),
                "illegal": _witness_json(pair.illegal, hand),
                "cut_off": pair.cut_off,
            }
        return answer


def add_witnesses(
    adjudication: SessionAdjudication, *, most: int | None = None, steps: int = RECORD_STEPS
) -> WitnessedAdjudication:
    """Find witnesses for the unproven verdicts, in order: for the first ``most`` of them, or for all.

    All searches together take at most ``steps`` steps.  Each event has an equal share of those that are left, and at least
    ``MIN_SHARE``.  Once they are used up, the other events have no witnesses and are ``cut_off``.

    >>> import referee
    >>> game = {"format": "session-record/1", "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Di"]}
    >>> hands = [{"events": ["1: ? ?", "2: ? ?"]}]
    >>> witnessed = referee.add_witnesses(referee.adjudicate(referee.parse_record({**game, "hands": hands})), most=1)
    >>> witnessed.unproven, [place.event for place in witnessed.pairs]
    (2, [1])
    """
    every = list(_list_unproven(adjudication))
    chosen, pairs, left = every[:most], dict[EventPlace, WitnessPair](), steps
    for number, place in enumerate(chosen):
        share = max(left // (len(chosen) - number), min(left, MIN_SHARE))
        hand = adjudication.hands[place.hand]
        pairs[place] = _search(adjudication.rules, hand, place.event, steps=share)
        left -= pairs[place].steps
    return WitnessedAdjudication(adjudication, pairs, len(every))


def _list_unproven(adjudication: SessionAdjudication) -> Iterator[EventPlace]:
    for place, hand in enumerate(adjudication.hands):
        for event in hand.judged.events:
            if isinstance(event.verdict, Unproven):
                yield EventPlace(place, event.number)


def _search(rules: Rules, hand: HandAdjudication, event: int, *, steps: int) -> WitnessPair:
    judged = hand.judged
    return find_witnesses(
        rules, judged.record, hand.carried, event=event, judged=judged, steps=steps
    )


def _witness_json(witness: Witness | None, hand: HandAdjudication) -> dict[str, Any] | None:
    if witness is None:
        return None
    rules, complete = hand.rules, witness.hand
    dealt = [cards_in_order(rules, cards or ()) for cards in complete.dealt or ()]
    answer: dict[str, Any] = {"dealt": dealt}
    if filled_events(complete, hand.judged.record):
        answer["events"] = event_texts(complete, hand.judged.record)
    for key in ("previous_winner", "previous_loser"):
        value = getattr(witness.carried, key)
        if value != getattr(hand.carried, key):
            answer[key] = value
    return answer


def event_texts(complete: HandRecord, record: HandRecord) -> list[str]:
    """Return the event texts of a complete hand, as they were written where nothing was filled in."""
    filled = filled_events(complete, record)
    return [
        format_event(filled[number]) if number in filled else event.text
        for number, event in enumerate(record.events or (), 1)
    ]


def sentences(pair: WitnessPair, hand: HandAdjudication, *, event: int) -> list[str]:
    """Return when the event was legal, and when it was not."""
    ways = (("Legal", pair.legal), ("Illegal", pair.illegal))
    return [_sentence(word, one, pair, hand, event) for word, one in ways]


def _sentence(
    word: str, witness: Witness | None, pair: WitnessPair, hand: HandAdjudication, event: int
) -> str:
    if witness is None and pair.cut_off:
        return f"{word}: no such deal was found before the search was cut off."
    if witness is None:
        return f"{word}: no such deal fits the record."
    return f"{word}, say, if {' and '.join(_clauses(witness, hand, event))}."


def _clauses(witness: Witness, hand: HandAdjudication, event: int) -> Iterator[str]:
    before, after = hand.carried, witness.carried
    if after.previous_winner != before.previous_winner:
        yield f"seat {after.previous_winner} had won the hand before"
    if after.previous_loser != before.previous_loser:
        yield f"seat {after.previous_loser} had lost it"
    for number, filled in filled_events(witness.hand, hand.judged.record).items():
        if number <= event:
            yield _filled_clause(number, filled)
    judged = dispatch.adjudicate(hand.rules, witness.hand, after, seats=len(after.won))
    step = judged.steps[event - 1]
    yield from _opener_clause(hand, witness, step)
    seat = step.event.seat
    cards = Counter(step.before.holdings[seat - 1]).elements()
    yield f"seat {seat} held {cards_in_order(hand.rules, cards) or 'nothing'}"


def _opener_clause(hand: HandAdjudication, witness: Witness, step: HandStep) -> Iterator[str]:
    """Yield who had the opening card, if the hand was still to be opened."""
    rules = hand.rules
    if isinstance(rules, MeldingRules) or (witness.carried.number > 1 and rules.winner_leads):
        return
    if any(
        event.action is SeatAction.PLAY for event in (witness.hand.events or ())[: step.number - 1]
    ):
        return
    card = rules.opening_card
    had = [seat for seat, cards in enumerate(witness.hand.dealt or (), 1) if card in (cards or ())]
    if not had:
        yield f"the {card} was dealt to nobody"
    elif had != [step.event.seat]:
        yield f"the {card} was dealt to seat {had[0]}"


def _filled_clause(number: int, event: HandEvent) -> str:
    if event.action is SeatAction.PASS:
        return f"event {number} was a pass of seat {event.seat}"
    return f"event {number} showed {' '.join(event.cards)}"
