"""Rulings that changed somebody's points or place, as the first page tells them, until they were opened."""

from itertools import islice
from typing import NamedTuple

from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.disputes import ruling_notices
from scorekeeper.models import Dispute, User
from scorekeeper.pages.display.numbers import signed

OPENED = "rulings_opened"  # with what is kept while somebody is signed in
KEPT = 100


class News(NamedTuple):
    """A ruling in a line."""

    dispute: Dispute
    line: str


def news(request: HttpRequest, user: User, *, most: int) -> list[News]:
    """The newest rulings that changed one's points or place and were not opened here."""
    told = ruling_notices.told_to(user, known=request.session.get(OPENED, []))
    return [News(one.ruling.dispute, _line(one)) for one in islice(told, most)]


def opened(request: HttpRequest, dispute: Dispute) -> None:
    """Somebody has read the ruling: it is not told again while they stay signed in."""
    ruling = getattr(dispute, "ruling", None)
    if ruling is None or ruling.at < timezone.now() - ruling_notices.TOLD_FOR:
        return
    known = request.session.get(OPENED, [])
    if request.user.is_authenticated and str(ruling.pk) not in known:
        request.session[OPENED] = [*known, str(ruling.pk)][-KEPT:]


def _line(told: ruling_notices.Told) -> str:
    hand, change = told.ruling.dispute.hand, told.change
    day = hand.session.played_on or timezone.localdate(hand.session.created_at)
    points = _("you %(points)s") % {"points": signed(change.points)} if change.points else ""
    place = _("you are in place %(place)d now") % {"place": change.place} if change.place else ""
    about = {
        "number": hand.position,
        "day": date_format(day, "MONTH_DAY_FORMAT"),
        "what": ", ".join(filter(None, (points, place))),
    }
    return _("Ruling on hand %(number)d of %(day)s: %(what)s") % about
