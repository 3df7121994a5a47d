"""Session records taken in, in bulk."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from scorekeeper import access, audit, tasks
from scorekeeper.access import Action
from scorekeeper.api.errors import TooLargeError
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.fields import OneOf
from scorekeeper.api.imports.serializers import (
    ImportSerializer,
    ImportWithReportSerializer,
    LineSerializer,
)
from scorekeeper.api.parsers import RECORDS_PARSERS, Records
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import Import, ImportLine


class NewImportSerializer(serializers.Serializer[Import]):
    """A file of session records, and what to do with it."""

    id = serializers.UUIDField(required=False)
    notation = OneOf(referee.NOTATIONS, help_text="``txt``: a score sheet.")
    source = serializers.CharField(  # type: ignore[assignment]
        trim_whitespace=False, help_text="The file."
    )
    names = serializers.DictField(
        child=serializers.UUIDField(allow_null=True),
        default=dict,
        help_text="From names in the file to players' ids; null: a new player.  Others are known by their names.",
    )
    dry_run = serializers.BooleanField(default=False, help_text="Only say what would be kept.")


BESIDE = [
    OpenApiParameter("id", OpenApiTypes.UUID, description="Where the body is the file itself."),
    OpenApiParameter("dry_run", bool, description="Where the body is the file itself."),
    OpenApiParameter("names", str, description="The same as JSON, where the body is the file."),
]


class ClubImportViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Import]):
    """What was taken into a club's books in bulk."""

    queryset = Import.objects.none()
    serializer_class = ImportSerializer
    permission_classes = [permissions.AllowAny]
    parser_classes = RECORDS_PARSERS
    ordering = ("-at", "pk")

    def get_queryset(self) -> QuerySet[Import]:
        """The imports of one club."""
        club = visible_club(self.request, self.kwargs["club"])
        require(self.request, Action.IMPORT, club)
        return Import.objects.filter(club=club).defer("source", "names")

    @extend_schema(
        parameters=BESIDE,
        request={
            "application/json": NewImportSerializer,
            **dict.fromkeys(
                ("application/x-ndjson", "application/toml", "text/plain"), OpenApiTypes.STR
            ),
        },
        responses=dict.fromkeys((200, 201, 202), ImportWithReportSerializer),
    )
    def create(self, request: Request, club: UUID) -> Response:
        """Take in a file of session records: its text, or JSON that says more about it.

        A small one is done when the answer comes (201); a larger one waits (202).
        """
        where = visible_club(request, club)
        require(request, Action.IMPORT, where)
        wanted = NewImportSerializer(data=_wanted(request))
        wanted.is_valid(raise_exception=True)
        given: dict[str, Any] = wanted.validated_data
        chosen = given.pop("id", None)
        try:
            row, is_new = import_uploads.create_import(
                where, import_uploads.RecordFile(**given), by=signed_in(request), id=chosen
            )
        except import_uploads.FileTooLargeError as error:
            raise TooLargeError(str(error)) from error
        if is_new:
            tasks.start_import(row)
        elif row.state in import_worker.OPEN_STATES:
            tasks.wake_up_for_imports()
        return Response(ImportWithReportSerializer(row).data, status=_status(row, is_new=is_new))


class ImportViewSet(viewsets.GenericViewSet[Import]):
    """One import: how far it is, and what became of each record."""

    queryset = Import.objects.none()
    serializer_class = ImportWithReportSerializer
    permission_classes = [permissions.AllowAny]

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """The state, the progress, and the report added up."""
        row = self._import(pk)
        _unless_as_far(self, row)
        return Response(ImportWithReportSerializer(row).data)

    @extend_schema(request=None, responses=ImportWithReportSerializer)
    def cancel(self, request: Request, pk: UUID) -> Response:
        """Stop an import.  What it brought so far stays."""
        row = import_uploads.cancel(self._import(pk), by=signed_in(request))
        return Response(ImportWithReportSerializer(row).data)

    def _import(self, pk: UUID) -> Import:
        return import_seen(self.request, pk)


class ImportLineViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[ImportLine]):
    """What became of each record of a file, in its order."""

    queryset = ImportLine.objects.none()
    serializer_class = LineSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("number",)
    filterset_fields = ("outcome",)

    def get_queryset(self) -> QuerySet[ImportLine]:
        """The report of one import."""
        row = import_seen(self.request, self.kwargs["pk"])
        _unless_as_far(self, row)
        return ImportLine.objects.filter(within=row)


def import_seen(request: Request, pk: UUID) -> Import:
    """The import, for those who take in records."""
    clubs = access.clubs_where(request.user, Action.SEE)
    rows = Import.objects.filter(club__in=clubs).select_related("club").defer("source", "names")
    row = get_object_or_404(audit.versioned(rows), pk=pk)
    require(request, Action.IMPORT, row.club)
    return row


def _unless_as_far(view: APIView, row: Import) -> None:
    check_audit_version(view, row, row.state, row.lines, row.done)


def _wanted(request: Request) -> Mapping[str, Any]:
    """What was sent, whichever way."""
    sent = request.data
    if not isinstance(sent, Records):
        return sent if isinstance(sent, Mapping) else {}
    beside = {
        key: request.query_params[key] for key in ("id", "dry_run") if key in request.query_params
    }
    return {**beside, "names": _names(request), "notation": sent.notation, "source": sent.text}


def _names(request: Request) -> Any:
    try:
        return json.loads(request.query_params.get("names", "{}"))
    except (ValueError, RecursionError) as error:
        raise serializers.ValidationError({"names": [f"This is not JSON: {error}"]}) from error


def _status(row: Import, *, is_new: bool) -> int:
    if row.state in import_worker.OPEN_STATES:
        return HTTPStatus.ACCEPTED
    return HTTPStatus.CREATED if is_new else HTTPStatus.OK
