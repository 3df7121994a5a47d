"""A season: its table, and how each figure of it came about."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.models import Hand, Season, Session
from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.permissions import visible_players, visible_sessions
from scorekeeper.pages.standings import plan_text
from scorekeeper.pages.standings import table as standing_rows
from scorekeeper.pages.standings.scope_form import ScopeForm
from scorekeeper.standings import breakdown as standings_breakdown
from scorekeeper.standings import plan_versions
from scorekeeper.standings import scope as standings_scope
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tallies import HandScore

PAGE = 20  # sessions, each with all its hands
DAY = timedelta(days=1)


def season_seen(request: HttpRequest, pk: UUID) -> Season:
    """The season, if it exists for whoever asks."""
    return get_object_or_404(access.seasons_seen_by(request.user).select_related("club"), pk=pk)


def season_context(request: HttpRequest, season: Season) -> dict[str, Any]:
    """What every page of a season shows."""
    return {
        "season": season,
        "club": season.club,
        "may_plan": access.may(request.user, Action.KEEP_SEASONS, season.club),
        "may_publish": access.may(request.user, Action.PUBLISH, season.club),
    }


@require_safe
def season(request: HttpRequest, season: UUID) -> HttpResponse:
    """Who is before whom, since when, and by what."""
    where = season_seen(request, season)
    form = ScopeForm(where, request.GET)
    scope = form.scope()
    table = standings_table.table(where, scope)
    last = last_day(where, scope)
    since = form.since_day or (last - DAY if last else None)
    before = standings_table.table(where, replace(scope, as_of=since)) if since else None
    names = standing_rows.names_of(row.player for row in table.rows)
    context = {
        **season_context(request, where),
        "form": form,
        "rows": standing_rows.display_rows(
            table, names, before if before and before.rows else None
        ),
        "ties": standing_rows.ties(table, names),
        "plan": table.plan,
        "sentences": plan_text.sentences(table.plan.plan),
        "last": last,
        "since": since if before and before.rows else None,
        "since_asked": form.since_day,
    }
    return render(request, "seasons/season.html", context)


@require_safe
def standing(request: HttpRequest, season: UUID, player: UUID) -> HttpResponse:
    """How one player's figure came about: sessions, and the hands behind them."""
    where = season_seen(request, season)
    form = ScopeForm(where, request.GET)
    scope = form.scope()
    told = standings_breakdown.breakdown(where, scope, player)
    if told is None:
        raise Http404
    behind = Session.objects.filter(pk__in=told.scores).annotate(day=standings_scope.day_of(""))
    pages = Paginator(behind.order_by("-day", "-created_at", "pk").select_related("head"), PAGE)
    page = pages.get_page(request.GET.get("page"))
    sessions = {session.pk: session for session in page}
    sittings = standings_breakdown.session_breakdowns(where, scope, told, list(sessions))
    seen = set(visible_sessions(request.user).filter(pk__in=sessions).values_list("pk", flat=True))
    hands = Hand.objects.filter(session__in=sessions).order_by()
    numbers = dict(hands.values_list("pk", "position"))
    tied = (UUID(one) for working in told.row.workings for one in working.compared)
    names = standing_rows.names_of({player, *tied})
    table = standings_table.StandingsTable(plan_versions.in_force(where), (told.row,))
    context = {
        **season_context(request, where),
        "form": form,
        "player": player,
        "name": names[player],
        "has_page": player in visible_players(request.user, [player]),
        "row": standing_rows.display_rows(table, names, None)[0],
        "ties": standing_rows.ties(table, names),
        "plan": table.plan,
        "page": page,
        "sittings": [_sitting(row, sessions[row.score.session], seen, numbers) for row in sittings],
        "lowest": any(share.lowest_wins for share in told.scores.values()),
    }
    return render(request, "seasons/standing.html", context)


def last_day(season: Season, scope: Scope) -> date | None:
    """The last day on which anything of a scope was played."""
    sessions = scope.sessions(season).annotate(day=standings_scope.day_of(""))
    last: date | None = sessions.aggregate(last=Max("day"))["last"]
    return last


def _sitting(
    row: standings_breakdown.SessionBreakdown,
    session: Session,
    seen: set[UUID],
    numbers: Mapping[UUID, int],
) -> dict[str, Any]:
    is_seen = session.pk in seen
    hands = sorted(row.hands, key=lambda hand: numbers[hand.hand])
    return {
        "session": session if is_seen else None,
        "place": row.score.place,
        "points": signed(row.score.points),
        "adjustments": signed(row.score.adjustments) if row.score.adjustments else "",
        "value": plain(row.value),
        "counts": row.counts,
        "hands": [_hand(hand, numbers[hand.hand]) for hand in hands if is_seen],
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
