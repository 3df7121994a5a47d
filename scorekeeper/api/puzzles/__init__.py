"""Puzzles through the API: all that somebody may see, the one of the day, and one with its solution."""
