"""Comments: what members say about a play, once the hand is over."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands.comments import PlacedComment
from scorekeeper.models import Comment, Hand
from scorekeeper.models.comments import LONGEST


class NewCommentShape(serializers.Serializer[Any]):
    """Words about an event, or about the whole hand, under an id of the client's choice."""

    id = serializers.UUIDField(required=False)
    event = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="Null: about the whole hand."
    )
    revision = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        help_text="The number of the revision that was read; else the record as it stands.",
    )
    text = serializers.CharField(max_length=LONGEST)


class RemovalShape(serializers.Serializer[Any]):
    """Whoever wrote it took it back, or a referee hid it."""

    by = serializers.UUIDField(source="by_id")
    at = serializers.DateTimeField()


class CommentSerializer(serializers.Serializer[Any]):
    """What a member said about a hand."""

    id = serializers.UUIDField(source="comment.pk")
    hand = serializers.UUIDField(source="comment.hand_id")
    revision = serializers.IntegerField(source="comment.revision.number")
    event = serializers.IntegerField(
        source="comment.event", allow_null=True, help_text="In that revision."
    )
    event_now = serializers.IntegerField(
        source="event",
        allow_null=True,
        help_text="In the record as it stands; null: about none, or it is gone.",
    )
    text = serializers.SerializerMethodField(help_text="Plain text; null once it is taken back.")
    by = serializers.UUIDField(source="comment.by_id")
    at = serializers.DateTimeField(source="comment.at")
    removal = RemovalShape(allow_null=True)

    def get_text(self, placed: PlacedComment) -> str | None:
        """What was said, while it stands."""
        return None if placed.removal else placed.comment.text


class HandCommentViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Comment]):
    """What was said about one hand, in the order in which it was said; nothing while the hand goes on."""

    queryset = Comment.objects.none()
    serializer_class = CommentSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[Comment]:
        """Of a hand in the books of a club one belongs to."""
        hand = self._hand(self.request, self.kwargs["hand"])
        check_audit_version(self, hand)
        return hand_comments.comments_on(hand, self.request.user)

    def paginate_queryset(self, queryset: Any) -> Any:
        """A page, with where the events stand now."""
        return hand_comments.place_comments(super().paginate_queryset(queryset) or [])

    @extend_schema(
        request=NewCommentShape, responses={201: CommentSerializer, 200: CommentSerializer}
    )
    def create(self, request: Request, hand: UUID) -> Response:
        """Say something about an event, or without one about the whole hand, once it is over."""
        where = self._hand(request, hand)
        require(request, Action.COMMENT, where.club)
        sent = NewCommentShape(data=request.data)
        sent.is_valid(raise_exception=True)
        made, is_new = hand_comments.comment(where, by=signed_in(request), **sent.validated_data)
        return _shown(made, status=HTTPStatus.CREATED if is_new else HTTPStatus.OK)

    def _hand(self, request: Request, pk: UUID) -> Hand:
        own = access.clubs_where(request.user, Action.SEE)
        hands = Hand.objects.filter(club__in=own).select_related("club", "session", "adjudication")
        return get_object_or_404(audit.versioned(hands), pk=pk)


class CommentViewSet(viewsets.GenericViewSet[Comment]):
    """One comment."""

    queryset = Comment.objects.none()
    serializer_class = CommentSerializer
    permission_classes = [permissions.AllowAny]

    def get_queryset(self) -> QuerySet[Comment]:
        """The comments that exist for whoever asks."""
        return hand_comments.comments_seen_by(self.request.user)

    @extend_schema(request=None, responses=CommentSerializer)
    def remove(self, request: Request, pk: UUID) -> Response:
        """Take back what you said; a referee hides what somebody else said."""
        said = self.get_object()
        hand_comments.remove(said, by=signed_in(request))
        return _shown(said, status=HTTPStatus.OK)


def _shown(comment: Comment, *, status: HTTPStatus) -> Response:
    related = ("revision", "removal", "hand")
    (placed,) = hand_comments.place_comments([Comment.objects.select_related(*related).get(pk=comment.pk)])
    return Response(CommentSerializer(placed).data, status=status)
