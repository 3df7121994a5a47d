"""What an import of one or more dry runs will do, with the players, days and season chosen so far.

Front door:

- ``reading``: the dry runs, and what the club has already
- ``evaluating``: what would become of each record now; the digest of the answer tells whether it is still what somebody saw
- ``evaluation``: that answer
"""
