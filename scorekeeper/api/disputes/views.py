"""Disputes: raised by members, withdrawn, queued by what is at stake, ruled on."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

import django_filters
from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, permissions, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, audit, tasks
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.api.disputes.serializers import (
    DisputeInFullSerializer,
    DisputeSerializer,
    NewDisputeShape,
    NewRulingShape,
    RuledShape,
    WeighedSerializer,
)
from scorekeeper.api.etags import check_audit_version, hand_etag, require_match
from scorekeeper.api.hands.views import HandSerializer
from scorekeeper.api.pagination import CursorPages
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.models import Dispute, Hand


class QueueFilter(django_filters.FilterSet):  # type: ignore[misc]
    """By what became of it, by fault and rule of the attached verdict, by words."""

    status = django_filters.ChoiceFilter(
        choices=[(str(state), str(state)) for state in dispute_queue.DisputeState],
        method="in_state",
    )
    fault = django_filters.CharFilter()
    rule = django_filters.CharFilter()
    q = django_filters.CharFilter(
        method="with_words",
        label="Words, all of them in claim, grounds, evidence, statements or reason.",
    )

    class Meta:
        model = Dispute
        fields = ["fault", "rule"]

    def in_state(self, found: QuerySet[Dispute], _: str, state: str) -> QuerySet[Dispute]:
        """Open, ruled or withdrawn."""
        return found.filter(dispute_queue.IN_STATE[dispute_queue.DisputeState(state)])

    def with_words(self, found: QuerySet[Dispute], _: str, words: str) -> QuerySet[Dispute]:
        """Those that have each word."""
        return dispute_queue.with_words(found, words)


class QueuePages(CursorPages):
    """Each open dispute of a page is weighed, so pages are short."""

    page_size = 20
    max_page_size = 50


class QueueViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Dispute]):
    """A club's disputes: open ones first, on each page those with the most at stake in front.

    The key: another winner (or leader) of the session, then another place in the season, other totals, other points of
    the hand only, nothing; among equals the largest swing in points, then the dispute raised first.
    """

    queryset = Dispute.objects.none()
    serializer_class = WeighedSerializer
    permission_classes = [permissions.AllowAny]
    filterset_class = QueueFilter
    pagination_class = QueuePages
    ordering = ("queued", "pk")

    def get_queryset(self) -> QuerySet[Dispute]:
        """The disputes of a club one belongs to."""
        own = access.clubs_where(self.request.user, Action.SEE)
        club = get_object_or_404(audit.versioned(own, club="pk"), pk=self.kwargs["club"])
        check_audit_version(self, club)
        found = access.disputes_seen_by(self.request.user).filter(club=club)
        return dispute_queue.in_queue_order(dispute_queue.with_details(found))

    def paginate_queryset(self, queryset: Any) -> Any:
        """A page, the gravest in front."""
        page = super().paginate_queryset(queryset)
        return dispute_queue.gravest_first(page or [])


class HandDisputeViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Dispute]):
    """The disputes about one hand, as they were raised."""

    queryset = Dispute.objects.none()
    serializer_class = DisputeSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("raised_at", "pk")

    def get_queryset(self) -> QuerySet[Dispute]:
        """Of a hand in the books of a club one belongs to."""
        hand = self._hand(self.request, self.kwargs["hand"])
        check_audit_version(self, hand)
        found = access.disputes_seen_by(self.request.user).filter(hand=hand)
        return dispute_queue.with_details(found)

    @extend_schema(
        request=NewDisputeShape, responses={201: DisputeSerializer, 200: DisputeSerializer}
    )
    def create(self, request: Request, hand: UUID) -> Response:
        """Dispute an event, or without one what is missing.  The referee's verdict is attached as it stands."""
        where = self._hand(request, hand)
        require(request, Action.DISPUTE, where.club)
        sent = NewDisputeShape(data=request.data)
        sent.is_valid(raise_exception=True)
        made, is_new = dispute_filing.raise_dispute(
            where, sent.dispute(), by=signed_in(request), id=sent.validated_data.get("id")
        )
        tasks.wake_up_for_messages()
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        shown = dispute_queue.with_details(Dispute.objects.filter(pk=made.pk)).get()
        return Response(self.get_serializer(shown).data, status=status)

    def _hand(self, request: Request, pk: UUID) -> Hand:
        own = access.clubs_where(request.user, Action.SEE)
        hands = Hand.objects.filter(club__in=own).select_related("club", "session")
        return get_object_or_404(audit.versioned(hands), pk=pk)


class DisputeViewSet(viewsets.GenericViewSet[Dispute]):
    """One dispute."""

    queryset = Dispute.objects.none()
    serializer_class = DisputeInFullSerializer
    permission_classes = [permissions.AllowAny]

    def get_queryset(self) -> QuerySet[Dispute]:
        """The disputes that exist for whoever asks."""
        return dispute_queue.with_details(access.disputes_seen_by(self.request.user))

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """One dispute: the verdict as it stood, what each decision would change, the closest earlier rulings."""
        dispute = get_object_or_404(self._versioned(), pk=pk)
        check_audit_version(self, dispute)
        return Response(self._in_full(dispute.pk))

    @extend_schema(request=None, responses=DisputeInFullSerializer)
    def withdraw(self, request: Request, pk: UUID) -> Response:
        """Drop a dispute that you raised."""
        dispute = self.get_object()
        require(request, Action.DISPUTE, dispute.club)
        dispute_filing.withdraw(dispute, by=signed_in(request))
        return Response(self._in_full(dispute.pk))

    @extend_schema(request=NewRulingShape, responses={201: RuledShape})
    def rule(self, request: Request, pk: UUID) -> Response:
        """Decide a dispute.  It is the hand's next revision, so the hand's ETag is sent as If-Match."""
        dispute = self.get_object()
        require(request, Action.RULE, dispute.club)
        sent = NewRulingShape(data=request.data)
        sent.is_valid(raise_exception=True)
        with transaction.atomic():
            held = dispute_filing.lock(dispute)
            dispute_filing.require_open(held)
            hides = hidden_cards.hides_cards(held.hand, request.user)
            require_match(request, hand_etag(held.hand, hides=hides))
            ruled = dispute_ruling.rule_on(held, sent.ruling(), by=signed_in(request))
        tasks.wake_up()
        body = self._ruled(ruled, held.hand_id)
        headers = {"ETag": body["dispute"]["hand_etag"]}
        return Response(body, status=HTTPStatus.CREATED, headers=headers)

    def _versioned(self) -> QuerySet[Dispute]:
        return audit.versioned(access.disputes_seen_by(self.request.user))

    def _ruled(self, ruled: dispute_ruling.RulingResult, hand: UUID) -> dict[str, Any]:
        hands = Hand.objects.select_related("head", "adjudication", "session__head")
        now = HandSerializer(hands.get(pk=hand), context=self.get_serializer_context())
        return {
            "dispute": self._in_full(ruled.ruling.dispute_id),
            "hand": now.data,
            "effects": ruled.effects,
            "notes": ruled.notes,
        }

    def _in_full(self, pk: UUID) -> Any:
        (weighed,) = dispute_queue.gravest_first([self.get_queryset().get(pk=pk)])
        return self.get_serializer(weighed).data
