"""Sessions: the same players over many hands.

Front door:

- ``recording``: ``record_session``, ``amend_session``, ``file_session``; ``lock`` before any write to a session
- ``document.session_record``: a session as a session-record/1 document
- ``score_sheet.build_score_sheet``: points and totals, hand by hand
- ``links``: ``create_link``, ``revoke``, ``find_holder`` (logging without an account)
- ``what_if``: other house rules, tried and applied
"""
