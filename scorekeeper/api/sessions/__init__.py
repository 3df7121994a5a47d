"""API of sessions.

views      clubs/{club}/sessions/, sessions/{session}/
document   sessions/{session}/record/, seasons/{season}/scores/
links      sessions/{session}/links/, links/
what_if    what-if/ of a session or a season
"""
