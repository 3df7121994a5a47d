"""List what a seat whose cards are all known may do next in a hand of a melding game."""

from collections import Counter
from collections.abc import Collection, Iterator

from referee.cards import UNSEEN, Cards
from referee.events import format_event
from referee.melding.claims import complete_hands, may_chi, melds_with
from referee.melding.event_context import EventContext
from referee.melding.holdings import Holdings
from referee.melding.judging import judge
from referee.melding.position import MeldingPosition
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, SeatAction
from referee.verdicts import Legal


def legal_actions(
    rules: MeldingRules,
    known: Holdings,
    position: MeldingPosition,
    seat: int,
    *,
    number: int,
    without: Collection[SeatAction] = (),
) -> tuple[str, ...] | None:
    """Return every legal action of a seat as a text without the seat: discards, claims, hu, a draw; a pass last.

    None: its cards are not all known, or the card on offer is not.  ``number`` is that of the next event; ``without`` are actions to be left out.
    """
    is_offer_known = position.offer is None or position.offer.card != UNSEEN
    if position.unknown_count(seat) != 0 or not is_offer_known:
        return None
    contexts = (
        EventContext(rules, known, position, event, number)
        for event in _possible_actions(rules, position, seat)
        if event.action not in without
    )
    legal = (context.event for context in contexts if isinstance(judge(context), Legal))
    return tuple(format_event(event).partition(": ")[2] for event in legal)


def _possible_actions(
    rules: MeldingRules, position: MeldingPosition, seat: int
) -> Iterator[HandEvent]:
    holding = position.holdings[seat - 1]
    if position.offer is None:
        yield from (HandEvent(seat, SeatAction.DISCARDS, "", (card,)) for card in holding)
        whole = rules.divider.best(Counter(holding).elements())
        if whole is not None and holding:
            yield _hu(seat, [made.cards for made in whole[1]])
    else:
        offer = position.offer
        chi = not offer.seat or may_chi(rules, offer, seat, seats=len(position.melds))
        for made in melds_with(rules, offer.card, holding):
            if made.meld.claim is SeatAction.CHI and not chi:
                continue
            yield HandEvent(seat, SeatAction(made.meld.claim), "", made.cards)
        laid = len(position.melds[seat - 1])
        for finish in complete_hands(rules, position, seat):
            yield _hu(seat, [meld.cards for meld in finish.melds[laid:]])
    yield HandEvent(seat, SeatAction.DRAWS, "", (UNSEEN,))
    yield HandEvent(seat, SeatAction.LUCKY, "", (UNSEEN,))
    yield HandEvent(seat, SeatAction.PASS, "")


def _hu(seat: int, melds: list[Cards]) -> HandEvent:
    cards = tuple(card for meld in melds for card in meld)
    return HandEvent(seat, SeatAction.HU, "", cards, melds=tuple(melds))
