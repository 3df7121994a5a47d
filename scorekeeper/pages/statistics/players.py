"""A player: figures, seats, opponents, the way of points and of the rating, and the last sessions."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.clubs import player_merges
from scorekeeper.models import Player, Session
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display import plots
from scorekeeper.pages.display.game_form import GameForm
from scorekeeper.pages.display.numbers import percent, plain, signed
from scorekeeper.pages.display.plots import Plot, PlotRow, Point
from scorekeeper.pages.permissions import visible_sessions
from scorekeeper.pages.ratings.views import rating_steps, rating_table
from scorekeeper.pages.standings.table import names_of
from scorekeeper.ratings import table as ratings
from scorekeeper.standings import progress as standings_progress
from scorekeeper.standings import scope as standings_scope
from scorekeeper.statistics import reports as statistics_reports
from scorekeeper.statistics.counted_hands import HandFilter
from scorekeeper.statistics.player_figures import PlayerFigures
from scorekeeper.statistics.player_history import PointsStep
from scorekeeper.statistics.reports import PlayerReport

PAGE = 10  # sessions
NO_SEASON = gettext_lazy("outside of every season")


@require_safe
def player(request: HttpRequest, player: UUID) -> HttpResponse:
    """All about a player, from the hands that exist for whoever asks."""
    seen = access.players_seen_by(request.user).select_related("club")
    who = get_object_or_404(seen.distinct(), pk=player)
    staying = player_merges.surviving_players(who.club_id)
    if who.pk in staying:
        return redirect("player", player=staying[who.pk])
    form = GameForm(request.GET)
    sessions = access.sessions_seen_by(request.user).filter(club=who.club_id)
    told = statistics_reports.of_player(
        who, HandFilter(sessions=sessions, variant=form.chosen or None)
    )
    own = {who.pk, *(other for other, stays in staying.items() if stays == who.pk)}
    sat = _sat(visible_sessions(request.user), own)
    context = {
        "who": who,
        "club": who.club,
        "game": form,
        "figures": _figures(told.figures),
        "swing": _swing(told.figures),
        "hands": told.figures.hands,
        "seasons": _seasons(request, told),
        "games": _games(sat),
        "page": _page(request, sat, form.chosen),
        "named": access.seasons_seen_by(request.user).filter(club=who.club_id),
        **_details(told),
        **_rating(request, who, form.chosen),
    }
    return render(request, "players/player.html", context)


def _sat(seen: QuerySet[Session], own: set[UUID]) -> QuerySet[Session]:
    """The sessions in which they sat, whatever they were written down as."""
    return seen.filter(pk__in=Session.objects.filter(seats__player__in=own).values("pk"))


def _figures(told: PlayerFigures) -> list[tuple[str, str, str]]:
    """The numbers with their names, and what they are of."""
    whole = _("%(share)s of hands")
    return [
        (_("Hands"), plain(told.hands), ""),
        (_("Won"), plain(told.won), whole % {"share": percent(told.won, told.hands)}),
        (_("Points"), signed(told.points), _("as the games count them")),
        (_("Adjustments"), signed(told.adjustments), ""),
        (_("Average place"), plain(told.average_place), ""),
        (_("Average of cards left"), plain(told.average_cards_left), ""),
        (_("Longest streak"), plain(told.longest_streak), _("hands won one after the other")),
        (_("Left with the most cards"), plain(told.left_with_most), ""),
        (_("Led the first trick"), plain(told.led), _("won %(count)s of these") % {"count": told.won_when_leading}),
        (_("Bombs"), plain(told.bombs), _("fours of a kind and straight flushes")),
        (_("Gangs"), plain(told.gangs), ""),
        (_("Illegal plays"), plain(told.illegal), ""),
        (_("Last-card failures"), plain(told.last_card_failures), ""),
        (_("Points not proved"), plain(told.unproved), _("hands")),
    ]  # fmt: skip


def _swing(told: PlayerFigures) -> dict[str, Any] | None:
    swing = told.biggest_swing
    return swing and {"points": signed(swing.points), "hand": swing.hand, "day": swing.day}


def _seasons(request: HttpRequest, told: PlayerReport) -> list[dict[str, Any]]:
    """Season by season; one that does not exist for whoever asks is not named."""
    seen = access.seasons_seen_by(request.user).filter(pk__in=[pk for pk in told.seasons if pk])
    names = dict(seen.values_list("pk", "name"))
    return [
        {
            "pk": pk if pk in names else None,
            "name": names.get(pk, _("a private season")) if pk else NO_SEASON,
            "hands": row.hands,
            "won": percent(row.won, row.hands),
            "points": signed(row.points + row.adjustments),
            "place": plain(row.average_place),
        }
        for pk, row in told.seasons.items()
    ]  # fmt: skip


def _games(sat: QuerySet[Session]) -> list[dict[str, Any]]:
    names = dict(variant_choices())
    rows = sat.order_by().values("variant").annotate(sessions=Count("pk"), played=Sum("result__hands"))  # fmt: skip
    return [{**row, "name": names.get(row["variant"], row["variant"])} for row in rows.order_by("-played")]  # fmt: skip


def _page(request: HttpRequest, sat: QuerySet[Session], variant: str) -> Any:
    told = sat.filter(variant=variant) if variant else sat
    told = told.annotate(day=standings_scope.day_of("")).select_related("result")
    pages = Paginator(told.order_by("-day", "-created_at", "pk"), PAGE)
    return pages.get_page(request.GET.get("page"))


def _details(told: PlayerReport) -> dict[str, Any]:
    names = names_of(row.player for row in told.opponents)
    against: list[dict[str, Any]] = [
        {
            "player": row.player,
            "name": names[row.player],
            "hands": row.hands,
            "ahead": row.ahead,
            "behind": row.behind,
            "points": signed(row.points),
            "their_points": signed(row.their_points),
        }
        for row in told.opponents
    ]
    lines = _by_day(told.series)
    points = Plot(name="points", title=_("Points, added up"), series=[_("Points")], lines=lines)
    return {
        "seats": [(row.seat, row.hands, percent(row.won, row.hands), signed(row.points), signed(row.average_points)) for row in told.seats],
        "against": sorted(against, key=lambda row: (-row["hands"], row["name"])),
        "plots": [points] if lines else [],
    }  # fmt: skip


def _by_day(series: Sequence[PointsStep]) -> list[PlotRow]:
    """The points at the end of each day."""
    ends = {day: list(steps)[-1].total for day, steps in groupby(series, key=lambda step: step.day)}
    told: Any = standings_progress.evenly_spaced(sorted(ends), plots.DAYS)
    return [_line(day, total) for day, total in ends.items() if day in told]


def _line(day: date, total: float) -> PlotRow:
    return PlotRow(day=day, points=[Point(text=signed(total), value=total)])


def _rating(request: HttpRequest, who: Player, variant: str) -> dict[str, Any]:
    where = ratings.all_time_key(who.club_id, variant)
    table = rating_table(where)
    row = ratings.find_row(table, who.pk)
    lines = plots.rating_rows(rating_steps(request.user, where, [who.pk]), [who.pk])
    drawn = Plot(name="rating", title=_("Rating, with its uncertainty"), series=[_("Rating")], lines=lines)  # fmt: skip
    return {
        "rating": row and {
            "rating": plain(row.rating.rating, 0), "uncertainty": plain(row.rating.uncertainty, 0),
            "place": row.place, "hands": row.rating.hands,
        },
        "rating_plot": drawn if lines else None,
        "left": table.sessions_left,
        "least": ratings.PROVISIONAL,
    }  # fmt: skip
