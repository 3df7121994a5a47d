"""A session that was entered twice or by mistake: all its hands are annulled and it leaves its season; and back again.

Each hand gets the revision that annuls it, with the reason, so the history of every hand tells of it.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

import referee
from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import judging, recorded_rulings
from scorekeeper.hands import amendments
from scorekeeper.models import (
    AuditEntry,
    Decision,
    Hand,
    HandRevision,
    Season,
    Session,
    User,
)
from scorekeeper.sessions import recording

ANNULLED = "annulled"
STRIKING = {Decision.ANNULLED, Decision.REPLAYED}
ACT, ACT_OF_RETURN = "session annulled", "session reinstated"


class NothingCountsError(ActionError):
    """No hand of the session counts, and it belongs to no season."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("No hand of this session counts, and it is in no season: nothing changes.")
        )


@transaction.atomic
def annul(session: Session, *, reason: str, by: User) -> None:
    """Annul every hand of a session and take the session out of its season.

    Hands that a referee annulled before stay as they are.  Raises NothingCountsError where nothing would change.
    """
    session = recording.lock(session)
    season = session.season
    records = {
        hand.pk: {**judging.hand_record(hand.head), ANNULLED: reason}
        for hand in session.hands.select_related("head")
        if ANNULLED not in hand.head.content
    }
    if not records and season is None:
        raise NothingCountsError
    amendments.amend_all(session, records, reason=reason, by=by)
    recording.file_session(session, season=None, by=by)
    filed = str(season.pk) if season else None
    audit.note(ACT, session, by=by, season=filed, hands=len(records))


@transaction.atomic
def reinstate(session: Session, *, reason: str, by: User) -> None:
    """Let the hands count again that ``annul`` struck out, and return the session to the season that it left.

    Raises NothingCountsError where ``annul`` struck out none.
    """
    session = recording.lock(session)
    records = {hand.pk: _without_mark(hand) for hand in struck_hands(session)}
    if not records:
        raise NothingCountsError
    season = session.season or season_left(session)
    amendments.amend_all(session, records, reason=reason, by=by)
    recording.file_session(session, season=season, by=by)
    audit.note(ACT_OF_RETURN, session, by=by, season=str(season.pk) if season else None)


def struck_hands(session: Session) -> list[Hand]:
    """Return the hands that the last ``annul`` struck out and that are annulled since, in order; none after ``reinstate``.

    Hands that an amendment, a ruling or a record from elsewhere annulled one by one, before or after, are not among them.
    """
    log = AuditEntry.objects.filter(club=session.club_id, subject=str(session.pk))
    last = log.filter(act__in=(ACT, ACT_OF_RETURN)).order_by("-pk").first()
    if last is None or last.act != ACT or not last.details.get("hands", 1):
        return []
    annulled_since: dict[UUID, HandRevision | None] = {}
    of_act: datetime | None = None  # all revisions of an act have one time
    for revision in HandRevision.objects.filter(session=session).order_by("hand_id", "number"):
        if ANNULLED not in revision.content:
            annulled_since[revision.hand_id] = None
            continue
        is_ruled = recorded_rulings.decision_of(revision) in STRIKING
        if is_ruled or annulled_since.get(revision.hand_id) is None:
            annulled_since[revision.hand_id] = revision
        is_earlier = revision.by_id == last.by_id and revision.at <= last.at
        if is_earlier and (of_act is None or revision.at > of_act):
            of_act = revision.at
    ids = [hand for hand, start in annulled_since.items() if start and start.at == of_act]
    return list(session.hands.filter(pk__in=ids).select_related("head").order_by("position"))


def season_left(session: Session) -> Season | None:
    """Return the season out of which ``annul`` took the session; None if it was in none, or the season was deleted."""
    log = AuditEntry.objects.filter(club=session.club_id, subject=str(session.pk), act=ACT)
    last = log.order_by("-pk").first()
    season = last.details.get("season") if last else None
    return Season.objects.filter(club=session.club_id, pk=season).first() if season else None


def _without_mark(hand: Hand) -> referee.JsonObject:
    record = judging.hand_record(hand.head)
    return {key: value for key, value in record.items() if key != ANNULLED}
