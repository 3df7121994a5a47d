"""Links to share a moment: the page, pictures, the moving picture, code to embed, and what other sites show of a link."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.models import Hand
from scorekeeper.pages.replays import moving_pictures, viewpoints
from scorekeeper.pages.replays.context import WatchedHand
from scorekeeper.pages.replays.moments import ReplayMoment
from scorekeeper.pages.replays.timeline import ReplayTimeline


def title_of(watched: WatchedHand) -> str:
    """Return the game and the number of the hand."""
    return _("%(game)s, hand %(number)s") % {
        "game": watched.hand.session.get_variant_display(),
        "number": watched.answer.get("number", watched.hand.position),
    }


def share_links(
    request: HttpRequest, watched: WatchedHand, timeline: ReplayTimeline, moment: ReplayMoment
) -> dict[str, Any]:
    """Return the context of the links to one moment and to the whole hand."""
    hand, query = watched.hand.pk, viewpoints.query_of(watched.view)
    whole = reverse("hand-animation", args=[hand])
    return {
        "page": request.build_absolute_uri(reverse("hand", args=[hand])),
        "animation": f"{whole}?{query}".rstrip("?&"),
        "trick_animation": f"{whole}?{query}around={moment.event}",
        "overlay": request.build_absolute_uri(reverse("hand-overlay", args=[hand])),
        "session_overlay": request.build_absolute_uri(
            reverse("session-overlay", args=[watched.hand.session_id])
        ),
        "has_moves": timeline.last > timeline.first,
        "moving": moving_pictures.find_address(watched.hand, watched.view),
    }


def open_graph(
    request: HttpRequest, watched: WatchedHand, moment: ReplayMoment
) -> dict[str, list[tuple[str, str]]]:
    """Return the properties by which other sites show a link to a public hand."""
    hand, query = watched.hand, viewpoints.query_of(watched.view)
    site = request.build_absolute_uri
    picture = reverse("hand-png", args=[hand.pk, moment.event])
    players = ", ".join(str(name) for name in watched.names.values())
    properties = [
        ("og:type", "article"),
        ("og:site_name", _("Scorekeeper")),
        ("og:title", f"{title_of(watched)} – {_day_of(hand)}"),
        ("og:description", f"{moment.sentence} {players}"),
        ("og:url", site(f"{reverse('hand', args=[hand.pk])}?{query}event={moment.event}")),
        ("og:image", site(f"{picture}?{query}".rstrip("?&"))),
        ("og:image:type", "image/png"),
        ("og:image:alt", moment.sentence),
    ]
    return {"open_graph": properties}


def _day_of(hand: Hand) -> str:
    from_session = hand.session.played_on or hand.session.day_entered
    return from_session.isoformat()
