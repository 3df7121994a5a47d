"""How many hands of sessions are over, and how many are not; an annulled one is over, wherever it was stopped."""

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.models import Adjudication, Hand, Session
from scorekeeper.models.adjudications import UNFINISHED


def unfinished_hands() -> QuerySet[Adjudication]:
    """Return the unfinished hands of the session of an outer query."""
    hands = Adjudication.objects.filter(hand__session=OuterRef("pk"), status=UNFINISHED)
    return hands.exclude(hand__head__content__contains='"annulled":')


def counting_hands() -> QuerySet[Hand]:
    """Return the hands of the session of an outer query that are not annulled."""
    hands = Hand.objects.filter(session=OuterRef("pk"))
    return hands.exclude(head__content__contains='"annulled":')


def with_hand_counts(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Return the sessions with ``finished``, how many of their hands are over, and ``unfinished``, how many are not."""
    counted = (
        unfinished_hands().order_by().values("hand__session").annotate(n=Count("pk")).values("n")
    )
    return sessions.annotate(unfinished=Coalesce(Subquery(counted), 0)).annotate(
        finished=F("result__hands") - F("unfinished")
    )
