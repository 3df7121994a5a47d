"""Exports: a session with its history, and a whole club in one file."""

from typing import Any
from uuid import UUID

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.exports.serializers import BundleShape
from scorekeeper.api.fields import OneOf
from scorekeeper.api.parsers import parse_query
from scorekeeper.api.permissions import permitted_club, signed_in
from scorekeeper.api.renderers import ArchiveRenderer
from scorekeeper.exports import club_archive, session_bundle
from scorekeeper.exports.file_names import file_name
from scorekeeper.monitoring.streaming import stream_response

UNFINISHED = "unfinished"


class BundleView(APIView):
    """A session with its history, which can be verified without this service."""

    @extend_schema(responses=BundleShape)
    def get(self, request: Request, session: UUID) -> Response:
        """Return every revision of the session and its hands, with digests.

        Comments, disputes and second logs are included for members only.  409 while an unfinished hand has cards that you
        may not see yet.
        """
        visible = access.sessions_seen_by(request.user).select_related("club")
        row = get_object_or_404(audit.versioned(visible), pk=session)
        check_audit_version(self, row)
        is_member = access.may(request.user, Action.SEE, row.club)
        return Response(session_bundle.bundle_for(row, request.user, is_member=is_member))


class LeaveOutShape(serializers.Serializer[Any]):
    """What to leave out of an archive."""

    leave_out = OneOf(
        [UNFINISHED],
        required=False,
        help_text="Leave out the sessions whose unfinished hands have cards that you may not see yet.",
    )


class ArchiveView(APIView):
    """A whole club in one file."""

    needs = {"get": Action.EXPORT}
    renderer_classes = [ArchiveRenderer, JSONRenderer]

    @extend_schema(
        parameters=[LeaveOutShape],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, club: UUID) -> HttpResponseBase:
        """Return a zip with a manifest and a bundle for each session, which another installation can import.

        409 while an unfinished hand has cards that you may not see yet, unless you leave out its session.
        """
        row = permitted_club(request, club, Action.EXPORT)
        leaves_out_unfinished = "leave_out" in parse_query(request, LeaveOutShape)
        hidden = club_archive.sessions_left_out(
            row, request.user, leaves_out_unfinished=leaves_out_unfinished
        )
        chunks = club_archive.build_archive(
            row,
            by=signed_in(request),
            left_out=hidden,
            leaves_out_unfinished=leaves_out_unfinished,
        )
        response = stream_response(request, chunks, "application/zip")
        response["Cache-Control"] = (
            "no-store"  # a cached copy would miss its entry in the audit log
        )
        response["Content-Disposition"] = content_disposition_header(
            as_attachment=True, filename=file_name(row.name, ending="zip")
        )
        return response
