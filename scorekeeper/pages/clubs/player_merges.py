"""Pages to merge two players who are one person, after a comparison, and to reverse a merge."""

import uuid
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import Count, Max, Min, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.clubs import merge_pieces, player_merges, roster
from scorekeeper.clubs.player_merges import MergeError
from scorekeeper.clubs.roster import PlayerName
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Player, PlayerMerge, Session
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.action_forms import TAKEN, offer
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.standings.scope import day_of

LAST_SESSIONS = 5  # of each player
MAX_SHARED_SESSIONS = 20
CHOOSE = gettext_lazy("choose …")


class PlayerPairForm(forms.Form):
    """A player, and the player that they really are."""

    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("This player"),
        empty_label=CHOOSE,
        help_text=gettext_lazy("From now on their hands count for the other player."),
    )
    into = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("is the same person as"),
        empty_label=CHOOSE,
        help_text=gettext_lazy("This name is kept."),
    )

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        offered = _separate_players(club)
        for field in self.fields.values():
            offer(field, offered)

    def clean(self) -> dict[str, Any]:
        """Require two different players."""
        player, into = self.cleaned_data.get("player"), self.cleaned_data.get("into")
        if player and player == into:
            self.add_error("into", _("Choose two different players."))
        return self.cleaned_data


def _namesakes(club: Club) -> list[tuple[PlayerName, PlayerName]]:
    names = _separate_players(club).values_list("pk", "name")
    return roster.namesakes(PlayerName(*row) for row in names)


def _separate_players(club: Club) -> QuerySet[Player]:
    """Return the players who are neither merged into another one nor erased."""
    merged = player_merges.merges_in_force(club.pk).values("player")
    return club.players.filter(erasure=None).exclude(pk__in=merged).order_by("name")


@require_http_methods(["GET", "HEAD", "POST"])
def merges(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the merges of a club; compare two players, and merge them."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.MERGE, club_row):
        return response
    data = request.POST if request.method == "POST" else request.GET
    form = PlayerPairForm(club_row, data if "player" in data else None)
    is_pair = form.is_bound and form.is_valid()
    if is_pair and request.method == "POST" and _merge(request, form):
        return redirect("merges", club=club_row.pk)
    rows = PlayerMerge.objects.filter(club=club_row).select_related(
        "player", "into", "by", "reversal__by", "progress"
    )
    context = {
        "club": club_row,
        "form": form,
        "pair": _pair(form.cleaned_data["player"], form.cleaned_data["into"]) if is_pair else None,
        "id": uuid.uuid4(),
        "rows": rows.order_by("-at", "pk"),
        "open": merge_pieces.is_unfinished(club_row.pk),
        "may_erase": access.may(request.user, Action.ERASE, club_row),
        "namesakes": _namesakes(club_row),
    }
    return render(request, "office/merges.html", context, status=422 if form.errors else 200)


@require_POST
def reverse(request: HttpRequest, merge: UUID) -> HttpResponseBase:
    """Reverse a merge."""
    clubs = access.clubs_where(request.user, Action.SEE)
    rows = PlayerMerge.objects.filter(club__in=clubs).select_related("club", "player", "into")
    merge_row = get_object_or_404(rows, pk=merge)
    if response := require_permission(request, Action.MERGE, merge_row.club):
        return response
    player_merges.reverse(merge_row, by=current_user(request))
    workers.wake_up()
    names = {"player": merge_row.player, "into": merge_row.into}
    messages.success(
        request,
        _("%(player)s and %(into)s are separate players again, each with their own hands.") % names,
    )
    return redirect("merges", club=merge_row.club_id)


def _merge(request: HttpRequest, form: PlayerPairForm) -> bool:
    player, into = form.cleaned_data["player"], form.cleaned_data["into"]
    try:
        key = uuid.UUID(request.POST.get("id", ""))
        player_merges.merge(player, into, by=current_user(request), id=key)
    except MergeError as error:
        form.add_error(None, _(str(error)))
        return False
    except (IdTakenError, ValueError):
        form.add_error(None, TAKEN)
        return False
    workers.wake_up()
    names = {"player": player, "into": into}
    messages.success(request, _("%(player)s has been merged into %(into)s.") % names)
    return True


def _pair(player: Player, into: Player) -> dict[str, Any]:
    """Return what each of the two has played, and the sessions in which both sat."""
    shared = (
        Session.objects.filter(pk__in=player_merges.shared_sessions(player, into))
        .annotate(day=day_of(""))
        .order_by("-day", "pk")
    )
    return {
        "player": player,
        "into": into,
        "sides": [_played_by(player), _played_by(into)],
        "shared": shared[:MAX_SHARED_SESSIONS],
    }


def _played_by(player: Player) -> dict[str, Any]:
    """Return what somebody has played, under every name that was merged into theirs."""
    identities = player_merges.identities_of(player)
    with_seats = Session.objects.filter(seats__player__in=identities)
    sessions: Any = Session.objects.filter(pk__in=with_seats.values("pk")).annotate(day=day_of(""))
    names = dict(variant_choices())
    others = Player.objects.filter(pk__in=identities - {player.pk})
    return {
        "player": player,
        "totals": sessions.aggregate(sessions=Count("pk"), first=Min("day"), last=Max("day")),
        "games": [
            names.get(variant, variant)
            for variant in sessions.order_by("variant").values_list("variant", flat=True).distinct()
        ],
        "last": sessions.order_by("-day", "pk")[:LAST_SESSIONS],
        "others": [other.name for other in others],
    }
