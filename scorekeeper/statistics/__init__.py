"""Statistics of a club and of a player: figures, seats, opponents, and points hand by hand.

- ``reports.of_club``, ``reports.of_player``: the figures of everybody, and all about one player
- ``latest_figures.read``: the stored lines of months, without locks and without writing
- ``recount.refresh_waiting``: count what changed, for the worker; ``recount.request_recount``: count all of a club again
- ``points_series.of_player``: a player's points hand after hand
- ``highlights.of_season``: the records and awards of a season
- ``awards.make``, ``awards.take_away``: which awards a club gives

The figures of each session are counted from its hands (``session_figures``) and added up by month (``month_figures``).

To add a figure: count it in ``player_figures`` (SessionTotals, PlayerAccumulator, PlayerFigures), raise
``session_figures.FORMAT``, and describe it in ``api/statistics/serializers.py`` (FiguresShape, COLUMNS) and on the page in
``pages/statistics/players.py``.
"""
