"""Dry runs of sent files, and how each file is read: what its columns hold, and under which house rules it is counted."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from referee.spreadsheets import dates, games, records, remembered
from referee.spreadsheets.columns import DateOrder, SheetColumns
from referee.spreadsheets.table import Spreadsheet, header_line, read_spreadsheet
from referee.spreadsheets.written_dates import read_date
from scorekeeper.actions import ActionError
from scorekeeper.imports import days, edited_lines, sheet_rules, uploads
from scorekeeper.imports.edited_lines import EditedLines
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.plays import club_ways, noted_plays
from scorekeeper.imports.plays.reading import read_plays
from scorekeeper.imports.sheet_rules import ClubRules, HouseRules, RulesChoice, UnnamedRules
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Club, ColumnMapping, Import, UploadedFile, User


class FileGoneError(ActionError):
    """The text of a file was deleted."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("Uploaded files are deleted after a day. Choose the file again.")
        )


def text_of(row: UploadedFile) -> str:
    """Return the text of a file, also after its dry run began.  Raises FileGoneError."""
    return row.text or _read(row)[1]


def edits_of(row: UploadedFile) -> EditedLines:
    """Return the lines of a file that were corrected for its last dry run."""
    return ImportOptions.from_json(row.dry_run.options).edited_lines if row.dry_run else {}


def begin(
    row: UploadedFile,
    columns: SheetColumns | None,
    *,
    by: User,
    before: Sequence[Import],
    club_rules: ClubRules,
    rules: HouseRules | None = None,
    order: DateOrder | None = None,
    edits: EditedLines | None = None,
) -> list[Import]:
    """Create the dry run of a file; return it if it is new.  Many small files wait for a worker, as a large one does.

    A sheet that names no house rules is counted under ``rules``; if that is None, as the club plays.  ``order`` is that of the
    dates of a text sheet; if it is None, it is guessed.  ``edits`` are the corrected lines; if they are None, those of before.
    """
    sent, edits = text_of(row), edits_of(row) if edits is None else edits
    text = edited_lines.with_edits(row.notation, sent, edits)
    is_turned = columns is not None and columns.is_turned
    options = _date_options(row, text, columns, order)
    options = replace(options, edited_lines=edits, is_turned=is_turned)
    if sheets := sheet_rules.unnamed_rules(row.notation, text, columns):
        if rules is None:
            rules = next(iter(club_rules.choices(sheets).values()))
        options = replace(options, unnamed_rules=sheets, house_rules=rules)
    if row.notation == noted_plays.PLAYS:
        options = club_ways.ways_of(club_rules, read_plays(text), {}).options
    source = records.write_source(columns, sent) if columns else sent
    file = RecordFile(notation=row.notation, source=source, names={}, dry_run=True, options=options)
    weight = sum(len(one.source) for one in before) + len(source)
    dry_run, is_new = uploads.create_import(
        row.club,
        file,
        by=by,
        id=uuid.uuid5(row.pk, file.digest),
        may_start=weight <= settings.IMPORT_AT_ONCE,
    )
    UploadedFile.objects.filter(pk=row.pk).update(dry_run=dry_run, text="")
    return [dry_run] if is_new else []


def choices_of(
    club_rules: ClubRules, sheets: UnnamedRules, counted: HouseRules
) -> tuple[dict[RulesChoice, HouseRules], RulesChoice]:
    """Return the house rules to choose from for a sheet, and which of them are those that its dry run was counted under."""
    choices = club_rules.choices(sheets)
    for choice, rules in choices.items():
        if rules == counted:
            return choices, choice
    return {RulesChoice.BEFORE: counted, **choices}, RulesChoice.BEFORE


@transaction.atomic
def read_again(
    files: Sequence[UploadedFile],
    chosen: Mapping[UnnamedRules, RulesChoice],
    *,
    order: DateOrder | None,
    edits: Mapping[uuid.UUID, EditedLines],
    by: User,
) -> list[Import]:
    """Begin dry runs of the files that are to be read otherwise than before; return those that are new.

    ``order`` is for the files whose dates can be read in two ways; None leaves them as they are.  ``edits`` are the corrected
    lines by file; the others stay as they are.
    """
    if not files:
        return []
    Club.objects.select_for_update(no_key=True).get(pk=files[0].club_id)
    club_rules, begun = ClubRules(files[0].club), list[Import]()
    rows = UploadedFile.objects.filter(pk__in=[file.pk for file in files], text="")
    rows = rows.select_related("club", "dry_run").defer("dry_run__source")
    for row in rows.order_by("number"):
        options = ImportOptions.from_json(row.dry_run.options if row.dry_run else {})
        rules = _rules_now(club_rules, options, chosen)
        before = options.dates
        now = order if order and options.ambiguous_date else before
        edited = edits.get(row.pk, options.edited_lines)
        is_same = rules == options.house_rules and now is before and edited == options.edited_lines
        if is_same or not has_text(row):
            continue
        columns, _text = _read(row)
        if columns and now and now is not before:
            columns = replace(columns, dates=now)
            remember(row, columns, by=by)
        begun += begin(
            row,
            columns,
            by=by,
            before=begun,
            club_rules=club_rules,
            rules=rules,
            order=now,
            edits=edited,
        )
    return begun


def has_text(row: UploadedFile) -> bool:
    """Return whether the text of a file is still stored."""
    return bool(row.text or (row.dry_run and row.dry_run.source))


def remember(row: UploadedFile, columns: SheetColumns, *, by: User) -> None:
    """Keep what the columns of a file mean for the club's next file with the same headers.

    A file whose name says its game is remembered for this game, and for files of any name unless those are of another game.
    What is remembered for files with other numbers stays: a club may write cards left in some files and points in others.
    """
    table = read_spreadsheet(text_of(row))
    columns = columns.of_any_file()
    mapping = {"by": by, "at": timezone.now(), "columns": columns.as_json(), "club": row.club}
    game = games.find_game(row.name, table)
    for_all = find_columns(row.club, table, "")
    for_game = find_columns(row.club, table, game)
    if (not game or for_all is None or for_all.variant == columns.variant) and not (
        for_all and _has_other_numbers(row, table, for_all, columns)
    ):
        _save_mapping(_mapping_id(row.club, table, ""), mapping)
    if game and not (for_game and _has_other_numbers(row, table, for_game, columns)):
        _save_mapping(_mapping_id(row.club, table, game), mapping)


def _has_other_numbers(
    row: UploadedFile,
    table: Spreadsheet,
    before: SheetColumns,
    columns: SheetColumns,
) -> bool:
    """Return whether the columns remembered before are of the same game, but cannot be those of this file."""
    is_same = before.variant == columns.variant and before.values is not columns.values
    return is_same and not remembered.fits(table, row.name, before)


def find_columns(club: Club, table: Spreadsheet, game: str) -> SheetColumns | None:
    """Return what the club last said about columns with these headers in files named for a game, or named for none."""
    row = ColumnMapping.objects.filter(pk=_mapping_id(club, table, game)).first()
    return SheetColumns.from_json(row.columns) if row else None


def _save_mapping(key: uuid.UUID, mapping: Mapping[str, Any]) -> None:
    ColumnMapping.objects.update_or_create(pk=key, defaults=mapping)


def _mapping_id(club: Club, table: Spreadsheet, game: str) -> uuid.UUID:
    headers = header_line(table)
    return uuid.uuid5(club.pk, f"columns\n{game}\n{headers}" if game else f"columns\n{headers}")


def _rules_now(
    club_rules: ClubRules,
    options: ImportOptions,
    chosen: Mapping[UnnamedRules, RulesChoice],
) -> HouseRules | None:
    """Return the house rules that are chosen for a sheet now; None for a file that names its own."""
    before, sheets = options.house_rules, options.unnamed_rules
    if before is None or sheets is None or sheets not in chosen:
        return before
    return choices_of(club_rules, sheets, before)[0].get(chosen[sheets], before)


def _date_options(
    row: UploadedFile, text: str, columns: SheetColumns | None, order: DateOrder | None
) -> ImportOptions:
    """Return the options that say how the dates of a sheet are read."""
    if columns:
        written = dates.cells_with_dates(read_spreadsheet(text), columns.roles)
        order = columns.dates
    else:
        written = days.dates_in(text) if row.notation == sheet_rules.TEXT else []
        order = order or dates.guess_order(written)
    if date := dates.ambiguous_date(written):
        return ImportOptions(dates=order, ambiguous_date=date)
    is_rewritten = not columns and any(read_date(one, order) not in {None, one} for one in written)
    return ImportOptions(dates=order if is_rewritten else None)


def _read(row: UploadedFile) -> tuple[SheetColumns | None, str]:
    """Return what the columns of a file were said to hold, None if it is no spreadsheet, and its text.

    Raises FileGoneError unless its dry run has the file.
    """
    source = row.dry_run.source if row.dry_run else ""
    if not source:
        raise FileGoneError
    return records.read_source(source) if row.notation == records.CSV else (None, source)
