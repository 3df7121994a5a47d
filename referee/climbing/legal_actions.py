"""List what a seat whose cards are all known may do next in a hand of a climbing game."""

from collections.abc import Iterator, Mapping

from referee.cards import Card
from referee.climbing.hands import JudgedHand
from referee.climbing.judging import judge
from referee.climbing.plays import combinations_in
from referee.climbing.turns import is_lead, may_lead
from referee.combinations import Combination
from referee.record import HandEvent, SeatAction
from referee.verdicts import Legal


def legal_actions(judged: JudgedHand, seat: int) -> tuple[HandEvent, ...] | None:
    """Return every legal action of a seat: plays by size, then strength; then gifts; a pass last.  None: its cards are not all known."""
    position, timeline = judged.end, judged.timeline
    hand = position.holdings[seat - 1]
    if sum(hand.values()) != position.counts[seat - 1]:
        return None
    number = len(judged.events) + 1
    return tuple(
        event
        for event in _possible_actions(judged, seat, hand)
        if isinstance(
            judge(timeline.rules, timeline.knowledge, position, event, number=number), Legal
        )
    )


def _possible_actions(
    judged: JudgedHand, seat: int, hand: Mapping[Card, int]
) -> Iterator[HandEvent]:
    rules, position = judged.timeline.rules, judged.end
    open_lead = is_lead(position, seat) or may_lead(position, seat) or position.worlds
    standing = None if open_lead else position.standing
    beating = standing if isinstance(standing, Combination) else None
    for play in combinations_in(rules, hand, beating=beating):
        yield HandEvent(seat, SeatAction.PLAY, "", play.cards)
    if position.exchange is not None:
        gifts = ((card, to) for card in hand for to in position.seats() if to != seat)
        yield from (HandEvent(seat, SeatAction.GIVES, "", (card,), to=to) for card, to in gifts)
    yield HandEvent(seat, SeatAction.PASS, "")
