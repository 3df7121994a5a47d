"""Corrected sheets: what one says otherwise than a session that the club has, and the session brought up to date with it.

Front door:

- ``known_evenings``: the session that a record of a file may be of
- ``differences``: what the record says otherwise, hand by hand
- ``updates``: the hands amended and recorded
"""
