"""What a corrected sheet says otherwise than a session: hands that changed, new ones, and hands that it lacks.

House rules and players are those of the session.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.utils.translation import gettext_noop

import referee
from referee import JsonObject
from referee.spreadsheets.columns import Values
from referee.spreadsheets.records import CSV, read_source
from scorekeeper.adjudication import effects, judging
from scorekeeper.imports.corrections.hands import (
    HandChange,
    HandComparison,
    HandDifference,
    has_plays,
    is_struck,
)
from scorekeeper.imports.plays.noted_plays import PLAYS
from scorekeeper.imports.session_records import comparable
from scorekeeper.models import Hand, HandRevision, Session
from scorekeeper.models.adjudications import UNFINISHED

BEGINNING = ("carried", "first_hand", "previous_winner", "previous_loser")
RECORDS = ("json", "ndjson", "toml")
BY_SEAT = ("cards_left", "dealt", "left")
OF_THE_CLUB = ("players", "played_on", "season")  # of a session, whatever its record says
ONE_SEAT = ("dealer", "winner", "pays_all", "finisher")
SEVERAL_SEATS = ("out", "blocked")

UNDER_WAY = gettext_noop("A hand of the session is not finished yet.")
NOTHING_COUNTS = gettext_noop("No hand of the session counts any more.")
OTHER_BEGINNING = gettext_noop("The session begins with other totals.")
SEATS_WITH_PLAYS = gettext_noop("The seats are in another order, and the file has plays.")
OTHER_RULES = gettext_noop("The house rules of the session do not allow a hand of the file.")
OTHER_POINTS = gettext_noop(
    "The points were read under other house rules than those of the session."
)
FEWER_HANDS = gettext_noop(
    "The file has fewer hands than the session, and others differ: correct the hands on their pages."
)


class SheetHands(NamedTuple):
    """What a sheet says of a session: the keys of its record, and its hands."""

    keys: Mapping[str, referee.Json]
    hands: Sequence[JsonObject]
    is_record: bool = False  # of a session, which says all that the club has of it
    is_play: bool = False  # with the points of a whole session in one hand
    has_points: bool = False  # from which the hands were read, under the house rules of the record


def sheet_hands(
    notation: str, source: str, keys: Mapping[str, referee.Json], hands: Sequence[JsonObject]
) -> SheetHands:
    """Return what a record of a file says of a session, to be compared with one."""
    has_points = notation == CSV and read_source(source)[0].values not in {
        Values.CARDS,
        Values.ORDER,
    }
    is_record, is_play = notation in RECORDS, notation == PLAYS
    return SheetHands(keys, hands, is_record, is_play, has_points)


@dataclass(frozen=True, kw_only=True)
class SheetDifference:
    """What a sheet says otherwise than a session."""

    session: Session
    hands: Sequence[HandDifference] = ()
    equal: int = 0  # hands that count and of which both say the same
    seated: Sequence[UUID] = ()  # the players of the session
    totals: Sequence[float | None] | None = None  # after it is brought up to date
    refusal: str = ""  # why it cannot be brought up to date, as a translation key
    is_play: bool = False  # of the whole session in one number
    version: str = ""  # of the session that was compared; it changes with every revision
    is_again: bool = False  # whether the session came from this record, and was changed since
    is_own: bool = False  # whether the file names the session, or is its record as it is
    is_former: bool = False  # whether it says what the session said before it was corrected

    def of(self, *changes: HandChange) -> list[HandDifference]:
        """Return the hands of which this becomes."""
        return [hand for hand in self.hands if hand.change in changes]

    @property
    def writes(self) -> bool:
        """Whether bringing the session up to date changes anything."""
        return bool(self.of(HandChange.CHANGED, HandChange.NEW))

    @property
    def says_nothing(self) -> bool:
        """Whether the session is known to be up to date."""
        return not (self.writes or self.refusal)

    @property
    def is_certain(self) -> bool:
        """Whether nothing is to be asked: what was exported of the session comes back as it is."""
        return self.is_own and self.says_nothing

    @property
    def is_alike(self) -> bool:
        """Whether the sheet is probably of this session: it lacks no hand, and at most about half of those that are there differ."""
        return not self.of(HandChange.MISSING) and self._has_few_changes

    @property
    def shares_hands(self) -> bool:
        """Whether at least one hand is the same, and at most about half of them differ: of two sessions that is hardly so."""
        return self.equal > 0 and self._has_few_changes

    @property
    def _has_few_changes(self) -> bool:
        return len(self.of(HandChange.CHANGED, HandChange.LEFT_ALONE)) <= self.equal + 1


def version_of(session: Session, hands: Sequence[Hand]) -> str:
    """Return the version of a session and its hands, which changes with every revision."""
    return referee.sha256(
        referee.canonical([session.head.digest, *(hand.head.digest for hand in hands)])
    )


def compare(
    session: Session,
    hands: Sequence[Hand],
    sheet: SheetHands,
    seats: Sequence[int],
    *,
    is_again: bool = False,
) -> SheetDifference:
    """Return what a sheet says otherwise than a session with these hands, and the version of the session.

    ``is_again`` says that the session came from this sheet: its first hands are those of the sheet.
    """
    difference = _compare(session, hands, sheet, seats, is_again=is_again)
    return replace(
        difference,
        version=version_of(session, hands),
        is_again=is_again,
        is_former=not is_again and _is_former(difference, hands),
    )


def _compare(
    session: Session,
    hands: Sequence[Hand],
    sheet: SheetHands,
    seats: Sequence[int],
    *,
    is_again: bool,
) -> SheetDifference:
    """Return what a sheet says otherwise than a session with these hands, which have head and adjudication.

    ``seats`` are those of the session in which the players of the sheet sit.  The hands of the sheet are those of the session,
    in order.  Of those that do not count, it has the ones that a ruling annulled, and not those that are void, unless as many hands
    say otherwise: of several ways to lay it beside the session, that with most equal hands counts, and the first of these.
    """
    is_same = is_record_of(session, hands, sheet, seats)
    if is_same or (sheet.is_play and has_totals_of(session, sheet, seats)):
        equal, totals = len(hands), session.result.totals
        return SheetDifference(session=session, equal=equal, totals=totals, is_own=is_same)
    counting = [hand for hand in hands if not _is_struck(hand)]
    if refusal := _refusal(session, hands, counting, sheet, seats):
        pairs = zip(hands, sheet.hands, strict=False)
        equal = sum(
            _as_text(judging.hand_record(hand.head)) == _as_text(one) for hand, one in pairs
        )
        return SheetDifference(session=session, refusal=refusal, equal=equal)
    written = [_seated(hand, seats) for hand in sheet.hands]
    orders = [[hand for hand in hands if hand in counting or _is_annulled(hand)]]
    if len(written) == len(hands) or any(is_struck(hand) for hand in written):
        orders.append([*hands])
    if len(written) == len(counting):
        orders.append([*counting])
    orders = [[*hands]] if is_again else orders
    try:
        ways = [_differences(session, order, written, last=len(hands)) for order in orders]
        best = _with_totals(max(ways, key=lambda way: way.equal), hands)
    except referee.MalformedError:
        return SheetDifference(session=session, refusal=OTHER_RULES)
    is_shifted = best.of(HandChange.MISSING) and best.of(HandChange.CHANGED)
    return replace(best, refusal=FEWER_HANDS) if is_shifted and not is_again else best


def _is_former(difference: SheetDifference, hands: Sequence[Hand]) -> bool:
    """Return whether bringing a session up to date would only take corrections back."""
    if difference.of(HandChange.NEW) or not (difference.writes and difference.is_alike):
        return False
    comparison = HandComparison(difference.session)
    former: dict[int, list[JsonObject]] = defaultdict(list)
    changed = {one.position: one for one in difference.of(HandChange.CHANGED)}
    heads = {hand.head_id: hand.position for hand in hands if hand.position in changed}
    revisions = HandRevision.objects.filter(hand__head__in=heads).exclude(pk__in=heads)
    for revision in revisions.select_related("hand"):
        former[revision.hand.position].append(judging.hand_record(revision))
    return all(
        any(comparison.says_no_more(one.sheet, record) for record in former[position])
        for position, one in changed.items()
    )


def has_totals_of(session: Session, play: SheetHands, seats: Sequence[int]) -> bool:
    """Return whether a play of the whole session has the totals that the session has."""
    given = cast(list[Any], _seated(play.hands[0], seats).get("adjustments") or [])
    points = {one["seat"]: one["points"] for one in given}
    return bool(session.result.totals == [points.get(seat, 0) for seat in sorted(seats)])


def is_record_of(
    session: Session, hands: Sequence[Hand], sheet: SheetHands, seats: Sequence[int]
) -> bool:
    """Return whether the sheet is the session's record as it is: there is nothing that one of them alone says."""
    if not sheet.is_record or len(hands) != len(sheet.hands) or [*seats] != sorted(seats):
        return False
    stored = [_as_text(judging.hand_record(hand.head)) for hand in hands]
    return stored == [*map(_as_text, sheet.hands)] and _own_keys(sheet.keys) == _own_keys(
        judging.session_record(session.head)
    )


def _as_text(hand: JsonObject) -> str:
    """Return a hand to be compared; what members noted beside it is not of the hand."""
    return comparable({}, [{key: hand[key] for key in hand if key != "variations"}])


def _own_keys(keys: Mapping[str, referee.Json]) -> str:
    return comparable({key: keys[key] for key in keys if key not in OF_THE_CLUB}, [])


def _is_annulled(hand: Hand) -> bool:
    return judging.hand_record(hand.head).get("annulled") is not None


def _is_struck(hand: Hand) -> bool:
    return is_struck(judging.hand_record(hand.head))


def _refusal(
    session: Session,
    hands: Sequence[Hand],
    counting: Sequence[Hand],
    sheet: SheetHands,
    seats: Sequence[int],
) -> str:
    """Return why a session cannot be brought up to date with a sheet; empty if it can."""
    stored, is_turned = judging.session_record(session.head), [*seats] != sorted(seats)
    begins = {key: sheet.keys[key] for key in BEGINNING if sheet.keys.get(key) is not None}
    if any(hand.adjudication.status == UNFINISHED for hand in hands):
        return UNDER_WAY
    if hands and not counting:
        return NOTHING_COUNTS
    if is_turned and any(has_plays(hand) for hand in sheet.hands):
        return SEATS_WITH_PLAYS
    if sheet.has_points:
        of_session = judging.rules_of(session)
        own_rules = dict(cast("Mapping[str, referee.Json]", sheet.keys.get("house_rules") or {}))
        if "credits" in own_rules:  # no points of a hand depend on them
            own_rules["credits"] = of_session.house_rules["credits"]
        if referee.rules_for(session.variant, own_rules).digest != of_session.digest:
            return OTHER_POINTS
    if (begins and is_turned) or any(stored.get(key) != begins[key] for key in begins):
        return OTHER_BEGINNING
    return ""


def _seated(hand: JsonObject, seats: Sequence[int]) -> JsonObject:
    """Return the hand of a sheet with its players in their seats of the session."""
    moved: dict[str, Any] = {**hand}
    for key, value in moved.items():
        if key in BY_SEAT and value:
            by_seat = dict(zip(seats, value, strict=True))
            moved[key] = [by_seat[seat] for seat in sorted(seats)]
        elif key in ONE_SEAT and value:
            moved[key] = seats[value - 1]
        elif key in SEVERAL_SEATS and value:
            moved[key] = [seats[seat - 1] for seat in value]
        elif key == "adjustments" and value:
            moved[key] = [{**given, "seat": seats[given["seat"] - 1]} for given in value]
    return moved


def _differences(
    session: Session, hands: Sequence[Hand], written: Sequence[JsonObject], *, last: int
) -> SheetDifference:
    """Compare the hands of a sheet with these; further hands of the sheet come after the ``last``."""
    comparison, pairs = HandComparison(session), [*zip(hands, written, strict=False)]
    compared = [comparison.compare(hand, sheet) for hand, sheet in pairs]
    missing = [comparison.missing(hand) for hand in hands[len(written) :] if not _is_struck(hand)]
    new = enumerate(written[len(hands) :], last + 1)
    return SheetDifference(
        session=session,
        hands=[*filter(None, compared), *missing, *(comparison.new(*one) for one in new)],
        equal=sum(
            one is None and not _is_struck(hand)
            for one, (hand, _sheet) in zip(compared, pairs, strict=True)
        ),
    )


def _with_totals(difference: SheetDifference, hands: Sequence[Hand]) -> SheetDifference:
    """Return the difference with the totals after it.  Raises MalformedError where the rules do not allow a hand."""
    session = difference.session
    if not difference.writes:
        return replace(difference, totals=session.result.totals)
    written = difference.of(HandChange.CHANGED, HandChange.NEW)
    records = {one.position: one.record for one in written}
    present, seats = judging.rules_of(session), judging.seat_count(session)
    own = effects.rules_by_position(session, hands)
    carried = judging.first_carry(session)
    stored = {hand.position: hand for hand in hands}
    for position in sorted({*stored, *records}):
        rules = own.get(position, present)
        if position in records:
            judged = judging.judge(records[position], rules, carried, seats=seats)
        else:
            record = judging.hand_record(stored[position].head)
            judged = referee.readjudicate_hand(rules, record, carried)
        carried = judged.carried_out
    return replace(difference, totals=carried.totals)
