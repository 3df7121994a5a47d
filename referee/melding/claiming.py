"""The referee's questions about one claim: chi, pong, gan or hu, called in vain or not."""

from collections import Counter
from dataclasses import replace

from referee.cards import UNSEEN, Card, Cards
from referee.melding import hand_end
from referee.melding.claims import Claim, may_chi, must_be_taken, forced_claim_passed_over, precedence
from referee.melding.position import Offer
from referee.melding.reasons import EventContext
from referee.reason_texts import Reason
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Unproven, Verdict


def judge_claim(table: EventContext) -> Verdict:
    """In the order of contract §3: cards, meld, offer, rank, completeness."""
    table = _with_unseen_card_known(table)
    event, position = table.event, table.position
    breach = (
        table.possession(event.seat, hand_end.from_hand(position, event))
        or _not_a_meld(table)
        or _unavailable(table)
    )
    if breach is not None:
        return breach
    unknown = _unknown_offer(table)
    if event.action is not SeatAction.HU:
        return _outranked(table) or unknown or _unknown_meld(table) or LEGAL
    finished = hand_end.judge_hu(table)
    if isinstance(finished, Illegal) and finished.fault is Fault.CLAIM_NOT_AVAILABLE:
        return finished
    outranked = _outranked(table)
    if isinstance(outranked, Illegal) or isinstance(finished, Illegal):
        return outranked if isinstance(outranked, Illegal) else finished
    return outranked or unknown or _unknown_meld(table) or finished


def _with_unseen_card_known(table: EventContext) -> EventContext:
    """A card that nobody saw on offer is seen in the meld that it was taken for, and the other way round."""
    offer, card = table.position.offer, table.event.cards[0]
    if offer is not None and offer.card != UNSEEN:
        return replace(table, event=_with_offered(table.event, offer.card))
    if offer is None or not offer.seat or offer.card != UNSEEN or card == UNSEEN:
        return table
    return replace(table, position=table.position._replace(offer=offer._replace(card=card)))


def _with_offered(event: HandEvent, offered: Card) -> HandEvent:
    """The claim with the card on offer where that was not seen: it comes first, in a hu anywhere in the first meld."""
    claimed = event.melds[0] if event.melds else event.cards[:1]
    if UNSEEN not in claimed or offered in claimed:
        return event
    place = claimed.index(UNSEEN)
    named = (*event.cards[:place], offered, *event.cards[place + 1 :])
    melds = (named[: len(claimed)], *event.melds[1:]) if event.melds else ()
    return replace(event, cards=named, melds=melds)


def _not_a_meld(table: EventContext) -> Illegal | None:
    """Is a set that was laid down no meld, whatever its unseen cards are?"""
    for cards in table.event.melds or (table.event.cards,):
        if not could_be_meld(table, cards):
            return table.illegal(
                Fault.NOT_A_MELD, "{cards} is no meld.", rule=_no_meld_ruling(cards), cards=" ".join(cards)
            )  # fmt: skip
    return None


def _no_meld_ruling(cards: Cards) -> str | None:
    types = {card[0] for card in cards}
    if types == {"S"}:
        return "F6"
    if types in ({"G", "A", "E"}, {"R", "H", "C"}):
        return "F7"
    return None


def could_be_meld(table: EventContext, cards: Cards) -> bool:
    """Are these cards a meld, if the unseen ones among them are the right ones?"""
    if UNSEEN not in cards:
        return table.rules.identify(cards) is not None
    seen = Counter(card for card in cards if card != UNSEEN)
    return any(
        len(face) == len(cards) and not seen - Counter(face) for face in table.rules.divider.by_face
    )


def _unavailable(table: EventContext) -> Illegal | None:
    """Is the card not on offer to this seat for this claim (F12, F13, F15)?"""
    position, event = table.position, table.event
    if position.offer is None:
        return None if hand_end.is_heavenly(table) else _nothing_on_offer(table)
    offer = position.offer
    if not offer.seat:
        return None
    card = event.cards[0]
    first = event.melds[0] if event.action is SeatAction.HU else (card,)
    if offer.card not in first and UNSEEN not in first and offer.card != UNSEEN:
        return table.not_available(
            "The {offered} was on offer, not the {card}.", "F13", offered=offer.card, card=card
        )
    if event.seat == offer.seat and not offer.drawn:
        return table.not_available("Nobody claims its own discard.", "F12")
    return _wrong_claim(table, offer) or gives_way(
        table,
        forced_claim_passed_over(table.rules, position, Claim(event.seat, event.action), called=event.called),
    )


def _nothing_on_offer(table: EventContext) -> Illegal:
    template = "No card was on offer: seat {turn} was to discard."
    if not table.position.turn:
        template = "No card was on offer: the first player was to discard."
    return table.not_available(template, "F4", turn=table.position.turn)


def _wrong_claim(table: EventContext, offer: Offer) -> Illegal | None:
    """Is this meld claimed in another way, or by others only?"""
    rules, event = table.rules, table.event
    if event.action is SeatAction.HU:
        return None
    made = rules.identify(event.cards)
    if made is not None and made.meld.claim is not event.action:
        return table.not_available(
            "A {meld} is claimed with {right}, not with {claim}.",
            "F11", meld=Reason(made.meld.name), right=Reason(str(made.meld.claim)), claim=Reason(str(event.action)),
        )  # fmt: skip
    if event.action is not SeatAction.CHI:
        return None
    if not may_chi(rules, offer, event.seat, seats=len(table.position.melds)):
        template = (
            "Only seat {source}, who drew the card, and the next seat may chi it."
            if offer.drawn and rules.next_may_chi_drawn
            else "Only seat {source}, who drew the card, may chi it."
            if offer.drawn
            else "Only the next seat after seat {source} may chi its discard."
        )
        return table.not_available(template, "F13" if offer.drawn else "F12", source=offer.seat)
    if must_be_taken(rules, offer) and event.seat != offer.seat:
        return table.not_available(
            "Seat {source} drew the {card} and must take it: only hu or gan go before.",
            "F15", source=offer.seat, card=offer.card,
        )  # fmt: skip
    if made is not None and len(made.cards) == 2 and rules.pair_chi == "only-for-hu":
        return table.not_available("A pair is made with a claimed card only for hu.", "F24")
    return None


def gives_way(table: EventContext, claim: Claim | None) -> Illegal | None:
    """A breach, if somebody had to call hu or gan and this passes it over (F23)."""
    if claim is None:
        return None
    held = tuple(table.position.holdings[claim.seat - 1])
    return table.not_available(
        "Seat {other} could call {claim} on the {card} and had to: it was passed over.{proof}", "F23",
        other=claim.seat, claim=Reason(str(claim.action)), card=table.position.offer.card if table.position.offer else UNSEEN,
        proof=table.shown_later(claim.seat, held),
    )  # fmt: skip


def _outranked(table: EventContext) -> Verdict | None:
    """Does a claim that was called before this one go first (F11)?  Calls are made together and outrank no call."""
    position, event, offer = table.position, table.event, table.position.offer
    if offer is None or event.called or not offer.seat:
        return None
    seats = len(position.melds)
    own = precedence(table.rules, offer, Claim(event.seat, event.action), seats=seats)
    for call in position.calls:
        other = Claim(call.seat, call.action)
        if call.seat == event.seat or precedence(table.rules, offer, other, seats=seats) > own:
            continue
        if not call.proved:
            return table.unproven(
                "Whether seat {other}'s {claim}, which goes first, was possible is not known.",
                "the hand of seat {other} before event {event}",
                rule="F11", other=call.seat, claim=Reason(str(call.action)),
            )  # fmt: skip
        return table.illegal(
            Fault.CLAIM_OUTRANKED,
            "Seat {other} called {claim}, which goes before seat {seat}'s {own}.",
            other=call.seat, claim=Reason(str(call.action)), own=Reason(str(event.action)),
        )  # fmt: skip
    return None


def _unknown_offer(table: EventContext) -> Unproven | None:
    offer = table.position.offer
    if offer is None or offer.seat:
        return None
    return table.unproven(
        "Which card was on offer, and to whom, was not seen.",
        "the card on offer before event {event}",
    )


def _unknown_meld(table: EventContext) -> Unproven | None:
    if UNSEEN not in table.event.cards:
        return None
    return table.unproven(
        "Not all the cards laid down were seen: whether they are a meld is not known.",
        "the cards of event {event}",
    )
