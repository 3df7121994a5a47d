"""Sessions whose event, place, round, table or players contain what somebody types.

A word is looked for among the labels and the players of the club, of which there are few however much was played.  The sessions
that have one of them are then read in the order of the list, by an index of each label, and no more than the list shows.  Of
several words that does the one which fewest labels and players have; its sessions are looked through for the others.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.lookups import GreaterThan

from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Player, Seat, Session, SessionLabel
from scorekeeper.models.sessions import LABELS

MOST_MATCHES = 1_000
"""Labels and players that are looked up; of a word that more have, the sessions are looked through in the order of the list."""
MOST_FOUND = 1_000  # sessions; whoever wants to see more has them looked through, too
FEW_LABELS = 20  # that are looked up one by one


@dataclass(frozen=True, kw_only=True)
class Match:
    """The labels and players that have a word; of all clubs, also the clubs."""

    word: str
    labels: set[tuple[UUID, str, str]]  # club, column, text
    players: set[UUID]
    clubs: set[UUID]

    def __len__(self) -> int:
        return len(self.labels) + len(self.players) + len(self.clubs)

    @property
    def weight(self) -> int:
        """How many sessions may have the word, compared with other words: a label usually has more of them than a player."""
        return 10 * len(self.labels) + len(self.players) + 100 * len(self.clubs)

    def condition(self) -> Q:
        """Return the condition for a session that is looked at anyhow."""
        named = Q(player__in=self.players)
        if len(self.players) > MOST_MATCHES:
            named = Q(player__name__icontains=self.word)
        condition = Q(club__in=self.clubs)
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


def find(
    sessions: QuerySet[Session], words: str, *, club: UUID | None, most: int
) -> QuerySet[Session]:
    """Return those of the sessions that have every word, in capitals or not: at least the first ``most``, if there are more.

    The sessions are those of the club, or of all clubs if none is given, in the order in which they are listed.
    """
    matches = [_match(word, club) for word in dict.fromkeys(words.split())]
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
    if club is None:
        clubs.update(Club.objects.filter(name__icontains=word).values_list("pk", flat=True))
    else:
        labels, players = labels.filter(club=club), players.filter(club=club)
    named = set(players.values_list("pk", flat=True)[: MOST_MATCHES + 1])
    if club is not None:  # the list shows the names of the players who stay
        survivors = player_merges.surviving_players(club)
        named.update(player for player, survivor in survivors.items() if survivor in named)
    texts = set(labels.values_list("club", "kind", "text")[: MOST_MATCHES + 1])
    return Match(word=word, labels=texts, players=named, clubs=clubs)
