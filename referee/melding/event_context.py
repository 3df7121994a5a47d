"""The event that a melding verdict is about, and the sentence, rule and proof of each verdict."""

from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards
from referee.melding.holdings import Holdings
from referee.melding.position import MeldingPosition
from referee.melding.rules import MeldingRules
from referee.reason_texts import Reason, count_cards
from referee.record import HandEvent, RulingId
from referee.verdicts import Fault, Illegal, Unproven

_SOURCES = {
    "dealt": "it was dealt to seat {holder}",
    "played": "seat {holder} showed it in event {shown}",
    "drawn": "it came from the stock in event {shown}",
    "left": "seat {holder} still held it at the end",
    "elimination": "every other card of seat {holder} is accounted for elsewhere",
}

_TO_ACT = {
    (True, True): ("F16", "Seat {seat} could not do this: it was to discard."),
    (True, False): ("F16", "Seat {seat} could not do this: seat {turn} was to discard."),
    (False, True): ("F14", "Seat {seat} could not do this: it was to draw."),
    (False, False): ("F14", "Seat {seat} could not do this: seat {turn} was to draw."),
}
"""By whether a discard is due, and whether the seat itself was to act."""


class EventContext(NamedTuple):
    """Everything the referee considers when judging one event."""

    rules: MeldingRules
    known: Holdings
    position: MeldingPosition
    event: HandEvent
    number: int  # of the event in the hand, from 1
    asker: int = 0  # in a question, the seat whose duties are judged: the other hands are not known

    def illegal(
        self,
        fault: Fault,
        template: str,
        *,
        rule: RulingId | None = None,
        **parameters: int | str | Reason,
    ) -> Illegal:
        """Return an Illegal verdict; ``seat`` is filled into the sentence."""
        reason = Reason(template, {"seat": self.event.seat, **parameters})
        return Illegal(fault, rule or self.rules.cite(fault), reason)

    def unproven(
        self,
        template: str,
        needs: str | Reason,
        *,
        rule: RulingId | None = None,
        **parameters: int | str | Reason,
    ) -> Unproven:
        """Return an Unproven verdict with what would settle it."""
        every = {"seat": self.event.seat, "event": self.number, **parameters}
        if isinstance(needs, str):
            needs = Reason(needs, every)
        return Unproven(rule or self.rules.cite("unseen"), Reason(template, every), (needs,))

    def not_available(
        self, template: str, rule: RulingId, **parameters: int | str | Reason
    ) -> Illegal:
        """Return the breach that this seat may not claim the offered card in this way."""
        return self.illegal(Fault.CLAIM_NOT_AVAILABLE, template, rule=rule, **parameters)

    def possession_breach(self, seat: int, cards: Cards, *, counted: bool = True) -> Illegal | None:
        """Return a breach if the record proves that the seat did not have these cards; None otherwise.

        The number after the last seat stands for the stock.
        """
        position, copies = self.position, self.rules.deck.copies
        gone, holding = position.gone, position.holdings[seat - 1]
        scarce: dict[Card, int] = {}  # by face, the copies that have not been on the table
        lacking: dict[Card, int] = {}  # by face, the copies that are not proved to be held
        for card in dict.fromkeys(cards):
            if card == UNSEEN:
                continue
            number, proved = cards.count(card), holding.get(card, 0)
            left = copies[card] - gone.get(card, 0)
            if number > left:
                scarce[card] = left
            if number > proved:
                lacking[card] = number - proved
        if scarce:
            return self._used_up(scarce)
        count = position.counts[seat - 1]
        if counted and count is not None and len(cards) > count:
            return self.illegal(
                Fault.CARD_NOT_HELD,
                "Seat {seat} had only {count} left, not {number}.",
                count=count_cards(count),
                number=len(cards),
            )
        return self._lacking(seat, lacking, counted=counted) if lacking else None

    def _used_up(self, scarce: dict[Card, int]) -> Illegal:
        """Return the breach that fewer copies than were named had not been on the table."""
        for card, left in scarce.items():
            if left <= 0:
                return self._already_played(card)
        card, left = next(iter(scarce.items()))
        return self._too_few_copies(card, left=left)

    def _lacking(self, seat: int, lacking: dict[Card, int], *, counted: bool) -> Illegal | None:
        """Return the breach that the cards which are not proved to be held cannot be held."""
        hidden = self.position.unknown_count(seat) if counted else None
        too_many = hidden is not None and sum(lacking.values()) > hidden
        candidates = self.known.candidates(seat, unseen=self.position.unseen[seat - 1])
        for card, number in lacking.items():
            if too_many or candidates[card] < number:
                return self._not_held(seat, card)
        return None

    def _already_played(self, card: Card) -> Illegal:
        shown = [move.event for move in self.known.movements if card in move.cards and move.stands]
        return self.illegal(
            Fault.CARD_ALREADY_PLAYED,
            "Every {card} already lay on the table, the last from event {shown}.",
            card=card,
            shown=max((event for event in shown if event < self.number), default=0),
        )

    def _too_few_copies(self, card: Card, *, left: int) -> Illegal:
        """Return the breach that more copies were claimed than do not lie on the table yet."""
        return self.illegal(
            Fault.CARD_NOT_HELD,
            "Seat {seat} did not hold so many {card}: only {left} of {copies} had not been on the table.",
            card=card,
            left=left,
            copies=self.rules.deck.copies[card],
        )

    def _not_held(self, seat: int, card: Card) -> Illegal:
        holder = self.known.holder(card, but=seat)
        in_stock = seat > len(self.position.melds)
        if not holder or self.known.pool[card]:  # it may have been another copy
            template = (
                "The stock did not hold the {card}."
                if in_stock
                else "Seat {seat} did not hold the {card}."
            )
            return self.illegal(Fault.CARD_NOT_HELD, template, card=card)
        source, shown = self.known.source(holder, card)
        proof = Reason(_SOURCES[source], {"holder": holder, "shown": shown})
        template = (
            "The stock did not hold the {card}: {proof}."
            if in_stock
            else "Seat {seat} did not hold the {card}: {proof}."
        )
        return self.illegal(Fault.CARD_NOT_HELD, template, card=card, proof=proof)

    def later_proof(self, seat: int, cards: Cards) -> Reason | str:
        """Return a sentence naming the later event that shows one of these cards in the hand; empty if the deal does."""
        wanted = set(cards) - set(self.known.dealt[seat - 1] or ())
        for move in self.known.movements:
            card = next((card for card in move.cards if card in wanted), None)
            if card is not None and move.seat == seat and move.event > self.number:
                template = " Seat {holder} showed the {card} in event {shown}."
                return Reason(template, {"holder": seat, "card": card, "shown": move.event})
        return ""

    def out_of_turn(self) -> Illegal:
        """Return the breach that another seat, or another action of this seat, was due."""
        position = self.position
        if position.offer is None and not position.started:
            return (
                self.illegal(
                    Fault.OUT_OF_TURN,
                    "The first player, seat {turn}, begins with a discard.",
                    rule="F4",
                    turn=position.turn,
                )
                if position.turn
                else self.illegal(
                    Fault.OUT_OF_TURN, "The first player begins with a discard.", rule="F4"
                )
            )
        own = position.turn == self.event.seat
        rule, template = _TO_ACT[position.offer is None, own]
        return self.illegal(Fault.OUT_OF_TURN, template, rule=rule, turn=position.turn)
