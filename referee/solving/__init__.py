"""What could have been: whether a seat could force going out first, with all cards open, and where a hand gave that away."""

MAX_STEPS = 100_000
"""How many positions are looked at for one answer, unless it is said otherwise."""
HAND_STEPS = 200_000
"""How many positions are looked at for all answers about a hand."""
MOST_CARDS = 24
"""A hand is looked at from where it has at most so many cards left, all seats together."""
