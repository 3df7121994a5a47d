"""Awards of a club: in each season they go to whoever wins a search for hands.

The player with the most hands wins in which everything that is looked for is theirs: their combination, their play that cites
the rule.  In an order other than the newest first the best hand by it wins.  Whoever is as good as the winner wins, too.
"""

import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy, gettext_noop

from scorekeeper import access, audit
from scorekeeper.access import Person
from scorekeeper.idempotency import create_once
from scorekeeper.models import Award, Club, IndexedHand, Score, Season, User
from scorekeeper.models.limits import name_key, tidy_name
from scorekeeper.replays import hand_search
from scorekeeper.replays.hand_search import HandQuestion, HandSort
from scorekeeper.standings.scope import Scope, day_of
from scorekeeper.statistics.record_holders import RecordHolder

MAX_PER_CLUB = 12
MOST_NAMED = 20  # of those who are equally good
BATCH = 500  # hands in memory at a time

FILTERS = (
    "variant",
    "combination",
    "beaten",
    "meld",
    "rule",
    "illegal",
    "fault",
    "ruled",
    "comeback",
    "given_away",
    "taken",
    "min_points",
    "max_points",
    "position",
    "sort",
)
"""The filters of a search that an award may have.  It is for everybody and for every season, and so names no players and no days."""


class TooManyAwardsError(ValueError):
    """The club gives MAX_PER_CLUB awards already."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("A club can give up to 12 awards: take one away first."))


class AwardResult(NamedTuple):
    """Who wins an award in a season."""

    award: uuid.UUID
    value: float  # hands of each winner, or what the best hand has; 0: nobody wins
    winners: Sequence[RecordHolder]  # of the best hands the earliest first
    others: int  # who are equally good, but are not listed

    def as_json(self) -> list[Any]:
        """Return the result as JSON."""
        winners = [winner.as_json() for winner in self.winners]
        return [str(self.award), self.value, winners, self.others]

    @classmethod
    def from_json(cls, value: Sequence[Any]) -> "AwardResult":
        """Return the result that ``as_json`` returned this of."""
        award, best, winners, others = value
        return cls(uuid.UUID(award), best, [*map(RecordHolder.from_json, winners)], others)


def awards_of(club: Club) -> QuerySet[Award]:
    """Return the awards that a club gives, the oldest first."""
    return _given().filter(club=club).order_by("created_at", "pk")


def awards_seen_by(person: Person) -> QuerySet[Award]:
    """Return the awards that are given by the clubs that somebody may see."""
    return _given().filter(club__in=access.clubs_seen_by(person))


@transaction.atomic
def make(
    club: Club,
    name: str,
    question: HandQuestion,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Award, bool]:
    """Have the club give an award from now on; return it and whether it is new (False if the id was used for the same before).

    Raises ValidationError for a name or a search that an award cannot have, TooManyAwardsError, and IdTakenError.
    """
    # Lock the club, so that awards are counted, and requests with one id wait for each other.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    row = Award(
        id=id or uuid.uuid4(), club=club, name=tidy_name(name), search=search_of(question), by=by
    )
    if not Award.objects.filter(pk=row.pk).exists():
        _check(row, question)
    stored, is_new = create_once(row)
    if is_new:
        audit.note("award made", stored, by=by)
    return stored, is_new


@transaction.atomic
def take_away(award: Award, *, by: User) -> bool:
    """Have the club give an award no longer; return whether it gave it until now."""
    locked = Award.objects.select_for_update(of=("self",)).get(pk=award.pk)
    if locked.removed_at is not None:
        return False
    locked.removed_by, locked.removed_at = by, timezone.now()
    locked.save(update_fields=["removed_by", "removed_at"])
    audit.note("award taken away", locked, by=by)
    return True


def why_not(question: HandQuestion) -> str:
    """Return why nobody can win a search; empty if an award can be made of it."""
    if question.player or question.players or question.since or question.until:
        return gettext_noop(
            "An award is for everybody and for every season: search without players and days."
        )
    if question.sort == HandSort.NEWEST and not question.facts():
        return gettext_noop(
            "Nothing here says who wins: search for what somebody did, such as a combination, or put the longest trick or the most points first."
        )
    return ""


def search_of(question: HandQuestion) -> dict[str, Any]:
    """Return the filters of a search that have a value, as an award stores them.

    >>> search_of(HandQuestion(combination="pair", beaten=True, min_points=5.0, sort=HandSort.POINTS))
    {'combination': 'pair', 'beaten': True, 'min_points': 5, 'sort': 'most-points'}
    """
    chosen = {
        name: value
        for name in FILTERS
        if (value := getattr(question, name)) != getattr(_ANY, name)
        and not (name == "illegal" and question.fault)
    }
    return {name: _plain(value) for name, value in chosen.items()}


def question_of(search: Mapping[str, Any], **scope: Any) -> HandQuestion:
    """Return the search of an award among some hands.  Raises ValueError for what no award searches for.

    >>> question_of({"combination": "pair", "sort": "most-points"}).sort
    <HandSort.POINTS: 'most-points'>
    """
    for name, value in search.items():
        if name not in FILTERS or not isinstance(value, _TYPES[type(getattr(_ANY, name))]):
            raise ValueError(f"No award searches for {name}: {value!r:.100}.")
    sort = HandSort(search.get("sort", HandSort.NEWEST))
    return HandQuestion(**scope, **{**search, "sort": sort})


def results(season: Season, scope: Scope) -> list[AwardResult]:
    """Return who wins the awards of a club in a part of a season.  At most BATCH hands are in memory at a time."""
    return [_result(award, season, scope) for award in awards_of(season.club)]


def version(season: Season) -> tuple[object, ...]:
    """Return what changes as workers index the hands of a club, of which the audit log knows nothing; nothing where it gives no awards."""
    if not awards_of(season.club).exists():
        return ()
    return (hand_search.count_waiting(season.club),)


def _check(row: Award, question: HandQuestion) -> None:
    """Raise ValidationError or TooManyAwardsError unless the club can give this award, too."""
    if reason := why_not(question):
        raise ValidationError({"search": gettext_lazy(reason)})
    given = [*awards_of(row.club)]
    if any(name_key(award.name) == name_key(row.name) for award in given):
        message = gettext_lazy("The club gives an award of this name already.")
        raise ValidationError({"name": ValidationError(message, code="name-taken")})
    if len(given) >= MAX_PER_CLUB:
        raise TooManyAwardsError


def _given() -> QuerySet[Award]:
    return Award.objects.filter(removed_at=None)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    return str(value) if isinstance(value, HandSort) else value


def _result(award: Award, season: Season, scope: Scope) -> AwardResult:
    question = question_of(award.search, season=season)
    sessions = hand_search.narrow(scope.sessions(season), question)
    hands = hand_search.matching(sessions, question)
    if question.sort == HandSort.NEWEST:
        best, winners = _with_most_hands(hands, question)
        return AwardResult(award.pk, best, winners[:MOST_NAMED], len(winners[MOST_NAMED:]))
    column = hand_search.FIGURES[question.sort]
    value = hands.filter(**{f"{column}__gt": 0}).aggregate(best=Max(column))["best"]
    if value is None:
        return AwardResult(award.pk, 0, [], 0)
    best_hands = hands.filter(**{column: value})
    winners = [_winner(hand, question.sort) for hand in _in_play_order(best_hands)[:MOST_NAMED]]
    return AwardResult(award.pk, value, winners, best_hands.count() - len(winners))


def _with_most_hands(
    hands: QuerySet[IndexedHand], question: HandQuestion
) -> tuple[int, list[RecordHolder]]:
    """Return in how many hands all that is looked for is one player's, and the players of whom there are that many."""
    counted: Counter[uuid.UUID] = Counter()
    kinds = {kind for kind, _ in question.facts()}
    facts = hand_search.facts_in(hands, question).order_by("hand")
    rows = facts.values_list("hand", "kind", "moments").iterator(chunk_size=BATCH)
    by_hand = groupby(rows, key=itemgetter(0))
    while batch := {hand: _seats(of_hand, kinds) for hand, of_hand in islice(by_hand, BATCH)}:
        scores = Score.objects.filter(hand__in=batch).order_by()
        for hand, seat, player in scores.values_list("hand", "seat", "player"):
            counted[player] += seat in batch[hand]
    best = max(counted.values(), default=0)
    winners = sorted(player for player, number in counted.items() if best and number == best)
    return best, [RecordHolder((player,)) for player in winners]


def _seats(rows: Iterable[tuple[Any, str, Any]], kinds: Collection[str]) -> set[int]:
    """Return the seats of which every kind of fact that is looked for happened in a hand."""
    by_kind: dict[str, set[int]] = {kind: set() for kind in kinds}
    for _, kind, moments in rows:
        by_kind[kind].update(seat for _, seat in moments)
    return set.intersection(*by_kind.values())


def _in_play_order(hands: QuerySet[IndexedHand]) -> QuerySet[IndexedHand]:
    ordered = hands.annotate(day=day_of("hand__session__")).order_by(
        "day", "hand__session__created_at", "hand__session", "hand__position"
    )
    return ordered.select_related("hand__adjudication")


def _winner(best: IndexedHand, sort: HandSort) -> RecordHolder:
    """Return who has the most points in a hand, or who won its longest trick."""
    scores = Score.objects.filter(hand=best.hand_id).order_by("seat")
    text, event = "", None
    if sort == HandSort.TRICK:
        play = best.hand.adjudication.answer["events"][best.trick_event - 1]
        text, event = play["text"], best.trick_event
        scores = scores.filter(seat=play["seat"])
    else:
        scores = scores.filter(points=best.most_points)
    won = [*scores.values_list("player", "seat")]
    return RecordHolder(
        tuple(player for player, _ in won),
        best.hand.session_id,
        best.hand_id,
        won[0][1] if len(won) == 1 else None,
        event,
        best.day,  # type: ignore[attr-defined]
        text,
    )


_ANY = HandQuestion()
_TYPES: Mapping[type, type | tuple[type, ...]] = {
    str: str,
    HandSort: str,
    bool: bool,
    type(None): (int, float),
}
