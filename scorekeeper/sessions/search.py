"""Sessions whose event, place, round, table or players contain what somebody types; within a club also those of a game or a day.

A word is looked for among the labels and the players of the club, of which there are few however much was played.  The sessions
that have one of them are then read in the order of the list, by an index of each label, and no more than the list shows.  A day
is looked for in the index of that list.  Of several words the one is read which fewest labels and players have; its sessions are
looked through for the others.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.lookups import Exact, GreaterThan

from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Player, Seat, Session, SessionLabel
from scorekeeper.models.sessions import DAY_LISTED, LABELS, variant_choices

MOST_MATCHES = 1_000
"""Labels and players that are looked up; of a word that more have, the sessions are looked through in the order of the list."""
MOST_FOUND = 1_000  # sessions; whoever wants to see more has them looked through, too
FEW_LABELS = 20  # that are looked up one by one


class WrittenDay(NamedTuple):
    """A day, and how somebody typed it."""

    text: str
    day: date


@dataclass(frozen=True, kw_only=True)
class Match:
    """The labels, players and games that have a word, and the day that it means; of all clubs, also the clubs."""

    word: str
    labels: set[tuple[UUID, str, str]]  # club, column, text
    players: set[UUID]
    clubs: set[UUID]
    games: set[str]
    day: date | None

    def __len__(self) -> int:
        named = len(self.labels) + len(self.players) + len(self.clubs) + len(self.games)
        return named + (self.day is not None)

    @property
    def weight(self) -> int:
        """How many sessions may have the word, compared with other words: a label usually has more of them than a player or a day, and a game most."""
        few = len(self.players) + (self.day is not None)
        return few + 10 * len(self.labels) + 100 * (len(self.clubs) + len(self.games))

    def condition(self) -> Q:
        """Return the condition for a session that is looked at anyhow."""
        named = Q(player__in=self.players)
        if len(self.players) > MOST_MATCHES:
            named = Q(player__name__icontains=self.word)
        condition = Q(club__in=self.clubs) | Q(variant__in=self.games) | self._played_on_day()
        for column in LABELS:
            condition |= Q((f"{column}__icontains", self.word))
        # a seat's number instead of Exists, for which PostgreSQL would read the seats of all sessions at first
        seats = Seat.objects.filter(named, session=OuterRef("pk")).order_by()
        return condition | Q(GreaterThan(Subquery(seats.values("number")[:1]), 0))

    def indexed_conditions(self) -> Iterator[Q]:
        """Yield conditions for which there are indexes; a session that meets one of them has the word."""
        if len(self.labels) <= FEW_LABELS:
            for club, column, text in self.labels:
                yield Q((column, text), club=club)
        else:
            texts = defaultdict(set)
            for _, column, text in self.labels:
                texts[column].add(text)
            clubs = {club for club, _, _ in self.labels}
            for column in texts:
                yield Q((f"{column}__in", texts[column]), club__in=clubs)
        if self.players:
            seats = Seat.objects.filter(player__in=self.players).order_by()
            played = seats.values_list("session", flat=True)[: MOST_FOUND + 1]
            keys = set(played)
            is_all = len(played) <= MOST_FOUND
            yield Q(pk__in=keys) if is_all else Q(Exists(seats.filter(session=OuterRef("pk"))))
        for club in self.clubs:
            yield Q(club=club)
        for game in self.games:
            yield Q(variant=game)
        if self.day is not None:
            yield self._played_on_day()

    def _played_on_day(self) -> Q:
        return Q() if self.day is None else Q(Exact(DAY_LISTED, self.day))


def find(
    sessions: QuerySet[Session],
    words: str,
    *,
    club: UUID | None,
    most: int,
    day: WrittenDay | None = None,
) -> QuerySet[Session]:
    """Return those of the sessions that have every word, in capitals or not, and were played on the day: at least the first ``most``, if there are more.

    A session of another day is found, too, if a label contains the day as it was typed.

    The sessions are those of the club, or of all clubs if none is given, in the order in which they are listed.
    """
    matches = [_match(word, club) for word in dict.fromkeys(words.split())]
    if day is not None:
        matches.append(replace(_match(day.text, club), day=day.day))
    if not matches:
        return sessions
    if not all(matches):
        return sessions.none()
    rarest, *others = sorted(matches, key=lambda match: match.weight)
    for match in others:
        sessions = sessions.filter(match.condition())
    if len(rarest) > MOST_MATCHES or most > MOST_FOUND:
        return sessions.filter(rarest.condition())
    keys: set[UUID] = set()
    for condition in rarest.indexed_conditions():
        keys.update(sessions.filter(condition).values_list("pk", flat=True)[:most])
    return sessions.filter(pk__in=keys)


def _match(word: str, club: UUID | None) -> Match:
    labels = SessionLabel.objects.filter(text__icontains=word)
    players = Player.objects.filter(name__icontains=word).order_by()
    clubs: set[UUID] = set()
    games: set[str] = set()
    if club is None:
        clubs.update(Club.objects.filter(name__icontains=word).values_list("pk", flat=True))
    else:
        labels, players = labels.filter(club=club), players.filter(club=club)
        games.update(_games_called(word))
    named = set(players.values_list("pk", flat=True)[: MOST_MATCHES + 1])
    if club is not None:  # the list shows the names of the players who stay
        survivors = player_merges.surviving_players(club)
        named.update(player for player, survivor in survivors.items() if survivor in named)
    texts = set(labels.values_list("club", "kind", "text")[: MOST_MATCHES + 1])
    return Match(word=word, labels=texts, players=named, clubs=clubs, games=games, day=None)


def _games_called(word: str) -> list[str]:
    """Return the games of whose names in the reader's language a word begins like this one."""
    letters = word.strip(",.;")
    begins = re.compile(rf"\b{re.escape(letters)}", re.IGNORECASE)
    return [game for game, name in variant_choices() if letters and begins.search(str(name))]
