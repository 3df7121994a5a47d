"""The result of a melding hand: points and places, itemized meld by meld (F20, F26–F31)."""

from dataclasses import dataclass, replace

from referee.cards import UNSEEN, Card
from referee.melding import hand_end, score_sheet
from referee.melding.holdings import Holdings
from referee.melding.payments import Payments
from referee.melding.position import Finish, LaidCards, MeldingPosition
from referee.melding.rules import MeldingRules
from referee.record import HandRecord, Json, Number
from referee.scoring import ScoreLine


@dataclass(frozen=True, kw_only=True)
class HandResult:
    """The result of a hand.  None where the record does not prove it."""

    status: str  # "finished", "washed-out" or "unfinished"
    places: tuple[int, ...] | None = None
    cards_left: tuple[int | None, ...] | None = None
    card_points: None = None  # only climbing games have card points
    points: tuple[Number, ...] | None = None
    lines: tuple[ScoreLine, ...] = ()
    loser: None = None  # this game has no special loser
    winner: int | None = None  # the finisher, if it collects
    finisher: int | None = None
    melds: tuple[LaidCards, ...] = ()  # the finisher's known melds

    def melds_json(self) -> list[dict[str, Json]]:
        """Return the finisher's melds as JSON."""
        return [
            {
                "cards": " ".join(laid.cards),
                "meld": laid.meld.name if laid.meld else None,
                "exposed": laid.exposed,
                "points": laid.points,
                "rule": laid.meld.rule if laid.meld else "F5",
            }
            for laid in self.melds
        ]


def hand_result(
    rules: MeldingRules, known: Holdings, hand: HandRecord, end: MeldingPosition, *, seats: int
) -> HandResult:
    """Return the result of a hand, after checking that events, score sheet and cards left agree.

    Raises MalformedError ``impossible-result`` or ``result-mismatch``.
    """
    score_sheet.check_left(rules, known, hand, end)
    sheet = score_sheet.read(rules, hand, seats=seats)
    if hand.events is None or (sheet and not hand.events):
        return _settle_by_sheet(rules, sheet, seats=seats)
    if sheet is not None:
        end = score_sheet.reconcile(rules, hand, sheet, end)
    counts = end.counts[:-1]
    if end.finish is not None:
        left = tuple(0 if seat == end.finish.seat else n for seat, n in enumerate(counts, 1))
        return replace(_settle_by_events(rules, end.finish, end, seats=seats), cards_left=left)
    if (sheet is not None and sheet.washed_out) or (end.offer is not None and end.stock == 0):
        washed_out = _washed_out(seats, counts)
        return replace(washed_out, points=None) if end.doubtful_finisher else washed_out
    return HandResult(status="unfinished", cards_left=counts)


def _washed_out(seats: int, counts: tuple[int | None, ...] | None) -> HandResult:
    """Return the result of a washed-out hand: nobody scores (F31)."""
    return HandResult(status="washed-out", points=(0,) * seats, cards_left=counts)


def _settle_by_sheet(
    rules: MeldingRules, sheet: "score_sheet.SheetResult | None", *, seats: int
) -> HandResult:
    if sheet is None:
        return HandResult(status="unfinished")
    if sheet.washed_out:
        return _washed_out(seats, None)
    if sheet.finish is None:
        return HandResult(status="unfinished")
    return settle_finish(
        rules, sheet.finish, sheet.lucky, turned=sheet.turned, seats=seats, by_sheet=True
    )


def _settle_by_events(
    rules: MeldingRules, finish: Finish, end: MeldingPosition, *, seats: int
) -> HandResult:
    due = hand_end.is_lucky_card_due(rules, finish)
    turned = end.lucky is not None or not due or end.stock == 0
    return settle_finish(rules, finish, end.lucky if due else None, turned=turned, seats=seats)


def settle_finish(
    rules: MeldingRules,
    finish: Finish,
    lucky: Card | None,
    *,
    turned: bool,
    seats: int,
    by_sheet: bool = False,
) -> HandResult:
    """Return the result of a finished hand, with points by seat if the melds and any lucky card due are known."""
    first = HandResult(status="finished", finisher=finish.seat, melds=finish.melds)
    if not finish.proved or not turned or lucky == UNSEEN:
        return first
    bonus = finish.cards()[lucky] if lucky is not None else 0
    bill = Payments(rules, finish, bonus, lucky, seats, by_sheet=by_sheet)
    if not bill.proved:
        return replace(first, winner=finish.seat if bill.collects else None)
    lines = bill.lines()
    points = tuple(
        sum(line.points for line in lines if line.seat == seat) for seat in range(1, seats + 1)
    )
    places = tuple(1 + sum(other > own for other in points) for own in points)
    winner = finish.seat if bill.collects else None
    return replace(first, points=points, places=places, lines=tuple(lines), winner=winner)
