"""Large exports as files that workers make: asked for, followed, downloaded, deleted."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_field,
)
from rest_framework import exceptions, mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.api.etags import check_etag
from scorekeeper.api.exports import file_response
from scorekeeper.api.fields import LANGUAGES, OneOf
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import members_club, require, signed_in
from scorekeeper.api.renderers import (
    ArchiveRenderer,
    CSVRenderer,
    JSONRenderer,
    NDJSONRenderer,
    ParquetRenderer,
)
from scorekeeper.exports import files
from scorekeeper.exports.files import FileState, Question, TooManyExportsError
from scorekeeper.models import (
    Club,
    ExportFile,
    ExportFormat,
    ExportKind,
    LeftOut,
    Season,
    Separator,
)
from scorekeeper.monitoring.route_costs import API

SECONDS_TO_A_PLACE = 30
"""When to ask again for whom no more files are prepared."""


class NewExportShape(serializers.Serializer[Any]):
    """What to have in a file."""

    kind = OneOf(
        ExportKind.values,
        help_text="``archive``: the whole club, for owners; ``records``; ``hands``; ``verdicts``: of each play; ``scores``: of a season, or as Parquet also of a club; ``facts``: what happened in the hands.",
    )
    season = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="null: the whole club."
    )
    format = OneOf(
        ExportFormat.values,
        required=False,
        help_text="Hands come as ``ndjson``, the default, ``csv`` or ``parquet``, scores as ``csv``, the default, or ``parquet``; everything else in one format.",
    )
    leave_out = OneOf(
        [LeftOut.UNFINISHED.value],
        required=False,
        help_text="Of an archive: leave out the sessions whose unfinished hands have cards that you may not see yet.",
    )

    separator = OneOf(
        Separator.values,
        required=False,
        help_text="Of CSV: ``comma``, the default, or ``semicolon``, with which numbers have a decimal comma.",
    )

    headings = OneOf(
        LANGUAGES,
        required=False,
        help_text="Of CSV: the language of the first row, ``en`` or another one of the service.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Fill in the format.  Raises ValidationError for what a kind does not have."""
        kind = ExportKind(attrs["kind"])
        formats = files.FORMATS[kind]
        chosen = attrs.setdefault("format", formats[0].value)
        if chosen not in formats:
            raise serializers.ValidationError(
                {"format": [f"There is no {chosen} of this kind: {', '.join(formats)}."]}
            )
        is_csv = chosen == ExportFormat.CSV
        if kind == ExportKind.SCORES and is_csv and attrs["season"] is None:
            raise serializers.ValidationError({"season": ["Scores are of a season: name it."]})
        if kind == ExportKind.ARCHIVE and attrs["season"] is not None:
            raise serializers.ValidationError({"season": ["An archive is of the whole club."]})
        if kind != ExportKind.ARCHIVE and "leave_out" in attrs:
            raise serializers.ValidationError(
                {"leave_out": ["Sessions are left out of archives only."]}
            )
        if not is_csv and "separator" in attrs:
            raise serializers.ValidationError({"separator": ["Only CSV has a separator."]})
        if not is_csv and "headings" in attrs:
            raise serializers.ValidationError({"headings": ["Only CSV has headings."]})
        return attrs


class ExportFileSerializer(serializers.ModelSerializer[ExportFile]):
    """A file of an export, for the account that asked for it."""

    club = serializers.UUIDField(source="club_id")
    season = serializers.UUIDField(source="season_id", allow_null=True)
    kind = serializers.ChoiceField(ExportKind.choices)
    format = serializers.ChoiceField(ExportFormat.choices)
    leave_out = serializers.ChoiceField(LeftOut.values, help_text="Empty: nothing.")
    separator = serializers.ChoiceField(Separator.values, help_text="Of CSV.")
    headings = serializers.SerializerMethodField()
    state = serializers.SerializerMethodField()
    done = serializers.IntegerField(help_text="Sessions that are in the file.")
    total = serializers.IntegerField(
        allow_null=True, help_text="Sessions that are to be in it; null: not yet counted."
    )
    size = serializers.IntegerField(allow_null=True, help_text="In bytes.")
    sha256 = serializers.CharField(help_text="Of the whole file, in hexadecimal digits.")
    expires_at = serializers.DateTimeField(
        allow_null=True, help_text="When the file is deleted at the latest."
    )
    failed_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When it could not be made; it is tried again, each time after a longer while.",
    )
    file = serializers.SerializerMethodField()

    class Meta:
        model = ExportFile
        fields = [
            "id",
            "club",
            "season",
            "kind",
            "format",
            "leave_out",
            "separator",
            "headings",
            "asked_at",
            "state",
            "done",
            "total",
            "started_at",
            "finished_at",
            "expires_at",
            "size",
            "sha256",
            "failed_at",
            "file",
        ]
        read_only_fields = fields

    @extend_schema_field(
        serializers.ChoiceField(LANGUAGES, help_text="The language of the first row of CSV.")
    )
    def get_headings(self, row: ExportFile) -> str:
        """Return the language of the headings."""
        return row.language or settings.LANGUAGE_CODE

    @extend_schema_field(serializers.ChoiceField([str(state) for state in FileState]))
    def get_state(self, row: ExportFile) -> str:
        """Return the state."""
        return str(files.state_of(row))

    @extend_schema_field(
        serializers.CharField(
            allow_null=True, help_text="The address to download it, once it is ready."
        )
    )
    def get_file(self, row: ExportFile) -> str | None:
        """Return the path of the content."""
        return f"{API}exports/{row.pk}/file/" if row.finished_at else None


class ClubExportViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[ExportFile]):
    """The files that you asked for in a club, newest first."""

    queryset = ExportFile.objects.none()
    serializer_class = ExportFileSerializer
    needs = {"list": Action.SEE, "create": Action.SEE}
    ordering = ("-asked_at", "pk")

    def get_queryset(self) -> QuerySet[ExportFile]:
        """Return the files of one club."""
        return files.seen_by(self.request.user).filter(club=self._club())

    @extend_schema(
        request=NewExportShape, responses={202: ExportFileSerializer, 200: ExportFileSerializer}
    )
    def create(self, request: Request, club: UUID) -> Response:
        """Have a large export made by a worker, to be downloaded as a file, in parts if need be.

        For members; an archive needs the role of an owner and the scope `administer`.  Read the progress at `exports/{id}/`.  The
        file of an earlier request is returned (200) while nothing in the club has changed since.  429 while some of your files are
        being made.  409 for an archive while an unfinished hand has cards that you may not see yet, unless you leave them out.
        """
        row = self._club()
        data = parse_body(request, NewExportShape)
        kind = ExportKind(data["kind"])
        require(request, files.needs(kind), row)
        question = Question(
            kind,
            ExportFormat(data["format"]),
            self._season(row, data["season"]),
            LeftOut(data.get("leave_out", "")),
            Separator(data.get("separator", Separator.COMMA)),
            files.language_of(data.get("headings")),
        )
        try:
            file = files.ask(row, question, by=signed_in(request))
        except TooManyExportsError as error:
            raise exceptions.Throttled(SECONDS_TO_A_PLACE, str(error)) from error
        if file.finished_at is None:
            workers.wake_up()
        status = HTTPStatus.ACCEPTED if file.finished_at is None else HTTPStatus.OK
        location = {"Location": f"{API}exports/{file.pk}/"}
        return Response(ExportFileSerializer(file).data, status=status, headers=location)

    def _club(self) -> Club:
        return members_club(self.request, self.kwargs["club"])

    def _season(self, club: Club, pk: UUID | None) -> Season | None:
        if pk is None:
            return None
        seasons = access.seasons_seen_by(self.request.user).filter(club=club)
        return get_object_or_404(seasons, pk=pk)


class ExportViewSet(mixins.RetrieveModelMixin, viewsets.GenericViewSet[ExportFile]):
    """One file that you asked for."""

    queryset = ExportFile.objects.none()
    serializer_class = ExportFileSerializer
    needs = {"retrieve": Action.SEE, "destroy": Action.SEE}

    def get_queryset(self) -> QuerySet[ExportFile]:
        """Return the files that the request's user may have."""
        return files.seen_by(self.request.user)

    @extend_schema(
        description="Return how far a worker is with a file, and its size and digest once it is ready."
    )
    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return one file's row."""
        return Response(ExportFileSerializer(self.get_object()).data)

    def destroy(self, request: Request, pk: UUID) -> Response:
        """Delete a file; one that is being made is given up."""
        files.delete(self.get_object())
        return Response(status=HTTPStatus.NO_CONTENT)


class ExportContentView(APIView):
    """The content of a file."""

    needs = {"get": Action.SEE}
    renderer_classes = [
        ArchiveRenderer,
        NDJSONRenderer,
        CSVRenderer,
        ParquetRenderer,
        JSONRenderer,
    ]

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "Range",
                str,
                OpenApiParameter.HEADER,
                description="The bytes to send, such as ``bytes=1000-``.",
            ),
            OpenApiParameter(
                "If-Range",
                str,
                OpenApiParameter.HEADER,
                description="The ``ETag`` of the part that you have: of another file everything is sent.",
            ),
        ],
        responses={
            (200, "application/zip"): OpenApiTypes.BINARY,
            (200, "application/x-ndjson"): OpenApiTypes.STR,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, ParquetRenderer.media_type): OpenApiTypes.BINARY,
            206: OpenApiResponse(description="The bytes that ``Range`` names."),
            302: OpenApiResponse(
                description="The file is at another address, which is good for some minutes."
            ),
            416: OpenApiResponse(description="The file has no such bytes."),
        },
    )
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        """Download a file, or with `Range` the rest of it.

        404 once it has expired, or if you may not have it any more; 409 `not-ready` until it is made.
        """
        row = get_object_or_404(files.seen_by(request.user), pk=pk)
        if row.finished_at is None:
            raise files.NotReadyError
        check_etag(self, file_response.etag_of(row))
        return file_response.respond(request, row)
