"""Workers store the lines of the parts of a season by player and day, in the transaction that stores those of the whole season.

Of the whole season every day is kept; of the other parts the last two days of each player, which the present table and its
arrows need.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper.models import (
    CountedScope,
    ScopeStanding,
    Season,
    SeasonCount,
    Tally,
)
from scorekeeper.standings import day_lines, public_lines, tallies
from scorekeeper.standings.day_lines import DatedScore, ScopeKey, SeasonDays
from scorekeeper.standings.plans.plan import Plan
from scorekeeper.standings.public_lines import Digests, LinePair
from scorekeeper.standings.scope import LABELS

DAYS_KEPT = 2  # of each player in a part, of which not every day is kept
BATCH = 1_000  # rows written or deleted at a time
_Stored: TypeAlias = Mapping[tuple[ScopeKey, UUID], Mapping[date, tuple[int, Digests]]]
"""By part and player: the key and the digests of the row of each day."""


class _Changes(NamedTuple):
    outdated: list[int]  # keys of stored rows
    new: list[ScopeStanding]


def store(count: SeasonCount, plan: Plan, players: Collection[UUID] | None) -> None:
    """Store the lines of these players, or of everybody, in all parts of the season, from its stored tallies.

    Rows that were counted from the same scores are kept.  The caller has locked the season's count.
    """
    season, scopes = count.season, _Scopes(count)
    if count.public_counted_at is None or count.public_counted_at != count.counted_at:
        players = None  # a release that stores nothing about public sessions has counted
    stored: _Stored = {}
    if players is None:
        ScopeStanding.objects.filter(scope__count=count).delete()
    else:
        stored = _stored(count, players)
    changes = _Changes([], [])
    counted: set[tuple[ScopeKey, UUID]] = set()
    for player, scores in _scores_by_player(season, players):
        for key, part in _by_part(scores, scopes).items():
            counted.add((key, player))
            rows = stored.get((key, player), {})
            _count(scopes.at(key), plan, player, part, rows, changes)
            if len(changes.new) >= BATCH:
                _write(changes)
    for where in stored.keys() - counted:
        changes.outdated.extend(pk for pk, _ in stored[where].values())
    _write(changes)
    anything = scopes.at(("",) * len(LABELS))
    count.scopes.filter(standings=None).exclude(pk=anything.pk).delete()


class _Scopes:
    """The parts of a season: of every single label that a session has, and others that were asked for."""

    def __init__(self, count: SeasonCount) -> None:
        self._count = count
        self._rows = {day_lines.key_of(row): row for row in count.scopes.all()}

    def has(self, key: ScopeKey) -> bool:
        """Return whether this part is to be counted."""
        return key in self._rows or sum(map(bool, key)) <= 1

    def at(self, key: ScopeKey) -> CountedScope:
        """Return a part, which is created if it is new."""
        if key not in self._rows:
            labels = dict(zip(LABELS, key, strict=True))
            self._rows[key] = CountedScope.objects.create(
                count=self._count, club_id=self._count.club_id, **labels
            )
        return self._rows[key]


def _stored(count: SeasonCount, players: Collection[UUID]) -> _Stored:
    rows = ScopeStanding.objects.filter(scope__count=count, player__in=players).order_by()
    labels = [f"scope__{label}" for label in LABELS]
    stored: dict[tuple[ScopeKey, UUID], dict[date, tuple[int, Digests]]] = defaultdict(dict)
    for pk, player, day, digest, public, *key in rows.values_list(
        "pk", "player", "day", "input_digest", "public", *labels
    ):
        stored[tuple(key), player][day] = (pk, public_lines.stored_digests(digest, public))
    return stored


def _scores_by_player(
    season: Season, players: Collection[UUID] | None
) -> Iterator[tuple[UUID, list[DatedScore]]]:
    own, sessions = Tally.objects.filter(session__season=season), season.sessions.all()
    if players is not None:
        own = own.filter(player__in=players)
        sessions = sessions.filter(pk__in=own.order_by().values("session"))
    days = SeasonDays(season, sessions)
    rows = tallies.stored_rows(own, in_chunks=True)
    for player, group in groupby(rows, lambda row: row.score.player):
        yield player, days.scores(group)


def _by_part(
    scores: Iterable[DatedScore], scopes: _Scopes
) -> Mapping[ScopeKey, Sequence[DatedScore]]:
    parts: dict[ScopeKey, list[DatedScore]] = defaultdict(list)
    for score in scores:
        for key in day_lines.keys_of(score.session.labels):
            if scopes.has(key):
                parts[key].append(score)
    return parts


def _count(
    scope: CountedScope,
    plan: Plan,
    player: UUID,
    scores: Sequence[DatedScore],
    stored: Mapping[date, tuple[int, Digests]],
    changes: _Changes,
) -> None:
    """Add to the changes what differs between the stored rows of a player in a part and these scores."""
    digests = _digests_kept(day_lines.key_of(scope), plan, scores)
    changes.outdated.extend(
        pk for day, (pk, former) in stored.items() if digests.get(day) != former
    )
    unchanged = {day for day, (_, former) in stored.items() if digests.get(day) == former}
    wanted = {day: new for day, new in digests.items() if day not in unchanged}
    for day, (row, public) in public_lines.lines_by_day(plan, scores, wanted):
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
                public=public_lines.as_json(row, public),
            )
        )


def _digests_kept(key: ScopeKey, plan: Plan, scores: Sequence[DatedScore]) -> dict[date, Digests]:
    """Return the digests of a player's lines on every day of which a row is kept."""
    digests = public_lines.digests_by_day(plan, scores)
    days = sorted(digests)[-DAYS_KEPT:] if any(key) else digests
    return {day: digests[day] for day in days}


def _write(changes: _Changes) -> None:
    for start in range(0, len(changes.outdated), BATCH):
        ScopeStanding.objects.filter(pk__in=changes.outdated[start : start + BATCH]).delete()
    ScopeStanding.objects.bulk_create(changes.new, batch_size=BATCH)
    changes.outdated.clear()
    changes.new.clear()


def count_again(
    count: SeasonCount, plan: Plan
) -> Iterator[
    tuple[UUID, Mapping[tuple[ScopeKey, date], LinePair], Mapping[tuple[ScopeKey, date], LinePair]]
]:
    """Yield of each player the lines that are stored and those that should be, by part and day."""
    scopes = _Scopes(count)
    for player, scores in _scores_by_player(count.season, None):
        counted = {
            (key, day): row
            for key, part in _by_part(scores, scopes).items()
            for day, row in public_lines.lines_by_day(plan, part, _digests_kept(key, plan, part))
        }
        rows = ScopeStanding.objects.filter(scope__count=count, player=player)
        stored = {
            (day_lines.key_of(row.scope), row.day): public_lines.stored_pair(row)
            for row in rows.select_related("scope")
        }
        yield player, stored, counted
