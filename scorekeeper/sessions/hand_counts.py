"""How many hands of sessions are over, and how many are not."""

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.models import Adjudication, Session
from scorekeeper.models.adjudications import UNFINISHED


def with_hand_counts(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Return the sessions with ``finished``, how many of their hands are over, and ``unfinished``, how many are not."""
    open_hands = Adjudication.objects.filter(hand__session=OuterRef("pk"), status=UNFINISHED)
    counted = open_hands.order_by().values("hand__session").annotate(n=Count("pk")).values("n")
    return sessions.annotate(unfinished=Coalesce(Subquery(counted), 0)).annotate(
        finished=F("result__hands") - F("unfinished")
    )
