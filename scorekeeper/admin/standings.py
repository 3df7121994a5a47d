"""Scoring plans, standings and tallies, read-only."""

from datetime import date

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from scorekeeper.admin.bounded_lists import MOST_LISTED, ClubOfSessionFilter
from scorekeeper.admin.read_only import ReadOnly, pretty
from scorekeeper.models import Club, CountedScope, Player, ScoringPlan, Standing, Tally, days
from scorekeeper.standings import day_lines
from scorekeeper.standings.plans import plan_sentences
from scorekeeper.standings.plans.plan_input import UnreadablePlanError, parse_stored


@admin.register(ScoringPlan)
class ScoringPlanAdmin(ReadOnly):
    list_display = ["season", "number", "sentences", "by", "at"]
    list_filter = ["club"]
    list_select_related = ["season", "by"]
    search_fields = ["season__name", "club__name", "by__username", "reason"]
    date_hierarchy = "at"

    @admin.display(description="plan")
    def sentences(self, plan: ScoringPlan) -> str:
        try:
            return " ".join(plan_sentences.sentences(parse_stored(plan.plan)))
        except UnreadablePlanError:
            return "damaged"


class ClubOfScopeFilter(ClubOfSessionFilter):
    """Offers the clubs; rows of a club are looked up by its scopes, which an index has in the order of the list."""

    path = "scope__club"


@admin.register(Standing)
class StandingAdmin(ReadOnly):
    list_display = ["player", "scope", "told_day", "total", "club"]
    list_filter = [ClubOfScopeFilter]
    ordering = ["scope_id", "player_id", "day"]
    list_select_related = ["player", "scope__count__season", "scope__public_count__season", "club"]
    search_fields = ("player",)  # shows the field
    search_help_text = "Words of the name of the player, season or club"
    fields = ["scope", "player", "told_day", "made_of", "input_digest"]
    readonly_fields = ["told_day", "made_of"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Standing], search_term: str
    ) -> tuple[QuerySet[Standing], bool]:
        """Look for the words among players, seasons and clubs, of which there are few."""
        for word in search_term.split():
            players = Player.objects.filter(name__icontains=word).values_list("pk", flat=True)
            season = Q(count__season__name__icontains=word)
            season |= Q(public_count__season__name__icontains=word)
            scopes = CountedScope.objects.filter(season | Q(club__name__icontains=word))
            queryset = queryset.filter(
                Q(player__in=list(players[:MOST_LISTED]))
                | Q(scope__in=list(scopes.values_list("pk", flat=True)[:MOST_LISTED]))
            )
        return queryset, False

    @admin.display(description="day", ordering="day")
    def told_day(self, standing: Standing) -> date | None:
        return days.told(standing.day)

    def total(self, standing: Standing) -> float | None:
        return day_lines.stored_line(standing).line.total

    def made_of(self, standing: Standing) -> SafeString:
        return pretty(day_lines.stored_line(standing).line._asdict())


@admin.register(Tally)
class TallyAdmin(ReadOnly):
    list_display = ["session", "seat", "player", "hands", "points", "adjustments", "place"]
    list_filter = [ClubOfSessionFilter]
    list_select_related = ["session", "player"]
    search_fields = ("player",)  # shows the field
    search_help_text = "Words of the name of the player or club"
    ordering = ["-session__created_at", "session_id", "seat"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Tally], search_term: str
    ) -> tuple[QuerySet[Tally], bool]:
        """Look for the words among players and clubs, of which there are few."""
        for word in search_term.split():
            players = set(
                Player.objects.filter(name__icontains=word).values_list("pk", flat=True)[
                    :MOST_LISTED
                ]
            )
            clubs = set(Club.objects.filter(name__icontains=word).values_list("pk", flat=True))
            queryset = queryset.filter(Q(player__in=players) | Q(session__club__in=clubs))
        return queryset, False
