"""How a hand of a melding game goes on, whatever the referee says: a real table goes on too (contract §3)."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

from referee.cards import UNSEEN, Card, Cards
from referee.melding import hand_end
from referee.melding.claims import CLAIMS
from referee.melding.holdings import Holdings
from referee.melding.position import UNKNOWN_OFFER, CalledClaim, Finish, LaidCards, MeldingPosition, Offer
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, SeatAction
from referee.verdicts import Fault, Illegal, Legal, Unproven, Verdict

T = TypeVar("T")


def after(
    rules: MeldingRules,
    known: Holdings,
    position: MeldingPosition,
    event: HandEvent,
    verdict: Verdict,
) -> MeldingPosition:
    """The position after an event, for every verdict."""
    if event.action is SeatAction.LUCKY:
        return _after_lucky(position, event, verdict)
    if event.action is SeatAction.PASS:
        return position
    position = position.reopened or position
    if position.over:
        return position
    if event.action is SeatAction.UNSEEN:
        return _after_unseen(position, known, event.seat)
    if event.called:
        return _after_call(position, event, verdict)
    if event.action is SeatAction.HU:
        return _after_hu(rules, position, event, verdict)
    if event.action in CLAIMS:
        return _after_claim(rules, known, position, event)
    return _after_card(known, position, event, verdict)


def _after_card(
    known: Holdings, position: MeldingPosition, event: HandEvent, verdict: Verdict
) -> MeldingPosition:
    """A discard or a draw: the card is on offer."""
    drawn = event.action is SeatAction.DRAWS
    if isinstance(verdict, Illegal) and verdict.fault is Fault.STOCK_EXHAUSTED:
        return position
    place = len(position.counts) - 1 if drawn else event.seat - 1
    position = _without(known, position, place, event.cards)
    return position._replace(
        offer=Offer(event.cards[0], event.seat, drawn),
        turn=position.next_seat(event.seat),
        calls=(),
        sure=True,
        started=True,
        claimed=False,
        source=None,
    )


def _after_call(position: MeldingPosition, event: HandEvent, verdict: Verdict) -> MeldingPosition:
    if isinstance(verdict, Illegal):
        return position
    call = CalledClaim(event.seat, event.action, proved=isinstance(verdict, Legal))
    return position._replace(calls=(*position.calls, call))


def _after_claim(
    rules: MeldingRules, known: Holdings, position: MeldingPosition, event: HandEvent
) -> MeldingPosition:
    """The meld is laid down, and its seat is to discard (F16); without a discard the hand ends (F19)."""
    source = position.offer
    position = _without(known, position, event.seat - 1, event.cards[1:])
    if source is not None and source.card == UNSEEN and event.cards[0] != UNSEEN:
        gone = Counter(position.gone)
        gone[event.cards[0]] += 1  # the card on offer is seen now
        position = position._replace(gone=gone)
    made = rules.identify(event.cards)
    laid = LaidCards(made.meld if made else None, event.cards)
    place = event.seat - 1
    position = position._replace(
        melds=_put(position.melds, place, (*position.melds[place], laid)),
        offer=None,
        turn=event.seat,
        calls=(),
        sure=True,
        started=True,
        claimed=True,
        source=source,
    )
    return _finished(position, hand_end.forced_finish(rules, position, event.seat))


def _finished(position: MeldingPosition, end: Finish | None) -> MeldingPosition:
    if end is None:
        return position
    return position._replace(finish=end._replace(proved=end.proved and not position.doubtful_finisher), turn=0)


def _after_hu(
    rules: MeldingRules, position: MeldingPosition, event: HandEvent, verdict: Verdict
) -> MeldingPosition:
    """An illegal hu ends nothing."""
    if isinstance(verdict, Illegal):
        return position
    end = hand_end.finish(rules, position, event)
    ended = _finished(position, end)._replace(started=True, calls=())
    return _doubted(ended, position, event.seat) if isinstance(verdict, Unproven) else ended


def _doubted(ended: MeldingPosition, before: MeldingPosition, seat: int) -> MeldingPosition:
    """An end that is not proved: if the others play on, it may have been none."""
    return ended._replace(reopened=before._replace(doubt=seat))


def _after_lucky(position: MeldingPosition, event: HandEvent, verdict: Verdict) -> MeldingPosition:
    if isinstance(verdict, Illegal):
        return position
    if position.finish is None:
        if not position.turn_is_certain or position.offer is not None:
            return position
        end = Finish(
            event.seat, position.melds[event.seat - 1], forced=True, source=position.source, proved=False
        )  # fmt: skip
        position = _doubted(_finished(position, end), position, event.seat)
    count = position.stock
    left = None if count is None else max(0, count - 1)
    return position._replace(
        lucky=event.cards[0], counts=_put(position.counts, len(position.counts) - 1, left)
    )


def _without(
    known: Holdings, position: MeldingPosition, place: int, cards: Cards
) -> MeldingPosition:
    """The cards leave a hand, or the stock."""
    held, gone = dict(position.holdings[place]), dict(position.gone)
    unseen = 0
    for card in cards:
        if card == UNSEEN:
            unseen += 1
            continue
        gone[card] = gone.get(card, 0) + 1
        if held.get(card, 0) > 1:
            held[card] -= 1
        else:
            held.pop(card, None)
    hidden = position.unseen
    if unseen:
        held = _accounted(held, known, place)
        hidden = _put(hidden, place, hidden[place] + unseen)
    count = position.counts[place]
    left = None if count is None else max(0, count - len(cards))
    return position._replace(
        holdings=_put(position.holdings, place, held),
        counts=_put(position.counts, place, left),
        unseen=hidden,
        gone=gone,
    )


def _accounted(held: Mapping[Card, int], known: Holdings, place: int) -> dict[Card, int]:
    """Once a card has left unseen, only what is seen later is still proved to be held."""
    return dict(Counter(held) - known.loose[place])


def _after_unseen(position: MeldingPosition, known: Holdings, seat: int) -> MeldingPosition:
    """An action that nobody saw, or any number of them: what depends on it is open."""
    stock = len(position.counts)
    doubtful = {seat, stock} if seat else {*position.seats(), stock}
    holdings, counts, unseen = list(position.holdings), list(position.counts), list(position.unseen)
    for other in doubtful:
        holdings[other - 1] = _accounted(holdings[other - 1], known, other - 1)
        counts[other - 1] = None
        unseen[other - 1] += 1
    return position._replace(
        holdings=tuple(holdings),
        counts=tuple(counts),
        unseen=tuple(unseen),
        offer=UNKNOWN_OFFER,
        turn=0,
        calls=(),
        sure=False,
        started=True,
        claimed=False,
        source=None,
    )


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
