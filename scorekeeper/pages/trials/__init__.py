"""Logging without an account: a game lives in the browser until it is saved as a file or taken into a club.

Nothing of it is stored here.  The logger in the browser is ``static/log_trial.js``.
"""
