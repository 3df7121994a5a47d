"""API of sessions.

views      clubs/{club}/sessions/, sessions/{session}/
document   sessions/{session}/record/, seasons/{season}/scores/
links      sessions/{session}/links/, links/
what_if    sessions/{session}/what-if/
season_what_if  seasons/{season}/what-if/, what-ifs/{what_if}/
"""
