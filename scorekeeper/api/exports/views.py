"""Taken out: a session with its history, a whole club in one file."""

from uuid import UUID

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import permissions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.exports.serializers import BundleShape
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.api.renderers import ArchiveRenderer
from scorekeeper.exports import club_archive, session_bundle

UNFINISHED = "unfinished"


class BundleView(APIView):
    """A session with its history, to be checked without this service."""

    permission_classes = [permissions.AllowAny]

    @extend_schema(responses=BundleShape)
    def get(self, request: Request, session: UUID) -> Response:
        """Every revision with its digests; what members wrote about hands is for members.

        409 while an unfinished hand holds cards that you may not see yet.
        """
        seen = access.sessions_seen_by(request.user).select_related("club")
        found = get_object_or_404(audit.versioned(seen), pk=session)
        check_audit_version(self, found)
        inside = access.may(request.user, Action.SEE, found.club)
        return Response(session_bundle.bundle_for(found, request.user, is_member=inside))


class ArchiveView(APIView):
    """A whole club."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [ArchiveRenderer, JSONRenderer]

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "leave_out",
                str,
                enum=[UNFINISHED],
                description="Leave out the sessions whose unfinished hands hold cards that you may not see yet.",
            )
        ],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, club: UUID) -> HttpResponseBase:
        """A zip: a manifest and a bundle for each session, which another installation takes in."""
        where = visible_club(request, club)
        require(request, Action.EXPORT, where)
        hidden = club_archive.sessions_with_hidden_cards(where, request.user)
        if hidden and request.query_params.get("leave_out") != UNFINISHED:
            raise club_archive.UnfinishedHandsError(hidden)
        pieces = club_archive.build_archive(where, by=signed_in(request), left_out=hidden)
        answer = StreamingHttpResponse(pieces, content_type="application/zip")
        answer["Cache-Control"] = "no-store"  # taking it out is itself a line in the audit log
        answer["Content-Disposition"] = f'attachment; filename="club-{where.pk}.zip"'
        return answer
