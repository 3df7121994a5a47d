"""The referee's questions about one event of a melding game, in the order of the contract."""

from dataclasses import replace

from referee.cards import UNSEEN
from referee.melding import claiming, hand_end
from referee.melding.claims import CLAIMS, must_be_taken, forced_claim_passed_over
from referee.melding.position import MeldingPosition
from referee.melding.reasons import EventContext
from referee.record import SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Legal, Verdict


def judge(table: EventContext) -> Verdict:
    """Rule on one event.  Where nobody knows whether the hand was over, nothing is legal for certain."""
    reopened, action = table.position.reopened, table.event.action
    if reopened is not None and action is not SeatAction.LUCKY:
        table = replace(table, position=reopened)
    verdict = _judge(table)
    doubt = (reopened or table.position).doubtful_finisher
    if not doubt or action is SeatAction.TAKES_BACK or not isinstance(verdict, Legal):
        return verdict
    return table.unproven(
        "Whether the hand was over before this, seat {other} having finished, is not known.",
        "the hand of seat {other}",
        rule="F22",
        other=doubt,
    )


def _judge(table: EventContext) -> Verdict:
    """The questions, in the order of contract §3."""
    position, event = table.position, table.event
    if event.action is SeatAction.TAKES_BACK:
        return LEGAL
    if event.action is SeatAction.LUCKY:
        return hand_end.judge_lucky(table)
    if position.over:
        return table.illegal(Fault.HAND_OVER, "The hand was over: nothing after it counts.")
    if event.action is SeatAction.UNSEEN:
        return _judge_unseen(table)
    if event.action is SeatAction.PASS:
        return _judge_pass(table)
    if event.action in CLAIMS:
        return claiming.judge_claim(table)
    if event.action is SeatAction.DRAWS:
        return _judge_draw(table)
    return _judge_discard(table)


def _judge_unseen(table: EventContext) -> Verdict:
    if not table.event.seat:
        return table.unproven("Nobody saw what was done here.", "what was done in event {event}")
    return table.unproven(
        "Nobody saw what seat {seat} did.", "what seat {seat} did in event {event}"
    )


def _judge_pass(table: EventContext) -> Verdict:
    """Not claiming is no event of its own; where it is written, only a seat that must discard may not."""
    position = table.position
    if position.offer is None and position.turn_is_certain and position.turn == table.event.seat:
        return table.illegal(Fault.PASS_ON_LEAD, "Seat {seat} must discard.")
    return LEGAL


def may_discard(position: MeldingPosition, seat: int) -> bool:
    """Is the seat to discard, as far as the record proves?"""
    if not position.turn_is_certain:
        return True
    if position.offer is not None:
        return False
    return position.turn in {0, seat}


def _judge_discard(table: EventContext) -> Verdict:
    position, seat = table.position, table.event.seat
    (card,) = table.event.cards
    if not may_discard(position, seat):
        return table.out_of_turn()
    missing = table.possession(seat, table.event.cards)
    if missing is not None:
        return missing
    if table.rules.is_undiscardable(card):
        return table.illegal(
            Fault.GENERAL_DISCARDED, "The {card} is a general: generals are never discarded.", card=card
        )  # fmt: skip
    if card == UNSEEN and _may_be_undiscardable(table, seat):
        return table.unproven("The discard may have been a general.", "the card of event {event}")
    return LEGAL


def _may_be_undiscardable(table: EventContext, seat: int) -> bool:
    """May an unknown card that this seat, or the stock, showed have been a general?"""
    return any(map(table.rules.is_undiscardable, table.known.candidates(seat, unseen=1)))


def _judge_draw(table: EventContext) -> Verdict:
    position, seat = table.position, table.event.seat
    if position.turn_is_certain and (position.offer is None or position.turn != seat):
        return table.out_of_turn()
    wall = len(position.counts)
    exhausted = position.stock == 0
    missing = None if exhausted else table.possession(wall, table.event.cards, counted=False)
    lying = _general_not_taken(table)
    breach = missing or _passed_over(table) or (lying if isinstance(lying, Illegal) else None)
    return breach or _exhausted(table) or lying or LEGAL


def _passed_over(table: EventContext) -> Illegal | None:
    """Did somebody who had to call hu or gan let the card go by (F23)?"""
    return claiming.gives_way(table, forced_claim_passed_over(table.rules, table.position, None))


def _general_not_taken(table: EventContext) -> Verdict | None:
    """Was a general that was drawn before left lying (F15)?"""
    offer = table.position.offer
    if offer is None or (not offer.drawn and offer.seat):
        return None
    if must_be_taken(table.rules, offer):
        return table.illegal(
            Fault.GENERAL_NOT_TAKEN,
            "Seat {drawer} drew the {card} and had to take it: a drawn general is not left lying.",
            drawer=offer.seat,
            card=offer.card,
        )
    if not table.rules.drawn_general_forced or offer.card != UNSEEN:
        return None
    if offer.seat and not _may_be_undiscardable(table, len(table.position.counts)):
        return None
    return table.unproven(
        "Whether a drawn general was left lying before this was not seen.",
        "what was drawn before event {event}",
        rule="F15",
    )


def _exhausted(table: EventContext) -> Illegal | None:
    if table.position.stock != 0:
        return None
    return table.illegal(
        Fault.STOCK_EXHAUSTED, "The stock was empty: the hand is washed out and nobody has points."
    )
