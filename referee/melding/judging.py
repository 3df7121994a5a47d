"""The referee's questions about one event of a melding game, in the order of the contract."""

from collections.abc import Callable, Mapping

from referee.cards import UNSEEN
from referee.melding import claiming, hand_end
from referee.melding.claims import CLAIMS, must_be_taken
from referee.melding.event_context import EventContext
from referee.melding.position import MeldingPosition
from referee.record import SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Legal, Verdict


def judge(context: EventContext) -> Verdict:
    """Return the verdict on one event.

    Where it is unknown whether the hand was already over, no event is certainly legal.
    """
    reopened, action = context.position.reopened, context.event.action
    if reopened is not None and action is not SeatAction.LUCKY:
        context = context._replace(position=reopened)
    verdict = _judge(context)
    doubt = (reopened or context.position).doubtful_finisher
    if not doubt or action is SeatAction.TAKES_BACK or not isinstance(verdict, Legal):
        return verdict
    return context.unproven(
        "Whether the hand was over before this, seat {other} having finished, is not known.",
        "the hand of seat {other}",
        rule="F22",
        other=doubt,
    )


def _judge(context: EventContext) -> Verdict:
    """Ask the questions in the order of contract §3."""
    action = context.event.action
    if context.position.over and action not in _AFTER_THE_END:
        return context.illegal(Fault.HAND_OVER, "The hand was over: nothing after it counts.")
    return _QUESTIONS[action](context)


def _judge_takeback(context: EventContext) -> Verdict:
    return LEGAL


def _judge_unseen(context: EventContext) -> Verdict:
    if not context.event.seat:
        return context.unproven("Nobody saw what was done here.", "what was done in event {event}")
    return context.unproven(
        "Nobody saw what seat {seat} did.", "what seat {seat} did in event {event}"
    )


def _judge_pass(context: EventContext) -> Verdict:
    """Judge a written pass; only a seat that must discard may not pass."""
    position = context.position
    if position.offer is not None or not position.is_turn_certain:
        return LEGAL
    if not position.turn:
        return context.unproven(
            "Whether seat {seat} was the first player, who had to discard, is not known.",
            "who the first player was",
            rule="F4",
        )
    if position.turn == context.event.seat:
        return context.illegal(Fault.PASS_ON_LEAD, "Seat {seat} must discard.")
    return LEGAL


def may_discard(position: MeldingPosition, seat: int) -> bool:
    """Return whether the seat may be the one to discard, as far as the record proves."""
    if not position.is_turn_certain:
        return True
    if position.offer is not None:
        return False
    return position.turn in {0, seat}


def _judge_discard(context: EventContext) -> Verdict:
    position, seat = context.position, context.event.seat
    (card,) = context.event.cards
    if not may_discard(position, seat):
        return context.out_of_turn()
    not_held = context.possession_breach(seat, context.event.cards)
    if not_held is not None:
        return not_held
    if context.rules.is_undiscardable(card):
        return context.illegal(
            Fault.GENERAL_DISCARDED,
            "The {card} is a general: generals are never discarded.",
            card=card,
        )
    if card == UNSEEN and _may_be_undiscardable(context, seat):
        return context.unproven("The discard may have been a general.", "the card of event {event}")
    return LEGAL


def _may_be_undiscardable(context: EventContext, seat: int) -> bool:
    """Return whether an unseen card of this seat, or of the stock, may have been a general."""
    return any(map(context.rules.is_undiscardable, context.known.candidates(seat, unseen=1)))


def _judge_draw(context: EventContext) -> Verdict:
    position, seat = context.position, context.event.seat
    if position.is_turn_certain and (position.offer is None or position.turn != seat):
        return context.out_of_turn()
    stock_seat = len(position.counts)
    exhausted = position.stock == 0
    not_held = (
        None
        if exhausted
        else context.possession_breach(stock_seat, context.event.cards, counted=False)
    )
    not_taken = _general_not_taken(context)
    passed_over = claiming.check_passed_over(context)
    for verdict in (not_held, passed_over, not_taken):
        if isinstance(verdict, Illegal):
            return verdict
    return _exhausted(context) or passed_over or not_taken or LEGAL


def _general_not_taken(context: EventContext) -> Verdict | None:
    """Return a breach, or an open verdict, if a drawn general was not taken before this event (F15)."""
    offer = context.position.offer
    if offer is None or (not offer.drawn and offer.seat):
        return None
    if must_be_taken(context.rules, offer):
        return context.illegal(
            Fault.GENERAL_NOT_TAKEN,
            "Seat {drawer} drew the {card} and had to take it: a drawn general is not left lying.",
            drawer=offer.seat,
            card=offer.card,
        )
    if not context.rules.drawn_general_forced or offer.card != UNSEEN:
        return None
    if offer.seat and not _may_be_undiscardable(context, len(context.position.counts)):
        return None
    return context.unproven(
        "Whether a drawn general was left lying before this was not seen.",
        "what was drawn before event {event}",
        rule="F15",
    )


def _exhausted(context: EventContext) -> Illegal | None:
    if context.position.stock != 0:
        return None
    return context.illegal(
        Fault.STOCK_EXHAUSTED, "The stock was empty: the hand is washed out and nobody has points."
    )


_AFTER_THE_END = {SeatAction.TAKES_BACK, SeatAction.LUCKY}
_QUESTIONS: Mapping[SeatAction, Callable[[EventContext], Verdict]] = {
    SeatAction.DISCARDS: _judge_discard,
    SeatAction.DRAWS: _judge_draw,
    **dict.fromkeys(CLAIMS, claiming.judge_claim),
    SeatAction.PASS: _judge_pass,
    SeatAction.UNSEEN: _judge_unseen,
    SeatAction.LUCKY: hand_end.judge_lucky,
    SeatAction.TAKES_BACK: _judge_takeback,
}
