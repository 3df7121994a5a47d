"""The addresses of the referee's desk: disputes, rulings, and what is written otherwise."""

from django.urls import URLPattern, path

from scorekeeper.pages import disputes

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/dispute/", disputes.Raise.as_view(), name="raise-dispute"),
    path("clubs/<uuid:club>/disputes/", disputes.queue, name="disputes"),
    path("disputes/<uuid:dispute>/", disputes.dispute, name="dispute"),
    path("disputes/<uuid:dispute>/withdraw/", disputes.withdraw, name="withdraw-dispute"),
    path("disputes/<uuid:dispute>/ruling/", disputes.ruling, name="ruling"),
]
