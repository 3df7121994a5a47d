"""Who pays whom at the end of a melding hand, meld by meld (F20, F26–F30)."""

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
    bonus: int  # how many of the finisher's cards equal the lucky card
    lucky: Card | None
    seats: int
    by_sheet: bool = False  # so it is unknown whose card completed the melds

    @property
    def threshold_points(self) -> Number:
        """The points that are compared with the threshold (F27)."""
        counts = self.rules.lucky_counts_for_threshold
        return self.finish.points + (self.bonus if counts else 0)

    @property
    def collects(self) -> bool:
        """Whether the finisher reached the threshold and collects (F28)."""
        return self.threshold_points >= self.rules.threshold and not self.always_pays

    @property
    def always_pays(self) -> bool:
        """Whether the club makes a finisher without a discard pay in any case (F19)."""
        return self.finish.forced and self.rules.no_discard == "always-pays"

    @property
    def per_opponent(self) -> Number:
        """The points that each opponent pays or receives."""
        rules = self.rules
        if not self.collects:
            return rules.threshold + rules.base
        return self.finish.points + self.bonus - rules.threshold + rules.base

    @property
    def proved(self) -> bool:
        """Whether the record proves who pays, and whether the end was forced."""
        alone = self.seats == 2 or not self.collects or not self.per_opponent
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
        """Return every seat's score lines, the finisher's first."""
        return [*self._finisher_lines(), *self._opponent_lines()]

    def _finisher_lines(self) -> list[ScoreLine]:
        """Return a line for each meld; each item is multiplied by the number of opponents who pay it."""
        rules, others = self.rules, self.seats - 1
        times = others if self.collects else 0
        from_each = self.collects and others > 1
        items = [(laid.points, *_meld_item(laid)) for laid in self.finish.melds]
        if self.lucky is not None:
            reason = Reason(
                "lucky card {card}, like {number} of the cards",
                {"card": self.lucky, "number": self.bonus},
            )
            items.append((self.bonus, reason, "F26"))
        if self.collects:
            items.append((-rules.threshold, Reason("threshold"), "F28"))
            items.append((rules.base, Reason("base"), "F28"))
        seat = self.finish.seat
        template = "{item}: {points} from each" if from_each else "{item}: {points}"
        lines = [
            ScoreLine(
                seat, points * times, Reason(template, {"item": reason, "points": points}), rule
            )
            for points, reason, rule in items
        ]
        return lines if self.collects else [*lines, self._loss(-self.per_opponent * others)]

    def _loss(self, points: Number) -> ScoreLine:
        """Return the line of a finisher who missed the threshold, or had nothing to discard."""
        amounts = {"threshold": self.rules.threshold, "base": self.rules.base}
        if self.always_pays:
            reason = Reason("had nothing to discard: pays {threshold} + {base} to each", amounts)
            return ScoreLine(self.finish.seat, points, reason, "F19")
        reason = Reason(
            "{points} points do not reach the threshold: pays {threshold} + {base} to each",
            {"points": self.threshold_points, **amounts},
        )
        return ScoreLine(self.finish.seat, points, reason, "F29")

    def _opponent_lines(self) -> list[ScoreLine]:
        seat = self.finish.seat
        others = [other for other in range(1, self.seats + 1) if other != seat]
        if not self.collects:
            reason = Reason("receives it from seat {source}", {"source": seat})
            return [ScoreLine(other, self.per_opponent, reason, "F29") for other in others]
        discard = hand_end.winning_discard(self.finish)
        if not self.rules.discarder_pays_all or discard is None:
            reason = Reason("pays seat {to}", {"to": seat})
            return [ScoreLine(other, -self.per_opponent, reason, "F28") for other in others]
        pays = Reason("discarded the winning card: pays seat {to} for all", {"to": seat})
        spared = Reason("seat {payer} pays for all", {"payer": discard.seat})
        return [
            ScoreLine(other, -self.per_opponent * len(others), pays, "F30")
            if other == discard.seat
            else ScoreLine(other, 0, spared, "F30")
            for other in others
        ]


def _meld_item(laid: LaidCards) -> tuple[Reason, RulingId]:
    template = "{meld} {cards}, exposed" if laid.exposed else "{meld} {cards}, concealed"
    name, rule = (laid.meld.name, laid.meld.rule) if laid.meld else ("no meld", "F5")
    return Reason(template, {"meld": Reason(name), "cards": " ".join(laid.cards)}), rule
