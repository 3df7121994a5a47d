"""Sessions whose event, place, round, table or players contain what somebody types.

Each word is looked up among the labels and the players of the club, of which there are few, and the sessions that have them
are found by index.  Where there are many, the list is read in its order until the page is full.
"""

from itertools import chain
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from scorekeeper.models import Player, Seat, Session, SessionLabel

LABELS = ("event", "place", "round", "table")
FEW = 1_000  # sessions of a word that are looked up one by one


def with_words(sessions: QuerySet[Session], words: str, *, club: UUID | None) -> QuerySet[Session]:
    """Return those of the sessions that have every word, in capitals or not; of all clubs if none is given."""
    for word in words.split():
        sessions = sessions.filter(_having(word, club))
    return sessions


def _having(word: str, club: UUID | None) -> Q:
    of_club = {} if club is None else {"club": club}
    texts = SessionLabel.objects.filter(text__icontains=word, **of_club).order_by().values("text")
    players = Player.objects.filter(name__icontains=word, **of_club).order_by().values("pk")
    seats = Seat.objects.filter(player__in=players).order_by()
    labelled = [Session.objects.filter(**of_club, **{f"{label}__in": texts}) for label in LABELS]
    found_by = [list(rows.order_by().values_list("pk", flat=True)[: FEW + 1]) for rows in labelled]
    found_by.append(list(seats.values_list("session", flat=True)[: FEW + 1]))
    if all(len(keys) <= FEW for keys in found_by):
        return Q(pk__in=set(chain.from_iterable(found_by)))
    matches = Q(Exists(seats.filter(session=OuterRef("pk"))))
    for label in LABELS:
        matches |= Q(**{f"{label}__in": texts})
    return matches
