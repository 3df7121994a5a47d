"""The page of a season with its standings, and the page of one player's standing."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.clubs import roster
from scorekeeper.exports.file_names import file_name
from scorekeeper.models import Hand, Season, Session
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.permissions import visible_players
from scorekeeper.pages.standings import (
    form_marks,
    movement,
    plan_text,
    player_course,
    total_terms,
)
from scorekeeper.pages.standings.podium import first_places, podium
from scorekeeper.pages.standings.scope_form import ScopeForm
from scorekeeper.pages.standings.table import display_rows, display_ties
from scorekeeper.sessions import filing
from scorekeeper.standings import scope_lines, season_count
from scorekeeper.standings.breakdown import (
    SessionBreakdown,
    player_breakdown,
    session_breakdowns,
    visible_sessions,
)
from scorekeeper.standings.progress import DayStandings, daily_standings
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.table import StandingsTable, table_of
from scorekeeper.standings.tallies import HandScore

PAGE = 20  # sessions per page, each with all its hands


def get_season(request: HttpRequest, pk: UUID) -> Season:
    """Return the season.  Raises Http404 if the viewer may not see it."""
    return get_object_or_404(access.seasons_seen_by(request.user).select_related("club"), pk=pk)


def _file_names(season: Season, scope: Scope) -> dict[str, str]:
    """Return the names of the files that the page of a season offers."""
    parts = season.club.name, season.name
    shown = scope.as_of or "", dict(variant_choices()).get(scope.variant or "", "")
    return {
        "table_name": file_name(*parts, *shown, "standings", ending="csv"),
        "scores_name": file_name(*parts, "scores", ending="csv"),
        "records_name": file_name(*parts, "records", ending="ndjson"),
    }


def season_context(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return the context that every page of a season needs."""
    return {
        "season": season,
        "club": season.club,
        "may_plan": access.may(request.user, Action.KEEP_SEASONS, season.club),
        "may_publish": access.may(request.user, Action.PUBLISH, season.club),
        "is_over": season.ends_on is not None and season.ends_on < season.club.today,
    }


@require_safe
def season(request: HttpRequest, season: UUID) -> HttpResponse:
    """Show the standings, the movement since an earlier day, tie-breaks and the plan."""
    row = get_season(request, season)
    form = ScopeForm(row, request.user, request.GET)
    scope = form.scope()
    count = season_count.read(row)
    shown = movement.read(request, count, scope, since=form.since_day)
    table, part = shown.table, shown.part
    names = roster.player_names(row.player for row in table.rows)
    summaries = scope_lines.session_summaries(count, part)
    season_form = form_marks.season_form(table.plan.plan, summaries)
    rows = display_rows(table, names, shown.before, season_form)
    first = first_places(rows)
    draws_lines = bool(first) and scope.is_whole and not shown.leaves_out_private
    context = {
        **season_context(request, row),
        "counted": table,
        "form": form,
        "rows": rows,
        "podium": podium(first, _days(request, count) if draws_lines else ()),
        "form_key": season_form.key,
        "has_more_sessions": any(summary.without_hands for summary in summaries.values()),
        "private_counted": shown.leaves_out_private and scope.is_whole,
        "ties": display_ties(table, names),
        "plan": table.plan,
        "sentences": plan_text.sentences(table.plan.plan),
        "last": shown.last,
        "since": shown.since,
        "chosen_since": form.since_day,
        "public_only": shown.leaves_out_private and not scope.is_whole,
        **_sessions_to_add(request, row),
        "games_to_try": _games_to_try(request, row, form.games),
        **_file_names(row, scope),
    }
    return render(request, "seasons/season.html", context)


def _days(request: HttpRequest, count: CountedSeason) -> Sequence[DayStandings]:
    """Return the standings day by day as far as they were counted."""
    course = daily_standings(count, Scope())
    workers.wake_up_for_report(course, request)
    return course.content or ()


def _sessions_to_add(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return for scorers how many sessions fall into the season without belonging to one."""
    may_add = access.may(request.user, Action.OPEN, season.club)
    return {"may_add": may_add, "unfiled": filing.find_unfiled(season).count() if may_add else 0}


def _games_to_try(
    request: HttpRequest, season: Season, played: Collection[str]
) -> list[tuple[str, str]]:
    """Return key and name of the games that were played in the season, for those who may try other rules."""
    if not access.may(request.user, Action.TRY_RULES, season.club):
        return []
    return [(key, str(name)) for key, name in variant_choices() if key in played]


@require_safe
def standing(request: HttpRequest, season: UUID, player: UUID) -> HttpResponse:
    """Show one player's row with the sessions behind it and their hands."""
    row = get_season(request, season)
    form = ScopeForm(row, request.user, request.GET)
    scope = form.scope()
    count = season_count.read(row)
    everybody = table_of(count, scope)
    workers.wake_up_for_report(everybody.report, request)
    breakdown = player_breakdown(count, everybody, scope, player)
    if breakdown is None:
        return _waiting_standing(request, row, form, player, everybody)
    part = scope.for_reader(row, request.user)
    leaves_out_private = part.leaves_out_private(row)
    visible = visible_sessions(breakdown, part)
    page = Paginator(visible, PAGE).get_page(request.GET.get("page"))
    listed = list(page)
    sessions = Session.objects.select_related("head").in_bulk(listed)
    parts = session_breakdowns(row, scope, breakdown, listed)
    hands = Hand.objects.filter(session__in=sessions).order_by()
    numbers = dict(hands.values_list("pk", "position"))
    tied = (UUID(pk) for working in breakdown.row.workings for pk in working.compared)
    names = roster.player_names({player, *tied})
    table = breakdown.table
    context = {
        **season_context(request, row),
        "counted": table,
        "form": form,
        "player": player,
        "name": names[player],
        "has_page": player in visible_players(request.user, [player]),
        "row": display_rows(table, names, None)[0],
        "ties": display_ties(table, names),
        "plan": table.plan,
        "page": page,
        **player_course.context_of(request, count, part, player),
        "sessions": [
            _session_context(part, sessions[part.score.session], numbers) for part in parts
        ],
        "without_hands": sum(not breakdown.scores[pk].attended for pk in visible),
        "public_only": leaves_out_private,
        "private_counted": leaves_out_private and scope.is_whole,
        "lowest": any(score.lowest_wins for score in breakdown.scores.values()),
    }
    return render(request, "seasons/standing.html", context)


def _waiting_standing(
    request: HttpRequest, season: Season, form: ScopeForm, player: UUID, table: StandingsTable
) -> HttpResponse:
    """Show that the season is being counted to whoever asks for a player whom its last table does not have.

    Raises Http404 if the table is current, or if the viewer sees no session of the player in the season.
    """
    sessions = form.scope().for_reader(season, request.user).sessions(season)
    if table.is_current or not sessions.filter(seats__player=player).exists():
        raise Http404
    context = {
        **season_context(request, season),
        "counted": table,
        "form": form,
        "name": roster.player_names([player])[player],
    }
    return render(request, "seasons/standing_waiting.html", context)


def _session_context(
    part: SessionBreakdown,
    session: Session,
    numbers: Mapping[UUID, int],
) -> dict[str, Any]:
    hands = sorted(part.hands, key=lambda hand: numbers[hand.hand])
    return {
        "session": session,
        "place": part.score.place,
        "points": total_terms.points_parts(part.score.points, part.score.adjustments),
        "lowest": part.score.lowest_wins,
        "has_given": any(hand.adjustments for hand in hands),
        "value": plain(part.value),
        "counts": part.counts,
        "attended": part.score.attended,
        "hands": [_hand(hand, numbers[hand.hand]) for hand in hands],
    }


def _hand(hand: HandScore, number: int) -> dict[str, Any]:
    points = "?" if hand.points is None else signed(hand.points)
    return {
        "pk": hand.hand,
        "number": number,
        "points": points if hand.counts else _("does not count"),
        "place": hand.place if hand.counts else None,
        "adjustments": signed(hand.adjustments) if hand.adjustments else "",
        "illegal": hand.illegal,
    }
