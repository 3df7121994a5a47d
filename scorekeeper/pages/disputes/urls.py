"""URLs of disputes, statements and rulings."""

from django.urls import URLPattern, path

from scorekeeper.pages.disputes import rule as dispute_rule
from scorekeeper.pages.disputes import statements
from scorekeeper.pages.disputes import views as dispute_views

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/dispute/", dispute_views.Raise.as_view(), name="raise-dispute"),
    path("clubs/<uuid:club>/disputes/", dispute_views.queue, name="disputes"),
    path("disputes/<uuid:dispute>/", dispute_rule.dispute, name="dispute"),
    path("disputes/<uuid:dispute>/statements/", statements.add, name="add-statement"),
    path(
        "disputes/<uuid:dispute>/withdraw/",
        dispute_views.Withdraw.as_view(),
        name="withdraw-dispute",
    ),
    path("disputes/<uuid:dispute>/ruling/", dispute_views.ruling, name="ruling"),
]
