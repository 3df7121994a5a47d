"""Write a human referee's decision into the record of a hand, where it stays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext_noop

import referee
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import effects, judging
from scorekeeper.models import Decision, Hand, HandRevision, Kind, Ruling
from scorekeeper.models.adjudications import UNFINISHED

BY_RULING = frozenset({"adjustments", "rulings", "annulled"})
"""Keys that only a referee's decision writes.  A scorer may write ``void`` too."""

ANNULLED_INSTEAD = gettext_noop(
    "Hands were recorded after this one, so it is annulled and keeps its number. Record the hand that is played again as a new one."
)
COUNTS_AGAIN = gettext_noop("The hand counts again: an earlier ruling had struck it out.")
STANDS_AGAIN = gettext_noop("The play counts again: an earlier ruling had taken it back.")
NOT_REPLACED = gettext_noop("What was played instead of it is taken out of the record.")
NOTHING_TO_REPLACE = gettext_noop("Only a play that is taken back is replaced by another one.")


@dataclass(frozen=True, kw_only=True)
class NewRuling:
    """A ruling to record.  Only an adjustment has a seat and points; only a play that is taken back has one that is played instead."""

    decision: Decision
    reason: str
    seat: int | None = None
    points: float | None = None
    instead: str = ""  # an action as a record writes it: "8H 8S", "pass"; empty if it is not known


class DisputeError(ActionError):
    """A dispute or ruling that is not possible; ``where`` is the key that is wrong."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


@dataclass(frozen=True, kw_only=True)
class RuledRecord:
    """A hand's record with the decision in it."""

    sheet: referee.JsonObject
    moved: effects.EventMapping  # from the numbers of events before to those after
    notes: tuple[str, ...] = ()  # sentences about what else was changed


def write_ruling(hand: Hand, event: int | None, ruling: NewRuling, *, goes_on: bool) -> RuledRecord:
    """Return the hand's record with a ruling on one event, or on the whole hand.  Stores nothing.

    ``event`` is a number in the current record; ``goes_on`` says whether hands that count were recorded after this one.
    Raises DisputeError if this cannot be ruled.
    """
    sheet = judging.hand_record(hand.head)
    _check_points(ruling)
    if ruling.instead and ruling.decision is not Decision.TAKEN_BACK:
        raise DisputeError("instead", NOTHING_TO_REPLACE)
    match ruling.decision:
        case Decision.STANDS:
            decided = _agreeing(hand, _reinstated(hand, sheet, event))
        case Decision.TAKEN_BACK:
            decided = _replaced(hand, sheet, event, ruling.instead)
        case Decision.ADJUSTMENT:
            decided = RuledRecord(sheet=_adjusted(sheet, ruling), moved=effects.unmoved)
        case Decision.ANNULLED:
            struck: referee.JsonObject = {**sheet, "annulled": ruling.reason}
            decided = RuledRecord(sheet=struck, moved=effects.unmoved)
        case Decision.REPLAYED:
            key, notes = ("annulled", (ANNULLED_INSTEAD,)) if goes_on else ("void", ())
            struck = {**sheet, key: ruling.reason}
            decided = RuledRecord(sheet=struck, moved=effects.unmoved, notes=notes)
    entry: referee.JsonObject = {} if event is None else {"event": event}
    entry |= {"decision": str(ruling.decision), "reason": ruling.reason}
    rulings: list[referee.Json] = [*_rulings(decided.sheet), entry]
    return RuledRecord(
        sheet={**decided.sheet, "rulings": rulings}, moved=decided.moved, notes=decided.notes
    )


def ruling_keys(sheet: Mapping[str, referee.Json]) -> frozenset[str]:
    """Return the keys of a hand that only a referee may write or remove."""
    replayed = any(row.get("decision") == Decision.REPLAYED for row in _rulings(sheet))
    return BY_RULING | {"void"} if replayed else BY_RULING


def taken_back_events(sheet: Mapping[str, referee.Json]) -> frozenset[int]:
    """Return the events that a ruling took back and that no later ruling reinstated; ``takes back`` follows each."""
    last = {
        event: row["decision"]
        for row in _rulings(sheet)
        if isinstance(event := row.get("event"), int)
        and row.get("decision") in {Decision.TAKEN_BACK, Decision.STANDS}
    }
    return frozenset(event for event, decided in last.items() if decided == Decision.TAKEN_BACK)


def is_reopened(hand: Hand) -> bool:
    """Return whether the latest change of a hand is a ruling after which, with a play taken back, it is unfinished."""
    answer = hand.adjudication.answer
    is_open = answer["status"] == UNFINISHED and not answer.get("annulled")
    return is_open and hand.head.kind == Kind.RULED and bool(taken_back_events(hand.head.content))


def has_plays_after_taken_back(hand: Hand) -> bool:
    """Return whether events follow the latest play that a ruling took back in the record, and what was played instead of it."""
    sheet = hand.head.content
    events = _events(sheet)
    event = max(taken_back_events(sheet), default=len(events))
    return event + 1 + _is_replaced(hand, sheet, event) < len(events)


def open_replacement(hand: Hand) -> int | None:
    """Return the event that the latest ruling of a reopened hand took back, while nothing was played instead of it; None for others."""
    if not is_reopened(hand):
        return None
    event = max(taken_back_events(hand.head.content))
    return None if _is_replaced(hand, hand.head.content, event) else event


def decision_of(revision: HandRevision) -> referee.Json:
    """Return what the ruling decided that created a revision of a hand; None if no ruling did."""
    rulings = _rulings(revision.content) if revision.kind == Kind.RULED else []
    return rulings[-1].get("decision") if rulings else None


def move_rulings(sheet: referee.JsonObject, moved: effects.EventMapping) -> referee.JsonObject:
    """Return the record with its rulings moved to the new numbers of their events; a removed event's is about the hand."""
    rulings = _rulings(sheet)
    if not rulings:
        return sheet
    return {**sheet, "rulings": [_moved(ruling, moved) for ruling in rulings]}


def _moved(ruling: referee.JsonObject, moved: effects.EventMapping) -> referee.JsonObject:
    event = ruling.get("event")
    if not isinstance(event, int):
        return ruling
    number = moved(event)
    rest = {key: value for key, value in ruling.items() if key != "event"}
    return rest if number is None else {"event": number, **rest}


def _rulings(sheet: Mapping[str, referee.Json]) -> list[referee.JsonObject]:
    rows = sheet.get("rulings")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _events(sheet: Mapping[str, referee.Json]) -> list[str]:
    return cast(list[str], sheet.get("events") or [])


def _reinstated(hand: Hand, sheet: referee.JsonObject, event: int | None) -> RuledRecord:
    """Return the record without an earlier ruling that took the play back or struck the hand out."""
    if event is not None:
        return _standing_again(hand, sheet, event)
    before = {row.get("decision") for row in _rulings(sheet)}
    struck = {"annulled"} if before & {Decision.ANNULLED, Decision.REPLAYED} else set()
    struck |= {"void"} if Decision.REPLAYED in before else set()
    struck &= sheet.keys()
    if not struck:
        return RuledRecord(sheet=sheet, moved=effects.unmoved)
    counts = {key: value for key, value in sheet.items() if key not in struck}
    return RuledRecord(sheet=counts, moved=effects.unmoved, notes=(COUNTS_AGAIN,))


def _standing_again(hand: Hand, sheet: referee.JsonObject, event: int) -> RuledRecord:
    """Return the record without what a ruling wrote after the event: ``takes back``, and what was played instead."""
    events = _events(sheet)
    following = events[event].partition(":")[2].strip() if event < len(events) else ""
    if event not in taken_back_events(sheet) or following.lower() != "takes back":
        return RuledRecord(sheet=sheet, moved=effects.unmoved)
    is_replaced = _is_replaced(hand, sheet, event)
    gone = 1 + is_replaced

    def moved(number: int) -> int | None:
        if event < number <= event + gone:
            return None
        return number if number <= event else number - gone

    rewritten: referee.JsonObject = {**sheet, "events": [*events[:event], *events[event + gone :]]}
    notes = (STANDS_AGAIN, NOT_REPLACED) if is_replaced else (STANDS_AGAIN,)
    return RuledRecord(sheet=move_rulings(rewritten, moved), moved=moved, notes=notes)


def _is_replaced(hand: Hand, sheet: Mapping[str, referee.Json], event: int) -> bool:
    """Return whether the ruling that took an event back wrote what was played instead, and it is still there."""
    events = _events(sheet)
    seat, after = (_seat_of(events, number) for number in (event, event + 2))
    taken_back = {"event": event, "decision": str(Decision.TAKEN_BACK)}.items()
    rulings = [number for number, row in enumerate(_rulings(sheet), 1) if taken_back <= row.items()]
    if not rulings or not seat or seat != after:
        return False
    ruled = hand.revisions.filter(kind=Kind.RULED).order_by("number")
    by = next((each for each in ruled if len(_rulings(each.content)) == rulings[-1]), None)
    return by is not None and _has_replaced(by)


def _has_replaced(ruled: HandRevision) -> bool:
    """Return whether a ruling wrote two events: ``takes back``, and what was played instead."""
    before = HandRevision.objects.get(hand=ruled.hand_id, number=ruled.number - 1)
    return len(_events(ruled.content)) == len(_events(before.content)) + 2


def replacement(ruling: Ruling) -> str:
    """Return what was played instead of the play that a ruling took back, as the record writes it; empty if that is not known."""
    if ruling.decision != Decision.TAKEN_BACK:
        return ""
    sheet = ruling.revision.content
    rows = _rulings(sheet)
    event = rows[-1].get("event") if rows else None
    if not isinstance(event, int) or not _has_replaced(ruling.revision):
        return ""
    return _events(sheet)[event + 1]


def _seat_of(events: Sequence[str], number: int) -> str:
    """Return whose event this is, as it is written; empty if there is none."""
    if not 1 <= number <= len(events):
        return ""
    seat, colon, _ = events[number - 1].partition(":")
    return seat.strip() if colon else ""


def _replaced(
    hand: Hand, sheet: referee.JsonObject, event: int | None, instead: str
) -> RuledRecord:
    """Return the record with the event taken back, and what its seat played instead.  Raises MalformedError for what is no action."""
    try:
        return _agreeing(hand, _taken_back(sheet, event, instead))
    except referee.MalformedError as error:
        if event is None or error.where != f"events[{event + 1}]":
            raise
        raise referee.MalformedError(error.code, "instead", error.message) from error


def _taken_back(sheet: referee.JsonObject, event: int | None, instead: str) -> RuledRecord:
    """Return the record with ``takes back`` after the event, and then what its seat played instead."""
    events = _events(sheet)
    if event is None:
        raise DisputeError(
            "decision",
            gettext_noop(
                "The dispute is about no play in the record, so there is nothing to take back."
            ),
        )
    seat, _, action = (part.strip() for part in events[event - 1].partition(":"))
    after = events[event].partition(":")[2].strip() if event < len(events) else ""
    if not action or action.lower() == "takes back" or after.lower() == "takes back":
        raise DisputeError(
            "decision", gettext_noop("Only a play or pass that still stands can be taken back.")
        )

    written = [f"{seat}: {what}" for what in ("takes back", instead.strip()) if what]

    def moved(number: int) -> int | None:
        return number if number <= event else number + len(written)

    rewritten: referee.JsonObject = {
        **sheet,
        "events": [*events[:event], *written, *events[event:]],
    }
    return RuledRecord(sheet=move_rulings(rewritten, moved), moved=moved)


def _agreeing(hand: Hand, decided: RuledRecord) -> RuledRecord:
    """Return the record without score-sheet keys that now contradict it, each with a note, so that it stays readable elsewhere."""
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
    """Raise DisputeError if an adjustment lacks seat or points, or another decision has them."""
    adjusts = ruling.decision is Decision.ADJUSTMENT
    if adjusts and (ruling.seat is None or not ruling.points):
        where = "seat" if ruling.seat is None else "points"
        raise DisputeError(
            where, gettext_noop("An adjustment gives a seat points, or takes them: -10, 5 …")
        )
    if not adjusts and not (ruling.seat is None and ruling.points is None):
        where = "points" if ruling.seat is None else "seat"
        raise DisputeError(where, gettext_noop("Only an adjustment names a seat and points."))


def _adjusted(sheet: referee.JsonObject, ruling: NewRuling) -> referee.JsonObject:
    """Return the record with the adjustment added to earlier ones."""
    points = float(ruling.points or 0)
    points = int(points) if points.is_integer() else points
    new: referee.JsonObject = {"seat": ruling.seat, "points": points, "reason": ruling.reason}
    before = cast(list[referee.Json], sheet.get("adjustments") or [])
    return {**sheet, "adjustments": [*before, new]}
