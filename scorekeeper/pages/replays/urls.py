"""URLs of replay data, pictures and rebuilds."""

from django.urls import URLPattern, path

from scorekeeper.pages.replays import moving_pictures, rebuilds, views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/rebuild/", rebuilds.of_club, name="rebuild-club"),
    path("seasons/<uuid:season>/rebuild/", rebuilds.of_season, name="rebuild-season"),
    path("sessions/<uuid:session>/rebuild/", rebuilds.of_session, name="rebuild-session"),
    path("rebuilds/<uuid:rebuild>/", rebuilds.rebuild, name="rebuild"),
    path("rebuilds/<uuid:rebuild>/cancel/", rebuilds.cancel, name="cancel-rebuild"),
    path("hands/<uuid:hand>/replay.json", views.moments, name="hand-moments"),
    path("hands/<uuid:hand>/positions/<int:event>.svg", views.picture, name="hand-picture"),
    path("hands/<uuid:hand>/positions/<int:event>.png", views.png, name="hand-png"),
    path("hands/<uuid:hand>/animation.svg", views.animation, name="hand-animation"),
    path(
        "hands/<uuid:hand>/moving-picture/", moving_pictures.moving_picture, name="moving-picture"
    ),
    path(
        "hands/<uuid:hand>/moving-picture.<str:ending>",
        moving_pictures.download,
        name="moving-picture-file",
    ),
    path("hands/<uuid:hand>/qr.svg", views.qr, name="hand-qr"),
    path("hands/<uuid:hand>/embed/", views.embed, name="embed-hand"),
    path(
        "hands/<uuid:hand>/embed/replay.json",
        views.embedded_moments,
        name="embedded-moments",
    ),
]
