"""Finished hands found by what happened in them, in the index of `hand_index`.

No answer reads more of the index the more hands there are.  Something rare is looked up by its facts.  Otherwise a limited number of
sessions or hands is looked through in the order of the answer; if they hold too few hands, the cursor goes on behind them.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils.translation import gettext_noop

from scorekeeper import access
from scorekeeper.access import Person
from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Hand, HandFact, IndexedHand, Player, Season, Seat, Session
from scorekeeper.models.clubs import Visibility
from scorekeeper.models.sessions import DAY_LISTED, NO_DAY
from scorekeeper.replays import frames
from scorekeeper.replays.hand_facts import (
    FINISHED,
    OF_ENDINGS,
    FactKind,
    FactMoment,
    position_value,
)

MOST_RARE = 1_000
"""Hands with a fact up to which they are all looked up."""
MOST_OF_A_PLAYER = 2_000  # sessions whose keys are read
MOST_SESSIONS = 200  # that a page looks through
SESSIONS_AT_ONCE = 25
"""So many that PostgreSQL looks up their hands, however many others there are; of more it would read all hands of all clubs."""
HANDS_AT_ONCE = 1_000
MOST_WAITING = 1_000  # hands that are counted
MOST_OF_A_CURSOR = 2**31 - 1
"""No position of a hand and no figure is larger."""

NO_LEAD = gettext_noop(
    "No trick is led in this position. Only positions in which a trick is led can be found, and none of Four Color Cards."
)
"""Why the index has no hand with a position, of a key for which ``referee.is_lead_key`` is false."""

Key = tuple[Any, ...]


class HandSort(StrEnum):
    """The orders of hands that were found."""

    NEWEST = "newest"
    TRICK = "longest-trick"
    POINTS = "most-points"


class BadCursorError(ValueError):
    """The text is not a cursor of this search."""


@dataclass(frozen=True, kw_only=True)
class HandQuestion:
    """Which hands are looked for: those to which everything applies that has a value."""

    club: Club | None = None
    season: Season | None = None
    player: Player | None = None
    players: tuple[UUID, ...] = ()  # who all sat at the table
    variant: str = ""
    since: date | None = None
    until: date | None = None
    min_points: float | None = None  # of the player with the most points in the hand
    max_points: float | None = None
    combination: str = ""
    beaten: bool = False  # the combination, or any, was beaten
    meld: str = ""
    rule: str = ""
    illegal: bool = False  # an illegal play stood
    fault: str = ""  # of the illegal play
    ruled: bool = False
    comeback: bool = False
    given_away: bool = False
    taken: bool = False
    position: str = ""  # its key
    sort: HandSort = HandSort.NEWEST

    @property
    def only_club(self) -> Club | None:
        """The club in which hands are looked for; None: public hands of all clubs."""
        part = self.season or self.player
        return part.club if part else self.club

    def facts(self) -> list[tuple[FactKind, str | None]]:
        """Return the kind and value of each fact that is looked for; None: any value."""
        combination = FactKind.BEATEN if self.beaten else FactKind.COMBINATION
        asked: list[tuple[FactKind, str | None, object]] = [
            (FactKind.POSITION, position_value(self.position), self.position),
            (combination, self.combination or None, self.combination or self.beaten),
            (FactKind.MELD, self.meld, self.meld),
            (FactKind.RULE, self.rule, self.rule),
            (FactKind.ILLEGAL, self.fault or None, self.fault or self.illegal),
            (FactKind.RULING, None, self.ruled),
            (FactKind.COMEBACK, None, self.comeback),
            (FactKind.GIVEN_AWAY, None, self.given_away),
            (FactKind.TAKEN, None, self.taken),
        ]
        return [(kind, value) for kind, value, is_asked in asked if is_asked]


class MatchedMoment(NamedTuple):
    """What matched in a hand, and where."""

    kind: str
    value: str
    event: int
    seat: int


@dataclass(frozen=True, kw_only=True)
class MatchedHand:
    """A hand with everything that matched, in the order of play; without facts in the question nothing did."""

    hand: Hand
    longest_trick: int
    trick_event: int
    most_points: float | None
    moments: Sequence[MatchedMoment]

    @property
    def event(self) -> int:
        """The event at which to look at the hand: the first that matched, or the end of the longest trick."""
        return self.moments[0].event if self.moments else self.trick_event


@dataclass(frozen=True, kw_only=True)
class FoundHands:
    """A page of hands.  ``after`` is the cursor of the next page, None at the end; a page may be short before the end."""

    hands: Sequence[MatchedHand]
    after: str | None


def find(question: HandQuestion, person: Person, *, after: str = "", most: int) -> FoundHands:
    """Return the next hands that somebody may see, at most ``most``.  Raises BadCursorError."""
    order = _ORDERS[question.sort]
    place = order.parse(after) if after else None
    sessions = sessions_in(question, person)
    keys: list[UUID] = []
    end: Key | None = None
    for hands, behind in _looked_through(question, sessions, order, place):
        end = behind
        matching_keys = order.sorted(_matching(hands, question), place).values_list("pk", flat=True)
        # cut off here: with a limit, PostgreSQL goes through all hands in this order for the few of a piece
        keys += [*matching_keys][: most + 1 - len(keys)]
        if len(keys) > most:
            break
    # the wide rows are read once it is known which: not while hands are sorted
    rows = IndexedHand.objects.filter(pk__in=keys).select_related(*_WITH_HAND)
    page = [*order.sorted(rows, None)]
    if len(page) > most:
        end = order.key_of(page[most - 1])
    return FoundHands(
        hands=_with_moments(page[:most], question), after=None if end is None else _text(end)
    )


def sessions_in(question: HandQuestion, person: Person) -> QuerySet[Session]:
    """Return the sessions in which hands are looked for, as far as somebody may see them."""
    club = question.only_club
    if club is None:
        sessions = access.sessions_seen_by(AnonymousUser())
    else:
        sessions = access.sessions_of_club_seen_by(person, club, season=question.season)
    return narrow(sessions, question)


def narrow(sessions: QuerySet[Session], question: HandQuestion) -> QuerySet[Session]:
    """Return those of some sessions in which hands are looked for, whoever may see them.

    A club that has endings switched off shows nothing of what was solved before.
    """
    if question.given_away or question.taken:
        sessions = sessions.filter(club__solves_endings=True)
    if question.season is not None:
        sessions = sessions.filter(season=question.season)
    own = [question.player.pk] if question.player else []
    together: set[UUID] | None = None
    for player in (*own, *question.players):
        listed = _sessions_of(player)
        if isinstance(listed, QuerySet):
            sessions = sessions.filter(pk__in=listed)
        else:
            together = {*listed} if together is None else together.intersection(listed)
    if together is not None:
        sessions = sessions.filter(pk__in=together)
    if question.variant:
        sessions = sessions.filter(variant=question.variant)
    sessions = sessions.alias(day_listed=DAY_LISTED).filter(day_listed__isnull=False)
    if question.since or question.until:
        sessions = sessions.filter(day_listed__gt=NO_DAY)
    if question.since:
        sessions = sessions.filter(day_listed__gte=question.since)
    if question.until:
        sessions = sessions.filter(day_listed__lte=question.until)
    return sessions.order_by()


def matching(sessions: QuerySet[Session], question: HandQuestion) -> QuerySet[IndexedHand]:
    """Return all hands of some sessions (``narrow``) to which a question applies, in no order."""
    hands = IndexedHand.objects.filter(hand__session__in=sessions.values("pk"))
    return _matching(hands, question).order_by()


def facts_in(hands: QuerySet[IndexedHand], question: HandQuestion) -> QuerySet[HandFact]:
    """Return the facts of some hands that a question looks for."""
    wanted = Q()
    for kind, value in question.facts():
        wanted |= _is_fact(kind, value)
    return HandFact.objects.filter(wanted, hand__in=hands.values("pk"))


def is_waiting(club: Club | None) -> bool:
    """Return whether the index lacks finished hands of a club, or of any."""
    return any(_waiting(club, hands).exists() for hands in _unindexed())


def count_waiting(club: Club) -> int:
    """Return how many finished hands of a club the index lacks; at most ``MOST_WAITING``."""
    counts = (_waiting(club, hands)[:MOST_WAITING].count() for hands in _unindexed())
    return min(sum(counts), MOST_WAITING)


def _unindexed() -> Iterator[QuerySet[Hand]]:
    yield from frames.stale_by_reason()
    yield frames.unindexed()


def _waiting(club: Club | None, hands: QuerySet[Hand]) -> QuerySet[Hand]:
    hands = hands.filter(adjudication__status__in=FINISHED).order_by()
    return hands if club is None else hands.filter(club=club)


def _sessions_of(player: UUID) -> Sequence[UUID] | QuerySet[Seat, UUID]:
    """Return the sessions of a player: read, so that PostgreSQL begins with them, unless they are very many."""
    seats = Seat.objects.filter(player__in=_identities(player)).order_by()
    sessions = seats.values_list("session", flat=True)
    listed = [*sessions[: MOST_OF_A_PLAYER + 1]]
    return listed if len(listed) <= MOST_OF_A_PLAYER else sessions


def _identities(player: UUID) -> Collection[UUID]:
    row = Player.objects.filter(pk=player).first()
    return [] if row is None else player_merges.identities_of(row)


class _Order:
    """An order of the index, each place of which has a key."""

    def sorted(self, hands: QuerySet[IndexedHand], place: Key | None) -> QuerySet[IndexedHand]:
        """Return the hands behind a place, in this order."""
        raise NotImplementedError

    def key_of(self, row: IndexedHand) -> Key:
        """Return the place of a hand."""
        raise NotImplementedError

    def parse(self, text: str) -> Key:
        """Return the place that a cursor stands for.  Raises BadCursorError."""
        try:
            return self._key(*json.loads(urlsafe_b64decode(text.encode())))
        except (ValueError, TypeError, AttributeError, RecursionError, OverflowError) as error:
            raise BadCursorError(text) from error

    def _key(self, *parts: Any) -> Key:
        raise NotImplementedError


class _ByDay(_Order):
    """The latest session first, in it the last hand."""

    def sorted(self, hands: QuerySet[IndexedHand], place: Key | None) -> QuerySet[IndexedHand]:
        day, opened = _OF_SESSION[0], "hand__session__created_at"
        hands = hands.annotate(day_listed=day)
        if place is not None:
            *_, session, position = place
            in_session = Q(hand__session=session)
            later = _at_or_after(place, opened, "hand__session") & ~in_session
            hands = hands.filter(later | (in_session & Q(hand__position__lt=position)))
        return hands.order_by("-day_listed", f"-{opened}", "hand__session_id", "-hand__position")

    def key_of(self, row: IndexedHand) -> Key:
        session = row.hand.session
        return row.day_listed, session.created_at, session.pk, row.hand.position  # type: ignore[attr-defined]

    def _key(self, day: str, opened: str, session: str, position: int) -> Key:
        at = datetime.fromisoformat(opened)
        if at.tzinfo is None or not 0 <= position <= MOST_OF_A_CURSOR:
            raise ValueError(opened, position)
        return date.fromisoformat(day), at.astimezone(UTC), UUID(session), int(position)


@dataclass(frozen=True)
class _ByFigure(_Order):
    """The largest figure first; hands without it are left out."""

    column: str

    def sorted(self, hands: QuerySet[IndexedHand], place: Key | None) -> QuerySet[IndexedHand]:
        hands = hands.filter(**{f"{self.column}__isnull": False})
        if place is not None:
            figure, hand = place
            smaller = Q(**{f"{self.column}__lt": figure})
            hands = hands.filter(smaller | Q(**{self.column: figure}, hand__gt=hand))
            hands = hands.filter(**{f"{self.column}__lte": figure})
        return hands.order_by(F(self.column).desc(), "hand_id")

    def key_of(self, row: IndexedHand) -> Key:
        return getattr(row, self.column), row.hand_id

    def _key(self, figure: float, hand: str) -> Key:
        if not abs(figure) <= MOST_OF_A_CURSOR:  # also where it is no number
            raise ValueError(figure)
        return float(figure), UUID(hand)


FIGURES = {HandSort.TRICK: "longest_trick", HandSort.POINTS: "most_points"}
"""The columns of the index by whose figures hands can be sorted."""
_ORDERS: dict[HandSort, _Order] = {
    HandSort.NEWEST: _ByDay(),
    **{sort: _ByFigure(column) for sort, column in FIGURES.items()},
}
_WITH_HAND = ("hand__session__season", "hand__session__club", "hand__session__head")
_OF_SESSION = (type(DAY_LISTED)("hand__session__played_on", "hand__session__listed_on"),)


def _text(key: Key) -> str:
    parts = [part if isinstance(part, int | float) else _word(part) for part in key]
    return urlsafe_b64encode(json.dumps(parts, separators=(",", ":")).encode()).decode()


def _word(part: object) -> str:
    return part.isoformat() if isinstance(part, date) else str(part)


def _at_or_after(place: Key, opened: str, session: str) -> Q:
    """Return the condition that a session is the one of a place, or behind it; ``day_listed`` is annotated."""
    day, at, pk, _ = place
    same_day = Q(day_listed=day)
    behind = Q(day_listed__lt=day) | (same_day & Q(**{f"{opened}__lt": at}))
    return Q(day_listed__lte=day) & (behind | (same_day & Q(**{opened: at, f"{session}__gte": pk})))


def _looked_through(
    question: HandQuestion, sessions: QuerySet[Session], order: _Order, place: Key | None
) -> Iterator[tuple[QuerySet[IndexedHand], Key | None]]:
    """Yield the hands to look at for a page, in pieces, each with the place behind it; None if there is nothing behind it."""
    indexed = IndexedHand.objects.all()
    rare = _rare_hands(question)
    if rare is not None:
        yield indexed.filter(hand__in=rare, hand__session__in=sessions.values("pk")), None
        return
    # without a limit for a player: with one, PostgreSQL goes through the club's sessions for those of the player
    most = None if question.player or question.players else MOST_SESSIONS + 1
    if isinstance(order, _ByDay):
        ordered = sessions.annotate(day_listed=DAY_LISTED)
        if place is not None:
            ordered = ordered.filter(_at_or_after(place, "created_at", "pk"))
        ordered = ordered.order_by(DAY_LISTED.desc(), "-created_at", "pk")
        keys = [*ordered.values_list("day_listed", "created_at", "pk")[:most]][: MOST_SESSIONS + 1]
        listed = keys[:MOST_SESSIONS]
        for start in range(0, len(listed), SESSIONS_AT_ONCE):
            piece = listed[start : start + SESSIONS_AT_ONCE]
            is_last = start + len(piece) == len(keys)
            hands = indexed.filter(hand__session__in=[pk for *_, pk in piece])
            yield hands, None if is_last else (*piece[-1], 0)
        return
    few = [*sessions.values_list("pk", flat=True)[:most]]
    if len(few) <= MOST_SESSIONS:
        yield indexed.filter(hand__session__in=few), None
        return
    club = question.only_club
    next_hands = order.sorted(indexed if club is None else indexed.filter(club=club), place)
    rows = [*next_hands[:HANDS_AT_ONCE]]
    end = order.key_of(rows[-1]) if len(rows) == HANDS_AT_ONCE else None
    hands = indexed.filter(hand__in=[row.pk for row in rows])
    yield hands.filter(hand__session__in=sessions.values("pk")), end


def _rare_hands(question: HandQuestion) -> list[UUID] | None:
    """Return the hands with the fact of the question that fewest have; None if many have each."""
    public = Club.objects.filter(visibility=Visibility.PUBLIC).values("pk")
    clubs = Q(club=question.only_club) if question.only_club else Q(club__in=public)
    fewest: list[UUID] | None = None
    for kind, value in question.facts():
        facts = _facts(kind, value).filter(clubs).order_by()
        hands = [*facts.values_list("hand", flat=True)[: MOST_RARE + 1]]
        if len(hands) <= MOST_RARE and (fewest is None or len(hands) < len(fewest)):
            fewest = hands
    return fewest


def facts_shown() -> QuerySet[HandFact]:
    """Return the facts of all hands, without what was solved in clubs that have endings switched off."""
    return HandFact.objects.filter(~Q(kind__in=OF_ENDINGS) | Q(club__solves_endings=True))


def is_indexed(hand: Hand) -> bool:
    """Return whether the index has a hand, loaded with its row and adjudication, as it is now."""
    indexed = getattr(hand, "indexed", None)
    return indexed is not None and indexed.input_digest == hand.adjudication.input_digest


def _facts(kind: FactKind, value: str | None) -> QuerySet[HandFact]:
    return HandFact.objects.filter(_is_fact(kind, value))


def _is_fact(kind: FactKind, value: str | None) -> Q:
    return Q(kind=kind) if value is None else Q(kind=kind, value=value)


def _matching(hands: QuerySet[IndexedHand], question: HandQuestion) -> QuerySet[IndexedHand]:
    """Return those of the hands to which the question applies, as far as it is not about sessions, and which the index has as they are now."""
    is_of_answer = When(hand__adjudication__input_digest=F("input_digest"), then=Value(value=True))
    # as a case: from two equal texts PostgreSQL expects one hand, and then begins with all hands
    hands = hands.alias(is_current=Case(is_of_answer, default=Value(value=False)))
    hands = hands.filter(is_current=True)
    for kind, value in question.facts():
        hands = hands.filter(Exists(_facts(kind, value).filter(hand=OuterRef("hand"))))
    if question.min_points is not None:
        hands = hands.filter(most_points__gte=question.min_points)
    if question.max_points is not None:
        hands = hands.filter(most_points__lte=question.max_points)
    return hands


def _with_moments(rows: Sequence[IndexedHand], question: HandQuestion) -> list[MatchedHand]:
    asked = dict(question.facts())
    moments: dict[UUID, list[MatchedMoment]] = {row.pk: [] for row in rows}
    if asked:
        for fact in HandFact.objects.filter(hand__in=moments, kind__in=[*asked]):
            if asked[FactKind(fact.kind)] in {None, fact.value}:
                moments[fact.hand_id].extend(_moments(fact))
    return [
        MatchedHand(
            hand=row.hand,
            longest_trick=row.longest_trick,
            trick_event=row.trick_event,
            most_points=row.most_points,
            moments=sorted(moments[row.pk], key=lambda each: (each.event, each.kind, each.value)),
        )
        for row in rows
    ]


def _moments(fact: HandFact) -> Iterator[MatchedMoment]:
    for event, seat in fact.moments:
        yield MatchedMoment(fact.kind, fact.value, *FactMoment(event, seat))
