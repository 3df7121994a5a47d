"""*Find a hand*: the pages that search a club, a season, a player's hands, or all public hands by what happened in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

import referee
from scorekeeper import access
from scorekeeper.models import Adjudication, Club, Player
from scorekeeper.models.limits import MAX_POINTS
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display.answer_types import EventAnswer
from scorekeeper.pages.display.event_text import EventLine, combination_name, event_lines
from scorekeeper.pages.display.numbers import plain
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.disputes.forms import fault_words
from scorekeeper.pages.permissions import club_context, get_club, get_player
from scorekeeper.pages.standings.scope_form import day_field
from scorekeeper.replays import hand_search
from scorekeeper.replays.hand_facts import FEW_CARDS, MANY_CARDS, FactKind
from scorekeeper.replays.hand_search import (
    BadCursorError,
    HandQuestion,
    HandSort,
    MatchedHand,
    MatchedMoment,
)
from scorekeeper.sessions.document import names_in

PAGE = 20  # hands
MOST_SHOWN = 3  # moments of a hand
FIRST = ("variant", "combination", "beaten", "rule")
"""The fields that are not folded away."""

SORTS = {
    HandSort.NEWEST: gettext_lazy("the newest first"),
    HandSort.TRICK: gettext_lazy("the longest trick first"),
    HandSort.POINTS: gettext_lazy("the most points first"),
}


class HandSearchForm(forms.Form):
    """What is looked for.  The names of the fields are those of the API."""

    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    combination = forms.ChoiceField(label=gettext_lazy("Combination"), required=False)
    beaten = forms.BooleanField(label=gettext_lazy("that was beaten"), required=False)
    rule = forms.CharField(label=gettext_lazy("Rule, such as B17"), max_length=40, required=False)
    meld = forms.ChoiceField(label=gettext_lazy("Meld of a hu"), required=False)
    fault = forms.ChoiceField(label=gettext_lazy("Illegal play that stood"), required=False)
    ruled = forms.BooleanField(label=gettext_lazy("A referee ruled on it"), required=False)
    comeback = forms.BooleanField(
        label=gettext_lazy("Comeback"),
        required=False,
        help_text=gettext_lazy(
            "Whoever went out first had %(many)s cards or more, more than all others, when somebody else had %(few)s or fewer."
        ),
    )
    given_away = forms.BooleanField(
        label=gettext_lazy("A certain win was given away"), required=False
    )
    taken = forms.BooleanField(label=gettext_lazy("A certain win was taken"), required=False)
    player = forms.ChoiceField(label=gettext_lazy("Player"), required=False)
    other = forms.ChoiceField(label=gettext_lazy("and player"), required=False)
    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))
    min_points = forms.FloatField(
        label=gettext_lazy("Points from"),
        required=False,
        min_value=-MAX_POINTS,
        max_value=MAX_POINTS,
        help_text=gettext_lazy("Of the player with the most points in the hand."),
    )
    max_points = forms.FloatField(
        label=gettext_lazy("Points to"), required=False, min_value=-MAX_POINTS, max_value=MAX_POINTS
    )
    position = forms.CharField(
        label=gettext_lazy("Position"),
        max_length=2000,
        required=False,
        help_text=gettext_lazy(
            "The key of a position in which a trick is led, as the referee’s library writes it."
        ),
    )
    sort = forms.ChoiceField(label=gettext_lazy("Order"), required=False, choices=[*SORTS.items()])

    def __init__(self, data: Mapping[str, Any], players: list[tuple[str, str]]) -> None:
        super().__init__(data)
        rules = referee.VARIANTS.values()
        kinds = [kind.name for each in rules for kind in getattr(each, "kinds", list)()]
        melds = [meld.name for each in rules for meld in getattr(each, "melds", ())]
        faults = [("any", _("any")), *((str(one), fault_words(one)) for one in referee.Fault)]
        self._offer("variant", variant_choices(), _("all games together"))
        self._offer("combination", _named(kinds), _("any"))
        self._offer("meld", _named(melds), "–")
        self._offer("fault", faults, "–")
        self._offer("player", players, "–")
        self._offer("other", players, "–")
        if not players:
            del self.fields["player"], self.fields["other"]
        words = {"many": MANY_CARDS, "few": FEW_CARDS}
        self.fields["comeback"].help_text = self.fields["comeback"].help_text % words

    def _offer(self, name: str, choices: list[Any], empty: object) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", empty), *choices]

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        return [self[name] for name in FIRST]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The fields that are folded away."""
        return [field for field in self if field.name not in {*FIRST, "sort"}]

    @property
    def has_more(self) -> bool:
        """Whether a field has a value that would be folded away."""
        return any(self.data.get(field.name) for field in self.more_fields)

    def question(self, **scope: Any) -> HandQuestion:
        """Return the question; fields with errors are left out."""
        self.is_valid()
        data = {name: value for name, value in self.cleaned_data.items() if value not in {None, ""}}
        chosen = [data.pop(name) for name in ("player", "other") if name in data]
        fault = data.pop("fault", "")
        if "rule" in data:
            data["rule"] = data["rule"].strip().upper()
        data["sort"] = HandSort(data.get("sort", HandSort.NEWEST))
        illegal = {"illegal": True} if fault == "any" else {"fault": fault}
        return HandQuestion(**scope, players=tuple(map(UUID, chosen)), **illegal, **data)

    def loosened(self) -> list[tuple[str, str]]:
        """Return each field with a value, by its label, with the query without it."""
        chosen = self._chosen()
        return [
            (str(field.label), urlencode({name: chosen[name] for name in chosen if name != key}))
            for key, field in ((field.name, field) for field in self)
            if key in chosen and key != "sort"
        ]

    def _chosen(self) -> dict[str, str]:
        return {name: self.data[name] for name in self.fields if self.data.get(name)}


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


@require_safe
def of_club(request: HttpRequest, club: UUID) -> HttpResponse:
    """Search the hands of a club."""
    row = get_club(request, club)
    context = club_context(request, row)
    return _page(request, context, {"club": row})


@require_safe
def of_season(request: HttpRequest, season: UUID) -> HttpResponse:
    """Search the hands of a season."""
    visible = access.seasons_seen_by(request.user).select_related("club")
    row = get_object_or_404(visible, pk=season)
    context = club_context(request, row.club)
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


def _page(request: HttpRequest, context: dict[str, Any], parts: dict[str, Any]) -> HttpResponse:
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
    }
    return render(request, "hands/search.html", context)


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


def _named(kinds: list[str]) -> list[tuple[str, str]]:
    return [(kind, combination_name(kind)) for kind in dict.fromkeys(kinds)]


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
        shown.append(
            ShownHand(
                matched=each,
                points=plain(each.most_points),
                moments=[_moment(moment, events, seated) for moment in moments[:MOST_SHOWN]],
                more=max(0, len(moments) - MOST_SHOWN),
            )
        )
    return shown


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
            return _("comeback")
        case FactKind.POSITION:
            return _("this position")
        case FactKind.GIVEN_AWAY:
            return _("certain win given away")
        case FactKind.TAKEN:
            return _("certain win taken")
