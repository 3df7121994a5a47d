"""A session on paper: a score sheet to fill in, results to sign, and the rules."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import referee
from referee.spreadsheets.points import ONLY_POINTS
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.hands import recording
from scorekeeper.journal import sealing
from scorekeeper.models import Hand, Link, Result, Session
from scorekeeper.pages.display import house_rules
from scorekeeper.pages.display.changes_table import event_words
from scorekeeper.pages.display.referee_messages import points
from scorekeeper.pages.display.score_rows import adjustments
from scorekeeper.pages.disputes.detail import DECISIONS
from scorekeeper.pages.permissions import get_session
from scorekeeper.pages.print import code_notes
from scorekeeper.pages.rules import rulebooks
from scorekeeper.pages.sessions.views import known_totals, score_rows
from scorekeeper.sessions.document import names_of
from scorekeeper.sessions.links import log_path, qr_svg, token_of
from scorekeeper.sessions.score_sheet import build_score_sheet

PAGE, MOST = 16, 60  # hands: by default, at most
SHORT = 12  # digits of a digest
LENGTHS = ("hands_per_match", "rounds")
"""House rules with the number of hands."""


NOT_COUNTED = {
    "annulled": gettext_lazy("The hand is annulled"),
    "void": gettext_lazy("This hand is void"),
}
"""Why a hand does not count, by the key of its record that gives the reason."""


class SheetForm(forms.Form):
    """The number of hands on the sheet, and the link behind its QR code."""

    hands = forms.IntegerField(label=gettext_lazy("Hands"), min_value=1, max_value=MOST)
    link = forms.ChoiceField(label=gettext_lazy("The code opens the logger"), required=False)

    def __init__(self, links: list[Link], *, usual: int, data: Any) -> None:
        super().__init__({"hands": usual, "link": "", **data})
        named = [
            (
                str(link.pk),
                _("for anybody who scans it, with the link “%(label)s”")
                % {"label": link.label or "?"},
            )
            for link in links
        ]
        self.fields["link"].choices = [("", _("for members who sign in")), *named]  # type: ignore[attr-defined]  # a ChoiceField


class RefereeDecision(NamedTuple):
    """An adjustment or a ruling by a human referee."""

    hand: int
    event: int | None
    play: str  # the play that was ruled on, in words; empty if the decision is about the whole hand
    what: str
    reason: str


@never_cache
@require_safe
def score_sheet(request: HttpRequest, session: UUID) -> HttpResponse:
    """Print a score sheet to fill in from the next hand on, with a QR code that opens the logger."""
    row = get_session(request, session)
    links = _links(request, row)
    carried = recording.next_carry(row)
    first = carried.number  # as players count: void hands have none
    form = SheetForm(links, usual=_usual_hands(row, first), data=request.GET.dict())
    is_valid = form.is_valid()
    hands = form.cleaned_data["hands"] if is_valid else PAGE
    chosen = next(
        (one for one in links if is_valid and str(one.pk) == form.cleaned_data["link"]), None
    )
    address = request.build_absolute_uri(_logger(row, chosen))
    context = {
        **_header(row),
        "form": form,
        "numbers": range(first, first + hands),
        "carried": _carried(carried.totals),
        "melding": referee.rules_for(row.variant).sheet is referee.SheetKind.MELDS,
        "qr": qr_svg(address),
        "address": request.build_absolute_uri(reverse("log-session", args=[row.pk])),
        "through_link": chosen,
    }
    return render(request, "print/score_sheet.html", context, status=200 if is_valid else 422)


@require_safe
def results(request: HttpRequest, session: UUID) -> HttpResponse:
    """Print the results of a session, to be signed."""
    row = get_session(request, session)
    sheet = build_score_sheet(row, request.user)
    names = {seat.number: seat.name for seat in sheet.seats}
    address = request.build_absolute_uri(reverse("session", args=[row.pk]))
    unfinished, totals = known_totals(sheet)
    decisions = [*_referee_decisions(request, row, names)]
    built_from = Result.objects.values_list("input_digest", flat=True).get(session=row)
    context = {
        **_header(row, names),
        "sheet": sheet,
        "rows": score_rows(sheet),
        "totals": [points(total, signed=False) for total in totals],
        "totals_before": unfinished.number if unfinished else None,
        "winners": [names[seat] for seat in sheet.winners],
        "adjustments": [one for kind, one in decisions if kind == "adjustment"],
        "rulings": [one for kind, one in decisions if kind == "ruling"],
        **code_notes.of_session(request, row),
        "qr": qr_svg(address),
        "address": address,
        "revision": row.head.number,
        "digest": short_digest(built_from),
        "journal": sealing.find_head(row.club_id),
        "now": timezone.now(),
    }
    return render(request, "print/results.html", context)


@require_safe
def rules(request: HttpRequest, session: UUID) -> HttpResponse:
    """Print the rules with the house rules of the session."""
    row = get_session(request, session)
    written = row.head.content.get("house_rules") or {}
    context = {
        **_header(row),
        "text": rulebooks.as_html(referee.rulebook(row.variant, written, _)),
    }
    return render(request, "print/rules.html", context)


def short_digest(digest: str) -> str:
    """Return the first digits of a digest, to be compared by eye."""
    return digest.removeprefix("sha256:")[:SHORT]


def _header(session: Session, names: Mapping[int, str] | None = None) -> dict[str, Any]:
    """Return the context of every sheet's header; with names by seat, where they were read already."""
    names = names_of(session) if names is None else names
    written = session.head.content.get("house_rules") or {}
    return {
        "session": session,
        "club": session.club,
        "names": list(names.values()),
        "house_rules": house_rules.describe(session.variant, written),
    }


def _usual_hands(session: Session, first: int) -> int:
    """Return the number of hands left to play if the rules limit it, else a page."""
    rules = judging.rules_of(session).house_rules
    lengths = [rules.get(name) for name in LENGTHS]
    length = next((number for number in lengths if isinstance(number, int)), None)
    return PAGE if length is None else min(max(length - first + 1, 1), MOST)


def _links(request: HttpRequest, session: Session) -> list[Link]:
    """Return the valid links that the viewer created.

    Only the creator prints a link: what is logged through it is recorded in the creator's name.
    """
    if not request.user.is_authenticated or not access.may(request.user, Action.LINK, session.club):
        return []
    links = session.links.filter(created_by=request.user, revocation=None)
    return list(links.filter(expires_at__gt=timezone.now()).order_by("-created_at", "pk"))


def _logger(session: Session, link: Link | None) -> str:
    if link is None:
        return reverse("log-session", args=[session.pk])
    return log_path(token_of(link))


def _carried(totals: Any) -> list[str]:
    """Return the carried totals as text; empty if all are 0 or unknown."""
    if totals is None or not any(totals):
        return []
    return [points(total, signed=False) for total in totals]


def _referee_decisions(
    request: HttpRequest, session: Session, names: dict[int, str]
) -> Iterator[tuple[str, RefereeDecision]]:
    """Yield adjustments and rulings, hand by hand, each with its kind."""
    hands = session.hands.select_related("head", "adjudication").order_by("position")
    known = {str(decision): str(words) for decision, words in DECISIONS.items()}
    for hand in hands:
        answer = _answer(hand, session, request)
        number = answer["number"]
        for one in adjustments(answer, names):
            yield (
                "adjustment",
                RefereeDecision(number, None, "", f"{one.name} {one.points}", one.reason),
            )
        for ruling in answer.get("rulings") or ():
            decision = str(ruling.get("decision") or "")
            reason = str(ruling.get("reason") or "")
            event = ruling.get("event")
            play = _play(answer, event, names)
            yield (
                "ruling",
                RefereeDecision(number, event, play, known.get(decision, decision), reason),
            )
        for key, why in NOT_COUNTED.items():
            if answer.get(key) and not answer.get("rulings") and answer[key] != ONLY_POINTS:
                yield "ruling", RefereeDecision(number, None, "", str(why), str(answer[key]))


def _play(answer: Any, event: int | None, names: dict[int, str]) -> str:
    """Return the play that a ruling is about, with the rule that the referee cited; empty without one."""
    judged = [one for one in answer.get("events") or () if one["event"] == event]
    return "; ".join(
        event_words(one["text"], names) + (f" ({one['rule']})" if one.get("rule") else "")
        for one in judged
    )


def _answer(hand: Hand, session: Session, request: HttpRequest) -> Any:
    hand.session = session
    return hidden_cards.visible_hand(hand, request.user).answer
