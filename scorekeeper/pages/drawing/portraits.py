"""The picture that a player chose, or else their monogram, beside the name on a page.

Pictures, paper, the projector and the overlay have monograms only.
"""

from uuid import UUID

from django import template
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.access import Person
from scorekeeper.clubs import pictures
from scorekeeper.clubs.pictures import ShownPicture
from scorekeeper.models import Club
from scorekeeper.pages.drawing.monograms import SIZE, disc, monogram

register = template.Library()


class Portraits:
    """The pictures of players whom the reader of a page may see; those of a club are read with its first name on the page."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._by_club: dict[UUID, dict[str, ShownPicture]] = {}

    def find(self, club: UUID, name: str) -> ShownPicture | None:
        """Return the picture of the club's player with this name, or None."""
        if club not in self._by_club:
            self._by_club[club] = pictures.shown_to(self._person, club)
        return self._by_club[club].get(name)


def portraits(request: HttpRequest) -> dict[str, Portraits]:
    """Context processor for `portrait`."""
    return {"portraits": Portraits(getattr(request, "user", AnonymousUser()))}


@register.simple_tag(takes_context=True)
def portrait(context: Context, name: object, club: Club | None) -> SafeString:
    """Return the picture of a club's player, or the monogram; the name has to stand beside it, for screen readers this is nothing.

    The monogram lies below the picture, so that it is there while the picture is loaded, and where it is not.  ``club`` is empty
    where people play who belong to none.
    """
    shown = context["portraits"].find(club.pk, str(name)) if club else None
    if shown is None:
        return monogram(name)
    return format_html(
        '<span class="monogram" aria-hidden="true"><svg viewBox="0 0 {size} {size}">{}</svg>'
        '<img src="{}" alt="" width="{size}" height="{size}" loading="lazy"></span>',
        mark_safe(disc(str(name))),  # noqa: S308 - drawn here
        reverse("picture-file", args=[shown.player, shown.digest]),
        size=SIZE,
    )
