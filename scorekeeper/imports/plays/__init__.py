"""Plays that clubs noted in BG Stats or at BoardGameGeek: each becomes a session whose one hand has only points.

- ``noted_plays``: a play as both programs note it
- ``bg_stats``, ``board_game_geek``: read the files of each
- ``reading``: tells the two apart
- ``club_ways``: in which edition and under which house rules a club plays
- ``entries``: the session records, and the plays that cannot be taken in
"""
