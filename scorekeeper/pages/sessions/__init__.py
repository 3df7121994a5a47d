"""Pages of sessions: score sheet, new session, links for phones, other house rules (what-if), the hand being played.

Front door: views.score_rows, live.live_hand, live.etag, live.not_modified, live.with_etag.
"""
