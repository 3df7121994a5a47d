"""How the record of a hand came to be: who wrote what, when and why, and who agreed."""

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
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.adjudication.record_parts import Keys
from scorekeeper.hands import amendment_form
from scorekeeper.hands.amendments import Operation
from scorekeeper.models import Cause, Hand, HandRevision, Kind, Transcript
from scorekeeper.pages.display import changes_table
from scorekeeper.pages.permissions import hand_seen
from scorekeeper.sessions import document as session_document

EVENTS = "events"
PAGE = 30  # revisions
KINDS = {
    Kind.RECORDED: gettext_lazy("written down"),
    Kind.APPENDED: gettext_lazy("played on"),
    Kind.AMENDED: gettext_lazy("corrected"),
    Kind.RULED: gettext_lazy("ruled on"),
    Kind.VOIDED: gettext_lazy("declared void"),
}
CAUSES = {
    Cause.TRANSCRIPTION_FIX: gettext_lazy("It was written down wrongly"),
    Cause.RULING: gettext_lazy("A referee’s ruling"),
    Cause.RULE_CORRECTION: gettext_lazy("The rules were applied wrongly"),
    Cause.ADJUSTMENT: gettext_lazy("Points given or taken"),
}


class Step(NamedTuple):
    """One revision, and what is otherwise in it."""

    revision: HandRevision
    kind: str
    cause: str
    changes: list[str]
    agreed: list[str]
    stands: bool


@require_safe
def history(request: HttpRequest, hand: UUID) -> HttpResponse:
    """The revisions of a hand, the newest first."""
    shown = hand_seen(request, hand)
    names = session_document.names_of(shown.session)
    rows = list(
        shown.revisions.select_related("by")
        .prefetch_related("confirmations__by")
        .order_by("number")
    )
    sheets = [hidden_cards.sheet_for(shown, request.user, revision=row) for row in rows]
    told = [list(changes(*pair, names)) for pair in pairwise([{}, *sheets])]
    steps = [
        Step(
            revision=row,
            kind=str(KINDS.get(Kind(row.kind), row.kind)),
            cause=str(CAUSES[Cause(row.cause)]) if row.cause else "",
            changes=said,
            agreed=[one.by.get_username() for one in row.confirmations.all()],
            stands=row.pk == shown.head_id,
        )
        for row, said in zip(rows, told, strict=True)
    ]
    context = {
        "hand": shown,
        "session": shown.session,
        "club": shown.club,
        "page": Paginator(steps[::-1], PAGE).get_page(request.GET.get("page")),
        "names_people": access.may(request.user, Action.SEE, shown.club),
        "logs": _logs(request, shown),
        "may_amend": access.may(request.user, Action.AMEND, shown.club),
    }
    return render(request, "hands/history.html", context)


def _logs(request: HttpRequest, hand: Hand) -> QuerySet[Transcript]:
    """What others logged of the same hand, for those who make one record of both."""
    may = access.may(request.user, Action.TRANSCRIBE, hand.club)
    return hand.transcripts.select_related("by") if may else hand.transcripts.none()


def changes(before: Keys, after: Keys, names: Mapping[int, str]) -> Iterator[str]:
    """What is otherwise in a record, a line each."""
    yield from _events(before.get(EVENTS) or [], after.get(EVENTS) or [], names)
    for key in {**before, **after}:
        if key == EVENTS or referee.canonical(before.get(key)) == referee.canonical(after.get(key)):
            continue
        said = {"key": key.replace("_", " "), "was": in_short(before.get(key)), "now": in_short(after.get(key))}  # fmt: skip
        if key not in before:
            yield _("%(key)s: %(now)s") % said
        elif key not in after:
            yield _("%(key)s, no longer: %(was)s") % said
        else:
            yield _("%(key)s: %(now)s; before: %(was)s") % said


def _events(before: Any, after: Any, names: Mapping[int, str]) -> Iterator[str]:
    if after[: len(before)] == before:
        if more := len(after) - len(before):
            yield ngettext("%(n)d event more", "%(n)d events more", more) % {"n": more}
        return
    for change in amendment_form.changes_of_lines(before, amendment_form.as_text(after)):
        was = before[change.event - 1] if change.event <= len(before) else ""
        said = {
            "event": change.event,
            "was": changes_table.deed(was, names),
            "now": changes_table.deed(change.text, names),
        }
        if change.operation is Operation.REPLACE:
            yield _("event %(event)d: %(now)s; before: %(was)s") % said
        elif change.operation is Operation.REMOVE:
            yield _("event %(event)d taken out: %(was)s") % said
        else:
            yield _("new before event %(event)d: %(now)s") % said


def in_short(value: Any) -> str:
    """A value of a record, short."""
    if isinstance(value, list):
        return ", ".join(map(in_short, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {in_short(one)}" for key, one in value.items())
    return "?" if value is None else str(value)
