"""Clubs: their members, invitations, players and seasons.

Front door:

- ``memberships``: ``found_club``, ``give_role``, ``leave``
- ``invitations``: ``invite``, ``accept``, ``accept_as_new``, ``revoke``, ``find_by_token``
- ``roster``: ``add`` and ``change`` (players, seasons, the club itself), ``get_or_add_player``, ``player_names``
- ``merge_pieces``: what workers do for a merge, session by session
- ``player_merges``: ``merge``, ``reverse``, and who a merged player counts as
"""
