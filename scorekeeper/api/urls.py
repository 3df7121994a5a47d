"""The routes under /api/v1/."""

from typing import Any

from django.urls import path, re_path
from django.views.generic import RedirectView

from scorekeeper.api import cors, declarations, etags, idempotency, schema
from scorekeeper.api.accounts.tokens import TokenViewSet
from scorekeeper.api.clubs.audit_log import AuditViewSet
from scorekeeper.api.clubs.journal import JournalView
from scorekeeper.api.clubs.merges_and_erasures import ClubMergeViewSet, ErasureView, ReversalView
from scorekeeper.api.clubs.pictures import PictureView
from scorekeeper.api.clubs.players import PlayerViewSet
from scorekeeper.api.clubs.seasons import SeasonViewSet
from scorekeeper.api.clubs.views import ClubViewSet, MemberViewSet
from scorekeeper.api.disputes.precedents import RulingViewSet
from scorekeeper.api.disputes.statements import StatementViewSet
from scorekeeper.api.disputes.views import DisputeViewSet, HandDisputeViewSet, QueueViewSet
from scorekeeper.api.exports.files import ClubExportViewSet, ExportContentView, ExportViewSet
from scorekeeper.api.exports.streams import HandsView, PlaysView, RecordsView
from scorekeeper.api.exports.views import ArchiveView, BundleView
from scorekeeper.api.hands.amendments import AmendmentsView
from scorekeeper.api.hands.comments import CommentViewSet, HandCommentViewSet
from scorekeeper.api.hands.confirmations import ConfirmationViewSet
from scorekeeper.api.hands.lines import TriedLineViewSet
from scorekeeper.api.hands.live_log import EventsView
from scorekeeper.api.hands.second_logs import HandTranscriptViewSet, TranscriptViewSet
from scorekeeper.api.hands.variations import HandVariationViewSet, VariationViewSet
from scorekeeper.api.hands.views import HandRevisionViewSet, HandViewSet, SessionHandViewSet
from scorekeeper.api.imports.views import ClubImportViewSet, ImportLineViewSet, ImportViewSet
from scorekeeper.api.not_found import UnknownView
from scorekeeper.api.puzzles.views import PuzzleOfDayView, PuzzleView, PuzzleViewSet
from scorekeeper.api.ratings.views import ClubRatingsView, PlayerRatingsView, SeasonRatingsView
from scorekeeper.api.replays.hand_search import (
    ClubHandSearchView,
    HandSearchView,
    PlayerHandSearchView,
    SeasonHandSearchView,
)
from scorekeeper.api.replays.rebuilds import RebuildViewSet
from scorekeeper.api.rules.views import (
    AdjudicateView,
    AskView,
    RulebookView,
    SchemaView,
    VariantsView,
)
from scorekeeper.api.sessions.document import RecordView, SeasonScoresView
from scorekeeper.api.sessions.links import LinkViewSet, ShownLinkViewSet
from scorekeeper.api.sessions.season_what_if import (
    SeasonWhatIfView,
    TriedSessionsViewSet,
    WhatIfViewSet,
)
from scorekeeper.api.sessions.views import SessionViewSet
from scorekeeper.api.sessions.what_if import SessionWhatIfView
from scorekeeper.api.standings.views import MovementsView, PlanView, StandingsView, StandingView
from scorekeeper.api.statistics.awards import AwardViewSet, ClubAwardViewSet
from scorekeeper.api.statistics.highlights import SeasonHighlightsView
from scorekeeper.api.statistics.views import ClubStatisticsView, PlayerStatisticsView
from scorekeeper.api.webhooks.views import DeliveryViewSet, WebhookViewSet

LIST: dict[str, Any] = {"get": "list", "post": "create"}
ONE: dict[str, Any] = {"get": "retrieve", "patch": "partial_update"}

urlpatterns = [
    # the most frequent requests first
    path("sessions/<uuid:session>/hands/", SessionHandViewSet.as_view(LIST)),
    path("hands/<uuid:hand>/events/", EventsView.as_view()),
    path("adjudicate/", AdjudicateView.as_view()),
    path("ask/", AskView.as_view()),
    path("variants/", VariantsView.as_view()),
    path("variants/<slug:slug>/rulebook/", RulebookView.as_view()),
    path("schemas/<path:name>.json", SchemaView.as_view(), name="api-format"),
    path("tokens/", TokenViewSet.as_view(LIST)),
    path("tokens/<uuid:pk>/", TokenViewSet.as_view({"delete": "destroy"})),
    path("webhooks/", WebhookViewSet.as_view(LIST)),
    path("webhooks/<uuid:pk>/", WebhookViewSet.as_view({**ONE, "delete": "destroy"})),
    path("webhooks/<uuid:pk>/secret/", WebhookViewSet.as_view({"post": "renew_secret"})),
    path("webhooks/<uuid:pk>/ping/", WebhookViewSet.as_view({"post": "ping"})),
    path("webhooks/<uuid:webhook>/deliveries/", DeliveryViewSet.as_view({"get": "list"})),
    path(
        "webhooks/<uuid:webhook>/deliveries/<uuid:delivery>/again/",
        DeliveryViewSet.as_view({"post": "send_again"}),
    ),
    path("clubs/", ClubViewSet.as_view(LIST)),
    path("clubs/<uuid:pk>/", ClubViewSet.as_view(ONE)),
    path("clubs/<uuid:club>/members/", MemberViewSet.as_view(LIST)),
    path(
        "clubs/<uuid:club>/members/<uuid:user>/",
        MemberViewSet.as_view({"patch": "partial_update", "delete": "destroy"}),
    ),
    path("clubs/<uuid:club>/players/", PlayerViewSet.as_view(LIST)),
    path("clubs/<uuid:club>/seasons/", SeasonViewSet.as_view(LIST)),
    path("clubs/<uuid:club>/awards/", ClubAwardViewSet.as_view(LIST)),
    path("awards/<uuid:pk>/", AwardViewSet.as_view({"get": "retrieve", "delete": "destroy"})),
    path("clubs/<uuid:club>/sessions/", SessionViewSet.as_view(LIST)),
    path("clubs/<uuid:club>/statistics/", ClubStatisticsView.as_view()),
    path("players/<uuid:player>/statistics/", PlayerStatisticsView.as_view()),
    path("clubs/<uuid:club>/ratings/", ClubRatingsView.as_view()),
    path("seasons/<uuid:season>/ratings/", SeasonRatingsView.as_view()),
    path("players/<uuid:player>/ratings/", PlayerRatingsView.as_view()),
    path("clubs/<uuid:club>/audit/", AuditViewSet.as_view({"get": "list"})),
    path("clubs/<uuid:club>/journal/", JournalView.as_view()),
    path("clubs/<uuid:club>/disputes/", QueueViewSet.as_view({"get": "list"})),
    path("clubs/<uuid:club>/rulings/", RulingViewSet.as_view({"get": "list"})),
    path("clubs/<uuid:club>/imports/", ClubImportViewSet.as_view(LIST)),
    path("imports/<uuid:pk>/", ImportViewSet.as_view({"get": "retrieve"})),
    path("imports/<uuid:pk>/lines/", ImportLineViewSet.as_view({"get": "list"})),
    path("imports/<uuid:pk>/cancellation/", ImportViewSet.as_view({"post": "cancel"})),
    path("clubs/<uuid:club>/rebuild/", RebuildViewSet.as_view({"post": "of_club"})),
    path("seasons/<uuid:season>/rebuild/", RebuildViewSet.as_view({"post": "of_season"})),
    path("sessions/<uuid:session>/rebuild/", RebuildViewSet.as_view({"post": "of_session"})),
    path("rebuilds/<uuid:pk>/", RebuildViewSet.as_view({"get": "retrieve"})),
    path("rebuilds/<uuid:pk>/cancellation/", RebuildViewSet.as_view({"post": "cancel"})),
    path("clubs/<uuid:club>/merges/", ClubMergeViewSet.as_view(LIST)),
    path("clubs/<uuid:club>/export/", ArchiveView.as_view()),
    path("clubs/<uuid:club>/exports/", ClubExportViewSet.as_view(LIST)),
    path("exports/<uuid:pk>/", ExportViewSet.as_view({"get": "retrieve", "delete": "destroy"})),
    path("exports/<uuid:pk>/file/", ExportContentView.as_view()),
    path("hand-search/", HandSearchView.as_view()),
    path("clubs/<uuid:club>/hand-search/", ClubHandSearchView.as_view()),
    path("seasons/<uuid:season>/hand-search/", SeasonHandSearchView.as_view()),
    path("players/<uuid:player>/hand-search/", PlayerHandSearchView.as_view()),
    path("clubs/<uuid:club>/records/", RecordsView.as_view()),
    path("clubs/<uuid:club>/plays/", PlaysView.as_view()),
    path("clubs/<uuid:club>/hands/", HandsView.as_view()),
    path("seasons/<uuid:season>/records/", RecordsView.as_view()),
    path("seasons/<uuid:season>/plays/", PlaysView.as_view()),
    path("seasons/<uuid:season>/hands/", HandsView.as_view()),
    path("merges/<uuid:merge>/reversal/", ReversalView.as_view()),
    path("players/<uuid:player>/erasure/", ErasureView.as_view()),
    path("players/<uuid:player>/picture/", PictureView.as_view()),
    path("players/<uuid:pk>/", PlayerViewSet.as_view(ONE)),
    path("seasons/<uuid:pk>/", SeasonViewSet.as_view(ONE)),
    path("sessions/<uuid:pk>/", SessionViewSet.as_view(ONE)),
    path("sessions/<uuid:session>/record/", RecordView.as_view()),
    path("sessions/<uuid:session>/bundle/", BundleView.as_view()),
    path("sessions/<uuid:session>/links/", LinkViewSet.as_view(LIST)),
    path("sessions/<uuid:session>/links/<uuid:link>/", LinkViewSet.as_view({"delete": "destroy"})),
    path("links/", ShownLinkViewSet.as_view({"get": "list"})),
    path("hands/<uuid:pk>/", HandViewSet.as_view({"get": "retrieve"})),
    path("hands/<uuid:pk>/try/", TriedLineViewSet.as_view({"get": "attempt"})),
    path("hands/<uuid:hand>/amendments/", AmendmentsView.as_view()),
    path("hands/<uuid:hand>/confirmations/", ConfirmationViewSet.as_view(LIST)),
    path("hands/<uuid:hand>/comments/", HandCommentViewSet.as_view(LIST)),
    path("comments/<uuid:pk>/removal/", CommentViewSet.as_view({"post": "remove"})),
    path("hands/<uuid:hand>/variations/", HandVariationViewSet.as_view(LIST)),
    path(
        "variations/<uuid:pk>/",
        VariationViewSet.as_view({"get": "retrieve", "delete": "destroy"}),
    ),
    path("hands/<uuid:hand>/disputes/", HandDisputeViewSet.as_view(LIST)),
    path("disputes/<uuid:pk>/", DisputeViewSet.as_view({"get": "retrieve"})),
    path("disputes/<uuid:dispute>/statements/", StatementViewSet.as_view(LIST)),
    path("disputes/<uuid:pk>/withdrawal/", DisputeViewSet.as_view({"post": "withdraw"})),
    path("disputes/<uuid:pk>/ruling/", DisputeViewSet.as_view({"post": "rule"})),
    path("hands/<uuid:hand>/transcripts/", HandTranscriptViewSet.as_view(LIST)),
    path("transcripts/<uuid:pk>/difference/", TranscriptViewSet.as_view({"get": "difference"})),
    path("transcripts/<uuid:pk>/merge/", TranscriptViewSet.as_view({"post": "merge"})),
    path("sessions/<uuid:session>/what-if/", SessionWhatIfView.as_view()),
    path("seasons/<uuid:season>/plan/", PlanView.as_view()),
    path("seasons/<uuid:season>/standings/", StandingsView.as_view()),
    path("seasons/<uuid:season>/standings/changes/", MovementsView.as_view()),
    path("seasons/<uuid:season>/highlights/", SeasonHighlightsView.as_view()),
    path("seasons/<uuid:season>/standings/<uuid:player>/", StandingView.as_view()),
    path("seasons/<uuid:season>/scores/", SeasonScoresView.as_view()),
    path("seasons/<uuid:season>/what-if/", SeasonWhatIfView.as_view()),
    path("what-ifs/<uuid:pk>/", WhatIfViewSet.as_view({"get": "retrieve"})),
    path("what-ifs/<uuid:pk>/sessions/", TriedSessionsViewSet.as_view({"get": "list"})),
    path("what-ifs/<uuid:pk>/application/", WhatIfViewSet.as_view({"post": "apply"})),
    path("what-ifs/<uuid:pk>/cancellation/", WhatIfViewSet.as_view({"post": "cancel"})),
    path("hands/<uuid:pk>/replay/", HandViewSet.as_view({"get": "replay"})),
    path("hands/<uuid:pk>/analysis/", HandViewSet.as_view({"get": "analysis"})),
    path("hands/<uuid:hand>/revisions/", HandRevisionViewSet.as_view({"get": "list"})),
    path("puzzles/", PuzzleViewSet.as_view({"get": "list"})),
    path("puzzles/today/", PuzzleOfDayView.as_view()),
    path("puzzles/<uuid:pk>/", PuzzleView.as_view()),
    path("schema/", schema.schema, name="api-schema"),
    path("docs/", schema.docs, name="api-docs"),
    path("", RedirectView.as_view(pattern_name="api-docs")),
    re_path("", UnknownView.as_view()),
]
urlpatterns = etags.with_etags(idempotency.with_idempotency(urlpatterns))
urlpatterns = cors.with_cors(declarations.with_declarations(urlpatterns))
