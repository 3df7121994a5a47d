"""The page of house rules that workers try on a long season: the progress, what would change, applying them, and stopping."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

import referee
from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.clubs import roster
from scorekeeper.models import Session, WhatIf
from scorekeeper.pages import actions
from scorekeeper.pages.action_forms import ReasonForm
from scorekeeper.pages.display import changes_table, house_rules
from scorekeeper.pages.display.changes_table import ChangeText
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.display.long_lists import LongListPaginator
from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.permissions import current_user, require_permission
from scorekeeper.sessions import season_what_if
from scorekeeper.sessions.document import names_in
from scorekeeper.sessions.season_what_if import NotToBeAppliedError, WhatIfState

SESSIONS = 20  # on a page
PLAYERS = 100  # on a page
STATES = {
    WhatIfState.TRYING: gettext_lazy("running"),
    WhatIfState.TRIED: gettext_lazy("done"),
    WhatIfState.APPLYING: gettext_lazy("running"),
    WhatIfState.APPLIED: gettext_lazy("done"),
    WhatIfState.FAILED: gettext_lazy("not possible"),
    WhatIfState.CANCELLED: gettext_lazy("cancelled"),
}


class PlayerGain(NamedTuple):
    """A player's total and place in the season before and after."""

    name: str
    before: str
    after: str
    change: str
    places: tuple[str, str]


class TriedSession(NamedTuple):
    """A session with what changes in it, or with the reason why the rules cannot judge it."""

    session: Session
    changes: ChangeText | None
    failure: str


@require_http_methods(["GET", "HEAD", "POST"])
def tried_rules(request: HttpRequest, what_if: UUID) -> HttpResponseBase:
    """Show how far workers are and what would change; apply the rules."""
    row = _find(request, what_if)
    if response := require_permission(request, Action.TRY_RULES, row.club):
        return response
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if response := require_permission(request, Action.APPLY_RULES, row.club):
            return response
        if form.is_valid() and _apply(request, row, form):
            return redirect("tried-rules", what_if=row.pk)
    return _render(request, row, form)


@require_POST
def stop(request: HttpRequest, what_if: UUID) -> HttpResponseBase:
    """Stop trying or applying the rules."""
    row = _find(request, what_if)
    is_own = season_what_if.is_own_trial(row, current_user(request))
    needed = Action.TRY_RULES if is_own else Action.APPLY_RULES
    if response := require_permission(request, needed, row.club):
        return response
    actions.stop(
        request,
        lambda: season_what_if.cancel(row),
        over=season_what_if.WhatIfOverError,
        done=_("Stopped."),
    )
    return redirect("tried-rules", what_if=row.pk)


def gains(rows: list[Mapping[str, Any]]) -> list[PlayerGain]:
    """Return these changes of totals and places with the players' names."""
    names = roster.player_names(UUID(row["player"]) for row in rows)
    return [_gain(row, names[UUID(row["player"])]) for row in rows]


def _apply(request: HttpRequest, row: WhatIf, form: ReasonForm) -> bool:
    try:
        season_what_if.apply_rules(
            row, reason=form.cleaned_data["reason"], by=current_user(request)
        )
    except NotToBeAppliedError as error:
        form.add_error(None, _(str(error)))
        return False
    workers.wake_up()
    messages.success(request, _("The house rules are being applied."))
    return True


def _render(request: HttpRequest, row: WhatIf, form: ReasonForm) -> HttpResponse:
    state = season_what_if.state_of(row)
    may_apply = access.may(request.user, Action.APPLY_RULES, row.club)
    listed = season_what_if.listed_sessions(row)
    sessions = LongListPaginator(listed, SESSIONS, request.GET.get("page")).asked_page()
    players = Paginator(row.players, PLAYERS).get_page(request.GET.get("players"))
    query = house_rules.as_query(row.variant, row.house_rules or {})
    form_address = reverse("season-what-if", args=[row.season_id, row.variant])
    context = {
        "club": row.club,
        "row": row,
        "game": house_rules.get_game(row.variant),
        "rules": house_rules.describe(row.variant, row.house_rules or {}),
        "form_address": f"{form_address}?{query}",
        "key": state,
        "state": STATES[state],
        "open": state in season_what_if.UNDER_WAY,
        "may_apply": may_apply,
        "may_stop": may_apply or season_what_if.is_own_trial(row, current_user(request)),
        "has_changed": state is WhatIfState.TRIED and season_what_if.has_season_changed(row),
        "page": sessions,
        "sessions": _sessions(request, sessions) if row.tried_at or row.cancelled_at else (),
        "players": players,
        "gains": gains(list(players)),
        "unchanged": row.done - row.changed if state is WhatIfState.TRIED else 0,
        "form": form,
    }
    return render(request, "seasons/tried_rules.html", context, status=422 if form.errors else 200)


def _sessions(request: HttpRequest, steps: Any) -> Iterator[TriedSession]:
    names = names_in([step.session for step in steps])
    for step in steps:
        if step.failure:
            error = referee.MalformedError(**step.failure)
            visible_error = hidden_cards.error_for([step.session], error, request.user)
            yield TriedSession(step.session, None, error_text(visible_error))
        else:
            visible = hidden_cards.effects_for(step.session, step.effects, request.user)
            yield TriedSession(
                step.session, changes_table.describe(names[step.session_id], visible), ""
            )


def _find(request: HttpRequest, pk: UUID) -> WhatIf:
    clubs = access.clubs_where(request.user, Action.SEE)
    rows = WhatIf.objects.filter(club__in=clubs).select_related("club", "season", "by")
    return get_object_or_404(rows, pk=pk)


def _gain(row: Mapping[str, Any], name: str) -> PlayerGain:
    before, after = row["place"]["before"], row["place"]["after"]
    places = str(before or "–"), str(after or "–")
    return PlayerGain(
        name, plain(row["before"]), plain(row["after"]), signed(row["change"]), places
    )
