"""Several records of a file are kept at once, in a few statements.

It is as if they had been kept one after the other.  Where anything is the matter with one of them they are kept one after
the other indeed, so that it alone is refused.
"""

import logging
import uuid
from collections.abc import Sequence

from django.db import OperationalError, transaction
from django.db.models import Model

import referee
from scorekeeper import asking, inserting
from scorekeeper.adjudication import derived_rows, judging, record_parts
from scorekeeper.clubs import player_merges
from scorekeeper.imports import lines as import_lines
from scorekeeper.imports import player_names
from scorekeeper.imports import rows as import_rows
from scorekeeper.imports.lines import JudgedRecord, Outcome, ReportLine
from scorekeeper.imports.rows import Sitting
from scorekeeper.models import Import, ImportLine, Season, Session
from scorekeeper.webhooks import events as webhook_events
from scorekeeper.webhooks.events import Listener

logger = logging.getLogger(__name__)

Found = JudgedRecord | ReportLine


def store(
    within: Import, start: int, found: Sequence[Found], proposals: player_names.Proposals
) -> None:
    """Keep records and their lines in the report, the first of them the ``start``-th of the file."""
    try:
        if not within.dry_run:
            with transaction.atomic():
                _Chunk(within, found).keep(start)
            return
    except OperationalError:
        raise  # the database, not a record
    except Exception as error:
        logger.info("records of import %s are kept one by one: %s", within.pk, error)
    for number, one in enumerate(found, start):
        line = one if isinstance(one, ReportLine) else import_lines.store_record(within, one, proposals)
        _report(within, number, line).save(force_insert=True)


def _report(within: Import, number: int, line: ReportLine) -> ImportLine:
    return ImportLine(
        within=within,
        number=number,
        outcome=line.outcome,
        session=line.session,
        details=line.details,
    )


class _Chunk:
    """Records that are kept together, and what the books say about them, asked for once."""

    def __init__(self, within: Import, found: Sequence[Found]) -> None:
        self._within, self._club, self._by = within, within.club, within.by
        self._found = found
        judged = [one for one in found if isinstance(one, JudgedRecord)]
        same = Session.objects.filter(club=self._club, pk__in=[one.session for one in judged])
        self._known = set(same.values_list("pk", flat=True))
        chosen = {name: player and uuid.UUID(player) for name, player in within.names.items()}
        names = {name for one in judged for name in one.record.players}
        self._register = player_names.Register(within.club, names, chosen)
        merged, heard = asking.together(
            (player_merges.STANDING, (within.club_id,)),
            (webhook_events.LISTENERS, (within.club_id,)),
        )
        self._staying = player_merges.staying(merged)
        self._listeners = [Listener(*row) for row in heard]
        self._seasons: dict[str, Season | None] = {"": None}
        self._rows: list[Model] = []

    def keep(self, start: int) -> None:
        """Write everything down, report and all."""
        lines = [one if isinstance(one, ReportLine) else self._line(one) for one in self._found]
        report = (_report(self._within, *numbered) for numbered in enumerate(lines, start))
        inserting.insert(*inserting.by_table([*self._rows, *report]))

    def _line(self, one: JudgedRecord) -> ReportLine:
        if one.session in self._known:
            return ReportLine(outcome=Outcome.KNOWN, session=one.session, details=one.details)
        self._known.add(one.session)
        _check(one)
        names = one.record.players
        meant = self._register.meant(names)
        seated = self._register.seated(names, by=self._by)
        self._rows += import_rows.rows_of(self._sitting(one, seated))
        told: list[record_parts.Json] = [
            {"player": str(player), "is_new": player not in meant} for player in seated
        ]
        details: record_parts.Keys = {**one.details, "players": told}
        return ReportLine(outcome=Outcome.NEW, session=one.session, details=details)

    def _sitting(self, one: JudgedRecord, seated: Sequence[uuid.UUID]) -> Sitting:
        players = judging.counted_for(enumerate(seated, 1), self._staying)
        _told_apart([*players.values()])
        return Sitting(
            found=one,
            club=self._club,
            season=self._season(str(one.sheet.get("season", ""))),
            seated=seated,
            players=players,
            by=self._by,
            listeners=self._listeners,
        )

    def _season(self, name: str) -> Season | None:
        if name not in self._seasons:
            self._seasons[name] = Season.objects.filter(club=self._club, name=name).first()
        return self._seasons[name]


def _told_apart(players: Sequence[uuid.UUID]) -> None:
    """Whoever sits at one table twice, under whatever names, is told when the records are kept one by one."""
    if len(set(players)) < len(players):
        raise referee.MalformedError("bad-seat", "players", "Two of them are one person.")


def _check(one: JudgedRecord) -> None:
    """Raises MalformedError for points that no column can hold."""
    for hand in one.hands:
        derived_rows.check(hand.answer["points"], _totals(hand.judged.carried_out))
    derived_rows.check(_totals(one.carried_out))


def _totals(carried: referee.Carried) -> list[float | None]:
    return [*(carried.totals or ())]
