"""The page to choose the picture of a player, and the picture itself."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.clubs import picture_files, pictures, player_merges
from scorekeeper.clubs.picture_files import BadPictureError
from scorekeeper.models import Erasure, Player, PlayerPicture
from scorekeeper.pages.permissions import current_user, get_player, require_permission

FOREVER = "private, max-age=31536000, immutable"
"""Its address has the digest of its content, and another picture has another address."""
REMOVE = "remove"


class PictureForm(forms.Form):
    """A new picture of a player."""

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        allow_empty_file=True,  # refused with the others, in the same words
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=gettext_lazy(
            "PNG, JPEG or WebP, at most 5 MB. Only the square in the middle is kept, in small, without the place and time of a photo."
        ),
    )

    def clean_picture(self) -> bytes:
        """Return the content of the file."""
        file: UploadedFile[bytes] = self.cleaned_data["picture"]
        if (file.size or 0) > picture_files.MOST_BYTES:
            raise BadPictureError("too-large")
        content: bytes = file.read()
        return content


@require_http_methods(["GET", "HEAD", "POST"])
def player_picture(request: HttpRequest, player: UUID) -> HttpResponseBase:
    """Choose or remove the picture of a player."""
    row = get_player(request, player)
    survivors = player_merges.surviving_players(row.club_id)
    if row.pk in survivors:
        return redirect("player-picture", player=survivors[row.pk])
    if response := _require_permission(request, row):
        return response
    if request.method == "POST" and request.POST.get("do") == REMOVE:
        pictures.remove(row, by=current_user(request))
        messages.success(request, _("The picture has been removed."))
        return redirect("player", player=row.pk)
    is_sent = request.method == "POST"
    form = PictureForm(request.POST, request.FILES) if is_sent else PictureForm()
    is_erased = Erasure.objects.filter(player=row).exists()
    if not is_erased and form.is_valid() and _save(request, row, form):
        return redirect("player", player=row.pk)
    context = {
        "club": row.club,
        "player": row,
        "form": form,
        "is_erased": is_erased,
        "has_picture": PlayerPicture.objects.filter(player=row).exists(),
    }
    status = 409 if is_erased else 422 if form.errors else 200
    return render(request, "players/picture.html", context, status=status)


def _require_permission(request: HttpRequest, player: Player) -> HttpResponseBase | None:
    """Return None for somebody who may choose the picture, else what `require_permission` returns."""
    if access.may_choose_picture(request.user, player):
        return None
    return require_permission(request, Action.KEEP_PLAYERS, player.club)


def _save(request: HttpRequest, player: Player, form: PictureForm) -> bool:
    try:
        pictures.put(player, form.cleaned_data["picture"], by=current_user(request))
    except ValidationError as error:
        form.add_error("picture", error)
        return False
    messages.success(request, _("The picture has been saved."))
    return True


@require_safe
def picture_file(request: HttpRequest, player: UUID, digest: str) -> HttpResponse:
    """Return the picture of a player whom the reader may see."""
    visible = PlayerPicture.objects.filter(player__in=access.players_seen_by(request.user))
    row = get_object_or_404(visible, player=player, digest=digest)
    headers = {"Cache-Control": FOREVER}
    return HttpResponse(bytes(row.content), content_type="image/webp", headers=headers)
