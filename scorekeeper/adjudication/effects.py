"""What a change would do to a session, or did: which verdicts, points, totals and places are others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import referee
from scorekeeper.adjudication import judging, record_parts
from scorekeeper.models import Result, Session

Answer = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A session adjudicated: the referee's answers by position, and where it stands after them."""

    answers: Mapping[int, Answer]
    totals: list[float] | None
    over: bool
    winners: list[int]
    lowest_wins: bool


def outcome_now(session: Session) -> Outcome:
    """The session as it stands in the books."""
    hands = session.hands.select_related("adjudication").order_by("position")
    result = Result.objects.get(session=session)
    return Outcome(
        answers={hand.position: hand.adjudication.answer for hand in hands},
        totals=result.totals,
        over=result.over,
        winners=list(result.winners),
        lowest_wins=judging.rules_of(session).lowest_wins,
    )


def outcome_if(
    session: Session,
    *,
    sheets: Mapping[int, record_parts.JsonObject] | None = None,
    house_rules: record_parts.JsonObject | None = None,
) -> Outcome:
    """The session with other sheets for some of its hands, or under other house rules.  Nothing is kept.

    Raises MalformedError where the hands cannot be read so.
    """
    head = judging.session_record(session.head)
    if house_rules is not None:
        head = {**head, "house_rules": house_rules}
    record = referee.parse_record({**head, "hands": []})
    rules = referee.rules_for(record.variant, record.house_rules)
    hands = session.hands.select_related("head").order_by("position")
    kept = {hand.position: judging.hand_record(hand.head) for hand in hands}
    return outcome_of({**kept, **(sheets or {})}, rules, referee.Carried.first(record))


def outcome_of(
    sheets: Mapping[int, record_parts.JsonObject], rules: referee.Rules, carried: referee.Carried
) -> Outcome:
    """Hands adjudicated one after the other, by position, with what is carried into the first of them."""
    answers: dict[int, Answer] = {}
    for position, sheet in sheets.items():
        judged = referee.readjudicate_hand(rules, sheet, carried)
        answers[position] = judged.as_json()
        carried = judged.carried_out
    return Outcome(
        answers=answers,
        totals=None if carried.totals is None else list(carried.totals),
        over=carried.over,
        winners=list(referee.winners(rules, carried)) if carried.over else [],
        lowest_wins=rules.lowest_wins,
    )


EventMapping = Callable[[int], int | None]
"""Where an event of the record before stands in the record after; None: it is gone."""


def unmoved(event: int) -> int | None:
    """No event was moved."""
    return event


def difference(
    before: Outcome, after: Outcome, *, amended: int | None = None, moved: EventMapping = unmoved
) -> Answer:
    """What is otherwise: hand by hand verdicts, points and status, then totals and winners.

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


def _verdicts(before: Sequence[Answer], after: Sequence[Answer], *, moved: EventMapping) -> list[Answer]:
    """Verdicts that are new, gone or others; ``event`` counts in the record after, ``was`` in the one before."""
    came_from = {there: was for was in range(1, len(before) + 1) if (there := moved(was))}
    rows = []
    for event in after:
        was = came_from.get(event["event"])
        old = before[was - 1] if was else None
        if _said(old) != _said(event) or old is None or old["text"] != event["text"]:
            rows.append({"event": event["event"], "was": was, "before": _short(old), "after": _short(event)})  # fmt: skip
    gone = (was for was in range(1, len(before) + 1) if moved(was) is None)
    return [
        *rows,
        *({"event": None, "was": was, "before": _short(before[was - 1]), "after": None} for was in gone),
    ]  # fmt: skip


def _first_contradiction(
    before: Outcome, after: Outcome, *, amended: int | None, moved: EventMapping
) -> Answer | None:
    """The first thing after the change that no longer fits: a play that was not illegal before, or a sheet."""
    for position, answer in after.answers.items():
        old = before.answers.get(position)
        if old is None or (amended is not None and position < amended):
            continue
        for contradiction in answer.get("contradictions") or []:
            if contradiction not in (old.get("contradictions") or []):
                return {"position": position, **contradiction}
        rows = _verdicts(old["events"], answer["events"], moved=moved if position == amended else unmoved)  # fmt: skip
        for row in rows:
            if _is_illegal(row["after"]) and not _is_illegal(row["before"]) and row["was"]:
                event = answer["events"][row["event"] - 1]
                where = f"events[{row['event'] - 1}]"
                return {"position": position, "where": where, "code": event["fault"], "message": event["reason"]}  # fmt: skip
    return None


def _pair(before: Any, after: Any) -> Answer | None:
    return None if before == after else {"before": before, "after": after}


def _said(event: Answer | None) -> tuple[Any, ...] | None:
    return None if event is None else (event["verdict"], event.get("fault"))


def _is_illegal(event: Answer | None) -> bool:
    return event is not None and event["verdict"] == "illegal"


def _short(event: Answer | None) -> Answer | None:
    if event is None:
        return None
    said = ("text", "verdict", "fault", "rule", "reason", "template", "parameters")
    return {key: event[key] for key in said if key in event}
