"""Skill ratings: how strong players seem from their finishing orders, per season or all time, per game or over all games.

- ``table.table``: a rating list with places, refreshed as far as a request can wait; ``table.season_key`` and
  ``table.all_time_key`` say which list
- ``table.steps``: a player's rating after each session; ``head_to_head.meetings``: who finished before whom
- ``rerating.refresh_stale``, ``rerating.is_work_waiting``: for the worker; ``rerating.refresh_club``: bring a club up to date

Each change queues a `Rerating`.  ``lists`` applies it: it reads the session's ``finishing_orders`` again and marks the lists
from which moment on they are stale.  ``rerating`` then rates the sessions from there on with the model ``plackett_luce``.
"""
