"""Names in imported files and the players whom they may mean.

Front door:

- ``player_names``: the players that names stand for, and proposals
- ``similar_names``: how near two names are
- ``remembered_names``: who was meant by names in earlier imports
- ``unknown_names``: names that no player has, whom they may mean, and what was decided
"""
