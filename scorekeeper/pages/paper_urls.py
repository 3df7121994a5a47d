"""The addresses of what a table has on the wall and on paper, and of what members say about a play."""

from django.urls import URLPattern, path

from scorekeeper.pages import comments, projector, sessions

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/comments/", comments.add, name="add-comment"),
    path("comments/<uuid:comment>/removal/", comments.remove, name="remove-comment"),
    path("sessions/<uuid:session>/live/", sessions.live_sheet, name="session-live"),
    path("sessions/<uuid:session>/projector/", projector.projector, name="projector"),
    path("sessions/<uuid:session>/projector/board/", projector.board, name="projector-board"),
]
