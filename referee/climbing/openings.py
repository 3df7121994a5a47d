"""The position in which a hand of a climbing game begins."""

from referee.carried_state import Carried
from referee.climbing.rules import ClimbingRules
from referee.knowledge import Knowledge
from referee.position import Exchange, Position
from referee.record import HandRecord


def opening_position(
    rules: ClimbingRules, knowledge: Knowledge, hand: HandRecord, carried: Carried, *, seats: int
) -> Position:
    """Return the position before the first play: who leads, and in which direction (B2, B3, B20, G15, G17)."""
    position = Position(
        holdings=tuple(dict(cards) for cards in knowledge.certain),
        counts=(rules.hand_size,) * seats,
        unseen=(0,) * seats,
        played=(),
        turn=0,
        direction=rules.direction_of(carried.number),
    )
    if carried.number > 1 and rules.winner_leads:
        winner = carried.previous_winner or 0
        due = Exchange(carried.previous_loser or 0, winner) if rules.exchange else None
        return position._replace(turn=winner, opened=True, exchange=due)
    holders = knowledge.holders(rules.opening_card)
    if not holders:
        return _without_opening_card(rules, position, hand)
    if len(holders) == 1 and not knowledge.may_be_undealt(rules.opening_card):
        return position._replace(turn=holders[0])
    return position


def _without_opening_card(rules: ClimbingRules, position: Position, hand: HandRecord) -> Position:
    """Return the position where nobody was dealt the opening card: the seat to the dealer's right leads anything (G16, L1), or anybody."""
    if hand.dealer is None or rules.leads_if_undealt == "anybody":
        return position._replace(opened=True, is_turn_certain=False)
    to_the_right = (hand.dealer - 2) % len(position.counts) + 1
    return position._replace(opened=True, turn=to_the_right)
