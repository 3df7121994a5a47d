"""PokerKit: no-limit hold'em for six, written as hand histories (PHH) and replayed through its ``State``."""

import warnings
from random import Random

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

from benchmarks.timing import Work

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
GAME = NoLimitTexasHoldem(
    AUTOMATIONS, ante_trimming_status=True, raw_antes=0, raw_blinds_or_straddles=(1, 2), min_bet=2
)
warnings.filterwarnings("ignore", "A card being dealt")  # that it does not choose them itself
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def texts(number: int, chance: Random, *, folding: float) -> list[str]:
    """Return histories of random hands; ``folding`` is the probability of folding to a bet."""
    return [_history(chance, folding) for _ in range(number)]


def _history(chance: Random, folding: float) -> str:
    return HandHistory.from_game_state(GAME, _played(chance, folding)).dumps()


def play(chance: Random, folding: float) -> int:
    """Play a random hand to its end and return the number of actions, dealt cards among them."""
    return len(_played(chance, folding).operations)


def _played(chance: Random, folding: float) -> State:
    pack = chance.sample(PACK, len(PACK))
    state = GAME(200, 6)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole(pack.pop() + pack.pop())
        elif state.can_deal_board():
            state.deal_board("".join(pack.pop() for _ in range(state.board_dealing_count or 1)))
        else:
            _bet(state, chance, folding)
    return state


def _bet(state: State, chance: Random, folding: float) -> None:
    roll = chance.random()
    if state.checking_or_calling_amount and roll < folding:
        state.fold()
    elif roll > 0.85 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
    else:
        state.check_or_call()


def replay(batch: list[str]) -> Work:
    """Parse and replay every history."""
    actions = 0
    for text in batch:
        history = HandHistory.loads(text)
        *_, state = history
        assert not state.status
        actions += len(history.actions)
    return Work(len(batch), actions)
