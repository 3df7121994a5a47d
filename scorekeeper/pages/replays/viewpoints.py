"""The views of a hand: whose cards are visible, and which version of the record."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from itertools import pairwise
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.models import Hand, HandRevision, Kind
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.replays.perspective import TABLE, Perspective

MAX_DIGITS = 6  # of a number in an address
WRITTEN = frozenset({Kind.RECORDED, Kind.APPENDED})
"""Kinds of revisions that only add; the others change the record."""


@dataclass(frozen=True)
class ViewChoice:
    """One line of a list of links."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class Version:
    """A version of the record, with the reason of the change after it."""

    revision: HandRevision
    text: str
    is_now: bool


def parse_view(request: HttpRequest, hand: Hand, names: Names) -> Perspective:
    """Parse the view from the query string.  Raises Http404 for an unknown seat or version."""
    seat, version = request.GET.get("seat", ""), request.GET.get("version", "")
    number = TABLE if seat == "table" else parse_number(seat) if seat else None
    if number is not None and number != TABLE and number not in names:
        raise Http404
    if not version:
        return Perspective(seat=number)
    revision = hand.revisions.filter(number=parse_number(version)).first()
    if revision is None or hidden_cards.hides_past_tricks(hand, request.user):
        raise Http404  # an earlier version ends with a trick that is past now (G36)
    return Perspective(seat=number, revision=None if revision.pk == hand.head_id else revision)


def parse_number(text: str) -> int:
    """Parse a number from an address.  Raises Http404."""
    if not text.isascii() or not text.isdigit() or len(text) > MAX_DIGITS:
        raise Http404
    return int(text)


def query_of(view: Perspective) -> str:
    """Return the view as the beginning of a query string, ending in ``&`` unless empty."""
    params = {}
    if view.seat is not None:
        params["seat"] = "table" if view.seat == TABLE else str(view.seat)
    if view.revision is not None:
        params["version"] = str(view.revision.number)
    return urlencode(params) + "&" if params else ""


def seats(view: Perspective, names: Names) -> list[ViewChoice]:
    """Return the views by seat as links."""
    rows = [("", None, _("every known card")), ("table", TABLE, _("no hidden cards"))]
    rows += [
        (str(seat), seat, _("what %(name)s knows") % {"name": name}) for seat, name in names.items()
    ]
    return [ViewChoice(value, text, view.seat == seat) for value, seat, text in rows]


def versions(hand: Hand, person: Person) -> list[Version]:
    """Return the current version and the one before each change, newest first.

    Empty if nothing was changed, or if past tricks are hidden from the person (G36).
    """
    if hidden_cards.hides_past_tricks(hand, person):
        return []
    revisions = list(hand.revisions.defer("content", "text").order_by("number"))
    changed = [(one, two) for one, two in pairwise(revisions) if two.kind not in WRITTEN]
    if not changed:
        return []
    latest = revisions[-1]
    by_revision = {latest.pk: Version(latest, _("current version"), is_now=True)}
    for before, after in reversed(changed):
        by_revision.setdefault(
            before.pk, Version(before, _version_text(after, hand.club.zone), is_now=False)
        )
    return list(by_revision.values())


def choices(versions: Sequence[Version], view: Perspective) -> list[ViewChoice]:
    """Return the versions as links."""
    return [
        ViewChoice(
            "" if version.is_now else str(version.revision.number),
            version.text,
            version.revision == view.revision or (version.is_now and view.revision is None),
        )
        for version in versions
    ]


def _version_text(change: HandRevision, zone: tzinfo) -> str:
    words = {
        Kind.RULED: _("before the ruling of %(date)s"),
        Kind.VOIDED: _("before it was declared void on %(date)s"),
    }
    text = words.get(Kind(change.kind), _("before the correction of %(date)s"))
    when = text % {"date": date_format(localtime(change.at, zone), "SHORT_DATETIME_FORMAT")}
    if not change.reason:
        return when
    return _("%(when)s: %(why)s") % {"when": when, "why": change.reason}
