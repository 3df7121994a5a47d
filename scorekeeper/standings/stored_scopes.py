"""Stored lines of a season and of its parts, by player and day: workers write them, readers take no lock.

Every value of a label has a part of its own: an event, a round, a table, a game.  Of the whole season every day is kept; of the
parts the last two days of each player, which the present table and its arrows need.  In a season with private sessions all of
it is stored twice, the second time of public sessions alone.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from scorekeeper.models import (
    CountedScope,
    Player,
    Recount,
    ScopeStanding,
    Season,
    SeasonCount,
    Session,
    Tally,
    Visibility,
    days,
)
from scorekeeper.standings import day_lines, tallies, tie_breaks, tie_results
from scorekeeper.standings.day_lines import CountedLine, DatedScore, ScopeKey, SeasonDays
from scorekeeper.standings.plans.plan import Plan, TieBreak
from scorekeeper.standings.scope import LABELS, Scope
from scorekeeper.standings.tie_results import TieResults

MOST_WAITING = 200
"""Sessions waiting to be counted whose labels a reader looks at."""
DAYS_KEPT = 2  # of each player in a part, of which not every day is kept
BATCH = 1_000  # rows written or deleted at a time
WHOLE: ScopeKey = ("",) * len(LABELS)
WHOLE_SEASON = Q(**dict.fromkeys(LABELS, ""))
"""Is true for the scope of a whole season."""
_Stored: TypeAlias = Mapping[tuple[ScopeKey, UUID], Mapping[date, tuple[int, str]]]
"""By part and player: the key and the digest of the row of each day."""


class CountChangedError(Exception):
    """A worker has stored another count of the season meanwhile."""


class StoredScope(NamedTuple):
    """The stored lines of a part of a season, by player with the day on which the line changed last."""

    rows: Mapping[UUID, tuple[date, CountedLine]]
    ties: TieResults


class _Changes(NamedTuple):
    outdated: list[int]  # keys of stored rows
    new: list[ScopeStanding]


def store(
    count: SeasonCount, plan: Plan, players: Collection[UUID] | None
) -> dict[UUID, CountedLine]:
    """Store the lines of these players, or of everybody, in a season and all its parts, from its stored tallies; and the ties.

    Rows that were counted from the same scores are kept.  Returns the lines of these players in the season.  The caller has
    locked the season's count and saves it afterwards.
    """
    whole = _Writer(count, public_only=False).store(plan, players)
    of_public = _Writer(count, public_only=True)
    if Scope(public_only=True).leaves_out_private(count.season):
        is_known = count.counted_at is not None and count.public_scopes_at == count.counted_at
        of_public.store(plan, players if is_known and of_public.has_lines else None)
    else:
        of_public.scopes.delete()
    _store_ties(count, plan)
    return {player: line for player, (_, line) in lines_at(whole, players=players).items()}


def _scopes(count: Any, *, public_only: bool) -> QuerySet[CountedScope]:
    """Return the scopes of a `SeasonCount` or of its key."""
    scopes = CountedScope.objects.order_by(*LABELS)
    return scopes.filter(public_count=count) if public_only else scopes.filter(count=count)


class _Writer:
    """Writes the lines of all sessions of a season, or of the public ones alone.

    Its parts are those of every single label that a session has, and others that were asked for.
    """

    def __init__(self, count: SeasonCount, *, public_only: bool) -> None:
        self._count, self._public_only = count, public_only
        self.scopes = _scopes(count, public_only=public_only)
        self._by_key = {day_lines.key_of(row): row for row in self.scopes}

    @property
    def has_lines(self) -> bool:
        """Whether lines are stored; a season without private sessions has none of its public ones."""
        return WHOLE in self._by_key

    def store(self, plan: Plan, players: Collection[UUID] | None) -> CountedScope:
        """Store the lines of these players, or of everybody; return the scope of the whole season."""
        stored: _Stored = {}
        if players is None:
            ScopeStanding.objects.filter(scope__in=self.scopes).delete()
        else:
            stored = self._stored(players)
        changes = _Changes([], [])
        counted: set[tuple[ScopeKey, UUID]] = set()
        for player, scores in self._scores_by_player(plan, players):
            for key, part in self._by_part(scores).items():
                counted.add((key, player))
                rows = stored.get((key, player), {})
                _count(self._at(key), plan, player, part, rows, changes)
                if len(changes.new) >= BATCH:
                    _write(changes)
        for where in stored.keys() - counted:
            changes.outdated.extend(pk for pk, _ in stored[where].values())
        _write(changes)
        whole = self._at(WHOLE)
        self.scopes.filter(standings=None).exclude(pk=whole.pk).delete()
        return whole

    def count_again(self, plan: Plan) -> Iterator[tuple[UUID, "_LinesByDay", "_LinesByDay"]]:
        """Yield of each player the lines that are stored and those that should be, by part and day."""
        for player, scores in self._scores_by_player(plan, None):
            counted = {
                (key, day): row
                for key, part in self._by_part(scores).items()
                for day, row in day_lines.lines_by_day(plan, part, _digests_kept(key, plan, part))
            }
            rows = ScopeStanding.objects.filter(scope__in=self.scopes, player=player)
            stored = {
                (day_lines.key_of(row.scope), row.day): day_lines.stored_line(row)
                for row in rows.select_related("scope")
            }
            yield player, stored, counted

    def _at(self, key: ScopeKey) -> CountedScope:
        """Return a part, which is created if it is new."""
        if key not in self._by_key:
            labels = dict(zip(LABELS, key, strict=True))
            kind = {"public_count" if self._public_only else "count": self._count}
            row = CountedScope.objects.create(**kind, club_id=self._count.club_id, **labels)
            self._by_key[key] = row
        return self._by_key[key]

    def _stored(self, players: Collection[UUID]) -> _Stored:
        rows = ScopeStanding.objects.filter(scope__in=self.scopes, player__in=players).order_by()
        labels = [f"scope__{label}" for label in LABELS]
        stored: dict[tuple[ScopeKey, UUID], dict[date, tuple[int, str]]] = defaultdict(dict)
        for pk, player, day, digest, *key in rows.values_list(
            "pk", "player", "day", "input_digest", *labels
        ):
            stored[tuple(key), player][day] = (pk, digest)
        return stored

    def _scores_by_player(
        self, plan: Plan, players: Collection[UUID] | None
    ) -> Iterator[tuple[UUID, list[DatedScore]]]:
        season = self._count.season
        own, sessions = Tally.objects.filter(session__season=season), season.sessions.all()
        if self._public_only:
            own = own.filter(session__visibility=Visibility.PUBLIC)
            sessions = sessions.filter(visibility=Visibility.PUBLIC)
        if players is not None:
            own = own.filter(player__in=players)
            sessions = sessions.filter(pk__in=own.order_by().values("session"))
        days_of_season = SeasonDays(season, sessions, plan)
        rows = tallies.stored_rows(own, in_chunks=True)
        for player, group in groupby(rows, lambda row: row.score.player):
            yield player, days_of_season.scores(group)

    def _by_part(self, scores: Iterable[DatedScore]) -> Mapping[ScopeKey, Sequence[DatedScore]]:
        parts: dict[ScopeKey, list[DatedScore]] = defaultdict(list)
        for score in scores:
            for key in day_lines.keys_of(score.session.labels):
                if key in self._by_key or sum(map(bool, key)) <= 1:
                    parts[key].append(score)
        return parts


_LinesByDay: TypeAlias = Mapping[tuple[ScopeKey, date], CountedLine]


def count_again(
    count: SeasonCount, plan: Plan, *, public_only: bool
) -> Iterator[tuple[UUID, _LinesByDay, _LinesByDay]]:
    """Yield of each player the lines that are stored and those that should be, by part and day."""
    return _Writer(count, public_only=public_only).count_again(plan)


def _count(
    scope: CountedScope,
    plan: Plan,
    player: UUID,
    scores: Sequence[DatedScore],
    stored: Mapping[date, tuple[int, str]],
    changes: _Changes,
) -> None:
    """Add to the changes what differs between the stored rows of a player in a part and these scores."""
    digests = _digests_kept(day_lines.key_of(scope), plan, scores)
    changes.outdated.extend(
        pk for day, (pk, former) in stored.items() if digests.get(day) != former
    )
    unchanged = {day for day, (_, former) in stored.items() if digests.get(day) == former}
    wanted = {day: new for day, new in digests.items() if day not in unchanged}
    for day, row in day_lines.lines_by_day(plan, scores, wanted):
        line, summary, digest = day_lines.line_to_json(row)
        changes.new.append(
            ScopeStanding(
                scope=scope,
                club_id=scope.club_id,
                player_id=player,
                day=day,
                line=line,
                summary=summary,
                input_digest=digest,
            )
        )


def _digests_kept(key: ScopeKey, plan: Plan, scores: Sequence[DatedScore]) -> dict[date, str]:
    """Return the digests of a player's lines on every day of which a row is kept."""
    digests = day_lines.digests_by_day(plan, scores)
    wanted = digests if key == WHOLE else sorted(digests)[-DAYS_KEPT:]
    return {day: digests[day] for day in wanted}


def _write(changes: _Changes) -> None:
    for start in range(0, len(changes.outdated), BATCH):
        ScopeStanding.objects.filter(pk__in=changes.outdated[start : start + BATCH]).delete()
    ScopeStanding.objects.bulk_create(changes.new, batch_size=BATCH)
    changes.outdated.clear()
    changes.new.clear()


def _store_ties(count: SeasonCount, plan: Plan) -> None:
    """Store the results of ties in the season and its parts; those that were counted from the same scores are kept."""
    stored = [
        scope for public_only in (False, True) for scope in _scopes(count, public_only=public_only)
    ]
    known = {key: result for scope in stored for key, result in scope.ties.items()}
    for scope in stored:
        ties = count_ties(count.season, scope, plan, known)
        if ties != scope.ties:
            scope.ties = ties
            scope.save(update_fields=["ties"])


def count_ties(
    season: Season, stored: CountedScope, plan: Plan, known: TieResults
) -> dict[str, Any]:
    """Return the results of ties in a stored scope at present, and before its last day; known ones are not counted."""
    if tie_breaks.NEEDING_HANDS.isdisjoint(plan.tie_breaks):
        return {}
    labels = {label: value for label in LABELS if (value := getattr(stored, label))}
    last = last_day(stored)
    if last is None:
        return {}
    now = Scope(**labels, public_only=stored.count_id is None)
    before = replace(now, as_of=days.day_before(last)).under(plan)
    return {
        key: result
        for scope in ((now,) if last == days.UNDATED else (now, before))
        for key, result in _ties(season, stored, plan, scope, known).items()
    }


def _ties(
    season: Season, stored: CountedScope, plan: Plan, scope: Scope, known: TieResults
) -> TieResults:
    def find(key: str, tie_break: TieBreak, group: Sequence[UUID]) -> Mapping[str, float | None]:
        scores = tie_results.scores_in(season, scope)
        return known.get(key) or tie_results.count(scores, tie_break, group, {})

    rows = lines_at(stored, scope.as_of)
    lines = {player: row.line for player, (_, row) in rows.items()}
    digests = {player: row.input_digest for player, (_, row) in rows.items()}
    return tie_results.needed(plan, lines, digests, find)


def read(season: Season, scope: Scope, counted_at: datetime) -> StoredScope | None:
    """Return the lines of a part at the end of its last day, or None if they are not stored.

    Reads as many rows as the season has players.  Raises CountChangedError if the season was not counted at that moment last.
    """
    scopes = _with_whole(season, scope, counted_at)
    stored = scopes.get(_key(scope))
    if stored is None:
        # every single label that a counted session has is stored
        is_empty = scopes and len(scope.labels) == 1
        return StoredScope({}, {}) if is_empty else None
    if scope.as_of is not None and scope.labels:
        last = last_day(stored)
        if last is not None and scope.as_of < days.day_before(last):
            return None
    return StoredScope(lines_at(stored, scope.as_of, counted_at=counted_at), stored.ties)


def _key(scope: Scope) -> ScopeKey:
    return tuple(scope.labels.get(label, "") for label in LABELS)


def _with_whole(season: Season, scope: Scope, counted_at: datetime) -> dict[ScopeKey, CountedScope]:
    """Return the part of this scope and that of the whole season, as far as they are stored."""
    if "" in scope.labels.values():
        return {}
    rows = _scopes(season.pk, public_only=scope.public_only)
    if scope.public_only:
        rows = rows.filter(public_count__public_scopes_at=counted_at)
    own = Q(**dict(zip(LABELS, _key(scope), strict=True)))
    rows = rows.filter(WHOLE_SEASON | own)
    return {day_lines.key_of(row): row for row in rows}


def _latest(
    stored: CountedScope, until: date | None, players: Collection[UUID] | None = None
) -> list[int]:
    """Return the key of the last row of each player until the end of a day, or of all days."""
    earlier = ScopeStanding.objects.filter(scope=stored, player=OuterRef("pk"))
    if until is not None:
        earlier = earlier.filter(day__lte=until)
    latest = Subquery(earlier.order_by("-day").values("pk")[:1])
    everybody = Player.objects.filter(club=stored.club_id).order_by()
    if players is not None:
        everybody = everybody.filter(pk__in=players)
    # a query of its own: otherwise PostgreSQL reads all days of everybody
    return [pk for pk in everybody.values_list(latest, flat=True) if pk is not None]


def last_day(stored: CountedScope) -> date | None:
    """Return the last day on which a line of a stored part changed; ``days.UNDATED`` if it has a session without a day."""
    rows = ScopeStanding.objects.filter(pk__in=_latest(stored, None)).order_by()
    return max(rows.values_list("day", flat=True), default=None)


def lines_at(
    stored: CountedScope,
    until: date | None = None,
    *,
    players: Collection[UUID] | None = None,
    counted_at: datetime | None = None,
) -> dict[UUID, tuple[date, CountedLine]]:
    """Return the lines of these players, or everybody's, in a stored scope at the end of a day, or at present.

    Each comes with the day of its last change.  Raises CountChangedError if another count was stored meanwhile, or if these are
    not the lines that were counted at the given moment.
    """
    keys = _latest(stored, until, players)
    rows = ScopeStanding.objects.filter(pk__in=keys).order_by()
    if counted_at is not None:
        count = "scope__count" if stored.count_id else "scope__public_count"
        rows = rows.filter(**{f"{count}__counted_at": counted_at})
    lines = {row.player_id: (row.day, day_lines.stored_line(row)) for row in rows}
    if len(lines) != len(keys):
        raise CountChangedError
    return lines


def label_values(season: Season, *, public_only: bool) -> dict[str, set[str]] | None:
    """Return the values of each label that sessions of the season have, or None if they are not stored.

    Those of sessions that wait to be counted are among them.  With ``public_only``, those of waiting sessions that are private
    now are left out, and nothing is stored while many wait.
    """
    queued = Recount.objects.filter(season=season).order_by("pk")[:MOST_WAITING]
    waiting = list(queued.values_list("session", flat=True))
    scopes = _scopes(season.pk, public_only=public_only)
    if public_only:
        scopes = scopes.filter(public_count__public_scopes_at=F("public_count__counted_at"))
    is_unknown = public_only and (None in waiting or len(waiting) == MOST_WAITING)
    rows = [] if is_unknown else list(scopes)
    if not rows:
        return None
    shown = [day_lines.key_of(row) for row in rows]
    hidden: list[ScopeKey] = []
    sessions = Session.objects.filter(pk__in=waiting).order_by()
    for of_season, visibility, *labels in sessions.values_list("season", "visibility", *LABELS):
        is_hidden = public_only and (of_season, visibility) != (season.pk, Visibility.PUBLIC)
        (hidden if is_hidden else shown).append(tuple(labels))
    return {
        label: {key[place] for key in shown}
        - _only_private(season, label, {key[place] for key in hidden})
        - {""}
        for place, label in enumerate(LABELS)
    }


def _only_private(season: Season, label: str, values: set[str]) -> set[str]:
    """Return those of these values of a label that no public session of the season has."""
    public = season.sessions.filter(visibility=Visibility.PUBLIC).order_by()
    return {value for value in values if not public.filter(**{label: value}).exists()}
