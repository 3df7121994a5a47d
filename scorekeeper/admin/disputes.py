"""Disputes and rulings: what was claimed, what the referee said, what was decided."""

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper.adjudication import hidden_cards
from scorekeeper.admin.action_links import Acting
from scorekeeper.admin.dispute_actions import WithdrawPage
from scorekeeper.admin.read_only import ReadOnly, ReadOnlyRows, in_words
from scorekeeper.admin.ruling_action import RulePage
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.models import Dispute, DisputeStatement, Ruling


class StateFilter(admin.SimpleListFilter):
    """What became of a dispute."""

    title = "status"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(str(state), str(state)) for state in dispute_queue.State]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> QuerySet[Dispute]:
        states = {str(state): found for state, found in dispute_queue.IN_STATE.items()}
        chosen = states.get(self.value() or "")
        return queryset if chosen is None else queryset.filter(chosen)


class RulingRows(ReadOnlyRows):
    """The decision, if there is one."""

    model = Ruling
    fields = ["decision", "seat", "points", "reason", "by", "at", "own_hand"]


class StatementRows(ReadOnlyRows):
    """What everybody had to say."""

    model = DisputeStatement
    fields = ["text", "by", "at"]


@admin.register(Dispute)
class DisputeAdmin(Acting, ReadOnly):
    list_display = ["claim", "status", "hand", "event", "club", "fault", "rule", "raised_by", "raised_at"]  # fmt: skip
    list_filter = [StateFilter, "fault", "rule", ("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["hand", "club", "raised_by", "ruling", "withdrawal"]
    search_fields = [
        "claim", "grounds", "evidence", "fault", "rule", "hand__session__event",
        "hand__session__seats__player__name", "club__name",
    ]  # fmt: skip
    date_hierarchy = "raised_at"
    fields = [
        "hand", "club", "status", "revision", "event", "claim", "grounds", "evidence",
        "said", "fault", "rule", "raised_by", "raised_at",
    ]  # fmt: skip
    inlines = [StatementRows, RulingRows]
    acts = (RulePage, WithdrawPage)

    @admin.display
    def status(self, dispute: Dispute) -> str:
        return str(dispute_queue.state_of(dispute))

    @admin.display(description="the referee's verdict, as it stood")
    def said(self, dispute: Dispute) -> str:
        verdict = hidden_cards.verdict_for(dispute, AnonymousUser())
        return "–" if verdict is None else in_words(verdict)


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    list_display = ["decision", "reason", "dispute", "club", "fault", "rule", "by", "at", "own_hand"]  # fmt: skip
    list_filter = [
        "decision", "fault", "rule", "own_hand", ("club", admin.RelatedOnlyFieldListFilter),
    ]  # fmt: skip
    list_select_related = ["dispute__hand", "club", "by"]
    search_fields = ["reason", "dispute__claim", "dispute__grounds", "fault", "rule", "club__name"]
    date_hierarchy = "at"
