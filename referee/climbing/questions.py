"""Judge one play of a climbing game by itself, with what is known about the table."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from referee.cards import UNSEEN, Card, Cards
from referee.climbing.event_context import EventContext
from referee.climbing.judging import judge_event
from referee.climbing.plays import combinations_in
from referee.climbing.rules import ClimbingRules
from referee.combinations import Combination
from referee.knowledge import Knowledge
from referee.position import Position
from referee.record import HandEvent, SeatAction
from referee.verdicts import Illegal, Legal, Verdict

_ASKER, _NEXT_SEAT = 1, 2


@dataclass(frozen=True, kw_only=True)
class PlayQuestion:
    """A question about one play; None and () are unknown."""

    rules: ClimbingRules
    play: Cards  # (): a pass
    standing: Combination | None  # None: the seat leads
    hand: Cards | None
    next_holds: int | None
    opening: bool | None

    def judge(self, play: Cards) -> Verdict:
        """Return the verdict that holds whatever is unknown, else unproven with what would settle it."""
        event = self._event(play)
        verdicts = [judge_event(context._replace(event=event)) for context in self._contexts]
        first, last = verdicts[0], verdicts[-1]
        if self._may_open and isinstance(last, Legal) and self._lacks_opening_card(play):
            return self._contexts[0].unproven(
                "Whether this is the first play of the hand decides whether it is allowed.",
                "opening: whether this is the first play of the hand",
                rule=self.rules.cite("opener"),
            )
        if first == last or isinstance(last, Illegal):
            return last
        return self._contexts[0].unproven(
            "Whether the next player holds one card decides whether this is allowed.",
            "next_holds: how many cards the next player holds",
            rule="G29",
        )

    def legal_plays(self) -> tuple[str, ...]:
        """Return every legal play by size, then strength; ``pass``, where legal, last."""
        hand = Counter(card for card in self.hand or () if card != UNSEEN)
        plays = combinations_in(self.rules, hand, beating=self.standing)
        texts = [" ".join(play.cards) for play in plays if self._may_list(play.cards)]
        return (*texts, "pass") if self._is_legal(()) else tuple(texts)

    def _may_list(self, play: Cards) -> bool:
        """Return whether a combination of the hand, which beats what stands, is legal.

        Once a hand is opened, several cards owe nothing else (G29, G30), so most need no full check.
        """
        return (len(play) > 1 and not self.opening) or self._is_legal(play)

    def _is_legal(self, play: Cards) -> bool:
        """Return whether a play is legal whatever is unknown; a hand that may be opened counts as opened."""
        event = self._event(play)
        return all(
            isinstance(judge_event(context._replace(event=event)), Legal)
            for context in self._contexts
        )

    @staticmethod
    def _event(play: Cards) -> HandEvent:
        return HandEvent(_ASKER, SeatAction.PLAY if play else SeatAction.PASS, "", play)

    @property
    def _may_open(self) -> bool:
        """Whether the play may be the opening lead, which the question leaves open."""
        if self.opening is not None or self.standing is not None:
            return False
        return self.hand is None or self.rules.opening_card in self.hand or UNSEEN in self.hand

    def _lacks_opening_card(self, play: Cards) -> bool:
        alone = self.rules.opening == "lowest-single"
        wanting = self.rules.opening_card not in play or (alone and len(play) > 1)
        return bool(play) and self.rules.opening != "free" and wanting

    @cached_property
    def _contexts(self) -> list[EventContext]:
        """The contexts to judge in: two if the next hand's number of cards matters and is unknown, with one card and with two."""
        is_known = self.next_holds is not None or not self.rules.protect_last_card
        event = HandEvent(_ASKER, SeatAction.PASS, "")
        return [
            EventContext(
                self.rules, self._knowledge, self._position(number), event, 1, is_question=True
            )
            for number in ([self.next_holds] if is_known else [1, 2])
        ]

    @cached_property
    def _knowledge(self) -> Knowledge:
        deck = self.rules.deck
        known = Counter(card for card in self.hand or self.play if card != UNSEEN)
        size = len(self.hand) if self.hand is not None else self.rules.hand_size
        nobody = Counter[Card]()
        standing = Counter(self.standing.cards if self.standing else ())
        others = max(self.rules.seats) - 1
        return Knowledge(
            deck=deck,
            certain=(known, *[nobody] * others),
            slots=(size - known.total(), *[self.rules.hand_size] * others),
            pool=Counter(deck.copies) - known - standing,
            undealt=0,
            dealt=(self.hand, *[None] * others),
            list_movements=tuple,
            left=(None, *[None] * others),
        )

    def _position(self, next_holds: int | None) -> Position:
        seats = max(self.rules.seats)
        counts: list[int | None] = [None] * seats
        counts[_ASKER - 1] = len(self.hand) if self.hand is not None else None
        counts[_NEXT_SEAT - 1] = next_holds
        top = self.standing is not None and self.standing.cards == (self.rules.top_single,)
        return Position(
            holdings=tuple(dict(cards) for cards in self._knowledge.certain),
            counts=tuple(counts),
            unseen=(0,) * seats,
            played=(),
            turn=_ASKER,
            standing=self.standing,
            owner=seats if self.standing else 0,
            closed=top and self.rules.top_single_closes_trick,
            opened=not self.opening,
        )
