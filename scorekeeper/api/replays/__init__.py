"""API of replays: ``rebuilds`` (rebuild/ of a club, a season or a session; rebuilds/{rebuild}/).

One hand's replay is in ``api.hands.views``.
"""
