"""Files of session records for imports, and the requests that send them."""

import json

from scorekeeper.imports import uploads as import_uploads
from scorekeeper.models import Import, ImportState
from tests.scorekeeper.sample_hands import CLEAN, SHEET

NAMES = ["Alice", "Bob", "Carol", "Dan"]


def record(**more):
    return {
        "format": "session-record/1",
        "variant": "big-two",
        "players": NAMES,
        "played_on": "2026-03-01",
        "hands": [CLEAN, SHEET],
        **more,
    }


def ndjson(*records):
    return "".join(f"{json.dumps(record)}\n" for record in records)


def ndjson_of_sessions(count):
    return ndjson(*(record(table=str(number)) for number in range(count)))


def never_stop():
    return False


def record_file(source, notation="ndjson", **more):
    return import_uploads.RecordFile(
        **{"notation": notation, "source": source, "names": {}, "dry_run": False, **more}
    )


def create_import(club, by, source, notation="ndjson", **more):
    """Create an import that no worker has begun."""
    row, _ = import_uploads.create_import(club, record_file(source, notation, **more), by=by)
    Import.objects.filter(pk=row.pk).update(state=ImportState.WAITING)
    return row


def outcomes(row):
    return [line.outcome for line in row.report.all()]


def post(client, club, body):
    return client.post(f"/api/v1/clubs/{club.pk}/imports/", body)


def upload(client, club, text, content_type, query=""):
    return client.post(f"/api/v1/clubs/{club.pk}/imports/{query}", text, content_type=content_type)
