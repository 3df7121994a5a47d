"""Other house rules are tried on what was played, and applied by a decision that is kept."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

import referee
from scorekeeper import adjudicating, auditing, effects, merging, recording, records, revising
from scorekeeper.models import Cause, Kind, Season, Session, User


class NothingToApplyError(ValueError):
    """The session is played by these rules already."""

    def __init__(self) -> None:
        super().__init__("The session is judged by these rules already: there is nothing to apply.")


def what_if(session: Session, house_rules: records.Keys | None) -> effects.Answer:
    """What would be different under these house rules; nothing given: under the tables of today.  Nothing is kept.

    Raises MalformedError for rules that the variant does not have or under which a hand cannot be read.
    """
    after = effects.outcome_if(session, house_rules=house_rules)
    return effects.difference(effects.outcome_now(session), after)


@transaction.atomic
def apply(
    session: Session, house_rules: records.Keys | None, *, reason: str, by: User
) -> effects.Answer:
    """Judge a session by these house rules from now on: the next revision of the session, and what became different."""
    session = recording.lock(session)
    before = effects.outcome_now(session)
    sheet = adjudicating.session_sheet(session.head)
    if house_rules is not None:
        sheet = {**sheet, "house_rules": house_rules}
    rules = referee.rules_for(session.variant, sheet.get("house_rules") or {})  # type: ignore[arg-type]
    if not _is_new(session, rules):
        raise NothingToApplyError
    act = revising.Act(by=by, kind=Kind.AMENDED, cause=Cause.RULE_CORRECTION, reason=reason)
    seated = [seat.player for seat in session.seats.select_related("player")]
    recording.write(session, recording.session_parts(sheet, players=seated), act)
    adjudicating.rejudge(session)
    auditing.note(
        "house rules applied", session, by=by, digest=session.head.digest, rules=rules.digest
    )
    return effects.difference(before, effects.outcome_now(session))


def what_if_in_season(
    season: Season, variant: str, house_rules: records.Keys | None
) -> dict[str, Any]:
    """The same for every session of a season, and what its players would have gained or lost in all."""
    told = {session.pk: what_if(session, house_rules) for session in _of_variant(season, variant)}
    changed: list[dict[str, Any]] = [
        {"session": str(pk), "effects": found} for pk, found in told.items() if _is_different(found)
    ]
    unchanged = len(told) - len(changed)
    return {"sessions": changed, "unchanged": unchanged, "players": _gains(season, changed)}


@transaction.atomic
def apply_in_season(
    season: Season, variant: str, house_rules: records.Keys | None, *, reason: str, by: User
) -> dict[str, Any]:
    """One decision for every session of a season that is not judged by these rules yet."""
    rows: list[dict[str, Any]] = []
    for session in _of_variant(season, variant):
        try:
            told = apply(session, house_rules, reason=reason, by=by)
        except NothingToApplyError:
            continue
        rows.append({"session": str(session.pk), "effects": told})
    unchanged = _of_variant(season, variant).count() - len(rows)
    return {"sessions": rows, "unchanged": unchanged, "players": _gains(season, rows)}


def _of_variant(season: Season, variant: str) -> Any:
    return season.sessions.filter(variant=variant).select_related("head", "result").order_by("pk")


def _is_new(session: Session, rules: referee.Rules) -> bool:
    """Are there other rules than before, or verdicts of an older edition of the tables?"""
    now = adjudicating.rules_of(session).digest
    judged = session.hands.exclude(adjudication__rules_digest=rules.digest)
    return rules.digest != now or judged.exists()


def _is_different(told: effects.Answer) -> bool:
    return any(told[key] for key in ("hands", "totals", "over", "winners"))


def _gains(season: Season, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """By player, the points of hands before and after, over the sessions that change."""
    sums: dict[str, list[float]] = {}
    seated = {str(session.pk): session for session in season.sessions.select_related("head")}
    merged = merging.staying_in(season.club_id)
    staying = {str(player): str(stays) for player, stays in merged.items()}
    for row in rows:
        written: list[str] = seated[row["session"]].head.content["players"]
        players = [staying.get(player, player) for player in written]
        for hand in row["effects"]["hands"]:
            points = hand.get("points") or {"before": None, "after": None}
            for side, values in enumerate((points["before"], points["after"])):
                for player, value in zip(players, values or [0] * len(players), strict=True):
                    sums.setdefault(player, [0, 0])[side] += value
    return [
        {"player": player, "before": before, "after": after, "change": after - before}
        for player, (before, after) in sorted(sums.items(), key=lambda row: row[1][0] - row[1][1])
        if before != after
    ]
