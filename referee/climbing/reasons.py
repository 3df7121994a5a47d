"""Why a play of a climbing game is illegal or unproven: the reason, the rule, and the event that proves it."""

from functools import cache
from typing import NamedTuple

from referee.cards import Card
from referee.climbing.rules import ClimbingRules
from referee.climbing.wording import describe, join_cards
from referee.combinations import Combination, CombinationKind
from referee.knowledge import Knowledge
from referee.position import Position
from referee.reason_texts import Reason
from referee.record import HandEvent, RulingId
from referee.verdicts import Fault, Illegal, Unproven

_SOURCES = {
    "dealt": "it was dealt to seat {holder}",
    "played": "seat {holder} played it in event {shown}",
    "left": "seat {holder} still held it at the end",
    "elimination": "every other card of seat {holder} is accounted for elsewhere",
}

_WITHOUT_SEAT_NUMBERS = (
    ("Seat {seat}'s {play}", "The {play}"),
    ("seat {seat}'s {play}", "the {play}"),
    ("Seat {seat}", "The player"),
    ("seat {seat}", "the player"),
    ("event {event}", "the play"),
    ("the next seat", "the next player"),
    ("; {proof}", ""),
)
"""How a sentence about a numbered seat is worded for a question, which has no seat numbers."""


class EventContext(NamedTuple):
    """Everything that the verdict on one event depends on."""

    rules: ClimbingRules
    knowledge: Knowledge
    position: Position
    event: HandEvent
    number: int  # of the event, from 1
    is_question: bool = False  # about one play, without seat numbers

    def illegal(
        self,
        fault: Fault,
        template: str,
        *,
        rule: RulingId | None = None,
        **parameters: int | str | Reason,
    ) -> Illegal:
        """Return an illegal verdict with its reason; ``seat`` is filled in."""
        reason = Reason(self._for_audience(template), {"seat": self.event.seat, **parameters})
        return Illegal(fault, rule or self.rules.cite(fault), reason)

    def unproven(
        self,
        template: str,
        needs: str | Reason,
        *,
        rule: RulingId | None = None,
        **parameters: int | str,
    ) -> Unproven:
        """Return an unproven verdict with its reason and what would settle it; ``seat`` and ``event`` are filled in."""
        every = {"seat": self.event.seat, "event": self.number, **parameters}
        reason = Reason(self._for_audience(template), every)
        if isinstance(needs, str):
            needs = Reason(self._for_audience(needs), every)
        return Unproven(rule or self.rules.cite("unseen"), reason, (needs,))

    def _for_audience(self, template: str) -> str:
        """Return the template, without seat numbers for a question."""
        return _without_seat_numbers(template) if self.is_question else template

    def proof(self, holder: int, card: Card) -> Reason:
        """Return how the record proves that a seat had a card."""
        source, shown = self.knowledge.source(holder, card)
        return Reason(_SOURCES[source], {"holder": holder, "shown": shown})

    def proof_afterwards(self, holder: int, card: Card) -> Reason:
        """Return how the record proves, by what follows this event, that a seat then had a card."""
        moves = self.knowledge.movements
        shown = (move.event for move in moves if move.seat == holder and card in move.cards)
        event = next((event for event in shown if event > self.number), 0)
        if event:
            return Reason(_SOURCES["played"], {"holder": holder, "shown": event})
        source = "left" if card in (self.knowledge.left[holder - 1] or ()) else "elimination"
        return Reason(_SOURCES[source], {"holder": holder, "shown": 0})

    def out_of_turn(self) -> Illegal:
        """Return the fault that another seat is to act."""
        turn = self.position.turn
        if not turn or turn == self.event.seat:
            return self.illegal(Fault.OUT_OF_TURN, "It was not seat {seat}'s turn.")
        if self.position.standing is None and not self.position.opened:
            return self._not_the_opener(turn)
        template = (
            "It was not seat {seat}'s turn: seat {turn} had the lead."
            if self.position.standing is None
            else "It was not seat {seat}'s turn: seat {turn} was to act."
        )
        return self.illegal(Fault.OUT_OF_TURN, template, turn=turn)

    def wrong_leader(self) -> Illegal | None:
        """Return the fault of a leader who is proved not to hold the opening card, though its holder is unknown; else None."""
        if self.position.turn or self.position.opened or not self.position.is_turn_certain:
            return None
        card = self.rules.opening_card
        holders = self.knowledge.holders(card)
        if self.event.seat in holders or not holders or self.knowledge.may_be_undealt(card):
            return None
        return self.illegal(
            Fault.OUT_OF_TURN,
            "The {card} leads the hand, and seat {seat} is proved not to have held it.",
            rule=self.rules.cite("opener"),
            card=card,
        )

    def _not_the_opener(self, holder: int) -> Illegal:
        card = self.rules.opening_card
        return self.illegal(
            Fault.OUT_OF_TURN,
            "Seat {holder} leads the hand, not seat {seat}: the {card} is the opening card, and {proof}.",
            rule=self.rules.cite("opener"),
            holder=holder,
            card=card,
            proof=self.proof(holder, card),
        )

    def leader_unknown(self) -> Unproven:
        """Return the unproven verdict where it is unknown whose lead it was."""
        if self.position.opened:
            return self.unproven(
                "Who won the hand before, and leads, is not known.", "the winner of the hand before"
            )
        return self.unproven(
            "Whether seat {seat} was the one to lead is not known.",
            "who held the {card}",
            rule=self.rules.cite("opener"),
            card=self.rules.opening_card,
        )

    def already_played(self, card: Card) -> Illegal:
        """Return the fault that every copy of the card has left somebody's hand."""
        before = next(
            (move for move in self.knowledge.movements if card in move.cards and move.stands), None
        )
        return self.illegal(
            Fault.CARD_ALREADY_PLAYED,
            "The {card} had already been played, by seat {holder} in event {shown}.",
            card=card,
            holder=before.seat if before else 0,
            shown=before.event if before else 0,
        )

    def not_held(self, card: Card) -> Illegal:
        """Return the fault that the seat is otherwise proved not to hold the card."""
        holder = next(
            (seat for seat, cards in enumerate(self.knowledge.certain, 1) if cards[card]), 0
        )
        if not holder or holder == self.event.seat:
            return self.illegal(
                Fault.CARD_NOT_HELD, "Seat {seat} did not hold the {card}.", card=card
            )
        return self.illegal(
            Fault.CARD_NOT_HELD,
            "Seat {seat} did not hold the {card}: {proof}.",
            card=card,
            proof=self.proof(holder, card),
        )

    def not_a_combination(self) -> Illegal:
        """Return the fault that the cards make no combination."""
        template = "{cards} is no combination: {kinds} may be played."
        kinds = ", ".join(kind.replace("-", " ") for kind in self.rules.kinds())
        return self.illegal(
            Fault.NOT_A_COMBINATION, template, cards=join_cards(self.event.cards), kinds=kinds
        )

    def opening_card_missing(self) -> Illegal:
        """Return the fault that the opening lead lacks its card."""
        return self.illegal(
            Fault.OPENING_CARD_MISSING,
            "The first play of the hand must contain the {card}.",
            card=self.rules.opening_card,
        )

    def wrong_size(self, number: int, standing: Combination) -> Illegal:
        """Return the fault of a number of cards other than that of the standing combination."""
        return self.illegal(
            Fault.WRONG_SIZE,
            "Seat {seat} played {number} where {size} must be beaten: the {standing} stands.",
            number=count_words(number),
            size=count_words(standing.size),
            standing=describe(standing),
        )

    def wrong_number(self, number: int, size: int, *, fault: Fault = Fault.WRONG_SIZE) -> Illegal:
        """Return the fault of a number of cards other than that of an unseen standing play."""
        return self.illegal(
            fault,
            "Seat {seat} played {number} where {size} must be beaten.",
            number=count_words(number),
            size=count_words(size),
        )

    def wrong_type(self, play: Combination, standing: Combination) -> Illegal:
        """Return the fault of the right size but another kind, where house rules ask for the same kind."""
        return self.illegal(
            Fault.WRONG_TYPE,
            "A {standing_kind} is followed by a {standing_kind} only, not by seat {seat}'s {play}.",
            standing_kind=Reason(str(standing.kind).replace("-", " ")),
            play=describe(play),
        )

    def does_not_beat(self, play: Combination, standing: Combination) -> Illegal:
        """Return the fault of a play that is not higher than what stands."""
        rule = self.rules.cite(*self._citation_subjects(play, standing), play.kind)
        parameters = {"play": describe(play), "standing": describe(standing)}
        if self.position.closed:
            template = "Nothing beats the {standing}: its player leads again."
            return self.illegal(Fault.DOES_NOT_BEAT, template, rule=rule, **parameters)
        template = "Seat {seat}'s {play} does not beat the {standing} on the table."
        return self.illegal(Fault.DOES_NOT_BEAT, template, rule=rule, **parameters)

    def _citation_subjects(
        self, play: Combination, standing: Combination
    ) -> tuple[Fault | CombinationKind | str, ...]:
        if self.position.closed:
            return ("closed",)
        if standing.bomb:
            return ("bomb on bomb",) if play.bomb else ("after a bomb",)
        if play.bomb:
            return ("bomb on the top single",)
        return () if play.kind is standing.kind else ("cross category",)


def count_words(number: int) -> Reason:
    """Return a number of cards in words."""
    return Reason("one card") if number == 1 else Reason("{number} cards", {"number": number})


@cache
def _without_seat_numbers(template: str) -> str:
    for numbered, plain in _WITHOUT_SEAT_NUMBERS:
        template = template.replace(numbered, plain)
    return template
