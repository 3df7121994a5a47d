"""Links to a session, for phones without an account."""

import json
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, audit
from scorekeeper.access import Action, Holder
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.models import Link, Session
from scorekeeper.sessions import links as session_links

HOUR = timedelta(hours=1)


class LinkSerializer(serializers.ModelSerializer[Link]):
    """A link: what it is for, how long it is good, whether it was taken back."""

    session = serializers.UUIDField(source="session_id")
    created_by = serializers.UUIDField(source="created_by_id")
    revoked_at = serializers.DateTimeField(source="revocation.at", default=None, allow_null=True)

    class Meta:
        model = Link
        fields = [
            "id", "session", "label", "created_by", "created_at", "expires_at", "revoked_at",
        ]  # fmt: skip
        read_only_fields = fields


class NewLinkSerializer(serializers.Serializer[Link]):
    """A link that is to be made."""

    id = serializers.UUIDField(required=False)
    label = serializers.CharField(  # type: ignore[assignment]
        required=False, allow_blank=True, max_length=200, default="", help_text="Whose phone?"
    )
    hours = serializers.IntegerField(
        min_value=1,
        max_value=session_links.MAX_LIFETIME // HOUR,
        default=session_links.DEFAULT_LIFETIME // HOUR,
    )


class MadeLinkSerializer(LinkSerializer):
    """A link with its address, as text and as a QR code (SVG).  Both are in this answer only."""

    token = serializers.CharField(help_text="For ``Authorization: Link <token>``.")
    url = serializers.CharField()
    qr = serializers.CharField()

    class Meta(LinkSerializer.Meta):
        fields = [*LinkSerializer.Meta.fields, "token", "url", "qr"]
        read_only_fields = fields


class LinkViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Link]):
    """The links to one session."""

    queryset = Link.objects.none()
    serializer_class = LinkSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("-created_at", "pk")

    def get_queryset(self) -> QuerySet[Link]:
        """The links to one session, for those who hand them out."""
        session = self._session(self.kwargs["session"])
        check_audit_version(self, session)
        return session.links.select_related("revocation").order_by("-created_at", "pk")

    @extend_schema(
        request=NewLinkSerializer, responses={201: MadeLinkSerializer, 200: MadeLinkSerializer}
    )
    def create(self, request: Request, session: UUID) -> Response:
        """Make a link, good for so many hours.  Whoever has it logs this session in your name."""
        where = self._session(session)
        wanted = NewLinkSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        given: dict[str, Any] = wanted.validated_data
        link, is_new = session_links.create_link(
            where,
            by=signed_in(request),
            lifetime=given["hours"] * HOUR,
            label=given["label"],
            id=given.get("id"),
        )
        shown = {**LinkSerializer(link).data, **_address(link, request)}
        return Response(shown, status=HTTPStatus.CREATED if is_new else HTTPStatus.OK)

    def destroy(self, request: Request, session: UUID, link: UUID) -> Response:
        """Revoke a link.  What was logged through it stays."""
        session_links.revoke(get_object_or_404(self.get_queryset(), pk=link), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    @staticmethod
    def without_secrets(body: str) -> str:
        """The address is signed, not kept: not in a kept answer either."""
        if not body:
            return body
        said: dict[str, Any] = json.loads(body)
        return json.dumps({key: said[key] for key in said if key not in {"token", "url", "qr"}})

    @staticmethod
    def with_secrets(body: str, request: HttpRequest) -> str:
        """The address is signed once more, and is the same."""
        if not body:
            return body
        said: dict[str, Any] = json.loads(body)
        whole = {**said, **_address(Link(pk=UUID(said["id"])), request)}
        return str(JSONRenderer().render(whole), "utf-8")

    def _session(self, pk: UUID) -> Session:
        seen = audit.versioned(access.sessions_seen_by(self.request.user).select_related("club"))
        session = get_object_or_404(seen, pk=pk)
        require(self.request, Action.LINK, session.club)
        return session


class ShownLinkViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Link]):
    """The link that a phone was opened with: how it finds its session."""

    queryset = Link.objects.none()
    serializer_class = LinkSerializer
    permission_classes = [permissions.AllowAny]

    def get_queryset(self) -> QuerySet[Link]:
        """The link of ``Authorization: Link …``; none for whoever came without one."""
        person = self.request.user
        if not isinstance(person, Holder):
            return Link.objects.none()
        return Link.objects.filter(pk=person.link.pk).select_related("revocation")


def _address(link: Link, request: Request | HttpRequest) -> dict[str, str]:
    token = session_links.token_of(link)
    url = request.build_absolute_uri(session_links.log_path(token))
    return {"token": token, "url": url, "qr": session_links.qr_svg(url)}
