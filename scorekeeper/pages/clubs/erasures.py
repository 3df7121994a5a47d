"""Pages to erase a player: what goes and what stays, confirmed by typing the name."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper import erasure, workers
from scorekeeper.access import Action
from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Erasure, Player
from scorekeeper.pages.permissions import current_user, get_club, get_player, require_permission
from scorekeeper.sessions import corrections


class ErasurePlayerForm(forms.Form):
    """The player to erase."""

    player = forms.ModelChoiceField(
        Player.objects.none(), label=gettext_lazy("Player"), empty_label=gettext_lazy("choose …")
    )

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        field = self.fields["player"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = club.players.filter(erasure=None).order_by("name")


class ConfirmNameForm(forms.Form):
    """The name, typed again."""

    confirm = forms.CharField(
        label=gettext_lazy("The name, exactly as shown above"),
        max_length=200,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


@require_safe
def erasures(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the erasures of a club, and choose a player to erase."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.ERASE, club_row):
        return response
    form = ErasurePlayerForm(club_row, request.GET if "player" in request.GET else None)
    if form.is_bound and form.is_valid():
        return redirect("erase-player", player=form.cleaned_data["player"].pk)
    rows = Erasure.objects.filter(club=club_row).select_related("player", "by", "progress")
    unfinished = Erasure.objects.filter(club=club_row, progress__left__gt=0)
    context = {
        "club": club_row,
        "form": form,
        "rows": rows.order_by("-at"),
        "open": unfinished.exists(),
    }
    return render(request, "office/erasures.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, player: UUID) -> HttpResponseBase:
    """Show what goes and what stays, and erase the player once the name is typed."""
    player_row = get_player(request, player)
    if response := require_permission(request, Action.ERASE, player_row.club):
        return response
    form = ConfirmNameForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and (erased := _erase(request, player_row, form)):
        name = {"name": erased.player.name}
        messages.success(
            request,
            _("The name has been erased permanently. The player is now called %(name)s.") % name,
        )
        return redirect("erasures", club=player_row.club_id)
    identities = player_merges.identities_of(player_row)
    context = {
        "player": player_row,
        "club": player_row.club,
        "form": form,
        "others": Player.objects.filter(pk__in=identities - {player_row.pk}, erasure=None),
        "sessions": len(corrections.sessions_ever_of(identities)),
        "kept": erasure.find_kept_names(player_row),
        "is_erased": Erasure.objects.filter(player=player_row).exists(),
    }
    return render(request, "office/erase.html", context, status=422 if form.errors else 200)


def _erase(request: HttpRequest, player: Player, form: ConfirmNameForm) -> Erasure | None:
    try:
        row, _is_new = erasure.erase(
            player, confirm=form.cleaned_data["confirm"], by=current_user(request)
        )
    except erasure.ErasureNotConfirmedError:
        form.add_error(
            "confirm",
            _("This is not the name, so nothing was erased. Type the name exactly as shown."),
        )
        return None
    workers.wake_up()
    return row
