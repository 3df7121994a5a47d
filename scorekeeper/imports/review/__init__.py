"""What an import will do: of one or more dry runs, with the players, days and season chosen so far, or of a sent file.

Front door:

- ``reading``: the dry runs, and what the club has already
- ``evaluating``: what would become of each record now; the digest of the answer tells whether it is still what somebody saw
- ``evaluation``: that answer
- ``preview``: the review that programs get, before anything of a sent file is stored
"""
