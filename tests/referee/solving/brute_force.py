"""Whether a seat can force going out first, by trying every action that the referee allows, without any other rule."""

from random import Random
from typing import Any

from referee import MalformedError, Table, deal, rules_for
from referee.table import progress_of
from tests.referee.all_house_rules import games

CLIMBING = [game for game in games() if game["variant"] != "four-color-cards"]
WITHOUT_EFFECT = {
    "multipliers",
    "settlement",
    "placement_points",
    "target",
    "hands_per_match",
    "final_tie",
    "scoring",
}
"""House rules that say only what a hand costs."""


def can_force(table: Table, seat: int, action: str = "") -> bool:
    """Return whether a seat goes out before all others that still play, whatever they do, after an action of the seat to act."""
    out = len(progress_of(table).position.out)
    if action:
        table = table.copy()
        table.play(action)
    known: dict[tuple[Any, ...], bool] = {}

    def wins() -> bool:
        position = progress_of(table).position
        if len(position.out) > out:
            return position.out[out] == seat
        if position.over:
            return position.winner == seat
        standing = position.standing and position.standing.cards
        cards = tuple(tuple(sorted(holding.items())) for holding in position.holdings)
        key = (cards, standing, position.owner, position.turn, position.passed, position.blocked)
        if key not in known:
            turn = position.turn
            actions = table.choices()[turn]
            is_own = turn == seat
            known[key] = not is_own
            for action in actions:
                table.play(f"{turn}: {action}")
                won = wins()
                table.pop()
                if won == is_own:
                    known[key] = is_own
                    break
        return known[key]

    return wins()


def random_ending(random: Random, *, cards: int, **chosen: Any) -> Table | None:
    """Return a table on which a hand was played by chance until few cards were left; None if it was over before."""
    table = random_table(random, **chosen)
    least = random.randint(4, cards)
    while not table.is_over and table.turn:
        if cards_left(table) <= least:
            return table if cards_left(table) <= cards and not is_gift_due(table) else None
        play_by_chance(table, random)
    return None


def random_table(random: Random, **chosen: Any) -> Table:
    """Return a table with a deal, in a game with these house rules, or by chance with others."""
    game = random.choice(CLIMBING)
    chosen = chosen or random_house_rules(game, random)
    seats = random.choice([4, 4, 4, *game["players"]])
    hand = deal(game["variant"], seed=random.random().hex(), seats=seats, house_rules=chosen)
    return Table(game["variant"], seats=seats, hand=hand, house_rules=chosen)


def random_house_rules(game: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return house rules that have an effect on what may be played, none in every second game."""
    if random.random() < 0.5:
        return {}
    chosen = {
        rule["name"]: random.choice(rule["choices"] or [True, False])
        for rule in game["house_rules"]
        if rule["name"] not in WITHOUT_EFFECT | {"suit_order"} and random.random() < 0.3
    }
    try:
        rules_for(game["variant"], chosen)
    except MalformedError:
        return {}
    return chosen


def play_by_chance(table: Table, random: Random) -> None:
    """Let the seat to act do anything; the last card is announced where that is due."""
    actions = table.choices()[table.turn]
    table.play(random.choice([action for action in actions if f"{action} last" not in actions]))


def cards_left(table: Table) -> int:
    """Return how many cards all seats hold."""
    return sum(table.position.counts)


def is_gift_due(table: Table) -> bool:
    """Return whether a card has to be given before anything is played."""
    return progress_of(table).position.exchange is not None
