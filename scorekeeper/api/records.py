"""A sitting as a session record: JSON, TOML or text, as the client accepts."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import permissions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from scorekeeper import access, exports
from scorekeeper.api import shapes
from scorekeeper.api.renderers import TextRenderer, TOMLRenderer


class RecordView(APIView):
    """The session record."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, TOMLRenderer, TextRenderer]

    @extend_schema(
        responses={
            (200, "application/json"): shapes.SessionRecordShape,
            (200, "application/toml"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
        }
    )
    def get(self, request: Request, session: UUID) -> Response:
        """What was written down, unknown keys included, with the names that the players have today."""
        seen = access.sessions_followed_by(request.user).select_related("head", "season")
        found = get_object_or_404(seen, pk=session)
        sheet = exports.session_record(found, person=request.user)
        if isinstance(request.accepted_renderer, TextRenderer):
            return Response(referee.write_record(referee.parse_record(sheet), "toml"))
        return Response(sheet)
