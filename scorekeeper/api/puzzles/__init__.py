"""Puzzles through the API."""
