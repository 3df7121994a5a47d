"""Check the environments with PettingZoo's own tests; run by test_pettingzoo.py where PettingZoo is installed."""

import sys
import warnings
from importlib import import_module

import referee

warnings.simplefilter("ignore")
environments = import_module("referee.environments.pettingzoo")
api, seeds = import_module("pettingzoo.test.api_test"), import_module("pettingzoo.test.seed_test")


def check_game(variant: str, seats: int) -> None:
    """Run PettingZoo's tests on one game, and compare the rewards with the points of the hand."""
    api.api_test(environments.env(variant, seats=seats), num_cycles=300)
    seeds.seed_test(lambda: environments.env(variant, seats=seats), num_cycles=60)
    env = environments.env(variant, seats=seats, render_mode="ansi")
    env.reset(seed=7)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        space = env.action_space(agent)
        if termination:
            rewards[agent] = reward
        env.step(None if termination else space.sample(observation["action_mask"]))
    table = env.unwrapped.table
    sign = -1 if table.rules.lowest_wins else 1
    assert [rewards[agent] for agent in env.possible_agents] == [
        sign * points for points in table.result
    ], rewards
    assert env.render() == str(table)


def check_illegal_action() -> None:
    """Assert that an action that is not legal is refused with the legal ones."""
    env = environments.env("big-two")
    env.reset(seed=7)
    message = ""
    try:
        env.step(0)
    except referee.MalformedError as error:
        message = error.message
    assert "not among the legal actions" in message


for name in sys.argv[1:]:
    for number in referee.rules_for(name).seats:
        check_game(name, number)
check_illegal_action()
sys.stdout.write("checked\n")
