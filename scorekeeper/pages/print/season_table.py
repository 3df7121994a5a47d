"""The printed table of a season."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

import referee
from scorekeeper.clubs import roster
from scorekeeper.journal import sealing
from scorekeeper.pages.print import code_notes
from scorekeeper.pages.print.session_sheets import short_digest
from scorekeeper.pages.standings import plan_text
from scorekeeper.pages.standings.movement import last_day
from scorekeeper.pages.standings.table import display_rows, display_ties
from scorekeeper.pages.standings.views import get_season, season_context
from scorekeeper.sessions.links import qr_svg
from scorekeeper.standings import season_count
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.table import table_of


@require_safe
def season_results(request: HttpRequest, season: UUID) -> HttpResponse:
    """Print the standings, the tie-breaks, the plan and a digest of the input."""
    season_row = get_season(request, season)
    count = season_count.read(season_row)
    table = table_of(count, Scope())
    part = Scope().for_reader(season_row, request.user)
    names = roster.player_names(row.player for row in table.rows)
    address = request.build_absolute_uri(reverse("season", args=[season_row.pk]))
    context = {
        **season_context(request, season_row),
        "counted": table,
        "rows": display_rows(table, names, None),
        "ties": display_ties(table, names),
        "plan": table.plan,
        "sentences": plan_text.sentences(table.plan.plan),
        "last": last_day(count, part),
        "private_counted": part.leaves_out_private(season_row),
        "now": timezone.now(),
        "digest": short_digest(
            referee.sha256(
                referee.canonical([table.plan.plan.digest, sorted(count.digests.values())])
            )
        ),
        "journal": sealing.find_head(season_row.club_id),
        **code_notes.of_season(request, season_row),
        "qr": qr_svg(address),
        "address": address,
    }
    return render(request, "print/season.html", context)
