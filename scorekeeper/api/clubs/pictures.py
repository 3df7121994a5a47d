"""The picture of a player."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.api.etags import check_etag
from scorekeeper.api.parsers import PictureParser
from scorekeeper.api.permissions import require_picture, signed_in
from scorekeeper.api.renderers import JSONRenderer, WebPRenderer
from scorekeeper.clubs import pictures
from scorekeeper.models import Player, PlayerPicture

SENT = ("image/png", "image/jpeg", "image/webp")


class PictureView(APIView):
    """The picture of a player, for everybody who sees the player."""

    needs = {"put": Action.KEEP_PLAYERS, "delete": Action.KEEP_PLAYERS}
    parser_classes = [PictureParser]
    renderer_classes = [WebPRenderer, JSONRenderer]

    @extend_schema(responses={(200, "image/webp"): OpenApiTypes.BINARY})
    def get(self, request: Request, player: UUID) -> HttpResponse:
        """Return the picture: a WebP of 128 by 128 pixels and at most 20 kB.  404 if the player has none."""
        visible = PlayerPicture.objects.filter(player__in=access.players_seen_by(request.user))
        row = get_object_or_404(visible, player=player)
        check_etag(self, f'"{row.digest}"')
        return HttpResponse(row.content, content_type=WebPRenderer.media_type)  # in no other format

    @extend_schema(request=dict.fromkeys(SENT, OpenApiTypes.BINARY), responses={204: None})
    def put(self, request: Request, player: UUID) -> Response:
        """Choose the picture of a player: your own as a member of the club, anybody's as a scorer.

        Send a PNG, JPEG or WebP of at most 5 MB and 40 million pixels that does not move; else 400 ``bad-picture``.  The square in
        its middle is stored, made small, without what the file says besides it.  503 ``busy`` while many are sent at once.
        """
        row = self._player(request, player)
        content: Any = request.data
        pictures.put(row, content, by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, player: UUID) -> Response:
        """Remove the picture of a player; there need not be one."""
        pictures.remove(self._player(request, player), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    def _player(self, request: Request, pk: UUID) -> Player:
        visible = access.players_seen_by(request.user).select_related("club")
        row = get_object_or_404(visible, pk=pk)
        require_picture(request, row)
        return row
