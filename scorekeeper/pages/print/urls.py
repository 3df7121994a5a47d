"""The addresses of what a table has on the wall and on paper, and of what members say about a play."""

from django.urls import URLPattern, path

from scorekeeper.pages.hands import comments
from scorekeeper.pages.print import projector, season_table, session_sheets
from scorekeeper.pages.sessions import views as session_views

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/comments/", comments.add, name="add-comment"),
    path("comments/<uuid:comment>/removal/", comments.remove, name="remove-comment"),
    path("sessions/<uuid:session>/live/", session_views.live_sheet, name="session-live"),
    path("sessions/<uuid:session>/projector/", projector.projector, name="projector"),
    path("sessions/<uuid:session>/projector/board/", projector.board, name="projector-board"),
    path("sessions/<uuid:session>/print/sheet/", session_sheets.score_sheet, name="print-sheet"),
    path("sessions/<uuid:session>/print/results/", session_sheets.results, name="print-results"),
    path("sessions/<uuid:session>/print/rules/", session_sheets.rules, name="print-rules"),
    path("seasons/<uuid:season>/print/", season_table.season_results, name="print-season"),
]
