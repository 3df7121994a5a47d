"""Adjudication: where the database meets the referee.

Front door:

- ``judging``: judges the hands of a session in order; `rules_of`, `players_of`, `tail_of`, `rejudge`
- ``derived_rows``: adjudication, scores, verdicts and result of a hand as rows, and when they are stale
- ``revisions``: adds a revision to the chain of a session or a hand
- ``effects``: what a change makes different: verdicts, points, totals
- ``hidden_cards``: which cards each person may see
- ``recorded_rulings``: a referee's decision in the record of a hand
- ``session_columns``: the columns of a session that repeat its record
"""
