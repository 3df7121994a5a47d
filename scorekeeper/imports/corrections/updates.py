"""A session brought up to date with a corrected sheet: hands that differ are amended, new ones recorded at its end."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from referee.spreadsheets.sheet_errors import SheetError
from scorekeeper.clubs import player_merges
from scorekeeper.hands import amendments
from scorekeeper.imports import session_records
from scorekeeper.imports.corrections import known_evenings
from scorekeeper.imports.corrections.differences import SheetDifference, SheetHands
from scorekeeper.imports.corrections.hands import HandChange
from scorekeeper.models import Club, Session, User
from scorekeeper.sessions import recording

OTHER_SESSION = gettext_noop("The session has other players now. Choose the file again.")
CHANGED_SINCE = gettext_noop(
    "Somebody changed the session after this import was sent. Choose the file again."
)


class Correction(NamedTuple):
    """Who has a session brought up to date, with a file of which name, and the version of the session that they saw."""

    by: User
    file_name: str = ""
    version: str = ""

    @property
    def reason(self) -> str:
        """The reason that the revisions of the hands have."""
        return f"from the corrected sheet {self.file_name}".rstrip()


@transaction.atomic
def bring_up_to_date(
    club: Club,
    session: UUID,
    sheet: SheetHands,
    players: Sequence[UUID | None] | None,
    correction: Correction,
) -> SheetDifference:
    """Write what a sheet says otherwise than a session; return what that was.  A hand that the sheet lacks stays as it is.

    ``players`` are those of the sheet; None: the session came from it, and they are those of the session.
    Raises MalformedError where this cannot be done (any more).
    """
    existing = Session.objects.filter(club=club, pk=session).first()
    if existing is None:
        raise _refused(CHANGED_SINCE)
    row = recording.lock(existing, with_seats=True)
    difference = _compare(club, row, sheet, players)
    if difference.refusal:
        raise _refused(difference.refusal)
    if difference.writes and difference.version != correction.version:
        raise _refused(CHANGED_SINCE)
    positions = dict(row.hands.values_list("position", "pk"))
    changed = difference.of(HandChange.CHANGED)
    records = {positions[one.position]: one.record for one in changed}
    amendments.amend_all(row, records, reason=correction.reason, by=correction.by)
    new = [one.record for one in difference.of(HandChange.NEW)]
    if new:
        session_records.record_hands(row, new, by=correction.by)
    return difference


def _compare(
    club: Club, session: Session, sheet: SheetHands, players: Sequence[UUID | None] | None
) -> SheetDifference:
    if players is None:
        return known_evenings.compare_again(session, sheet)
    survivors = player_merges.surviving_players(club.pk)
    seated = [*session.seats.values_list("player", flat=True)]
    known = [player for player in players if player]
    if {survivors.get(one, one) for one in seated} != {survivors.get(one, one) for one in known}:
        raise _refused(OTHER_SESSION)
    return known_evenings.compare(session, seated, sheet, known, survivors)


def _refused(reason: str) -> SheetError:
    return SheetError((reason, {}), code="not-brought-up-to-date")
