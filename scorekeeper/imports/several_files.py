"""Several files that are sent at once, each of which becomes a dry run; spreadsheets first need their columns.

All dry runs of an upload are reviewed on one page and taken in together, in one transaction.
"""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

import referee
from referee.spreadsheets import (
    dates,
    encodings,
    games,
    reading,
    remembered,
    sheet_errors,
)
from referee.spreadsheets.candidates import Hints
from referee.spreadsheets.columns import ColumnRole, ColumnsError, SheetColumns, check_columns
from referee.spreadsheets.meaning import Meaning, check_players, find_meaning
from referee.spreadsheets.questions import DATE_MISSING, Answers, SheetQuestion
from referee.spreadsheets.records import CSV
from referee.spreadsheets.table import Spreadsheet, read_spreadsheet
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.actions import ActionError
from scorekeeper.clubs import roster
from scorekeeper.idempotency import IdTakenError
from scorekeeper.imports import dry_runs, readings, uploads
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.imports.names.unknown_names import Decisions
from scorekeeper.imports.plays.noted_plays import PLAYS
from scorekeeper.imports.plays.reading import read_plays
from scorekeeper.imports.review.evaluating import Days, EveningAnswers, evaluate
from scorekeeper.imports.review.reading import Review
from scorekeeper.imports.sent_sheets import hints_of
from scorekeeper.imports.sheet_rules import ClubRules
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Club, Import, UploadedFile, User

MOST_FILES = 50
UNDATED: Answers = MappingProxyType({DATE_MISSING: "undated"})
"""The review asks for the days of files that say none."""
ASKED_OF_ROWS = frozenset(
    {
        "total-row",
        "winner",
        "points",
        "hand-number",
        "midnight",
        "date-year",
        "date-unlikely",
        "running-start",
        "time-zone",
    }
)
"""Codes of questions that the page of the columns asks; the others are its own fields, or those of the review."""
TOO_LARGE = "too-large"


class TooManyFilesError(ActionError):
    """More files than one upload may have."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("At most 50 files can be imported at once."))


class PromiseBrokenError(ActionError):
    """An import would now do something else than its author saw."""


@dataclass(frozen=True, kw_only=True)
class SentFile:
    """A file as it was sent; a problem says why it cannot be read at all."""

    name: str
    notation: str
    text: str
    problem: referee.MalformedError | None = None
    encoding: str = ""  # in which the text was read, where others are possible

    @property
    def digest(self) -> str:
        """Digest of the file."""
        return referee.sha256(referee.canonical([self.name, self.notation, self.text]))


@transaction.atomic
def create_upload(
    club: Club,
    files: Sequence[SentFile],
    *,
    by: User,
    id: uuid.UUID,  # noqa: A002
) -> list[Import]:
    """Store files and begin their dry runs; return those that are new.  Sent again, the same upload changes nothing.

    Raises IdTakenError, and TooManyFilesError.
    """
    if len(files) > MOST_FILES:
        raise TooManyFilesError
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    existing = list(UploadedFile.objects.filter(upload=id).order_by("number"))
    if existing:
        sent = [file.digest for file in files]
        if existing[0].club_id != club.pk or [row.digest for row in existing] != sent:
            raise IdTakenError
        return []
    begun: list[Import] = []
    rules = ClubRules(club)
    for number, file in enumerate(files, 1):
        row = _store(club, file, number=number, upload=id, by=by)
        columns = _remembered(row) if row.notation == CSV and not row.problem else None
        if not row.problem and (columns or row.notation != CSV):
            begun += readings.begin(row, columns, by=by, before=begun, club_rules=rules)
    return begun


@transaction.atomic
def choose_columns(
    file: UploadedFile,
    columns: SheetColumns,
    *,
    by: User,
    for_alike: bool = False,
    answers: Answers = MappingProxyType({}),
) -> list[Import]:
    """Remember what the columns of a file mean; begin its dry run and those of files with the same headers.

    ``answers`` are to the questions that the file raises; what is not answered is as it is assumed.

    With ``for_alike`` also those of waiting files whose columns differ by players only.  Raises ActionError for columns that name no players, MalformedError for wrong house rules, and FileGoneError.
    """
    Club.objects.select_for_update(no_key=True).get(pk=file.club_id)
    row = UploadedFile.objects.select_related("club").get(pk=file.pk)
    try:
        check_columns(columns)
    except ColumnsError as error:
        raise ActionError(str(error)) from error
    if row.encoding and (encoding := answers.get("encoding")) and encoding != row.encoding:
        row.text = encodings.read_again(readings.text_of(row), row.encoding, encoding)
        row.encoding = encoding
        row.save(update_fields=["text", "encoding"])
    table = read_spreadsheet(readings.text_of(row))
    columns = meaning_of(row, table, columns, {**answers, **UNDATED}).columns
    readings.remember(row, columns, by=by)
    rules = ClubRules(row.club)
    begun = readings.begin(row, columns, by=by, before=[], club_rules=rules)
    waiting = UploadedFile.objects.filter(upload=row.upload, notation=CSV, dry_run=None)
    for other in waiting.exclude(pk=row.pk).select_related("club"):
        known = None
        if other.text and not other.problem:
            known = _remembered(other)
            if known is None and for_alike and (known := _alike(other, row, columns)):
                table = read_spreadsheet(other.text)
                known = meaning_of(other, table, known, UNDATED).columns
                readings.remember(other, known, by=by)
        if known:
            begun += readings.begin(other, known, by=by, before=begun, club_rules=rules)
    return begun


@transaction.atomic
def take_in(
    tried: Sequence[Import],
    decisions: Decisions,
    *,
    season: str,
    days: Days,
    answers: EveningAnswers,
    promised: str,
    by: User,
) -> list[tuple[Import, bool]]:
    """Create the imports of those dry runs that bring or correct anything; return each and whether it is new.

    The files of all others stay, so that their columns, names or house rules can still be chosen.

    Raises PromiseBrokenError if they would not do what ``promised`` is the digest of, DryRunExpiredError, MalformedError if a
    name is mapped to a player of another club, and PermissionDenied for somebody who may not correct hands.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=tried[0].club_id)
    expected = evaluate(Review(club, tried), decisions, season, days, answers)
    if expected.digest != promised:
        raise PromiseBrokenError
    names = _players_meant(club, decisions, expected.new_players, by=by)
    if expected.counts.corrected and not access.may(by, Action.AMEND, club):
        raise PermissionDenied
    file_names = dry_runs.file_names(club)
    imported = []
    for row in tried:
        if (counts := expected.by_import[row.pk]).sessions or counts.corrected:
            options = replace(
                expected.options_for(row),
                season=season,
                day=days.get(row.pk, ""),
                file_name=file_names.get(row.pk, "") if counts.corrected else "",
            )
            imported.append(dry_runs.import_file(row, names, by=by, options=options))
    return imported


def _players_meant(
    club: Club, decisions: Decisions, new: Collection[str], *, by: User
) -> NameChoices:
    """Return the player of each decided name.  A new player with several spellings is added, so that all of them mean one."""
    meant = dict(decisions.players)
    existing = roster.players_of(club)
    for name in decisions.same:
        first = decisions.first_name(name)
        player = decisions.players.get(first) or existing.get(first)
        if player is None and first in new:
            player = existing[first] = roster.get_or_add_player(club, first, by=by).pk
        meant[name] = player
    return meant


def remembered_columns(row: UploadedFile, table: Spreadsheet) -> SheetColumns | None:
    """Return what the club last said about columns with these headers, unless that was about another game, or other numbers, than the file.

    If a date settles the order, that order holds.
    """
    game = games.find_game(row.name, table)
    columns = readings.find_columns(row.club, table, game)
    if columns is None:
        columns = readings.find_columns(row.club, table, "")
        if columns is None or game not in {"", columns.variant}:
            return None
    if not remembered.fits(table, row.name, columns):
        return None
    settled = dates.settled_order(dates.cells_with_dates(table, columns.roles))
    return replace(columns, dates=settled or columns.dates)


class SheetProposal:
    """What the columns of a waiting file are proposed to mean, and what its page has to ask."""

    def __init__(self, row: UploadedFile, table: Spreadsheet) -> None:
        self._row, self._table = row, table
        self._hints = _hints(row, table)
        self._remembered = remembered_columns(row, table)
        known = self._remembered
        self._meaning = find_meaning(table, self._hints, UNDATED, known)
        self.columns = known or self._meaning.columns

    @property
    def questions(self) -> list[SheetQuestion]:
        """What is asked beside the columns: of single rows, and in which encoding the names are right."""
        asked = [one for one in self._meaning.questions if one.code in ASKED_OF_ROWS]
        row = self._row
        encoding = (
            reading.encoding_question(readings.text_of(row), row.encoding) if row.encoding else None
        )
        return [*([encoding] if encoding else []), *(one for one in asked if len(one.answers) > 1)]

    @property
    def asks_for_game(self) -> bool:
        """Whether somebody has to say the game: the club plays several, the file names none, and its numbers fit several."""
        if self._remembered is not None or ColumnRole.GAME in self.columns.roles:
            return False
        is_open = any(question.code == "game" for question in self._meaning.questions)
        return len(self._hints.games) > 1 and is_open


def meaning_of(
    row: UploadedFile,
    table: Spreadsheet,
    known: SheetColumns,
    answers: Answers,
) -> Meaning:
    """Return what the rows of a table mean whose columns are known."""
    return find_meaning(table, _hints(row, table), answers, known)


def _hints(row: UploadedFile, table: Spreadsheet) -> Hints:
    """Return what is known of a file: where it does not tell its game, the club's last one with these headings says it, or its last one."""
    before = readings.find_columns(row.club, table, "")
    hints = hints_of(row.club, row.name)
    return replace(hints, before=before or hints.before)


def _store(club: Club, file: SentFile, *, number: int, upload: uuid.UUID, by: User) -> UploadedFile:
    """Store a file, or why it cannot be read."""
    problem = file.problem
    try:
        uploads.check(
            club, RecordFile(notation=file.notation, source=file.text, names={}, dry_run=True)
        )
        if file.notation == CSV and not problem:
            check_players(read_spreadsheet(file.text))
        if file.notation == PLAYS and not problem:
            read_plays(file.text)
    except uploads.FileTooLargeError as error:
        problem = problem or referee.MalformedError(TOO_LARGE, "", str(error))
    except referee.MalformedError as error:
        problem = problem or error
    return UploadedFile.objects.create(
        id=uuid.uuid5(upload, str(number)),
        upload=upload,
        club=club,
        by=by,
        at=timezone.now(),
        number=number,
        name=file.name,
        notation=file.notation,
        text="" if problem else file.text,
        digest=file.digest,
        encoding=file.encoding,
        problem=sheet_errors.problem_of(problem) if problem else {},
    )


def _remembered(row: UploadedFile) -> SheetColumns | None:
    """Return what the columns of a file mean by what the club said before; None where something is still to be asked."""
    table = read_spreadsheet(row.text)
    columns = remembered_columns(row, table)
    if columns is None or row.encoding:
        return None
    meaning = meaning_of(row, table, columns, UNDATED)
    is_asked = any(
        question.code in ASKED_OF_ROWS and len(question.answers) > 1
        for question in meaning.questions
    )
    return None if is_asked else meaning.columns


def _alike(row: UploadedFile, like: UploadedFile, columns: SheetColumns) -> SheetColumns | None:
    table = read_spreadsheet(row.text)
    headers = read_spreadsheet(readings.text_of(like)).headers
    return remembered.alike(table, row.name, headers, columns)
