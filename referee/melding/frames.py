"""Replay frames of a melding hand: one for the start and one per event."""

from typing import Any

from referee.cards import UNSEEN
from referee.melding.hands import MeldingHand
from referee.melding.melds import card_name
from referee.melding.position import LaidCards, MeldingPosition, Offer
from referee.melding.timeline import MeldingStep
from referee.reason_texts import Reason
from referee.record import SeatAction
from referee.verdicts import Illegal, Unproven, needs_json


def build_melding_frames(judged: MeldingHand) -> list[dict[str, Any]]:
    """Return every frame of a hand as JSON; narrations are templates with parameters, not yet sentences."""
    frames = [_frame(judged.start, narration=_opening(judged.start), event=0)]
    since = 0
    for step in judged.steps:
        if (
            step.event.action in {SeatAction.DISCARDS, SeatAction.DRAWS}
            and step.after != step.before
        ):
            since = step.number
        frame = _frame(step.after, narration=_narrate(step), event=since)
        frames.append({**frame, **_event_fields(step)})
    return frames


def melding_situation(position: MeldingPosition) -> dict[str, Any]:
    """Return what everybody at the table can see: who must do what, the offered card, the numbers of cards."""
    offer = position.offer
    return {
        "turn": None if position.over else position.turn or None,
        "must": None if position.over else "discard" if offer is None else "draw",
        "offer": _offer(offer),
        "counts": list(position.counts[:-1]),
        "stock": position.stock,
        "over": position.over,
    }


def _frame(position: MeldingPosition, *, narration: Reason, event: int) -> dict[str, Any]:
    offer = position.offer
    return {
        "event": 0,
        "seat": None,
        "text": "",
        "action": "start",
        "cards": [],
        "trick": None,
        "combination": None,
        "verdict": None,
        "turn": position.turn or None,
        "must": None if position.over else "discard" if offer is None else "draw",
        "standing": None,
        "offer": _offer(offer),
        "on_table": [] if offer is None else [_on_table(offer, event)],
        "holdings": [melding_holding(position, seat) for seat in position.seats()],
        "counts": list(position.counts[:-1]),
        "melds": [[_laid(laid) for laid in melds] for melds in position.melds],
        "finish": [_laid(laid) for laid in position.finish.melds] if position.finish else None,
        "stock": position.stock,
        "lucky": position.lucky,
        "out": [position.finish.seat] if position.finish else [],
        "over": position.over,
        "narration": "",
        "narration_template": narration.template,
        "narration_parameters": narration.as_json()["parameters"],
    }


def _offer(offer: Offer | None) -> dict[str, Any] | None:
    if offer is None:
        return None
    return {"card": offer.card, "seat": offer.seat or None, "drawn": offer.drawn}


def _on_table(offer: Offer, event: int) -> dict[str, Any]:
    return {"event": event, "seat": offer.seat or None, "cards": [offer.card]}


def _laid(laid: LaidCards) -> dict[str, Any]:
    return {
        "cards": list(laid.cards),
        "meld": laid.meld.name if laid.meld else None,
        "exposed": laid.exposed,
        "points": laid.points,
    }


def melding_holding(position: MeldingPosition, seat: int) -> list[str] | None:
    """Return the seat's proved faces and ``?`` for the others; None where nothing is known."""
    known = [card for card, number in position.holdings[seat - 1].items() for _ in range(number)]
    count = position.counts[seat - 1]
    if position.finish is not None and position.finish.seat == seat:
        return []
    if count is None:
        return [*known, UNSEEN] if known else None
    if not known and count:
        return None
    return [*known[:count], *[UNSEEN] * (count - len(known))]


def _event_fields(step: MeldingStep) -> dict[str, Any]:
    verdict = step.verdict
    answer: dict[str, Any] = {
        "event": step.number,
        "seat": step.event.seat or None,
        "text": step.event.text,
        "action": str(step.event.action),
        "called": step.event.called,
        "cards": list(step.event.cards),
        "meld": step.made.meld.name if step.made else None,
        "verdict": "legal",
    }
    if isinstance(verdict, Illegal | Unproven):
        answer |= {"rule": verdict.rule, "reason": str(verdict.reason), **verdict.reason.as_json()}
        answer["verdict"] = "unproven" if isinstance(verdict, Unproven) else "illegal"
    if isinstance(verdict, Illegal):
        answer["fault"] = str(verdict.fault)
    if isinstance(verdict, Unproven):
        answer |= needs_json(verdict)
    return answer


def _opening(start: MeldingPosition) -> Reason:
    if start.turn:
        return Reason(
            "Seat {seat} is first player and begins with a discard.", {"seat": start.turn}
        )
    return Reason("The hand begins.")


def melding_sentence(position: MeldingPosition, step: MeldingStep | None) -> str:
    """Return what happened last, in English; before the first event, how the hand begins."""
    return str(_opening(position) if step is None else _narrate(step))


def _narrate(step: MeldingStep) -> Reason:
    """Return a sentence that tells what happened, with any objection of the referee."""
    sentence = _what_happened(step)
    if isinstance(step.verdict, Illegal | Unproven):
        illegal = isinstance(step.verdict, Illegal)
        template = "{sentence} Illegal: {reason}" if illegal else "{sentence} Unproven: {reason}"
        sentence = Reason(template, {"sentence": sentence, "reason": step.verdict.reason})
    finish = step.after.finish
    if finish is None or step.before.over:
        return sentence
    if finish.forced:
        template = "{sentence} It has nothing to discard: the hand is over."
        return Reason(template, {"sentence": sentence})
    return Reason("{sentence} The hand is over.", {"sentence": sentence})


_SENTENCES = {
    SeatAction.DISCARDS: "Seat {seat} discards the {card}.",
    SeatAction.DRAWS: "Seat {seat} draws the {card}.",
    SeatAction.LUCKY: "Seat {seat} turns the {card} as the lucky card.",
    SeatAction.PASS: "Seat {seat} claims nothing.",
    SeatAction.TAKES_BACK: "Seat {seat} takes that back.",
    SeatAction.UNSEEN: "Nobody saw what seat {seat} did.",
}

_UNSEEN_SENTENCES = {
    SeatAction.DISCARDS: "Seat {seat} discards a card that nobody saw.",
    SeatAction.DRAWS: "Seat {seat} draws a card that nobody saw.",
    SeatAction.LUCKY: "Seat {seat} turns a card that nobody saw as the lucky card.",
}


def _what_happened(step: MeldingStep) -> Reason:
    event = step.event
    if not event.seat:
        return Reason("Any number of actions went unseen.")
    if event.action in _UNSEEN_SENTENCES and event.cards == (UNSEEN,):
        return Reason(_UNSEEN_SENTENCES[event.action], {"seat": event.seat})
    if event.action in _SENTENCES:
        return Reason(_SENTENCES[event.action], {"seat": event.seat, "card": _card_text(step)})
    melds = " / ".join(map(" ".join, event.melds or (event.cards,)))
    template = (
        "Seat {seat} calls {claim} with {melds}, in vain."
        if event.called
        else "Seat {seat} calls {claim}: {melds}."
    )
    claim = Reason(str(event.action))
    return Reason(template, {"seat": event.seat, "claim": claim, "melds": melds})


def _card_text(step: MeldingStep) -> Reason | str:
    cards = step.event.cards
    return card_name(cards[0]) if cards else ""
