"""Opening a session: the table of last time with one tap, or a form with the club's usual players and rules."""

import time
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

import referee
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Season
from scorekeeper.pages.action_forms import TAKEN
from scorekeeper.pages.display import house_rules, rule_presets
from scorekeeper.pages.display.house_rules_form import HouseRulesForm
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.pages.sessions.forms import SessionForm
from scorekeeper.sessions import same_table
from scorekeeper.sessions.recording import record_session
from scorekeeper.sessions.usual_tables import Habits, UsualTable, seasons_of

TABLES = 3
"""How many of the tables that played last are offered again."""
KEPT = "new-session"
"""Key of the form in the browser session while players are added."""
KEPT_SECONDS = 3600
LONGEST = 2_000  # characters of a kept field


@require_safe
def choose_variant(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Show the games to choose from for a new session."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.OPEN, club_row):
        return response
    day, seasons = club_row.today, seasons_of(club_row)
    tables = Habits(club_row).tables(TABLES)
    context = {
        "club": club_row,
        "variants": house_rules.list_games(),
        "tables": [_again(table, day, seasons) for table in tables],
    }
    return render(request, "sessions/choose.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club: UUID, variant: str) -> HttpResponseBase:
    """Show the form for a new session, or create it."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.OPEN, club_row):
        return response
    game = house_rules.get_game(variant)
    data = request.POST if request.method == "POST" else None
    entered = _take_kept(request) if request.method == "GET" else {}
    habits = Habits(club_row)
    form = SessionForm(club_row, game["players"], data, habits=habits, entered=entered)
    last = habits.house_rules(variant)
    presets = rule_presets.offered(variant, last, _("As last time"))
    rules = HouseRulesForm(variant, data or entered or None, last=last, presets=presets)
    if request.POST.get("then") == "players":
        _keep(request, [*form, *rules])
        return redirect(reverse("add-players", args=[club_row.pk]) + f"?game={variant}")
    if data is not None and form.is_valid() and rules.is_valid():
        response = _open(request, club_row, variant, form, rules)
        if response is not None:
            return response
    lacking = len(form.usual) < min(game["players"])
    context = {
        "club": club_row,
        "game": game,
        "form": form,
        "rules": rules,
        "lacking": lacking,
        "entered": entered,
    }
    status = 422 if form.errors or rules.errors else 200
    return render(request, "sessions/new.html", context, status=status)


def _keep(request: HttpRequest, fields: Iterable[BoundField]) -> None:
    """Keep what was entered while the browser is on the page that adds players."""
    names = [field.html_name for field in fields]
    entered = {name: request.POST.get(name, "")[:LONGEST] for name in names}
    entered.pop("id")  # of the session: a saved one has it
    request.session[KEPT] = {"path": request.path, "entered": entered, "at": time.time()}


def _take_kept(request: HttpRequest) -> dict[str, str]:
    """Return what was kept of this form, once and for an hour; empty if nothing was."""
    kept_form = request.session.get(KEPT, {})
    if kept_form.get("path") != request.path:
        return {}
    del request.session[KEPT]
    entered: dict[str, str] = kept_form["entered"]
    return entered if time.time() - kept_form["at"] < KEPT_SECONDS else {}


def _again(table: UsualTable, day: date, seasons: Sequence[Season]) -> dict[str, Any]:
    """Return a table as its button shows it."""
    return {
        "session": table.session,
        "name": house_rules.get_game(table.session.variant)["name"],
        "players": table.players,
        "season": same_table.season_on(table.session, day, seasons),
    }


def _open(
    request: HttpRequest, club: Club, variant: str, form: SessionForm, rules: HouseRulesForm
) -> HttpResponse | None:
    chosen = rules.chosen()
    record = {"variant": variant, **({"house_rules": chosen} if chosen else {}), **form.labels()}
    try:
        opened, _is_new = record_session(
            club,
            record,
            players=form.players(),
            by=current_user(request),
            id=form.cleaned_data["id"],
            season=form.cleaned_data["season"],
        )
    except referee.MalformedError as error:
        form.add_error(None, error_text(error))
        return None
    except IdTakenError:
        form.add_error(None, TAKEN)
        return None
    request.session.pop(KEPT, None)
    if request.POST.get("then") == "log":
        return redirect(reverse("log-session", args=[opened.pk]) + "?begin")
    messages.success(request, _("The session is open. Log its first hand, or enter it from paper."))
    return redirect("session", session=opened.pk)
