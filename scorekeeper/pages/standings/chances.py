"""The page that tells who can still catch whom in a season."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from scorekeeper.clubs import roster
from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.standings.views import get_season, season_context
from scorekeeper.standings import scope_lines, season_count
from scorekeeper.standings.chances import (
    PlayerChances,
    Prospect,
    Pursuit,
    limit_per_session,
    player_chances,
)
from scorekeeper.standings.plans.plan import Plan, Scoring
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.summaries import SessionSummary
from scorekeeper.standings.table import table_of

MOST_SESSIONS = 999

SHORT = {
    Prospect.POSSIBLE: gettext_lazy("Still possible"),
    Prospect.NOT_EXCLUDED: gettext_lazy("Perhaps still possible"),
    Prospect.LEVEL_AT_BEST: gettext_lazy("At best level"),
    Prospect.IMPOSSIBLE: gettext_lazy("No longer possible"),
    Prospect.NO_LIMIT: gettext_lazy("Still possible"),
    Prospect.LEVEL: gettext_lazy("Level"),
}


class SessionsLeftForm(forms.Form):
    """How many sessions each player can still play."""

    left = forms.IntegerField(
        label=gettext_lazy("Sessions that each player can still play"),
        required=False,
        min_value=0,
        max_value=MOST_SESSIONS,
    )


@require_safe
def chances(request: HttpRequest, season: UUID) -> HttpResponse:
    """Show for each player whether first place and the place above can still be reached."""
    row = get_season(request, season)
    shared = season_context(request, row)
    usual = 0 if shared["is_over"] else None
    form = SessionsLeftForm({"left": usual, **request.GET.dict()})
    left: int | None = form.cleaned_data["left"] if form.is_valid() else None
    count = season_count.read(row)
    table = table_of(count, Scope())
    part = Scope().for_reader(row, request.user)
    leaves_out_private = part.leaves_out_private(row)
    summaries = scope_lines.session_summaries(count, part)
    plan = table.plan.plan
    counting = None
    if plan.best_sessions is not None and not leaves_out_private:
        counting = {player: summary.counting for player, summary in summaries.items()}
    names = roster.player_names(line.player for line in table.rows)
    players = player_chances(table, left, counting)
    context = {
        **shared,
        "counted": table,
        "left": form,
        "is_final": shared["is_over"] and left == 0,
        "rows": [_row(one, names, left, plan) for one in players],
        "facts": list(
            _facts(
                plan,
                left,
                summaries,
                names,
                is_exact=not plan.best_sessions or counting is not None,
            )
        ),
        "private_counted": leaves_out_private,
    }
    return render(request, "seasons/chances.html", context, status=422 if form.errors else 200)


def _facts(
    plan: Plan,
    left: int | None,
    summaries: Mapping[UUID, SessionSummary],
    names: PlayerNames,
    *,
    is_exact: bool,
) -> Iterable[str]:
    """Yield sentences about what one session can bring."""
    limit = limit_per_session(plan)
    if limit is not None:
        yield _("Under this plan one session brings at most %(points)s points.") % {
            "points": plain(limit.together)
        }
    elif plan.scoring is Scoring.AVERAGE:
        yield _("An average has no limit: while sessions are left, nobody is out of reach.")
    else:
        yield _(
            "Under this plan there is no limit to what one session can change: while sessions are left, nobody is out of reach."
        )
    largest = [
        (own.largest, player)
        for player, own in summaries.items()
        if own.largest is not None and player in names
    ]
    if largest:
        most = max(value for value, _player in largest)
        whose = ", ".join(names[player] for value, player in largest if value == most)
        yield _("The most that one session has brought so far: %(points)s (%(names)s).") % {
            "points": signed(most),
            "names": whose,
        }
    if plan.best_sessions is not None:
        yield _(
            "Only each player’s best %(count)d sessions count: a new session can take the place of a worse one."
        ) % {"count": plan.best_sessions}
    if left and limit is not None and not is_exact:
        yield _(
            "“Perhaps” is said because only members of the club see which of a player’s sessions count."
        )
    elif left and limit is not None:
        yield _(
            "“Still possible” means: if the player comes first often enough, and the others gain too little to keep their lead."
        )


def _row(chance: PlayerChances, names: PlayerNames, left: int | None, plan: Plan) -> dict[str, Any]:
    line = chance.row.line
    missing = chance.hands_missing
    return {
        "place": chance.row.place,
        "name": names[chance.row.player],
        "total": plain(line.total),
        "most": signed(chance.most) if left and chance.most is not None else "",
        "first": chance.first and _pursuit(chance, chance.first, names, left, plan),
        "above": chance.above and _pursuit(chance, chance.above, names, left, plan),
        "has_total": line.total is not None,
        "missing": ngettext(
            "needs %(count)d more hand for a place",
            "needs %(count)d more hands for a place",
            missing,
        )
        % {"count": missing}
        if missing
        else "",
    }


def _pursuit(
    chance: PlayerChances, pursuit: Pursuit, names: PlayerNames, left: int | None, plan: Plan
) -> dict[str, Any]:
    return {
        "kind": pursuit.prospect.value,
        "short": SHORT.get(pursuit.prospect, ""),
        "sentence": " ".join(_sentences(chance, pursuit, names[pursuit.ahead], left, plan)),
    }


def _sentences(
    chance: PlayerChances, pursuit: Pursuit, rival: str, left: int | None, plan: Plan
) -> Iterable[str]:
    """Yield what separates the player from the rival, and what is needed."""
    params = {"name": rival, "points": plain(abs(pursuit.gap)), "most": plain(chance.most)}
    if pursuit.gap > 0 and left and left > 1 and plan.adds_up and chance.most is None:
        params["each"] = plain(pursuit.gap / left)
        yield _("Behind %(name)s by %(points)s, on average %(each)s in each session.") % params
    elif pursuit.gap > 0:
        yield _("Behind %(name)s by %(points)s.") % params
    elif pursuit.gap < 0:
        yield _("Ahead of %(name)s by %(points)s, but without a place.") % params
    else:
        yield _("Level with %(name)s.") % params
    if not left:
        return
    if pursuit.prospect is Prospect.IMPOSSIBLE or (pursuit.gap > 0 and chance.most is not None):
        yield _("Can gain at most %(most)s.") % params
    if pursuit.prospect is Prospect.LEVEL_AT_BEST:
        yield (
            _("Then the tie-breaks decide.") if plan.tie_breaks else _("Then both share the place.")
        )
