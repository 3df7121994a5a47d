"""Disputes and rulings: the claim, the referee's verdict, the decision."""

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper.adjudication import hidden_cards
from scorekeeper.admin.action_links import ActionPage, LinksToActions
from scorekeeper.admin.read_only import ReadOnly, ReadOnlyRows, in_words
from scorekeeper.disputes import queue
from scorekeeper.disputes.actions import RuleOnDispute, WithdrawDispute
from scorekeeper.disputes.queue import DisputeState
from scorekeeper.models import Dispute, DisputeStatement, Ruling


class StateFilter(admin.SimpleListFilter):
    """Filter of disputes by status."""

    title = "status"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(str(state), str(state)) for state in DisputeState]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> QuerySet[Dispute]:
        states = {str(state): condition for state, condition in queue.IN_STATE.items()}
        chosen = states.get(self.value() or "")
        return queryset if chosen is None else queryset.filter(chosen)


class RulingRows(ReadOnlyRows):
    """The ruling on a dispute, if there is one."""

    model = Ruling
    fields = ["decision", "seat", "points", "reason", "by", "at", "own_hand"]


class StatementRows(ReadOnlyRows):
    """The statements in a dispute."""

    model = DisputeStatement
    fields = ["text", "by", "at"]


@admin.register(Dispute)
class DisputeAdmin(LinksToActions, ReadOnly):
    list_display = [
        "claim",
        "status",
        "hand",
        "event",
        "club",
        "fault",
        "rule",
        "raised_by",
        "raised_at",
    ]
    list_filter = [StateFilter, "fault", "rule", "club"]
    list_select_related = ["hand", "club", "raised_by", "ruling", "withdrawal"]
    search_fields = [
        "claim",
        "grounds",
        "evidence",
        "fault",
        "rule",
        "hand__session__event",
        "hand__session__seats__player__name",
        "club__name",
    ]
    date_hierarchy = "raised_at"
    fields = [
        "hand",
        "club",
        "status",
        "revision",
        "event",
        "claim",
        "grounds",
        "evidence",
        "first_verdict",
        "fault",
        "rule",
        "raised_by",
        "raised_at",
    ]
    inlines = [StatementRows, RulingRows]
    action_pages = (
        ActionPage("rule", RuleOnDispute, "dispute"),
        ActionPage("withdraw", WithdrawDispute, "withdraw-dispute"),
    )

    @admin.display
    def status(self, dispute: Dispute) -> str:
        return str(queue.state_of(dispute))

    @admin.display(description="the referee's verdict, as it stood")
    def first_verdict(self, dispute: Dispute) -> str:
        verdict = hidden_cards.verdict_for(dispute, AnonymousUser())
        return "–" if verdict is None else in_words(verdict)


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    list_display = [
        "decision",
        "reason",
        "dispute",
        "club",
        "fault",
        "rule",
        "by",
        "at",
        "own_hand",
    ]
    list_filter = [
        "decision",
        "fault",
        "rule",
        "own_hand",
        "club",
    ]
    list_select_related = ["dispute__hand", "club", "by"]
    search_fields = ["reason", "dispute__claim", "dispute__grounds", "fault", "rule", "club__name"]
    date_hierarchy = "at"
