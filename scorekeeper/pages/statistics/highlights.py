"""The page of a season's records, with a chart of the standings that plays day by day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy
from django.views.decorators.http import require_safe

from scorekeeper import workers
from scorekeeper.clubs import roster
from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.models import Award, Hand, Season
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display import plots
from scorekeeper.pages.display.cards import Card, parse_cards
from scorekeeper.pages.display.numbers import plain
from scorekeeper.pages.display.plots import Plot
from scorekeeper.pages.hands.search_form import HandSearchForm, query_of
from scorekeeper.pages.standings.charts import choose_players
from scorekeeper.pages.standings.views import get_season, season_context
from scorekeeper.replays import hand_search
from scorekeeper.replays.hand_search import HandSort
from scorekeeper.standings import season_count
from scorekeeper.standings.progress import DayStandings, daily_standings
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.table import table_of
from scorekeeper.statistics import highlights
from scorekeeper.statistics.awards import AwardResult, awards_of
from scorekeeper.statistics.highlights import Highlight, HighlightKind, SeasonRecords
from scorekeeper.statistics.record_holders import RecordHolder

TITLES = {
    HighlightKind.MOST_POINTS: gettext_lazy("Most points in one hand"),
    HighlightKind.MOST_PENALTY_POINTS: gettext_lazy("Most penalty points in one hand"),
    HighlightKind.BIGGEST_WIN: gettext_lazy("Biggest win of a session"),
    HighlightKind.CLOSEST_FINISH: gettext_lazy("Closest finish of a session"),
    HighlightKind.COMEBACK: gettext_lazy("Greatest comeback within a session"),
    HighlightKind.LONGEST_TRICK: gettext_lazy("Longest trick"),
    HighlightKind.BOMBS: gettext_lazy("Bombs"),
    HighlightKind.FEWEST_CARDS_LEFT: gettext_lazy("Fewest cards left on average"),
    HighlightKind.MOST_BROKEN_RULE: gettext_lazy("Rule broken most often"),
    HighlightKind.MOST_DISPUTED_RULE: gettext_lazy("Rule disputed most often"),
    HighlightKind.LONGEST_STREAK: gettext_lazy("Longest streak"),
    HighlightKind.MOST_HANDS: gettext_lazy("Most hands played"),
    HighlightKind.MOST_WINS_TAKEN: gettext_lazy("Most certain wins taken, with all cards open"),
    HighlightKind.MOST_WINS_GIVEN_AWAY: gettext_lazy(
        "Most certain wins given away, with all cards open"
    ),
}
_POINTS = ngettext_lazy("%(n)s point", "%(n)s points", "count")
_AHEAD = ngettext_lazy("%(n)s point ahead", "%(n)s points ahead", "count")
_BEHIND = ngettext_lazy("%(n)s point behind, and won", "%(n)s points behind, and won", "count")
_TIMES = ngettext_lazy("%(n)s time", "%(n)s times", "count")
_HANDS = ngettext_lazy("%(n)s hand", "%(n)s hands", "count")
_PLAYS = ngettext_lazy("%(n)s play", "%(n)s plays", "count")
VALUES = {
    HighlightKind.MOST_POINTS: _POINTS,
    HighlightKind.MOST_PENALTY_POINTS: _POINTS,
    HighlightKind.BIGGEST_WIN: _AHEAD,
    HighlightKind.CLOSEST_FINISH: _AHEAD,
    HighlightKind.COMEBACK: _BEHIND,
    HighlightKind.LONGEST_TRICK: _PLAYS,
    HighlightKind.BOMBS: _TIMES,
    HighlightKind.FEWEST_CARDS_LEFT: ngettext_lazy("%(n)s card", "%(n)s cards", "count"),
    HighlightKind.MOST_BROKEN_RULE: _TIMES,
    HighlightKind.MOST_DISPUTED_RULE: _TIMES,
    HighlightKind.LONGEST_STREAK: _HANDS,
    HighlightKind.MOST_HANDS: _HANDS,
    HighlightKind.MOST_WINS_TAKEN: _TIMES,
    HighlightKind.MOST_WINS_GIVEN_AWAY: _TIMES,
}
AWARD_VALUES = {HandSort.TRICK: _PLAYS, HandSort.POINTS: _POINTS}
WITH_HOLDING = frozenset({HighlightKind.MOST_POINTS})
"""Records beside which the cards are drawn that were dealt to whoever holds them."""

OF_RULES = frozenset({HighlightKind.MOST_BROKEN_RULE, HighlightKind.MOST_DISPUTED_RULE})


@dataclass(frozen=True, kw_only=True)
class HolderLine:
    """Who holds a record, for the template."""

    names: str
    cards: Sequence[Card]
    day: date | None
    address: str
    link: str  # its words; empty: no link
    rule: str  # on paper, which has no links


@dataclass(frozen=True, kw_only=True)
class HighlightLine:
    """A record for the template."""

    title: str
    value: str
    shared: str  # how many share it, or are listed; empty: one alone
    holders: Sequence[HolderLine]


@dataclass(frozen=True, kw_only=True)
class AwardLine:
    """An award for the template."""

    award: Award
    value: str  # empty: nobody wins, or it is being counted
    is_counted: bool
    shared: str  # how many win it; empty: one alone
    winners: Sequence[HolderLine]
    search: Sequence[str]  # what is looked for, in words
    address: str  # of the hands


@require_safe
def season_highlights(request: HttpRequest, season: UUID) -> HttpResponse:
    """Show the records, the cards of the best hands, and how the standings went day by day."""
    count, scope, days = season_course(request, season)
    players = [line.player for line in table_of(count, scope).rows]
    names = roster.player_names(players)
    choice = choose_players(request.GET, players, names)
    chart = Plot(
        name="points",
        title=_("Total points"),
        series=[names[player] for player in choice.table_players],
        drawn=len(choice.drawn),
        lines=plots.rows_by_day(days, choice.table_players, plots.total),
        plays=True,
    )
    context = {
        **highlights_context(request, count, scope),
        "plots": [chart] if days else [],
        "choice": choice,
    }
    return render(request, "seasons/highlights.html", context)


def season_course(
    request: HttpRequest, season: UUID
) -> tuple[CountedSeason, Scope, Sequence[DayStandings]]:
    """Return the count of a season, what the reader sees of it, and where everybody stood day by day, as far as that is counted."""
    row = get_season(request, season)
    count = season_count.read(row)
    scope = Scope().for_reader(row, request.user)
    course = daily_standings(count, scope)
    workers.wake_up_for_report(course, request)
    return count, scope, course.content or ()


def highlights_context(request: HttpRequest, count: CountedSeason, scope: Scope) -> dict[str, Any]:
    """Return the context of a page with the records of a season, on screen or on paper."""
    report = highlights.read(count, scope, request.user)
    workers.wake_up_for_report(report, request)
    content = report.content or SeasonRecords([], [])
    awards = _award_lines(count.season, content.awards)
    return {
        **season_context(request, count.season),
        "counted": report,
        "awards": awards,
        "waiting": bool(awards) and hand_search.is_waiting(count.season.club),
        "games": _games(content.highlights),
        "public_only": scope.leaves_out_private(count.season),
    }


def _games(listed: Sequence[Highlight]) -> list[tuple[str, list[HighlightLine]]]:
    """Return the records of each game under its name, then those of all games."""
    holders = [holder for highlight in listed for holder in highlight.holders]
    names = roster.player_names({player for holder in holders for player in holder.players})
    dealt = _dealt(listed)
    games = dict(variant_choices())
    return [
        (str(games.get(variant, variant)), [_line(one, names, dealt) for one in of_game])
        for variant, of_game in groupby(listed, key=attrgetter("variant"))
    ]


def _award_lines(season: Season, results: Sequence[AwardResult]) -> list[AwardLine]:
    """Return the awards of a season's club, the oldest first."""
    won = {one.award: one for one in results}
    names = roster.player_names(
        player for one in results for winner in one.winners for player in winner.players
    )
    given = awards_of(season.club)
    return [_award_line(season, award, won.get(award.pk), names) for award in given]


def _award_line(
    season: Season, award: Award, result: AwardResult | None, names: PlayerNames
) -> AwardLine:
    fields = query_of(award.search)
    search = reverse("find-hand-of-season", args=[season.pk])
    winners = result.winners if result else ()
    return AwardLine(
        award=award,
        value=_award_value(award, result) if result and winners else "",
        is_counted=result is not None,
        shared=_tie(len(winners) + result.others) if result else "",
        winners=_winner_lines(winners, names),
        search=HandSearchForm(fields, []).described(),
        address=f"{search}?{urlencode(fields)}",
    )


def _award_value(award: Award, result: AwardResult) -> str:
    """Return what was achieved, in words."""
    words = AWARD_VALUES.get(award.search.get("sort", ""), _HANDS)
    return str(words % {"count": round(result.value), "n": plain(result.value)})


def _winner_lines(winners: Sequence[RecordHolder], names: PlayerNames) -> list[HolderLine]:
    """Return a line for each of the best hands, or one for all players with the most hands."""
    if any(winner.hand for winner in winners):
        return [_best_hand(winner, names) for winner in winners]
    players = sorted(names[player] for winner in winners for player in winner.players)
    line = HolderLine(names=", ".join(players), cards=(), day=None, address="", link="", rule="")
    return [line] if players else []


def _best_hand(winner: RecordHolder, names: PlayerNames) -> HolderLine:
    hand = reverse("hand", args=[winner.hand])
    is_play = winner.event is not None
    return HolderLine(
        names=", ".join(names[player] for player in winner.players),
        cards=parse_cards(winner.text.partition(":")[2].split()),
        day=winner.day,
        address=f"{hand}?event={winner.event}#replay" if is_play else hand,
        link=_("See it in the replay") if is_play else _("See the hand"),
        rule="",
    )


def _tie(number: int) -> str:
    """Return how many are equally good, in words; empty for one alone."""
    return (
        ngettext("a tie of %(n)d", "a tie of %(n)d", number) % {"n": number} if number > 1 else ""
    )


def _dealt(listed: Sequence[Highlight]) -> Mapping[UUID, Sequence[str]]:
    """Return the cards that were dealt in the hands whose cards are drawn, by seat."""
    wanted = {
        holder.hand
        for highlight in listed
        if highlight.kind in WITH_HOLDING
        for holder in highlight.holders
        if holder.hand is not None
    }
    if not wanted:
        return {}
    hands = Hand.objects.filter(pk__in=wanted).select_related("head")
    return {hand.pk: hand.head.content.get("dealt") or () for hand in hands}


def _line(
    highlight: Highlight, names: PlayerNames, dealt: Mapping[UUID, Sequence[str]]
) -> HighlightLine:
    shown = len(highlight.holders)
    shared = _tie(shown + highlight.others)
    if highlight.kind == HighlightKind.BOMBS:
        last = ngettext("the last %(n)d", "the last %(n)d", shown) % {"n": shown}
        shared = last if highlight.others else ""
    return HighlightLine(
        title=str(TITLES[highlight.kind]),
        value=_value(highlight),
        shared=shared,
        holders=[_holder_line(highlight, holder, names, dealt) for holder in highlight.holders],
    )


def _value(highlight: Highlight) -> str:
    """Return what was achieved, in words."""
    if highlight.kind == HighlightKind.CLOSEST_FINISH and not highlight.value:
        return _("a shared first place")
    number = {"count": round(highlight.value), "n": plain(highlight.value)}
    return str(VALUES[highlight.kind] % number)


def _holder_line(
    highlight: Highlight,
    holder: RecordHolder,
    names: PlayerNames,
    dealt: Mapping[UUID, Sequence[str]],
) -> HolderLine:
    address, link = _link(highlight, holder)
    return HolderLine(
        names=", ".join(names[player] for player in holder.players),
        cards=_cards(highlight.kind, holder, dealt),
        day=holder.day,
        address=address,
        link=link,
        rule=link if highlight.kind in OF_RULES else "",
    )


def _cards(
    kind: HighlightKind, holder: RecordHolder, dealt: Mapping[UUID, Sequence[str]]
) -> Sequence[Card]:
    """Return the cards of the play, or those that were dealt to the holder, where they are known."""
    if holder.event is not None:
        return parse_cards(holder.text.partition(":")[2].split())
    by_seat = dealt.get(holder.hand, ()) if kind in WITH_HOLDING and holder.hand else ()
    if holder.seat is None or holder.seat > len(by_seat):
        return ()
    return parse_cards(by_seat[holder.seat - 1].split())


def _link(highlight: Highlight, holder: RecordHolder) -> tuple[str, str]:
    """Return where a record can be seen, and the words of the link."""
    if highlight.kind in OF_RULES:
        rulebook = reverse("rulebook", args=[highlight.variant])
        return f"{rulebook}#{holder.text}", _("Rule %(rule)s") % {"rule": holder.text}
    if highlight.kind in {HighlightKind.BIGGEST_WIN, HighlightKind.CLOSEST_FINISH}:
        return reverse("session", args=[holder.session]), _("See the session")
    if holder.hand is None:
        return "", ""
    address = reverse("hand", args=[holder.hand])
    if holder.event is None:
        return address, _("See the hand")
    return f"{address}?event={holder.event}#replay", _("See it in the replay")
