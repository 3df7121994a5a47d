"""Standings as they were known at a moment, and what has moved players since."""
