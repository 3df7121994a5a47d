"""Pages of a club: its first page, players and seasons (``views``), ``members``, ``settings`` and the ``office``.

The office has the audit log (``audit_log``; ``audit_text`` and ``audit_links`` word its lines), ``player_merges`` and ``erasures``.
Other modules: ``invitations``, ``forms``, ``member_forms`` and ``written_day``.
"""
