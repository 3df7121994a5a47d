"""The disputes of a club in the order in which somebody should look at them."""

from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Case, DateTimeField, F, Prefetch, Q, QuerySet, Value, When

from scorekeeper.disputes import stakes
from scorekeeper.models import Dispute, DisputeStatement, HandRevision

WORDS_LOOKED_FOR = 10  # of a question; more do not make it clearer
BEHIND = timedelta(days=365_250)  # a thousand years: closed disputes come after every open one


class State(StrEnum):
    """What has become of a dispute."""

    OPEN = "open"
    RULED = "ruled"
    WITHDRAWN = "withdrawn"


IN_STATE = {
    State.OPEN: Q(ruling=None, withdrawal=None),
    State.RULED: Q(ruling__isnull=False),
    State.WITHDRAWN: Q(withdrawal__isnull=False),
}


class Weighed(NamedTuple):
    """A dispute and what hangs on it, while it is open."""

    dispute: Dispute
    stakes: stakes.Stakes | None


def state_of(dispute: Dispute) -> State:
    """Is it open still?"""
    if hasattr(dispute, "ruling"):
        return State.RULED
    return State.WITHDRAWN if hasattr(dispute, "withdrawal") else State.OPEN


def in_full(disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """Disputes with all that is shown of them: two queries, however many there are."""
    related = (
        "club", "revision", "ruling__revision", "withdrawal", "hand__head", "hand__adjudication",
        "hand__session__head", "hand__session__result",
    )  # fmt: skip
    since = HandRevision.objects.only("hand_id", "number", "content").order_by("number")
    return disputes.select_related(*related).prefetch_related(Prefetch("hand__revisions", since))


def queued(disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """With the moment by which they wait their turn: the open ones first, each in the order they were raised."""
    later = F("raised_at") + Value(BEHIND)
    turn = Case(When(IN_STATE[State.OPEN], then=F("raised_at")), default=later, output_field=DateTimeField())  # fmt: skip
    return disputes.annotate(queued=turn).order_by("queued", "pk")


def with_words(disputes: QuerySet[Dispute], words: str) -> QuerySet[Dispute]:
    """Those that have each of these words in claim, grounds, evidence, what others said or the ruling's reason."""
    for word in words.split()[:WORDS_LOOKED_FOR]:
        said = DisputeStatement.objects.filter(text__icontains=word)
        disputes = disputes.filter(
            Q(claim__icontains=word)
            | Q(grounds__icontains=word)
            | Q(evidence__icontains=word)
            | Q(pk__in=said.values("dispute"))
            | Q(ruling__reason__icontains=word)
        )
    return disputes


def gravest_first(disputes: Sequence[Dispute]) -> list[Weighed]:
    """Open disputes with what hangs on each, the gravest first; then the others as they come, with nothing at stake.

    The key: another winner of the session, then another place in the season, other totals, other points of the hand
    only, nothing; among equals the largest swing, then the one raised first.
    """
    open_ones = [dispute for dispute in disputes if state_of(dispute) is State.OPEN]
    found = stakes.of_each(open_ones)
    ordered = sorted(open_ones, key=lambda dispute: (found[dispute.pk].rank, dispute.raised_at))
    closed = [dispute for dispute in disputes if dispute.pk not in found]
    return [Weighed(dispute, found.get(dispute.pk)) for dispute in (*ordered, *closed)]
