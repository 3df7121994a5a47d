"""The addresses of the referee's desk: disputes, rulings, and what is written otherwise."""

from django.urls import URLPattern, path

from scorekeeper.pages.disputes import rule as dispute_rule
from scorekeeper.pages.disputes import statements
from scorekeeper.pages.disputes import views as dispute_views
from scorekeeper.pages.hands import amendments, hand_actions, history, second_logs
from scorekeeper.pages.sessions import what_if

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/history/", history.history, name="hand-history"),
    path("hands/<uuid:hand>/amend/", amendments.Amend.as_view(), name="amend-hand"),
    path("hands/<uuid:hand>/undo/<int:number>/", amendments.Undo.as_view(), name="undo-hand"),
    path("hands/<uuid:hand>/confirm/", hand_actions.Confirm.as_view(), name="confirm-hand"),
    path("logs/<uuid:transcript>/", second_logs.SecondLog.as_view(), name="second-log"),
    path("sessions/<uuid:session>/what-if/", what_if.WhatIf.as_view(), name="what-if"),
    path("hands/<uuid:hand>/dispute/", dispute_views.Raise.as_view(), name="raise-dispute"),
    path("clubs/<uuid:club>/disputes/", dispute_views.queue, name="disputes"),
    path("disputes/<uuid:dispute>/", dispute_rule.dispute, name="dispute"),
    path("disputes/<uuid:dispute>/statements/", statements.add, name="add-statement"),
    path("disputes/<uuid:dispute>/withdraw/", dispute_views.withdraw, name="withdraw-dispute"),
    path("disputes/<uuid:dispute>/ruling/", dispute_views.ruling, name="ruling"),
]
