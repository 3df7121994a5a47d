"""Disputes: raised and withdrawn by members, sorted by what is at stake, ruled on by referees."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

import django_filters
from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, audit, workers
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.api.disputes.serializers import (
    DisputeInFullSerializer,
    DisputeSerializer,
    NewDisputeShape,
    NewRulingShape,
    RuledShape,
    WeighedSerializer,
)
from scorekeeper.api.etags import check_audit_version, hand_etag, require_match
from scorekeeper.api.hands.views import HandSerializer, stored_hand
from scorekeeper.api.idempotency import created
from scorekeeper.api.pagination import CursorPages
from scorekeeper.api.parsers import parse_body, without_id
from scorekeeper.api.permissions import members_club, members_hand, require, signed_in
from scorekeeper.disputes import filing, queue
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.disputes.queue import DisputeState
from scorekeeper.disputes.ruling import RulingPreview, RulingResult, preview_ruling, rule_on
from scorekeeper.models import Dispute


class QueueFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Filter disputes by status, by fault and rule of the attached verdict, and by words."""

    status = django_filters.ChoiceFilter(
        choices=[(str(state), str(state)) for state in DisputeState],
        method="in_state",
    )
    fault = django_filters.CharFilter()
    rule = django_filters.CharFilter()
    q = django_filters.CharFilter(
        method="with_words",
        label="Words; each must occur in the claim, grounds, evidence, statements or the ruling's reason.",
    )

    class Meta:
        model = Dispute
        fields = ["fault", "rule"]

    def in_state(self, disputes: QuerySet[Dispute], _: str, state: str) -> QuerySet[Dispute]:
        """Return the disputes that are open, ruled on or withdrawn."""
        return disputes.filter(queue.IN_STATE[DisputeState(state)])

    def with_words(self, disputes: QuerySet[Dispute], _: str, words: str) -> QuerySet[Dispute]:
        """Return the disputes that contain each of the words."""
        return queue.with_words(disputes, words)


class QueuePages(CursorPages):
    """Short pages, since the stakes of each open dispute are computed."""

    page_size = 20
    max_page_size = 50


class QueueViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Dispute]):
    """A club's disputes, open ones first, on each page those with the most at stake first.  For members.

    The order by stakes: a ruling could change the session's winner or leader; a place in the season; the session's totals;
    only the hand's points; nothing.  Among equals the largest swing in points comes first, then the oldest dispute.
    """

    queryset = Dispute.objects.none()
    serializer_class = WeighedSerializer
    filterset_class = QueueFilter
    pagination_class = QueuePages
    ordering = ("queued", "pk")

    def get_queryset(self) -> QuerySet[Dispute]:
        """Return the disputes of one club.  Raises Http404 unless the request's user is a member."""
        club = members_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        disputes = access.disputes_seen_by(self.request.user).filter(club=club)
        return queue.in_queue_order(queue.with_details(disputes))

    def paginate_queryset(self, queryset: Any) -> Any:
        """Return a page, those with the most at stake first."""
        page = super().paginate_queryset(queryset)
        return queue.gravest_first(page or [])


class HandDisputeViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Dispute]):
    """The disputes about one hand, oldest first.  For members."""

    queryset = Dispute.objects.none()
    serializer_class = DisputeSerializer
    needs = {"create": Action.DISPUTE}
    ordering = ("raised_at", "pk")

    def get_queryset(self) -> QuerySet[Dispute]:
        """Return the disputes about one hand.  Raises Http404 unless the request's user is a member of its club."""
        hand = members_hand(self.request, self.kwargs["hand"])
        check_audit_version(self, hand)
        disputes = access.disputes_seen_by(self.request.user).filter(hand=hand)
        return queue.with_details(disputes)

    @extend_schema(
        request=NewDisputeShape, responses={201: DisputeSerializer, 200: DisputeSerializer}
    )
    def create(self, request: Request, hand: UUID) -> Response:
        """Raise a dispute about an event or, without one, about the hand or something missing.

        The referee's current verdict on the event is attached.
        """
        row = members_hand(request, hand)
        require(request, Action.DISPUTE, row.club)
        data = parse_body(request, NewDisputeShape)
        dispute, is_new = filing.raise_dispute(
            row, NewDispute(**without_id(data)), by=signed_in(request), id=data.get("id")
        )
        workers.wake_up()
        dispute = queue.with_details(Dispute.objects.filter(pk=dispute.pk)).get()
        return created(self.get_serializer(dispute).data, is_new=is_new)


class DisputeViewSet(viewsets.GenericViewSet[Dispute]):
    """One dispute."""

    queryset = Dispute.objects.none()
    serializer_class = DisputeInFullSerializer
    needs = {"withdraw": Action.DISPUTE, "rule": Action.RULE}

    def get_queryset(self) -> QuerySet[Dispute]:
        """Return the disputes that the request's user may see, with their details."""
        return queue.with_details(access.disputes_seen_by(self.request.user))

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return one dispute: the attached verdict, what each decision would change, the closest earlier rulings."""
        visible = audit.versioned(access.disputes_seen_by(request.user))
        check_audit_version(self, get_object_or_404(visible, pk=pk))
        return Response(self._full_json(pk))

    @extend_schema(request=None, responses=DisputeInFullSerializer)
    def withdraw(self, request: Request, pk: UUID) -> Response:
        """Withdraw a dispute that you raised."""
        dispute = self.get_object()
        require(request, Action.DISPUTE, dispute.club)
        filing.withdraw(dispute, by=signed_in(request))
        return Response(self._full_json(pk))

    @extend_schema(request=NewRulingShape, responses={201: RuledShape, 200: RuledShape})
    def rule(self, request: Request, pk: UUID) -> Response:
        """Decide a dispute, or with ``dry_run`` return what a decision would change (200).

        The ruling is the hand's next revision, so send the hand's ETag (``hand_etag`` of the dispute) as ``If-Match``.
        """
        dispute = self.get_object()
        require(request, Action.RULE, dispute.club)
        data, by = parse_body(request, NewRulingShape), signed_in(request)
        is_dry_run = data.pop("dry_run")
        ruling = NewRuling(**data)
        with transaction.atomic():
            locked = filing.lock(dispute)
            filing.require_open(locked)
            hides = hidden_cards.hides_cards(locked.hand, request.user)
            require_match(request, hand_etag(locked.hand, hides=hides))
            if is_dry_run:
                preview = preview_ruling(locked, ruling, by=by)
                return self._ruled_answer(dispute, preview, status=HTTPStatus.OK)
            result = rule_on(locked, ruling, by=by)
        workers.wake_up()
        return self._ruled_answer(dispute, result, status=HTTPStatus.CREATED)

    def _ruled_answer(
        self, dispute: Dispute, result: RulingResult | RulingPreview, *, status: int
    ) -> Response:
        """Return a response with the current dispute and hand, and what the ruling changed or would change."""
        hand = HandSerializer(stored_hand(dispute.hand_id), context=self.get_serializer_context())
        body = {
            "dispute": self._full_json(dispute.pk),
            "hand": hand.data,
            "effects": result.effects,
            "notes": result.notes,
        }
        return Response(body, status=status, headers={"ETag": body["dispute"]["hand_etag"]})

    def _full_json(self, pk: UUID) -> Any:
        """Return the current dispute with stakes and precedents as JSON."""
        (row,) = queue.gravest_first([self.get_queryset().get(pk=pk)])
        return self.get_serializer(row).data
