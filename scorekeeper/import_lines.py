"""What becomes of one record of a file."""

import logging
import uuid
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.db import OperationalError, transaction

import referee
from scorekeeper import imports, naming
from scorekeeper.models import Import, ImportLine, Session
from scorekeeper.records import Keys
from scorekeeper.retries import IdTakenError

logger = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What became of a record, or would become of it."""

    NEW = "new"
    KNOWN = "known"  # it was imported before
    MALFORMED = "malformed"
    FAILED = "failed"  # by no fault of the record; it can be sent again


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the report.  What it tells about players are ids, except of a dry run, which is there for the names."""

    outcome: Outcome
    session: uuid.UUID | None = None
    details: Keys


def line_of(within: Import, entry: referee.Entry, proposals: naming.Proposals) -> Line:
    """Keep one record, or see what would become of it.  What goes wrong with it is told and keeps nothing of it."""
    try:
        with transaction.atomic():
            return _kept_or_tried(within, entry, proposals)
    except OperationalError:
        raise  # the database, not the record
    except referee.MalformedError as error:
        return _refused(Outcome.MALFORMED, entry, error)
    except RecursionError:
        wrong = referee.MalformedError("unreadable", "", "This is nested too deeply to be read.")
        return _refused(Outcome.MALFORMED, entry, wrong)
    except IdTakenError:
        wrong = referee.MalformedError("id-taken", "", "Its id belongs to something else already.")
        return _refused(Outcome.FAILED, entry, wrong)
    except Exception:
        logger.exception("line %s of import %s could not be kept", entry.line, within.pk)
        wrong = referee.MalformedError(
            "internal-error", "", "Something went wrong here.  It was logged."
        )
        return _refused(Outcome.FAILED, entry, wrong)


def _kept_or_tried(within: Import, entry: referee.Entry, proposals: naming.Proposals) -> Line:
    record = entry.record()
    _check_length(record)
    details: Keys = {
        "line": entry.line,
        "variant": record.variant,
        "hands": len(record.hands),
        "verdicts": _verdicts(record),
    }
    session = imports.record_id(within.club, record)
    if _is_known(within, session):
        return Line(outcome=Outcome.KNOWN, session=session, details=details)
    chosen = {name: player and uuid.UUID(player) for name, player in within.names.items()}
    meant = naming.meant(within.club, record.players, chosen)
    if within.dry_run:
        details["players"] = [
            _named(name, player, proposals)
            for name, player in zip(record.players, meant, strict=True)
        ]
        return Line(outcome=Outcome.NEW, session=session, details=details)
    kept, _ = imports.import_session(within.club, record, by=within.by, names=chosen)
    seated = kept.seats.values_list("player", flat=True)
    details["players"] = [
        {"player": str(player), "is_new": player not in meant} for player in seated
    ]
    return Line(outcome=Outcome.NEW, session=session, details=details)


def _check_length(record: referee.SessionRecord) -> None:
    longest = settings.IMPORT_HANDS
    if len(record.hands) > longest:
        message = f"These are {len(record.hands)} hands, and a record may hold {longest}: divide it, with what is carried."
        raise referee.MalformedError("too-large", "hands", message)


def _verdicts(record: referee.SessionRecord) -> Keys:
    """How many plays are legal, illegal and unproven.  Raises MalformedError for what only judging finds."""
    hands = referee.adjudicate(record).as_json()["hands"]
    counts = Counter(event["verdict"] for hand in hands for event in hand["events"])
    return {verdict: counts[verdict] for verdict in ("legal", "illegal", "unproven")}


def _is_known(within: Import, session: uuid.UUID) -> bool:
    """Is it in the books?  In a dry run: or would it be, by an earlier line?"""
    if Session.objects.filter(pk=session, club=within.club).exists():
        return True
    earlier = ImportLine.objects.filter(within=within, session=session)
    return within.dry_run and earlier.exists()


def _named(name: str, player: uuid.UUID | None, proposals: naming.Proposals) -> Keys:
    """A name in the file: whom it means, or who may be meant."""
    name = name.strip()
    if player is not None:
        return {"name": name, "player": str(player), "is_new": False}
    return {"name": name, "player": None, "is_new": True, "proposed": [*proposals.of(name)]}


def _refused(outcome: Outcome, entry: referee.Entry, error: referee.MalformedError) -> Line:
    wrong: Keys = {**error.as_json()["error"]}
    return Line(outcome=outcome, details={"line": entry.line, "error": wrong})
