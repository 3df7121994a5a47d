"""Pages for paper, for a big screen and for streams: score sheets, results, rules, season tables, posters, the projector, the overlay.

Front door: the views session_sheets.score_sheet, session_sheets.results, session_sheets.rules,
season_table.season_results, poster.season_poster, projector.projector, overlay.of_hand, overlay.of_session.
"""
