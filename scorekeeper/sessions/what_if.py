"""Preview other house rules on sessions that were played, and apply them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop

import referee
from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import effects, judging, revisions
from scorekeeper.models import Cause, Kind, Season, Session, User
from scorekeeper.sessions import recording
from scorekeeper.standings import projection
from scorekeeper.standings.impact import ImpactContext, season_changes
from scorekeeper.standings.plans.plan_input import UnreadablePlanError
from scorekeeper.standings.totals import exact_sum

Outcomes: TypeAlias = Mapping[UUID, effects.SessionOutcome]
"""Outcomes by session id."""


class NothingToApplyError(ActionError):
    """The session is already judged by these rules."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("The session is judged by these rules already: there is nothing to apply.")
        )


def preview(session: Session, house_rules: referee.JsonObject | None) -> effects.Answer:
    """Return what would change under other house rules, without saving.

    None stands for the session's own rules, under the current edition of the tables. Raises MalformedError for rules
    that the variant does not have, or under which a hand cannot be read.
    """
    hands = effects.hands_of(session)
    before = effects.outcome_now(session, hands=hands)
    after = effects.outcome_if(session, house_rules=house_rules, hands=hands)
    return _changes(session, before, after)


@transaction.atomic
def apply(
    session: Session, house_rules: referee.JsonObject | None, *, reason: str, by: User
) -> effects.Answer:
    """Judge a session by other house rules from now on: write its next revision, and return what changed."""
    before = effects.outcome_now(recording.lock(session))
    session = judge_by(session, house_rules, reason=reason, by=by)
    return _changes(session, before, effects.outcome_now(session))


@transaction.atomic
def judge_by(
    session: Session, house_rules: referee.JsonObject | None, *, reason: str, by: User
) -> Session:
    """Judge a session by other house rules from now on, and return its new row.

    Raises NothingToApplyError, or MalformedError if a hand cannot be read under these rules.
    """
    session = recording.lock(session)
    record = judging.session_record(session.head)
    if house_rules is not None:
        record = {**record, "house_rules": house_rules}
    rules = referee.rules_for(session.variant, record.get("house_rules") or {})  # type: ignore[arg-type]
    if not _is_new(session, rules):
        raise NothingToApplyError
    act = revisions.Act(by=by, kind=Kind.AMENDED, cause=Cause.RULE_CORRECTION, reason=reason)
    seated = [seat.player for seat in session.seats.select_related("player")]
    recording.save_revision(session, recording.session_parts(record, players=seated), act)
    judging.rejudge(session, renews_edition=True)
    audit.note(
        "house rules applied", session, by=by, digest=session.head.digest, rules=rules.digest
    )
    return session


def preview_in_season(
    season: Season, variant: str, house_rules: referee.JsonObject | None
) -> dict[str, Any]:
    """Return what would change in every session of a season, and what its players would gain or lose in total."""
    sessions = list(of_variant(season, variant))
    before = {session.pk: effects.outcome_now(session) for session in sessions}
    after = {
        session.pk: effects.outcome_if(session, house_rules=house_rules) for session in sessions
    }
    return _in_season(season, sessions, before, after)


@transaction.atomic
def apply_in_season(
    season: Season,
    variant: str,
    house_rules: referee.JsonObject | None,
    *,
    reason: str,
    by: User,
) -> dict[str, Any]:
    """Apply house rules to every session of a season that is not judged by them yet."""
    sessions = list(of_variant(season, variant))
    before = {session.pk: effects.outcome_now(session) for session in sessions}
    for session in sessions:
        with suppress(NothingToApplyError):
            judge_by(session, house_rules, reason=reason, by=by)
    after = {session.pk: effects.outcome_now(session) for session in sessions}
    return _in_season(season, sessions, before, after)


def of_variant(season: Season, variant: str) -> QuerySet[Session]:
    """Return the sessions of a game in a season."""
    return season.sessions.filter(variant=variant).select_related("head", "result").order_by("pk")


def _is_new(session: Session, rules: referee.Rules) -> bool:
    """Return whether the rules differ, or some verdicts come from an older edition of the tables."""
    current = judging.rules_of(session).digest
    judged = session.hands.exclude(adjudication__rules_digest=rules.digest)
    return rules.digest != current or judged.exists()


def _changes(
    session: Session, before: effects.SessionOutcome, after: effects.SessionOutcome
) -> effects.Answer:
    table = ImpactContext(session, projection.load(session.club_id, [session]))
    changes = effects.difference(before, after)
    return {**changes, "season": season_changes(table, before, after)}


def _in_season(
    season: Season, sessions: Sequence[Session], before: Outcomes, after: Outcomes
) -> dict[str, Any]:
    """Return the sessions that change, and the totals and places of the season's players before and after."""
    changes = {
        session.pk: effects.difference(before[session.pk], after[session.pk])
        for session in sessions
    }
    changed = [
        {"session": str(pk), "effects": each} for pk, each in changes.items() if is_different(each)
    ]
    return {
        "sessions": changed,
        "unchanged": len(changes) - len(changed),
        "players": _player_changes(season, sessions, before, after),
    }


def is_different(changes: effects.Answer) -> bool:
    """Return whether anything changes in a session."""
    return any(changes[key] for key in ("hands", "totals", "over", "winners"))


def _player_changes(
    season: Season, sessions: Sequence[Session], before: Outcomes, after: Outcomes
) -> list[dict[str, Any]]:
    if not sessions:
        return []
    projected = projection.load(season.club_id, sessions)
    if season.pk not in projected.seasons:
        raise UnreadablePlanError
    was, will = (
        projected.places_if(season.pk, [(session, outcomes[session.pk]) for session in sessions])
        for outcomes in (before, after)
    )
    return player_changes(was, will)


def player_changes(was: projection.Places, will: projection.Places) -> list[dict[str, Any]]:
    """Return total and place before and after of each player for whom they change, largest gain first."""
    rows = [
        {
            "player": str(player),
            "before": old.total,
            "after": new.total,
            "change": exact_sum([new.total or 0, -(old.total or 0)]),
            "place": {"before": old.place, "after": new.place},
        }
        for player, old in was.items()
        if old != (new := will[player])
    ]
    return sorted(rows, key=lambda row: (-float(str(row["change"])), str(row["player"])))
