"""Advance a hand of a melding game after any verdict, legal or not (contract §3)."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

from referee.cards import UNSEEN, Card, Cards
from referee.melding import hand_end, hu
from referee.melding.claims import CLAIMS
from referee.melding.holdings import Holdings
from referee.melding.position import (
    UNKNOWN_OFFER,
    CalledClaim,
    Finish,
    LaidCards,
    MeldingPosition,
    Offer,
)
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, SeatAction
from referee.verdicts import Fault, Illegal, Legal, Unproven, Verdict

T = TypeVar("T")
_DRAWS, _HU, _LUCKY, _PASS, _UNSEEN = (
    SeatAction.DRAWS,
    SeatAction.HU,
    SeatAction.LUCKY,
    SeatAction.PASS,
    SeatAction.UNSEEN,
)


def after(
    rules: MeldingRules,
    known: Holdings,
    position: MeldingPosition,
    event: HandEvent,
    verdict: Verdict,
) -> MeldingPosition:
    """Return the position after an event, whatever the verdict on it."""
    action = event.action
    if action is _LUCKY:
        return _after_lucky(position, event, verdict)
    if action is _PASS:
        return position
    position = position.reopened or position
    if position.over:
        return position
    if action is _UNSEEN:
        return _after_unseen(rules, known, position, event.seat)
    if event.called:
        return _after_call(position, event, verdict)
    if action is _HU:
        return _after_hu(rules, position, event, verdict)
    if action in CLAIMS:
        return _after_claim(rules, known, position, event)
    return _after_card(known, position, event, verdict)


def _after_card(
    known: Holdings, position: MeldingPosition, event: HandEvent, verdict: Verdict
) -> MeldingPosition:
    """Put the discarded or drawn card on offer."""
    drawn = event.action is _DRAWS
    if isinstance(verdict, Illegal) and verdict.fault is Fault.STOCK_EXHAUSTED:
        return position
    place = len(position.counts) - 1 if drawn else event.seat - 1
    holdings, counts, unseen, gone = _with_cards_gone(known, position, place, event.cards)
    return MeldingPosition(
        holdings,
        counts,
        unseen,
        gone,
        melds=position.melds,
        turn=position.next_seat(event.seat),
        offer=Offer(event.cards[0], event.seat, drawn),
        started=True,
        doubtful_finisher=position.doubtful_finisher,
    )


def _after_call(position: MeldingPosition, event: HandEvent, verdict: Verdict) -> MeldingPosition:
    if isinstance(verdict, Illegal):
        return position
    call = CalledClaim(event.seat, event.action, proved=isinstance(verdict, Legal))
    return position._replace(calls=(*position.calls, call))


def _after_claim(
    rules: MeldingRules, known: Holdings, position: MeldingPosition, event: HandEvent
) -> MeldingPosition:
    """Lay the meld down; its seat must discard (F16), and the hand ends if it cannot (F19)."""
    source, place = position.offer, event.seat - 1
    holdings, counts, unseen, gone = _with_cards_gone(known, position, place, event.cards[1:])
    card = event.cards[0]
    if source is not None and source.card == UNSEEN and card not in {UNSEEN, source.before}:
        # the offered card is known now
        gone = Counter(gone) + Counter((card,))
    made = rules.identify(event.cards)
    laid = LaidCards(made.meld if made else None, event.cards)
    position = MeldingPosition(
        holdings,
        counts,
        unseen,
        gone,
        melds=_replaced(position.melds, place, (*position.melds[place], laid)),
        turn=event.seat,
        started=True,
        has_claimed=True,
        source=source,
        doubtful_finisher=position.doubtful_finisher,
    )
    return _with_finish(position, hand_end.forced_finish(rules, position, event.seat))


def _with_finish(position: MeldingPosition, end: Finish | None) -> MeldingPosition:
    if end is None:
        return position
    return position._replace(
        finish=end._replace(proved=end.proved and not position.doubtful_finisher), turn=0
    )


def _after_hu(
    rules: MeldingRules, position: MeldingPosition, event: HandEvent, verdict: Verdict
) -> MeldingPosition:
    """End the hand, unless the hu is illegal."""
    if isinstance(verdict, Illegal):
        return position
    end = hu.hu_finish(rules, position, event)
    end = end._replace(proved=end.proved and isinstance(verdict, Legal))
    laid = Counter(card for card in hu.cards_from_hand(position, event) if card != UNSEEN)
    gone = Counter(position.gone) + laid
    ended = _with_finish(position, end)._replace(started=True, calls=(), gone=gone)
    return (
        _with_doubtful_finish(ended, position, event.seat)
        if isinstance(verdict, Unproven)
        else ended
    )


def _with_doubtful_finish(
    ended: MeldingPosition, before: MeldingPosition, seat: int
) -> MeldingPosition:
    """Remember the position before an unproved end, to return to if the others play on."""
    return ended._replace(reopened=before._replace(doubtful_finisher=seat))


def _after_lucky(position: MeldingPosition, event: HandEvent, verdict: Verdict) -> MeldingPosition:
    if isinstance(verdict, Illegal):
        return position
    if position.finish is None:
        if not position.is_turn_certain or position.offer is not None:
            return position
        end = Finish(
            event.seat,
            position.melds[event.seat - 1],
            forced=True,
            source=position.source,
            proved=False,
        )
        position = _with_doubtful_finish(_with_finish(position, end), position, event.seat)
    count = position.stock
    remaining = None if count is None else max(0, count - 1)
    return position._replace(
        lucky=event.cards[0], counts=_replaced(position.counts, len(position.counts) - 1, remaining)
    )


def _with_cards_gone(
    known: Holdings, position: MeldingPosition, place: int, cards: Cards
) -> tuple[tuple[dict[Card, int], ...], tuple[int | None, ...], tuple[int, ...], dict[Card, int]]:
    """Return holdings, counts, unseen and gone after the cards moved from a hand or the stock to the table."""
    holding, gone = position.holdings[place].copy(), position.gone.copy()
    newly_unseen = 0
    for card in cards:
        if card == UNSEEN:
            newly_unseen += 1
            continue
        gone[card] = gone.get(card, 0) + 1
        if holding.get(card, 0) > 1:
            holding[card] -= 1
        else:
            holding.pop(card, None)
    unseen_counts = position.unseen
    if newly_unseen:
        holding = _still_proved(holding, position, known, place)
        unseen_counts = _replaced(unseen_counts, place, unseen_counts[place] + newly_unseen)
    holdings, counts = list(position.holdings), list(position.counts)
    holdings[place] = holding
    count = counts[place]
    counts[place] = None if count is None else max(0, count - len(cards))
    return tuple(holdings), tuple(counts), unseen_counts, gone


def _still_proved(
    holding: Mapping[Card, int], position: MeldingPosition, known: Holdings, place: int
) -> dict[Card, int]:
    """Return the cards still proved to be held once an unseen card has left: only those shown later."""
    if position.unseen[place]:
        return dict(holding)  # only those are left already
    return dict(Counter(holding) - known.loose[place])


def _after_unseen(
    rules: MeldingRules, known: Holdings, position: MeldingPosition, seat: int
) -> MeldingPosition:
    """Return the position after one or more unseen actions: whatever depends on them is unknown."""
    stock = len(position.counts)
    unseen_places = {seat, stock} if seat else {*position.seats(), stock}
    holdings, counts, unseen = list(position.holdings), list(position.counts), list(position.unseen)
    for place in unseen_places:
        holdings[place - 1] = _still_proved(holdings[place - 1], position, known, place - 1)
        counts[place - 1] = None
        unseen[place - 1] += 1
    offer, last = UNKNOWN_OFFER, position.offer
    if last is not None and rules.weighs_unseen_actions:
        offer = offer._replace(before=last.before if last.card == UNSEEN else last.card)
    return position._replace(
        holdings=tuple(holdings),
        counts=tuple(counts),
        unseen=tuple(unseen),
        offer=offer,
        turn=0,
        calls=(),
        is_turn_certain=False,
        started=True,
        has_claimed=False,
        source=None,
    )


def _replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[index] = value
    return tuple(changed)
