"""Pages of skill ratings (``views``) and of a season's progress and head-to-head results (``progress``).

For other pages: ``views.get_rating_table`` and ``views.visible_steps``.
"""
