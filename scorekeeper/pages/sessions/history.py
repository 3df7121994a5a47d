"""The history of a session: its revisions, and when it was moved to another season."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from referee import JsonObject
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import judging
from scorekeeper.clubs import roster
from scorekeeper.models import AuditEntry, Season, Session, SessionRevision
from scorekeeper.pages.display import house_rules, revision_text
from scorekeeper.pages.permissions import get_session, require_permission
from scorekeeper.pages.sessions import correction_form
from scorekeeper.sessions.corrections import LABELS, ChangedText

PAGE = 30  # entries


class HistoryEntry(NamedTuple):
    """A revision of a session, or its move to another season."""

    at: datetime
    title: str
    by: str
    changes: Sequence[str]
    reason: str = ""
    stands: bool = False


@require_safe
def history(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Show members what was changed in a session, newest first: it names players who do not sit there any more."""
    row = get_session(request, session)
    if response := require_permission(request, Action.SEE, row.club):
        return response
    entries = [*_revisions(row), *_filings(row)]
    entries.sort(key=lambda entry: entry.at, reverse=True)
    context = {
        "session": row,
        "club": row.club,
        "page": Paginator(entries, PAGE).get_page(request.GET.get("page")),
        "changed_hands": row.hands.filter(head__number__gt=1).order_by("position"),
        "may_correct": access.may(request.user, Action.OPEN, row.club),
    }
    return render(request, "sessions/history.html", context)


def _revisions(session: Session) -> Iterator[HistoryEntry]:
    revisions = list(session.revisions.select_related("by").order_by("number"))
    records = [judging.session_record(revision) for revision in revisions]
    seated = {UUID(str(player)) for record in records for player in _players(record)}
    names = {str(pk): name for pk, name in roster.player_names(seated).items()}
    for revision, (before, after) in zip(revisions, pairwise([{}, *records]), strict=True):
        yield HistoryEntry(
            at=revision.at,
            title=_title(revision),
            by=revision.by.get_username(),
            changes=[*_changes(before, after, names)] if revision.number > 1 else [],
            reason=revision.reason,
            stands=revision.pk == session.head_id,
        )


def _title(revision: SessionRevision) -> str:
    params = {"number": revision.number, "what": revision_text.kind_of(revision)}
    return _("Revision %(number)s: %(what)s") % params


def _changes(before: JsonObject, after: JsonObject, names: Mapping[str, str]) -> Iterator[str]:
    labels = ((key, _text(before.get(key)), _text(after.get(key))) for key in LABELS)
    yield from correction_form.label_sentences(
        ChangedText(*label) for label in labels if label[1] != label[2]
    )
    players = [[names.get(pk, "?") for pk in _players(record)] for record in (before, after)]
    most = max(map(len, players))
    seats = zip(*([*row, *[""] * (most - len(row))] for row in players), strict=True)
    yield from correction_form.seat_sentences(
        ChangedText(str(number), was, now)
        for number, (was, now) in enumerate(seats, 1)
        if was != now
    )
    if before.get("house_rules") != after.get("house_rules"):
        rules: Any = after.get("house_rules") or {}
        text = house_rules.on_one_line(str(after["variant"]), rules)
        yield _("House rules: %(rules)s") % {"rules": text or _("the usual ones")}


def _filings(session: Session) -> Iterator[HistoryEntry]:
    """Yield the moves to another season, or out of every season."""
    acts = ("session opened", "session filed")
    log = AuditEntry.objects.filter(club=session.club_id, subject=str(session.pk), act__in=acts)
    entries = list(log.select_related("by").order_by("id"))
    filed = {entry.details.get("season") for entry in entries} - {None}
    names = {
        str(pk): name for pk, name in Season.objects.filter(pk__in=filed).values_list("pk", "name")
    }
    for before, entry in pairwise(entries):
        was, now = (_season_name(each.details.get("season"), names) for each in (before, entry))
        if before.details.get("season") != entry.details.get("season"):
            yield HistoryEntry(
                at=entry.at,
                title=_("Moved to another season") if now else _("Taken out of its season"),
                by=entry.by.get_username() if entry.by else "",
                changes=[correction_form.change_sentence(_("Season"), was, now)],
            )


def _season_name(season: Any, names: Mapping[str, str]) -> str:
    return names.get(season, _("a deleted season")) if season else ""


def _players(record: JsonObject) -> list[str]:
    players: Any = record.get("players") or []
    return [str(player) for player in players]


def _text(value: Any) -> str:
    return "" if value is None else str(value)
