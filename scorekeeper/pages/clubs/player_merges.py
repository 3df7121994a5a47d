"""Pages to merge two players who are one person, after a comparison, and to reverse a merge."""

import uuid
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import Count, Max, Min
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access, tasks
from scorekeeper.access import Action
from scorekeeper.clubs import player_merges
from scorekeeper.clubs.player_merges import MergeError
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Player, PlayerMerge, Session
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.standings import scope as standings_scope

LAST = 5  # sessions of each
BOTH = 20  # sessions in which both sat
CHOOSE = gettext_lazy("choose …")

REFUSED = (
    gettext_noop("The two are one already."),
    gettext_noop("A player who was erased cannot be merged."),
    gettext_noop("The two sat at one table: they cannot be one person."),
)
"""Refusals of the service, marked for translation."""


class PairForm(forms.Form):
    """A player, and the player that they really are."""

    player = forms.ModelChoiceField(
        Player.objects.none(), label=gettext_lazy("This player"), empty_label=CHOOSE,
        help_text=gettext_lazy("What they played counts for the other from now on."),
    )  # fmt: skip
    into = forms.ModelChoiceField(
        Player.objects.none(), label=gettext_lazy("is really"), empty_label=CHOOSE,
        help_text=gettext_lazy("This name stays."),
    )  # fmt: skip

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        merged = player_merges.merges_in_force(club.pk).values("player")
        offered = club.players.filter(erasure=None).exclude(pk__in=merged).order_by("name")
        for field in self.fields.values():
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = offered

    def clean(self) -> dict[str, Any]:
        """Require two different players."""
        player, into = self.cleaned_data.get("player"), self.cleaned_data.get("into")
        if player and player == into:
            self.add_error("into", _("Choose two different players."))
        return self.cleaned_data


@require_http_methods(["GET", "HEAD", "POST"])
def merges(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the merges of a club; compare two players, and merge them."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.MERGE, where):
        return elsewhere
    data = request.POST if request.method == "POST" else request.GET
    form = PairForm(where, data if "player" in data else None)
    chosen = form.is_bound and form.is_valid()
    if chosen and request.method == "POST" and _merged(request, form):
        return redirect("merges", club=where.pk)
    rows = PlayerMerge.objects.filter(club=where).select_related("player", "into", "by", "reversal__by")  # fmt: skip
    context = {
        "club": where,
        "form": form,
        "pair": _pair(form.cleaned_data["player"], form.cleaned_data["into"]) if chosen else None,
        "id": uuid.uuid4(),
        "rows": rows.order_by("-at", "pk"),
        "may_erase": access.may(request.user, Action.ERASE, where),
    }
    return render(request, "office/merges.html", context, status=422 if form.errors else 200)


@require_POST
def reverse(request: HttpRequest, merge: UUID) -> HttpResponseBase:
    """Reverse a merge."""
    clubs = access.clubs_where(request.user, Action.SEE)
    rows = PlayerMerge.objects.filter(club__in=clubs).select_related("club", "player", "into")
    merged = get_object_or_404(rows, pk=merge)
    if elsewhere := require_permission(request, Action.MERGE, merged.club):
        return elsewhere
    player_merges.reverse(merged, by=current_user(request))
    tasks.wake_up()
    names = {"player": merged.player, "into": merged.into}
    messages.success(request, _("%(player)s and %(into)s are two again: each has what they played themselves.") % names)  # fmt: skip
    return redirect("merges", club=merged.club_id)


def _merged(request: HttpRequest, form: PairForm) -> bool:
    player, into = form.cleaned_data["player"], form.cleaned_data["into"]
    try:
        key = uuid.UUID(request.POST.get("id", ""))
        player_merges.merge(player, into, by=current_user(request), id=key)
    except MergeError as error:
        form.add_error(None, _(str(error)))
        return False
    except (IdTakenError, ValueError):
        form.add_error(None, _("This form was saved already, with something else in it."))
        return False
    tasks.wake_up()
    names = {"player": player, "into": into}
    messages.success(request, _("%(player)s is %(into)s from now on.") % names)
    return True


def _pair(player: Player, into: Player) -> dict[str, Any]:
    """Return what each of the two has played, and the sessions in which both sat."""
    both = (
        player_merges.shared_sessions(player, into)
        .annotate(day=standings_scope.day_of(""))
        .order_by("-day", "pk")
    )
    return {
        "player": player,
        "into": into,
        "sides": [_played(player), _played(into)],
        "both": both[:BOTH],
    }


def _played(player: Player) -> dict[str, Any]:
    """Return what somebody has played, under every name that was merged into theirs."""
    everybody = player_merges.identities_of(player)
    theirs = Session.objects.filter(seats__player__in=everybody)
    sat: Any = Session.objects.filter(pk__in=theirs.values("pk")).annotate(
        day=standings_scope.day_of("")
    )
    names = dict(variant_choices())
    others = Player.objects.filter(pk__in=everybody - {player.pk})
    return {
        "player": player,
        "counted": sat.aggregate(sessions=Count("pk"), first=Min("day"), last=Max("day")),
        "games": [names.get(one, one) for one in sat.order_by("variant").values_list("variant", flat=True).distinct()],
        "last": sat.order_by("-day", "pk")[:LAST],
        "others": [other.name for other in others],
    }  # fmt: skip
