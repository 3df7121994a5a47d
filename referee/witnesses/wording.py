"""A sentence for each witness: what the seat held, and what was not seen."""

from collections import Counter
from collections.abc import Iterator

from referee import dispatch
from referee.adjudication import HandAdjudication
from referee.climbing.timeline import HandStep as ClimbingStep
from referee.melding import MeldingRules
from referee.melding.timeline import HandStep as MeldingStep
from referee.record import HandEvent, SeatAction
from referee.witnesses.searching import Witness, WitnessPair, cards_in_order, filled_events

HandStep = ClimbingStep | MeldingStep


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
