"""Whatever a program can do through the API, people can do on a page; where there is no page, the reason is stated."""

from dataclasses import dataclass
from typing import TypeAlias

from django.urls import get_resolver

from tests.scorekeeper.conftest import document

__all__ = ["document"]  # a fixture


@dataclass(frozen=True)
class NoPage:
    """Why an operation has no page."""

    reason: str


Where: TypeAlias = str | NoPage
"""The URL name of the page on which people do this, or why there is none."""

PAGES: dict[str, Where] = {
    # asking the referee
    "adjudicate_create": "record-hand",  # its button “Check”
    "ask_create": "ask",
    "variants_retrieve": "rulebooks",
    "schemas_retrieve": NoPage("A schema is for editors and programs."),
    "variants_rulebook_retrieve": "rulebook",
    "puzzles_list": "puzzles",
    "puzzles_today_retrieve": "puzzles",
    "puzzles_retrieve": "puzzle",
    # clubs and members
    "clubs_list": "home",
    "clubs_create": "new-club",
    "clubs_retrieve": "club",
    "clubs_partial_update": "club-settings",  # and club-visibility
    "clubs_members_list": "members",
    "clubs_members_create": "members",
    "clubs_members_partial_update": "members",
    "clubs_members_destroy": "remove-member",  # and leave-club
    "clubs_audit_list": "audit",
    "clubs_journal_retrieve": "club",
    "clubs_export_retrieve": "export",
    "clubs_exports_list": "export-files",
    "clubs_exports_create": "export-files",
    "exports_retrieve": "export-files",
    "exports_file_retrieve": "export-files",
    "exports_destroy": "delete-export-file",
    "clubs_hands_retrieve": "export",
    "clubs_plays_retrieve": "export",
    "clubs_records_retrieve": "export",
    "clubs_statistics_retrieve": "club-statistics",
    "clubs_ratings_retrieve": "club-ratings",
    # players
    "clubs_players_list": "club",
    "clubs_players_create": "add-players",
    "players_retrieve": "player",
    "players_partial_update": "player-settings",
    "players_picture_retrieve": "picture-file",
    "players_picture_update": "player-picture",
    "players_picture_destroy": "player-picture",
    "players_statistics_retrieve": "player",
    "players_ratings_retrieve": "player",
    "players_erasure_create": "erase-player",
    "clubs_merges_list": "merges",
    "clubs_merges_create": "merges",
    "merges_reversal_create": "reverse-merge",
    # seasons
    "clubs_seasons_list": "club",
    "clubs_seasons_create": "add-season",
    "seasons_retrieve": "season",
    "seasons_partial_update": "season-settings",  # and season-visibility
    "seasons_plan_retrieve": "season-plan",
    "seasons_plan_create": "season-plan",
    "seasons_standings_retrieve": "season",
    "seasons_standing_retrieve": "season-standing",
    "seasons_standings_changes_retrieve": "season-changes",
    "seasons_highlights_retrieve": "season-highlights",
    "clubs_awards_list": "season-highlights",
    "clubs_awards_create": "find-hand-of-club",
    "awards_retrieve": "season-highlights",
    "awards_destroy": "take-award-away",
    "seasons_ratings_retrieve": "season-ratings",
    "seasons_what_if_create": "season-what-if",
    "what_ifs_retrieve": "tried-rules",
    "what_ifs_sessions_list": "tried-rules",
    "what_ifs_application_create": "tried-rules",
    "what_ifs_cancellation_create": "stop-tried-rules",
    "seasons_hands_retrieve": "export",
    "seasons_plays_retrieve": "export",
    "seasons_records_retrieve": "export",
    "seasons_scores_retrieve": "export",
    # sessions
    "clubs_sessions_list": "club",
    "clubs_sessions_create": "new-session",
    "sessions_retrieve": "session",
    "sessions_partial_update": "correct-session",  # and session-visibility
    "sessions_record_retrieve": "record",
    "sessions_bundle_retrieve": "export",
    "sessions_what_if_create": "what-if",
    "sessions_links_list": "session-links",
    "sessions_links_create": "session-links",
    "sessions_links_destroy": "revoke-link",
    "links_list": "log",  # what somebody with a link sees of it
    # hands
    "hand_search_list": "find-hand",
    "clubs_hand_search_list": "find-hand-of-club",
    "seasons_hand_search_list": "find-hand-of-season",
    "players_hand_search_list": "find-hand-of-player",
    "sessions_hands_list": "session",
    "sessions_hands_create": "record-hand",
    "hands_retrieve": "hand",
    "hands_replay_retrieve": "hand",
    "hands_analysis_retrieve": "hand",
    "hands_events_create": "log-session",
    "hands_amendments_create": "amend-hand",
    "hands_revisions_list": "hand-history",
    "hands_confirmations_list": "hand-history",
    "hands_confirmations_create": "confirm-hand",
    "hands_comments_list": "hand",
    "hands_comments_create": "add-comment",
    "comments_removal_create": "remove-comment",
    "hands_try_retrieve": "try-otherwise",
    "hands_variations_list": "hand",
    "hands_variations_create": "keep-variation",
    "variations_retrieve": "try-otherwise",
    "variations_destroy": "withdraw-variation",
    "hands_transcripts_list": "hand-history",
    "hands_transcripts_create": NoPage(
        "A second log is written on a second phone while the hand is played; on the pages only one person logs a hand."
    ),
    "transcripts_difference_retrieve": "second-log",
    "transcripts_merge_create": "second-log",
    # disputes
    "clubs_disputes_list": "disputes",
    "clubs_rulings_list": "disputes",  # filtered by state, and “Similar earlier rulings” beside a dispute
    "hands_disputes_list": "dispute",  # “Other disputes about this hand”
    "hands_disputes_create": "raise-dispute",
    "disputes_retrieve": "dispute",
    "disputes_statements_list": "dispute",
    "disputes_statements_create": "add-statement",
    "disputes_withdrawal_create": "withdraw-dispute",
    "disputes_ruling_create": "dispute",
    # imports and replays
    "clubs_imports_list": "imports",
    "clubs_imports_create": "import",
    "imports_retrieve": "import-report",
    "imports_lines_list": "import-report",
    "imports_cancellation_create": "cancel-import",
    "clubs_rebuild_create": "rebuild-club",
    "seasons_rebuild_create": "rebuild-season",
    "sessions_rebuild_create": "rebuild-session",
    "rebuilds_retrieve": "rebuild",
    "rebuilds_cancellation_create": "cancel-rebuild",
    # for programs
    "tokens_list": "tokens",
    "tokens_create": "tokens",
    "tokens_destroy": "revoke-token",
    "webhooks_list": "webhooks",
    "webhooks_create": "webhooks",
    "webhooks_retrieve": "webhook",
    "webhooks_partial_update": "webhook",  # and pause-webhook
    "webhooks_destroy": "remove-webhook",
    "webhooks_secret_create": "renew-secret",
    "webhooks_ping_create": "ping-webhook",
    "webhooks_deliveries_list": "webhook",
    "webhooks_deliveries_again_create": "send-again",
}


def test_every_operation_of_the_api_has_a_page_or_a_stated_reason(document):
    operations = {
        operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
    }
    assert operations - set(PAGES) == set(), "add a page, or the reason why there is none"
    assert set(PAGES) - operations == set(), "these operations do not exist"


def test_the_pages_exist():
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    named = {where for where in PAGES.values() if isinstance(where, str)}
    assert named - names == set()


def test_a_reason_is_a_sentence():
    reasons = [where.reason for where in PAGES.values() if isinstance(where, NoPage)]
    assert all(reason.endswith(".") and " " in reason for reason in reasons)
