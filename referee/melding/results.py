"""What a hand of a melding game brings: points and places, itemised meld by meld (F20, F26–F31)."""

from dataclasses import dataclass, replace

from referee.cards import UNSEEN, Card
from referee.melding import ends, sheets
from referee.melding.holdings import Holdings
from referee.melding.position import Finish, Laid, Position
from referee.melding.rules import MeldingRules
from referee.record import HandRecord, Json, Number
from referee.scoring import Line


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a hand brings.  None is what the record does not prove."""

    status: str  # "finished", "washed-out" or "unfinished"
    places: tuple[int, ...] | None = None
    cards_left: tuple[int | None, ...] | None = None
    card_points: None = None  # climbing games have them
    points: tuple[Number, ...] | None = None
    lines: tuple[Line, ...] = ()
    loser: None = None  # nobody loses more than others by a rule of this game
    winner: int | None = None  # the finisher, if it collects
    finisher: int | None = None
    melds: tuple[Laid, ...] = ()  # the finisher's, as far as they are known

    def melds_json(self) -> list[dict[str, Json]]:
        """The finisher's melds, as they were divided."""
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


def result(
    rules: MeldingRules, known: Holdings, hand: HandRecord, end: Position, *, seats: int
) -> Result:
    """Settle a hand, after checking that whatever the record says twice agrees.

    Raises MalformedError ``impossible-result`` or ``result-mismatch``.
    """
    sheets.check_left(known, hand, end)
    sheet = sheets.read(rules, hand, seats=seats)
    if hand.events is None or (sheet and not hand.events):
        return _by_sheet(rules, sheet, seats=seats)
    if sheet is not None:
        end = sheets.agree(rules, hand, sheet, end)
    counts = end.counts[:-1]
    if end.finish is not None:
        left = tuple(0 if seat == end.finish.seat else n for seat, n in enumerate(counts, 1))
        return replace(_finished(rules, end.finish, end, seats=seats), cards_left=left)
    if (sheet is not None and sheet.washed_out) or (end.offer is not None and end.stock == 0):
        return _washed_out(seats, counts)
    return Result(status="unfinished", cards_left=counts)


def _washed_out(seats: int, counts: tuple[int | None, ...] | None) -> Result:
    """Nobody has points (F31)."""
    return Result(status="washed-out", points=(0,) * seats, cards_left=counts)


def _by_sheet(rules: MeldingRules, sheet: "sheets.Sheet | None", *, seats: int) -> Result:
    if sheet is None:
        return Result(status="unfinished")
    if sheet.washed_out:
        return _washed_out(seats, None)
    if sheet.finish is None:
        return Result(status="unfinished")
    return settle(rules, sheet.finish, sheet.lucky, turned=sheet.turned, seats=seats, by_sheet=True)


def _finished(rules: MeldingRules, finish: Finish, end: Position, *, seats: int) -> Result:
    due = ends.lucky_is_due(rules, finish)
    turned = end.lucky is not None or not due or end.stock == 0
    return settle(rules, finish, end.lucky if due else None, turned=turned, seats=seats)


def settle(
    rules: MeldingRules,
    finish: Finish,
    lucky: Card | None,
    *,
    turned: bool,
    seats: int,
    by_sheet: bool = False,
) -> Result:
    """Points by seat, if the melds and, where one was due, the lucky card are known."""
    first = Result(status="finished", finisher=finish.seat, melds=finish.melds)
    if not finish.proved or not turned or lucky == UNSEEN:
        return first
    bonus = finish.cards()[lucky] if lucky is not None else 0
    bill = Bill(rules, finish, bonus, lucky, seats, by_sheet=by_sheet)
    if not bill.proved:
        return replace(first, winner=finish.seat if bill.collects else None)
    lines = bill.lines()
    points = tuple(
        sum(line.points for line in lines if line.seat == seat) for seat in range(1, seats + 1)
    )
    places = tuple(1 + sum(other > own for other in points) for own in points)
    winner = finish.seat if bill.collects else None
    return replace(first, points=points, places=places, lines=tuple(lines), winner=winner)


@dataclass(frozen=True)
class Bill:
    """What a finisher collects or pays, line by line."""

    rules: MeldingRules
    finish: Finish
    bonus: int  # how many of its cards are like the lucky card
    lucky: Card | None
    seats: int
    by_sheet: bool = False  # nobody knows whose card completed the melds

    @property
    def counted(self) -> Number:
        """What is held against the threshold (F27)."""
        counts = self.rules.lucky_counts_for_threshold
        return self.finish.points + (self.bonus if counts else 0)

    @property
    def collects(self) -> bool:
        """Was the threshold reached (F28)?"""
        return self.counted >= self.rules.threshold and not self.pays_anyway

    @property
    def pays_anyway(self) -> bool:
        """Does the club have those pay who have nothing to discard (F19)?"""
        return self.finish.forced and self.rules.no_discard == "always-pays"

    @property
    def each(self) -> Number:
        """What each opponent pays, or gets."""
        rules = self.rules
        if not self.collects:
            return rules.threshold + rules.base
        return self.finish.points + self.bonus - rules.threshold + rules.base

    @property
    def proved(self) -> bool:
        """Is it known who pays, and whether the end was forced?"""
        alone = self.seats == 2 or not self.collects or not self.each
        source_known = not self.by_sheet and (
            self.finish.source is None or bool(self.finish.source.seat)
        )
        if self.rules.discarder_pays_all and not alone and not source_known:
            return False
        doubtful = self.by_sheet and self.collects and self.rules.no_discard == "always-pays"
        return not (doubtful and self._may_be_forced())

    def _may_be_forced(self) -> bool:
        hand = [laid for laid in self.finish.melds if not laid.exposed]
        return all(self.rules.is_kept(card) for laid in hand for card in laid.cards)

    def lines(self) -> list[Line]:
        """Every seat's points, the finisher's first."""
        return [*self._of_finisher(), *self._of_others()]

    def _of_finisher(self) -> list[Line]:
        seat, others = self.finish.seat, self.seats - 1
        times = others if self.collects else 0
        lines = [
            Line(
                seat, laid.points * times, _meld_reason(laid), laid.meld.rule if laid.meld else "F5"
            )
            for laid in self.finish.melds
        ]
        if self.lucky is not None:
            said = f"lucky card {self.lucky}, like {self.bonus} of the cards: {self.bonus}"
            lines.append(Line(seat, self.bonus * times, said, "F26"))
        rules = self.rules
        if self.collects:
            lines.append(
                Line(seat, -rules.threshold * times, f"threshold: -{rules.threshold}", "F28")
            )
            lines.append(Line(seat, rules.base * times, f"base: {rules.base}", "F28"))
            return lines
        said = f"{self.counted} points do not reach the threshold: pays {rules.threshold} + {rules.base} to each"
        if self.pays_anyway:
            said = f"had nothing to discard: pays {rules.threshold} + {rules.base} to each"
        return [*lines, Line(seat, -self.each * others, said, "F19" if self.pays_anyway else "F29")]

    def _of_others(self) -> list[Line]:
        seat = self.finish.seat
        others = [other for other in range(1, self.seats + 1) if other != seat]
        if not self.collects:
            return [
                Line(other, self.each, f"receives it from seat {seat}", "F29") for other in others
            ]
        discard = ends.offered_by_hand(self.finish)
        if not self.rules.discarder_pays_all or discard is None:
            return [Line(other, -self.each, f"pays seat {seat}", "F28") for other in others]
        return [
            Line(other, -self.each * len(others), f"discarded the winning card: pays seat {seat} for all", "F30")
            if other == discard.seat
            else Line(other, 0, f"seat {discard.seat} pays for all", "F30")
            for other in others
        ]  # fmt: skip


def _meld_reason(laid: Laid) -> str:
    name = laid.meld.name if laid.meld else "no meld"
    where = "exposed" if laid.exposed else "concealed"
    return f"{name} {' '.join(laid.cards)}, {where}: {laid.points}"
