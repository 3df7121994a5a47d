"""Disputes about recorded plays: raising, statements, rulings, and what each ruling would change.

Front door:

- ``filing``: ``raise_dispute``, ``withdraw``
- ``statements``: ``add_statement``, ``statements_by_side``
- ``ruling``: rules on a dispute, which creates the next revision of the hand
- ``queue``: ``gravest_first`` and the queries for lists of disputes
- ``stakes``: which results each outcome would change
- ``precedents.find_precedents``: similar earlier rulings
- ``ruling_notices.notices_for``: recent rulings that changed a user's points or place
"""
