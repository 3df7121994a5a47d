"""Imports of files of session records."""

import json
import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

import referee
from referee import JsonObject
from referee.spreadsheets.columns import ColumnsError, SheetColumns, check_columns
from referee.spreadsheets.questions import SheetQuestion
from referee.spreadsheets.records import CSV
from scorekeeper import access, audit, workers
from scorekeeper.access import Action
from scorekeeper.api.errors import TooLargeError, UnknownParameterError
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.fields import OneOf
from scorekeeper.api.imports.serializers import (
    ImportSerializer,
    ImportWithReportSerializer,
    LineSerializer,
    TriedImportSerializer,
)
from scorekeeper.api.parsers import RECORDS_PARSERS, Records, SheetFile, validated
from scorekeeper.api.permissions import permitted_club, require, signed_in
from scorekeeper.imports import edited_lines, sent_sheets, uploads
from scorekeeper.imports.edited_lines import EditedLines
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.plays.noted_plays import PLAYS
from scorekeeper.imports.review.preview import (
    ImportPreview,
    is_answer_about_sessions,
    is_of_known_day,
    refuse_unknown_answers,
)
from scorekeeper.imports.sent_sheets import SheetOptions
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.imports.worker import OPEN_IMPORT_STATES, begin_import
from scorekeeper.models import Club, Import, ImportLine

WORKBOOKS = (
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.ms-excel",
    "application/vnd.oasis.opendocument.spreadsheet",
)


class NewImportSerializer(serializers.Serializer[Import]):
    """A file of session records, a spreadsheet or plays, and how to import it."""

    id = serializers.UUIDField(required=False)
    notation = OneOf(
        [*referee.NOTATIONS, CSV, PLAYS],
        help_text="``txt``: a score sheet.  ``csv``: a spreadsheet.  ``plays``: an export of BG Stats, or plays of BoardGameGeek.",
    )
    source = serializers.CharField(  # type: ignore[assignment]
        trim_whitespace=False, help_text="The file's text."
    )
    names = serializers.DictField(
        child=serializers.UUIDField(allow_null=True),
        default=dict,
        help_text="Maps names in the file to players' ids; null makes a new player.  Other names stand for the players of "
        "that name.",
    )
    dry_run = serializers.BooleanField(
        default=False, help_text="Only report what would be imported."
    )
    file_name = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=200,
        help_text="What the file is called: it may say the game or the day.",
    )
    answers = serializers.DictField(
        child=serializers.CharField(),
        default=dict,
        help_text="Answers to questions of a ``review`` by their ``id``, or by their ``code`` for all questions of a kind.",
    )
    columns = serializers.JSONField(
        default=None,
        help_text="What the columns of a spreadsheet hold, as ``variant``, ``values``, ``dates`` and ``roles``, one for each column.",
    )
    edited_lines = serializers.DictField(
        child=serializers.CharField(allow_blank=True, trim_whitespace=False),
        default=dict,
        help_text="New texts of lines, by their numbers; an empty text leaves the line out.  A file with one session record counts as "
        "line 1.  The file is stored as it was sent.",
    )
    assume = serializers.BooleanField(
        default=False, help_text="Whether what is assumed is accepted where nothing was answered."
    )


_LINE_NUMBER = re.compile("[0-9]{1,9}")
_AS_TEXT = ("names", "answers", "columns", "edited_lines")
_PLAIN = ("id", "dry_run", "file_name", "assume")
_TYPES = {"id": OpenApiTypes.UUID, "dry_run": OpenApiTypes.BOOL, "assume": OpenApiTypes.BOOL}
FILE_PARAMETERS = [
    OpenApiParameter(
        name,
        _TYPES.get(name, OpenApiTypes.STR),
        description=f"Like ``{name}`` in JSON, if the body is the file itself.",
    )
    for name in _PLAIN
] + [
    OpenApiParameter(
        name,
        OpenApiTypes.STR,
        description=f"Like ``{name}``, as JSON text, if the body is the file itself.",
    )
    for name in _AS_TEXT
]
"""Query parameters that replace the keys of the JSON body if the body is the file itself."""


class ClubImportViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Import]):
    """The imports of a club, newest first."""

    queryset = Import.objects.none()
    serializer_class = ImportSerializer
    needs = {"list": Action.IMPORT, "create": Action.IMPORT}
    parser_classes = RECORDS_PARSERS
    ordering = ("-at", "pk")

    def get_queryset(self) -> QuerySet[Import]:
        """Return the imports of one club.  Raises PermissionDenied for roles that may not import."""
        club = permitted_club(self.request, self.kwargs["club"], Action.IMPORT)
        return Import.objects.filter(club=club).defer("source", "names")

    @extend_schema(
        parameters=FILE_PARAMETERS,
        request={
            "application/json": NewImportSerializer,
            **dict.fromkeys(
                (
                    "application/x-ndjson",
                    "application/toml",
                    "text/plain",
                    "text/csv",
                    "application/xml",
                ),
                OpenApiTypes.STR,
            ),
            "application/vnd.bgstats+json": OpenApiTypes.OBJECT,
            **dict.fromkeys(WORKBOOKS, OpenApiTypes.BINARY),
        },
        responses=dict.fromkeys((200, 201, 202), TriedImportSerializer),
    )
    def create(self, request: Request, club: UUID) -> Response:
        """Import a file of session records, a score sheet, a spreadsheet or plays, sent as it is, or as JSON with options.

        A small file is imported before the answer (201), a larger one after it (202): read its progress at ``imports/{id}/``.
        A spreadsheet or a play that may mean two things is asked about: 409 ``unanswered`` with a ``review`` of its questions, unless
        ``answers`` or ``assume`` settle them.  A corrected sheet of a session that is there brings it up to date where
        ``known-session`` is answered by ``bring-up-to-date``: its hands are amended, and new ones recorded.
        """
        row = permitted_club(request, club, Action.IMPORT)
        sent = _SentFile(request)
        data: dict[str, Any] = validated(NewImportSerializer(data=sent.data)).validated_data
        try:
            file, review = sent.read(row, data)
            if file.options.corrects:
                require(request, Action.AMEND, row)
            import_row, is_new = uploads.create_import(
                row, file, by=signed_in(request), id=data.get("id")
            )
        except uploads.FileTooLargeError as error:
            raise TooLargeError(str(error)) from error
        if is_new:
            begin_import(import_row)
        workers.wake_up()
        status = _status(import_row, is_new=is_new)
        answer = ImportWithReportSerializer(import_row).data
        return Response({**answer, "review": review} if review else answer, status=status)


class ImportViewSet(viewsets.GenericViewSet[Import]):
    """One import."""

    queryset = Import.objects.none()
    serializer_class = ImportWithReportSerializer
    needs = {"retrieve": Action.IMPORT, "cancel": Action.IMPORT}

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return an import: its state, its progress, and the totals of its report."""
        row = _get_import(request, pk)
        check_audit_version(self, row, *_progress(row))
        return Response(ImportWithReportSerializer(row).data)

    @extend_schema(request=None, responses=ImportWithReportSerializer)
    def cancel(self, request: Request, pk: UUID) -> Response:
        """Cancel an import.  The records imported so far stay.  409 if the import has ended."""
        row = uploads.cancel(_get_import(request, pk), by=signed_in(request))
        return Response(ImportWithReportSerializer(row).data)


class ImportLineViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[ImportLine]):
    """The report of an import: one line per record, in the order of the file."""

    queryset = ImportLine.objects.none()
    serializer_class = LineSerializer
    needs = {"list": Action.IMPORT}
    ordering = ("number",)
    filterset_fields = ("outcome",)

    def get_queryset(self) -> QuerySet[ImportLine]:
        """Return the lines of one import's report."""
        row = _get_import(self.request, self.kwargs["pk"])
        check_audit_version(self, row, *_progress(row))
        return ImportLine.objects.filter(within=row)


def _get_import(request: Request, pk: UUID) -> Import:
    """Return the import.  Raises Http404 for people outside its club, PermissionDenied for members who may not import."""
    clubs = access.clubs_where(request.user, Action.SEE)
    rows = Import.objects.filter(club__in=clubs).select_related("club").defer("source", "names")
    row = get_object_or_404(audit.versioned(rows), pk=pk)
    require(request, Action.IMPORT, row.club)
    return row


def _progress(row: Import) -> tuple[object, ...]:
    """Return what changes in an import's answers without an entry in the audit log."""
    return row.state, row.lines, row.done


class _SentFile:
    """The file of a request with its options: from a JSON body, or from a body with the file itself and the query parameters."""

    def __init__(self, request: Request) -> None:
        body, params = request.data, request.query_params
        self._content: bytes | None = None
        if not isinstance(body, Records | SheetFile):
            if params:
                detail = "Send the options of an import in JSON as keys of the body."
                raise UnknownParameterError([(name, detail) for name in params], place="query")
            self.data: Mapping[str, Any] = body if isinstance(body, Mapping) else {}
            return
        options = {key: params[key] for key in _PLAIN if key in params}
        options |= {key: _from_json(request, key) for key in _AS_TEXT if key in params}
        if isinstance(body, SheetFile):
            self._content = body.content
            self.data = {**options, "notation": body.notation, "source": " "}
        else:
            self.data = {**options, "notation": body.notation, "source": body.text}

    def read(self, club: Club, data: Mapping[str, Any]) -> tuple[RecordFile, JsonObject | None]:
        """Return the file to import, and for a dry run what an import would bring.

        Raises UnansweredError, and MalformedError for a file that cannot be read.
        """
        refuse_unknown_answers(data["answers"])
        options = SheetOptions(
            file_name=data["file_name"],
            answers=data["answers"],
            columns=_columns(data["columns"]),
            edited_lines=_edited_lines(data["edited_lines"]),
            assume=data["assume"],
        )
        names, dry_run = data["names"], data["dry_run"]
        questions: Sequence[SheetQuestion] | None = None
        if data["notation"] == CSV:
            content = data["source"].encode() if self._content is None else self._content
            sheet = sent_sheets.read(club, content, options)
            file = sent_sheets.file_of(
                club, sheet, names=names, dry_run=dry_run, edits=options.edited_lines
            )
            questions = sheet.questions
        elif data["notation"] == PLAYS:
            edited_lines.check(PLAYS, "", options.edited_lines)
            file, questions = sent_sheets.file_of_plays(
                club, data["source"], options, names=names, dry_run=dry_run
            )
        else:
            source = (
                data["source"]
                if self._content is None
                else sent_sheets.text_of(self._content, options)
            )
            edited_lines.check(data["notation"], source, options.edited_lines)
            file = RecordFile(
                notation=data["notation"],
                source=source,
                names=names,
                dry_run=dry_run,
                options=ImportOptions(edited_lines=options.edited_lines),
            )
        uploads.check(club, file)
        is_answered = is_answer_about_sessions(options.answers)
        is_small = file.size <= settings.IMPORT_AT_ONCE
        may_be_known = is_small and (dry_run or is_of_known_day(club, file))
        if questions is None and not (is_answered or may_be_known):
            return file, None  # workers go through many records, and ask nobody
        preview = ImportPreview(club, file, questions, options)
        return (file, preview.as_json()) if dry_run else (preview.decided(), None)


def _columns(written: Any) -> SheetColumns | None:
    """Return the columns that were sent.  Raises ValidationError."""
    if written is None:
        return None
    try:
        columns = SheetColumns.from_json({"dates": "ymd", "house_rules": {}, **written})
        check_columns(columns)
    except (KeyError, TypeError, ValueError, ColumnsError) as error:
        message = f"Expected variant, values and roles, as a review gives them: {error}"
        raise serializers.ValidationError({"columns": [message]}) from error
    return columns


def _edited_lines(written: Mapping[str, str]) -> EditedLines:
    """Return the texts of lines by their numbers.  Raises ValidationError for what is no number."""
    if wrong := [line for line in written if not _LINE_NUMBER.fullmatch(line)]:
        message = f"{wrong[0][:20]!r} is not the number of a line."
        raise serializers.ValidationError({"edited_lines": [message]})
    return {int(line): text for line, text in written.items()}


def _from_json(request: Request, name: str) -> Any:
    """Return an option of the query that is JSON text.  Raises ValidationError."""
    try:
        return json.loads(request.query_params[name])
    except (ValueError, RecursionError) as error:
        raise serializers.ValidationError({name: [f"Expected JSON: {error}"]}) from error


def _status(row: Import, *, is_new: bool) -> int:
    """Return 202 for an import that has not ended, else 201 for a new one and 200 for a repeated request."""
    if row.state in OPEN_IMPORT_STATES:
        return HTTPStatus.ACCEPTED
    return HTTPStatus.CREATED if is_new else HTTPStatus.OK
