"""Statistics of a club and of a player: figures, seats, opponents, and points hand by hand.

- ``reports.of_club``, ``reports.of_player``: the figures of everybody, and all about one player
- ``session_figures.count_missing``: compute missing figures of sessions, for the worker

The figures of each session are stored with its `Result` (``session_figures``) and added up on request (``player_figures``).
Seats, opponents and the points series are read from the player's hands (``counted_hands``, ``player_history``).

To add a figure: count it in ``player_figures`` (SessionTotals, PlayerAccumulator, PlayerFigures), raise
``session_figures.FORMAT``, and describe it in ``api/statistics/serializers.py`` (FiguresShape, COLUMNS) and on the page in
``pages/statistics/players.py``.
"""
