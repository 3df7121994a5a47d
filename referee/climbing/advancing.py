"""How a hand of a climbing game goes on, whatever the referee says: a real table goes on too."""

from collections import Counter
from typing import Any, TypeVar

from referee.cards import UNSEEN, Card
from referee.climbing.exchange import after_gift
from referee.climbing.rules import ClimbingRules
from referee.climbing.turns import closes, is_turn, leads, leads_next, may_not_act, must_lead
from referee.climbing.worlds import in_each, merged, put_up
from referee.knowledge import Knowledge
from referee.position import Position, Standing, Unseen
from referee.record import Action, Event
from referee.verdicts import Fault, Illegal, Verdict

ANY_NUMBER = 100
"""So many actions that nobody saw stand for any number of them."""

T = TypeVar("T")

NOBODY: frozenset[int] = frozenset()


def after(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, event: Event, verdict: Verdict
) -> Position:
    """The position after an event, for every verdict (contract §3, "After an illegal play")."""
    if position.over:
        return position
    if position.worlds:
        return in_each(position, lambda world: after(rules, knowledge, world, event, verdict))
    if event.action is Action.GIVES:
        return _after_gift(knowledge, position, event)
    if position.exchange is not None:
        position = position._replace(exchange=None)  # a play drops what was still due
    if event.action is Action.PASS:
        return _after_pass(rules, position, event.seat, verdict)
    if event.action is Action.UNSEEN:
        return _after_unseen(rules, knowledge, position, event.seat)
    if not event.cards:
        return position
    return _after_play(rules, knowledge, position, event)


def with_implied_passes(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """The position in which this seat acts, the seats before it having passed unwritten."""
    if position.worlds:
        return in_each(position, lambda world: with_implied_passes(rules, world, seat))
    walked = position
    for _ in position.counts:
        if walked.turn == seat or walked.standing is None or not walked.sure:
            break
        if walked.closed and seat == leads_next(walked):
            break
        walked = _pass_on(rules, walked, walked.turn)
    return walked if is_turn(rules, walked, seat) else position


def with_all_passed(position: Position, seat: int) -> Position | None:
    """The position in which this seat leads, nobody having answered one that plays no more; None if it may not be.

    Where passes are not written, the seat after one that has gone out or is blocked may answer or lead.
    """
    if position.standing is None or not position.sure or position.owner in {0, *position.active()}:
        return None
    return lead(position, seat) if leads_next(position) == seat else None


def _after_pass(rules: ClimbingRules, position: Position, seat: int, verdict: Verdict) -> Position:
    if isinstance(verdict, Illegal) and verdict.fault is not Fault.MUST_PLAY_HIGHEST:
        return position
    if may_not_act(rules, position, seat) or must_lead(position, seat):
        return position
    if not position.closed and not is_turn(rules, position, seat):
        return position
    return _pass_on(rules, position, seat)


def _pass_on(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """A pass: when every other active seat has passed, the trick is won and its winner leads (G19, B15)."""
    passed = position.passed | {seat}
    owner = position.owner
    if owner and passed.issuperset(position.following(owner)):
        return lead(position, leads_next(position))
    following = _next(position, seat, passed if rules.pass_locks_out else NOBODY)
    return position._replace(passed=passed, turn=following or owner)


def lead(position: Position, leader: int) -> Position:
    """A new trick."""
    return position._replace(
        standing=None,
        owner=0,
        passed=NOBODY,
        closed=False,
        turn=leader,
        trick=position.trick + 1,
    )


def _after_play(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, event: Event
) -> Position:
    if UNSEEN not in event.cards:
        return _laid(rules, knowledge, position, event, rules.identify(event.cards))
    stands = put_up(rules, knowledge, seat=event.seat, cards=event.cards)
    return merged(_laid(rules, knowledge, position, event, standing) for standing in stands)


def _laid(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, event: Event, standing: Standing
) -> Position:
    """The cards lie on the table, and this is what they put up to be beaten."""
    seat = event.seat
    if position.standing is not None and leads(position, seat):
        position = lead(position, seat)
    played = _put_up(rules, position, seat, standing)
    played["gone"] = (*position.gone, event.cards)
    position = _without(knowledge, position, event, played)
    if position.counts[seat - 1] == 0 and seat not in position.out:
        return _gone_out(rules, position, seat)
    if rules.last_card_announcement == "required" and not event.last:
        position = _unannounced(rules, position, seat)
    if position.over or position.turn:
        return position
    return lead(position, seat if seat in position.active() else position.following(seat)[0])


def _put_up(
    rules: ClimbingRules, position: Position, seat: int, standing: Standing
) -> dict[str, Any]:
    """What a play changes; if it is no combination, what stood stands."""
    kept = position.passed - {seat} if rules.pass_locks_out else NOBODY
    if standing is None:
        return {"passed": kept, "opened": True, "turn": _next(position, seat, kept)}
    kept = kept if position.sure else NOBODY
    return {
        "standing": standing,
        "owner": seat,
        "closed": closes(rules, standing),
        "passed": kept,
        "sure": position.sure or _certain(rules, position),
        "opened": True,
        "turn": _next(position, seat, kept),
    }


def _certain(rules: ClimbingRules, position: Position) -> bool:
    """Is it certain after a play who is to act?  Not while seats may have gone out or passed themselves out unseen."""
    if rules.play_to_last and None in position.counts:
        return False
    return position.standing is None or not rules.pass_locks_out


def _next(position: Position, seat: int, locked_out: frozenset[int]) -> int:
    """The next seat that may act; 0: there is none."""
    following = position.following(seat)
    if not locked_out:
        return following[0] if following else 0
    return next((other for other in following if other not in locked_out), 0)


def _unannounced(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """One card left and nothing said: the seat is blocked, and when only one is not, that one wins (G25, G28)."""
    if position.counts[seat - 1] is None:
        return position._replace(perhaps_blocked=_unheard(rules, position, seat))
    if position.counts[seat - 1] != 1 or seat in position.blocked:
        return position
    position = position._replace(blocked=(*position.blocked, seat))
    active = position.active()
    if len(active) > 1:
        return position
    return position._replace(over=True, winner=active[0] if active else 0, turn=0)


def _after_gift(knowledge: Knowledge, position: Position, event: Event) -> Position:
    """The card changes hands; an illegal gift counts as given (G22, G23)."""
    position = after_gift(position, event)
    moved = _without(knowledge, position, event, {})
    place = event.to - 1
    held, count = dict(moved.holdings[place]), moved.counts[place]
    for card in event.cards:
        if card == UNSEEN:
            continue
        before = held.get(card, 0)
        if not before and moved.unseen[place]:  # a card of this face may have left unseen
            before = knowledge.certain[place][card] - knowledge.loose[place][card]
        held[card] = max(0, before + 1)
    return moved._replace(
        holdings=_put(moved.holdings, place, held),
        counts=_put(moved.counts, place, None if count is None else count + len(event.cards)),
    )


def _without(
    knowledge: Knowledge, position: Position, event: Event, changes: dict[str, Any]
) -> Position:
    """The cards leave the hand, and whatever else changes with it."""
    place, cards = event.seat - 1, event.cards
    held, strayed = dict(position.holdings[place]), position.strayed
    for card in cards:
        number = held.pop(card, 0)
        if number > 1:
            held[card] = number - 1
        strayed = strayed or not number
    if UNSEEN in cards:
        held = _accounted(held, position, knowledge, place)
        number = position.unseen[place] + cards.count(UNSEEN)
        changes["unseen"] = _put(position.unseen, place, number)
    count = position.counts[place]
    left = None if count is None else max(0, count - len(cards))
    changes["holdings"] = _put(position.holdings, place, held)
    changes["counts"] = _put(position.counts, place, left)
    changes["strayed"] = strayed
    return position._replace(**changes)


def _accounted(
    held: dict[Card, int], position: Position, knowledge: Knowledge, place: int
) -> dict[Card, int]:
    """Once a card has left unseen, only what is seen later is still proved to be held."""
    if position.unseen[place]:
        return held  # it is so already
    return dict(Counter(held) - knowledge.loose[place])


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _gone_out(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """A seat has shed its last card (B21, P12, P15)."""
    position = position._replace(out=(*position.out, seat))
    if not rules.play_to_last or len(position.active()) <= 1:
        return position._replace(over=True, turn=0)
    if rules.after_out == "next-has-control":
        return lead(position, position.following(seat)[0])
    locked_out = position.passed if rules.pass_locks_out else NOBODY
    following = _next(position, seat, locked_out)
    return position._replace(turn=following) if following else lead(position, leads_next(position))


def _after_unseen(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Position:
    """An action that nobody saw, or any number of them: what depends on it is open."""
    doubtful = [seat] if seat else list(position.seats())
    holdings, counts = list(position.holdings), list(position.counts)
    for other in doubtful:
        held = dict(holdings[other - 1])
        holdings[other - 1] = _accounted(held, position, knowledge, other - 1)
        counts[other - 1] = None
    following = position.following(seat) if seat else []
    unseen = tuple(
        number + (1 if seat else ANY_NUMBER) if other in doubtful else number
        for other, number in enumerate(position.unseen, 1)
    )
    return position._replace(
        holdings=tuple(holdings),
        counts=tuple(counts),
        unseen=unseen,
        standing=Unseen((), over=position.standing, owners=(position.owner, seat)),
        owner=0,
        passed=NOBODY,
        closed=False,
        opened=True,
        turn=following[0] if following else 0,
        sure=False,
        perhaps_blocked=_unheard(rules, position, *doubtful),
    )


def _unheard(rules: ClimbingRules, position: Position, *seats: int) -> frozenset[int]:
    """Seats that may have left one card and said nothing, these among them (G25)."""
    required = rules.last_card_announcement == "required"
    return position.perhaps_blocked.union(seats) if required else position.perhaps_blocked
