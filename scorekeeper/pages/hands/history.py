"""The history of a hand: its revisions with their authors, reasons and changes, and who confirmed them."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

import referee
from referee import JsonObject
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.hands import amendment_form
from scorekeeper.hands.amendments import Operation
from scorekeeper.models import Hand, HandRevision, Transcript
from scorekeeper.pages.display import changes_table, revision_text
from scorekeeper.pages.display.cards import format_cards
from scorekeeper.pages.hands import sheet_fields
from scorekeeper.pages.permissions import get_hand
from scorekeeper.sessions.document import names_of

EVENTS = "events"
CARDS = frozenset({"dealt", "left"})
LABELS = {
    "dealt": gettext_lazy("Cards that were dealt"),
    "left": gettext_lazy("Cards that were left"),
    **sheet_fields.LABELS,
    "note": gettext_lazy("Note"),
    "adjustments": gettext_lazy("Adjustments"),
    "rulings": gettext_lazy("Rulings"),
}
"""Keys of a record in words; the others are written as they are."""
PAGE = 30  # revisions


class RevisionRow(NamedTuple):
    """One revision, and how it differs from the one before."""

    revision: HandRevision
    kind: str
    cause: str
    changes: list[str]
    agreed: list[str]
    stands: bool


@require_safe
def history(request: HttpRequest, hand: UUID) -> HttpResponse:
    """Show the revisions of a hand, newest first."""
    row = get_hand(request, hand)
    names = names_of(row.session)
    revisions = list(
        row.revisions.select_related("by").prefetch_related("confirmations__by").order_by("number")
    )
    records = [hidden_cards.record_for(row, request.user, revision=each) for each in revisions]
    changed = [list(changes(*pair, names)) for pair in pairwise([{}, *records])]
    steps = [
        RevisionRow(
            revision=revision,
            kind=revision_text.kind_of(revision),
            cause=revision_text.cause_of(revision),
            changes=lines,
            agreed=[one.by.get_username() for one in revision.confirmations.all()],
            stands=revision.pk == row.head_id,
        )
        for revision, lines in zip(revisions, changed, strict=True)
    ]
    context = {
        "hand": row,
        "session": row.session,
        "club": row.club,
        "page": Paginator(steps[::-1], PAGE).get_page(request.GET.get("page")),
        "names_people": access.may(request.user, Action.SEE, row.club),
        "logs": _logs(request, row),
        "may_amend": access.may(request.user, Action.AMEND, row.club),
    }
    return render(request, "hands/history.html", context)


def _logs(request: HttpRequest, hand: Hand) -> QuerySet[Transcript]:
    """Return the second logs of a hand, for those who may merge them."""
    may = access.may(request.user, Action.TRANSCRIBE, hand.club)
    return hand.transcripts.select_related("by") if may else hand.transcripts.none()


def changes(before: JsonObject, after: JsonObject, names: Mapping[int, str]) -> Iterator[str]:
    """List the differences between two versions of a record, one line per difference."""
    yield from _events(before.get(EVENTS) or [], after.get(EVENTS) or [], names)
    for key in {**before, **after}:
        if key == EVENTS or referee.canonical(before.get(key)) == referee.canonical(after.get(key)):
            continue
        was, now = (in_short(_readable(key, value.get(key))) for value in (before, after))
        params = {"key": LABELS.get(key) or key.replace("_", " "), "was": was, "now": now}
        if key not in before:
            yield _("%(key)s: %(now)s") % params
        elif key not in after:
            yield _("%(key)s removed: %(was)s") % params
        else:
            yield _("%(key)s: %(now)s; before: %(was)s") % params


def _events(before: Any, after: Any, names: Mapping[int, str]) -> Iterator[str]:
    if after[: len(before)] == before:
        if more := len(after) - len(before):
            yield ngettext("%(n)d move added", "%(n)d moves added", more) % {"n": more}
        return
    for change in amendment_form.diff_events(before, amendment_form.events_as_text(after)):
        was = before[change.event - 1] if change.event <= len(before) else ""
        params = {
            "event": change.event,
            "was": changes_table.event_words(was, names),
            "now": changes_table.event_words(change.text, names),
        }
        if change.operation is Operation.REPLACE:
            yield _("move %(event)d: %(now)s; before: %(was)s") % params
        elif change.operation is Operation.REMOVE:
            yield _("move %(event)d removed: %(was)s") % params
        else:
            yield _("inserted before move %(event)d: %(now)s") % params


def _readable(key: str, value: Any) -> Any:
    """Write the cards of lists of cards as people read them."""
    if key not in CARDS or not isinstance(value, list):
        return value
    return " · ".join(format_cards(each) if isinstance(each, str) else "?" for each in value)


def in_short(value: Any) -> str:
    """Return a value of a record as short text."""
    if isinstance(value, list):
        return ", ".join(map(in_short, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {in_short(one)}" for key, one in value.items())
    return "?" if value is None else str(value)
