"""Links with which a phone without an account logs one session."""

import json
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers, viewsets
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, audit
from scorekeeper.access import Action, Holder
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.models import Link, Session
from scorekeeper.models.limits import MAX_LABEL
from scorekeeper.sessions import links

HOUR = timedelta(hours=1)
SECRETS = ("token", "url", "qr")


class LinkSerializer(serializers.ModelSerializer[Link]):
    """A link: its session, when it expires, and when it was revoked."""

    session = serializers.UUIDField(source="session_id")
    created_by = serializers.UUIDField(source="created_by_id")
    revoked_at = serializers.DateTimeField(source="revocation.at", default=None, allow_null=True)

    class Meta:
        model = Link
        fields = [
            "id",
            "session",
            "label",
            "created_by",
            "created_at",
            "expires_at",
            "revoked_at",
        ]
        read_only_fields = fields


class NewLinkSerializer(serializers.Serializer[Link]):
    """A link to create."""

    id = serializers.UUIDField(required=False)
    label = serializers.CharField(  # type: ignore[assignment]
        required=False,
        allow_blank=True,
        max_length=MAX_LABEL,
        default="",
        help_text="For example whose phone it is for.",
    )
    hours = serializers.IntegerField(
        min_value=1,
        max_value=links.MAX_LIFETIME // HOUR,
        default=links.DEFAULT_LIFETIME // HOUR,
    )


class MadeLinkSerializer(LinkSerializer):
    """A link with its token and its address, as text and as a QR code (SVG), which no other answer shows."""

    token = serializers.CharField(help_text="For ``Authorization: Link <token>``.")
    url = serializers.CharField()
    qr = serializers.CharField()

    class Meta(LinkSerializer.Meta):
        fields = [*LinkSerializer.Meta.fields, "token", "url", "qr"]
        read_only_fields = fields


class LinkViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Link]):
    """The links to one session, newest first, expired and revoked ones included.  For scorers, referees and owners."""

    queryset = Link.objects.none()
    serializer_class = LinkSerializer
    needs = {"list": Action.LINK, "create": Action.LINK, "destroy": Action.LINK}
    ordering = ("-created_at", "pk")

    def get_queryset(self) -> QuerySet[Link]:
        """Return the links to one session.  Raises PermissionDenied for roles that may not create any."""
        session = self._get_session(self.kwargs["session"])
        check_audit_version(self, session)
        return session.links.select_related("revocation").order_by("-created_at", "pk")

    @extend_schema(
        request=NewLinkSerializer, responses={201: MadeLinkSerializer, 200: MadeLinkSerializer}
    )
    def create(self, request: Request, session: UUID) -> Response:
        """Create a link that is valid for ``hours``.  Anybody who has the link can log this session in your name."""
        row = self._get_session(session)
        data = parse_body(request, NewLinkSerializer)
        link, is_new = links.create_link(
            row,
            by=signed_in(request),
            lifetime=data["hours"] * HOUR,
            label=data["label"],
            id=data.get("id"),
        )
        return created({**LinkSerializer(link).data, **_secrets(link, request)}, is_new=is_new)

    def destroy(self, request: Request, session: UUID, link: UUID) -> Response:
        """Revoke a link.  Hands logged through it stay."""
        links.revoke_link(get_object_or_404(self.get_queryset(), pk=link), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    @staticmethod
    def without_secrets(body: str) -> str:
        """Return an answer's body to store, without the token and the address, which are never stored."""
        if not body:
            return body
        data: dict[str, Any] = json.loads(body)
        return json.dumps({key: data[key] for key in data if key not in SECRETS})

    @staticmethod
    def with_secrets(body: str, request: HttpRequest) -> str:
        """Return a stored body with the token and address of the first answer, which are derived from the link's id."""
        if not body:
            return body
        data: dict[str, Any] = json.loads(body)
        secrets = _secrets(Link(pk=UUID(data["id"])), request)
        return str(JSONRenderer().render({**data, **secrets}), "utf-8")

    def _get_session(self, pk: UUID) -> Session:
        """Return the session.  Raises Http404 or, for roles that may not create links, PermissionDenied."""
        visible = access.sessions_seen_by(self.request.user).select_related("club")
        session = get_object_or_404(audit.versioned(visible), pk=pk)
        require(self.request, Action.LINK, session.club)
        return session


class ShownLinkViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Link]):
    """The link that authenticates this request, so that a phone finds its session.  Empty without ``Authorization: Link``."""

    queryset = Link.objects.none()
    serializer_class = LinkSerializer

    def get_queryset(self) -> QuerySet[Link]:
        """Return the link of ``Authorization: Link …``; an empty queryset without one."""
        person = self.request.user
        if not isinstance(person, Holder):
            return Link.objects.none()
        return Link.objects.filter(pk=person.link.pk).select_related("revocation")


def _secrets(link: Link, request: Request | HttpRequest) -> dict[str, str]:
    """Return the values of SECRETS, which allow to log the session."""
    token = links.token_of(link)
    url = request.build_absolute_uri(links.log_path(token))
    return {"token": token, "url": url, "qr": links.qr_svg(url)}
