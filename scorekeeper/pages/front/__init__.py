"""The front page of strangers: a table to try the referee, a sample replay, and the ways in.

Front door: ``welcome``.
"""
