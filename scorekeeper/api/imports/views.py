"""Imports of files of session records."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

import referee
from scorekeeper import access, audit, workers
from scorekeeper.access import Action
from scorekeeper.api.errors import TooLargeError, UnknownParameterError
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.fields import OneOf
from scorekeeper.api.imports.serializers import (
    ImportSerializer,
    ImportWithReportSerializer,
    LineSerializer,
)
from scorekeeper.api.parsers import RECORDS_PARSERS, Records, validated, without_id
from scorekeeper.api.permissions import permitted_club, require, signed_in
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import Import, ImportLine


class NewImportSerializer(serializers.Serializer[Import]):
    """A file of session records, and how to import it."""

    id = serializers.UUIDField(required=False)
    notation = OneOf(referee.NOTATIONS, help_text="``txt``: a score sheet.")
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


FILE_PARAMETERS = [
    OpenApiParameter(
        "id", OpenApiTypes.UUID, description="Like ``id`` in JSON, if the body is the file itself."
    ),
    OpenApiParameter(
        "dry_run", bool, description="Like ``dry_run`` in JSON, if the body is the file itself."
    ),
    OpenApiParameter(
        "names", str, description="Like ``names``, as JSON text, if the body is the file itself."
    ),
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
                ("application/x-ndjson", "application/toml", "text/plain"), OpenApiTypes.STR
            ),
        },
        responses=dict.fromkeys((200, 201, 202), ImportWithReportSerializer),
    )
    def create(self, request: Request, club: UUID) -> Response:
        """Import a file of session records, sent as it is, or as JSON with options.

        A small file is imported before the answer (201), a larger one after it (202): read its progress at ``imports/{id}/``.
        """
        row = permitted_club(request, club, Action.IMPORT)
        serializer = validated(NewImportSerializer(data=_import_data(request)))
        data: dict[str, Any] = serializer.validated_data
        file = import_uploads.RecordFile(**without_id(data))
        try:
            import_row, is_new = import_uploads.create_import(
                row, file, by=signed_in(request), id=data.get("id")
            )
        except import_uploads.FileTooLargeError as error:
            raise TooLargeError(str(error)) from error
        if is_new:
            import_worker.begin(import_row)
        workers.wake_up()
        status = _status(import_row, is_new=is_new)
        return Response(ImportWithReportSerializer(import_row).data, status=status)


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
        row = import_uploads.cancel(_get_import(request, pk), by=signed_in(request))
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


def _import_data(request: Request) -> Mapping[str, Any]:
    """Return the file and its options from a JSON body, or from a body with the file itself and the query parameters."""
    body, params = request.data, request.query_params
    if not isinstance(body, Records):
        if params:
            detail = "Send the options of an import in JSON as keys of the body."
            raise UnknownParameterError([(name, detail) for name in params], place="query")
        return body if isinstance(body, Mapping) else {}
    options = {key: params[key] for key in ("id", "dry_run") if key in params}
    return {**options, "names": _names(request), "notation": body.notation, "source": body.text}


def _names(request: Request) -> Any:
    """Return the ``names`` of the query, parsed.  Raises ValidationError."""
    try:
        return json.loads(request.query_params.get("names", "{}"))
    except (ValueError, RecursionError) as error:
        raise serializers.ValidationError({"names": [f"Expected JSON: {error}"]}) from error


def _status(row: Import, *, is_new: bool) -> int:
    """Return 202 for an import that has not ended, else 201 for a new one and 200 for a repeated request."""
    if row.state in import_worker.OPEN_STATES:
        return HTTPStatus.ACCEPTED
    return HTTPStatus.CREATED if is_new else HTTPStatus.OK
