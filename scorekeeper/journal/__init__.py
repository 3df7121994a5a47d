"""The journal of a club: every fact and every change to one is an entry in one chain of digests.

Writers do nothing for a new row: a database trigger puts its id into ``Unsealed``, and a worker seals it seconds later.  Who
changes or erases columns of a stored fact on purpose calls ``note_changes``.

Front door:

- ``facts``: which columns of which models are sealed, and which may change
- ``sealing``: ``seal_waiting``, ``note_changes``, ``find_head``
- ``verification.verify``: compare every fact with its entries
"""
