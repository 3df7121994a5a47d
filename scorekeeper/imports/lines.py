"""What becomes of one record of a file."""

import logging
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from django.conf import settings
from django.db import OperationalError, transaction

import referee
from scorekeeper.adjudication.record_parts import JsonObject
from scorekeeper.imports import player_names, session_records
from scorekeeper.models import Club, Import, ImportLine, Session

logger = logging.getLogger(__name__)

_OUR_FAULT = "Something went wrong here, not in the record.  It was logged: send it again later."


class Outcome(StrEnum):
    """What became of a record, or would become of it."""

    NEW = "new"
    KNOWN = "known"  # it was imported before
    MALFORMED = "malformed"
    FAILED = "failed"  # by no fault of the record; it can be sent again


@dataclass(frozen=True, kw_only=True)
class ReportLine:
    """A line of the report.  What it tells about players are ids, except of a dry run, which is there for the names."""

    outcome: Outcome
    session: uuid.UUID | None = None
    details: JsonObject


class ImportedHand(NamedTuple):
    """A hand as it is kept, what the referee says of it, and the answer."""

    sheet: JsonObject
    judged: referee.HandAdjudication
    answer: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class JudgedRecord:
    """A record that the referee can read, and the session that it becomes."""

    record: referee.SessionRecord
    rules: referee.Rules
    sheet: JsonObject  # the session's, without hands
    hands: Sequence[ImportedHand]
    carried_out: referee.Carried
    session: uuid.UUID
    line: int  # of the file
    details: JsonObject


def size(found: JudgedRecord | ReportLine) -> int:
    """How much there is to keep, in hands; a line of the report counts for one."""
    return 1 if isinstance(found, ReportLine) else len(found.hands) + 1


def judge_record(club: Club, entry: referee.Entry) -> JudgedRecord | ReportLine:
    """What the referee says of a record.  Of one that is malformed, the line of the report already; nothing is locked."""
    try:
        _check_size(entry)
        record = entry.record()
        _check_length(record)
        found = referee.adjudicate(record)
        written = session_records.normalize(record)
        session = session_records.id_of(club, written)
    except (referee.MalformedError, RecursionError) as error:
        return _malformed(entry.line, error)
    hands = [
        ImportedHand(sheet, hand, hand.as_json())
        for sheet, hand in zip(written.hands, found.hands, strict=True)
    ]
    details: JsonObject = {
        "line": entry.line,
        "variant": record.variant,
        "hands": len(hands),
        "verdicts": _verdicts(hands),
    }
    return JudgedRecord(
        record=record,
        rules=found.rules,
        sheet=written.sheet,
        hands=hands,
        carried_out=found.carried_out,
        session=session,
        line=entry.line,
        details=details,
    )


def store_record(
    within: Import, found: JudgedRecord, proposals: player_names.NameProposals
) -> ReportLine:
    """Keep a record, or see what would become of it.  What goes wrong with it is told and keeps nothing of it."""
    try:
        with transaction.atomic():
            return _kept_or_tried(within, found, proposals)
    except OperationalError:
        raise  # the database, not the record
    except referee.MalformedError as error:
        return _malformed(found.line, error)
    except Exception:
        logger.exception("line %s of import %s could not be kept", found.line, within.pk)
        wrong = {"code": "internal-error", "where": "", "message": _OUR_FAULT}
        return ReportLine(outcome=Outcome.FAILED, details={"line": found.line, "error": {**wrong}})


def _kept_or_tried(
    within: Import, found: JudgedRecord, proposals: player_names.NameProposals
) -> ReportLine:
    if _is_known(within, found.session):
        return ReportLine(outcome=Outcome.KNOWN, session=found.session, details=found.details)
    names = found.record.players
    chosen = {name: player and uuid.UUID(player) for name, player in within.names.items()}
    meant = player_names.find_players(within.club, names, chosen)
    if within.dry_run:
        told = [_named(name, player, proposals) for name, player in zip(names, meant, strict=True)]
    else:
        kept, _ = session_records.import_session(
            within.club, found.record, by=within.by, names=chosen
        )
        seated = kept.seats.values_list("player", flat=True)
        told = [{"player": str(player), "is_new": player not in meant} for player in seated]
    details: JsonObject = {**found.details, "players": [*told]}
    return ReportLine(outcome=Outcome.NEW, session=found.session, details=details)


def _check_size(entry: referee.Entry) -> None:
    most = settings.IMPORT_RECORD
    if entry.size > most:
        message = f"This record has {entry.size:,} bytes, and one may have {most:,}: divide it, with what is carried."
        raise referee.MalformedError("too-large", "", message)


def _check_length(record: referee.SessionRecord) -> None:
    most = settings.IMPORT_HANDS
    if len(record.hands) > most:
        message = f"These are {len(record.hands):,} hands, and a record may hold {most:,}: divide it, with what is carried."
        raise referee.MalformedError("too-large", "hands", message)


def _verdicts(hands: Sequence[ImportedHand]) -> JsonObject:
    """How many plays are legal, illegal and unproven."""
    counts = Counter(event["verdict"] for hand in hands for event in hand.answer["events"])
    return {verdict: counts[verdict] for verdict in ("legal", "illegal", "unproven")}


def _is_known(within: Import, session: uuid.UUID) -> bool:
    """Is it in the books?  In a dry run: or would it be, by an earlier line?"""
    if Session.objects.filter(pk=session, club=within.club).exists():
        return True
    earlier = ImportLine.objects.filter(within=within, session=session)
    return within.dry_run and earlier.exists()


def _named(
    name: str, player: uuid.UUID | None, proposals: player_names.NameProposals
) -> JsonObject:
    """A name in the file: whom it means, or who may be meant."""
    name = name.strip()
    if player is not None:
        return {"name": name, "player": str(player), "is_new": False}
    return {"name": name, "player": None, "is_new": True, "proposed": [*proposals.for_name(name)]}


def _malformed(line: int, error: referee.MalformedError | RecursionError) -> ReportLine:
    if isinstance(error, RecursionError):
        message = "This is nested too deeply to be read."
        error = referee.MalformedError("unreadable", "", message)
    wrong: JsonObject = {**error.as_json()["error"]}
    return ReportLine(outcome=Outcome.MALFORMED, details={"line": line, "error": wrong})
