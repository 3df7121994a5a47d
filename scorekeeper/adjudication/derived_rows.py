"""The rows that are made of what the referee answers, to be thrown away and made again; nothing here is kept."""

import itertools
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import referee
from scorekeeper.models import Adjudication, Hand, Result, Score, Session, Verdict
from scorekeeper.models.rows import new_row

BOUND = 10**12


def input_digest(*, head: str, rules: str, carried_in: object) -> str:
    """The digest of everything that an adjudication depends on."""
    return referee.sha256(
        referee.canonical({"head": head, "rules": rules, "carried_in": carried_in})
    )


def adjudication_of(
    hand: Hand,
    rules: referee.Rules,
    judged: referee.HandAdjudication,
    answer: Mapping[str, Any],
) -> Adjudication:
    """The row that says what the referee made of a hand."""
    carried = judged.carried.as_json()
    row = new_row(
        Adjudication,
        hand_id=hand.pk,
        club_id=hand.club_id,
        input_digest=input_digest(head=hand.head.digest, rules=rules.digest, carried_in=carried),
        rules_digest=rules.digest,
        carried_in=carried,
        carried_out=judged.carried_out.as_json(),
        status=answer["status"],
        answer=answer,
    )
    hand._state.fields_cache["adjudication"] = row
    return row


def scores_of(
    hand: Hand, answer: Mapping[str, Any], *, players: Mapping[int, uuid.UUID]
) -> list[Score]:
    """What a hand brought, a row for each seat."""

    unknown = [None] * len(players)
    points, places, left = (
        answer.get(key) or unknown for key in ("points", "places", "cards_left")
    )
    return [
        new_row(
            Score,
            hand_id=hand.pk,
            club_id=hand.club_id,
            seat=seat,
            player_id=player,
            points=points[seat - 1],
            place=places[seat - 1],
            cards_left=left[seat - 1],
        )
        for seat, player in players.items()
    ]


def verdicts_of(hand: Hand, answer: Mapping[str, Any]) -> list[Verdict]:
    """A row for each play that was not plainly legal."""
    return [
        new_row(
            Verdict,
            hand_id=hand.pk,
            club_id=hand.club_id,
            event=event["event"],
            seat=event.get("seat"),
            verdict=event["verdict"],
            fault=event.get("fault") or "",
            rule=event.get("rule") or "",
            template=event.get("template") or "",
            parameters=event.get("parameters") or {},
            reason=event.get("reason") or "",
        )
        for event in answer.get("events") or []
        if event["verdict"] != "legal"
    ]


def result_of(
    session: Session, rules: referee.Rules, after: referee.Carried, *, inputs: Sequence[str]
) -> Result:
    """Where a session stands after its last hand; ``inputs`` are the digests that its hands depend on."""
    row = new_row(
        Result,
        session_id=session.pk,
        club_id=session.club_id,
        input_digest=referee.sha256(
            referee.canonical([session.head.digest, rules.digest, *inputs])
        ),
        hands=len(inputs),
        totals=after.as_json()["totals"],
        over=after.over,
        winners=list(referee.winners(rules, after)) if after.over else [],
    )
    session._state.fields_cache["result"] = row
    return row


def check(*rows: list[float | None] | None) -> None:
    """House rules may be anything; points that no column can hold are refused."""
    for value in itertools.chain.from_iterable(row or () for row in rows):
        if value is not None and not abs(value) <= BOUND:  # not a number is neither
            message = f"No points or totals beyond {BOUND:,} are kept."
            raise referee.MalformedError("impossible-result", "", message)
