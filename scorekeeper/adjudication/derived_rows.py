"""Rows derived from the referee's answers, which can be deleted and built again.

The functions that are named after rows return them unsaved; ``insert`` writes those of new hands, ``update`` those of hands
that are judged again, ``replace_result`` those of their session.
"""

import itertools
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import referee
from scorekeeper.models import (
    Adjudication,
    Hand,
    Recount,
    Replay,
    Rerating,
    Result,
    Score,
    Session,
    SessionFigures,
    Verdict,
)

BOUND = 10**12


class HandJudgement(NamedTuple):
    """A hand with its head revision, and the referee's judgement of it."""

    hand: Hand
    judged: referee.HandAdjudication
    answer: dict[str, Any]  # the judgement as JSON


def judgement_of(hand: Hand, judged: referee.HandAdjudication) -> HandJudgement:
    """Return a hand with its judgement.  Raises MalformedError for points or totals that no column can hold."""
    answer = judged.as_json()
    check(answer["points"], judged.carried_out.as_json()["totals"])
    return HandJudgement(hand, judged, answer)


def input_digest(*, head: str, rules: str, carried_in: object) -> str:
    """Return the digest of everything on which an adjudication depends."""
    return referee.sha256(
        referee.canonical({"head": head, "rules": rules, "carried_in": carried_in})
    )


def adjudication_of(
    hand: Hand, judged: referee.HandAdjudication, answer: Mapping[str, Any]
) -> Adjudication:
    """Return the adjudication of a hand, which has no replay yet.  ``answer`` is ``judged`` as JSON."""
    rules, carried = judged.rules.digest, judged.carried.as_json()
    return Adjudication(
        hand=hand,
        club_id=hand.club_id,
        input_digest=input_digest(head=hand.head.digest, rules=rules, carried_in=carried),
        rules_digest=rules,
        carried_in=carried,
        carried_out=judged.carried_out.as_json(),
        status=answer["status"],
        answer=answer,
    )


def scores_of(
    hand: Hand, answer: Mapping[str, Any], *, players: Mapping[int, uuid.UUID]
) -> list[Score]:
    """Return a hand's scores, one for each seat; ``players`` says for whom each seat counts."""
    unknown = [None] * len(players)
    points, places, left = (
        answer.get(key) or unknown for key in ("points", "places", "cards_left")
    )
    return [
        Score(
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
    """Return a verdict for each play that was not plainly legal."""
    return [
        Verdict(
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
    session: Session, rules: referee.Rules, after: referee.Carried, *, inputs: Sequence[str | None]
) -> Result:
    """Return a session's result after its last hand; ``inputs`` are the input digests of its hands, in order."""
    return Result(
        session=session,
        club_id=session.club_id,
        input_digest=result_digest(session, rules, inputs),
        hands=len(inputs),
        totals=after.as_json()["totals"],
        over=after.over,
        winners=list(referee.winners(rules, after)) if after.over else [],
    )


def result_digest(session: Session, rules: referee.Rules, inputs: Sequence[str | None]) -> str:
    """Return the digest of everything on which a session's result depends."""
    return referee.sha256(referee.canonical([session.head.digest, rules.digest, *inputs]))


def edition_of_result(
    session: Session, rules: referee.Rules, result: Result | None, inputs: Sequence[str | None]
) -> referee.Rules:
    """Return the rules in the edition in which a session's result was written; those in force if none fits."""
    stored = result.input_digest if result else ""
    editions = referee.editions(rules)
    fits = (each for each in editions if result_digest(session, each, inputs) == stored)
    return next(fits, rules)


def recount_rows(session: Session) -> list[Rerating | Recount]:
    """Return unsaved rows that have ratings, and standings where there is a season, count this session again."""
    rerating = Rerating(club_id=session.club_id, session=session)
    if session.season_id is None:
        return [rerating]
    return [rerating, Recount(season_id=session.season_id, session=session)]


def insert(judged: Sequence[HandJudgement], *, players: Mapping[int, uuid.UUID]) -> list[str]:
    """Write the rows of hands that have none yet; return the input digests of the adjudications."""
    adjudications = [adjudication_of(each.hand, each.judged, each.answer) for each in judged]
    Adjudication.objects.bulk_create(adjudications)
    Score.objects.bulk_create(_scores(judged, players))
    Verdict.objects.bulk_create(_verdicts(judged))
    return [row.input_digest for row in adjudications]


def update(judged: Sequence[HandJudgement], *, players: Mapping[int, uuid.UUID]) -> None:
    """Write the rows of hands that were judged again, whatever was stored of them before."""
    replace([adjudication_of(each.hand, each.judged, each.answer) for each in judged])
    Score.objects.bulk_create(  # no hand has other seats later
        _scores(judged, players),
        update_conflicts=True,
        unique_fields=["hand", "seat"],
        update_fields=["club", "player", "points", "place", "cards_left"],
    )
    Verdict.objects.filter(hand__in=[each.hand for each in judged]).delete()
    Verdict.objects.bulk_create(_verdicts(judged))


def _scores(judged: Iterable[HandJudgement], players: Mapping[int, uuid.UUID]) -> Iterable[Score]:
    return (
        score for hand, _, answer in judged for score in scores_of(hand, answer, players=players)
    )


def _verdicts(judged: Iterable[HandJudgement]) -> Iterable[Verdict]:
    return (verdict for hand, _, answer in judged for verdict in verdicts_of(hand, answer))


def replace_result(
    session: Session, rules: referee.Rules, after: referee.Carried, *, inputs: Sequence[str | None]
) -> None:
    """Write a session's result in the place of the one before, and have the session counted again.

    Raises MalformedError for totals that no column can hold.
    """
    check(after.as_json()["totals"])
    replace([result_of(session, rules, after, inputs=inputs)])
    for row in recount_rows(session):
        row.save(force_insert=True)


_Replaced = TypeVar("_Replaced", Adjudication, Result, Replay, SessionFigures)


def replace(rows: Sequence[_Replaced], *, batch_size: int | None = None) -> None:
    """Insert rows of one model, each in the place of the row with its primary key, if there is one."""
    if not rows:
        return
    model = type(rows[0])
    key = model._meta.pk
    columns = [field.name for field in model._meta.concrete_fields if field != key]
    model._default_manager.bulk_create(
        rows, batch_size, update_conflicts=True, unique_fields=[key.name], update_fields=columns
    )


def check(*rows: list[float | None] | None) -> None:
    """Raise MalformedError for points or totals that no column can hold: house rules may multiply them at will."""
    for value in itertools.chain.from_iterable(row or () for row in rows):
        if value is not None and not abs(value) <= BOUND:  # not a number is neither
            message = f"No points or totals beyond {BOUND:,} are kept."
            raise referee.MalformedError("impossible-result", "", message)
