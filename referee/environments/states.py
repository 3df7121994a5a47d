"""A hand in which one player after another is asked for an action."""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from referee.deals import deal
from referee.environments.actions import PASS, ActionTable, table_of
from referee.environments.observations import observe
from referee.environments.vectors import observation_vector
from referee.melding import MeldingRules
from referee.record import Json, MalformedError
from referee.table import Table

TERMINAL = -4
"""The current player of a hand that is over, as OpenSpiel numbers it."""


class Request(NamedTuple):
    """Who is asked, and for which actions."""

    seat: int
    actions: tuple[str, ...]
    claims: int = 0  # how strong the claims are that are asked for: 0 is the strongest


class HandState:
    """A hand to be stepped through with numbered actions, as programs for OpenSpiel and RLCard expect it.

    Players are numbered from 0: player 0 has seat 1.  Actions are those of ``referee.action_table``.  Where several may act
    at once, they are asked one after another:

    - After the highest single (B14), only the next seat is asked; once all have passed, its owner leads.
    - In Four Color Cards, for a card on offer: who may call hu, in turn order (F13); then who may gan or pong; then who may
      chi, and the seat to draw.  The first claim counts.  Who declines with ``pass`` is asked again for the weaker claims;
      such a ``pass`` is no event of the table.  ``hu`` lays the melds with the most points, of equals those that ``choices`` lists first.

    The cards of all seats must be dealt, in Four Color Cards the stock too, as ``referee.deal`` does: raises
    MalformedError otherwise.

    >>> import referee
    >>> state = referee.HandState.deal("big-two", seed=7)
    >>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
    (2, ['3C', '3C 3H'])
    >>> state.num_players(), state.num_distinct_actions(), state.action_table[1], state.request
    (4, 14739, '3C', Request(seat=3, actions=('3C', '3C 3H'), claims=0))
    >>> state.is_chance_node(), state.is_simultaneous_node()
    (False, False)
    >>> other = state.clone()
    >>> other.play("3C")
    >>> other.observation(3)["standing"], other.observation(3)["actions"][:2], len(other.observation_tensor(3))
    ({'seat': 3, 'cards': ['3C']}, ['3S', '5D'], 337)
    >>> '"events": ["3: 3C"]' in other.information_state_string(), '"events": []' in state.information_state_string()
    (True, True)
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[-1])
    >>> state.returns(), state.current_player()
    ([-2.0, -2.0, -1.0, 5.0], -4)
    """

    def __init__(self, table: Table) -> None:
        self.table = table.copy()
        self._declined: list[tuple[int, int, int]] = []  # number of events, seat, claims
        self._request = self._next_request()

    @classmethod
    def deal(
        cls,
        variant: str,
        *,
        seed: int | str,
        seats: int = 4,
        house_rules: Mapping[str, Json] | None = None,
        first: int = 1,
    ) -> "HandState":
        """Return the state before the first action of a hand that ``referee.deal`` deals."""
        hand = deal(variant, seed=seed, seats=seats, house_rules=house_rules, first=first)
        return cls(Table(variant, seats=seats, house_rules=house_rules, hand=hand))

    @property
    def request(self) -> Request | None:
        """The seat that is asked, and its actions as texts; None: the hand is over."""
        return self._request

    @cached_property
    def action_table(self) -> ActionTable:
        """The numbered actions of the game; made when it is first used."""
        return table_of(self.table.rules, self.table.seats)

    def num_players(self) -> int:
        """Return the number of players."""
        return self.table.seats

    def num_distinct_actions(self) -> int:
        """Return how many actions the game has; they are numbered from 0."""
        return len(self.action_table)

    def is_terminal(self) -> bool:
        """Return whether nobody has anything left to do."""
        return self._request is None

    def is_chance_node(self) -> bool:
        """Return False: all cards have been dealt."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Return False: one player is asked at a time."""
        return False

    def current_player(self) -> int:
        """Return the player who is asked, from 0; TERMINAL if the hand is over."""
        return TERMINAL if self._request is None else self._request.seat - 1

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the numbers of what the current player may do, lowest first; nothing for another player."""
        if self._request is None or player not in {None, self._request.seat - 1}:
            return []
        return sorted({self.action_table.number(action) for action in self._request.actions})

    def action_to_string(self, action: int) -> str:
        """Return the text of a numbered action.  Raises IndexError."""
        return self.action_table[action]

    def apply_action(self, action: int) -> None:
        """Go on with a numbered action.  Raises MalformedError, and then changes nothing, if it is not legal."""
        request = self._request
        actions = request.actions if request else ()
        texts = [text for text in actions if self.action_table.number(text) == action]
        if request is None or not texts:
            message = f"{action!r} is not among the legal actions {self.legal_actions()}."
            raise MalformedError("bad-action", "", message)
        self.play(self._best_hu(request, texts) if len(texts) > 1 else texts[0])

    def play(self, action: str) -> None:
        """Go on with one of the actions that ``request`` lists as texts.  Raises MalformedError, and then changes nothing."""
        request = self._request
        if request is None or action not in request.actions:
            raise MalformedError("bad-action", "", f"{action!r} is not among the legal actions.")
        if action == PASS and self._is_claim(request):
            self._declined.append((len(self.table.events), request.seat, request.claims))
        else:
            self.table.play(f"{request.seat}: {action}")
        self._request = self._next_request()

    def returns(self) -> list[float]:
        """Return the points by player, more are better: penalties are negated.  Zeros until the hand is over."""
        result = self.table.result if self.is_terminal() else None
        sign = -1 if self.table.rules.lowest_wins else 1
        return [float(sign * (points or 0)) + 0.0 for points in result or (0,) * self.num_players()]

    def clone(self) -> "HandState":
        """Return a state that goes on by itself."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.table, other._declined = self.table.copy(), list(self._declined)
        return other

    def observation(self, player: int) -> dict[str, Any]:
        """Return what a player knows, as ``referee.observe`` does, with ``actions``: what it is asked for, as texts."""
        return {**observe(self.table, player + 1), "actions": self._actions_of(player)}

    def observation_tensor(self, player: int) -> list[int]:
        """Return what a player knows as numbers, as ``referee.observation_vector`` does."""
        return observation_vector(self.table, player + 1)

    def information_state_string(self, player: int | None = None) -> str:
        """Return everything that a player with a perfect memory knows, by default the current one, as JSON."""
        player = self.current_player() if player is None else player
        known = {
            **observe(self.table, player + 1, with_past_tricks=True),
            "actions": self._actions_of(player),
            "declined": [list(one) for one in self._declined if one[1] == player + 1],
        }
        return json.dumps(known, sort_keys=True)

    def _actions_of(self, player: int) -> list[str]:
        is_asked = self._request is not None and self._request.seat == player + 1
        return list(self._request.actions) if self._request and is_asked else []

    def _next_request(self) -> Request | None:
        choices: dict[int, tuple[str, ...]] = {}
        for seat, actions in self.table.choices().items():
            if actions is None or any(action.endswith(" ?") for action in actions):
                message = "All cards must be dealt, and the stock listed, as referee.deal does."
                raise MalformedError("unknown-hand", "", message)
            choices[seat] = actions
        if not choices and not self.table.is_over:
            message = "Nobody knows whose turn it is: deal all cards, as referee.deal does."
            raise MalformedError("unknown-hand", "", message)
        return next(self._requests(choices), None)

    def _requests(self, choices: Mapping[int, tuple[str, ...]]) -> Iterator[Request]:
        rules = self.table.rules
        if not isinstance(rules, MeldingRules) or self.table.standing is None:
            yield from (Request(seat, actions) for seat, actions in choices.items())
            return
        for claims in range(len(rules.order_of_claims)):
            for seat, actions in choices.items():
                now = tuple(one for one in actions if _strength(rules, one) == claims)
                later = any(_strength(rules, one) > claims for one in actions)
                if now and (len(self.table.events), seat, claims) not in self._declined:
                    may_decline = PASS in actions or later
                    yield Request(seat, (*now, PASS) if may_decline else now, claims)

    def _is_claim(self, request: Request) -> bool:
        return isinstance(self.table.rules, MeldingRules) and PASS in request.actions

    def _best_hu(self, request: Request, calls: list[str]) -> str:
        """Return the way to call hu that scores most."""

        def points(call: str) -> float:
            after = self.table.copy()
            after.play(f"{request.seat}: {call}")
            return float(sum(laid["points"] for laid in after.adjudication.frames()[-1]["finish"]))

        return max(calls, key=points)


def _strength(rules: MeldingRules, action: str) -> int:
    """Return the place of an action in the order of claims; a draw comes with the weakest, a pass is none."""
    verb = action.partition(" ")[0]
    if verb == PASS:
        return -1
    places = (place for place, claims in enumerate(rules.order_of_claims) if verb in claims)
    return next(places, len(rules.order_of_claims) - 1)
