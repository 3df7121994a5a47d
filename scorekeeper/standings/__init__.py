"""Season standings: who is in which place under the scoring plan, how each total came about, and what changed it.

- ``table.table``: the current standings of a season or a scope; ``as_of.table_known_at``: as known at a past moment
- ``recount.refresh``: apply queued changes to a season; ``recount.refresh_waiting``: to all seasons, for the worker
- ``breakdown.breakdown``, ``breakdown.session_breakdowns``: the sessions and hands behind one row;
  ``breakdown.session_summaries``: the last sessions of every row
- ``progress.daily_standings``: the standings after each day of play; ``progress.standings_of_player``: one player's after
  each session
- ``chances.chances``: who can still catch whom in the sessions to come
- ``changes.changes_since``: who moved since a moment, and why
- ``projection.load``, ``impact.changes``: places if sessions had ended otherwise, and how much that matters
- ``plan_versions.in_force``, ``plan_versions.decide``: the scoring plan; ``plan_input.parse_plan``,
  ``plan_sentences.sentences``: a plan read and explained

From facts to places: hand scores (``tallies``) add up to session scores, stored as `Tally`; a player's session scores add up
to a total line (``totals``), stored as `Standing`; ``tie_breaks`` and ``table`` rank the lines.

To add a figure to the table: add a field with a default at the end of ``totals.TotalLine``, compute it in ``totals.line``, and
name it in ``totals.COUNTS`` or ``totals.SUMS`` if it adds up.  Queue a `Recount` without session for every season in a
migration, since stored lines lack the figure.  Then describe it in ``api/standings/serializers.py`` (StandingRowShape), give
it a column in ``api/standings/representation.py`` (COLUMNS), and show it in ``templates/seasons/season.html``.

A figure that comes from single hands also needs a column of `Tally`, a field of ``tallies.SessionScore``, and a `Recount` for
every session instead.  If it does not add up (a maximum), ``totals.replace_sessions`` must handle it.
"""
