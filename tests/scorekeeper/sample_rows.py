"""Rows that many tests need: a webhook with a delivery, an import that waits for a worker, a file of an export."""

from uuid import UUID

from scorekeeper.exports import file_worker
from scorekeeper.exports import files as export_files
from scorekeeper.exports.files import Question
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.management import demo_club
from scorekeeper.models import (
    Club,
    Delivery,
    DeliveryState,
    ExportFile,
    ExportFormat,
    ExportKind,
    Import,
    ImportState,
    Puzzle,
    Season,
    User,
    WebhookEvent,
)
from scorekeeper.replays.puzzles import puzzle_row
from scorekeeper.webhooks import subscriptions


def create_webhook_with_delivery(club: Club, *, by: User) -> dict[str, UUID]:
    """Create a webhook and a message that arrived there; return the ids by the words of their addresses."""
    kinds = [WebhookEvent.STANDINGS_CHANGED]
    new = subscriptions.NewWebhook(address="https://screen.example/", kinds=kinds)
    hook, _ = subscriptions.create(club, new, by=by)
    delivery = subscriptions.ping(hook, by=by)
    Delivery.objects.filter(pk=delivery.pk).update(state=DeliveryState.DELIVERED, next_try_at=None)
    return {"webhooks": hook.pk, "deliveries": delivery.message}


def create_puzzle(club: Club) -> Puzzle:
    """Create a puzzle that comes from no hand."""
    row = puzzle_row(demo_club.demo_puzzles()[0], club=club.pk)
    row.save(force_insert=True)
    return row


def create_waiting_import(club: Club, *, by: User) -> Import:
    """Create an import of one record that no worker has begun."""
    file = import_uploads.RecordFile(
        notation="txt", source="A B C D\n0 1 2 3", names={}, dry_run=False
    )
    row, _ = import_uploads.create_import(club, file, by=by)
    row.state = ImportState.WAITING
    row.save(update_fields=["state"])
    return row


def create_export_file(season: Season, *, by: User) -> ExportFile:
    """Create a file with the records of a season."""
    question = Question(ExportKind.RECORDS, ExportFormat.NDJSON, season)
    row = export_files.ask(season.club, question, by=by)
    file_worker.make_waiting(stop=lambda: False, give_up=lambda: False)
    row.refresh_from_db()
    return row
