"""From where a hand is watched: whose cards are seen, and which version of the record."""

from collections.abc import Sequence
from dataclasses import dataclass
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
from scorekeeper.replays.perspective import TABLE, View

LONGEST = 6  # digits of a number in an address
WRITTEN = frozenset({Kind.RECORDED, Kind.APPENDED})
"""Kinds of revisions that only go on; the others change what was there."""


@dataclass(frozen=True)
class Choice:
    """One line of a list to choose from."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class Version:
    """How a hand stood, and why it stands otherwise."""

    revision: HandRevision
    text: str
    is_now: bool


def view_of(request: HttpRequest, hand: Hand, names: Names) -> View:
    """What is asked for in the address.  Raises Http404 for what there is not."""
    seat, version = request.GET.get("seat", ""), request.GET.get("version", "")
    number = TABLE if seat == "table" else whole(seat) if seat else None
    if number is not None and number != TABLE and number not in names:
        raise Http404
    if not version:
        return View(seat=number)
    revision = hand.revisions.filter(number=whole(version)).first()
    if revision is None or hidden_cards.hides_past_tricks(hand, request.user):
        raise Http404  # what was written earlier ends with a trick that nobody looks at any more
    return View(seat=number, revision=None if revision.pk == hand.head_id else revision)


def whole(text: str) -> int:
    """A number in an address."""
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST:
        raise Http404
    return int(text)


def query_of(view: View) -> str:
    """The view as it stands in an address, to be followed by the event."""
    asked = {}
    if view.seat is not None:
        asked["seat"] = "table" if view.seat == TABLE else str(view.seat)
    if view.revision is not None:
        asked["version"] = str(view.revision.number)
    return urlencode(asked) + "&" if asked else ""


def seats(view: View, names: Names) -> list[Choice]:
    """Whose cards may be seen."""
    rows = [("", None, _("every known card")), ("table", TABLE, _("nobody’s cards"))]
    rows += [(str(seat), seat, _("what %(name)s knows") % {"name": name}) for seat, name in names.items()]  # fmt: skip
    return [Choice(value, text, view.seat == seat) for value, seat, text in rows]


def versions(hand: Hand, person: Person) -> list[Version]:
    """The versions worth looking at, newest first: what stands now, and what stood before each change."""
    if hidden_cards.hides_past_tricks(hand, person):
        return []
    known = list(hand.revisions.defer("content", "text").order_by("number"))
    changed = [(one, two) for one, two in pairwise(known) if two.kind not in WRITTEN]
    if not changed:
        return []
    found = {known[-1].pk: Version(known[-1], _("as it stands now"), is_now=True)}
    for before, after in reversed(changed):
        found.setdefault(before.pk, Version(before, _until(after), is_now=False))
    return list(found.values())


def choices(versions: Sequence[Version], view: View) -> list[Choice]:
    """The versions as a list to choose from."""
    return [
        Choice(
            "" if version.is_now else str(version.revision.number),
            version.text,
            version.revision == view.revision or (version.is_now and view.revision is None),
        )
        for version in versions
    ]


def _until(change: HandRevision) -> str:
    words = {
        Kind.RULED: _("before the ruling of %(date)s"),
        Kind.VOIDED: _("before it was made void on %(date)s"),
    }
    text = words.get(Kind(change.kind), _("before the correction of %(date)s"))
    said = text % {"date": date_format(localtime(change.at), "SHORT_DATETIME_FORMAT")}
    if not change.reason:
        return said
    return _("%(when)s: %(why)s") % {"when": said, "why": change.reason}
