"""Notices on the home page about rulings that changed the user's points or place, until the user opens them."""

from itertools import islice

from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.disputes import ruling_notices
from scorekeeper.models import Dispute, User
from scorekeeper.pages.display.numbers import signed

OPENED = "rulings_opened"  # key in the browser session
MOST_OPENED = 100  # ids


def news(request: HttpRequest, user: User, *, most: int) -> list[tuple[Dispute, str]]:
    """Return the newest rulings that changed the user's points or place, without those already opened, each with a notice."""
    notices = ruling_notices.notices_for(user, read=request.session.get(OPENED, []))
    return [(notice.ruling.dispute, _line(notice)) for notice in islice(notices, most)]


def opened(request: HttpRequest, dispute: Dispute) -> None:
    """Mark the ruling as read until this user signs out."""
    ruling = getattr(dispute, "ruling", None)
    if ruling is None or ruling.at < timezone.now() - ruling_notices.NOTICE_PERIOD:
        return
    known = request.session.get(OPENED, [])
    if request.user.is_authenticated and str(ruling.pk) not in known:
        request.session[OPENED] = [*known, str(ruling.pk)][-MOST_OPENED:]


def _line(notice: ruling_notices.RulingNotice) -> str:
    hand, change = notice.ruling.dispute.hand, notice.change
    day = hand.session.played_on or hand.session.day_entered
    points = _("you %(points)s") % {"points": signed(change.points)} if change.points else ""
    place = _("you are now in place %(place)d") % {"place": change.place} if change.place else ""
    about = {
        "number": hand.position,
        "day": date_format(day, "MONTH_DAY_FORMAT"),
        "what": ", ".join(filter(None, (points, place))),
    }
    return _("Ruling on hand %(number)d of %(day)s: %(what)s") % about
