"""The poster of a season: the first ten of the table in large letters, and their way there."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper import workers
from scorekeeper.clubs import roster
from scorekeeper.pages.print import code_notes
from scorekeeper.pages.print.line_chart import DASHES, line_chart
from scorekeeper.pages.standings import form_marks
from scorekeeper.pages.standings.movement import last_day
from scorekeeper.pages.standings.table import display_rows
from scorekeeper.pages.standings.views import get_season, season_context
from scorekeeper.sessions.links import qr_svg
from scorekeeper.standings import scope_lines, season_count
from scorekeeper.standings.progress import DayStandings, daily_standings
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.table import table_of

ROWS = 10


@require_safe
def season_poster(request: HttpRequest, season: UUID) -> HttpResponse:
    """Show the poster on one sheet of paper of any size."""
    row = get_season(request, season)
    count = season_count.read(row)
    table = table_of(count, Scope())
    part = Scope().for_reader(row, request.user)
    form = form_marks.season_form(table.plan.plan, scope_lines.session_summaries(count, part))
    names = roster.player_names(line.player for line in table.rows)
    rows = display_rows(table, names, None, form)
    address = request.build_absolute_uri(reverse("season", args=[row.pk]))
    course = daily_standings(count, part)
    workers.wake_up_for_report(course, request)
    days = course.content or ()
    drawn = [line.player for line in table.rows[: len(DASHES)]]
    context: dict[str, Any] = {
        **season_context(request, row),
        "counted": table if course.is_current else course,
        "rows": rows[:ROWS],
        "more": max(0, len(rows) - ROWS),
        "form_key": form.key,
        "last": last_day(count, part),
        "chart": line_chart(
            [day.day for day in days],
            [(names[player], [_total(day, player) for day in days]) for player in drawn],
        ),
        "drawn": len(drawn),
        "players": len(rows),
        "private_counted": part.leaves_out_private(row),
        "now": timezone.now(),
        **code_notes.of_season(request, row),
        "qr": qr_svg(address),
        "address": address,
    }
    return render(request, "print/poster.html", context)


def _total(day: DayStandings, player: UUID) -> float | None:
    row = day.rows.get(player)
    return None if row is None else row.total
