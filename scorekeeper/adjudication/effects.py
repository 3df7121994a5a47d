"""Compare a session before and after a change: verdicts, points, places, totals, winners."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import referee
from scorekeeper.adjudication import judging
from scorekeeper.models import Hand, Result, Session

Answer = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class SessionOutcome:
    """The referee's answers about a session's hands, by position, and the state after the last one."""

    answers: Mapping[int, Answer]
    totals: list[float] | None
    over: bool
    winners: list[int]
    lowest_wins: bool


def hands_of(session: Session) -> list[Hand]:
    """Return a session's hands in order, with what the functions below need of them."""
    return list(session.hands.select_related("head", "adjudication").order_by("position"))


def outcome_now(session: Session, *, hands: Sequence[Hand] | None = None) -> SessionOutcome:
    """Return the stored outcome of a session; ``hands`` are those of ``hands_of``, where they were read already."""
    hands = hands_of(session) if hands is None else hands
    result = Result.objects.get(session=session)
    return SessionOutcome(
        answers={hand.position: hand.adjudication.answer for hand in hands},
        totals=result.totals,
        over=result.over,
        winners=list(result.winners),
        lowest_wins=judging.rules_of(session).lowest_wins,
    )


def outcome_if(
    session: Session,
    *,
    sheets: Mapping[int, referee.JsonObject] | None = None,
    house_rules: referee.JsonObject | None = None,
    hands: Sequence[Hand] | None = None,
) -> SessionOutcome:
    """Return the outcome with other records for some hands (`sheets`, by position), or under other house rules.

    ``hands`` are those of ``hands_of``, where they were read already.  Stores nothing.  Raises MalformedError if a hand cannot be read under these rules.
    """
    head = judging.session_record(session.head)
    if house_rules is not None:
        head = {**head, "house_rules": house_rules}
    record = referee.parse_record({**head, "hands": []})
    rules = referee.rules_for(record.variant, record.house_rules)
    hands = hands_of(session) if hands is None else hands
    stored = {hand.position: judging.hand_record(hand.head) for hand in hands}
    own_rules = {} if sheets is None else rules_by_position(session, hands)
    carried = referee.Carried.first(record)
    return outcome_of({**stored, **(sheets or {})}, rules, carried, own_rules=own_rules)


def rules_by_position(session: Session, hands: Sequence[Hand]) -> dict[int, referee.Rules]:
    """Return the rules by which each hand stays judged where a record changes: those of its own edition."""
    return {hand.position: judging.rules_of(session, hand.adjudication) for hand in hands}


def outcome_of(
    sheets: Mapping[int, referee.JsonObject],
    rules: referee.Rules,
    carried: referee.Carried,
    *,
    own_rules: Mapping[int, referee.Rules] = MappingProxyType({}),
) -> SessionOutcome:
    """Judge hands in order of position, by ``rules`` or their own ones; `carried` is the state before the first."""
    answers: dict[int, Answer] = {}
    for position, sheet in sheets.items():
        judged = referee.readjudicate_hand(own_rules.get(position, rules), sheet, carried)
        answers[position] = judged.as_json()
        carried = judged.carried_out
    return SessionOutcome(
        answers=answers,
        totals=None if carried.totals is None else list(carried.totals),
        over=carried.over,
        winners=list(referee.winners(rules, carried)) if carried.over else [],
        lowest_wins=rules.lowest_wins,
    )


EventMapping = Callable[[int], int | None]
"""Maps an event's number in the old record to its number in the new one; None if it was removed."""


def unmoved(event: int) -> int | None:
    """Return the same number: the mapping of a change that moves no event."""
    return event


def difference(
    before: SessionOutcome,
    after: SessionOutcome,
    *,
    amended: int | None = None,
    moved: EventMapping = unmoved,
) -> Answer:
    """Return what differs: per hand verdicts, points and status; then totals, winners and the first contradiction.

    ``amended`` is the position of the hand whose events ``moved``.
    """
    hands = [
        _of_hand(
            position,
            before.answers[position],
            after.answers[position],
            moved=moved if position == amended else unmoved,
        )
        for position in before.answers
        if position in after.answers and before.answers[position] != after.answers[position]
    ]
    changed = [hand for hand in hands if len(hand) > 1]
    return {
        "hands": changed,
        "totals": _pair(before.totals, after.totals),
        "over": _pair(before.over, after.over),
        "winners": _pair(before.winners, after.winners),
        "first_contradiction": _first_contradiction(before, after, amended=amended, moved=moved),
    }


def _of_hand(position: int, before: Answer, after: Answer, *, moved: EventMapping) -> Answer:
    verdicts = [*_verdicts(before["events"], after["events"], moved=moved)]
    changes: Answer = {"position": position}
    if verdicts:
        changes["verdicts"] = verdicts
    for key in ("status", "points", "places", "cards_left", "loser"):
        if before.get(key) != after.get(key):
            changes[key] = _pair(before.get(key), after.get(key))
    return changes


def _verdicts(
    before: Sequence[Answer], after: Sequence[Answer], *, moved: EventMapping
) -> list[Answer]:
    """List new, removed and changed verdicts; ``event`` is the number in the new record, ``was`` the one in the old record."""
    old_numbers = {new: old for old in range(1, len(before) + 1) if (new := moved(old))}
    rows = []
    for event in after:
        number = old_numbers.get(event["event"])
        old = before[number - 1] if number else None
        if _verdict(old) != _verdict(event) or old is None or old["text"] != event["text"]:
            rows.append(
                {
                    "event": event["event"],
                    "was": number,
                    "before": _short(old),
                    "after": _short(event),
                }
            )
    removed = (number for number in range(1, len(before) + 1) if moved(number) is None)
    return [
        *rows,
        *(
            {"event": None, "was": number, "before": _short(before[number - 1]), "after": None}
            for number in removed
        ),
    ]


def _first_contradiction(
    before: SessionOutcome, after: SessionOutcome, *, amended: int | None, moved: EventMapping
) -> Answer | None:
    """Return the first contradiction that the change causes: a play that becomes illegal, or a score sheet that no longer agrees."""
    for position, answer in after.answers.items():
        old = before.answers.get(position)
        if old is None or (amended is not None and position < amended):
            continue
        for contradiction in answer.get("contradictions") or []:
            if contradiction not in (old.get("contradictions") or []):
                return {"position": position, **contradiction}
        rows = _verdicts(
            old["events"], answer["events"], moved=moved if position == amended else unmoved
        )
        for row in rows:
            if _is_illegal(row["after"]) and not _is_illegal(row["before"]) and row["was"]:
                event = answer["events"][row["event"] - 1]
                where = f"events[{row['event'] - 1}]"
                return {
                    "position": position,
                    "where": where,
                    "code": event["fault"],
                    "message": event["reason"],
                }
    return None


def _pair(before: Any, after: Any) -> Answer | None:
    return None if before == after else {"before": before, "after": after}


def _verdict(event: Answer | None) -> tuple[Any, ...] | None:
    return None if event is None else (event["verdict"], event.get("fault"))


def _is_illegal(event: Answer | None) -> bool:
    return event is not None and event["verdict"] == "illegal"


def _short(event: Answer | None) -> Answer | None:
    if event is None:
        return None
    keys = ("text", "verdict", "fault", "rule", "reason", "template", "parameters")
    return {key: event[key] for key in keys if key in event}
