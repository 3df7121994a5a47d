"""Climbing games: beat what stands or pass.  Big Two, Pusoy Dos and both Gangs of Four."""

from referee.climbing.hands import Judged, adjudicate
from referee.climbing.plays import playable
from referee.climbing.rules import ClimbingRules
from referee.climbing.timeline import Finding, Step

__all__ = ["ClimbingRules", "Finding", "Judged", "Step", "adjudicate", "playable"]
