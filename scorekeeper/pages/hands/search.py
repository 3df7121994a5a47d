"""*Find a hand*: the pages that search a club, a season, a player's hands, or all public hands by what happened in them."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Adjudication, Club, Player
from scorekeeper.pages.actions import sentence
from scorekeeper.pages.display.answer_types import EventAnswer
from scorekeeper.pages.display.event_text import EventLine, combination_name, event_lines
from scorekeeper.pages.display.numbers import plain
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.disputes.forms import fault_words
from scorekeeper.pages.hands.search_form import AwardForm, HandSearchForm
from scorekeeper.pages.permissions import (
    club_context,
    current_user,
    get_club,
    get_player,
    require_permission,
)
from scorekeeper.replays import hand_search
from scorekeeper.replays.hand_facts import FactKind
from scorekeeper.replays.hand_search import (
    BadCursorError,
    HandQuestion,
    MatchedHand,
    MatchedMoment,
)
from scorekeeper.sessions.document import names_in
from scorekeeper.statistics import awards
from scorekeeper.statistics.awards import TooManyAwardsError

PAGE = 20  # hands
MOST_SHOWN = 3  # moments of a hand


@dataclass(frozen=True, kw_only=True)
class ShownMoment:
    """A moment that matched, with what was played."""

    event: int
    words: str
    line: EventLine | None


@dataclass(frozen=True, kw_only=True)
class ShownHand:
    """A hand that was found, for the template."""

    matched: MatchedHand
    points: str
    moments: list[ShownMoment]
    more: int  # moments that are not shown


@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Search the hands of a club, or make the search an award."""
    row = get_club(request, club)
    context = club_context(request, row)
    if request.method == "POST":
        return _make_award(request, context, {"club": row}, row, request.get_full_path())
    return _page(request, context, {"club": row})


@require_http_methods(["GET", "HEAD", "POST"])
def of_season(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Search the hands of a season, or make the search an award."""
    visible = access.seasons_seen_by(request.user).select_related("club")
    row = get_object_or_404(visible, pk=season)
    context = club_context(request, row.club)
    if request.method == "POST":
        address = f"{reverse('season-highlights', args=[row.pk])}#awards"
        return _make_award(request, context, {"season": row}, row.club, address)
    return _page(request, context, {"season": row})


@require_safe
def of_player(request: HttpRequest, player: UUID) -> HttpResponse:
    """Search the hands at whose table a player sat."""
    row = get_player(request, player)
    context = club_context(request, row.club)
    return _page(request, context, {"player": row})


@require_safe
def public(request: HttpRequest) -> HttpResponse:
    """Search the public hands of all clubs."""
    return _page(request, {}, {})


def _make_award(
    request: HttpRequest,
    context: dict[str, Any],
    parts: dict[str, Any],
    club: Club,
    address: str,
) -> HttpResponseBase:
    """Make the search of the address an award, and go on to ``address``."""
    if response := require_permission(request, Action.KEEP_SEASONS, club):
        return response
    search = HandSearchForm(request.GET, _players(request, HandQuestion(**parts)))
    question = search.question(**parts)
    form = AwardForm(request.POST)
    if reason := _no_award(search, question):
        form.add_error(None, reason)
    if form.is_valid():
        name, pk = form.cleaned_data["name"], form.cleaned_data["id"]
        try:
            award, _is_new = awards.make(club, name, question, by=current_user(request), id=pk)
        except ValidationError as error:
            form.add_error(None, error.messages)
        except (TooManyAwardsError, IdTakenError) as error:
            form.add_error(None, sentence(error))
        else:
            done = _("The highlights of each season name from now on who wins “%(name)s”.")
            messages.success(request, done % {"name": award.name})
            return redirect(address)
    return _page(request, context, parts, award_form=form)


def _page(
    request: HttpRequest,
    context: dict[str, Any],
    parts: dict[str, Any],
    award_form: AwardForm | None = None,
) -> HttpResponse:
    """Show a search and the hands that it finds; with an award that could not be made it is 422."""
    scope = HandQuestion(**parts)
    club = scope.only_club
    form = HandSearchForm(request.GET, _players(request, scope))
    question = form.question(**parts)
    try:
        page = hand_search.find(
            question, request.user, after=request.GET.get("after", ""), most=PAGE
        )
    except BadCursorError as error:
        raise Http404 from error
    if club is not None and context.get("is_member"):
        waiting = hand_search.count_waiting(club)
    else:  # the number would tell of private hands
        waiting = hand_search.is_waiting(club)
    context |= {
        "player": scope.player,
        "season": scope.season,
        "of": (scope.player or scope.season or club or Club()).name,
        "form": form,
        "hands": _shown(page.hands, names_are_known=club is not None),
        "after": page.after,
        "waiting": waiting,
        "loosened": form.loosened(),
        "first": not request.GET.get("after"),
        "api": request.build_absolute_uri(_api_address(scope)),
        "award_form": award_form or AwardForm(),
        "no_award": _no_award(form, question),
        "may_award": _may_award(request, scope) and bool(form.described()),
    }
    return render(request, "hands/search.html", context, status=422 if award_form else 200)


def _no_award(form: HandSearchForm, question: HandQuestion) -> str:
    """Return why a search cannot be an award; empty if it can."""
    if not form.is_valid():
        return _("Correct the search first.")
    reason = awards.why_not(question)
    return _(reason) if reason else ""


def _may_award(request: HttpRequest, scope: HandQuestion) -> bool:
    """Return whether somebody may make a search an award: of all hands of a club, or of a season."""
    club = scope.only_club
    if club is None or scope.player is not None:
        return False
    return access.may(request.user, Action.KEEP_SEASONS, club)


def _api_address(scope: HandQuestion) -> str:
    for name in ("club", "season", "player"):
        if part := getattr(scope, name):
            return f"/api/v1/{name}s/{part.pk}/hand-search/"
    return "/api/v1/hand-search/"


def _players(request: HttpRequest, scope: HandQuestion) -> list[tuple[str, str]]:
    """Return the players of the club to choose from; none in a search of all clubs."""
    if scope.only_club is None:
        return []
    visible = access.players_seen_by(request.user).filter(club=scope.only_club)
    players = Player.objects.filter(pk__in=visible.values("pk")).order_by("name", "pk")
    return [(str(pk), name) for pk, name in players.values_list("pk", "name")]


def _shown(hands: Any, *, names_are_known: bool) -> list[ShownHand]:
    pks = [each.hand.pk for each in hands]
    answers = dict(Adjudication.objects.filter(hand__in=pks).values_list("hand", "answer"))
    sessions = {each.hand.session_id: each.hand.session for each in hands}
    # the names of players are read club by club: in a search of all clubs, the hand's page has them
    names = names_in([*sessions.values()]) if names_are_known else {}
    shown = []
    for each in hands:
        events = answers[each.hand.pk].get("events") or []
        seated = names.get(each.hand.session_id, {})
        moments = list({moment.event: moment for moment in each.moments}.values())
        matching = [_moment(moment, events, seated) for moment in moments[:MOST_SHOWN]]
        shown.append(
            ShownHand(
                matched=each,
                points=plain(each.most_points),
                moments=matching or _end_of_trick(each, events, seated),
                more=max(0, len(moments) - MOST_SHOWN),
            )
        )
    return shown


def _end_of_trick(
    matched: MatchedHand, events: list[EventAnswer], names: Names
) -> list[ShownMoment]:
    """Return the moment at which the replay of a hand begins if nothing in it was looked for; none without plays."""
    event = matched.trick_event
    lines = event_lines(events[event - 1 : event] if event else [], names)
    return [
        ShownMoment(event=event, words=_("the longest trick ends"), line=line) for line in lines
    ]


def _moment(moment: MatchedMoment, events: list[EventAnswer], names: Names) -> ShownMoment:
    lines = event_lines(events[moment.event - 1 : moment.event] if moment.event else [], names)
    return ShownMoment(event=moment.event, words=_words(moment), line=next(iter(lines), None))


def _words(moment: MatchedMoment) -> str:
    """Return what matched, in words."""
    value = moment.value
    match FactKind(moment.kind):
        case FactKind.COMBINATION | FactKind.MELD:
            return combination_name(value)
        case FactKind.BEATEN:
            return _("%(combination)s, beaten") % {"combination": combination_name(value)}
        case FactKind.RULE:
            return value
        case FactKind.ILLEGAL:
            return fault_words(value)
        case FactKind.RULING:
            return _("ruled on")
        case FactKind.COMEBACK:
            return _("turnaround")
        case FactKind.POSITION:
            return _("this position")
        case FactKind.GIVEN_AWAY:
            return _("certain win given away")
        case FactKind.TAKEN:
            return _("certain win taken")
