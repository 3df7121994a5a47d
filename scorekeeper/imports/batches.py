"""Records of a file that are stored together, with few statements.

The rows are those that storing one record after the other would give.  Where one of the records cannot be stored, all of them
are stored one after the other, so that only that one is refused.
"""

import logging
import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from django.db import transaction
from django.db.models import Model

import referee
from scorekeeper import set_aside
from scorekeeper.adjudication import judging
from scorekeeper.clubs import player_merges
from scorekeeper.imports.corrections.known_evenings import changed_sessions
from scorekeeper.imports.lines import (
    CHANGED_SINCE,
    CORRECTED,
    JudgedRecord,
    LineOutcome,
    ReportLine,
    check_bounds,
    correct,
    store_record,
)
from scorekeeper.imports.names import player_names
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.rows import NewSession, rows_of
from scorekeeper.imports.seasons import SeasonFinder
from scorekeeper.models import Import, ImportLine, Session
from scorekeeper.sessions import played_days
from scorekeeper.webhooks.events import listening_webhooks

logger = logging.getLogger(__name__)

BATCH = 500  # rows of one INSERT

Judged: TypeAlias = JudgedRecord | ReportLine
"""A record of the file after judging; of a malformed one only its line of the report is left."""


def store(
    within: Import, start: int, judged: Sequence[Judged], proposals: player_names.NameProposals
) -> None:
    """Store records and their lines of the report, the first of which has the number ``start``."""
    try:
        if not within.dry_run:
            with transaction.atomic():
                _Batch(within, judged).store(start)
            return
    except Exception as error:
        if set_aside.is_of_the_connection(error):
            raise
        level = logging.INFO if isinstance(error, referee.MalformedError) else logging.ERROR
        is_known = level == logging.INFO  # what is wrong with a record may name players
        logger.log(
            level, "records of import %s are kept one by one", within.pk, exc_info=not is_known
        )
    for number, one in enumerate(judged, start):
        line = one if isinstance(one, ReportLine) else store_record(within, one, proposals)
        with transaction.atomic():
            _import_line(within, number, line).save(force_insert=True)
            played_days.mark_imported(within.club, _from_file([line]))


def _from_file(lines: Iterable[ReportLine]) -> list[uuid.UUID]:
    """Return the sessions of these lines that came from a file, not those that were there and are brought up to date."""
    return [line.session for line in lines if line.session and CORRECTED not in line.details]


def _import_line(within: Import, number: int, line: ReportLine) -> ImportLine:
    return ImportLine(
        within=within,
        number=number,
        outcome=line.outcome,
        session=line.session,
        details=line.details,
    )


class _Batch:
    """Records that are stored together, and what their rows depend on, read once."""

    def __init__(self, within: Import, judged: Sequence[Judged]) -> None:
        self._within, self._club, self._by = within, within.club, within.by
        self._judged = judged
        records = [one for one in judged if isinstance(one, JudgedRecord)]
        existing = Session.objects.filter(club=self._club, pk__in=[one.session for one in records])
        self._known = set(existing.values_list("pk", flat=True))
        hands = {one.session: len(one.hands) for one in records if one.session in self._known}
        self._changed = changed_sessions(hands)
        chosen = {name: player and uuid.UUID(player) for name, player in within.names.items()}
        self._players = player_names.PlayerLookup(within.club, chosen)
        self._survivors = player_merges.surviving_players(within.club_id)
        self._listening = listening_webhooks(within.club_id)
        self._options = ImportOptions.from_json(within.options)
        self._seasons = SeasonFinder(within.club, self._options.season)
        self._rows: list[Model] = []

    def store(self, start: int) -> None:
        """Write all rows and the report."""
        lines = [one if isinstance(one, ReportLine) else self._line(one) for one in self._judged]
        report = (_import_line(self._within, *numbered) for numbered in enumerate(lines, start))
        _insert([*self._rows, *report])
        known = [line for line in lines if line.outcome == LineOutcome.KNOWN]
        played_days.mark_imported(self._club, _from_file(known))

    def _line(self, one: JudgedRecord) -> ReportLine:
        """Collect the rows of a record; return its line of the report."""
        if corrected := correct(self._within, one, self._options):
            return corrected
        if one.session in self._known:
            changed: referee.JsonObject = (
                {CHANGED_SINCE: True} if one.session in self._changed else {}
            )
            return ReportLine(
                outcome=LineOutcome.KNOWN, session=one.session, details={**one.details, **changed}
            )
        self._known.add(one.session)
        check_bounds(one)
        names = one.record.players
        known = self._players.find(names)
        seated = self._players.find_or_add(names, by=self._by)
        self._rows += rows_of(self._new_session(one, seated))
        players: list[referee.Json] = [
            {"player": str(player), "is_new": player not in known} for player in seated
        ]
        details: referee.JsonObject = {**one.details, "players": players}
        return ReportLine(outcome=LineOutcome.NEW, session=one.session, details=details)

    def _new_session(self, one: JudgedRecord, seated: Sequence[uuid.UUID]) -> NewSession:
        players = judging.surviving_seats(enumerate(seated, 1), self._survivors)
        _require_different_people([*players.values()])
        return NewSession(
            record=one,
            club=self._club,
            season=self._seasons.find(one.session_keys),
            seated=seated,
            players=players,
            by=self._by,
            listening=self._listening,
        )


def _insert(rows: Iterable[Model]) -> None:
    """Insert rows of several models, each model's in their order.  PostgreSQL and SQLite check references at the commit."""
    tables: dict[type[Model], list[Model]] = defaultdict(list)
    for row in rows:
        tables[type(row)].append(row)
    for model, of_model in tables.items():
        model._default_manager.bulk_create(of_model, batch_size=BATCH)


def _require_different_people(players: Sequence[uuid.UUID]) -> None:
    """Raise MalformedError where a person has two seats.  Storing the records one by one says who."""
    if len(set(players)) < len(players):
        raise referee.MalformedError("bad-seat", "players", "Two of them are one person.")
