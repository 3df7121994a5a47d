"""URLs of hands: recording, the live logger, history, corrections, comments."""

from django.urls import URLPattern, path

from scorekeeper.pages.hands import (
    amendments,
    comments,
    hand_actions,
    history,
    lines,
    live_logger,
    recording,
    search,
    second_logs,
    variations,
    views,
)

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/history/", history.history, name="hand-history"),
    path("hands/<uuid:hand>/amend/", amendments.Amend.as_view(), name="amend-hand"),
    path("hands/<uuid:hand>/undo/<int:number>/", amendments.Undo.as_view(), name="undo-hand"),
    path("hands/<uuid:hand>/confirm/", hand_actions.Confirm.as_view(), name="confirm-hand"),
    path("logs/<uuid:transcript>/", second_logs.SecondLog.as_view(), name="second-log"),
    path("hands/<uuid:hand>/try/", lines.try_otherwise, name="try-otherwise"),
    path("hands/<uuid:hand>/variations/", variations.keep, name="keep-variation"),
    path("variations/<uuid:variation>/removal/", variations.withdraw, name="withdraw-variation"),
    path("hands/<uuid:hand>/comments/", comments.add, name="add-comment"),
    path("comments/<uuid:comment>/removal/", comments.remove, name="remove-comment"),
    path("hand-search/", search.public, name="find-hand"),
    path("clubs/<uuid:club>/hand-search/", search.of_club, name="find-hand-of-club"),
    path("seasons/<uuid:season>/hand-search/", search.of_season, name="find-hand-of-season"),
    path("players/<uuid:player>/hand-search/", search.of_player, name="find-hand-of-player"),
    path("log/", live_logger.log, name="log"),
    path("log-worker.js", live_logger.worker, name="log-worker"),
    path("manifest.webmanifest", live_logger.manifest, name="manifest"),
    path("sessions/<uuid:session>/log/", live_logger.log_session, name="log-session"),
    path("sessions/<uuid:session>/hands/new/", recording.record, name="record-hand"),
    path("hands/<uuid:hand>/", views.hand, name="hand"),
]
