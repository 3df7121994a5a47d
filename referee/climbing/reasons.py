"""The faults of a climbing play, each with its sentence and its rule."""

from referee.cards import Card
from referee.climbing.event_context import EventContext
from referee.climbing.wording import describe, join_cards
from referee.combinations import Combination
from referee.knowledge import CardMovement
from referee.reason_texts import Reason, count_cards
from referee.verdicts import Fault, Illegal, Unproven


def out_of_turn(context: EventContext) -> Illegal:
    """Return the fault that another seat is to act."""
    turn = context.position.turn
    if not turn or turn == context.event.seat:
        return context.illegal(Fault.OUT_OF_TURN, "It was not seat {seat}'s turn.")
    if context.position.standing is None and not context.position.opened:
        return _not_the_opener(context, turn)
    template = (
        "It was not seat {seat}'s turn: seat {turn} had the lead."
        if context.position.standing is None
        else "It was not seat {seat}'s turn: seat {turn} was to act."
    )
    return context.illegal(Fault.OUT_OF_TURN, template, turn=turn)


def wrong_leader(context: EventContext) -> Illegal | None:
    """Return the fault of a leader who is proved not to hold the opening card, though its holder is unknown; else None."""
    if context.position.turn or context.position.opened or not context.position.is_turn_certain:
        return None
    card = context.rules.opening_card
    holders = context.knowledge.holders(card)
    if context.event.seat in holders or not holders or context.knowledge.may_be_undealt(card):
        return None
    return context.illegal(
        Fault.OUT_OF_TURN,
        "The {card} leads the hand, and seat {seat} is proved not to have held it.",
        rule=context.rules.cite("opener"),
        card=card,
    )


def _not_the_opener(context: EventContext, holder: int) -> Illegal:
    card = context.rules.opening_card
    return context.illegal(
        Fault.OUT_OF_TURN,
        "Seat {holder} leads the hand, not seat {seat}: the {card} is the opening card, and {proof}.",
        rule=context.rules.cite("opener"),
        holder=holder,
        card=card,
        proof=context.proof(holder, card),
    )


def leader_unknown(context: EventContext) -> Unproven:
    """Return the unproven verdict where it is unknown whose lead it was."""
    if context.position.opened:
        return context.unproven(
            "Who won the hand before, and leads, is not known.", "the winner of the hand before"
        )
    return context.unproven(
        "Whether seat {seat} was the one to lead is not known.",
        "who held the {card}",
        rule=context.rules.cite("opener"),
        card=context.rules.opening_card,
    )


def already_played(context: EventContext, card: Card) -> Illegal:
    """Return the fault that every copy of the card has left somebody's hand."""
    last = max(
        (move for move in context.knowledge.movements if _is_played_before(context, move, card)),
        key=lambda move: move.event,
        default=None,
    )
    template = "The {card} had already been played, by seat {holder} in event {shown}."
    if context.rules.deck.copies[card] > 1:
        template = (
            "Every {card} had already been played, the last by seat {holder} in event {shown}."
        )
    return context.illegal(
        Fault.CARD_ALREADY_PLAYED,
        template,
        card=card,
        holder=last.seat if last else 0,
        shown=last.event if last else 0,
    )


def _is_played_before(context: EventContext, move: CardMovement, card: Card) -> bool:
    """Return whether the card was played, not given, in an event before this one that stood."""
    is_play = move.stands and not move.receiver
    return is_play and card in move.cards and move.event < context.number


def too_few_copies(context: EventContext, card: Card, number: int, left: int) -> Illegal:
    """Return the fault that more copies of the card were played than are left to be played."""
    return context.illegal(
        Fault.CARD_NOT_HELD,
        "Seat {seat} did not hold the {card} {number} times: only {left} of {copies} had not been played.",
        card=card,
        number=number,
        left=left,
        copies=context.rules.deck.copies[card],
    )


def too_few_cards(context: EventContext, count: int) -> Illegal:
    """Return the fault that the seat had fewer cards than it played."""
    return context.illegal(
        Fault.CARD_NOT_HELD,
        "Seat {seat} had only {count} left, not {number}.",
        count=count_cards(count),
        number=len(context.event.cards),
    )


def not_held(context: EventContext, card: Card) -> Illegal:
    """Return the fault that the seat is otherwise proved not to hold the card."""
    holder = next(
        (seat for seat, cards in enumerate(context.knowledge.certain, 1) if cards[card]), 0
    )
    if not holder or holder == context.event.seat:
        return context.illegal(
            Fault.CARD_NOT_HELD, "Seat {seat} did not hold the {card}.", card=card
        )
    return context.illegal(
        Fault.CARD_NOT_HELD,
        "Seat {seat} did not hold the {card}: {proof}.",
        card=card,
        proof=context.proof(holder, card),
    )


def not_a_combination(context: EventContext) -> Illegal:
    """Return the fault that the cards make no combination."""
    template = "{cards} do not make a combination: {kinds} may be played."
    kinds = ", ".join(kind.title for kind in context.rules.kinds())
    return context.illegal(
        Fault.NOT_A_COMBINATION, template, cards=join_cards(context.event.cards), kinds=kinds
    )


def opening_card_missing(context: EventContext) -> Illegal:
    """Return the fault that the opening lead lacks its card."""
    return context.illegal(
        Fault.OPENING_CARD_MISSING,
        "The first play of the hand must contain the {card}.",
        card=context.rules.opening_card,
    )


def wrong_size(context: EventContext, number: int, standing: Combination) -> Illegal:
    """Return the fault of a number of cards other than that of the standing combination."""
    return context.illegal(
        Fault.WRONG_SIZE,
        "Seat {seat} played {number} where {size} must be beaten: the {standing} stands.",
        number=count_cards(number),
        size=count_cards(standing.size),
        standing=describe(standing),
    )


def wrong_number(
    context: EventContext, number: int, size: int, *, fault: Fault = Fault.WRONG_SIZE
) -> Illegal:
    """Return the fault of a number of cards other than that of an unseen standing play."""
    return context.illegal(
        fault,
        "Seat {seat} played {number} where {size} must be beaten.",
        number=count_cards(number),
        size=count_cards(size),
    )


def wrong_type(context: EventContext, play: Combination, standing: Combination) -> Illegal:
    """Return the fault of the right size but another kind, where house rules ask for the same kind."""
    return context.illegal(
        Fault.WRONG_TYPE,
        "A {standing_kind} is followed by a {standing_kind} only, not by seat {seat}'s {play}.",
        standing_kind=Reason(standing.kind.title),
        play=describe(play),
    )


def does_not_beat(context: EventContext, play: Combination, standing: Combination) -> Illegal:
    """Return the fault of a play that is not higher than what stands."""
    rule = context.rules.cite(*_citation_subjects(context, play, standing), play.kind.name)
    parameters = {"play": describe(play), "standing": describe(standing)}
    if context.position.closed:
        template = "Nothing beats the {standing}: its player leads again."
        return context.illegal(Fault.DOES_NOT_BEAT, template, rule=rule, **parameters)
    template = "Seat {seat}'s {play} does not beat the {standing} on the table."
    return context.illegal(Fault.DOES_NOT_BEAT, template, rule=rule, **parameters)


def _citation_subjects(
    context: EventContext, play: Combination, standing: Combination
) -> tuple[Fault | str, ...]:
    if context.position.closed:
        return ("closed",)
    if standing.bomb:
        return ("bomb on bomb",) if play.bomb else ("after a bomb",)
    if play.bomb:
        return "bomb on other plays", "bomb on the top single"
    return () if play.kind.name == standing.kind.name else ("cross category",)
