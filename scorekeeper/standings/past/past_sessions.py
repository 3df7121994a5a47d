"""Sessions as they were known at a moment: their revisions of that moment, judged again in memory.

A hand is judged under the edition of the rules under which it is stored.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar
from uuid import UUID

from django.db.models import F

import referee
from scorekeeper.adjudication import effects, judging, session_columns
from scorekeeper.models import AuditEntry, HandRevision, Season, Session, SessionRevision
from scorekeeper.standings import tallies
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tallies import HandScore
from scorekeeper.standings.totals import SessionScore

MOST_RELABELED = 500
"""Earlier revisions of sessions that are read for their labels; of more, a worker looks for a label."""
PIECE = 200
"""Sessions whose revisions are in memory together, of those that are judged once."""
_Revision = TypeVar("_Revision", SessionRevision, HandRevision)


class SessionAsOf(NamedTuple):
    """The scores of a session as they were known at a moment; empty if it was not in the scope or did not exist yet."""

    scores: tuple[SessionScore, ...] = ()
    hand_scores: tuple[HandScore, ...] = ()
    lowest_wins: bool = False


class SessionHistory:
    """All revisions of some sessions and their hands, read once."""

    def __init__(self, sessions: Collection[UUID]) -> None:
        self._sessions: dict[UUID, list[SessionRevision]] = defaultdict(list)
        for revision in SessionRevision.objects.filter(session__in=sessions).order_by("number"):
            self._sessions[revision.session_id].append(revision)
        self._hands: dict[UUID, dict[UUID, list[HandRevision]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._digests: dict[UUID, str | None] = {}  # of the rules, by hand
        hands = HandRevision.objects.filter(session__in=sessions).order_by("position", "number")
        for hand in hands.annotate(rules_digest=F("hand__adjudication__rules_digest")):
            self._hands[hand.session_id][hand.hand_id].append(hand)
            self._digests[hand.hand_id] = hand.rules_digest

    def session_as_of(
        self,
        session: UUID,
        at: datetime | None,
        *,
        survivors: Mapping[UUID, UUID],
        scope: Scope,
        until: datetime | None = None,
    ) -> SessionAsOf:
        """Return the session as it was known at a moment, or with None as it is known now.

        ``survivors`` maps merged players to those who stay.  Of a session without a date, hands first recorded from ``until``
        on, which is the end of the scope, are left out.
        """
        head = _head(self._sessions[session], at)
        if head is None:
            return SessionAsOf()
        session_record = judging.session_record(head)
        columns = session_columns.columns_of(session_record)
        if not scope.includes(columns):
            return SessionAsOf()
        record = referee.parse_record({**session_record, "hands": []})
        rules = referee.rules_for(record.variant, record.house_rules)
        revisions = self._hand_heads(session, at, None if columns["played_on"] else until)
        hand_records = {hand.position: judging.hand_record(hand) for hand in revisions}
        own_rules = {
            hand.position: referee.rules_for(
                record.variant, record.house_rules, digest=self._digests.get(hand.hand_id)
            )
            for hand in revisions
        }
        carried = referee.Carried.first(record)
        outcome = effects.outcome_of(hand_records, rules, carried, own_rules=own_rules)
        seated = (UUID(player) for player in head.content["players"])
        players = {seat: survivors.get(player, player) for seat, player in enumerate(seated, 1)}
        hand_scores = [
            score
            for hand in revisions
            for score in tallies.scores_from_answer(
                hand.hand_id, outcome.answers[hand.position], players
            )
        ]
        seats: dict[int, list[HandScore]] = defaultdict(list)
        for score in hand_scores:
            seats[score.seat].append(score)
        scores = tallies.session_scores(session, seats, lowest_wins=rules.lowest_wins)
        return SessionAsOf(tuple(scores.values()), tuple(hand_scores), rules.lowest_wins)

    def _hand_heads(
        self, session: UUID, at: datetime | None, until: datetime | None
    ) -> list[HandRevision]:
        """Return the hands as they were known at a moment; with ``until`` only those first recorded before it."""
        chains = self._hands[session].values()
        in_scope = [chain for chain in chains if until is None or chain[0].at < until]
        heads = (_head(chain, at) for chain in in_scope)
        return [head for head in heads if head is not None]


def sessions_as_of(
    sessions: Collection[UUID],
    at: datetime,
    *,
    survivors: Mapping[UUID, UUID],
    scope: Scope,
    until: datetime | None,
) -> Iterator[tuple[UUID, SessionAsOf]]:
    """Yield these sessions as they were known at a moment, reading some of them at a time."""
    ordered = sorted(sessions)
    for start in range(0, len(ordered), PIECE):
        piece = ordered[start : start + PIECE]
        history = SessionHistory(piece)
        for pk in piece:
            yield pk, history.session_as_of(pk, at, survivors=survivors, scope=scope, until=until)


def sessions_filed_at(season: Season, at: datetime) -> set[UUID]:
    """Return the sessions that belonged to a season at a moment, by the audit log.

    A session opened after that moment counts where it was opened.
    """
    sessions = set(season.sessions.values_list("pk", flat=True))
    for session in sessions_refiled_since(season, at):
        sessions.discard(session)
        if _season_at(season, session, at) == str(season.pk):
            sessions.add(session)
    return sessions


def sessions_refiled_since(season: Season, at: datetime) -> set[UUID]:
    """Return the sessions of the club that were moved to another season, or out of every season, since a moment."""
    log = AuditEntry.objects.filter(club=season.club_id, act="session filed", at__gt=at)
    return {UUID(pk) for pk in log.values_list("subject", flat=True)}


def sessions_filed_since(season: Season, since: datetime) -> set[UUID]:
    """Return every session that belonged to the season at some time since, and perhaps a few that did not."""
    current = season.sessions.values_list("pk", flat=True)
    return {*current, *sessions_filed_at(season, since), *sessions_refiled_since(season, since)}


def sessions_changed_since(sessions: Collection[UUID], at: datetime) -> set[UUID]:
    """Return those of these sessions that have a revision, or a hand's revision, after a moment."""
    later = (
        SessionRevision.objects.filter(session__in=sessions, at__gt=at),
        HandRevision.objects.filter(session__in=sessions, at__gt=at),
    )
    return {pk for revisions in later for pk in revisions.values_list("session", flat=True)}


def are_never_used(season: Season, scope: Scope) -> bool:
    """Return whether surely no session that a reader of this scope may see has its labels, or had them in an earlier revision."""
    sessions = Scope(public_only=scope.public_only).narrow(
        Session.objects.filter(club=season.club), season
    )
    if not scope.labels or sessions.filter(**scope.labels).exists():
        return False
    of_club = SessionRevision.objects.filter(club=season.club_id).order_by()
    corrected = of_club.filter(number__gt=1, session__in=sessions.values("pk")).values("session")
    earlier = of_club.filter(session__in=corrected)
    revisions = earlier.only("content", "text", "session")[: MOST_RELABELED + 1]
    columns = (session_columns.columns_of(judging.session_record(row)) for row in revisions)
    return len(revisions) <= MOST_RELABELED and not any(map(scope.has_labels_of, columns))


def _season_at(season: Season, session: UUID, at: datetime) -> object:
    """Return the id of the season, as text, that a session of the club belonged to at a moment; None for no season."""
    actions = ("session opened", "session imported", "session filed")
    log = AuditEntry.objects.filter(club=season.club_id, subject=str(session), act__in=actions)
    # entries about imported sessions did not always tell the season
    telling = [
        entry
        for entry in log.order_by("id")
        if entry.act != "session imported" or "season" in entry.details
    ]
    known = [entry for entry in telling if entry.at <= at][-1:] or telling[:1]
    return known[0].details.get("season") if known else None


def _head(chain: Sequence[_Revision], at: datetime | None) -> _Revision | None:
    """Return the last revision of a chain, or the last one at a moment."""
    known = (revision for revision in reversed(chain) if at is None or revision.at <= at)
    return next(known, None)
