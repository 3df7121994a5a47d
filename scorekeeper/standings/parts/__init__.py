"""Standings of the parts of a season: of an event, a round, a table or a game, and of every day."""
