"""A club's disputes in the order in which referees should look at them."""

from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Case, DateTimeField, F, Prefetch, Q, QuerySet, Value, When

from scorekeeper.disputes import stakes
from scorekeeper.models import Dispute, DisputeStatement, HandRevision

MAX_SEARCH_WORDS = 10  # of a search; more are ignored
CLOSED_OFFSET = timedelta(
    days=365_250
)  # a thousand years, so that closed disputes come after every open one


class DisputeState(StrEnum):
    """The state of a dispute."""

    OPEN = "open"
    RULED = "ruled"
    WITHDRAWN = "withdrawn"


IN_STATE = {
    DisputeState.OPEN: Q(ruling=None, withdrawal=None),
    DisputeState.RULED: Q(ruling__isnull=False),
    DisputeState.WITHDRAWN: Q(withdrawal__isnull=False),
}


class DisputeWithStakes(NamedTuple):
    """A dispute with its stakes; None if it is closed."""

    dispute: Dispute
    stakes: stakes.Stakes | None


def state_of(dispute: Dispute) -> DisputeState:
    """Return whether the dispute is open, ruled on or withdrawn."""
    if hasattr(dispute, "ruling"):
        return DisputeState.RULED
    return DisputeState.WITHDRAWN if hasattr(dispute, "withdrawal") else DisputeState.OPEN


def with_details(disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """Load the disputes with everything that is shown of them, in two queries."""
    related = (
        "club",
        "revision",
        "ruling__revision",
        "withdrawal",
        "hand__head",
        "hand__adjudication",
        "hand__session__head",
        "hand__session__result",
    )
    since = HandRevision.objects.only("hand_id", "number", "content").order_by("number")
    return disputes.select_related(*related).prefetch_related(Prefetch("hand__revisions", since))


def in_queue_order(disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """Sort open disputes first, each group by the time raised; annotates the sort key as ``queued``."""
    later = F("raised_at") + Value(CLOSED_OFFSET)
    turn = Case(
        When(IN_STATE[DisputeState.OPEN], then=F("raised_at")),
        default=later,
        output_field=DateTimeField(),
    )
    return disputes.annotate(queued=turn).order_by("queued", "pk")


def with_words(disputes: QuerySet[Dispute], words: str) -> QuerySet[Dispute]:
    """Filter the disputes that contain each of these words in any text of the dispute, its statements or its ruling."""
    for word in words.split()[:MAX_SEARCH_WORDS]:
        statements = DisputeStatement.objects.filter(text__icontains=word)
        disputes = disputes.filter(
            Q(claim__icontains=word)
            | Q(grounds__icontains=word)
            | Q(evidence__icontains=word)
            | Q(pk__in=statements.values("dispute"))
            | Q(ruling__reason__icontains=word)
        )
    return disputes


def gravest_first(disputes: Sequence[Dispute]) -> list[DisputeWithStakes]:
    """Return open disputes with their stakes, gravest first; then the closed ones in the given order, without stakes.

    Gravity in descending order: another winner of the session, another place in the season, other totals, other points
    of the hand only, nothing.  Equal ones are sorted by the largest swing, then by the time raised.
    """
    open_ones = [dispute for dispute in disputes if state_of(dispute) is DisputeState.OPEN]
    stakes_by_id = stakes.stakes_by_dispute(open_ones)
    ordered = sorted(
        open_ones, key=lambda dispute: (stakes_by_id[dispute.pk].rank, dispute.raised_at)
    )
    closed = [dispute for dispute in disputes if dispute.pk not in stakes_by_id]
    return [
        DisputeWithStakes(dispute, stakes_by_id.get(dispute.pk)) for dispute in (*ordered, *closed)
    ]
