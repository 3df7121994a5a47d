"""Sessions: the same players over many hands.

Front door:

- ``recording``: ``record_session``, ``amend_session``, ``file_session``; ``lock`` before any write to a session
- ``corrections``: ``compare`` and ``correct`` (what was recorded wrongly, players included)
- ``deletions.delete``: a player or season that no record refers to
- ``search.find``: the sessions that have every word that somebody types
- ``filing``: ``find_unfiled``, ``find_offered``, ``move_to_season`` (several sessions at once)
- ``document.session_record``: a session as a session-record/1 document
- ``score_sheet.build_score_sheet``: points and totals, hand by hand
- ``in_play.now_played``: what is being played; ``same_table.play_again``: the table of an earlier session, today
- ``usual_tables.Habits``: players, rules and season to suggest for a new session
- ``links``: ``create_link``, ``revoke_link``, ``find_holder`` (logging without an account)
- ``what_if``: other house rules, tried and applied
"""
