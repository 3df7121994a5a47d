"""Pages of a user's own account: profile (``views``), ``passwords``, ``tokens`` for programs, ``accept_invitation``.

For other pages: ``views.set_preference_cookies``.
"""
