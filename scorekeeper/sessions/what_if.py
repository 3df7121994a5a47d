"""Other house rules are tried on what was played, and applied by a decision that is kept."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias
from uuid import UUID

from django.db import transaction

import referee
from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import effects, judging, record_parts, revisions
from scorekeeper.models import Cause, Kind, Season, Session, User
from scorekeeper.sessions import recording
from scorekeeper.standings import impact as standings_impact
from scorekeeper.standings import projection
from scorekeeper.standings import totals as standings_totals

Outcomes: TypeAlias = Mapping[UUID, effects.Outcome]
"""By session."""


class NothingToApplyError(ActionError):
    """The session is played by these rules already."""

    def __init__(self) -> None:
        super().__init__("The session is judged by these rules already: there is nothing to apply.")


def what_if(session: Session, house_rules: record_parts.JsonObject | None) -> effects.Answer:
    """What would be different under these house rules; nothing given: under the tables of today.  Nothing is kept.

    Raises MalformedError for rules that the variant does not have or under which a hand cannot be read.
    """
    before = effects.outcome_now(session)
    after = effects.outcome_if(session, house_rules=house_rules)
    return _told(session, before, after)


@transaction.atomic
def apply(
    session: Session, house_rules: record_parts.JsonObject | None, *, reason: str, by: User
) -> effects.Answer:
    """Judge a session by these house rules from now on: the next revision of the session, and what became different."""
    session = recording.lock(session)
    before = effects.outcome_now(session)
    sheet = judging.session_record(session.head)
    if house_rules is not None:
        sheet = {**sheet, "house_rules": house_rules}
    rules = referee.rules_for(session.variant, sheet.get("house_rules") or {})  # type: ignore[arg-type]
    if not _is_new(session, rules):
        raise NothingToApplyError
    act = revisions.Act(by=by, kind=Kind.AMENDED, cause=Cause.RULE_CORRECTION, reason=reason)
    seated = [seat.player for seat in session.seats.select_related("player")]
    recording.write(session, recording.session_parts(sheet, players=seated), act)
    judging.rejudge(session)
    audit.note(
        "house rules applied", session, by=by, digest=session.head.digest, rules=rules.digest
    )
    return _told(session, before, effects.outcome_now(session))


def what_if_in_season(
    season: Season, variant: str, house_rules: record_parts.JsonObject | None
) -> dict[str, Any]:
    """The same for every session of a season, and what its players would have gained or lost in all."""
    sessions = list(_of_variant(season, variant))
    before = {session.pk: effects.outcome_now(session) for session in sessions}
    after = {
        session.pk: effects.outcome_if(session, house_rules=house_rules) for session in sessions
    }
    return _in_season(season, sessions, before, after)


@transaction.atomic
def apply_in_season(
    season: Season, variant: str, house_rules: record_parts.JsonObject | None, *, reason: str, by: User
) -> dict[str, Any]:
    """One decision for every session of a season that is not judged by these rules yet."""
    sessions = list(_of_variant(season, variant))
    before = {session.pk: effects.outcome_now(session) for session in sessions}
    for session in sessions:
        with suppress(NothingToApplyError):
            apply(session, house_rules, reason=reason, by=by)
    after = {session.pk: effects.outcome_now(session) for session in sessions}
    return _in_season(season, sessions, before, after)


def _of_variant(season: Season, variant: str) -> Any:
    return season.sessions.filter(variant=variant).select_related("head", "result").order_by("pk")


def _is_new(session: Session, rules: referee.Rules) -> bool:
    """Are there other rules than before, or verdicts of an older edition of the tables?"""
    now = judging.rules_of(session).digest
    judged = session.hands.exclude(adjudication__rules_digest=rules.digest)
    return rules.digest != now or judged.exists()


def _told(session: Session, before: effects.Outcome, after: effects.Outcome) -> effects.Answer:
    table = standings_impact.ImpactContext(session, projection.load(session.club_id, [session]))
    told = effects.difference(before, after)
    return {**told, "season": standings_impact.season_changes(table, before, after)}


def _in_season(
    season: Season, sessions: Sequence[Session], before: Outcomes, after: Outcomes
) -> dict[str, Any]:
    """The sessions that change, and the totals and places of the season's players before and after."""
    told = {
        session.pk: effects.difference(before[session.pk], after[session.pk])
        for session in sessions
    }
    changed = [
        {"session": str(pk), "effects": found} for pk, found in told.items() if _is_different(found)
    ]
    books = projection.load(season.club_id, sessions)
    return {
        "sessions": changed,
        "unchanged": len(told) - len(changed),
        "players": _moved(season.pk, books, sessions, before, after),
    }


def _is_different(told: effects.Answer) -> bool:
    return any(told[key] for key in ("hands", "totals", "over", "winners"))


def _moved(
    season: UUID,
    books: projection.Projection,
    sessions: Sequence[Session],
    before: Outcomes,
    after: Outcomes,
) -> list[dict[str, Any]]:
    """By player, total and place before and after; who gains the most comes first."""
    if not sessions:
        return []
    was, will = (
        books.places_if(season, [(session, outcomes[session.pk]) for session in sessions])
        for outcomes in (before, after)
    )
    rows = [
        {
            "player": str(player),
            "before": old.total,
            "after": new.total,
            "change": standings_totals.exact_sum([new.total or 0, -(old.total or 0)]),
            "place": {"before": old.place, "after": new.place},
        }
        for player, old in was.items()
        if old != (new := will[player])
    ]
    return sorted(rows, key=lambda row: (-float(str(row["change"])), str(row["player"])))
