"""Scoring plans: what earns points in a season, which version is in force, and a plan read, checked and said to people."""
