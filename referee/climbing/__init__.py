"""Climbing games: beat what stands or pass.  Big Two, Pusoy Dos and both Gangs of Four."""

from referee.climbing.hands import JudgedHand, adjudicate
from referee.climbing.plays import combinations_in
from referee.climbing.rules import ClimbingRules
from referee.climbing.timeline import HandStep, JudgedEvent

__all__ = [
    "ClimbingRules",
    "HandStep",
    "JudgedEvent",
    "JudgedHand",
    "adjudicate",
    "combinations_in",
]
