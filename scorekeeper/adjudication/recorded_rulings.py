"""What a human referee decides, as it is written into the record of a hand and stays there (contract §2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from scorekeeper.actions import ActionError
from scorekeeper.adjudication import effects, judging, record_parts
from scorekeeper.models import Decision, Hand

BY_RULING = frozenset({"adjustments", "rulings", "annulled"})
"""What only a human referee's decision writes; ``void`` is a scorer's word too."""

ANNULLED_INSTEAD = "Hands were recorded after this one, so it is annulled and keeps its number: record the replay as a new hand."
COUNTS_AGAIN = "The hand counts again: an earlier ruling had struck it out."
STANDS_AGAIN = "The play counts again: an earlier ruling had taken it back."


@dataclass(frozen=True, kw_only=True)
class NewRuling:
    """A ruling as it is asked for.  An adjustment names a seat and its points, nothing else does."""

    decision: Decision
    reason: str
    seat: int | None = None
    points: float | None = None


class DisputeError(ActionError):
    """A dispute or a ruling that cannot be made so; ``where`` is the key that is wrong."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


@dataclass(frozen=True, kw_only=True)
class RuledRecord:
    """A hand's sheet with the decision in it."""

    sheet: record_parts.JsonObject
    moved: effects.EventMapping  # where the events before stand in it
    notes: tuple[str, ...] = ()  # what else was done, in sentences


def write_ruling(hand: Hand, event: int | None, ruling: NewRuling, *, goes_on: bool) -> RuledRecord:
    """The hand's sheet as it is written when it is ruled so.  Nothing is kept.

    ``event`` counts in the record as it stands; ``goes_on`` says that hands which count were recorded after this one.
    Raises DisputeError where this cannot be decided.
    """
    sheet = judging.hand_record(hand.head)
    _check_points(ruling)
    match ruling.decision:
        case Decision.STANDS:
            decided = _agreeing(hand, _reinstated(sheet, event))
        case Decision.TAKEN_BACK:
            decided = _agreeing(hand, _taken_back(sheet, event))
        case Decision.ADJUSTMENT:
            decided = RuledRecord(sheet=_adjusted(sheet, ruling), moved=effects.unmoved)
        case Decision.ANNULLED:
            struck: record_parts.JsonObject = {**sheet, "annulled": ruling.reason}
            decided = RuledRecord(sheet=struck, moved=effects.unmoved)
        case Decision.REPLAYED:
            key, notes = ("annulled", (ANNULLED_INSTEAD,)) if goes_on else ("void", ())
            struck = {**sheet, key: ruling.reason}
            decided = RuledRecord(sheet=struck, moved=effects.unmoved, notes=notes)
    entry: record_parts.JsonObject = {} if event is None else {"event": event}
    entry |= {"decision": str(ruling.decision), "reason": ruling.reason}
    rulings: list[record_parts.Json] = [*_rulings(decided.sheet), entry]
    return RuledRecord(
        sheet={**decided.sheet, "rulings": rulings}, moved=decided.moved, notes=decided.notes
    )


def ruling_keys(sheet: Mapping[str, record_parts.Json]) -> frozenset[str]:
    """The keys of a hand that nobody but a referee writes or removes."""
    replayed = any(row.get("decision") == Decision.REPLAYED for row in _rulings(sheet))
    return BY_RULING | {"void"} if replayed else BY_RULING


def taken_back_events(sheet: Mapping[str, record_parts.Json]) -> frozenset[int]:
    """The events that a ruling took back, and none since let stand; ``takes back`` follows each of them."""
    last = {
        event: row["decision"]
        for row in _rulings(sheet)
        if isinstance(event := row.get("event"), int)
        and row.get("decision") in {Decision.TAKEN_BACK, Decision.STANDS}
    }
    return frozenset(event for event, decided in last.items() if decided == Decision.TAKEN_BACK)


def move_rulings(sheet: record_parts.JsonObject, moved: effects.EventMapping) -> record_parts.JsonObject:
    """What was decided about an event stays with it; with the event gone it is about the hand."""
    rulings = _rulings(sheet)
    if not rulings:
        return sheet
    return {**sheet, "rulings": [_moved(ruling, moved) for ruling in rulings]}


def _moved(ruling: record_parts.JsonObject, moved: effects.EventMapping) -> record_parts.JsonObject:
    event = ruling.get("event")
    if not isinstance(event, int):
        return ruling
    there = moved(event)
    rest = {key: value for key, value in ruling.items() if key != "event"}
    return rest if there is None else {"event": there, **rest}


def _rulings(sheet: Mapping[str, record_parts.Json]) -> list[record_parts.JsonObject]:
    rows = sheet.get("rulings")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _reinstated(sheet: record_parts.JsonObject, event: int | None) -> RuledRecord:
    """The play or the hand stands: an earlier ruling that took it back or struck it out is lifted."""
    if event is not None:
        return _standing_again(sheet, event)
    before = {row.get("decision") for row in _rulings(sheet)}
    struck = {"annulled"} if before & {Decision.ANNULLED, Decision.REPLAYED} else set()
    struck |= {"void"} if Decision.REPLAYED in before else set()
    struck &= sheet.keys()
    if not struck:
        return RuledRecord(sheet=sheet, moved=effects.unmoved)
    counts = {key: value for key, value in sheet.items() if key not in struck}
    return RuledRecord(sheet=counts, moved=effects.unmoved, notes=(COUNTS_AGAIN,))


def _standing_again(sheet: record_parts.JsonObject, event: int) -> RuledRecord:
    """Without the ``takes back`` that a ruling wrote after the event; what came after is judged again."""
    events = cast(list[str], sheet.get("events") or [])
    said = events[event].partition(":")[2].strip() if event < len(events) else ""
    if event not in taken_back_events(sheet) or said.lower() != "takes back":
        return RuledRecord(sheet=sheet, moved=effects.unmoved)

    def moved(was: int) -> int | None:
        if was == event + 1:
            return None
        return was if was <= event else was - 1

    rewritten: record_parts.JsonObject = {**sheet, "events": [*events[:event], *events[event + 1 :]]}
    return RuledRecord(sheet=move_rulings(rewritten, moved), moved=moved, notes=(STANDS_AGAIN,))


def _taken_back(sheet: record_parts.JsonObject, event: int | None) -> RuledRecord:
    """The event is followed by its ``takes back``; what came after it is judged again as it was played."""
    events = cast(list[str], sheet.get("events") or [])
    if event is None:
        raise DisputeError("decision", "The dispute names no play that is in the record: there is nothing to take back.")  # fmt: skip
    seat, _, action = (part.strip() for part in events[event - 1].partition(":"))
    after = events[event].partition(":")[2].strip() if event < len(events) else ""
    if not action or action.lower() == "takes back" or after.lower() == "takes back":
        message = f"Event {event} ({events[event - 1]}) cannot be taken back: it is no play or pass that still stands."
        raise DisputeError("decision", message)

    def moved(was: int) -> int | None:
        return was if was <= event else was + 1

    rewritten: record_parts.JsonObject = {
        **sheet,
        "events": [*events[:event], f"{seat}: takes back", *events[event:]],
    }
    return RuledRecord(sheet=move_rulings(rewritten, moved), moved=moved)


def _agreeing(hand: Hand, decided: RuledRecord) -> RuledRecord:
    """Without what the score sheet says otherwise now, so that the record can be judged anywhere; each is told."""
    known = {error["where"] for error in hand.adjudication.answer.get("contradictions") or []}
    judged = judging.judge_stored(hand, decided.sheet)
    new = [error for error in judged.contradictions if error.where not in known]
    gone = {error.where.partition("[")[0].partition(".")[0] for error in new}
    notes = tuple(
        f"{error} It is left out of the record; revision {hand.head.number} has it."
        for error in new
    )
    sheet = {key: value for key, value in decided.sheet.items() if key not in gone}
    return RuledRecord(sheet=sheet, moved=decided.moved, notes=(*decided.notes, *notes))


def _check_points(ruling: NewRuling) -> None:
    """An adjustment says whose points and how many; what else is decided gives none."""
    adjusts = ruling.decision is Decision.ADJUSTMENT
    if adjusts and (ruling.seat is None or not ruling.points):
        where = "seat" if ruling.seat is None else "points"
        raise DisputeError(where, "An adjustment gives a seat points, or takes them: -10, 5 …")
    if not adjusts and not (ruling.seat is None and ruling.points is None):
        where = "points" if ruling.seat is None else "seat"
        raise DisputeError(where, "Only an adjustment names a seat and points.")


def _adjusted(sheet: record_parts.JsonObject, ruling: NewRuling) -> record_parts.JsonObject:
    """Beside what was given in the hand before."""
    points = float(ruling.points or 0)
    points = int(points) if points.is_integer() else points
    given: record_parts.JsonObject = {"seat": ruling.seat, "points": points, "reason": ruling.reason}
    before = cast(list[record_parts.Json], sheet.get("adjustments") or [])
    return {**sheet, "adjustments": [*before, given]}
