"""Comments of members on a hand or one of its events, once the hand is over."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import members_hand, require, signed_in
from scorekeeper.hands import comments
from scorekeeper.hands.comments import PlacedComment
from scorekeeper.models import Comment
from scorekeeper.models.limits import MAX_NUMBER, MAX_WORDS


class NewCommentShape(serializers.Serializer[Any]):
    """A comment to add, with an optional id chosen by the client."""

    id = serializers.UUIDField(required=False)
    event = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="The event's number; null: about the whole hand.",
    )
    revision = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="The number of the revision that ``event`` refers to, by default the current one.",
    )
    text = serializers.CharField(max_length=MAX_WORDS)


class RemovalShape(serializers.Serializer[Any]):
    """The removal of a comment by its author, or by a referee."""

    by = serializers.UUIDField(source="by_id")
    at = serializers.DateTimeField()


class CommentSerializer(serializers.Serializer[Any]):
    """A member's comment on a hand."""

    id = serializers.UUIDField(source="comment.pk")
    hand = serializers.UUIDField(source="comment.hand_id")
    revision = serializers.IntegerField(source="comment.revision.number")
    event = serializers.IntegerField(
        source="comment.event",
        allow_null=True,
        help_text="The event's number in that revision; null: about the whole hand.",
    )
    event_now = serializers.IntegerField(
        source="event",
        allow_null=True,
        help_text="The event's number in the current record; null: about no event, or the event was removed.",
    )
    text = serializers.SerializerMethodField(
        help_text="Plain text; null if the comment was removed."
    )
    by = serializers.UUIDField(source="comment.by_id")
    at = serializers.DateTimeField(source="comment.at")
    removal = RemovalShape(allow_null=True)

    def get_text(self, placed: PlacedComment) -> str | None:
        """Return the text, None if the comment was removed."""
        return None if placed.removal else placed.comment.text


class HandCommentViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Comment]):
    """The comments on one hand, oldest first; none while the hand is unfinished.  For members."""

    queryset = Comment.objects.none()
    serializer_class = CommentSerializer
    needs = {"create": Action.COMMENT}
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[Comment]:
        """Return the comments on one hand.  Raises Http404 unless the request's user is a member of its club."""
        hand = members_hand(self.request, self.kwargs["hand"])
        check_audit_version(self, hand)
        return comments.comments_on(hand, self.request.user)

    def paginate_queryset(self, queryset: Any) -> Any:
        """Return a page of comments, each with its event's number in the current record."""
        return comments.place_comments(super().paginate_queryset(queryset) or [])

    @extend_schema(
        request=NewCommentShape, responses={201: CommentSerializer, 200: CommentSerializer}
    )
    def create(self, request: Request, hand: UUID) -> Response:
        """Comment on an event or, without one, on the whole hand.  409 while the hand is unfinished."""
        row = members_hand(request, hand)
        require(request, Action.COMMENT, row.club)
        data = parse_body(request, NewCommentShape)
        comment, is_new = comments.comment(row, by=signed_in(request), **data)
        return created(_comment_json(comment), is_new=is_new)


class CommentViewSet(viewsets.GenericViewSet[Comment]):
    """One comment."""

    queryset = Comment.objects.none()
    serializer_class = CommentSerializer
    needs = {"remove": Action.COMMENT}

    def get_queryset(self) -> QuerySet[Comment]:
        """Return the comments that the request's user may see."""
        return comments.comments_visible_to(self.request.user)

    @extend_schema(request=None, responses=CommentSerializer)
    def remove(self, request: Request, pk: UUID) -> Response:
        """Remove your own comment, or as a referee anybody's."""
        comment = self.get_object()
        comments.remove(comment, by=signed_in(request))
        return Response(_comment_json(comment))


def _comment_json(comment: Comment) -> Any:
    related = ("revision", "removal", "hand")
    (placed,) = comments.place_comments(
        [Comment.objects.select_related(*related).get(pk=comment.pk)]
    )
    return CommentSerializer(placed).data
