"""Scoring plans, standings and tallies, read-only."""

from django.contrib import admin
from django.utils.safestring import SafeString

from scorekeeper.admin.bounded_lists import ClubOfSessionFilter
from scorekeeper.admin.read_only import ReadOnly, pretty
from scorekeeper.models import ScoringPlan, Standing, Tally
from scorekeeper.standings.plans import plan_sentences
from scorekeeper.standings.plans.plan_input import parse_plan


@admin.register(ScoringPlan)
class ScoringPlanAdmin(ReadOnly):
    list_display = ["season", "number", "sentences", "by", "at"]
    list_filter = ["club"]
    list_select_related = ["season", "by"]
    search_fields = ["season__name", "club__name", "by__username", "reason"]
    date_hierarchy = "at"

    @admin.display(description="plan")
    def sentences(self, plan: ScoringPlan) -> str:
        return " ".join(plan_sentences.sentences(parse_plan(plan.plan)))


@admin.register(Standing)
class StandingAdmin(ReadOnly):
    list_display = ["player", "season", "total", "club"]
    list_filter = ["club"]
    list_select_related = ["player", "season", "club"]
    search_fields = ["player__name", "season__name", "club__name"]
    fields = ["season", "player", "made_of", "input_digest"]
    readonly_fields = ["made_of"]

    def total(self, standing: Standing) -> float | None:
        total: float | None = standing.line["total"]
        return total

    def made_of(self, standing: Standing) -> SafeString:
        return pretty(standing.line)


@admin.register(Tally)
class TallyAdmin(ReadOnly):
    list_display = ["session", "seat", "player", "hands", "points", "adjustments", "place"]
    list_filter = [ClubOfSessionFilter]
    list_select_related = ["session", "player"]
    search_fields = ["player__name", "club__name"]
    ordering = ["-session__created_at", "session_id", "seat"]
