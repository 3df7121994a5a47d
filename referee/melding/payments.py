"""Who pays whom at the end of a hand of a melding game, meld by meld (F20, F26–F30)."""

from dataclasses import dataclass

from referee.cards import Card
from referee.melding import hand_end
from referee.melding.position import Finish, LaidCards
from referee.melding.rules import MeldingRules
from referee.reason_texts import Reason
from referee.record import Number, RulingId
from referee.scoring import ScoreLine


@dataclass(frozen=True)
class Payments:
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
        return all(self.rules.is_undiscardable(card) for laid in hand for card in laid.cards)

    def lines(self) -> list[ScoreLine]:
        """Every seat's points, the finisher's first."""
        return [*self._of_finisher(), *self._of_others()]

    def _of_finisher(self) -> list[ScoreLine]:
        """A line for each meld; the items of what each opponent pays are counted once for each."""
        rules, others = self.rules, self.seats - 1
        times = others if self.collects else 0
        from_each = self.collects and others > 1
        items = [(laid.points, *_described(laid)) for laid in self.finish.melds]
        if self.lucky is not None:
            said = Reason(
                "lucky card {card}, like {number} of the cards",
                {"card": self.lucky, "number": self.bonus},
            )
            items.append((self.bonus, said, "F26"))
        if self.collects:
            items.append((-rules.threshold, Reason("threshold"), "F28"))
            items.append((rules.base, Reason("base"), "F28"))
        seat = self.finish.seat
        template = "{item}: {points} from each" if from_each else "{item}: {points}"
        lines = [
            ScoreLine(
                seat, points * times, Reason(template, {"item": said, "points": points}), rule
            )
            for points, said, rule in items
        ]
        return lines if self.collects else [*lines, self._loss(-self.each * others)]

    def _loss(self, points: Number) -> ScoreLine:
        """What a finisher pays who did not reach the threshold, or had nothing to discard."""
        paid = {"threshold": self.rules.threshold, "base": self.rules.base}
        if self.pays_anyway:
            said = Reason("had nothing to discard: pays {threshold} + {base} to each", paid)
            return ScoreLine(self.finish.seat, points, said, "F19")
        said = Reason(
            "{points} points do not reach the threshold: pays {threshold} + {base} to each",
            {"points": self.counted, **paid},
        )
        return ScoreLine(self.finish.seat, points, said, "F29")

    def _of_others(self) -> list[ScoreLine]:
        seat = self.finish.seat
        others = [other for other in range(1, self.seats + 1) if other != seat]
        if not self.collects:
            said = Reason("receives it from seat {source}", {"source": seat})
            return [ScoreLine(other, self.each, said, "F29") for other in others]
        discard = hand_end.offered_by_hand(self.finish)
        if not self.rules.discarder_pays_all or discard is None:
            said = Reason("pays seat {to}", {"to": seat})
            return [ScoreLine(other, -self.each, said, "F28") for other in others]
        pays = Reason("discarded the winning card: pays seat {to} for all", {"to": seat})
        spared = Reason("seat {payer} pays for all", {"payer": discard.seat})
        return [
            ScoreLine(other, -self.each * len(others), pays, "F30")
            if other == discard.seat
            else ScoreLine(other, 0, spared, "F30")
            for other in others
        ]


def _described(laid: LaidCards) -> tuple[Reason, RulingId]:
    template = "{meld} {cards}, exposed" if laid.exposed else "{meld} {cards}, concealed"
    name, rule = (laid.meld.name, laid.meld.rule) if laid.meld else ("no meld", "F5")
    return Reason(template, {"meld": Reason(name), "cards": " ".join(laid.cards)}), rule
