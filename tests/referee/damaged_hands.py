"""Random hands of every game as they are written down, some damaged: events moved, left out, repeated, unseen; deals with gaps."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import referee
from tests.referee.random_four_color_hands import random_house_rules as random_four_color_rules
from tests.referee.random_four_color_hands import random_round
from tests.referee.random_hands import random_hand, random_house_rules
from tests.referee.random_sessions import random_session

KEYS = ("dealt", "events", "dealer", "passes")


class WrittenHand(NamedTuple):
    """A hand of some game, with what the hands before it left."""

    variant: str
    house_rules: dict[str, Any]
    seats: int
    hand: dict[str, Any]
    carried: referee.Carried | None = None

    def table(self, events: int | None = None) -> referee.Table:
        """Return a table with the first events of the hand, or with all."""
        hand = {**self.hand, "events": self.hand["events"][:events]}
        return referee.Table(
            self.variant,
            seats=self.seats,
            house_rules=self.house_rules,
            hand=hand,
            carried=self.carried,
        )


def random_hands(chance: Random) -> Iterator[WrittenHand]:
    """Yield random hands, all of one game: one hand, or those of a session."""
    game = chance.choice(["52 cards", "four colors", "gang", "gang"])
    if game == "52 cards":
        variant = chance.choice(["big-two", "pusoy-dos"])
        rules = random_house_rules(variant, chance)
        hand = random_hand(variant, rules, chance)
        yield WrittenHand(variant, rules, 4, {key: hand[key] for key in KEYS if key in hand})
    elif game == "four colors":
        rules = random_four_color_rules(chance)
        played = random_round(chance, rules)
        hand = {"dealt": played.dealt, "events": list(played.events)}
        yield WrittenHand("four-color-cards", rules, played.seats, hand)
    else:
        record = referee.parse_record(random_session(chance, most=3).record())
        for judged in referee.adjudicate(record).hands:
            source = judged.judged.record.source
            hand = {key: source[key] for key in KEYS if key in source}
            seats = len(record.players)
            yield WrittenHand(record.variant, dict(record.house_rules), seats, hand, judged.carried)


def damaged(written: WrittenHand, chance: Random, *, unseen: bool = False) -> WrittenHand:
    """Return the hand with up to three events changed, and perhaps a deal that is not all known."""
    hand = {**written.hand, "events": list(written.hand["events"])}
    for _ in range(chance.randrange(4)):
        _change_event(hand["events"], written.seats, chance, unseen=unseen)
    gaps = chance.choice(["none", "none", "all", "some", "one card" if unseen else "some"])
    dealt = list(hand.get("dealt") or ())
    if gaps == "all":
        hand.pop("dealt", None)
    elif gaps == "some" and dealt:
        hand["dealt"] = [chance.choice([cards, "?"]) for cards in dealt]
    elif gaps == "one card" and dealt:
        words = str(dealt[0]).split()
        words[chance.randrange(len(words))] = "?"
        hand["dealt"] = [" ".join(words), *dealt[1:]]
    return written._replace(hand=hand)


def _change_event(events: list[str], seats: int, chance: Random, *, unseen: bool) -> None:
    if not events:
        return
    place = chance.randrange(len(events))
    seat, _, action = events[place].partition(": ")
    other = chance.randrange(len(events))
    changes = ["leave out", "repeat", "swap", "pass", "take back", "seat", "card"]
    change = chance.choice([*changes, *["gap"] * (5 * unseen)])
    if change == "leave out":
        del events[place]
    elif change == "repeat":
        events.insert(place, events[other])
    elif change == "swap":
        events[place], events[other] = events[other], events[place]
    elif change == "pass":
        events.insert(place, f"{chance.randint(1, seats)}: pass")
    elif change == "take back":
        events.insert(place + 1, f"{seat}: takes back")
    elif change == "seat":
        events[place] = f"{chance.randint(1, seats)}: {action}"
    elif change == "card" and " " in action:
        events[place] = f"{seat}: {action.rpartition(' ')[0]}"
    elif change == "gap":
        words = action.split()
        words[-1] = "?"
        events[place] = f"{seat}: {chance.choice(['unseen', ' '.join(words)])}"
