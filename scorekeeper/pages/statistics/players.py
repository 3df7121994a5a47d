"""The page of a player: figures, seats, opponents, points and rating over time, and sessions."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate
from typing import Any
from uuid import UUID

from django.core.paginator import Page
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.clubs import player_merges, roster
from scorekeeper.exports.file_names import file_name
from scorekeeper.models import Club, Player, Season, Seat, Session
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display import plots
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.long_lists import LongListPaginator
from scorekeeper.pages.display.numbers import percent, plain, signed
from scorekeeper.pages.display.plots import Plot, PlotRow, Point
from scorekeeper.pages.permissions import get_player
from scorekeeper.pages.ratings.views import (
    get_rating_table,
    hides_rated_sessions,
    plot_title,
    visible_steps,
)
from scorekeeper.pages.standings import form_marks, player_course
from scorekeeper.pages.standings.total_terms import points_parts
from scorekeeper.ratings.table import PROVISIONAL, all_time_key, days_of, find_rating
from scorekeeper.sessions import hand_counts, played_days
from scorekeeper.standings import season_count
from scorekeeper.standings.progress import evenly_spaced
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.totals import exact_sum
from scorekeeper.statistics import latest_figures, reports
from scorekeeper.statistics.player_figures import PlayerFigures
from scorekeeper.statistics.reports import PlayerReport

PAGE = 10  # sessions per page
NO_SEASON = gettext_lazy("not in any season")


@require_safe
def player(request: HttpRequest, player: UUID) -> HttpResponse:
    """Show all about a player, from the hands that the viewer may see."""
    row = get_player(request, player)
    survivors = player_merges.surviving_players(row.club_id)
    if row.pk in survivors:
        return redirect("player", player=survivors[row.pk])
    form = GameForm(request.GET)
    selection = latest_figures.selection_for(request.user, row.club, variant=form.chosen or None)
    report = reports.of_player(row, selection, survivors=survivors)
    aliases = {row.pk, *(other for other, survivor in survivors.items() if survivor == row.pk)}
    played = _sessions_of(request, row.club, aliases)
    seasons = list(access.seasons_seen_by(request.user).filter(club=row.club_id))
    context = {
        "player": row,
        "club": row.club,
        "may_change": access.may(request.user, Action.KEEP_PLAYERS, row.club),
        "may_choose_picture": access.may_choose_picture(request.user, row),
        "game": form,
        "points_name": file_name(row.club.name, row.name, "points", ending="csv"),
        "ratings_name": file_name(row.club.name, row.name, "ratings", ending="csv"),
        "figures": _figures(report.figures),
        "counted": report,
        "figures_left": 0 if report.is_current else latest_figures.sessions_left(row.club_id),
        "lowest_wins": report.figures.lowest_wins,
        "mixes_scores": report.figures.mixes_scores,
        "swing": _swing(report.figures),
        "hands": report.figures.hands,
        "seasons": _seasons(seasons, report),
        "games": _games(report),
        "page": _page(request, played, form.chosen),
        "named": seasons,
        **_details(report),
        **_last_season(request, row, played.filter(season__in=seasons), form.chosen),
        **_rating(request, row, form.chosen),
    }
    return render(request, "players/player.html", context)


def _sessions_of(request: HttpRequest, club: Club, aliases: set[UUID]) -> QuerySet[Session]:
    """Return the visible sessions of a player, under every id under which the player was recorded."""
    visible = access.sessions_of_club_seen_by(request.user, club)
    visible = visible.select_related("club", "season", "head")
    return visible.filter(pk__in=Seat.objects.filter(player__in=aliases).values("session"))


def _figures(figures: PlayerFigures) -> list[tuple[str, str, str]]:
    """Return label, value and explanation of each figure."""
    share = _("%(share)s of hands")
    return [
        (_("Hands"), plain(figures.hands), ""),
        (_("Won"), plain(figures.won), share % {"share": percent(figures.won, figures.hands)}),
        *_scores(figures),
        (_("Average place"), plain(figures.average_place), ""),
        (_("Average cards left"), plain(figures.average_cards_left), ""),
        (_("Longest streak"), plain(figures.longest_streak), _("hands won in a row")),
        (_("Left with the most cards"), plain(figures.left_with_most), ""),
        (
            _("Led the first trick"),
            plain(figures.led),
            _("won %(count)s of these") % {"count": figures.won_when_leading},
        ),
        (_("Bombs"), plain(figures.bombs), _("fours of a kind and straight flushes")),
        (_("Gangs"), plain(figures.gangs), ""),
        (_("Illegal plays"), plain(figures.illegal), ""),
        (
            _("Last-card mistakes"),
            plain(figures.last_card_failures),
            _("not announced, or not the highest single played"),
        ),
        (_("Points not proved"), plain(figures.unproved), _("hands")),
        *_certain_wins(figures),
    ]


def _certain_wins(figures: PlayerFigures) -> list[tuple[str, str, str]]:
    """Return the wins that the player could force with all cards open; nothing where none was looked for."""
    if not figures.settled_decisions:
        return []
    given_away = plain(figures.certain_wins_given_away)
    settled = {"count": plain(figures.settled_decisions)}
    return [
        (_("Certain wins taken"), plain(figures.certain_wins_taken), _("with all cards open")),
        (_("Certain wins given away"), given_away, _("of %(count)s settled decisions") % settled),
    ]


def _scores(figures: PlayerFigures) -> list[tuple[str, str, str]]:
    """Return the points, and beside them the penalties of games in which the lowest total wins."""
    total = exact_sum([figures.points, figures.adjustments])
    if figures.mixes_scores:
        points, penalties = split_scores(figures)
        return [(_("Points"), points, ""), (_("Penalties"), penalties, _("the fewer the better"))]
    parts = points_parts(figures.points, figures.adjustments) if figures.adjustments else []
    return [(_("Points"), signed(total), ", ".join(parts))]


def split_scores(figures: PlayerFigures) -> tuple[str, str]:
    """Return points and penalties apart; a dash where there is no session with such a score."""
    points = exact_sum([figures.points, figures.adjustments, -figures.penalties])
    return (
        signed(points) if figures.lowest_wins < figures.sessions else "–",
        plain(figures.penalties) if figures.lowest_wins else "–",
    )


def _swing(figures: PlayerFigures) -> dict[str, Any] | None:
    swing = figures.biggest_swing
    return swing and {"points": signed(swing.points), "hand": swing.hand, "day": swing.day}


def _seasons(visible: Sequence[Season], report: PlayerReport) -> list[dict[str, Any]]:
    """Return a row per season; seasons that the viewer may not see are not named."""
    names = {season.pk: season.name for season in visible}
    return [
        {
            "pk": pk if pk in names else None,
            "name": names.get(pk, _("a private season")) if pk else NO_SEASON,
            "hands": figures.hands,
            "won": percent(figures.won, figures.hands),
            "points": " · ".join(split_scores(figures))
            if report.figures.mixes_scores
            else signed(figures.points + figures.adjustments),
            "place": plain(figures.average_place),
        }
        for pk, figures in report.seasons.items()
    ]


def _last_season(
    request: HttpRequest, row: Player, sessions: QuerySet[Session], variant: str
) -> dict[str, Any]:
    """Return the context for the season in which the last of these sessions of the player was played."""
    if variant:
        sessions = sessions.filter(variant=variant)
    last = sessions.order_by(*played_days.LATEST_FIRST).select_related("season__club").first()
    if last is None or last.season is None:
        return {}
    part = Scope(variant=variant or None).for_reader(last.season, request.user)
    count = season_count.read(last.season)
    course = player_course.context_of(request, count, part, row.pk)
    return {
        "season": last.season,
        "season_plots": course["plots"],
        "season_course": course["course"],
        "season_form": {"form": form_marks.player_form(count, part, row.pk)},
    }


def _games(report: PlayerReport) -> list[dict[str, Any]]:
    """Return a row per game with the number of sessions and hands, the game with the most hands first."""
    names = dict(variant_choices())
    return [
        {**game._asdict(), "name": names.get(game.variant, game.variant)} for game in report.games
    ]


def _page(request: HttpRequest, sessions: QuerySet[Session], variant: str) -> Page[Session]:
    """Return a page of the sessions, newest first; ``variant`` may be empty.

    Of the player's other sessions only the day is read.
    """
    if variant:
        sessions = sessions.filter(variant=variant)
    ids = sessions.order_by(*played_days.LATEST_FIRST).values_list("pk", flat=True)
    page = LongListPaginator(ids, PAGE, request.GET.get("page")).asked_page()
    listed = hand_counts.with_hand_counts(sessions).in_bulk(page.object_list)
    page.object_list = [listed[pk] for pk in page.object_list if pk in listed]
    return page


def _details(report: PlayerReport) -> dict[str, Any]:
    """Return the context for seats, opponents and points over time."""
    names = roster.player_names(row.player for row in report.opponents)
    opponents: list[dict[str, Any]] = [
        {
            "player": row.player,
            "name": names[row.player],
            "hands": row.hands,
            "ahead": row.ahead,
            "behind": row.behind,
            "points": signed(row.points),
            "their_points": signed(row.their_points),
        }
        for row in report.opponents
    ]
    lines = _points_by_day(report.days)
    points = Plot(name="points", title=_("Total points"), series=[_("Points")], lines=lines)
    return {
        "seats": [
            (
                row.seat,
                row.hands,
                percent(row.won, row.hands),
                signed(row.points),
                signed(row.average_points),
            )
            for row in report.seats
        ],
        "opponents": sorted(opponents, key=lambda row: (-row["hands"], row["name"])),
        "plots": [points] if lines and not report.figures.mixes_scores else [],
    }


def _points_by_day(points_of_days: Mapping[date, float]) -> list[PlotRow]:
    """Return the total at the end of each day, of at most ``plots.DAYS`` days."""
    totals = dict(zip(points_of_days, accumulate(points_of_days.values(), _add), strict=True))
    days: Any = evenly_spaced(sorted(totals), plots.DAYS)
    return [
        PlotRow(day=day, points=[Point(text=signed(total), value=total)])
        for day, total in totals.items()
        if day in days
    ]


def _add(total: float, points: float) -> float:
    return exact_sum([total, points])


def _rating(request: HttpRequest, row: Player, variant: str) -> dict[str, Any]:
    """Return the context for the player's rating in the club's all-time list."""
    key = all_time_key(row.club_id, variant)
    table = get_rating_table(key)
    standing = find_rating(table, row.pk)
    steps = visible_steps(request.user, row.club, key, table, [row.pk])
    days = days_of(steps)
    lines = plots.rating_rows(steps, [row.pk], days)
    title = plot_title(_("Rating, with its uncertainty"), steps, days)
    plot = Plot(name="rating", title=title, series=[_("Rating")], lines=lines)
    return {
        "rating": standing
        and {
            "rating": plain(standing.rating.rating, 0),
            "uncertainty": plain(standing.rating.uncertainty, 0),
            "place": standing.place,
            "hands": standing.rating.hands,
        },
        "rating_plot": plot if lines else None,
        "left": table.sessions_left,
        "least": PROVISIONAL,
        "hides_some": hides_rated_sessions(request.user, row.club, key),
    }
