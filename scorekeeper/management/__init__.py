"""Management commands, and what only they use: backup, supervisor, demo club, checks of records and standings.

Front door: the commands themselves (``manage.py help``).
"""
