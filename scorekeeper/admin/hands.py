"""Hands, with their verdicts in words."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import URLPattern, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.admin.action_links import ActionPage, LinksToActions
from scorekeeper.admin.bounded_lists import (
    RECENT,
    ClubOfSessionFilter,
    FoundBySession,
    RecentValuesFilter,
)
from scorekeeper.admin.read_only import ReadOnly, ReadOnlyRows, in_words, pretty
from scorekeeper.disputes.actions import RaiseDispute
from scorekeeper.disputes.queue import state_of
from scorekeeper.hands.actions import AmendHand, ConfirmHand, RevertHand
from scorekeeper.models import Confirmation, Dispute, Hand, HandRevision, Verdict


class VerdictRows(ReadOnlyRows):
    """The plays that were not legal."""

    model = Verdict
    fields = ["event", "seat", "verdict", "fault", "rule", "reason"]
    show_change_link = False


class DisputeRows(ReadOnlyRows):
    """The disputes about a hand."""

    model = Dispute
    fields = ["claim", "event", "status", "raised_by", "raised_at"]
    readonly_fields = ["status"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        disputes: QuerySet[Dispute] = super().get_queryset(request)
        return disputes.select_related("ruling", "withdrawal")

    @admin.display
    def status(self, dispute: Dispute) -> str:
        return str(state_of(dispute))


class ConfirmationRows(ReadOnlyRows):
    """Who confirmed a hand, and at which revision."""

    model = Confirmation
    fields = ["revision", "seat", "by", "at"]
    show_change_link = False


class HandRevisionRows(ReadOnlyRows):
    """The revisions of a hand, with links to go back to earlier ones."""

    model = HandRevision
    fk_name = "hand"
    fields = ["number", "kind", "cause", "reason", "by", "at", "digest", "go_back"]
    readonly_fields = ["go_back"]

    def get_fields(self, request: HttpRequest, obj: Hand | None = None) -> Any:
        """Leave the link out for people who may not amend the hand."""
        may_amend = obj is not None and access.may(request.user, Action.AMEND, obj.club)
        return self.fields if may_amend else self.fields[:-1]

    @admin.display(description="")
    def go_back(self, revision: HandRevision) -> str:
        if revision.pk == revision.hand.head_id:
            return "This is the current revision."
        url = reverse("undo-hand", args=[revision.hand_id, revision.number])
        return format_html('<a href="{}">Go back to this revision</a>', url)


class VerdictFilter(admin.SimpleListFilter):
    """Offers the verdicts of recent events; a hand with several that match is listed once, without DISTINCT over all hands."""

    title = column = "verdict"
    parameter_name = "verdicts__verdict"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """Return the values of the newest verdicts."""
        recent = Verdict.objects.order_by("-pk").values_list(self.column, flat=True)[:RECENT]
        return [(value, value) for value in sorted(set(recent) - {""})]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Hand]) -> QuerySet[Hand]:
        """Return the hands that have a verdict with the chosen value."""
        if not self.value():
            return queryset
        verdicts = Verdict.objects.filter((self.column, self.value()), hand=OuterRef("pk"))
        return queryset.filter(Exists(verdicts))


class FaultFilter(VerdictFilter):
    title = column = "fault"
    parameter_name = "verdicts__fault"


class RuleFilter(VerdictFilter):
    title = column = "rule"
    parameter_name = "verdicts__rule"


@admin.register(Hand)
class HandAdmin(LinksToActions, FoundBySession, ReadOnly):
    list_display = ["session", "position", "club", "status", "points", "illegal", "recorded_by"]
    list_filter = [
        ("adjudication__status", RecentValuesFilter),
        "session__variant",
        VerdictFilter,
        FaultFilter,
        RuleFilter,
        ClubOfSessionFilter,
    ]
    list_select_related = ["session", "club", "adjudication", "recorded_by"]
    ordering = ["-session__created_at", "session_id", "position"]
    fields = [
        "session",
        "position",
        "club",
        "status",
        "points",
        "plays",
        "score",
        "record",
        "recorded_by",
    ]
    inlines = [VerdictRows, DisputeRows, ConfirmationRows, HandRevisionRows]
    action_pages = (
        ActionPage("amend", AmendHand, "amend-hand"),
        ActionPage("confirm", ConfirmHand, "confirm-hand"),
        ActionPage("dispute", RaiseDispute, "raise-dispute"),
    )

    def get_urls(self) -> list[URLPattern]:
        """Add the redirect of going back to a revision, which has no link of its own."""
        page = ActionPage("undo", RevertHand, "undo-hand")
        return [self.redirect_url(page, "<uuid:pk>/undo/<int:number>/"), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        """Count the illegal plays of each hand that is shown, without joining the verdicts of all."""
        illegal = Verdict.objects.filter(hand=OuterRef("pk"), verdict="illegal").order_by()
        number = illegal.values("hand").annotate(number=Count("pk")).values("number")
        hands: QuerySet[Hand] = super().get_queryset(request)
        return hands.annotate(illegal_plays=Coalesce(Subquery(number), 0))

    @admin.display(ordering="adjudication__status")
    def status(self, hand: Hand) -> str:
        return hand.adjudication.status

    @admin.display(description="points, by seat")
    def points(self, hand: Hand) -> str:
        points = hand.adjudication.answer["points"]
        return "–" if points is None else ", ".join(map(str, points))

    @admin.display(description="illegal plays")
    def illegal(self, hand: Any) -> int:
        return int(hand.illegal_plays)

    @admin.display(description="verdicts")
    def plays(self, hand: Hand) -> SafeString:
        events: Any = hidden_cards.visible_hand(hand, AnonymousUser()).answer["events"]
        return format_html_join("", "<div>{}</div>", ((in_words(event),) for event in events))

    @admin.display(description="how the points came about")
    def score(self, hand: Hand) -> SafeString:
        lines: Any = hand.adjudication.answer["lines"]
        return format_html_join(
            "",
            "<div>Seat {}: {} ({}, {})</div>",
            ((line["seat"], line["points"], line["reason"], line["rule"]) for line in lines),
        )

    @admin.display(description="as written down")
    def record(self, hand: Hand) -> SafeString:
        return pretty(hidden_cards.record_for(hand, AnonymousUser()))


@admin.register(HandRevision)
class HandRevisionAdmin(FoundBySession, ReadOnly):
    list_display = ["of_hand", "number", "kind", "by", "at", "digest"]
    list_filter = ["kind", ClubOfSessionFilter]
    list_select_related = ["by"]
    ordering = ["-session__created_at", "session_id", "position", "number"]
    exclude = ["content", "text", "text_salt"]

    @admin.display(description="hand")
    def of_hand(self, revision: HandRevision) -> str:
        return f"hand {revision.position}"
