"""Pages of disputes: a club's queue, raising, statements, one dispute with its ruling, and rulings on paper.

Front door: ruling_notices.news (for the home page), detail.DECISIONS and detail.STATES (words).
"""
