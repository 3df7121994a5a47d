"""The part of a season that standings are about: the whole season, or some of its sessions."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import DateField, Exists, Max, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.adjudication.session_columns import Columns
from scorekeeper.models import HandRevision, Season, Session, Visibility, days, time_zones
from scorekeeper.standings.plans.plan import Plan

LABELS = ("event", "round", "table", "variant")


@dataclass(frozen=True, kw_only=True)
class Scope:
    """A filter of a season's sessions.  Without any value it is the whole season."""

    event: str | None = None
    round: str | None = None
    table: str | None = None
    variant: str | None = None
    as_of: date | None = None  # only what was played until the end of this day
    public_only: bool = False  # only public sessions
    dated_only: bool = field(default=False, repr=False)  # see ``under``

    @property
    def is_whole(self) -> bool:
        """Whether the scope is the whole season."""
        return self == Scope()

    def for_reader(self, season: Season, person: Person) -> "Scope":
        """Return the scope for a part of a season: for people outside the club with public sessions only.

        They see the table of the whole season with its private sessions.  The difference of two parts would reveal the
        result of one of these.
        """
        is_member = access.may(person, Action.SEE, season.club)
        return self if is_member else replace(self, public_only=True)

    def under(self, plan: Plan) -> "Scope":
        """Return the scope for counting by a plan: by the end of a day no session without a date counts, if it has no day."""
        return replace(self, dated_only=self.as_of is not None and not plan.has_days_of_entry)

    def without_needless_limits(self, season: Season) -> "Scope":
        """Return the scope without ``public_only`` if all of the season's sessions are public."""
        if not self.public_only or self.leaves_out_private(season):
            return self
        return replace(self, public_only=False)

    def leaves_out_private(self, season: Season) -> bool:
        """Return whether the season has private sessions that this scope does not count."""
        # in the order of an index: PostgreSQL might look through the sessions of other seasons first
        private = self._private(season).order_by("variant").values_list("variant")
        return self.public_only and bool(private[:1])

    def as_json(self) -> dict[str, Any]:
        """Return the fields that have a value, as JSON."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        chosen = {name: value for name, value in values.items() if value not in {None, False}}
        return {**chosen, "as_of": self.as_of.isoformat()} if self.as_of else chosen

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Scope":
        """Return the scope that ``as_json`` returned these fields of."""
        as_of = value.get("as_of")
        return cls(**{**value, "as_of": as_of and date.fromisoformat(as_of)})

    @staticmethod
    def _private(season: Season) -> QuerySet[Session]:
        return season.sessions.filter(visibility=Visibility.PRIVATE).order_by()

    @property
    def labels(self) -> dict[str, str]:
        """The labels that a session must have."""
        values = ((name, getattr(self, name)) for name in LABELS)
        return {name: value for name, value in values if value is not None}

    def until(self, season: Season) -> datetime | None:
        """Return the first moment after ``as_of``, in the time zone of the season's club; None without ``as_of``."""
        return None if self.as_of is None else days.end_of(self.as_of, season.club.zone)

    def sessions(self, season: Season) -> QuerySet[Session]:
        """Return the season's sessions in this scope.

        With days of entry, each hand of a session without a date counts by when it was first recorded.
        """
        return self.narrow(season.sessions.all(), season)

    def narrow(self, sessions: QuerySet[Session], season: Season) -> QuerySet[Session]:
        """Return those of any sessions of the season's club that are in this scope."""
        sessions = sessions.filter(**self.labels).order_by()
        if self.public_only:
            sessions = sessions.filter(visibility=Visibility.PUBLIC)
        if self.as_of is None:
            return sessions
        in_time = Q(played_on__lte=self.as_of)
        if not self.dated_only:
            in_time |= Q(played_on=None, created_at__lt=self.until(season))
        return sessions.filter(in_time)

    def visible(self, sessions: Collection[UUID]) -> set[UUID]:
        """Return those of these sessions that a reader of this scope may see."""
        if not self.public_only:
            return set(sessions)
        public = Session.objects.filter(pk__in=sessions, visibility=Visibility.PUBLIC)
        return set(public.values_list("pk", flat=True))

    def has_sessions(self, season: Season) -> bool:
        """Return whether a session of the season is in this scope."""
        return self.sessions(season).exists()

    def until_day_of_play(self, season: Season) -> "Scope":
        """Return the scope with ``as_of`` put back to the last day on which a session or a hand of the season counts by then.

        It includes the same hands.  Without such a day ``as_of`` stays.
        """
        whole = Scope(as_of=self.as_of)
        dated = whole.sessions(season).filter(played_on__isnull=False)
        until = self.until(season)
        undated = season.sessions.filter(played_on=None, created_at__lt=until).order_by()
        hands = HandRevision.objects.filter(session__in=undated, number=1, at__lt=until)
        moments = (
            undated.aggregate(at=Max("created_at"))["at"],
            hands.order_by().aggregate(at=Max("at"))["at"],
        )
        played = [time_zones.day_of(at, season.club.zone) for at in moments if at]
        played += filter(None, [dated.aggregate(day=Max("played_on"))["day"]])
        return replace(self, as_of=max(played, default=self.as_of))

    def continued_later(self, sessions: QuerySet[Session], season: Season) -> list[Session]:
        """Return the undated ones of these sessions with hands recorded after ``as_of``."""
        later = HandRevision.objects.filter(
            session=OuterRef("pk"), number=1, at__gte=self.until(season)
        )
        undated = sessions.filter(Exists(later), played_on=None)
        return list(undated.select_related("head"))

    def hand_filter(self, hand: str, season: Season) -> Q:
        """Return a condition that is true for hands within ``as_of``; ``hand`` is the path to the hand.

        It applies to hands of sessions in this scope: in a session with a date all of them count.
        """
        recorded = HandRevision.objects.filter(
            hand=OuterRef(hand), number=1, at__lt=self.until(season)
        )
        return Q(**{f"{hand}__session__played_on__isnull": False}) | Q(Exists(recorded))

    def includes(self, columns: Columns) -> bool:
        """Return whether a session with these columns is in the scope.

        With days of entry, a session without a date is, even if only some of its hands are.
        """
        played_on = columns["played_on"]
        is_undated = played_on is None and not self.dated_only
        is_in_time = self.as_of is None or is_undated or (played_on or days.UNDATED) <= self.as_of
        return is_in_time and self.has_labels_of(columns)

    def has_labels_of(self, columns: Columns) -> bool:
        """Return whether a session with these columns has the labels that are asked for."""
        return all(columns[name] == value for name, value in self.labels.items())  # type: ignore[literal-required]


def day_of(session: str) -> Coalesce:
    """Return an expression for the day that a session is ordered by; ``session`` is the lookup prefix, such as ``"session__"``.

    Of a session without a date it is the day on which it was opened, where the club is.
    """
    opened = TruncDate(f"{session}created_at", tzinfo=timezone.get_default_timezone())
    return Coalesce(f"{session}played_on", f"{session}entered_on", opened)


def counted_day(plan: Plan) -> Coalesce:
    """Return an expression for the day on which a session counts under a plan, or ``days.UNDATED``."""
    return day_of("") if plan.has_days_of_entry else Coalesce("played_on", _UNDATED)


_UNDATED = Value(days.UNDATED, DateField())
