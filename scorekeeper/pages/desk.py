"""The addresses of the referee's desk: disputes, rulings, and what is written otherwise."""

from django.urls import URLPattern, path

from scorekeeper.pages import (
    amendments,
    deciding,
    disputes,
    hand_acts,
    history,
    second_logs,
    statements,
    what_if,
)

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/history/", history.history, name="hand-history"),
    path("hands/<uuid:hand>/amend/", amendments.Amend.as_view(), name="amend-hand"),
    path("hands/<uuid:hand>/undo/<int:number>/", amendments.Undo.as_view(), name="undo-hand"),
    path("hands/<uuid:hand>/confirm/", hand_acts.Confirm.as_view(), name="confirm-hand"),
    path("logs/<uuid:transcript>/", second_logs.SecondLog.as_view(), name="second-log"),
    path("sessions/<uuid:session>/what-if/", what_if.WhatIf.as_view(), name="what-if"),
    path("hands/<uuid:hand>/dispute/", disputes.Raise.as_view(), name="raise-dispute"),
    path("clubs/<uuid:club>/disputes/", disputes.queue, name="disputes"),
    path("disputes/<uuid:dispute>/", deciding.dispute, name="dispute"),
    path("disputes/<uuid:dispute>/statements/", statements.add, name="add-statement"),
    path("disputes/<uuid:dispute>/withdraw/", disputes.withdraw, name="withdraw-dispute"),
    path("disputes/<uuid:dispute>/ruling/", disputes.ruling, name="ruling"),
]
