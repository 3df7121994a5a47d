"""The addresses of what a table has on the wall and on paper, and of what members say about a play."""

from django.urls import URLPattern, path

from scorekeeper.pages import comments, paper, projector, season_paper, sessions

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/comments/", comments.add, name="add-comment"),
    path("comments/<uuid:comment>/removal/", comments.remove, name="remove-comment"),
    path("sessions/<uuid:session>/live/", sessions.live_sheet, name="session-live"),
    path("sessions/<uuid:session>/projector/", projector.projector, name="projector"),
    path("sessions/<uuid:session>/projector/board/", projector.board, name="projector-board"),
    path("sessions/<uuid:session>/print/sheet/", paper.score_sheet, name="print-sheet"),
    path("sessions/<uuid:session>/print/results/", paper.results, name="print-results"),
    path("sessions/<uuid:session>/print/rules/", paper.rules, name="print-rules"),
    path("seasons/<uuid:season>/print/", season_paper.season_results, name="print-season"),
]
