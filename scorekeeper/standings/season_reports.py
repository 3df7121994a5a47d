"""Reports on a season that take many rows: counted by workers, stored, and shown with their date until they are counted again.

A report on a short season is counted for the reader.  Nobody knows beforehand what readers will ask, and reading writes nothing,
so a reader's question goes to the workers in the message that wakes them (`workers.wake_up_for_report`).  A lost message delays
the report until somebody asks again.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, NamedTuple, NoReturn, TypeAlias, TypeVar, cast

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

import referee
from scorekeeper import audit
from scorekeeper.models import AuditEntry, Club, Season, SeasonReport
from scorekeeper.standings import season_count, tie_breaks
from scorekeeper.standings.queued_changes import TooMuchToCountError
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason

MOST_SESSIONS = 2_000
"""Sessions of all players together that are read for a reader."""
DAYS_KEPT = 30
MOST_STORED = 200  # reports of a season
FILINGS = 5  # an entry may be committed after one with a higher id
LONGEST_FILING = timedelta(minutes=10)
"""Time between an entry about a filing and its commit."""
MINUTE = timedelta(minutes=1)
"""A report that was counted less than this long ago is not counted again: in a season that is being logged it changes all the time."""

Question: TypeAlias = Mapping[str, Any]
"""What is asked, as JSON: the part of the season (``scope``), a moment, a player."""
_Content = TypeVar("_Content")


def standings_inputs(count: CountedSeason, _question: Question) -> Sequence[Any] | None:
    """Return the plan and the digest of everybody's line, or None while the season is being counted."""
    if not count.is_current:
        return None
    digests = sorted([str(player), digest] for player, digest in count.digests.items())
    return [count.plan.number, count.plan.plan.digest, *digests]


def _too_much(_count: CountedSeason, _question: Question) -> NoReturn:
    raise TooMuchToCountError


def _with_day_of_play(season: Season, question: Question) -> Question:
    """Return the question with the last day of play in place of a later day."""
    if "as_of" not in question.get("scope", {}):
        return question
    scope = Scope.from_json(question["scope"]).until_day_of_play(season)
    return {**question, "scope": scope.as_json()}


@dataclass(frozen=True, kw_only=True)
class ReportKind(Generic[_Content]):
    """A kind of report: how it is counted, and how it is stored as JSON."""

    name: str  # another one where the form of the JSON changes
    count: Callable[[CountedSeason, Question], _Content]
    to_json: Callable[[_Content], Any]
    from_json: Callable[[Any], _Content]
    # whether it depends on more than its inputs: on merges, on corrections that changed no total
    needs_audit: Callable[[Question], bool] = lambda _question: False
    # what it is counted from, as JSON; None: while that is being counted, no report is current
    inputs: Callable[[CountedSeason, Question], Sequence[Any] | None] = standings_inputs
    # what else it is counted from, as JSON, that changes without an entry of the audit log
    also_from: Callable[[Season], Sequence[Any]] = lambda _season: ()
    # whether it is counted for a reader of this season
    is_short: Callable[[CountedSeason], bool] = lambda count: is_short(count)
    # how it is counted for a reader of a long season; raises TooMuchToCountError where that is for a worker
    count_little: Callable[[CountedSeason, Question], _Content] = _too_much
    # the question that workers answer for all questions with the same answer
    rounded: Callable[[Season, Question], Question] = _with_day_of_play
    # the answer about sessions that there are not, which is never stored; None: there may be some
    empty: Callable[[CountedSeason, Question], _Content | None] = lambda _count, _question: None


class Report(NamedTuple, Generic[_Content]):
    """The latest report that there is."""

    content: _Content | None  # None: it was never counted
    counted_at: datetime | None
    is_current: bool  # False: it is to be counted again; this is the one of ``counted_at``
    is_wanted: bool  # whether a worker should count it now
    kind: str
    season: Season
    question: Question


def read(kind: ReportKind[_Content], count: CountedSeason, question: Question) -> Report[_Content]:
    """Return the report as it is stored, or counted now if that takes few rows.  Writes nothing."""
    season = count.season
    report = Report[_Content](
        None,
        None,
        is_current=False,
        is_wanted=True,
        kind=kind.name,
        season=season,
        question=question,
    )
    with suppress(TooMuchToCountError):
        return report._replace(
            content=(kind.count if kind.is_short(count) else kind.count_little)(count, question),
            counted_at=count.counted_at,
            is_current=kind.inputs(count, question) is not None,
            is_wanted=False,
        )
    question = kind.rounded(season, question)
    report = report._replace(question=question)
    nothing = kind.empty(count, question)
    if nothing is not None:
        return report._replace(
            content=nothing, counted_at=count.counted_at, is_current=True, is_wanted=False
        )
    stored = _stored(kind, season, question)
    if stored is None:
        return report
    version = _version(kind, count, question)
    is_current = version is not None and version == stored.version
    return report._replace(
        content=kind.from_json(stored.content),
        counted_at=stored.counted_at,
        is_current=is_current,
        is_wanted=not is_current and abs(timezone.now() - stored.counted_at) > MINUTE,
    )


def is_short(count: CountedSeason) -> bool:
    """Return whether the season's reports can be counted for a reader."""
    lines = count.total_lines.values()
    if sum(line.sessions for line in lines) > MOST_SESSIONS:
        return False
    if tie_breaks.NEEDING_HANDS.isdisjoint(count.plan.plan.tie_breaks):
        return True
    return sum(line.hands for line in lines) <= season_count.MOST_TIED_HANDS


def refresh(kind: ReportKind[_Content], season: Season, question: Question) -> bool:
    """Count the report and store it, unless the stored one is current; return whether it was counted.

    Takes no lock while it counts.  If something changes meanwhile, or if somebody else has locked the club, the stored report
    is not current and is counted again.
    """
    count = season_count.read(season)
    version = _version(kind, count, question)
    stored = _stored(kind, season, question)
    if stored is not None and stored.version == version:
        return False
    content = kind.to_json(kind.count(count, question))
    before = standings_inputs(count, question), version
    with transaction.atomic():
        # Whoever adds facts of earlier moments locks the club and deletes its reports: either they are seen here, or they
        # find this report.  SKIP LOCKED: a worker waits for nobody, and what it stores meanwhile is not current.
        clubs = Club.objects.select_for_update(no_key=True, skip_locked=True)
        is_locked = clubs.filter(pk=season.club_id).first() is not None
        latest = season_count.read(season)
        if latest.plan.plan.digest != count.plan.plan.digest:
            return True  # not stored: it may have what was erased from the plan meanwhile
        after = standings_inputs(latest, question), _version(kind, latest, question)
        SeasonReport.objects.update_or_create(
            season=season,
            kind=kind.name,
            question_digest=digest(question),
            defaults={
                "club_id": season.club_id,
                "question": {**question},
                "version": version if version and is_locked and before == after else "",
                "content": content,
                "counted_at": timezone.now(),
            },
        )
    _delete_oldest(season)
    return True


def is_right(kind: ReportKind[Any], stored: SeasonReport, count: CountedSeason) -> bool:
    """Return whether a stored report, if it is current, is what counting brings."""
    question = cast(Question, stored.question)
    is_asked = question.get("filings") in (None, _last_filings(count.season))
    if not is_asked or stored.version != _version(kind, count, question):
        return True
    counted = kind.to_json(kind.count(count, question))
    return referee.canonical(stored.content) == referee.canonical(counted)


def digest(question: Question) -> str:
    """Return the digest of a question."""
    return referee.sha256(referee.canonical(dict(question)))


def delete_old() -> int:
    """Delete reports that were counted long ago; whoever asks for one has it counted again."""
    earliest = timezone.now() - timedelta(days=DAYS_KEPT)
    return SeasonReport.objects.filter(counted_at__lt=earliest).delete()[0]


def _delete_oldest(season: Season) -> None:
    """Delete the reports of a season beyond MOST_STORED."""
    reports = SeasonReport.objects.filter(season=season)
    beyond = reports.order_by("-counted_at", "-pk").values_list("pk", flat=True)[MOST_STORED:]
    SeasonReport.objects.filter(pk__in=list(beyond)).delete()


def question_about(season: Season, scope: Scope, **rest: str) -> Question:
    """Return a question about a part of a season.

    What people outside the club ask has the last filings in it, even if all sessions are public by now: nobody is shown an
    answer from before a session was made private, or left the season.
    """
    question = {"scope": scope.without_needless_limits(season).as_json(), **rest}
    return {**question, "filings": _last_filings(season)} if scope.public_only else question


def has_filings_since(season: Season, moment: datetime) -> bool:
    """Return whether a session of the club was filed in another season, or got another visibility, since a moment."""
    filed_at = _filings(season).values_list("at", flat=True).first()
    return filed_at is not None and filed_at > moment - LONGEST_FILING


def _last_filings(season: Season) -> list[int]:
    return list(_filings(season).values_list("pk", flat=True)[:FILINGS])


def _filings(season: Season) -> QuerySet[AuditEntry]:
    """Return the entries about sessions that were filed in another season or got another visibility, the last first."""
    return AuditEntry.objects.filter(club=season.club_id, act="session filed").order_by("-id")


def _stored(kind: ReportKind[Any], season: Season, question: Question) -> SeasonReport | None:
    rows = SeasonReport.objects.filter(season=season, kind=kind.name)
    return rows.filter(question_digest=digest(question)).first()


def _version(kind: ReportKind[Any], count: CountedSeason, question: Question) -> str | None:
    """Return the digest of all that the report is counted from, or None while some of it is being counted."""
    inputs = kind.inputs(count, question)
    if inputs is None:
        return None
    versions: list[Any] = [*inputs, *kind.also_from(count.season)]
    if kind.needs_audit(question):
        rows = audit.versioned(Season.objects.filter(pk=count.season.pk))
        versions.append([str(cast(audit.Versioned, row).audit_version) for row in rows])
    return referee.sha256(referee.canonical(versions))
