"""Pages of a season: standings, one player's standing, changes, the scoring plan, and who may see what.

For other pages: ``views.get_season`` and ``views.season_context``; ``table.display_rows`` and ``table.ties`` turn standings
into what templates show.
"""
