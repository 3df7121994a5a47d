"""Skill ratings: how strong players seem from their finishing orders, per season or all time, per game or over all games.

- ``table.rating_list``: a rating list with places, as a reader gets it; ``table.season_key`` and ``table.all_time_key`` say which
- ``history.find_history``: players' ratings after each session; ``head_to_head.season_meetings``: who finished before whom
- ``rerating.refresh_stale``, ``rerating.is_work_waiting``: for the worker; ``rerating.refresh_club``: bring a club up to date

Each change queues a `Rerating`.  ``changes`` finds what changed in the session's ``finishing_orders`` and from which moment on
each of the ``lists`` is stale.  ``states`` computes the sessions from there on with the model ``plackett_luce``: for
``rerating``, which stores the result, and for ``latest_ratings``, which lay it over what is stored.
"""
