"""Advance a hand of a climbing game after an event, whatever the verdict: the table went on too."""

from referee.cards import UNSEEN
from referee.climbing.exchange import after_gift
from referee.climbing.holdings_update import add_gift, remove_cards
from referee.climbing.possible_worlds import in_each_world, merge_worlds, possible_standings
from referee.climbing.rules import ClimbingRules
from referee.climbing.tricks import (
    after_pass,
    block_seat,
    changes_after_play,
    go_out,
    pass_turn,
    start_trick,
    with_leader,
)
from referee.climbing.turns import is_lead, is_turn, may_lead, next_leader
from referee.climbing.unseen import after_unseen, with_unknown_count
from referee.knowledge import Knowledge
from referee.position import Position, Standing
from referee.record import HandEvent, SeatAction
from referee.verdicts import Fault, Illegal, Verdict


def after(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    event: HandEvent,
    verdict: Verdict,
) -> Position:
    """Return the position after an event, for every verdict (contract §3, "After an illegal play")."""
    shown = _standings_after(rules, knowledge, event)
    if position.worlds:
        return in_each_world(
            position, lambda world: _after(rules, knowledge, world, event, verdict, shown)
        )
    return _after(rules, knowledge, position, event, verdict, shown)


def _standings_after(
    rules: ClimbingRules, knowledge: Knowledge, event: HandEvent
) -> list[Standing]:
    """Return what a play may leave standing; None among them: it is no combination."""
    if event.action is not SeatAction.PLAY:
        return []
    if UNSEEN in event.cards:
        return possible_standings(rules, knowledge, seat=event.seat, cards=event.cards)
    return [rules.identify(event.cards)]


def _after(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    event: HandEvent,
    verdict: Verdict,
    shown: list[Standing],
) -> Position:
    if position.over:
        return position
    if event.action is SeatAction.GIVES:
        given = remove_cards(knowledge, after_gift(position, event), event, {})
        return add_gift(knowledge, given, event)
    if position.exchange is not None:
        position = position._replace(exchange=None)  # a play ends the exchange
    if event.action is SeatAction.PASS:
        refused = isinstance(verdict, Illegal) and verdict.fault is not Fault.MUST_PLAY_HIGHEST
        return position if refused else after_pass(rules, position, event.seat)
    if event.action is SeatAction.UNSEEN:
        return after_unseen(rules, knowledge, position, event.seat)
    return _after_play(rules, knowledge, position, event, shown) if shown else position


def with_implied_passes(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """Return the position in which this seat acts, the seats before it having passed without writing it."""
    if position.worlds:
        return in_each_world(position, lambda world: with_implied_passes(rules, world, seat))
    walked = position
    for _ in position.counts:
        if walked.turn == seat or walked.standing is None or not walked.is_turn_certain:
            break
        if walked.closed and seat == next_leader(walked):
            break
        walked = pass_turn(rules, walked, walked.turn)
    return walked if is_turn(walked, seat) else position


def with_all_passed(position: Position, seat: int) -> Position | None:
    """Return the position in which this seat leads because nobody answered an owner that plays no more.

    None if that is not possible.  Where passes are not written, the seat after an owner that is out or blocked may answer
    or lead.
    """
    if position.worlds:
        led = [with_all_passed(world, seat) for world in position.worlds]
        return (
            merge_worlds(new or old for new, old in zip(led, position.worlds, strict=True))
            if any(led)
            else None
        )
    if (
        position.standing is None
        or not position.is_turn_certain
        or position.owner in {0, *position.active_seats()}
    ):
        return None
    return start_trick(position, seat) if next_leader(position) == seat else None


def _after_play(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    event: HandEvent,
    shown: list[Standing],
) -> Position:
    seat = event.seat
    starts = [position]
    if position.standing is not None and is_lead(position, seat):
        starts = [start_trick(position, seat)]
    elif position.standing is not None and may_lead(position, seat):
        starts = [position, start_trick(position, seat)]
    ways = [
        _after_cards_laid(rules, knowledge, start, event, standing)
        for start in starts
        for standing in shown
    ]
    return merge_worlds(ways) if len(ways) > 1 else ways[0]


def _after_cards_laid(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    event: HandEvent,
    standing: Standing,
) -> Position:
    """Return the position after cards were laid that leave ``standing`` to beat."""
    seat = event.seat
    played = changes_after_play(rules, position, seat, standing)
    played["played"] = (*position.played, event.cards)
    position = remove_cards(knowledge, position, event, played)
    left = position.counts[seat - 1]
    if left == 0 and seat not in position.out:
        return go_out(rules, position, seat)
    unannounced = rules.last_card_announcement == "required" and not event.last
    if left is None and (unannounced or rules.play_to_last):
        return merge_worlds(with_unknown_count(rules, position, seat))
    if unannounced and left == 1 and seat not in position.blocked:
        position = block_seat(position, seat)
    return with_leader(position, seat)
