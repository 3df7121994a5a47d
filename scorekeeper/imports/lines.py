"""Import one record of a file: judge it, store it or try it, and report the result as a line."""

import logging
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.db import transaction

import referee
from referee import JsonObject
from referee.spreadsheets import sheet_errors
from referee.spreadsheets.columns import DateOrder
from referee.spreadsheets.points import ONLY_POINTS, PAID_BY_PLAYERS
from referee.spreadsheets.records import CSV, LineError, read_source, write_source
from scorekeeper import set_aside
from scorekeeper.adjudication import derived_rows, revisions
from scorekeeper.imports import (
    days,
    edited_lines,
    left_out_sessions,
    record_days,
    session_records,
    sheet_rules,
)
from scorekeeper.imports.corrections import differences, updates
from scorekeeper.imports.corrections.differences import SheetHands
from scorekeeper.imports.corrections.hands import HandChange
from scorekeeper.imports.corrections.known_evenings import changed_sessions
from scorekeeper.imports.corrections.updates import Correction
from scorekeeper.imports.edited_lines import EditedLines
from scorekeeper.imports.names import player_names
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.plays.entries import OTHER_GAME, play_entries
from scorekeeper.imports.plays.noted_plays import PLAYS
from scorekeeper.imports.sheet_rules import SheetEntry
from scorekeeper.models import Club, Import, ImportLine, Session, limits
from scorekeeper.sessions import record_limits

logger = logging.getLogger(__name__)

CORRECTED = "corrected"
"""In the details of a line, the numbers of the hands that were written."""
CHANGED_SINCE = "changed_since"
"""In the details of a line, that the session was imported before and changed since."""
SLIP = 0.001  # of points with decimals
_OUR_FAULT = "Something went wrong here, not in the record.  It was logged: send it again later."


class LineOutcome(StrEnum):
    """The result of importing a record, or of trying to."""

    NEW = "new"
    KNOWN = "known"  # imported before
    CORRECTED = "corrected"  # a session that was there is brought up to date
    MALFORMED = "malformed"
    SKIPPED = "skipped"  # plays of a game that is not refereed here: nothing is to be corrected
    FAILED = "failed"  # because of the service, not of the record; it can be sent again


@dataclass(frozen=True, kw_only=True)
class ReportLine:
    """A line of the report.  It refers to players by id; only a dry run's also has names, so that they can be assigned."""

    outcome: LineOutcome
    session: uuid.UUID | None = None
    details: JsonObject


class ImportedHand(NamedTuple):
    """A hand as it is stored, with the referee's judgement and the answer as JSON."""

    record: JsonObject
    judged: referee.HandAdjudication
    answer: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class JudgedRecord:
    """A readable record with the referee's judgement, and the session it becomes."""

    record: referee.SessionRecord
    rules: referee.Rules
    session_keys: JsonObject  # of the record, without hands
    hands: Sequence[ImportedHand]
    carried_out: referee.Carried
    written_on: str | None  # the day as it is written, whatever time zone the club has
    own: uuid.UUID | None  # the session that the file names as its own, if it was exported
    session: uuid.UUID
    line: int  # of the file
    details: JsonObject


def size(judged: JudgedRecord | ReportLine) -> int:
    """Return the amount of work to store a record, counted in hands; a line of the report counts as one."""
    return 1 if isinstance(judged, ReportLine) else len(judged.hands) + 1


def entries_of(notation: str, source: str, options: ImportOptions) -> Iterator[referee.Entry]:
    """Yield the records of a file as its options say; without the sessions that are left out."""
    source = edited_source(notation, source, options.edited_lines)
    is_text = notation == sheet_rules.TEXT
    if is_text and options.dates:
        source = days.with_iso_dates(source, options.dates)
    if notation == PLAYS:
        entries = play_entries(source, options)
    else:
        entries = sheet_rules.entries(notation, source, options.house_rules)
    if is_text:
        order = options.dates or DateOrder.DAY_FIRST
        entries = left_out_sessions.with_days(source, entries, order)
    if options.day:
        entries = days.with_day(entries, options.day)
    return (entry for entry in entries if entry.line not in options.left_out)


def edited_source(notation: str, source: str, edits: EditedLines) -> str:
    """Return the source of an import with the lines of its sheet that were corrected."""
    if notation != CSV or not edits:
        return edited_lines.with_edits(notation, source, edits)
    columns, text = read_source(source)
    return write_source(columns, edited_lines.with_edits(notation, text, edits))


def judge_record(club: Club, entry: referee.Entry) -> JudgedRecord | ReportLine:
    """Judge a record without locking or storing anything.  Of a malformed record, return its line of the report."""
    try:
        _check_size(entry)
        record = entry.record()
        _check_length(record)
        # of what is written: a record that was imported before has the same id, however its day is read
        written = _written(entry) or session_records.normalize(record)
        session = _streamed(club, record) or session_records.id_of(club, written)
        record = record_days.with_day_read(record, club.zone if club.time_zone else None)
        adjudication = referee.adjudicate(record)
        normalized = session_records.normalize(record)
        record_limits.check(normalized.session_keys, club.zone)
    except (referee.MalformedError, RecursionError) as error:
        return _malformed(entry.line, error, left_out_sessions.session_of(entry))
    hands = [
        ImportedHand(hand_record, hand, hand.as_json())
        for hand_record, hand in zip(normalized.hands, adjudication.hands, strict=True)
    ]
    details: JsonObject = {
        "line": entry.line,
        "variant": record.variant,
        "hands": len(hands),
        "verdicts": _verdicts(hands),
    }
    return JudgedRecord(
        record=record,
        rules=adjudication.rules,
        session_keys=normalized.session_keys,
        hands=hands,
        carried_out=adjudication.carried_out,
        written_on=record_days.read_day(str(written.session_keys.get("played_on"))),
        own=_id(sheet_rules.session_named(entry)),
        session=session,
        line=entry.line,
        details=details,
    )


def _streamed(club: Club, record: referee.SessionRecord) -> uuid.UUID | None:
    """Return the session of the club of which a record is a line of an exported stream; None for any other record."""
    keys = record.as_json()
    named = _id(keys.get("session")) if "cursor" in keys else None
    return named if named and Session.objects.filter(pk=named, club=club).exists() else None


def _id(text: object) -> uuid.UUID | None:
    try:
        return uuid.UUID(str(text)) if text else None
    except ValueError:
        return None


def store_record(
    within: Import, judged: JudgedRecord, proposals: player_names.NameProposals
) -> ReportLine:
    """Store a record in a transaction of its own; in a dry run only report what it would become.

    An error becomes a line of the report.  Raises what the database's connection raises.
    """
    try:
        with transaction.atomic():
            return _store_or_try(within, judged, proposals)
    except referee.MalformedError as error:
        return refused(judged, error)
    except Exception as error:
        if set_aside.is_of_the_connection(error):
            raise
        logger.exception("line %s of import %s could not be stored", judged.line, within.pk)
        problem = {"code": "internal-error", "where": "", "message": _OUR_FAULT}
        details: JsonObject = {"line": judged.line, "error": {**problem}}
        return ReportLine(outcome=LineOutcome.FAILED, details=details)


def refused(judged: JudgedRecord, error: referee.MalformedError) -> ReportLine:
    """Return the line of a record that can be read, and that the club cannot take."""
    session = {"played_on": judged.session_keys.get("played_on"), "hands": len(judged.hands)}
    return _malformed(judged.line, error, session)


def _store_or_try(
    within: Import, judged: JudgedRecord, proposals: player_names.NameProposals
) -> ReportLine:
    options = ImportOptions.from_json(within.options)
    if corrected := correct(within, judged, options):
        return corrected
    judged_details = {**judged.details, **(_for_review(judged) if within.dry_run else {})}
    if _is_known(within, judged.session):
        if not within.dry_run and changed_sessions({judged.session: len(judged.hands)}):
            judged_details[CHANGED_SINCE] = True
        return ReportLine(outcome=LineOutcome.KNOWN, session=judged.session, details=judged_details)
    names = judged.record.players
    chosen = {name: player and uuid.UUID(player) for name, player in within.names.items()}
    if within.dry_run:
        existing = proposals.find(names, chosen)
        check_bounds(judged)
        players = [
            _proposal(name, player, proposals) for name, player in zip(names, existing, strict=True)
        ]
    else:
        existing = player_names.find_players(within.club, names, chosen)
        session, _ = session_records.import_session(
            within.club,
            judged.record,
            by=within.by,
            names=chosen,
            id=judged.session,
            season=options.season,
        )
        seated = session.seats.values_list("player", flat=True)
        players = [{"player": str(player), "is_new": player not in existing} for player in seated]
    details: JsonObject = {**judged_details, "players": [*players]}
    return ReportLine(outcome=LineOutcome.NEW, session=judged.session, details=details)


def correct(within: Import, judged: JudgedRecord, options: ImportOptions) -> ReportLine | None:
    """Bring the session up to date that this record corrects by the import's options; None if it corrects none.

    Raises MalformedError where that cannot be done any more.
    """
    session = options.corrects.get(judged.line)
    if session is None:
        return None
    chosen = {name: player and uuid.UUID(player) for name, player in within.names.items()}
    names = judged.record.players
    difference = updates.bring_up_to_date(
        within.club,
        session,
        sheet_hands(judged, within.notation, within.source),
        None
        if session == judged.session
        else player_names.find_players(within.club, names, chosen),
        Correction(within.by, options.file_name, options.versions.get(judged.line, "")),
    )
    changed, new = difference.of(HandChange.CHANGED), difference.of(HandChange.NEW)
    players: list[referee.Json] = [
        {"player": str(player), "is_new": False} for player in difference.seated
    ]
    written: JsonObject = {
        "changed": [one.position for one in changed],
        "recorded": [one.position for one in new],
    }
    return ReportLine(
        outcome=LineOutcome.CORRECTED if difference.writes else LineOutcome.KNOWN,
        session=difference.session.pk,
        details={**judged.details, "players": players, CORRECTED: written},
    )


def sheet_hands(judged: JudgedRecord, notation: str, source: str) -> SheetHands:
    """Return what a record of a file says of a session, to be compared with one."""
    hands = [hand.record for hand in judged.hands]
    return differences.sheet_hands(notation, source, judged.session_keys, hands)


def check_bounds(one: JudgedRecord) -> None:
    """Raise MalformedError for points that no column can hold, and for hands that are too long to be kept."""
    for index, hand in enumerate(one.hands):
        try:
            revisions.check_hand(hand.record)
        except referee.MalformedError as error:
            raise error.within(f"hands[{index}]") from None
        derived_rows.check(hand.answer["points"], totals_of(hand.judged.carried_out))
    derived_rows.check(totals_of(one.carried_out))


def totals_of(carried: referee.Carried) -> list[float | None]:
    """Return the totals after a hand; empty where the record does not prove them."""
    return [*(carried.totals or ())]


def _for_review(judged: JudgedRecord) -> JsonObject:
    """Return what people recognize a record by, before it is taken in."""
    only_points = sum(hand.record.get("void") == ONLY_POINTS for hand in judged.hands)
    return {
        "played_on": judged.session_keys.get("played_on"),
        "written_on": judged.written_on,
        "own": str(judged.own) if judged.own else None,
        "season": judged.session_keys.get("season"),
        "house_rules": judged.session_keys.get("house_rules") or {},
        "names": [limits.tidy_name(name) for name in judged.record.players],
        "totals": [*totals_of(judged.carried_out)],
        "only_points": only_points,
        "uneven": _uneven(judged),
    }


def _uneven(judged: JudgedRecord) -> int:
    """Return of how many hands only points are known that do not add up to 0, where the players pay one another."""
    if judged.rules.house_rules.get("settlement") not in PAID_BY_PLAYERS:
        return 0
    records = [cast(dict[str, Any], hand.record) for hand in judged.hands]
    sums = [
        sum(given["points"] for given in record["adjustments"])
        for record in records
        if record.get("void") == ONLY_POINTS
    ]
    return sum(abs(points) > SLIP for points in sums)


def _written(entry: referee.Entry) -> session_records.NormalizedRecord | None:
    """Return what a sheet alone says, without the house rules chosen for it; None for a record that names its own."""
    written = entry.written if isinstance(entry, SheetEntry) else None
    return session_records.normalize(written) if written else None


def _check_size(entry: referee.Entry) -> None:
    limit = settings.IMPORT_RECORD
    if entry.size > limit:
        message = (
            f"This record has {entry.size:,} bytes; the limit is {limit:,}.  Divide it into several records,"
            " the later ones with `carried`."
        )
        raise referee.MalformedError("too-large", "", message)


def _check_length(record: referee.SessionRecord) -> None:
    limit = settings.IMPORT_HANDS
    if len(record.hands) > limit:
        message = (
            f"This record has {len(record.hands):,} hands; the limit is {limit:,}.  Divide it into several records,"
            " the later ones with `carried`."
        )
        raise referee.MalformedError("too-large", "hands", message)


def _verdicts(hands: Sequence[ImportedHand]) -> JsonObject:
    """Return how many plays are legal, illegal and unproven."""
    counts = Counter(event["verdict"] for hand in hands for event in hand.answer["events"])
    return {verdict: counts[verdict] for verdict in ("legal", "illegal", "unproven")}


def _is_known(within: Import, session: uuid.UUID) -> bool:
    """Return whether the session exists or, in a dry run, would exist by an earlier line of the file."""
    if Session.objects.filter(pk=session, club=within.club).exists():
        return True
    earlier = ImportLine.objects.filter(within=within, session=session)
    return within.dry_run and earlier.exists()


def _proposal(
    name: str, player: uuid.UUID | None, proposals: player_names.NameProposals
) -> JsonObject:
    """Return the player that a name in the file means, or the players that it may mean."""
    name = limits.tidy_name(name)
    if player is not None:
        return {"name": name, "player": str(player), "is_new": False}
    return {"name": name, "player": None, "is_new": True, "proposed": [*proposals.for_name(name)]}


def _malformed(
    line: int, error: referee.MalformedError | RecursionError, session: JsonObject
) -> ReportLine:
    """Return the line of a refused record.

    In its details, ``left_out`` tells the day and the hands of its session, if they are known, and ``lines`` where in the file
    its cells stand, if that is on other lines.
    """
    if isinstance(error, RecursionError):
        message = "This is nested too deeply to be read."
        error = referee.MalformedError("unreadable", "", message)
    problem = sheet_errors.problem_of(error)
    more: JsonObject = {"left_out": session} if session else {}
    if isinstance(error, LineError) and error.lines:
        more["lines"] = [*error.lines]
    is_skipped = error.code == OTHER_GAME
    outcome = LineOutcome.SKIPPED if is_skipped else LineOutcome.MALFORMED
    return ReportLine(outcome=outcome, details={"line": line, "error": problem, **more})
