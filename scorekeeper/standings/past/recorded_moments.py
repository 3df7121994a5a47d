"""Moments at which something was recorded that changes what was known of a season.

Between two of them nothing changes, so all moments between them are one question to a report.
"""

from datetime import UTC, datetime

from django.db.models import Max

from scorekeeper.models import (
    AuditEntry,
    HandRevision,
    MergeReversal,
    PlayerMerge,
    Season,
    SessionRevision,
)

BEFORE_ALL = datetime(1900, 1, 1, tzinfo=UTC)


def round_down(season: Season, at: datetime) -> datetime:
    """Return the latest moment until ``at`` of a change in the season's club, or BEFORE_ALL if nothing was recorded by then.

    All that depends on what was known by ``at`` is equal to what was known by the answer.
    """
    club = season.club_id
    changes = (
        HandRevision.objects.filter(club=club),
        SessionRevision.objects.filter(club=club),
        season.plans.all(),
        PlayerMerge.objects.filter(club=club),
        MergeReversal.objects.filter(merge__club=club),
        AuditEntry.objects.filter(club=club, act="session filed"),
    )
    latest = (rows.filter(at__lte=at).aggregate(at=Max("at"))["at"] for rows in changes)
    return max(filter(None, latest), default=BEFORE_ALL)
