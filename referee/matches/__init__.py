"""Let programs play against each other under the referee, and say which of them scores more.

Front door:

- ``engines.Engine``: a program that is asked over standard input what it would play (docs/engines.md).
- ``playing.play_match``: the same deals for all engines, in every seat.
- ``results.MatchResult``: points per hand of each engine, with intervals, as text and JSON.
"""
