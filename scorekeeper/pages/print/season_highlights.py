"""The printed records of a season."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.clubs import roster
from scorekeeper.pages.display import plots
from scorekeeper.pages.print import code_notes
from scorekeeper.pages.print.line_chart import DASHES, line_chart
from scorekeeper.pages.statistics.highlights import highlights_context, season_course
from scorekeeper.sessions.links import qr_svg
from scorekeeper.standings.table import table_of


@require_safe
def print_highlights(request: HttpRequest, season: UUID) -> HttpResponse:
    """Print the records, and the way of the first of the table."""
    count, scope, days = season_course(request, season)
    row = count.season
    drawn = [line.player for line in table_of(count, scope).rows[: len(DASHES)]]
    names = roster.player_names(drawn)
    address = request.build_absolute_uri(reverse("season-highlights", args=[row.pk]))
    context = {
        **highlights_context(request, count, scope),
        "chart": line_chart(
            [day.day for day in days],
            [(names[one], [plots.total(day, one).value for day in days]) for one in drawn],
        ),
        "now": timezone.now(),
        **code_notes.of_season(request, row),
        "qr": qr_svg(address),
        "address": address,
    }
    return render(request, "print/highlights.html", context)
