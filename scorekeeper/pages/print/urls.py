"""URLs of sheets to print, of the projector and of the overlay for streams."""

from django.urls import URLPattern, path

from scorekeeper.pages.print import (
    overlay,
    poster,
    projector,
    season_highlights,
    season_table,
    session_sheets,
)

urlpatterns: list[URLPattern] = [
    path("sessions/<uuid:session>/projector/", projector.projector, name="projector"),
    path("sessions/<uuid:session>/projector/board/", projector.board, name="projector-board"),
    path("sessions/<uuid:session>/overlay/", overlay.of_session, name="session-overlay"),
    path(
        "sessions/<uuid:session>/overlay/board/",
        overlay.board_of_session,
        name="session-overlay-board",
    ),
    path("hands/<uuid:hand>/overlay/", overlay.of_hand, name="hand-overlay"),
    path("hands/<uuid:hand>/overlay/board/", overlay.board_of_hand, name="hand-overlay-board"),
    path("sessions/<uuid:session>/print/sheet/", session_sheets.score_sheet, name="print-sheet"),
    path("sessions/<uuid:session>/print/results/", session_sheets.results, name="print-results"),
    path("sessions/<uuid:session>/print/rules/", session_sheets.rules, name="print-rules"),
    path("seasons/<uuid:season>/print/", season_table.season_results, name="print-season"),
    path(
        "seasons/<uuid:season>/print/highlights/",
        season_highlights.print_highlights,
        name="print-highlights",
    ),
    path("seasons/<uuid:season>/poster/", poster.season_poster, name="season-poster"),
]
