"""What standings are about: a season, or some of its sessions."""

from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from scorekeeper.adjudication.record_parts import Columns
from scorekeeper.models import HandRevision, Season, Session

LABELS = ("event", "round", "table", "variant")


@dataclass(frozen=True, kw_only=True)
class Scope:
    """Which of a season's sessions; nothing said: all."""

    event: str | None = None
    round: str | None = None
    table: str | None = None
    variant: str | None = None
    as_of: date | None = None  # what was played until the end of this day

    @property
    def is_whole(self) -> bool:
        """Is this the whole season?"""
        return all(getattr(self, field.name) is None for field in fields(self))

    @property
    def labels(self) -> dict[str, str]:
        """What a session must be labelled."""
        said = ((name, getattr(self, name)) for name in LABELS)
        return {name: value for name, value in said if value is not None}

    @property
    def until(self) -> datetime | None:
        """The first moment that no longer belongs to it."""
        if self.as_of is None:
            return None
        return timezone.make_aware(datetime.combine(self.as_of, time()) + timedelta(days=1))

    def sessions(self, season: Season) -> QuerySet[Session]:
        """The season's sessions in this scope.

        One that does not say when it was played counts by when its hands were first written down.
        """
        return self.narrowed(season.sessions.all())

    def narrowed(self, sessions: QuerySet[Session]) -> QuerySet[Session]:
        """Of any sessions, the ones in this scope."""
        sessions = sessions.filter(**self.labels).order_by()
        if self.as_of is None:
            return sessions
        undated = Q(played_on=None, created_at__lt=self.until)
        return sessions.filter(Q(played_on__lte=self.as_of) | undated)

    def going_on(self, season: Season) -> list[Session]:
        """Of these, the ones that went on after the last day."""
        later = HandRevision.objects.filter(session=OuterRef("pk"), number=1, at__gte=self.until)
        undated = self.sessions(season).filter(Exists(later), played_on=None)
        return list(undated.select_related("head"))

    def of_its_days(self, hand: str) -> Q:
        """Whether a hand of its sessions belongs to it; ``hand`` is the column that names the hand."""
        written = HandRevision.objects.filter(hand=OuterRef(hand), number=1, at__lt=self.until)
        return Q(**{f"{hand}__session__played_on__isnull": False}) | Q(Exists(written))

    def fits(self, said: Columns) -> bool:
        """Does a session that was labelled so belong to it?  One without a date does, with some of its hands."""
        if any(said[name] != value for name, value in self.labels.items()):  # type: ignore[literal-required]
            return False
        return self.as_of is None or said["played_on"] is None or said["played_on"] <= self.as_of


def day_of(session: str) -> Coalesce:
    """When a session was played; ``session`` leads to it.  One that has no date counts by the day on which it was opened."""
    return Coalesce(f"{session}played_on", TruncDate(f"{session}created_at"))
