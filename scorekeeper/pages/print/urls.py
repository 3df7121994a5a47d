"""URLs of sheets to print and of the projector."""

from django.urls import URLPattern, path

from scorekeeper.pages.print import projector, season_table, session_sheets

urlpatterns: list[URLPattern] = [
    path("sessions/<uuid:session>/projector/", projector.projector, name="projector"),
    path("sessions/<uuid:session>/projector/board/", projector.board, name="projector-board"),
    path("sessions/<uuid:session>/print/sheet/", session_sheets.score_sheet, name="print-sheet"),
    path("sessions/<uuid:session>/print/results/", session_sheets.results, name="print-results"),
    path("sessions/<uuid:session>/print/rules/", session_sheets.rules, name="print-rules"),
    path("seasons/<uuid:season>/print/", season_table.season_results, name="print-season"),
]
