"""A hand as an environment of PettingZoo: ``pip install 'referee[environments]'``."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from referee.environments.actions import action_table
from referee.environments.states import HandState
from referee.environments.vectors import vector_length
from referee.record import Json
from referee.table import Table
from referee.variants import rules_for


def env(
    variant: str,
    *,
    seats: int = 4,
    house_rules: Mapping[str, Json] | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """Return an environment of which each episode is one hand, with checks of the order of calls.

    Agents are ``seat_1`` …; actions are the numbers of ``referee.action_table``; observations have ``observation``, the numbers
    of ``referee.observation_vector``, and ``action_mask``.  Rewards come with the end of the hand: its points, negated
    where they are penalties.  ``reset(seed=…)`` deals from this seed; the next ``reset`` without one deals another hand.

    Raises MalformedError for an unknown game, house rule or number of seats.
    """
    hands = HandEnvironment(variant, seats=seats, house_rules=house_rules, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(hands)


class HandEnvironment(AECEnv):
    """The environment that ``env`` returns, without its checks."""

    metadata = {"name": "referee_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        variant: str,
        *,
        seats: int = 4,
        house_rules: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._deal = partial(HandState.deal, variant, seats=seats, house_rules=house_rules)
        self._random, _ = seeding.np_random(None)
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        size = len(action_table(variant, seats=seats, house_rules=house_rules))
        rules = rules_for(variant, house_rules)
        numbers = spaces.Box(
            low=-1,
            high=len(rules.deck),
            shape=(vector_length(rules, seats),),
            dtype=np.int16,
        )
        mask = spaces.Box(low=0, high=1, shape=(size,), dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.state_of_hand = self._deal(seed=int(self._random.integers(1 << 32)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and which actions are legal for it."""
        player = self.possible_agents.index(agent)
        mask = np.zeros(self.action_space(agent).n, dtype=np.int8)
        mask[self.state_of_hand.legal_actions(player)] = 1
        numbers = self.state_of_hand.observation_tensor(player)
        return {"observation": np.array(numbers, dtype=np.int16), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Go on with an action of the agent that is asked.  Raises MalformedError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.state_of_hand.apply_action(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.state_of_hand.is_terminal():
            points = self.state_of_hand.returns()
            self.rewards = dict(zip(self.agents, points, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as text if the render mode is ``ansi``."""
        return str(self.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    @property
    def table(self) -> Table:
        """The table of the present hand."""
        return self.state_of_hand.table

    def _asked(self) -> str:
        return self.possible_agents[self.state_of_hand.current_player()]
