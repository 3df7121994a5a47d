"""Long acts of workers, during which nothing of the club is counted: merges of players, and house rules applied to a season.

Until the last session is done, whoever reads standings, ratings and statistics gets those of before; no count has half of it.
"""

from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from scorekeeper.models import Club, MergeProgress, WhatIf


def is_held(club: UUID) -> bool:
    """Return whether a long act in the club is unfinished."""
    return _HELD.filter(pk=club).exists()


def held_in(club: str) -> Q:
    """Return the condition ``is_held`` for a queryset; ``club`` is the name of its column."""
    here = OuterRef(club)
    return Exists(_merges().filter(club=here)) | Exists(_applications().filter(club=here))


def sessions_left(club: UUID) -> int:
    """Return how many sessions workers have still to do in long acts, as far as they have counted them."""
    merges, applications = _merges().filter(club=club), _applications().filter(club=club)
    total = Sum("left", default=0)
    left: int = merges.aggregate(left=total)["left"] + applications.aggregate(left=total)["left"]
    return left


def give_up_if_overtaken(club: UUID) -> bool:
    """Roll this transaction back, which counts, if a long act began meanwhile: half of it may be counted.  Return whether one did."""
    has_begun = is_held(club)
    if has_begun:
        transaction.set_rollback(True)
    return has_begun


def _merges() -> QuerySet[MergeProgress]:
    return MergeProgress.objects.filter(finished_at=None)


def _applications() -> QuerySet[WhatIf]:
    asked = WhatIf.objects.filter(apply_from__isnull=False, tried_at__isnull=False)
    return asked.filter(applied_at=None, cancelled_at=None)


# Built once: to resolve these names takes Django longer than to ask the database.
_HELD = Club.objects.filter(held_in("pk"))
