"""Sessions as they were known at a moment: the revisions of that time, judged again in memory by the tables of today."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar
from uuid import UUID

import referee
from scorekeeper.adjudication import effects, judging, record_parts
from scorekeeper.models import AuditEntry, HandRevision, Season, SessionRevision
from scorekeeper.standings import tallies
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tallies import HandScore
from scorekeeper.standings.totals import SessionScore

_Revision = TypeVar("_Revision", SessionRevision, HandRevision)


class SessionAsOf(NamedTuple):
    """A session as it was known: what it brought, by share and by hand."""

    scores: tuple[SessionScore, ...] = ()
    hand_scores: tuple[HandScore, ...] = ()
    lowest_wins: bool = False


class SessionHistory:
    """The histories of some sessions, read once."""

    def __init__(self, sessions: Collection[UUID]) -> None:
        self._sessions: dict[UUID, list[SessionRevision]] = defaultdict(list)
        for revision in SessionRevision.objects.filter(session__in=sessions).order_by("number"):
            self._sessions[revision.session_id].append(revision)
        self._hands: dict[UUID, dict[UUID, list[HandRevision]]] = defaultdict(
            lambda: defaultdict(list)
        )
        hands = HandRevision.objects.filter(session__in=sessions).order_by("position", "number")
        for written in hands:
            self._hands[written.session_id][written.hand_id].append(written)

    def session_as_of(
        self, session: UUID, at: datetime | None, *, staying: Mapping[UUID, UUID], scope: Scope
    ) -> SessionAsOf:
        """The session as it was known then, or is known now, so far as it belongs to a scope."""
        head = _head(self._sessions[session], at)
        if head is None:
            return SessionAsOf()
        sheet = judging.session_record(head)
        columns = record_parts.columns_of(sheet)
        if not scope.includes(columns):
            return SessionAsOf()
        record = referee.parse_record({**sheet, "hands": []})
        rules = referee.rules_for(record.variant, record.house_rules)
        until = scope.until if columns["played_on"] is None else None
        written = self._heads(session, at, until)
        sheets = {hand.position: judging.hand_record(hand) for hand in written}
        outcome = effects.outcome_of(sheets, rules, referee.Carried.first(record))
        seated = (UUID(player) for player in head.content["players"])
        players = {seat: staying.get(player, player) for seat, player in enumerate(seated, 1)}
        brought = [
            row
            for hand in written
            for row in tallies.scores_from_answer(hand.hand_id, outcome.answers[hand.position], players)
        ]
        seats: dict[int, list[HandScore]] = defaultdict(list)
        for row in brought:
            seats[row.seat].append(row)
        shares = tallies.session_scores(session, seats, lowest_wins=rules.lowest_wins)
        return SessionAsOf(tuple(shares.values()), tuple(brought), rules.lowest_wins)

    def _heads(
        self, session: UUID, at: datetime | None, until: datetime | None
    ) -> list[HandRevision]:
        chains = self._hands[session].values()
        told = [chain for chain in chains if until is None or chain[0].at < until]
        heads = (_head(chain, at) for chain in told)
        return [head for head in heads if head is not None]


def sessions_filed_at(season: Season, at: datetime) -> set[UUID]:
    """The sessions that belonged to a season at a moment, by the audit log; those opened later are as they were opened."""
    there = set(season.sessions.values_list("pk", flat=True))
    for subject in sessions_refiled_since(season, at):
        there.discard(subject)
        if _filing(season, subject, at) == str(season.pk):
            there.add(subject)
    return there


def sessions_refiled_since(season: Season, at: datetime) -> set[UUID]:
    """The sessions of the club that were filed under another season since, or under none."""
    log = AuditEntry.objects.filter(club=season.club_id, act="session filed", at__gt=at)
    return {UUID(pk) for pk in log.values_list("subject", flat=True)}


def sessions_filed_since(season: Season, since: datetime) -> set[UUID]:
    """Every session that belonged to the season at some time since, and perhaps a few that did not."""
    now = season.sessions.values_list("pk", flat=True)
    return {*now, *sessions_filed_at(season, since), *sessions_refiled_since(season, since)}


def sessions_changed_since(sessions: Collection[UUID], at: datetime) -> set[UUID]:
    """Of these sessions, the ones about which something was written later."""
    later = (
        SessionRevision.objects.filter(session__in=sessions, at__gt=at),
        HandRevision.objects.filter(session__in=sessions, at__gt=at),
    )
    return {pk for revisions in later for pk in revisions.values_list("session", flat=True)}


def _filing(season: Season, session: UUID, at: datetime) -> object:
    """The season that a session was filed under at a moment, as an id in text."""
    acts = ("session opened", "session filed")
    said = AuditEntry.objects.filter(club=season.club_id, subject=str(session), act__in=acts)
    last = said.filter(at__lte=at).order_by("-id").first() or said.order_by("id").first()
    return last.details.get("season") if last else None


def _head(chain: Sequence[_Revision], at: datetime | None) -> _Revision | None:
    """The last revision of a chain, or the last one at a moment."""
    known = (revision for revision in reversed(chain) if at is None or revision.at <= at)
    return next(known, None)
