"""Hands."""
