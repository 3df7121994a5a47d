"""Season standings: who is in which place under the scoring plan, how each total came about, and what changed it.

- ``table.table``: the current standings of a season or a scope
- ``season_count.read``: the latest count of a season, which tables, breakdowns and projections are made of; it takes no lock
  and writes nothing
- ``recount.refresh``: count a season's queued changes and store the result; ``recount.refresh_waiting``: of all seasons, for
  the worker
- ``breakdown.player_breakdown``, ``breakdown.session_breakdowns``: the sessions and hands behind one row;
  ``scope_lines.session_summaries``: the last sessions of every row
- ``progress.daily_standings``: the standings after each day of play; ``progress.standings_of_player``: one player's after
  each session
- ``chances.player_chances``: who can still catch whom in the sessions to come
- ``past.as_of.table_known_at``: the standings as known at a past moment; ``past.changes.changes_since``: who moved since a
  moment, and why
- ``season_reports.read``: a report that needs all sessions of a season, as those of ``progress`` and ``past`` do: counted for
  the reader if the season is short, otherwise the last one that a worker stored (``season_reports.refresh``)
- ``projection.load``, ``impact.changes``: places if sessions had ended otherwise, and how much that matters
- ``plans.plan_versions.in_force``, ``plans.plan_versions.decide``: the scoring plan; ``plans.plan_input.parse_plan``,
  ``plans.plan_sentences.sentences``: a plan read and explained

From facts to places: hand scores (``tallies``) add up to session scores, stored as `Tally`; a player's session scores add up
to a total line (``totals``); ``tie_breaks`` and ``table`` rank the lines.

``stored_scopes.store`` writes the lines of a season and of each of its parts by player and day, with what the table tells
besides (``summaries``) and with the results of tie-breaks that need hands (``tie_results``): a `CountedScope` with its
`ScopeStanding` rows.  ``scope_lines.read`` reads them, the whole season and a part alike.

Each change queues a `Recount`.  ``queued_changes`` finds what the queued ones change: workers store it (``recount``), readers
lay it over the stored rows if it is little (``season_count``).  Of more, readers get the last stored count, with ``is_current``
false and the moment of the count.

To add a figure to the table: add a field with a default at the end of ``totals.TotalLine``, compute it in ``totals.line``, and
name it in ``totals.COUNTS`` or ``totals.SUMS`` if it adds up.  Queue a `Recount` without session for every season in a
migration, since stored lines lack the figure.  Then describe it in ``api/standings/serializers.py`` (StandingRowShape), give
it a column in ``api/standings/representation.py`` (COLUMNS), and show it in ``templates/seasons/season.html``.

A figure that follows from others, as a percentage does, is a property of ``totals.TotalLine``, and nothing is counted again.
Columns of the CSV are added at its end.  ``templates/print/season.html`` and ``templates/seasons/standing.html`` show some of
the columns, too.

A figure that comes from single hands also needs a column of `Tally`, a field of ``tallies.SessionScore``, and a `Recount` for
every session as well.  If it does not add up (a maximum), ``totals.replace_sessions`` must handle it.
"""
