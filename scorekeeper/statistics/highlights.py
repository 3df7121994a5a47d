"""Records of a season: what was won and lost most, the closest session, the longest trick, who won most hands in a row.

Points of different games cannot be compared, so most records are of one game.  Whoever is as good as the best is named, too.
Only finished hands count, as in statistics: no void, annulled or unfinished ones, and none after the end of their game.
``find`` is the only place that looks for records, in the scores and the referee's answers of the season's hands.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Count, F, Max, QuerySet

import referee
from scorekeeper import access
from scorekeeper.access import Person
from scorekeeper.adjudication import judging
from scorekeeper.models import Adjudication, Season, Session, SolvedEnding
from scorekeeper.standings import season_reports
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Question, Report, ReportKind
from scorekeeper.standings.tallies import COUNTING_STATUSES
from scorekeeper.standings.totals import exact_sum
from scorekeeper.statistics import awards, counted_hands, play_counts
from scorekeeper.statistics.awards import AwardResult
from scorekeeper.statistics.counted_hands import CountedHand, HandFilter
from scorekeeper.statistics.record_holders import RecordHolder

MOST_HANDS_READ = 500
"""Hands of a season whose records are looked for while somebody waits: 500 take 0.2 seconds."""
MOST_SHOWN = 5  # of those who share a record
MOST_BOMBS = 6  # the last ones
BATCH = 50  # sessions in memory at a time
FEWEST_FOR_FINISH = 2  # hands of a session that is called close, or a comeback
FEWEST_FOR_AVERAGE = 10  # hands of a player


class HighlightKind(StrEnum):
    """The kinds of records.  The values are public API: add, never rename."""

    MOST_POINTS = "most-points"  # of a player in one hand
    MOST_PENALTY_POINTS = "most-penalty-points"  # in one hand, where the lowest total wins
    BIGGEST_WIN = "biggest-win"  # of a session: by how many points the first is ahead of the second
    CLOSEST_FINISH = "closest-finish"  # of a session; 0: they share the first place
    COMEBACK = "comeback"  # points behind the leader within a session that was won
    LONGEST_TRICK = "longest-trick"  # plays
    BOMBS = "bombs"  # how many were played; the last of them are named
    FEWEST_CARDS_LEFT = "fewest-cards-left"  # on average, of players with ten hands or more
    MOST_BROKEN_RULE = "most-broken-rule"  # illegal plays
    MOST_DISPUTED_RULE = "most-disputed-rule"  # disputes; for members of the club only
    LONGEST_STREAK = "longest-streak"  # hands won in a row, in any game
    MOST_HANDS = "most-hands"  # of a player, in any game
    # of a player, in any game, with all cards open, as far as it is solved
    MOST_WINS_TAKEN = "most-certain-wins-taken"
    MOST_WINS_GIVEN_AWAY = "most-certain-wins-given-away"


Events: TypeAlias = Sequence[Mapping[str, Any]]
"""The judged events of a hand."""


class Highlight(NamedTuple):
    """A record with those who share it, the earliest first."""

    kind: HighlightKind
    variant: str  # empty: of all games
    value: float
    holders: Sequence[RecordHolder]
    others: int = 0  # who share it, too, but are not listed


class SeasonRecords(NamedTuple):
    """The records of a part of a season, and who wins the awards of its club."""

    highlights: Sequence[Highlight]
    awards: Sequence[AwardResult]


class _Best:
    """The best value so far, and whoever has it."""

    def __init__(self, *, lowest: bool) -> None:
        self._sign = -1 if lowest else 1
        self._value: float | None = None
        self._holders: list[RecordHolder] = []
        self._others = 0

    def offer(self, value: float, holder: RecordHolder) -> None:
        """Note a value if none is better."""
        ahead = 1 if self._value is None else self._sign * (value - self._value)
        if ahead > 0:
            self._value, self._holders, self._others = value, [holder], 0
        elif ahead == 0 and len(self._holders) < MOST_SHOWN:
            self._holders.append(holder)
        else:
            self._others += ahead == 0

    def as_highlight(self, kind: HighlightKind, variant: str) -> Highlight:
        """Return the record.  Something was offered before."""
        return Highlight(kind, variant, self._value or 0, self._holders, self._others)


class _Game(NamedTuple):
    """How a session is scored, as far as records depend on it."""

    variant: str
    lowest_wins: bool
    counts_cards_left: bool
    bombs: frozenset[str]


def of_season(count: CountedSeason, scope: Scope) -> Report[SeasonRecords]:
    """Return the records and awards of a part of a season; ``scope`` is that of the reader (``Scope.for_reader``)."""
    question = season_reports.question_about(count.season, scope)
    return season_reports.read(HIGHLIGHTS, count, question)


def read(count: CountedSeason, scope: Scope, person: Person) -> Report[SeasonRecords]:
    """Return the records and awards of a part of a season, and for members of the club the rules that were disputed most."""
    report = of_season(count, scope)
    if report.content is None:
        return report
    disputed = most_disputed_rule(count.season, scope, person)
    listed = _in_order([*report.content.highlights, *disputed])
    return report._replace(content=report.content._replace(highlights=listed))


def most_disputed_rule(season: Season, scope: Scope, person: Person) -> list[Highlight]:
    """Return the rules of each game that most disputes are about; nothing for outsiders, who see no disputes."""
    sessions = scope.sessions(season)
    disputes = access.disputes_seen_by(person).filter(hand__session__in=sessions.values("pk"))
    by_rule = (
        disputes.exclude(rule="").order_by("rule").values_list("hand__session__variant", "rule")
    )
    records = _Records({})
    for variant, rule, number in by_rule.annotate(number=Count("pk")):
        records.offer(HighlightKind.MOST_DISPUTED_RULE, variant, number, RecordHolder(text=rule))
    return records.highlights()


def find(season: Season, scope: Scope) -> list[Highlight]:
    """Return the records of a part of a season, game by game, then those of all games.

    Some sessions are in memory at a time.
    """
    sessions = scope.sessions(season).filter(variant__in=[*referee.VARIANTS])
    records = _Records(_games(sessions))
    in_order = groupby(
        counted_hands.in_play_order(HandFilter(sessions=sessions)), key=attrgetter("session")
    )
    while batch := [[*hands] for _, hands in islice(in_order, BATCH)]:
        played = [hands[0].session for hands in batch]
        judged, endings = _events(played), _endings(season, played)
        for hands in batch:
            records.add_session(hands, judged)
            records.add_endings(hands, endings)
    return records.highlights()


def _games(sessions: QuerySet[Session]) -> dict[UUID, _Game]:
    known: dict[tuple[str, str], _Game] = {}
    games = {}
    for session in sessions.select_related("head"):
        key = session.variant, str(session.head.content.get("house_rules"))
        if key not in known:
            rules = judging.rules_of(session)
            shapes = {shape.kind.name for shape in getattr(rules, "bombs", ())}
            known[key] = _Game(
                session.variant,
                rules.lowest_wins,
                rules.family == referee.Family.CLIMBING,
                frozenset(shapes | play_counts.BOMBS),
            )
        games[session.pk] = known[key]
    return games


class _Records:
    """The records among the sessions that were added, in the order of play."""

    def __init__(self, games: Mapping[UUID, _Game]) -> None:
        self._games = games
        self._best: dict[tuple[HighlightKind, str], _Best] = {}
        self._left: dict[tuple[str, UUID], list[int]] = defaultdict(lambda: [0, 0])
        self._broken: Counter[tuple[str, str]] = Counter()
        self._bombs: Counter[str] = Counter()
        self._last_bombs: dict[str, deque[RecordHolder]] = defaultdict(
            lambda: deque(maxlen=MOST_BOMBS)
        )
        self._finishes: Counter[str] = Counter()
        self._played: Counter[UUID] = Counter()
        self._streaks: Counter[UUID] = Counter()
        self._wins_taken: Counter[UUID] = Counter()
        self._wins_given_away: Counter[UUID] = Counter()

    def offer(self, kind: HighlightKind, variant: str, value: float, holder: RecordHolder) -> None:
        """Note a value if none of this kind is better."""
        lowest = kind in {HighlightKind.CLOSEST_FINISH, HighlightKind.FEWEST_CARDS_LEFT}
        self._best.setdefault((kind, variant), _Best(lowest=lowest)).offer(value, holder)

    def add_session(self, hands: Sequence[CountedHand], judged: Mapping[UUID, Events]) -> None:
        """Add the hands of a session; ``judged`` has the events of those that were logged."""
        game = self._games.get(hands[0].session)
        if game is None:  # a session that is new meanwhile
            return
        counting = [hand for hand in hands if hand.counts]
        for hand in counting:
            self._add_hand(hand, game)
            self._add_plays(hand, judged.get(hand.hand, ()), game)
        is_proved = all(seat.points is not None for hand in counting for seat in hand.seats)
        if is_proved and len(counting) >= FEWEST_FOR_FINISH:
            self._add_finish(hands, game)

    def add_endings(
        self, hands: Sequence[CountedHand], endings: Mapping[UUID, Mapping[str, Sequence[int]]]
    ) -> None:
        """Add the certain wins of hands; ``endings`` has what was solved of them, as in `SolvedEnding.by_seat`."""
        for hand in hands:
            solved = endings.get(hand.hand, {}) if hand.counts else {}
            for seat in hand.seats:
                taken, given_away, _ = solved.get(str(seat.seat), (0, 0, 0))
                self._wins_taken[seat.player] += taken
                self._wins_given_away[seat.player] += given_away

    def _add_hand(self, hand: CountedHand, game: _Game) -> None:
        known = [seat.cards_left for seat in hand.seats]
        penalty = HighlightKind.MOST_PENALTY_POINTS
        most = penalty if game.lowest_wins else HighlightKind.MOST_POINTS
        for seat in hand.seats:
            player, holder = seat.player, _holder(hand, seat.player, seat=seat.seat)
            if seat.points is not None and seat.points > 0:
                self.offer(most, game.variant, seat.points, holder)
            if game.counts_cards_left and None not in known:
                left = self._left[game.variant, player]
                left[:] = [left[0] + 1, left[1] + (seat.cards_left or 0)]
            self._played[player] += 1
            self._streaks[player] = self._streaks[player] + 1 if seat.place == 1 else 0
            if self._streaks[player] > 1:
                self.offer(HighlightKind.LONGEST_STREAK, "", self._streaks[player], holder)

    def _add_plays(self, hand: CountedHand, events: Events, game: _Game) -> None:
        variant, players = game.variant, {seat.seat: seat.player for seat in hand.seats}

        def holder(play: Mapping[str, Any]) -> RecordHolder:
            seat = play["seat"]
            return _holder(hand, players[seat], seat=seat, event=play["event"], text=play["text"])

        for plays in _tricks(events):
            self.offer(HighlightKind.LONGEST_TRICK, variant, len(plays), holder(plays[-1]))
            bombs = [holder(play) for play in plays if _is_bomb(play, game)]
            self._bombs[variant] += len(bombs)
            self._last_bombs[variant].extend(bombs)
        broken = [event["rule"] for event in events if event["verdict"] == "illegal"]
        self._broken.update((variant, rule) for rule in broken)

    def _add_finish(self, hands: Sequence[CountedHand], game: _Game) -> None:
        running = _running_totals(hands, lowest_wins=game.lowest_wins)
        last = running[-1]
        best, second, *_ = sorted(last.values(), reverse=True)
        first = [player for player, total in last.items() if total == best]
        margin, finish = best - second, _holder(hands[-1], *first)
        self._finishes[game.variant] += 1
        self.offer(HighlightKind.CLOSEST_FINISH, game.variant, margin, finish)
        if margin:
            self.offer(HighlightKind.BIGGEST_WIN, game.variant, margin, finish)
        for player in first:
            behind = [max(totals.values()) - totals[player] for totals in running]
            if worst := max(behind):
                lowest = _holder(hands[behind.index(worst)], player)
                self.offer(HighlightKind.COMEBACK, game.variant, worst, lowest)

    def highlights(self) -> list[Highlight]:
        """Return the records, game by game, then those of all games."""
        for (variant, player), (hands, left) in self._left.items():
            if hands >= FEWEST_FOR_AVERAGE:
                average = round(left / hands, 2)
                self.offer(
                    HighlightKind.FEWEST_CARDS_LEFT, variant, average, RecordHolder((player,))
                )
        for (variant, rule), number in sorted(self._broken.items()):
            self.offer(HighlightKind.MOST_BROKEN_RULE, variant, number, RecordHolder(text=rule))
        for player, number in self._played.items():
            self.offer(HighlightKind.MOST_HANDS, "", number, RecordHolder((player,)))
        for kind, wins in (
            (HighlightKind.MOST_WINS_TAKEN, self._wins_taken),
            (HighlightKind.MOST_WINS_GIVEN_AWAY, self._wins_given_away),
        ):
            for player, number in (+wins).items():
                self.offer(kind, "", number, RecordHolder((player,)))
        listed = [best.as_highlight(*key) for key, best in self._best.items()]
        listed = [one for one in listed if not self._is_trivial(one)]
        for variant, latest in self._last_bombs.items():
            number = self._bombs[variant]
            if number:
                others = number - len(latest)
                bombs = Highlight(HighlightKind.BOMBS, variant, number, [*latest], others)
                listed.append(bombs)
        return _in_order(listed)

    def _is_trivial(self, highlight: Highlight) -> bool:
        """Return whether the closest finish is that of the only session of its game, which was won."""
        is_only = self._finishes[highlight.variant] == 1
        return highlight.kind == HighlightKind.CLOSEST_FINISH and is_only and highlight.value > 0


def _in_order(highlights: Iterable[Highlight]) -> list[Highlight]:
    """Return records game by game, then those of all games."""
    order = [*HighlightKind]
    return sorted(highlights, key=lambda one: (not one.variant, one.variant, order.index(one.kind)))


def _holder(
    hand: CountedHand,
    *players: UUID,
    seat: int | None = None,
    event: int | None = None,
    text: str = "",
) -> RecordHolder:
    return RecordHolder(players, hand.session, hand.hand, seat, event, hand.day, text)


def _running_totals(hands: Sequence[CountedHand], *, lowest_wins: bool) -> list[dict[UUID, float]]:
    """Return everybody's total after each hand, adjustments included; more is better, whatever the game."""
    sign = -1 if lowest_wins else 1
    totals: dict[UUID, float] = {}
    running = []
    for hand in hands:
        for seat in hand.seats:
            points = (seat.points or 0) if hand.counts else 0
            gained = sign * exact_sum([points, seat.adjustments])
            totals[seat.player] = exact_sum([totals.get(seat.player, 0), gained])
        running.append({**totals})
    return running


def _events(sessions: Iterable[UUID]) -> dict[UUID, Events]:
    """Return the judged events of each logged hand of these sessions."""
    answers = Adjudication.objects.filter(
        hand__session__in=[*sessions],
        status__in=COUNTING_STATUSES,
        answer__contains='"events":[{',
    )
    return {pk: answer["events"] for pk, answer in answers.values_list("hand", "answer")}


def _endings(season: Season, sessions: Iterable[UUID]) -> dict[UUID, Mapping[str, Sequence[int]]]:
    """Return what is solved of each hand of these sessions as it is now, by seat; nothing where the club has it switched off."""
    if not season.club.solves_endings:
        return {}
    solved = SolvedEnding.objects.filter(
        hand__session__in=[*sessions], hand__adjudication__input_digest=F("input_digest")
    )
    return dict(solved.values_list("pk", "by_seat"))


def _tricks(events: Events) -> Iterator[list[Mapping[str, Any]]]:
    """Yield the plays of each trick: without passes, and without what was taken back."""
    played: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for event in events:
        if event["trick"] is None:  # in a game without tricks
            continue
        plays = played[event["trick"]]
        if event["text"].lower().endswith("takes back"):
            own = [play for play in plays if play["seat"] == event["seat"]]
            plays[:] = [play for play in plays if play not in own[-1:]]
        elif event.get("combination"):
            plays.append(event)
    yield from filter(None, played.values())


def _is_bomb(play: Mapping[str, Any], game: _Game) -> bool:
    """Return whether a play is a bomb or a gang that was allowed."""
    kind = str(play["combination"])
    return play["verdict"] != "illegal" and (kind in game.bombs or kind.startswith("gang-of-"))


def _count(count: CountedSeason, question: Question) -> SeasonRecords:
    scope = Scope.from_json(question["scope"]).under(count.plan.plan)
    return SeasonRecords(find(count.season, scope), awards.results(count.season, scope))


def is_short(count: CountedSeason) -> bool:
    """Return whether the records of a season are looked for while somebody waits."""
    seats = sum(line.hands for line in count.total_lines.values())
    return season_reports.is_short(count) and seats <= 4 * MOST_HANDS_READ


def version(season: Season) -> tuple[object, ...]:
    """Return what changes whenever a season's records or awards do without an entry of the audit log."""
    return (*endings_version(season), *awards.version(season))


def endings_version(season: Season) -> tuple[object, ...]:
    """Return what changes whenever something else is solved of a season's hands, or its club switches that on or off."""
    if not season.club.solves_endings:
        return ()
    solved = SolvedEnding.objects.filter(hand__session__season=season)
    latest = solved.aggregate(number=Count("pk"), at=Max("solved_at"))
    return latest["number"], latest["at"] and latest["at"].isoformat()


def _to_json(content: SeasonRecords) -> Any:
    listed = [
        [one.kind, one.variant, one.value, [holder.as_json() for holder in one.holders], one.others]
        for one in content.highlights
    ]
    return {"highlights": listed, "awards": [award.as_json() for award in content.awards]}


def _from_json(value: Any) -> SeasonRecords:
    listed = [
        Highlight(
            HighlightKind(kind), variant, best, [*map(RecordHolder.from_json, holders)], others
        )
        for kind, variant, best, holders, others in value["highlights"]
    ]
    return SeasonRecords(listed, [*map(AwardResult.from_json, value["awards"])])


def _empty(count: CountedSeason, question: Question) -> SeasonRecords | None:
    scope = Scope.from_json(question["scope"]).under(count.plan.plan)
    if scope.has_sessions(count.season):
        return None
    return SeasonRecords([], awards.results(count.season, scope))


HIGHLIGHTS = ReportKind(
    name="highlights/2",
    count=_count,
    to_json=_to_json,
    from_json=_from_json,
    also_from=version,
    needs_audit=lambda _question: True,  # on merges, on plays that changed no points, and on awards
    is_short=is_short,
    empty=_empty,
)
