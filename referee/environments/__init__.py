"""Play hands with programs: numbered actions, what one seat knows, and a state to step through.

Front door:

- ``actions.action_table``: a number for everything that can be done in a game.
- ``observations.observe``: what one seat knows, as JSON; ``vectors.observation_vector``: as numbers.
- ``states.HandState``: a hand, in which one player after another is asked for an action.
- ``pettingzoo.env``: a hand as an environment of PettingZoo, which is installed with ``pip install 'referee[environments]'``.
"""
