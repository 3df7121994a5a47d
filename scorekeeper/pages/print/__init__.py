"""Pages for paper and for a big screen: score sheets, results, rules, season tables and the projector.

Front door: the views session_sheets.score_sheet, session_sheets.results, session_sheets.rules,
season_table.season_results, projector.projector.
"""
