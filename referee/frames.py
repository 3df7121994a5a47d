"""The frames of a climbing hand for a replay: one for the start and one per event, as JSON."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from referee.cards import UNSEEN, Cards
from referee.climbing.hands import ClimbingHand
from referee.climbing.timeline import ClimbingStep
from referee.climbing.wording import describe, join_cards
from referee.combinations import Combination
from referee.position import Exchange, Position, UnseenPlay
from referee.reason_texts import Reason
from referee.record import SeatAction
from referee.verdicts import Illegal, Unproven, needs_json

FRAME_VERSION = 5
"""Increase it whenever the frames of a hand, or their compressed form, come out differently."""

CardLists: TypeAlias = dict[tuple[int, int | None], list[str] | None]
"""The listed cards of each holding, by the holding's identity and its number of cards."""


def build(judged: ClimbingHand) -> list[dict[str, Any]]:
    """Return every frame of a hand as JSON; ``narration`` is still empty."""
    lists: CardLists = {}
    frames = [_frame(judged.start, lists, narration=_opening_sentence(judged.start), table=[])]
    table: list[dict[str, Any]] = []
    tables: list[list[dict[str, Any]]] = []
    for step in judged.steps:
        tables.append(table)
        table = _table_after(step, table, tables)
        frames.append(
            {
                **_frame(step.after, lists, narration=narrate(step), table=table),
                **_event_fields(step),
            }
        )
    return frames


def situation(position: Position) -> dict[str, Any]:
    """Return what everybody at the table sees: the turn, the standing combination, the number of cards of each seat."""
    return {
        "turn": position.turn or None,
        "trick": position.trick,
        "standing": _standing(position),
        "counts": list(position.counts),
        "out": list(position.out),
        "blocked": list(position.blocked),
        "exchange": _exchange(position),
        "over": position.over,
    }


def _frame(
    position: Position, lists: CardLists, *, narration: Reason, table: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "event": 0,
        "seat": None,
        "text": "",
        "action": "start",
        "cards": [],
        "trick": position.trick,
        "combination": None,
        "verdict": None,
        "turn": position.turn or None,
        "standing": _standing(position),
        "on_table": table,
        "holdings": [_cards_in_hand(position, seat, lists) for seat in position.seats()],
        "counts": list(position.counts),
        "out": list(position.out),
        "blocked": list(position.blocked),
        "exchange": _exchange(position),
        "direction": position.direction,
        "over": position.over,
        "narration": "",
        "narration_template": narration.template,
        "narration_parameters": narration.as_json()["parameters"],
    }


def _event_fields(step: ClimbingStep) -> dict[str, Any]:
    verdict = step.verdict
    answer: dict[str, Any] = {
        "event": step.number,
        "seat": step.event.seat or None,
        "text": step.event.text,
        "action": str(step.event.action),
        "cards": list(step.event.cards),
        "to": step.event.to or None,
        "last": step.event.last,
        "trick": step.trick,
        "combination": step.combination.kind.name if step.combination else None,
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


def _table_after(
    step: ClimbingStep, table: list[dict[str, Any]], tables: list[list[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """Return the plays of the current trick: a lead clears the table, a takeback restores the table before."""
    if step.event.action is SeatAction.TAKES_BACK:
        return tables[step.number - 2]
    entry = {
        "event": step.number,
        "seat": step.event.seat or None,
        "cards": list(step.event.cards) if step.event.action is not SeatAction.PASS else None,
    }
    led = step.is_lead and step.event.action is not SeatAction.PASS
    return [entry] if led else [*table, entry]


def seat_to_act(frame: Mapping[str, Any]) -> int | None:
    """Return the seat to act after a frame: the one that gives, while the other gift or both are due; None if it is not known."""
    due = frame.get("exchange")
    giver = Exchange(due["loser"], due["winner"], due["gave"]).giver if due else 0
    return giver or frame["turn"]


def _exchange(position: Position) -> dict[str, Any] | None:
    """Return the gifts that are due before the first play."""
    due = position.exchange
    return due and {"loser": due.loser, "winner": due.winner, "gave": due.loser_gave}


def _standing(position: Position) -> dict[str, Any] | None:
    standing = position.standing
    if standing is None:
        return None
    if isinstance(standing, UnseenPlay):
        return {"seat": position.owner or None, "cards": list(standing.cards), "combination": None}
    return {
        "seat": position.owner,
        "cards": list(standing.cards),
        "combination": standing.kind.name,
    }


def _cards_in_hand(position: Position, seat: int, lists: CardLists) -> list[str] | None:
    """Return the cards of a seat.  Each holding is listed once, since most do not change from frame to frame."""
    key = (id(position.holdings[seat - 1]), position.counts[seat - 1])
    if key not in lists:
        lists[key] = holding(position, seat)
    return lists[key]


def holding(position: Position, seat: int) -> list[str] | None:
    """Return the proved faces and ``?`` for the other cards; None where nothing is known."""
    known = [card for card, number in position.holdings[seat - 1].items() for _ in range(number)]
    count = position.counts[seat - 1]
    if count is None:
        return [*known, UNSEEN] if known else None
    if not known and count:
        return None
    return [*known[:count], *[UNSEEN] * (count - len(known))]


def _opening_sentence(start: Position) -> Reason:
    if start.turn:
        return Reason("Seat {seat} leads the first trick.", {"seat": start.turn})
    return Reason("The hand begins.")


def sentence(position: Position, step: ClimbingStep | None) -> str:
    """Return what happened last, in English; before the first event, how the hand begins."""
    return str(_opening_sentence(position) if step is None else narrate(step))


def narrate(step: ClimbingStep) -> Reason:
    """Return what happened in an event as a sentence, with the referee's objection."""
    sentence = _what_happened(step)
    if isinstance(step.verdict, Illegal | Unproven):
        illegal = isinstance(step.verdict, Illegal)
        template = "{sentence} Illegal: {reason}" if illegal else "{sentence} Unproven: {reason}"
        sentence = Reason(template, {"sentence": sentence, "reason": step.verdict.reason})
    if step.event.last:
        template = "{sentence} Seat {seat} announces its last card."
        sentence = Reason(template, {"sentence": sentence, "seat": step.event.seat})
    if len(step.after.blocked) > len(step.before.blocked):
        template = "{sentence} The last card was not announced: seat {seat} is blocked."
        sentence = Reason(template, {"sentence": sentence, "seat": step.event.seat})
    if step.after.over and not step.before.over:
        return Reason("{sentence} The hand is over.", {"sentence": sentence})
    if step.after.out != step.before.out and len(step.after.out) > len(step.before.out):
        return Reason(
            "{sentence} Seat {seat} has gone out.", {"sentence": sentence, "seat": step.event.seat}
        )
    return sentence


def _what_happened(step: ClimbingStep) -> Reason:
    seat, event = step.event.seat, step.event
    if not seat:
        return Reason("Any number of actions went unseen.")
    if event.action is SeatAction.PASS:
        return Reason("Seat {seat} passes.", {"seat": seat})
    if event.action is SeatAction.TAKES_BACK:
        return Reason("Seat {seat} takes that back.", {"seat": seat})
    if event.action is SeatAction.UNSEEN:
        return Reason("Nobody saw what seat {seat} did.", {"seat": seat})
    if event.action is SeatAction.GIVES:
        return Reason(
            "Seat {seat} gives {cards} to seat {to}.",
            {"seat": seat, "cards": join_cards(event.cards), "to": event.to},
        )
    template = "Seat {seat} leads {cards}." if step.is_lead else "Seat {seat} plays {cards}."
    return Reason(template, {"seat": seat, "cards": _play_words(step.combination, event.cards)})


def _play_words(combination: Combination | None, cards: Cards) -> Reason | str:
    if combination is None or combination.size == 1:
        return join_cards(cards)
    return Reason("a {combination}", {"combination": describe(combination)})
