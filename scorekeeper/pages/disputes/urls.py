"""URLs of disputes, statements and rulings."""

from django.urls import URLPattern, path

from scorekeeper.pages.disputes import rule, statements, views

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/dispute/", views.Raise.as_view(), name="raise-dispute"),
    path("clubs/<uuid:club>/disputes/", views.queue, name="disputes"),
    path("disputes/<uuid:dispute>/", rule.dispute, name="dispute"),
    path("disputes/<uuid:dispute>/statements/", statements.add, name="add-statement"),
    path(
        "disputes/<uuid:dispute>/withdraw/",
        views.Withdraw.as_view(),
        name="withdraw-dispute",
    ),
    path("disputes/<uuid:dispute>/ruling/", views.ruling, name="ruling"),
]
